//! What a user can set about checks of keywords, and what they are told of the world.

use cfn_warden_template::{Compat, Nested};

/// Settings of the keyword rules.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// E3012: a value must have the very type.
    pub strict_types: bool,
    /// E3031: values that need not match a pattern, as patterns.
    pub pattern_exceptions: &'a [String],
    /// Where the reference is wrong and that is wanted.
    pub compat: Compat,
    /// What the templates declare that this one names as nested stacks.
    pub nested: &'a [Nested],
    /// The day, UTC: `2026-11-21`. Such dates compare as texts.
    pub today: &'a str,
}
