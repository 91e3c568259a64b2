//! JSON: a fast scanner for documents that mean the same in YAML, and cfn-lint's fallback decoder.

pub(super) mod decode;
pub(super) mod scan;
