//! Plain words for findings about the text of a document, which are not violations of a schema.

use super::shown::code_name;
use crate::page::Page;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Text, text};

/// Fixes of these findings that are more exact than the page of their rule.
const FIXES: &[(&str, &str, &str)] = &[
    (
        "E0000",
        "Duplicate found",
        "Rename one of the keys, merge them, or remove the one that is not needed.",
    ),
    (
        "E0001",
        "Error transforming template: Duplicate",
        "Remove the repeated item from the collection of the loop, or use the loop's variable in the key.",
    ),
    (
        "W1101",
        "",
        "Copy the value in place of the alias, or deploy the template that `aws cloudformation package` writes.",
    ),
];

/// Returns a finding in plain words, with how to fix it, unless it has that already.
pub fn finding(finding: Finding) -> Finding {
    if finding.remediation.is_some() {
        return finding;
    }
    let id = &*finding.rule.id;
    let own = FIXES
        .iter()
        .find(|(rule, begins, _)| *rule == id && finding.message.starts_with(begins));
    let page = || Page::of(id)?.fix_of_findings().map(Text::own);
    let remediation = own.map(|(.., fix)| Text::own(fix)).or_else(page);
    Finding {
        message: sentence(id, &finding.message).unwrap_or_else(|| finding.message.on_one_line()),
        remediation,
        ..finding
    }
}

/// Returns the plain sentence for one of cfn-lint.
fn sentence(id: &str, message: &str) -> Option<Text> {
    let quoted = || {
        let name = message.split(['\'', '"']).nth(1)?;
        Some(code_name(name))
    };
    match id {
        "E0000" if message.starts_with("Duplicate found") => {
            Some(text!("the key {} occurs more than once in this object", quoted()?))
        }
        "E0000" if message.starts_with("Unhashable type") => Some(
            "a key is a list or an object; in a template that is filled in later, write `\"{{ name }}\"` in quotes"
                .into(),
        ),
        "E0001" => {
            let name = message.strip_prefix("Error transforming template: Duplicate ")?;
            let name = name.strip_suffix(" while doing transformation")?;
            Some(text!("the loops of the template create the key {} more than once", code_name(name)))
        }
        "W1101" => Some(text!(
            "CloudFormation does not read the YAML alias {}; `aws cloudformation package` and AWS SAM replace it",
            quoted()?
        )),
        _ => None,
    }
}
