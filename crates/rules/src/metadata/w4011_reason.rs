//! Reports resource contexts without a reason. Also finds the resources that context rules check.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::pattern::Pattern;
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Entry, Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("W4011"),
    tags: &["metadata", "context"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// Metadata key of a context.
pub(super) const CONTEXT: &str = "com.aws.cloudformation.Context";

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in resources_to_describe(lint, RULE.id) {
        let Some(context) = context(entry.value).filter(|context| context.as_map().is_some())
        else {
            continue;
        };
        let has_reason = context
            .get("why")
            .and_then(|why| why.as_str())
            .is_some_and(|why| !why.trim().is_empty());
        let conf = context.get("trust").and_then(|trust| trust.get("conf"));
        if has_reason || conf.and_then(|conf| conf.as_str()) == Some("low") {
            continue;
        }
        const MESSAGE: &str = "{}: Metadata.com.aws.cloudformation.Context has no 'why'. Add 'why': purpose + notable choices, \
                     telegraphic style (e.g. \"buffer order events async; FIFO rejected (throughput > ordering)\") -- or \
                     set trust to {src: infer, conf: low, note: \"rationale not documented\"}. Never restate the \
                     Type/logical id/property values.";
        let message = message!(
            MESSAGE,
            [Operand::Plain(entry.key.as_str().unwrap_or_default())]
        );
        let instance_path = InstancePath::ROOT
            .names(lint.arena, ["Resources"])
            .step(lint.arena, Step::Key(entry.key));
        sink.report(
            instance_path.names(lint.arena, ["Metadata", CONTEXT]),
            entry.value,
            message,
        );
    }
}

/// Returns the resources that need a context. Excludes CDK templates and resources that constructs generate.
pub(super) fn resources_to_describe<'a>(lint: &Lint<'a, '_>, rule: RuleId) -> Vec<Entry<'a>> {
    if lint.template.is_from_cdk() {
        return Vec::new();
    }
    const INCIDENTAL: &str = "^LogRetention|(?<=[a-z])Provider(?=framework)|frameworkonEvent|frameworkisComplete\
                              |frameworkonTimeout|^AWS679f53fac002430cb0da5b7982bd2287$";
    let configured = lint
        .settings
        .option(rule, "additional_incidental_patterns")
        .iter()
        .map(String::as_str);
    let patterns: Vec<Pattern> = configured
        .chain([INCIDENTAL])
        .filter_map(|pattern| Pattern::compile(pattern).ok())
        .collect();
    let is_described = |entry: &&Entry<'a>| {
        let is_typed = entry
            .value
            .get("Type")
            .is_some_and(|kind| !matches!(kind.value, Value::Null));
        let name = entry.key.as_str().filter(|_| is_typed);
        let fits = |name: &str, pattern: &Pattern| {
            lint.evaluation
                .budget
                .matches(|steps| pattern.try_search(name, steps))
        };
        name.is_some_and(|name| !patterns.iter().any(|pattern| fits(name, pattern)))
    };
    let resources = lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default();
    resources.iter().filter(is_described).copied().collect()
}

/// Returns the context of a resource, in any form.
pub(super) fn context(resource: Node<'_>) -> Option<Node<'_>> {
    resource
        .get("Metadata")?
        .get(CONTEXT)
        .filter(|context| !matches!(context.value, Value::Null))
}
