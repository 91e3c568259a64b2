//! Speaks for patterns in the schema of the section, which has none: a name that does not fit is an additional property,
//! which E2001 reports; so it is in the reference.

use crate::Rule;

/// E2003
pub static RULE: Rule = Rule::label(
    "E2003",
    "Names of parameters are letters and digits",
    "The name of a parameter has other characters than letters and digits",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["parameters", "name"],
);
