//! cfn-lint's JSON decoder, for the errors of documents that it retries as JSON. Valid JSON is read as YAML.

pub(super) mod decode;
