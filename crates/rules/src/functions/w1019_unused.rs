//! Reports unused variables of `Fn::Sub`. Run by E1019.

use cfn_warden_lint::Rule;
use cfn_warden_schema::resolve::sub_names;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Step, Violation, Violations, message};
use cfn_warden_syntax::Entry;
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule::label("W1019", &["functions", "sub"]);

/// Reports variables that the string does not use.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    (text, own): (&'a str, &'a [Entry<'a>]),
    out: &mut Violations<'a>,
) {
    if evaluation.options.compat.has(Quirk::UnusedVariables) {
        return;
    }
    let is_used =
        |variable: &&Entry<'a>| sub_names(text).any(|name| variable.key.as_str() == Some(name));
    for variable in own.iter().filter(|variable| !is_used(variable)) {
        let instance_path = assertion
            .cx
            .instance_path
            .step(evaluation.arena, Step::Name("Fn::Sub"))
            .step(evaluation.arena, Step::Index(1));
        let instance_path = instance_path.step(evaluation.arena, Step::Key(variable.key));
        let message = message!(
            "Parameter {} not used in 'Fn::Sub'",
            [Operand::Value(variable.key)]
        );
        out.push(Violation {
            rule: Some(RULE.id),
            instance_path,
            ..assertion.violation(message)
        });
    }
}
