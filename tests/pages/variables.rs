//! The pages of the rules for values of Terraform variables.

use std::collections::BTreeSet;

use cfn_warden::report::pages::Kind;
use cfn_warden_lint::Page;
use cfn_warden_terraform::variables::RULES;

use super::{all, form, is_of_variables, section};
use crate::guard::language_reference::blocks;
use crate::support::annotation;
use crate::terraform::variables::{STRICT, checked};

/// File, line, column and rule.
type Place = (String, u32, u32, String);

/// The marked and the reported findings of the module and the values below a heading.
fn findings(page: &str, heading: &str) -> (BTreeSet<Place>, BTreeSet<Place>) {
    // Fences begin a line.
    let text = format!("\n{}", section(page, heading).unwrap_or_default());
    let mut files = Vec::new();
    let mut marked = BTreeSet::new();
    for block in blocks(&text) {
        let name = block.words[0].strip_prefix("file=").unwrap().to_owned();
        let places = annotation::read(&block.text).into_iter();
        marked.extend(places.map(|one| (name.clone(), one.line, one.column, one.rule)));
        files.push((name, block.text));
    }
    assert!(!files.is_empty(), "no files below {heading}");
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let reported = checked(&files, STRICT, |run| {
        assert!(run.incomplete.is_empty(), "{:?}", run.incomplete);
        let place = |finding: &cfn_warden_syntax::finding::Finding| {
            let at = finding.span.start;
            (
                finding.file.clone(),
                at.line,
                at.column,
                finding.rule.id.to_string(),
            )
        };
        run.findings.iter().map(place).collect()
    });
    (marked, reported)
}

#[test]
fn pages_of_variable_rules_hold() {
    let pages = all(Kind::Rule);
    for (id, page) in pages.iter().filter(|(id, _)| is_of_variables(id)) {
        let sections = [
            ("Why it matters", ""),
            ("References", "(https://developer.hashicorp.com/"),
            ("References", "\n- Since: "),
        ];
        assert_eq!(form(id, page, &sections), [""; 0], "{id}");
        let rule = RULES.iter().find(|rule| rule.id == id).unwrap();
        let parsed = Page::parse(page).unwrap();
        assert_eq!(
            (parsed.title, parsed.description),
            (rule.title, rule.description.trim_end_matches('.')),
            "{id}"
        );
        let (marked, reported) = findings(page, "Bad");
        assert_eq!(marked, reported, "{id}");
        assert!(
            marked.iter().any(|(.., rule)| rule == id),
            "{id} is not marked"
        );
        assert_eq!(findings(page, "Good"), Default::default(), "{id}");
    }
}
