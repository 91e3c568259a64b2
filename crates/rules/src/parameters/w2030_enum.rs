//! ID for E3030 if the value comes from a parameter. Reported by E3030.

use cfn_warden_lint::Rule;

pub static RULE: Rule = Rule::label(
    "W2030",
    &["parameters", "resources", "property", "allowed value"],
);
