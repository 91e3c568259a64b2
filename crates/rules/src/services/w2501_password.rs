//! Reports passwords in plain text.

use std::borrow::Cow;
use std::sync::LazyLock;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::pattern::{self, Outcome, Pattern};
use cfn_warden_schema::values;
use cfn_warden_schema::{InstancePath, Message, MessageFormat, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::{Node, Value};

pub static RULE: Rule = Rule {
    id: RuleId::new("W2501"),
    tags: &["parameters", "passwords", "security", "dynamic reference"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

const PASSWORDS: &[&str] = &[
    "AccountPassword",
    "AdminPassword",
    "ADDomainJoinPassword",
    "CrossRealmTrustPrincipalPassword",
    "KdcAdminPassword",
    "Password",
    "DbPassword",
    "MasterUserPassword",
    "PasswordParam",
];

static DYNAMIC: LazyLock<Option<Pattern>> =
    LazyLock::new(|| Pattern::compile(r"^.*{{(resolve:.+)}}.*$").ok());
static OPEN: LazyLock<Option<Pattern>> =
    LazyLock::new(|| Pattern::compile(r"^.*{{resolve:ssm:[a-zA-Z0-9_\.\-/]+(:\d+)?}}.*$").ok());

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint
        .template
        .root
        .get("Resources")
        .and_then(|node| node.as_map())
        .unwrap_or_default()
    {
        for properties in entry.value.as_map().unwrap_or_default() {
            if properties.key.as_str() == Some("Properties") {
                let mut path = vec![
                    Step::Name("Resources"),
                    Step::Key(entry.key),
                    Step::Key(properties.key),
                ];
                let mut search = Search { lint, sink };
                values::visit_keys(
                    properties.value,
                    &mut path,
                    is_password,
                    &mut |path, node| search.value(path, node),
                );
            }
        }
    }
}

fn is_password(key: &str) -> bool {
    // All of the names end with one of these.
    matches!(key.as_bytes().last(), Some(b'd' | b'm')) && PASSWORDS.contains(&key)
}

struct Search<'s, 'a, 'l> {
    lint: &'s Lint<'a, 'l>,
    sink: &'s mut Sink<'a>,
}

impl<'a> Search<'_, 'a, '_> {
    fn value(&mut self, path: &[Step<'a>], node: Node<'a>) {
        let key = path.last().and_then(Step::text);
        if let Some(name) = PASSWORDS.iter().find(|name| key == Some(**name)) {
            self.password(path, name, node);
        }
    }

    fn password(&mut self, path: &[Step<'a>], name: &'static str, used: Node<'a>) {
        match used.value {
            Value::Str(text) if !matches(&DYNAMIC, text) => {
                self.report(
                    path,
                    used,
                    const { MessageFormat::new("Password shouldn't be hardcoded for {}") },
                );
            }
            Value::Str(text) if matches(&OPEN, text) => {
                self.report(
                    path,
                    used,
                    const { MessageFormat::new("Password should use a secure dynamic reference for {}") },
                );
            }
            Value::Map([only]) if only.key.as_str() == Some("Ref") => {
                self.parameter(name, only.value)
            }
            Value::Map([_]) => {}
            Value::Map(_) => self.report(
                path,
                used,
                const { MessageFormat::new("Inappropriate map found for password on {}") },
            ),
            _ => {}
        }
    }

    fn report(&mut self, path: &[Step<'a>], instance: Node<'a>, format: MessageFormat<1>) {
        let arena = self.lint.arena;
        let instance_path = values::instance_path(arena, path);
        let path = Operand::Plain(arena.alloc_str(&instance_path.to_string()));
        self.sink
            .report(instance_path, instance, Message::new(format, [path]));
    }

    /// Checks that a parameter used as a password has `NoEcho`.
    fn parameter(&mut self, used_as: &'static str, name: Node<'a>) {
        let parameters = self.lint.template.root.get("Parameters");
        let Some(parameter) = name.as_str().and_then(|name| parameters?.entry(name)) else {
            return;
        };
        if parameter
            .value
            .get("NoEcho")
            .is_none_or(|hidden| hidden.is_false())
        {
            let arena = self.lint.arena;
            let instance_path = InstancePath::ROOT
                .names(arena, ["Parameters"])
                .step(arena, Step::Key(parameter.key));
            const MESSAGE: &str = "Parameter {} used as {}, therefore NoEcho should be True";
            let operands = [
                Operand::Plain(name.as_str().unwrap_or_default()),
                Operand::Plain(used_as),
            ];
            self.sink
                .report(instance_path, parameter.value, message!(MESSAGE, operands));
        }
    }
}

fn matches(pattern: &Option<Pattern>, text: &str) -> bool {
    pattern
        .as_ref()
        .is_some_and(|pattern| pattern.matches(text, pattern::BUDGET) != Outcome::NoMatch)
}
