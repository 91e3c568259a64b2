//! Reports interface endpoints of a VPC that are for the same service and enable private DNS.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::cross_resource_state::Note;
use cfn_warden_schema::{Assertion, Context, Evaluation, Violations, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::{Function, function_of};

pub static RULE: Rule = Rule {
    id: RuleId::new("E3064"),
    tags: &["resources", "ec2", "vpc"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::EC2::VPCEndpoint/Properties"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    for (kind, cx) in evaluation.values(assertion.cx, assertion.instance, &["VpcEndpointType"]) {
        if kind.and_then(|kind| kind.as_str()) != Some("Interface") {
            continue;
        }
        for (private, cx) in evaluation.values(&cx, assertion.instance, &["PrivateDnsEnabled"]) {
            if !private.is_some_and(|private| matches!(private.value, Value::Bool(true))) {
                continue;
            }
            for (vpc, cx) in evaluation.values(&cx, assertion.instance, &["VpcId"]) {
                let Some(vpc) = vpc.and_then(|vpc| named(evaluation, vpc)) else {
                    continue;
                };
                for (service, cx) in evaluation.values(&cx, assertion.instance, &["ServiceName"]) {
                    let Some(service) = service.and_then(|service| named(evaluation, service))
                    else {
                        continue;
                    };
                    compare(evaluation, assertion, &cx, (vpc, service), out);
                }
            }
        }
    }
}

/// Returns a string, or the identity of a function, so that equal functions compare equal.
fn named<'a>(evaluation: &Evaluation<'a>, node: Node<'a>) -> Option<&'a str> {
    if let Some(text) = node.as_str() {
        return Some(text);
    }
    let (function, argument) = function_of(node)?;
    let first = if let Value::List([first, ..]) = argument.value {
        *first
    } else {
        argument
    };
    let (word, of) = match function {
        Function::Ref => ("Ref", argument),
        Function::GetAtt => ("GetAtt", first),
        Function::Sub if argument.as_str().is_some() || argument.as_list().is_some() => {
            ("Sub", first)
        }
        _ => return None,
    };
    Some(
        evaluation
            .arena
            .alloc_str(&format!("{word}:{}", python::str(of))),
    )
}

fn compare<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    cx: &Context<'a>,
    (vpc, service): (&'a str, &'a str),
    out: &mut Violations<'a>,
) {
    for note in evaluation.cross_resource_state.of(RULE.id, vpc) {
        if note.text == service
            && evaluation
                .template
                .conditions
                .compatible(cx.conditions, note.conditions)
        {
            const MESSAGE: &str = "Only one Interface VPC Endpoint per service can have 'PrivateDnsEnabled' set to true in a VPC. A \
                         second endpoint will fail to create due to a conflicting private DNS domain.";
            assertion.fail(out, message!(MESSAGE));
        }
    }
    evaluation.cross_resource_state.add(
        RULE.id,
        vpc,
        Note {
            text: service,
            conditions: cx.conditions,
            instance_path: cx.instance_path,
        },
    );
}
