//! Reports outputs that pass on the output of another stack. Run by E1016.

use cfn_warden_lint::Rule;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violation, Violations, message};

pub static RULE: Rule = Rule::label("W6001", &["outputs", "importvalue"]);

/// Reports a function in the value of an output.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let step = |place| {
        assertion
            .cx
            .instance_path
            .nth(place)
            .and_then(|step| step.text())
    };
    if (step(0), step(2)) != (Some("Outputs"), Some("Value")) {
        return;
    }
    let key = assertion
        .instance
        .as_map()
        .and_then(|entries| entries.first())
        .map(|entry| entry.key);
    let instance_path = key.map_or(assertion.cx.instance_path, |key| {
        assertion
            .cx
            .instance_path
            .step(evaluation.arena, Step::Key(key))
    });
    let message = message!(
        "The output value {} is an import from another output",
        [Operand::Value(assertion.instance)]
    );
    out.push(Violation {
        rule: Some(RULE.id),
        instance_path,
        ..assertion.violation(message)
    });
}
