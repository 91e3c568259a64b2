//! ID for runtimes of functions that can no longer be updated. Reported by W2531.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label("E2533", &["resources", "lambda", "runtime"]);
