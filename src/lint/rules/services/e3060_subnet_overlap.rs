//! Subnets beside each other.

use std::borrow::Cow;

use crate::document::function::function_of;
use crate::lint::Rule;
use crate::lint::rule::Check;
use crate::lint::rules::related;
use crate::schema::notes::Note;
use crate::schema::python::Network;
use crate::schema::{Context, Fault, Operand, Site, Step, Violation, Violations, Walk};
use crate::syntax::Node;

/// E3060
pub static RULE: Rule = Rule {
    id: "E3060",
    title: "Subnets of a network do not overlap",
    description: "Two subnets of a VPC have addresses in common",
    source: "https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-resource-ec2-subnet.html",
    tags: &["resources", "ec2", "vpc", "subnet"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/AWS::EC2::Subnet/Properties"], check)]),
};

fn check<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    for (vpc, cx) in walk.values(site.cx, site.instance, &["VpcId"]) {
        let Some(vpc) = vpc.and_then(name) else { return };
        for key in ["CidrBlock", "Ipv6CidrBlock"] {
            for (block, cx) in walk.values(&cx, site.instance, &[key]) {
                if let Some(network) = block.and_then(|block| block.as_str()).and_then(Network::read) {
                    compare(walk, site, &cx, (vpc, network), out);
                }
            }
        }
    }
}

/// What a network is called here: its name, or the text that is its id.
fn name<'a>(vpc: Node<'a>) -> Option<&'a str> {
    if function_of(vpc).is_some() { related::name(vpc) } else { vpc.as_str() }
}

/// Compares a subnet with those before it that can be made together with it.
fn compare<'a>(
    walk: &Walk<'a>,
    site: &Site<'a, '_>,
    cx: &Context<'a>,
    (vpc, network): (&'a str, Network),
    out: &mut Violations<'a>,
) {
    let text = &*walk.arena.alloc_str(&network.to_string());
    for note in walk.notes.of(RULE.id, vpc) {
        let overlaps = Network::read(note.text).is_some_and(|other| network.overlaps(other));
        if overlaps && walk.template.conditions.compatible(cx.conditions, note.conditions) {
            let fault = Fault::new("{} overlaps with {}", [Operand::Text(text), Operand::Text(note.text)]);
            // The reference puts the way from the section after the way to the properties.
            let steps = cx.trail.steps().into_iter().skip(1).map(|step| step.text().map_or(step, Step::Name));
            let trail = steps.fold(site.cx.trail, |trail, step| trail.step(walk.arena, step));
            out.push(Violation { trail, ..site.violation(fault) });
        }
    }
    walk.notes.add(Note { rule: RULE.id, group: vpc, text, conditions: cx.conditions, trail: cx.trail });
}
