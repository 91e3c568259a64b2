//! ID for violations of `prefixItems` in resource properties. Reported by E3002.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label(
    "E3008",
    &["resources", "properties", "array", "prefixItems"],
);
