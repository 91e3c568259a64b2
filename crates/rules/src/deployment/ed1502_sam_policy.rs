//! Reports entries of `Policies` that SAM does not understand: unknown policy templates, missing parameters.

use std::borrow::Cow;

use crate::sam::{self, Located};
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{Json, Operand, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::names::nearest;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1502"),
    tags: &["serverless", "iam"],
    checks: Cow::Borrowed(&[Check::Serverless(check)]),
};

/// Policy templates and their parameters.
const TEMPLATES: &str = "serverless/policy-templates";

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let Some(templates) = lint.evaluation.knowledge.document(TEMPLATES) else {
        return;
    };
    for resource in sam::resources(lint)
        .into_iter()
        .filter(|one| matches!(one.kind, "Function" | "StateMachine"))
    {
        let Some(policies) = resource.properties.filled("Policies") else {
            continue;
        };
        if policies.node.as_list().is_some() {
            policies
                .items()
                .for_each(|policy| check_policy(templates, policy, sink));
        } else {
            check_policy(templates, policies, sink);
        }
    }
}

fn check_policy<'a>(templates: Json<'a>, policy: Located<'a>, sink: &mut Sink<'a>) {
    if !policy.is_map() || policy.get("Statement").is_some() || policy.node.is_false() {
        return;
    }
    let mut entries = policy.entries();
    let (Some((name, parameters)), None) = (entries.next(), entries.next()) else {
        const MESSAGE: &str = "an entry of 'Policies' must be the name or ARN of a managed policy, a policy document with \
                               'Statement', or a policy template with its parameters";
        return policy.report(sink, message!(MESSAGE));
    };
    let Some(known) = templates.get(name) else {
        let names = templates.as_object().into_iter().flat_map(|all| all.keys());
        return match nearest(name, names) {
            Some(near) => {
                let operands = [Operand::Text(name), Operand::Text(near)];
                parameters.report(
                    sink,
                    message!(
                        "policy template {} does not exist; did you mean {}?",
                        operands
                    ),
                );
            }
            None => {
                const MESSAGE: &str = "policy template {} does not exist; add a policy document with 'Statement' instead";
                parameters.report(sink, message!(MESSAGE, [Operand::Text(name)]));
            }
        };
    };
    if !parameters.is_map() {
        let operands = [Operand::Text(name), Operand::Plain("{}")];
        const MESSAGE: &str =
            "policy template {} needs a map of its parameters; if it has none, write {}";
        return parameters.report(sink, message!(MESSAGE, operands));
    }
    for needed in known.items().filter_map(Json::as_str) {
        if parameters.get(needed).is_none() {
            let operands = [Operand::Text(needed), Operand::Text(name)];
            parameters.report(
                sink,
                message!("parameter {} of policy template {} is missing", operands),
            );
        }
    }
}
