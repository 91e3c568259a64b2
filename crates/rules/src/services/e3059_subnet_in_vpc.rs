//! Checks that the address blocks of subnets are inside those of their VPC.

use std::borrow::Cow;

use crate::related;
use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::Check;
use cfn_warden_schema::{
    Assertion, Context, Evaluation, InstancePath, Message, Operand, SchemaPath, Violations, message,
};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python::Network;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::reference::graph::VertexKind;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3059"),
    tags: &["resources", "ec2", "vpc", "subnet"],
    checks: Cow::Borrowed(&[Check::Value(&["Resources/AWS::EC2::VPC/Properties"], check)]),
};

/// Properties that request address blocks from a pool or from AWS.
const DYNAMIC: &[&str] = &[
    "Ipv4IpamPoolId",
    "Ipv6IpamPoolId",
    "Ipv6Pool",
    "AmazonProvidedIpv6CidrBlock",
];

fn check<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let own: Option<Vec<_>> = blocks(evaluation, assertion.cx, assertion.instance)
        .into_iter()
        .map(|(network, _)| network)
        .collect();
    let Some(mut spaces) = own else { return };
    // A VPC only has IPv6 blocks from separate resources.
    spaces.retain(|network| matches!(network, Network::V4(..)));
    let Some(name) = assertion
        .cx
        .instance_path
        .nth(1)
        .and_then(|step| step.text())
    else {
        return;
    };
    let mut is_open = false;
    for (properties, cx) in referring(evaluation, assertion.cx, name, "AWS::EC2::VPCCidrBlock") {
        for (network, _) in blocks(evaluation, &cx, properties) {
            match network {
                Some(network) => spaces.push(network),
                None => is_open = true,
            }
        }
    }
    if is_open {
        return;
    }
    for (properties, cx) in referring(evaluation, assertion.cx, name, "AWS::EC2::Subnet") {
        for (network, cx) in blocks(evaluation, &cx, properties) {
            let outside = |network: &Network| !spaces.iter().any(|space| network.is_within(*space));
            let Some(network) = network.filter(outside) else {
                continue;
            };
            if let Some(message) = message_for(evaluation, network, &spaces) {
                related::fail_at(assertion, out, cx.instance_path, message);
            }
        }
    }
}

/// Returns the violation for a subnet that is outside of all address blocks.
fn message_for<'a>(
    evaluation: &Evaluation<'a>,
    network: Network,
    spaces: &[Network],
) -> Option<Message<'a>> {
    let is_v4 = |network: &Network| matches!(network, Network::V4(..));
    let alike = spaces
        .iter()
        .filter(|space| is_v4(space) == is_v4(&network));
    let alike: Vec<_> = alike
        .map(|space| &*evaluation.arena.alloc_str(&space.to_string()))
        .collect();
    let text = Operand::Text(evaluation.arena.alloc_str(&network.to_string()));
    match (alike.is_empty(), is_v4(&network)) {
        // Every VPC has an IPv4 block. If none is found, it is not known.
        (true, true) => None,
        (true, false) => Some(message!(
            "{} is specified on a VPC that has no ipv6 networks defined",
            [text]
        )),
        (false, _) => {
            let alike = Operand::Names(evaluation.arena.alloc_slice_copy(&alike));
            Some(message!("{} is not a valid subnet of {}", [text, alike]))
        }
    }
}

/// Returns the properties of the resources of a type that refer to a VPC, once per reference.
fn referring<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    name: &str,
    kind: &str,
) -> Vec<(Node<'a>, Context<'a>)> {
    let Some(graph) = evaluation.template.graph() else {
        return Vec::new();
    };
    let root = Context {
        instance_path: InstancePath::ROOT,
        schema_path: SchemaPath::ROOT,
        ..*cx
    };
    let sources = graph
        .referring(name)
        .filter(|vertex| vertex.holder == VertexKind::Resource(kind));
    let properties = sources.flat_map(|source| {
        evaluation.values(
            &root,
            evaluation.template.root,
            &["Resources", source.name, "Properties"],
        )
    });
    properties
        .filter_map(|(node, cx)| Some((node?, cx)))
        .collect()
}

/// Returns the address blocks in properties; `None` for a block that is not known before deployment.
fn blocks<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    properties: Node<'a>,
) -> Vec<(Option<Network>, Context<'a>)> {
    let values = |key| {
        let found = evaluation.values(cx, properties, &[key]).into_iter();
        found.filter_map(|(value, cx)| {
            Some((
                value.filter(|value| !matches!(value.value, Value::Null))?,
                cx,
            ))
        })
    };
    let dynamic = DYNAMIC
        .iter()
        .flat_map(|key| values(key))
        .map(|(_, cx)| (None, cx));
    let written = ["CidrBlock", "Ipv6CidrBlock"].into_iter().flat_map(values);
    let written = written.map(|(value, cx)| (value.as_str().and_then(Network::read), cx));
    dynamic.chain(written).collect()
}
