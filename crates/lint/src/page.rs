//! The pages of `docs/rules`: the only source of a rule's title, description and link.
//!
//! ```markdown
//! # E1010: Fn::GetAtt refers to an unknown resource or attribute
//!
//! One paragraph, which reports use as the description.
//! ...
//! ## Fix
//!
//! One paragraph, which reports show as advice.
//! ...
//! - AWS: [Fn::GetAtt](https://docs.aws.amazon.com/...)
//! - Upstream: [cfn-lint E1010](https://github.com/...)
//! - Findings link to: <https://docs.aws.amazon.com/...>
//! ```
//! `make index` packs these parts, to avoid parsing them at startup.

use std::sync::LazyLock;

use cfn_warden_schema::{Json, JsonObject, Pack, PackError};
use cfn_warden_syntax::finding::RuleId;

/// The parts of a page that reports use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page<'t> {
    /// The rule ID.
    pub id: &'t str,
    /// The problem, in one line.
    pub title: &'t str,
    /// One or two sentences, without the last full stop.
    pub description: &'t str,
    /// How to fix any finding of the rule, in one or two sentences; empty for text that is not a page.
    pub fix: &'t str,
    /// The URL that reports link to, which is cfn-lint's; empty for the few rules to which cfn-lint gives none.
    pub source: &'t str,
}

/// `docs/rules`, packed by `make index`.
static PACK: LazyLock<Result<Pack, PackError>> =
    LazyLock::new(|| Pack::new(cfn_warden_data::PAGES_PACK, cfn_warden_data::PAGES_TEXT));

static PAGES: LazyLock<Option<JsonObject<'static>>> =
    LazyLock::new(|| PACK.as_ref().ok()?.root().as_object());

/// Rules about several mistakes: the advice of their pages lists what to do about each of them, so that most of it is not about
/// a finding.
const OF_SEVERAL_MISTAKES: &[&str] = &[
    "E0001", "E1001", "E1020", "E2001", "E3001", "E3017", "E3048", "E3510", "E3512", "E3688",
    "E3724", "E6003",
];

impl<'t> Page<'t> {
    /// Parses a page.
    ///
    /// # Errors
    /// Returns a message if the heading or the first paragraph is missing.
    pub fn parse(text: &'t str) -> Result<Page<'t>, &'static str> {
        let mut lines = text.lines();
        let heading = lines
            .next()
            .and_then(|line| line.strip_prefix("# ")?.split_once(": "));
        let (id, title) = heading.ok_or("expected `# ID: Title` in the first line")?;
        let paragraph = lines
            .find(|line| !line.is_empty())
            .filter(|line| !line.starts_with('#'));
        let description = paragraph.ok_or("expected a paragraph after the title")?;
        let fix = text
            .split_once("\n## Fix\n\n")
            .and_then(|(_, fix)| fix.lines().next())
            .unwrap_or_default();
        let link = text.lines().find_map(|line| {
            line.strip_prefix("- Findings link to: <")?
                .strip_suffix('>')
        });
        let source = link.unwrap_or_default();
        Ok(Page {
            id,
            title,
            description: description.trim_end_matches('.'),
            fix,
            source,
        })
    }

    /// Returns how to fix a finding of the rule; `None` if that depends on the finding.
    pub fn fix_of_findings(&self) -> Option<&'t str> {
        Some(self.fix).filter(|fix| !fix.is_empty() && !OF_SEVERAL_MISTAKES.contains(&self.id))
    }

    /// Returns the IDs of all rules, in order.
    pub fn ids() -> impl Iterator<Item = &'static str> {
        PAGES
            .iter()
            .flat_map(|pages| pages.entries())
            .map(|(key, _)| key.text)
    }

    /// Returns the pages of all rules, in the order of their IDs.
    pub fn all() -> impl Iterator<Item = Page<'static>> {
        Page::ids().filter_map(Page::of)
    }

    /// Returns the page of a rule; without texts if it has none.
    pub fn of_rule(id: RuleId) -> Page<'static> {
        let id = id.as_str();
        Page::of(id).unwrap_or(Page {
            id,
            title: "",
            description: "",
            fix: "",
            source: "",
        })
    }

    /// Returns the page with an ID. Every rule has one.
    pub fn of(id: &str) -> Option<Page<'static>> {
        let mut texts = PAGES.as_ref()?.get(id)?.items().filter_map(Json::as_str);
        Some(Page {
            id: texts.next()?,
            title: texts.next()?,
            description: texts.next()?,
            fix: texts.next()?,
            source: texts.next()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_title_description_and_link() {
        let text = "# E1: Name `x: y` is wrong\n\nFirst. Second.\n\nMore.\n\n## Fix\n\nDo `this`.\n\n## References\n\n- Findings link to: <https://a>\n";
        let page = Page {
            id: "E1",
            title: "Name `x: y` is wrong",
            description: "First. Second",
            fix: "Do `this`.",
            source: "https://a",
        };
        assert_eq!(Page::parse(text), Ok(page));
        assert!(
            Page::parse("E1\n").is_err()
                && Page::parse("# E1: T\n").is_err()
                && Page::parse("# E1: T\n\n## x\n").is_err()
        );
    }
}
