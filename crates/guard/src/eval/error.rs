//! Why an evaluation stops.

use std::fmt;

/// An error: either of a clause, which then fails, or of the whole rules file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalError {
    /// Whether the clause that asked is simply one without an answer.
    pub unevaluatable: bool,
    /// What is wrong, in the reference's words.
    pub message: String,
}

impl EvalError {
    /// Values of kinds that a clause cannot work with.
    pub fn incompatible(what: impl fmt::Display) -> EvalError {
        EvalError { unevaluatable: true, message: format!("Types or variable assignments are incompatible `{what}`") }
    }

    /// A rule or variable that is not there.
    pub fn missing(what: impl fmt::Display) -> EvalError {
        EvalError::fatal(format!("There was no variable or value object to resolve. Error = `{what}`"))
    }

    /// Keys that are no strings.
    pub fn not_comparable(what: impl fmt::Display) -> EvalError {
        EvalError::fatal(format!(
            "Comparing incoming context with literals or dynamic results wasn't possible `{what}`"
        ))
    }

    /// Arguments that a function does not take.
    pub fn argument(what: impl fmt::Display) -> EvalError {
        EvalError::fatal(format!("Parser Error when parsing `{what}`"))
    }

    /// A regular expression that is wrong or takes too many steps.
    pub fn regex(error: impl fmt::Display) -> EvalError {
        EvalError { unevaluatable: true, message: format!("Regex expression parse error for rules file {error}") }
    }

    /// Any other error that ends the evaluation of a rules file.
    pub fn fatal(message: String) -> EvalError {
        EvalError { unevaluatable: false, message }
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
