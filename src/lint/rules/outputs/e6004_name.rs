//! Speaks for patterns in the schema of the section, which has none: a name that does not fit is an additional property,
//! which E6001 reports; so it is in the reference.

use crate::lint::Rule;

/// E6004
pub static RULE: Rule = Rule::label(
    "E6004",
    "Names of outputs are letters and digits",
    "The name of an output has other characters than letters and digits",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/outputs-section-structure.html",
    &["outputs"],
);
