//! The functions of the language, one file each.

pub use super::function::{Function, Input, NO_ORIGIN};

use super::compile::program::FunctionId;
use super::eval::error::EvalError;
use super::syntax::signature::Signature;

/// Returns the ID of the function of a signature.
pub fn id(signature: &'static Signature) -> FunctionId {
    let at = ALL
        .iter()
        .position(|function| function.name == signature.name);
    FunctionId(at.and_then(|at| u32::try_from(at).ok()).unwrap_or(u32::MAX))
}

/// Returns the function with an ID.
pub fn get(id: FunctionId) -> &'static Function {
    static UNKNOWN: Function = Function {
        name: "",
        call: |_| Err(EvalError::argument("No such function exists.")),
    };
    ALL.get(id.0 as usize).copied().unwrap_or(&UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::signature::SIGNATURES;

    #[test]
    fn every_signature_has_its_function() {
        for signature in &SIGNATURES {
            assert_eq!(get(id(signature)).name, signature.name);
        }
        assert_eq!(ALL.len(), SIGNATURES.len());
    }
}

// index: FUNCTION Function
// begin index
mod count;
mod join;
mod json_parse;
mod now;
mod parse_boolean;
mod parse_char;
mod parse_epoch;
mod parse_float;
mod parse_int;
mod parse_string;
mod regex_replace;
mod substring;
mod to_lower;
mod to_upper;
mod url_decode;

/// Every entry of this folder, by file name.
#[rustfmt::skip]
pub static ALL: &[&Function] = &[
    &count::FUNCTION,
    &join::FUNCTION,
    &json_parse::FUNCTION,
    &now::FUNCTION,
    &parse_boolean::FUNCTION,
    &parse_char::FUNCTION,
    &parse_epoch::FUNCTION,
    &parse_float::FUNCTION,
    &parse_int::FUNCTION,
    &parse_string::FUNCTION,
    &regex_replace::FUNCTION,
    &substring::FUNCTION,
    &to_lower::FUNCTION,
    &to_upper::FUNCTION,
    &url_decode::FUNCTION,
];
// end index
