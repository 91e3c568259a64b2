//! The pages of the `terraform` ruleset.

use std::collections::BTreeSet;

use cfn_warden::report::pages::Kind;
use cfn_warden_lint::Page;
use cfn_warden_terraform::RULES;

use super::{all, form, is_of_terraform, section};
use crate::guard::language_reference::blocks;
use crate::support::annotation;
use crate::terraform::rules::found;

/// File, line and column.
type Place = (String, u32, u32);

/// The marked and the reported findings of a rule in the module below a heading.
fn findings(id: &str, page: &str, heading: &str) -> (BTreeSet<Place>, BTreeSet<Place>) {
    // Fences begin a line.
    let text = format!("\n{}", section(page, heading).unwrap_or_default());
    let mut files = Vec::new();
    let mut marked = BTreeSet::new();
    for block in blocks(&text) {
        let name = block.words[0].strip_prefix("file=").unwrap().to_owned();
        // JSON has no comments.
        if name.ends_with(".json") && text.contains("\nThe finding is at the first character.") {
            marked.insert((name.clone(), 1, 1));
        }
        let places = annotation::read(&block.text).into_iter();
        marked.extend(places.map(|one| (name.clone(), one.line, one.column)));
        files.push((name, block.text));
    }
    assert!(!files.is_empty(), "no files below {heading}");
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let reported = found(&files, &[id])
        .into_iter()
        .filter(|finding| finding.rule.id == id);
    let place = |file: String, at: cfn_warden_syntax::Position| (file, at.line, at.column);
    (
        marked,
        reported
            .map(|finding| place(finding.file, finding.span.start))
            .collect(),
    )
}

#[test]
fn pages_of_terraform_rules_hold() {
    let pages = all(Kind::Rule);
    for (id, page) in pages.iter().filter(|(id, _)| is_of_terraform(id)) {
        let mut sections = vec![
            ("Why it matters", ""),
            ("References", "(https://developer.hashicorp.com/"),
            ("References", "\n- Since: "),
        ];
        // TFLint leaves this one to `terraform validate`.
        if id != "terraform_provider_schema" {
            sections.push((
                "References",
                "(https://github.com/terraform-linters/tflint-ruleset-terraform/",
            ));
        }
        assert_eq!(form(id, page, &sections), [""; 0], "{id}");
        let rule = RULES.iter().find(|rule| rule.id == id).unwrap();
        let parsed = Page::parse(page).unwrap();
        assert_eq!(
            (parsed.title, parsed.description),
            (rule.title, rule.description.trim_end_matches('.')),
            "{id}"
        );
        let (marked, reported) = findings(id, page, "Bad");
        assert!(!marked.is_empty(), "{id} is not marked");
        assert_eq!(marked, reported, "{id}");
        assert_eq!(findings(id, page, "Good"), Default::default(), "{id}");
    }
}
