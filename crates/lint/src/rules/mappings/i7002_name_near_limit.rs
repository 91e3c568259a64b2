//! Would be reported by E7002 where it looks at names; what E7001 hands it is a length. So it is in the reference.

use crate::Rule;

/// I7002
pub static RULE: Rule = Rule::label(
    "I7002",
    "Nearly too long a name of a mapping",
    "The name of a mapping comes close to how long it may be",
    "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html",
    &["mappings", "limits"],
);
