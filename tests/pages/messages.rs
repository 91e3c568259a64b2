//! The plain words of every rule: the messages and fixes of the bad examples, recorded in `tests/pages/messages.txt`.

use bumpalo::Bump;
use cfn_warden_lint::{self as lint, Settings, Wording};

use super::{all, examples, is_of_terraform, is_of_variables, settings};
use crate::recorded;
use cfn_warden::report::pages::Kind;

/// The lines of a rule: each message, and how to fix it.
fn lines(id: &str, page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for example in examples(page, "Bad") {
        let arena = Bump::new();
        let name = format!("template.{}", example.language);
        let input = lint::Input {
            name: &name,
            text: example.template,
            ..lint::Input::default()
        };
        let settings = Settings {
            wording: Wording::Plain,
            ..settings(&example.options)
        };
        let parsed = cfn_warden_syntax::parse(&arena, example.template, &name);
        let findings = match &parsed.tree {
            Some(tree) if parsed.errors.is_empty() => {
                lint::lint(&arena, tree, &input, &settings).findings
            }
            _ => lint::unreadable(&parsed.errors, &input, &settings),
        };
        for finding in findings.iter().filter(|finding| finding.rule.id == id) {
            found.push(format!("{id} {}", finding.message.replace('\n', " ")));
            found.push(format!(
                "      {}",
                finding.remediation.as_deref().unwrap_or("-")
            ));
        }
    }
    found
}

#[test]
fn every_rule_has_its_recorded_words() {
    let mut pages = all(Kind::Rule);
    pages.retain(|(id, _)| !is_of_variables(id) && !is_of_terraform(id));
    let said: Vec<String> = pages
        .iter()
        .flat_map(|(id, page)| lines(id, page))
        .collect();
    assert!(said.len() > 600, "{}", said.len());
    // A placeholder without a value leaves a gap.
    let is_gap = |line: &&String| line.trim_start().contains("  ") || line.contains("``");
    assert_eq!(said.iter().find(is_gap), None);
    recorded::compare(
        &recorded::root().join("tests/pages/messages.txt"),
        &(said.join("\n") + "\n"),
    );
}
