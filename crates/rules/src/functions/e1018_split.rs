//! Checks the arguments and the result type of `Fn::Split`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{
    Assertion, Evaluation, Operand, Step, Violation, Violations, keyword, message,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::lone_function;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1018"),
    tags: &["functions", "split"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_SPLIT, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/split",
    output: Types::of(&[Type::Array]),
    resolved_rule: Some(RuleId::new("W1033")),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let mut found = out.alike();
    function::check(&SPEC, evaluation, assertion, &mut found);
    if !found.is_empty() {
        return out.extend(found);
    }
    let Some((_, entry)) = lone_function(assertion.instance) else {
        return;
    };
    let Value::List([_, source]) = entry.value.value else {
        return;
    };
    if has_dynamic_reference(*source) {
        let instance_path = assertion
            .cx
            .instance_path
            .step(evaluation.arena, Step::Key(entry.key))
            .step(evaluation.arena, Step::Index(1));
        let message = message!(
            "{} does not support dynamic references",
            [Operand::Value(entry.key)]
        );
        out.push(Violation {
            instance_path,
            ..assertion.violation(message)
        });
    }
}

/// Returns whether the JSON of a value contains `{{resolve:...}}`, as cfn-lint checks it.
fn has_dynamic_reference(node: Node<'_>) -> bool {
    match node.value {
        Value::Str(text) => text
            .split_once("{{resolve:")
            .is_some_and(|(_, rest)| rest.contains("}}")),
        Value::List(items) => items.iter().any(|item| has_dynamic_reference(*item)),
        Value::Map(entries) => entries
            .iter()
            .any(|entry| has_dynamic_reference(entry.value)),
        _ => false,
    }
}
