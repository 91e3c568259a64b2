//! Reports subnets with overlapping address blocks in the same VPC.

use std::borrow::Cow;

use crate::related;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::cross_resource_state::Note;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, InstancePath, Operand, RelatedValue, Step, Violation,
    Violations, message,
};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python::Network;
use cfn_warden_template::Quirk;
use cfn_warden_template::function::function_of;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3060"),
    tags: &["resources", "ec2", "vpc", "subnet"],
    checks: Cow::Borrowed(&[Check::Value(
        &["Resources/AWS::EC2::Subnet/Properties"],
        check,
    )]),
};

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    for (vpc, cx) in evaluation.values(assertion.cx, assertion.instance, &["VpcId"]) {
        let Some(vpc) = vpc.and_then(name).map(|name| (name, cx.instance_path)) else {
            return;
        };
        let cx = Context {
            instance_path: assertion.cx.instance_path,
            ..cx
        };
        for key in ["CidrBlock", "Ipv6CidrBlock"] {
            for (block, cx) in evaluation.values(&cx, assertion.instance, &[key]) {
                if let Some(network) = block
                    .and_then(|block| block.as_str())
                    .and_then(Network::read)
                {
                    compare(evaluation, assertion, &cx, (vpc, network), out);
                }
            }
        }
    }
}

/// Returns the logical ID or the literal ID of a VPC.
fn name<'a>(vpc: Node<'a>) -> Option<&'a str> {
    if function_of(vpc).is_some() {
        related::name(vpc)
    } else {
        vpc.as_str()
    }
}

/// Compares a subnet with the previous subnets that can exist at the same time.
fn compare<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    cx: &Context<'a>,
    ((vpc, vpc_path), network): ((&'a str, InstancePath<'a>), Network),
    out: &mut Violations<'a>,
) {
    let text = &*evaluation.arena.alloc_str(&network.to_string());
    for note in evaluation.cross_resource_state.of(RULE.id, vpc) {
        let overlaps = Network::read(note.text).is_some_and(|other| network.overlaps(other));
        if overlaps
            && evaluation
                .template
                .conditions
                .compatible(cx.conditions, note.conditions)
        {
            let message = message!(
                "{} overlaps with {}",
                [Operand::Text(text), Operand::Text(note.text)]
            );
            let instance_path = match evaluation.options.compat.has(Quirk::OverlapPath) {
                true => upstream_path(evaluation, assertion, vpc_path, cx.instance_path),
                false => cx.instance_path,
            };
            let other = RelatedValue {
                path: note.instance_path,
                text: "the other subnet",
                is_mutual: false,
            };
            let related = evaluation.arena.keep_all(vec![other]);
            out.push(Violation {
                instance_path,
                related,
                ..assertion.violation(message)
            });
        }
    }
    evaluation.cross_resource_state.add(
        RULE.id,
        vpc,
        Note {
            text,
            conditions: cx.conditions,
            instance_path: cx.instance_path,
        },
    );
}

/// Returns cfn-lint's path: the path of the properties, followed by the path of the VPC without the section, followed
/// by the path of the address block below the properties.
fn upstream_path<'a>(
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    network: InstancePath<'a>,
    addresses: InstancePath<'a>,
) -> InstancePath<'a> {
    let properties = usize::try_from(assertion.cx.instance_path.len()).unwrap_or_default();
    let below = addresses.steps().into_iter().skip(properties);
    let steps = network.steps().into_iter().skip(1).chain(below);
    let named = steps.map(|step| step.text().map_or(step, Step::Name));
    named.fold(assertion.cx.instance_path, |instance_path, step| {
        instance_path.step(evaluation.arena, step)
    })
}
