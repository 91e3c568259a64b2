//! Reports ARNs in `Fn::Sub` with a hard-coded partition, region or account.

use std::borrow::Cow;
use std::sync::LazyLock;

use fancy_regex::Regex;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("I3042"),
    tags: &["resources"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// Matches an ARN. Captures partition, region and account, each a literal or a pseudo parameter.
static ARN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    const PART: &str = r"(\$\{[^:\r\n]*::[^:\r\n]*}|[^:\s]*)";
    Regex::new(&format!(r"arn:{PART}:[^:\s]+:{PART}:{PART}")).ok()
});

/// A part of an ARN: the option that enables its check, and its name in messages.
const PARTS: [(&str, &str); 3] = [
    ("partition", "Partition"),
    ("region", "Region"),
    ("accountId", "AccountId"),
];

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    if lint.template.is_serverless() {
        return;
    }
    let checked = PARTS.map(|(option, _)| match lint.settings.option(RULE.id, option) {
        [] => option == "partition",
        _ => lint.settings.is_set(RULE.id, option),
    });
    // cfn-lint locates findings in Globals as if they were in Resources.
    for section in ["Resources", "Globals"] {
        if let Some(node) = lint.template.root.get(section) {
            Search {
                lint,
                sink,
                checked,
            }
            .search(
                node,
                InstancePath::ROOT.names(lint.arena, ["Resources"]),
                false,
            );
        }
    }
}

struct Search<'s, 'a, 'l> {
    lint: &'s Lint<'a, 'l>,
    sink: &'s mut Sink<'a>,
    checked: [bool; 3],
}

impl<'a> Search<'_, 'a, '_> {
    fn search(&mut self, node: Node<'a>, instance_path: InstancePath<'a>, in_sub: bool) {
        match node.value {
            Value::Map(entries) => {
                for entry in entries {
                    let in_sub = in_sub || entry.key.as_str() == Some("Fn::Sub");
                    self.search(
                        entry.value,
                        instance_path.step(self.lint.arena, Step::Key(entry.key)),
                        in_sub,
                    );
                }
            }
            Value::List(items) => {
                for (index, item) in (0..).zip(items) {
                    self.search(
                        *item,
                        instance_path.step(self.lint.arena, Step::Index(index)),
                        in_sub,
                    );
                }
            }
            Value::Str(text) if in_sub => self.text(node, text, instance_path),
            _ => {}
        }
    }

    fn text(&mut self, node: Node<'a>, text: &'a str, instance_path: InstancePath<'a>) {
        let Some(arn) = ARN.as_ref() else { return };
        let Some(Step::Key(name)) = instance_path.nth(1) else {
            return;
        };
        for found in arn.captures_iter(text).filter_map(Result::ok) {
            for (index, (checked, (_, part))) in self.checked.into_iter().zip(PARTS).enumerate() {
                let value = found
                    .get(index.saturating_add(1))
                    .map_or("", |value| value.as_str());
                if checked && !is_portable(part, value) {
                    const MESSAGE: &str = "ARN in Resource {} contains hardcoded {} in ARN or incorrectly placed Pseudo Parameters";
                    let name = self
                        .lint
                        .arena
                        .alloc_str(&cfn_warden_syntax::python::str(name));
                    self.sink.report(
                        instance_path,
                        node,
                        message!(MESSAGE, [Operand::Plain(name), Operand::Plain(part)]),
                    );
                }
            }
        }
    }
}

/// Returns whether a part of an ARN is portable. A region is compared as a whole, other parts by their start.
fn is_portable(part: &str, value: &str) -> bool {
    let after_variable = || {
        let (name, rest) = value.strip_prefix("${")?.split_once('}')?;
        let plain = !name.is_empty()
            && name
                .chars()
                .all(|letter| letter.is_alphanumeric() || letter == '_');
        plain.then_some(rest)
    };
    match part {
        "Region" => matches!(value, "" | "*" | "${AWS::Region}") || after_variable() == Some(""),
        "Partition" => {
            value.is_empty()
                || value.starts_with(['*'])
                || value.starts_with("${AWS::Partition}")
                || after_variable().is_some()
        }
        _ => {
            let open = ["${AWS::AccountId}", "aws", "lambda", "*"]
                .iter()
                .any(|start| value.starts_with(start));
            value.is_empty() || open || value == "cloudfront" || after_variable().is_some()
        }
    }
}
