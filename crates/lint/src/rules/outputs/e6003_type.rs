//! Reported by E6001: a part of an output is of another type.

use crate::Rule;

/// E6003
pub static RULE: Rule = Rule::label(
    "E6003",
    "The parts of an output are of the right type",
    "An output is no map, or its Description no text, and so on",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/outputs-section-structure.html",
    &["outputs"],
);
