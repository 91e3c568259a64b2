//! Reported by E3710 for services in maintenance.

use crate::Rule;

/// W3697
pub static RULE: Rule = Rule::label(
    "W3697",
    "Resources of services in maintenance",
    "The service of this resource type takes no new customers or features",
    "https://docs.aws.amazon.com/general/latest/gr/maintenance_services.html",
    &["resources", "lifecycle"],
);
