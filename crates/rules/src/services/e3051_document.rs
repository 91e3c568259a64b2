//! Checks the `Content` of an SSM document.

use std::borrow::Cow;

use bumpalo::Bump;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::mode::{Origin, TypeMatching};
use cfn_warden_schema::violation::is_named_function;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, Message, Owner, Violation, Violations, keyword,
};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{self as syntax, Entry, Node, NodeId, Value};
use cfn_warden_template::{Functions, Quirk};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3051"),
    tags: &["properties", "ssm", "document"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::SSM::Document/Properties/Content"],
        check,
    )]),
};

/// Types of documents with a format of their own: iCalendar, configurations of AppConfig and their JSON Schema,
/// templates.
const OWN_FORMATS: &[&str] = &[
    "ApplicationConfiguration",
    "ApplicationConfigurationSchema",
    "ChangeCalendar",
    "CloudFormation",
    "ConformancePackTemplate",
    "DeploymentStrategy",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    if has_own_format(evaluation, assertion) && !evaluation.options.compat.has(Quirk::DocumentTypes)
    {
        return;
    }
    let follows_cfn_lint = evaluation.options.compat.has(Quirk::DocumentText);
    let (cx, document) = match assertion.instance.as_str() {
        None => (*assertion.cx, assertion.instance),
        // cfn-lint cannot parse literal strings in the template, only strings that functions resolve to.
        Some(_) if follows_cfn_lint && !is_function_result(assertion.cx) => {
            return fail(
                evaluation,
                assertion,
                "Template could not be parsed: a string or stream input is required",
                out,
            );
        }
        Some(text) => match document_of(evaluation, assertion.instance.id, text) {
            Ok(document) => (
                Context {
                    functions: Functions::NONE,
                    ..*assertion.cx
                },
                document,
            ),
            Err(words) => return fail(evaluation, assertion, &words, out),
        },
    };
    let Some(schema) = evaluation.knowledge.document("other/ssm/document") else {
        return;
    };
    let cx = Context {
        base: schema,
        types: TypeMatching::Exact,
        ..cx
    };
    let mark = out.len();
    evaluation.check(&cx, schema, document, out);
    let claimed = |one: &&mut Violation<'a>| {
        !is_named_function(one.keyword) && one.keyword != keyword::CFN_LINT
    };
    out.since(mark)
        .iter_mut()
        .filter(claimed)
        .for_each(|violation| violation.rule = Some(RULE.id));
    out.attribute(
        mark,
        &Owner {
            rule: RULE.id,
            by_keyword: &[],
        },
    );
}

/// Returns whether the content of a document of this type does not have a `schemaVersion`.
fn has_own_format(evaluation: &Evaluation<'_>, assertion: &Assertion<'_, '_>) -> bool {
    let steps = assertion.cx.instance_path.steps();
    let Some(resource) = steps
        .get(1)
        .and_then(|step| step.text())
        .and_then(|name| evaluation.template.resource(name))
    else {
        return false;
    };
    let document_type = resource
        .node
        .get("Properties")
        .and_then(|properties| properties.get("DocumentType"));
    document_type.is_some_and(|kind| kind.as_str().is_none_or(|kind| OWN_FORMATS.contains(&kind)))
}

fn fail<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    why: &str,
    out: &mut Violations<'a>,
) {
    let words = format!("Document is not valid ({})", python::repr_str(why));
    assertion.fail(out, Message::text(evaluation.arena.alloc_str(&words)));
}

/// Returns whether a string is the result of a function.
fn is_function_result(cx: &Context<'_>) -> bool {
    cx.origin != Origin::Written
        && matches!(
            cx.instance_path.last().and_then(|step| step.text()),
            Some("Fn::Sub" | "Fn::Join" | "Ref")
        )
}

/// Parses the document in a string. All its nodes have the location of the string. Returns a message on failure.
fn document_of<'a>(
    evaluation: &Evaluation<'a>,
    id: NodeId,
    text: &'a str,
) -> Result<Node<'a>, String> {
    let parsed = syntax::parse(evaluation.arena, text, "None");
    if let Some(error) = parsed.errors.into_iter().next() {
        return Err(error.message.to_string());
    }
    let null = Node {
        id,
        value: Value::Null,
    };
    Ok(parsed
        .tree
        .map_or(null, |tree| with_id(evaluation.arena, id, tree.root)))
}

fn with_id<'a>(arena: &'a Bump, id: NodeId, node: Node<'a>) -> Node<'a> {
    let value = match node.value {
        Value::List(items) => {
            Value::List(arena.keep_all(items.iter().map(|item| with_id(arena, id, *item))))
        }
        Value::Map(entries) => Value::Map(arena.keep_all(entries.iter().map(|entry| Entry {
            key: Node { id, ..entry.key },
            value: with_id(arena, id, entry.value),
        }))),
        scalar => scalar,
    };
    Node { id, value }
}
