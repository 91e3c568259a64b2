//! Reports port ranges that end before they start.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::equal::numeric;
use cfn_warden_schema::values::instance_path;
use cfn_warden_schema::{Message, Step};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;

pub static RULE: Rule = Rule {
    id: RuleId::new("ED1004"),
    tags: &["resources", "ec2", "security group"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// The protocols that have ports: other protocols ignore the range, and that of ICMP is a type and a code.
const WITH_PORTS: &[&str] = &["tcp", "udp", "6", "17"];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|section| section.as_map())
        .unwrap_or_default()
    {
        let kind = entry
            .value
            .get("Type")
            .and_then(|kind| kind.as_str())
            .unwrap_or_default();
        let Some(properties) = entry.value.entry("Properties") else {
            continue;
        };
        let path = vec![
            Step::Name("Resources"),
            Step::Key(entry.key),
            Step::Key(properties.key),
        ];
        let mut check =
            |path: Vec<Step<'a>>, protocol: Option<Node<'a>>, range: Node<'a>, names: [&str; 2]| {
                let is_checked = protocol
                    .map(python::str)
                    .is_some_and(|name| WITH_PORTS.contains(&&*name.to_lowercase()));
                let [Some(first), Some(last)] = names.map(|name| range.entry(name)) else {
                    return;
                };
                let (Some(from), Some(to)) = (numeric(first.value), numeric(last.value)) else {
                    return;
                };
                if !is_checked || from <= to {
                    return;
                }
                let [first_name, last_name] = names;
                let message = format!(
                    "{first_name} ({from}) is greater than {last_name} ({to}); swap the two ports"
                );
                let at = instance_path(lint.arena, &path).step(lint.arena, Step::Key(first.key));
                sink.report(
                    at,
                    first.value,
                    Message::text(lint.arena.alloc_str(&message)),
                );
            };
        let rule_names = ["FromPort", "ToPort"];
        match kind {
            "AWS::EC2::SecurityGroupIngress" | "AWS::EC2::SecurityGroupEgress" => {
                check(
                    path,
                    properties.value.get("IpProtocol"),
                    properties.value,
                    rule_names,
                );
            }
            "AWS::EC2::SecurityGroup" => {
                for list in ["SecurityGroupIngress", "SecurityGroupEgress"] {
                    let Some(list) = properties.value.entry(list) else {
                        continue;
                    };
                    for (index, rule) in (0..).zip(list.value.as_list().unwrap_or_default()) {
                        let mut path = path.clone();
                        path.extend([Step::Key(list.key), Step::Index(index)]);
                        check(path, rule.get("IpProtocol"), *rule, rule_names);
                    }
                }
            }
            "AWS::EC2::NetworkAclEntry" => {
                let Some(range) = properties.value.entry("PortRange") else {
                    continue;
                };
                let mut path = path;
                path.push(Step::Key(range.key));
                check(
                    path,
                    properties.value.get("Protocol"),
                    range.value,
                    ["From", "To"],
                );
            }
            _ => {}
        }
    }
}
