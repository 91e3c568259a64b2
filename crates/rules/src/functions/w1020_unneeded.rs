//! Reports `Fn::Sub` without variables, except in SAM templates. Run by E1019.

use cfn_warden_lint::Rule;
use cfn_warden_schema::resolve::sub_names;
use cfn_warden_schema::{Assertion, Evaluation, Step, Violation, Violations, message};
use cfn_warden_template::Quirk;

pub static RULE: Rule = Rule::label("W1020", &["functions", "sub"]);

/// Reports a string without variables.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    text: &'a str,
    out: &mut Violations<'a>,
) {
    let is_escaping =
        || text.contains("${!") && !evaluation.options.compat.has(Quirk::EscapedVariables);
    if evaluation.template.is_serverless() || sub_names(text).next().is_some() || is_escaping() {
        return;
    }
    let instance_path = assertion
        .cx
        .instance_path
        .step(evaluation.arena, Step::Name("Fn::Sub"));
    let message = message!("'Fn::Sub' isn't needed because there are no variables");
    out.push(Violation {
        rule: Some(RULE.id),
        instance_path,
        ..assertion.violation(message)
    });
}
