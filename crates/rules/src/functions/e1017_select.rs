//! Checks the arguments and the result type of `Fn::Select`.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::corrections;
use cfn_warden_lint::function::{self, EVERY_TYPE, FunctionSpec};
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::pack;
use cfn_warden_schema::{Assertion, Evaluation, Json, Pack, Violations, keyword};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::Quirk;
use cfn_warden_template::function::lone_function;

pub static RULE: Rule = Rule {
    id: RuleId::new("E1017"),
    tags: &["functions", "select"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_SELECT, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/select",
    output: EVERY_TYPE,
    resolved_rule: Some(RuleId::new("W1035")),
};

/// Returns the schema with a maximum for the index, which `$data` reads from the list.
fn bounded(schema: Option<Json<'_>>) -> Pack {
    let schema = schema.map(|schema| schema.to_string()).unwrap_or_default();
    pack(&schema.replace(
        r#""minimum":0"#,
        r#""minimum":0,"maximum":{"$data":"/maximum"}"#,
    ))
}

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let argument = lone_function(assertion.instance).map(|(_, entry)| entry.value.value);
    let Some(Value::List(
        [
            _,
            Node {
                value: Value::List(items),
                ..
            },
        ],
    )) = argument
    else {
        return function::check(&SPEC, evaluation, assertion, out);
    };
    let last = i64::try_from(items.len())
        .unwrap_or(i64::MAX)
        .saturating_sub(1);
    let node = |value| Node {
        value,
        ..assertion.instance
    };
    let entry = Entry {
        key: node(Value::Str("maximum")),
        value: node(Value::Int(last)),
    };
    let data = node(Value::Map(evaluation.arena.alloc_slice_copy(&[entry])));
    let name = match evaluation.options.compat.has(Quirk::NestedFunctions) {
        true => SPEC.arguments,
        false => "corrected and bounded other/functions/select",
    };
    let schema = corrections::document(evaluation, SPEC.arguments);
    let bounded = function::Arguments {
        schema: evaluation.knowledge.derived(name, |_| bounded(schema)),
        data: Some(data),
    };
    function::check_with(
        bounded,
        SPEC.output,
        SPEC.resolved_rule,
        evaluation,
        assertion,
        out,
    );
}
