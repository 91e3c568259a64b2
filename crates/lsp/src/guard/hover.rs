//! What a position of a rules text is about, in Markdown.

use std::ops::Range;

use super::keywords;
use super::names::{Kind, Names};
use super::scan::WordKind;
use crate::markdown;
use crate::template::hover::resource_type;
use cfn_warden_guard::syntax::signature;
use cfn_warden_schema::Knowledge;

/// Returns what is known about an offset, and the bytes that it is about. `page` returns the page of a function.
pub fn of(
    knowledge: &Knowledge,
    text: &str,
    offset: usize,
    page: impl Fn(&str) -> Option<&'static str>,
) -> Option<(String, Range<usize>)> {
    let names = Names::of(text);
    let word = names.word_at(offset)?;
    let is_call = text
        .get(word.range.end..)
        .is_some_and(|rest| rest.trim_start().starts_with('('));
    let shown = match word.kind {
        WordKind::Name if word.text.contains("::") => resource_type(knowledge, word.text)?,
        WordKind::Name if is_call && signature::find(word.text).is_some() => {
            page(word.text).map(str::to_owned)?
        }
        _ => match names.declaration_at(offset) {
            Some(declaration) => {
                let shown = match declaration.kind {
                    Kind::Rule => first_line(text, &declaration.span),
                    Kind::Variable => text.get(declaration.span.clone()).unwrap_or_default(),
                };
                let comment = comment_above(text, declaration.span.start);
                format!("{}\n{comment}", markdown::block("", shown.trim_end()))
            }
            None if word.kind == WordKind::Name => keywords::find(word.text)?.to_owned(),
            None => return None,
        },
    };
    Some((shown, word.range.clone()))
}

fn first_line<'t>(text: &'t str, span: &Range<usize>) -> &'t str {
    let line = text
        .get(span.clone())
        .and_then(|text| text.lines().next())
        .unwrap_or_default();
    line.trim_end().trim_end_matches('{')
}

/// Returns the comment on the lines above an offset, without its `#`.
fn comment_above(text: &str, offset: usize) -> String {
    let before = text.get(..offset).unwrap_or_default();
    let before = before
        .get(..before.rfind('\n').map_or(0, |at| at.saturating_add(1)))
        .unwrap_or_default();
    let lines = before
        .lines()
        .rev()
        .map(str::trim_start)
        .map_while(|line| line.strip_prefix('#'));
    let mut lines: Vec<String> = lines.map(markdown::text).collect();
    lines.reverse();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keywords_functions_and_types_have_hovers() {
        let text = "# All buckets.\nlet b = Resources.*\n# Named.\n# Twice.\nrule r when %b !empty {\n  AWS::SNS::Topic { count(%b) }\n  r\n}\n";
        let knowledge = Knowledge::bundled();
        let at = |used: &str| {
            let offset = text.rfind(used).unwrap() + 1;
            of(&knowledge, text, offset, |name| {
                (name == "count").then_some("the page")
            })
            .map(|(text, _)| text)
        };
        assert_eq!(
            at("%b").as_deref(),
            Some("```\nlet b = Resources.*\n```\nAll buckets.")
        );
        assert_eq!(
            at("  r\n").or(at("r\n}")).as_deref(),
            Some("```\nrule r when %b !empty\n```\nNamed.\nTwice.")
        );
        assert!(at("when").unwrap().contains("conditions"));
        assert_eq!(at("count").as_deref(), Some("the page"));
        assert!(at("AWS::SNS").unwrap().contains("**AWS::SNS::Topic**"));
        assert_eq!(at("# All"), None);
    }
}
