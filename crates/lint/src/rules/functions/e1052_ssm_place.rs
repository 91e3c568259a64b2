//! Nothing runs it: E1050, which finds dynamic references, does not know it. So it is in the reference.

use crate::Rule;

/// E1052
pub static RULE: Rule = Rule::label("E1052", &["functions", "dynamic reference"]);
