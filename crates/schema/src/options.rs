//! User settings that affect keyword checks, and facts about the environment.

use super::mode::TypeMatching;
use cfn_warden_template::{Compat, Nested};

/// Settings of the keyword rules.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a> {
    /// E3012: how types are compared.
    pub types: TypeMatching,
    /// E3031: values that do not have to match a pattern, given as patterns.
    pub pattern_exceptions: &'a [String],
    /// Compatibility with known errors of cfn-lint.
    pub compat: Compat,
    /// The declarations of templates that this one uses as nested stacks.
    pub nested: &'a [Nested],
    /// The current date in UTC, as in `2026-11-21`; dates in this format are compared as strings.
    pub today: &'a str,
}
