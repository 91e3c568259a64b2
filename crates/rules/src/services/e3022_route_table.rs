//! Reports subnets that are associated with more than one route table.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, RelatedValue, Step, message};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::Quirk;
use cfn_warden_template::condition::identity::identity;

pub static RULE: Rule = Rule {
    id: RuleId::new("E3022"),
    tags: &["resources", "ec2", "subnet", "route table"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// A subnet in an association, with the conditions of the resource and of the property.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Subnet {
    resource: Option<String>,
    property: Option<String>,
    name: String,
}

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let mut associations = Vec::new();
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        let (kind, properties) = (entry.value.get("Type"), entry.value.entry("Properties"));
        let is_association =
            kind.and_then(|kind| kind.as_str()) == Some("AWS::EC2::SubnetRouteTableAssociation");
        let Some(properties) =
            properties.filter(|properties| is_association && !properties.value.is_false())
        else {
            continue;
        };
        let nothing = Node {
            id: properties.value.id,
            value: Value::Null,
        };
        let subnet = properties.value.get("SubnetId").unwrap_or(nothing);
        if matches!(subnet.value, Value::Null) && !lint.settings.compat.has(Quirk::MissingSubnets) {
            continue;
        }
        let condition = entry.value.get("Condition").map(identity);
        let mut subnets = Vec::new();
        collect(subnet, condition.as_ref(), None, &mut subnets);
        associations.push((entry, properties, subnets));
    }
    for (entry, properties, subnets) in &associations {
        for subnet in subnets {
            let names_of = |sought: &Subnet| {
                let all = associations
                    .iter()
                    .flat_map(|(entry, _, subnets)| subnets.iter().map(move |s| (entry.key, s)));
                let sought = sought.clone();
                all.filter(move |(_, subnet)| **subnet == sought)
                    .filter_map(|(key, _)| key.as_str())
                    .collect::<Vec<_>>()
            };
            let bare = Subnet {
                resource: None,
                property: None,
                name: subnet.name.clone(),
            };
            let mut others = names_of(subnet);
            others.retain(|name| entry.key.as_str() != Some(name));
            if *subnet != bare {
                others.extend(names_of(&bare));
            }
            if others.is_empty() {
                continue;
            }
            let instance_path = InstancePath::ROOT
                .names(lint.arena, ["Resources"])
                .step(lint.arena, Step::Key(entry.key));
            let instance_path = instance_path.step(lint.arena, Step::Key(properties.key));
            let (step, instance) = match properties.value.entry("SubnetId") {
                Some(subnet) => (Step::Key(subnet.key), subnet.value),
                None => (Step::Name("SubnetId"), properties.value),
            };
            let own = Operand::Plain(entry.key.as_str().unwrap_or_default());
            let related = others.iter().map(|name| RelatedValue {
                path: InstancePath::ROOT
                    .names(lint.arena, ["Resources", name, "Properties", "SubnetId"]),
                text: "the other association",
                is_mutual: true,
            });
            let related = lint.arena.keep_all(related.collect::<Vec<_>>());
            let others = Operand::Plain(lint.arena.alloc_str(&others.join(", ")));
            let message = message!("SubnetId in {} is also associated with {}", [own, others]);
            sink.report_with(
                instance_path.step(lint.arena, step),
                instance,
                message,
                related,
            );
        }
    }
}

fn collect(
    subnet: Node<'_>,
    resource: Option<&String>,
    property: Option<&String>,
    found: &mut Vec<Subnet>,
) {
    let mut add = |name: String| {
        found.push(Subnet {
            resource: resource.cloned(),
            property: property.cloned(),
            name,
        });
    };
    let Some(entries) = subnet.as_map() else {
        return add(identity(subnet));
    };
    let [only] = entries else { return };
    match (only.key.as_str(), only.value.value) {
        (Some("Fn::If"), Value::List([condition, then, other])) => {
            let condition = identity(*condition);
            collect(*then, resource, Some(&condition), found);
            collect(*other, resource, Some(&condition), found);
        }
        (Some("Ref"), _) => collect(only.value, resource, property, found),
        (Some("Fn::GetAtt"), Value::List([name, attribute, ..])) => {
            if let (Some(name), Some(attribute)) = (name.as_str(), attribute.as_str()) {
                add(identity(Node {
                    id: subnet.id,
                    value: Value::Str(&format!("{name}.{attribute}")),
                }));
            }
        }
        _ => {}
    }
}
