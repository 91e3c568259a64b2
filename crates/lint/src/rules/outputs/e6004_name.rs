//! Speaks for patterns below `Outputs`: a name in `Ref` or `Fn::Sub` that begins like none of what SAM makes resources of. The
//! name of an output that does not fit is an additional property, which E6001 reports; so it is in the reference.

use crate::Rule;

/// E6004
pub static RULE: Rule = Rule::label("E6004", &["outputs"]);
