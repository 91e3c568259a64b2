//! Python's way with values, where the reference's findings and messages depend on it: `repr`, `str`, `int`, `float`,
//! `json.dumps`, equality, difflib's likeness of two names, and networks.
//!
//! All of it is written over [`Any`], a handle on a value of a document or of a schema.

mod any;
mod date;
mod difflib;
mod equal;
mod json;
mod network;
mod number;
mod repr;
mod unique;

pub use any::{Any, Kind};
pub use difflib::{is_similar, ratio};
pub use equal::{equal, spells_truth};
pub use json::{Dates, Spacing, dumps};
pub use network::Network;
pub use number::{float, int, is_int};
pub use repr::{Repr, Str, float_repr, repr, repr_str, str};
pub use unique::{unique, unique_in};

/// `text.lower()`
pub fn lower(text: &str) -> String {
    text.to_lowercase()
}
