//! Texts of documents in Markdown. An editor renders it: a text must not become an image, a link or a command.

use cfn_warden_syntax::escape::{escape, escape_lines};
use cfn_warden_syntax::{OperandKind, Segment, Text};

/// Characters that start an emphasis, code, a link, an image, a heading, a tag, an entity, a table, a mention or an address.
const MARKS: &str = "\\`*_{}[]<>#!|~:@&";

/// Returns a text that is shown as it is, on one line.
pub(crate) fn text(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut shown = String::with_capacity(line.len());
    for c in escape(&line).chars() {
        // `www.example.com` is a link without any mark.
        if MARKS.contains(c) || c == '.' && shown.to_ascii_lowercase().ends_with("www") {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

/// Returns a text of a finding: its own words and the texts of rules are Markdown, operands are not.
pub(crate) fn prose(text: &Text) -> String {
    let mut shown = String::new();
    let mut is_code = false;
    for segment in text.segments() {
        match segment {
            Segment::Own(words) | Segment::Operand(words, OperandKind::RuleText) => {
                is_code ^= words.matches('`').count() % 2 == 1;
                shown.push_str(words);
            }
            // Code has no escapes.
            Segment::Operand(operand, _) if is_code => {
                shown.push_str(&escape(operand).replace('`', "'"));
            }
            Segment::Operand(operand, _) => shown.push_str(&self::text(operand)),
        }
    }
    shown
}

/// Returns a text as code.
pub(crate) fn code(text: &str) -> String {
    let text = escape(text);
    let marks = "`".repeat(longest_run(&text).saturating_add(1));
    // Spaces separate the marks from backticks at the ends, and are not shown.
    let space = match text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']) {
        true => " ",
        false => "",
    };
    format!("{marks}{space}{text}{space}{marks}")
}

/// Returns a text of several lines as code of a language.
pub(crate) fn block(language: &str, text: &str) -> String {
    let text = escape_lines(text);
    let marks = "`".repeat(longest_run(&text).saturating_add(1).max(3));
    format!("{marks}{language}\n{text}\n{marks}")
}

/// Returns the length of the longest run of backticks.
fn longest_run(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cfn_warden_syntax::{Operand, text};

    #[test]
    fn texts_are_not_markdown() {
        assert_eq!(
            text("![i](https://www.x.example/a)\n# a <b> @c\u{200b}"),
            r"\!\[i\](https\://www\.x.example/a) \# a \<b\> \@c\\u\{200b\}"
        );
        assert_eq!(text("orders, paid"), "orders, paid");
    }

    #[test]
    fn operands_of_findings_are_not_markdown() {
        let fix = text!(
            "Write `{}` for {}; see `a`.",
            Operand::Value("x` ![i](y)"),
            Operand::Name("[b](c)")
        );
        assert_eq!(prose(&fix), r"Write `x' ![i](y)` for \[b\](c); see `a`.");
    }

    #[test]
    fn code_ends_where_the_text_ends() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("`![i](x)"), "`` `![i](x) ``");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(block("yaml", "a\n```\nb"), "````yaml\na\n```\nb\n````");
    }
}
