//! JSON: cfn-lint's decoder, for the errors of documents that it retries as JSON, and the text of a string. Valid JSON is read
//! as YAML.

pub(super) mod decode;
pub(super) mod unescape;
