//! Reported by E3001 for SAM resources.

use crate::Rule;

/// W3001
pub static RULE: Rule = Rule::label(
    "W3001",
    "Attributes that SAM ignores",
    "An attribute of a SAM resource is none that its transform reads; it belongs under Properties, or nowhere",
    "https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-specification.html",
    &["resources", "serverless"],
);
