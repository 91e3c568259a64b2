//! Python's way with values, by the names that keywords and rules call it: see [`python`](super::python).

use super::pack::Json;
use super::python;

pub use super::python::{float as parse_float, is_int, is_similar, lower, repr, repr_str, str};

/// `repr(value)`
pub fn repr_json(json: Json<'_>) -> String {
    python::repr(json)
}

/// `str(value)`
pub fn str_json(json: Json<'_>) -> String {
    python::str(json)
}
