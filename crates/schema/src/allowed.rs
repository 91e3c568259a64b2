//! What a `cfnContext` allows below; see its keyword.

use cfn_warden_template::{Functions, PseudoParameters};

/// What a `cfnContext` allows below; `None` if it does not say.
#[derive(Debug, Clone, Copy)]
pub(super) struct Allowed {
    pub functions: Option<Functions>,
    pub pseudos: Option<PseudoParameters>,
    /// Whether resources cannot be referenced.
    pub no_resources: bool,
}
