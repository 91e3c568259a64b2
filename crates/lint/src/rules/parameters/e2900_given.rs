//! Reported by [`given`](crate::given): a value given for a parameter does not fit it.

use crate::Rule;

/// E2900
pub static RULE: Rule = Rule::label(
    "E2900",
    "Values given for parameters fit them",
    "A value from the command line, a parameter file or a deployment file is not allowed, is for no parameter, or is missing",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/parameters-section-structure.html",
    &["parameters"],
);
