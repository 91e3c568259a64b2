//! Python semantics that cfn-lint's findings and messages depend on: `repr`, `str`, `int`, `float`, `json.dumps`,
//! equality, difflib's similarity of names, and IP networks.
//!
//! The functions accept any [`PyValue`]: values of documents and of schemas.

mod date;
mod difflib;
mod equal;
mod json;
mod network;
mod number;
mod repr;
mod unique;
mod value;

pub use difflib::{is_similar, ratio};
pub use equal::{equal, spells_truth};
pub use json::{Dates, Spacing, dumps};
pub use network::Network;
pub use number::{float, int, is_int};
pub use repr::{float_repr, push_repr, repr, repr_str, str};
pub use unique::{unique, unique_in};
pub use value::{Kind, PyValue};

/// Returns `text.lower()`.
pub fn lower(text: &str) -> String {
    text.to_lowercase()
}
