//! Checks the actions in policies against the known services and permissions.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{Assertion, Evaluation, Operand, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::wildcard;

pub static RULE: Rule = Rule {
    id: RuleId::new("W3037"),
    tags: &["properties", "iam", "permissions"],
    checks: Cow::Borrowed(&[Check::Value(
        &["AWS::IAM::Policy/Properties/PolicyDocument/Statement/Action"],
        check,
    )]),
};

/// Resource types with policies about their own service only.
const OWN_SERVICES: &[(&str, &str)] = &[
    ("AWS::S3::BucketPolicy", "s3"),
    ("AWS::SQS::QueuePolicy", "sqs"),
    ("AWS::SNS::TopicPolicy", "sns"),
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    // SAM policies contain actions that do not exist: serverless-application-model issue 3633.
    if evaluation.template.is_serverless() {
        return;
    }
    let Some(services) = evaluation.knowledge.document("specs/Policies") else {
        return;
    };
    let own = assertion
        .cx
        .schema_path
        .nth(1)
        .and_then(|kind| OWN_SERVICES.iter().find(|(of, _)| *of == kind));
    let actions = assertion
        .instance
        .as_list()
        .unwrap_or(std::slice::from_ref(&assertion.instance));
    for action in actions
        .iter()
        .filter_map(|action| action.as_str())
        .filter(|action| *action != "*")
    {
        let Some((written_service, written_permission)) = action.split_once(':') else {
            const MESSAGE: &str =
                "{} is not a valid action. Must be of the form service:action or '*'";
            return assertion.fail(out, message!(MESSAGE, [Operand::Text(action)]));
        };
        let service = lower(evaluation, written_service);
        let permission = lower(evaluation, written_permission);
        let mut unknown = |name, names: &[&'a str], written: &[&'a str]| {
            let names = Operand::Names(evaluation.arena.alloc_slice_copy(names));
            let message = message!("{} is not one of {}", [Operand::Text(name), names]);
            let written = written.iter().copied().map(Operand::Text);
            assertion.fail(out, message.with_facts(written));
        };
        if let Some((_, only)) = own.filter(|(_, only)| *only != service) {
            unknown(service, &[*only], &[written_service]);
        }
        let Some(known) = services.get(service) else {
            unknown(
                service,
                &services
                    .entries()
                    .map(|(name, _)| name.text)
                    .collect::<Vec<_>>(),
                &[written_service],
            );
            continue;
        };
        let known = known.get("Actions").and_then(|actions| actions.as_object());
        let names = known.into_iter().flat_map(|known| known.keys());
        let is_known = match permission.contains(['*', '?']) {
            true => names_any(evaluation, permission, names.clone()),
            false => known.is_some_and(|known| known.has(permission)),
        };
        if !is_known {
            unknown(
                permission,
                &names.collect::<Vec<_>>(),
                &[written_permission, written_service],
            );
        }
    }
}

/// Returns whether a permission with wildcards names any of these permissions.
fn names_any<'a>(
    evaluation: &Evaluation<'a>,
    permission: &str,
    mut names: impl Iterator<Item = &'a str>,
) -> bool {
    // The characters that a pattern of many asterisks is read for at most, in a step.
    const CHARACTERS_PER_STEP: usize = 64;
    let pattern = wildcard::collapsed(permission);
    let steps = (pattern.len() / CHARACTERS_PER_STEP).saturating_add(1) as u64;
    // cfn-lint makes a regular expression of it, in which other characters have a meaning, too.
    let is_plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '*' | '?' | '-' | '_' | ':' | '/');
    if pattern.chars().all(is_plain) {
        return names.any(|name| !evaluation.spend(steps) || wildcard::matches(&pattern, name));
    }
    let pattern = format!("^{}$", pattern.replace('*', ".*").replace('?', "."));
    names.any(|name| evaluation.begins(&pattern, name))
}

fn lower<'a>(evaluation: &Evaluation<'a>, text: &str) -> &'a str {
    evaluation
        .arena
        .alloc_str(&cfn_warden_syntax::python::lower(text))
}
