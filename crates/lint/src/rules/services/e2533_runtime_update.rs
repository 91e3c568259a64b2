//! Reported by W2531 once a function of the runtime can no longer be updated.

use crate::Rule;

/// E2533
pub static RULE: Rule = Rule::label("E2533", &["resources", "lambda", "runtime"]);
