//! JSON: a scanner for what YAML reads alike, and the decoder that cfn-lint falls back to.

pub(super) mod decode;
pub(super) mod scan;
