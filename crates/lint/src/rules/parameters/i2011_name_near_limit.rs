//! Would be reported by E2011 where it looks at names; what E2001 hands it is a length. So it is in the reference.

use crate::Rule;

/// I2011
pub static RULE: Rule = Rule::label(
    "I2011",
    "Nearly too long a name of a parameter",
    "The name of a parameter comes close to how long it may be",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["parameters", "limits"],
);
