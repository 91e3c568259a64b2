//! Reports subnets with overlapping address blocks in the same VPC.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::Check;
use crate::rules::related;
use cfn_warden_schema::cross_resource_state::Note;
use cfn_warden_schema::{Context, InstancePath, Operand, Site, Step, Violation, Violations, Walk, message};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python::Network;
use cfn_warden_template::Quirk;
use cfn_warden_template::function::function_of;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3060"),
    tags: &["resources", "ec2", "vpc", "subnet"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/AWS::EC2::Subnet/Properties"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    for (vpc, cx) in walk.values(site.cx, site.instance, &["VpcId"]) {
        let Some(vpc) = vpc.and_then(name).map(|name| (name, cx.trail)) else { return };
        let cx = Context { trail: site.cx.trail, ..cx };
        for key in ["CidrBlock", "Ipv6CidrBlock"] {
            for (block, cx) in walk.values(&cx, site.instance, &[key]) {
                if let Some(network) = block.and_then(|block| block.as_str()).and_then(Network::read) {
                    compare(walk, site, &cx, (vpc, network), out);
                }
            }
        }
    }
}

/// Returns the logical ID or the literal ID of a VPC.
fn name<'a>(vpc: Node<'a>) -> Option<&'a str> {
    if function_of(vpc).is_some() { related::name(vpc) } else { vpc.as_str() }
}

/// Compares a subnet with the previous subnets that can exist at the same time.
fn compare<'a>(
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    cx: &Context<'a>,
    ((vpc, vpc_path), network): ((&'a str, InstancePath<'a>), Network),
    out: &mut Violations<'a>,
) {
    let text = &*walk.arena.alloc_str(&network.to_string());
    for note in walk.cross_resource_state.of(RULE.id, vpc) {
        let overlaps = Network::read(note.text).is_some_and(|other| network.overlaps(other));
        if overlaps && walk.template.conditions.compatible(cx.conditions, note.conditions) {
            let message = message!("{} overlaps with {}", [Operand::Text(text), Operand::Text(note.text)]);
            let trail = match walk.options.compat.has(Quirk::OverlapPath) {
                true => upstream_path(walk, site, vpc_path, cx.trail),
                false => cx.trail,
            };
            out.push(Violation { trail, ..site.violation(message) });
        }
    }
    walk.cross_resource_state.add(RULE.id, vpc, Note { text, conditions: cx.conditions, trail: cx.trail });
}

/// Returns cfn-lint's path: the path of the properties, followed by the path of the VPC without the section, followed
/// by the path of the address block below the properties.
fn upstream_path<'a>(
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    network: InstancePath<'a>,
    addresses: InstancePath<'a>,
) -> InstancePath<'a> {
    let properties = usize::try_from(site.cx.trail.len()).unwrap_or_default();
    let below = addresses.steps().into_iter().skip(properties);
    let steps = network.steps().into_iter().skip(1).chain(below);
    let named = steps.map(|step| step.text().map_or(step, Step::Name));
    named.fold(site.cx.trail, |trail, step| trail.step(walk.arena, step))
}
