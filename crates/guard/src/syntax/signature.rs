//! The signatures of functions. The parser rejects other functions and other numbers of arguments.

/// The name and the number of arguments of a function.
#[derive(Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name in rules.
    pub name: &'static str,
    /// The number of arguments; there are no optional arguments.
    pub arity: usize,
}

/// The signatures of all functions, sorted by name.
pub static SIGNATURES: [Signature; 15] = [
    Signature {
        name: "count",
        arity: 1,
    },
    Signature {
        name: "join",
        arity: 2,
    },
    Signature {
        name: "json_parse",
        arity: 1,
    },
    Signature {
        name: "now",
        arity: 0,
    },
    Signature {
        name: "parse_boolean",
        arity: 1,
    },
    Signature {
        name: "parse_char",
        arity: 1,
    },
    Signature {
        name: "parse_epoch",
        arity: 1,
    },
    Signature {
        name: "parse_float",
        arity: 1,
    },
    Signature {
        name: "parse_int",
        arity: 1,
    },
    Signature {
        name: "parse_string",
        arity: 1,
    },
    Signature {
        name: "regex_replace",
        arity: 3,
    },
    Signature {
        name: "substring",
        arity: 3,
    },
    Signature {
        name: "to_lower",
        arity: 1,
    },
    Signature {
        name: "to_upper",
        arity: 1,
    },
    Signature {
        name: "url_decode",
        arity: 1,
    },
];

/// Returns the signature of a function.
pub fn find(name: &str) -> Option<&'static Signature> {
    SIGNATURES
        .binary_search_by(|signature| signature.name.cmp(name))
        .ok()
        .and_then(|at| SIGNATURES.get(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_is_found_by_its_name() {
        for signature in &SIGNATURES {
            assert_eq!(find(signature.name), Some(signature));
        }
        assert_eq!(find("counts"), None);
    }
}
