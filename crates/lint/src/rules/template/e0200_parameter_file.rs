//! ID for parameter files in an unsupported format. Reported by
//! [`unsupported_parameter_file`](crate::unsupported_parameter_file).

use crate::Rule;

pub static RULE: Rule = Rule::label("E0200", &["base"]);
