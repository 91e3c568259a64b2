//! Reported by E3710 for services that will end.

use crate::Rule;

/// W3696
pub static RULE: Rule = Rule::label(
    "W3696",
    "Resources of services that will be shut down",
    "The service of this resource type has an announced end",
    "https://docs.aws.amazon.com/general/latest/gr/sunset_services.html",
    &["resources", "lifecycle"],
);
