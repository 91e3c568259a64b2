//! Checks where secrets of Secrets Manager are used. Run by E1050.

use cfn_warden_lint::Rule;
use cfn_warden_schema::{Assertion, Operand, Violation, Violations, message};

pub static RULE: Rule = Rule::label("E1051", &["functions", "dynamic reference"]);

/// Reports a reference outside of properties and parameter defaults.
pub fn check<'a>(assertion: &Assertion<'a, '_>, reference: &'a str, out: &mut Violations<'a>) {
    let step = |place| {
        assertion
            .cx
            .instance_path
            .nth(place)
            .and_then(|step| step.text())
    };
    if matches!(
        (step(0), step(2)),
        (Some("Resources"), Some("Properties")) | (Some("Parameters"), Some("Default"))
    ) {
        return;
    }
    const MESSAGE: &str =
        "Dynamic reference {} to secrets manager can only be used in resource properties";
    out.push(Violation {
        rule: Some(RULE.id),
        ..assertion.violation(message!(MESSAGE, [Operand::Text(reference)]))
    });
}
