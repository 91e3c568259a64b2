//! Owner of the walk over the whole template: what no other rule claims.

use crate::Rule;

/// E1001
pub static RULE: Rule = Rule::label(
    "E1001",
    "The template has the sections of a template",
    "The top-level sections are known ones, of the right kind, and Resources is there",
    "https://github.com/aws-cloudformation/cfn-lint",
    &["base"],
);
