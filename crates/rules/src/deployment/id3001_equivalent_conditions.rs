//! Reports conditions that always have the same value.

use std::borrow::Cow;

use cfn_warden_lint::Rule;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{InstancePath, Operand, Step, message};
use cfn_warden_syntax::finding::RuleId;

pub static RULE: Rule = Rule {
    id: RuleId::new("ID3001"),
    tags: &["conditions"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// The number of conditions up to which all pairs are compared.
const MOST: usize = 50;

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let conditions = lint
        .template
        .root
        .get("Conditions")
        .and_then(|section| section.as_map())
        .unwrap_or_default();
    if conditions.len() < 2 {
        return;
    }
    let logic = lint.template.logic();
    // Conditions with a constant value are the subject of W8003.
    let varies =
        |name: &str| logic.satisfiable(&[(name, true)]) && logic.satisfiable(&[(name, false)]);
    let mut earlier: Vec<&str> = Vec::new();
    for entry in conditions.iter().take(MOST) {
        let Some(name) = entry
            .key
            .as_str()
            .filter(|name| logic.knows(name) && varies(name))
        else {
            continue;
        };
        let is_same = |other: &&&str| {
            logic.implies(&[(name, true)], other)
                && logic.implies(&[(other, true)], name)
                && !logic.exhausted()
        };
        if let Some(other) = earlier.iter().find(is_same) {
            let path = InstancePath::ROOT
                .names(lint.arena, ["Conditions"])
                .step(lint.arena, Step::Key(entry.key));
            const MESSAGE: &str = "The condition always has the same value as {}";
            sink.report(
                path,
                entry.value,
                message!(MESSAGE, [Operand::Plain(other)]),
            );
        } else {
            earlier.push(name);
        }
    }
}
