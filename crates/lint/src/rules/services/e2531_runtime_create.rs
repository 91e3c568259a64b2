//! Reported by W2531 once no function of the runtime can be created.

use crate::Rule;

/// E2531
pub static RULE: Rule = Rule::label("E2531", &["resources", "lambda", "runtime"]);
