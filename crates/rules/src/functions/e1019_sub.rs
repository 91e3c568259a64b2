//! Checks `Fn::Sub`: its arguments, and that every variable refers to an existing name.

use std::borrow::Cow;

use super::{w1019_unused, w1020_unneeded, w1051_secret_arn};
use cfn_warden_lint::Rule;
use cfn_warden_lint::function::{self, FunctionSpec};
use cfn_warden_lint::message::render;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::inline::{Inline, pack};
use cfn_warden_schema::mode::{AttachedRules, TypeMatching};
use cfn_warden_schema::resolve::sub_names;
use cfn_warden_schema::types::{Type, Types};
use cfn_warden_schema::{
    Assertion, Context, Evaluation, InstancePath, Message, Step, Violations, keyword,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Entry, Node, Value};
use cfn_warden_template::Quirk;
use cfn_warden_template::function::{Function, function_of, lone_function};

pub static RULE: Rule = Rule {
    id: RuleId::new("E1019"),
    tags: &["functions", "sub"],
    checks: Cow::Borrowed(&[Check::Keyword(keyword::FN_SUB, check)]),
};

const SPEC: FunctionSpec = FunctionSpec {
    arguments: "other/functions/sub",
    output: Types::of(&[Type::String]),
    resolved_rule: Some(RuleId::new("W1031")),
};

static STRING: Inline = Inline::new(|| pack(r#"{"type": ["string"]}"#));

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let mut found = out.alike();
    function::check(&SPEC, evaluation, assertion, &mut found);
    if !found.is_empty() {
        return out.extend(found);
    }
    let Some((_, entry)) = lone_function(assertion.instance) else {
        return;
    };
    let (text, own) = match entry.value.value {
        Value::List([text, own]) => (text.as_str(), own.as_map().unwrap_or_default()),
        _ => (entry.value.as_str(), Default::default()),
    };
    let Some(text) = text else { return };
    check_variables(evaluation, assertion, entry, (text, own), &mut found);
    if !found.is_empty() {
        return out.extend(found);
    }
    w1019_unused::check(evaluation, assertion, (text, own), out);
    w1020_unneeded::check(evaluation, assertion, text, out);
    w1051_secret_arn::check_sub(evaluation, assertion, text, out);
}

fn check_variables<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    entry: Entry<'a>,
    (text, own): (&'a str, &'a [Entry<'a>]),
    found: &mut Violations<'a>,
) {
    // A variable whose value is a `Ref` to its own name does not define the name.
    let is_own = |name: &str| {
        own.iter()
            .filter(|variable| variable.key.as_str() == Some(name))
            .any(|variable| match function_of(variable.value) {
                Some((Function::Ref, to)) => to.as_str() != Some(name),
                _ => true,
            })
    };
    let inside = evaluation.below(assertion.cx, Step::Key(entry.key), None);
    let cx = Context {
        types: TypeMatching::Exact,
        attached_rules: AttachedRules::Skip,
        base: STRING.root(),
        ..inside
    };
    for name in sub_names(text) {
        let function = match name.contains('.') {
            true if is_stage(evaluation, name) || is_generated(evaluation, name) => continue,
            true => "Fn::GetAtt",
            false if is_own(name) => continue,
            false => "Ref",
        };
        let node = |text| Node {
            value: Value::Str(text),
            ..assertion.instance
        };
        let reference = Entry {
            key: node(function),
            value: node(name),
        };
        let reference = Node {
            value: Value::Map(evaluation.arena.alloc_slice_copy(&[reference])),
            ..assertion.instance
        };
        let mark = found.len();
        evaluation.check(&cx, STRING.root(), reference, found);
        if found.len() == mark {
            continue;
        }
        let (written, name) = (python::repr(reference), python::repr_str(name));
        for violation in found.since(mark) {
            let message = render(&violation.kind);
            if message.contains(&written) {
                violation.kind = Message::text(
                    evaluation
                        .arena
                        .alloc_str(&message.replace(&written, &name)),
                )
                .into();
            }
            let was = violation.instance_path;
            violation.children.iter_mut().for_each(|child| {
                child.instance_path =
                    rebased(evaluation, child.instance_path, was, inside.instance_path)
            });
            violation.instance_path = inside.instance_path;
            violation.keyword = assertion.keyword;
        }
    }
}

/// Moves a path from below one path to below another.
fn rebased<'a>(
    evaluation: &Evaluation<'a>,
    instance_path: InstancePath<'a>,
    from: InstancePath<'a>,
    to: InstancePath<'a>,
) -> InstancePath<'a> {
    instance_path
        .steps()
        .into_iter()
        .skip(from.len() as usize)
        .fold(to, |instance_path, step| {
            instance_path.step(evaluation.arena, step)
        })
}

/// Returns whether a name is the one of a resource that SAM generates, which SAM replaces by its logical ID:
/// `Function.Alias`.
fn is_generated(evaluation: &Evaluation<'_>, name: &str) -> bool {
    let is_corrected = !evaluation
        .options
        .compat
        .has(Quirk::ServerlessSpecification);
    is_corrected
        && evaluation.template.is_serverless()
        && evaluation.template.resource(name).is_some()
}

/// Returns whether a name is the stage that SAM generates for an API: `Api.Stage`.
fn is_stage(evaluation: &Evaluation<'_>, name: &str) -> bool {
    let Some((api, "Stage")) = name.rsplit_once('.') else {
        return false;
    };
    let kind = |name: &str| {
        evaluation
            .template
            .resource(name)
            .map(|resource| resource.kind)
    };
    let is_api = matches!(
        kind(api),
        Some("AWS::Serverless::Api" | "AWS::Serverless::HttpApi")
    );
    is_api
        && matches!(
            kind(&format!("{api}Stage")),
            Some("AWS::ApiGateway::Stage" | "AWS::ApiGatewayV2::Stage")
        )
}
