//! Reports resources whose condition is never true.

use std::borrow::Cow;

use crate::Rule;
use crate::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("WD2001"),
    tags: &["resources", "conditions"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    for entry in lint.template.root.get("Resources").and_then(|section| section.as_map()).unwrap_or_default() {
        let Some(condition) = entry.value.entry("Condition") else { continue };
        let Some(name) = condition.value.as_str() else { continue };
        let logic = lint.template.logic();
        if !logic.knows(name) || logic.satisfiable(&[(name, true)]) || logic.exhausted() {
            continue;
        }
        let path = InstancePath::ROOT.names(lint.arena, ["Resources"]).step(lint.arena, Step::Key(entry.key));
        let path = path.step(lint.arena, Step::Key(condition.key));
        const MESSAGE: &str = "The resource is never created: condition {} is false in every deployment";
        sink.report(path, condition.value, message!(MESSAGE, [Operand::Plain(name)]));
    }
}
