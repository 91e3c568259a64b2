//! Reports resources and templates without context metadata.

use std::borrow::Cow;

use super::w4011_reason::{CONTEXT, context, resources_to_describe};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::Entry;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;

pub static RULE: Rule = Rule {
    id: RuleId::new("I4010"),
    tags: &["metadata", "context"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// Types of resources that are described by the context of the resource they belong to.
const SUBORDINATE: &[&str] = &[
    "AWS::IAM::Policy",
    "AWS::Lambda::Permission",
    "AWS::Logs::LogGroup",
    "AWS::Logs::LogStream",
    "AWS::S3::BucketPolicy",
    "AWS::SNS::TopicPolicy",
    "AWS::SQS::QueuePolicy",
];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let missing: Vec<_> = resources_to_describe(lint, RULE.id)
        .into_iter()
        .filter(|entry| is_missing(lint, entry))
        .collect();
    let metadata = lint.template.root.get("Metadata");
    if missing.len() >= 2
        && metadata
            .and_then(|metadata| metadata.entry(CONTEXT))
            .is_none()
    {
        const MESSAGE: &str = "This template is missing a top-level Metadata.com.aws.cloudformation.Context block describing its \
                     architecture. Add top-level Metadata.com.aws.cloudformation.Context and set 'arch' to a concise \
                     summary of the template's high-level resource and data flow. Add 'must' as a list only for known \
                     cross-cutting constraints; otherwise omit it. Do not guess or invent constraints.";
        let instance_path = match lint.template.root.entry("Metadata") {
            Some(entry) => InstancePath::ROOT.step(lint.arena, Step::Key(entry.key)),
            None => InstancePath::ROOT.names(lint.arena, ["Metadata"]),
        };
        sink.report(instance_path, lint.template.root, message!(MESSAGE));
    }
    let Some(first) = missing.first() else { return };
    let name = |entry: &Entry<'a>| {
        let kind = entry
            .value
            .get("Type")
            .map_or_else(|| "unknown type".to_owned(), python::str);
        format!("{} ({kind})", entry.key.as_str().unwrap_or_default())
    };
    let names = lint
        .arena
        .alloc_str(&missing.iter().map(name).collect::<Vec<_>>().join(", "));
    const NOT_DESCRIBED: &str = "These architecture-relevant resources are missing Metadata.com.aws.cloudformation.Context: {}. For each \
                 listed resource, add Metadata.com.aws.cloudformation.Context. Set 'why' to the resource's purpose or \
                 design rationale. If the rationale is not documented, set trust to {src: infer, conf: low, note: \
                 \"rationale not documented\"} instead of guessing. Add 'must' as a list only for known constraints whose \
                 violation would break the system; otherwise omit it. Leave unlisted resources unchanged.";
    let instance_path = InstancePath::ROOT
        .names(lint.arena, ["Resources"])
        .step(lint.arena, Step::Key(first.key));
    sink.report(
        instance_path,
        first.value,
        message!(NOT_DESCRIBED, [Operand::Plain(names)]),
    );
}

fn is_missing<'a>(lint: &Lint<'a, '_>, entry: &Entry<'a>) -> bool {
    let kind = entry
        .value
        .get("Type")
        .and_then(|kind| kind.as_str())
        .unwrap_or_default();
    let own = lint.settings.option(RULE.id, "additional_low_value_types");
    let config = || {
        entry
            .value
            .get("Metadata")?
            .get("cfn-lint")?
            .get("config")?
            .get("ignore_checks")?
            .as_list()
    };
    let is_ignored = config()
        .into_iter()
        .flatten()
        .any(|id| id.as_str() == Some(RULE.id.as_str()));
    let is_subordinate = SUBORDINATE.contains(&kind)
        || own.iter().any(|one| one == kind)
        || kind.ends_with("::MODULE");
    context(entry.value).is_none() && !is_ignored && !is_subordinate
}
