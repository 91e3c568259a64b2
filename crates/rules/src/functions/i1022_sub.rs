//! Reports an `Fn::Join` with an empty delimiter that `Fn::Sub` can replace. Run by E1022.

use cfn_warden_lint::Rule;
use cfn_warden_schema::{Assertion, Evaluation, Step, Violation, Violations, message};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::Function;
use cfn_warden_template::function::lone_function;

pub static RULE: Rule = Rule::label("I1022", &["functions", "sub", "join"]);

/// Reports a join that a string with variables can replace.
pub fn check<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let Some(entry) = assertion
        .instance
        .as_map()
        .and_then(|entries| entries.first())
    else {
        return;
    };
    let Some(
        [
            Node {
                value: Value::Str(""),
                ..
            },
            parts,
            ..,
        ],
    ) = entry.value.as_list()
    else {
        return;
    };
    if evaluation.template.is_from_cdk()
        || !parts
            .as_list()
            .is_some_and(|parts| parts.iter().all(|part| fits(*part)))
    {
        return;
    }
    let instance_path = assertion
        .cx
        .instance_path
        .step(evaluation.arena, Step::Key(entry.key))
        .step(evaluation.arena, Step::Index(0));
    let message = message!("Prefer using Fn::Sub over Fn::Join with an empty delimiter");
    out.push(Violation {
        rule: Some(RULE.id),
        instance_path,
        ..assertion.violation(message)
    });
}

/// Returns whether an item can be part of an `Fn::Sub` string.
fn fits(part: Node<'_>) -> bool {
    let Some([_]) = part.as_map() else {
        return true;
    };
    match lone_function(part) {
        Some((Function::Sub, entry)) => entry.value.as_str().is_some(),
        Some((function, _)) => matches!(function, Function::Ref | Function::GetAtt),
        None => false,
    }
}
