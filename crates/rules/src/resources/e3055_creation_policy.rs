//! Checks `CreationPolicy`.

use std::borrow::Cow;

use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::mode::TypeMatching;
use cfn_warden_schema::{Assertion, Context, Evaluation, Operand, Owner, Violations, message};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_template::function::lone_function;
use cfn_warden_template::{Function, Functions};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3055"),
    tags: &["resources", "creationPolicy"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/*/CreationPolicy"], check)]),
};

static FLEET: Inline = LazyLock::new(|| {
    pack(
        r#"{"type": "object", "additionalProperties": false, "properties": {"StartFleet": {"type": "boolean"}}}"#,
    )
});
static GROUP: Inline = LazyLock::new(|| {
    pack(
        r#"{"type": "object", "additionalProperties": false, "properties": {
            "AutoScalingCreationPolicy": {"type": "object", "additionalProperties": false, "properties": {
                "MinSuccessfulInstancesPercent": {"type": "integer"}}},
            "ResourceSignal": {"additionalProperties": false, "type": "object", "properties": {
                "Timeout": {"type": "string"}, "Count": {"type": "integer"}}}}}"#,
    )
});
/// Schema for other types, in which only functions are checked.
static ANYTHING: Inline = LazyLock::new(|| pack("{}"));
static WAIT: Inline = LazyLock::new(|| {
    pack(
        r#"{"type": "object", "additionalProperties": false, "properties": {
            "ResourceSignal": {"additionalProperties": false, "type": "object", "properties": {
                "Timeout": {"type": "string"}, "Count": {"type": "integer"}}}}}"#,
    )
});

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let name = assertion
        .cx
        .instance_path
        .nth(1)
        .and_then(|step| step.text());
    let Some(resource) = name.and_then(|name| evaluation.template.resource(name)) else {
        return;
    };
    if is_bare_select(evaluation, assertion.instance) {
        return assertion.fail(
            out,
            message!(
                "{} is not of type 'object'",
                [Operand::Value(assertion.instance)]
            ),
        );
    }
    let schema = match resource.kind {
        "AWS::AppStream::Fleet" => &FLEET,
        "AWS::AutoScaling::AutoScalingGroup" => &GROUP,
        "AWS::CloudFormation::WaitCondition" => &WAIT,
        _ => &ANYTHING,
    };
    let cx = Context {
        functions: Functions::PROPERTIES,
        types: TypeMatching::Converted,
        ..*assertion.cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema.root(), assertion.instance, out);
    out.attribute(
        mark,
        &Owner {
            rule: RuleId::new("E3055"),
            by_keyword: &[],
        },
    );
}

/// Returns whether a policy is a single `Fn::Select`, which CloudFormation only accepts with the language extensions.
pub(super) fn is_bare_select(evaluation: &Evaluation<'_>, policy: Node<'_>) -> bool {
    let select = matches!(lone_function(policy), Some((Function::Select, _)));
    select && !evaluation.template.has_language_extensions()
}
