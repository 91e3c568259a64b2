//! Evaluation errors.

use std::fmt;

use cfn_warden_syntax::Position;
use cfn_warden_syntax::names::nearest;

/// An evaluation error, which either fails a clause or ends the evaluation of the rules file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalError {
    /// Whether the error concerns only the clause, which cannot be evaluated.
    pub unevaluatable: bool,
    /// The message, in cfn-guard's words if cfn-guard has the same error.
    pub message: String,
    /// The position of the innermost clause whose evaluation caused it.
    pub at: Option<Position>,
    /// What may be meant, for messages that are not cfn-guard's.
    pub hint: Option<String>,
}

impl EvalError {
    /// An operation on values of unsupported types.
    pub fn incompatible(what: impl fmt::Display) -> EvalError {
        EvalError::of_clause(format!(
            "Types or variable assignments are incompatible `{what}`"
        ))
    }

    /// A rule or variable that does not exist.
    pub fn missing(what: impl fmt::Display) -> EvalError {
        EvalError::fatal(format!(
            "There was no variable or value object to resolve. Error = `{what}`"
        ))
    }

    /// A variable that no visible block assigns; `variables` are those of the file.
    pub fn missing_variable(name: &str, variables: &[Box<str>]) -> EvalError {
        let others = variables.iter().map(|other| &**other);
        let similar = nearest(name, others.filter(|other| *other != name));
        EvalError {
            hint: similar.map(|similar| format!("did you mean `%{similar}`?")),
            ..EvalError::missing(format_args!(
                "Could not resolve variable by name {name} across scopes"
            ))
        }
    }

    /// A key that is not a string.
    pub fn not_comparable(what: impl fmt::Display) -> EvalError {
        EvalError::fatal(format!(
            "Comparing incoming context with literals or dynamic results wasn't possible `{what}`"
        ))
    }

    /// An argument that a function does not accept.
    pub fn argument(what: impl fmt::Display) -> EvalError {
        EvalError::fatal(format!("Parser Error when parsing `{what}`"))
    }

    /// A regular expression that does not compile or takes too many steps.
    pub fn regex(error: impl fmt::Display) -> EvalError {
        EvalError::of_clause(format!(
            "Regex expression parse error for rules file {error}"
        ))
    }

    /// Another error that ends the evaluation of the rules file.
    pub fn fatal(message: String) -> EvalError {
        EvalError {
            unevaluatable: false,
            message,
            at: None,
            hint: None,
        }
    }

    fn of_clause(message: String) -> EvalError {
        EvalError {
            unevaluatable: true,
            message,
            at: None,
            hint: None,
        }
    }
}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
