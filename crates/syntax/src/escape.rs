//! Escapes of characters that are not visible.
//!
//! A document is not trusted, and people and programs read texts about it: a line break makes a line of a report, a
//! direction mark changes the order of what follows, and tag characters hide words that only a program sees. In reports, the
//! operands of texts have none of them. Letters of all languages stay.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::finding::{Finding, Subject};
use crate::typed_text::{OperandKind, Text};
use crate::{Path, Step};

/// Returns whether a character has no shape of its own: a control, format or tag character, a variation selector, or a separator of
/// lines. These are the categories Cc, Cf, Zl and Zp of Unicode and `Default_Ignorable_Code_Point`.
///
/// The joiner U+200D is one of them, although it forms emoji such as families: without an escape, two names that differ only in it
/// look the same. The parts of such an emoji stay readable.
pub fn is_invisible(c: char) -> bool {
    match c {
        ' '..='~' => false,
        '\0'..='\u{9f}' | '\u{ad}' | '\u{34f}' => true,
        // Arabic, Syriac and Kaithi marks, Hangul fillers, Khmer vowels, Mongolian selectors.
        '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' => true,
        '\u{890}'..='\u{891}' | '\u{8e2}' | '\u{110bd}' | '\u{110cd}' => true,
        '\u{115f}'..='\u{1160}' | '\u{3164}' | '\u{ffa0}' => true,
        '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' => true,
        // Zero width characters, joiners, marks of direction, separators of lines, invisible operators.
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}' => true,
        // Controls of Egyptian hieroglyphs, shorthand and musical notation.
        '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

/// Appends a character, escaped as Rust writes it if it is not visible: `\n`, `\u{200b}`.
pub fn push_escaped(text: &mut String, c: char) {
    match c {
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        c if is_invisible(c) => {
            // Writing to a string does not fail.
            let _ = write!(text, "\\u{{{:x}}}", u32::from(c));
        }
        c => text.push(c),
    }
}

/// Returns a text in which all characters that are not visible are escaped, also line breaks and tabs.
pub fn escape(text: &str) -> Cow<'_, str> {
    escape_where(text, is_invisible)
}

/// Returns a text with escapes, in which line feeds and tabs stay.
pub fn escape_lines(text: &str) -> Cow<'_, str> {
    escape_where(text, |c| is_invisible(c) && !matches!(c, '\n' | '\t'))
}

fn escape_where(text: &str, is_escaped: impl Fn(char) -> bool + Copy) -> Cow<'_, str> {
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len().saturating_mul(2));
    for c in text.chars() {
        match is_escaped(c) {
            true => push_escaped(&mut escaped, c),
            false => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

impl Text {
    /// Returns whether [`Text::escape`] changes the text.
    pub fn needs_escape(&self) -> bool {
        let mut is_escaped = false;
        self.visit_each(&mut |operand, kind| is_escaped |= operand.contains(escaped_in(kind)));
        is_escaped
    }

    /// Returns the text as it is shown where there is no report: with escaped operands. Own line breaks stay.
    pub fn escaped(&self) -> String {
        let mut text = self.clone();
        text.escape();
        text.to_string()
    }

    /// Escapes the characters of operands that are not visible.
    pub fn escape(&mut self) {
        self.edit_each(&mut |operand, kind| {
            if let Cow::Owned(escaped) = escape_where(operand, escaped_in(kind)) {
                *operand = escaped;
            }
        });
    }
}

/// Defines functions that visit all texts of a finding, to read or to change them: a text that is read and not changed would be
/// an escape that is missing. Edits of fixes stay, which are not shown but made.
macro_rules! visitors {
    ($finding:ident, $path:ident, $text:ident, $string:ident, $result:ty $(, $mutable:tt)?) => {
        fn $finding(finding: &$($mutable)? Finding, result: &mut $result) {
            $text(&$($mutable)? finding.message, result);
            $string(&$($mutable)? finding.file, result);
            if let Some(path) = &$($mutable)? finding.path {
                $path(path, result);
            }
            if let Some(remediation) = &$($mutable)? finding.remediation {
                $text(remediation, result);
            }
            if let Some(fix) = &$($mutable)? finding.fix {
                $text(&$($mutable)? fix.description, result);
            }
            for child in &$($mutable)? finding.children {
                $finding(child, result);
            }
            for related in &$($mutable)? finding.related {
                $path(&$($mutable)? related.path, result);
                $text(&$($mutable)? related.text, result);
            }
            if let Some(documentation) = &$($mutable)? finding.documentation {
                $string(documentation, result);
            }
            if let Some(note) = &$($mutable)? finding.deployments {
                $text(&$($mutable)? note.when, result);
                for (name, value) in &$($mutable)? note.witness {
                    $string(name, result);
                    $string(value, result);
                }
                for unknown in &$($mutable)? note.unknowns {
                    $text(unknown, result);
                }
            }
            if let Some(identity) = &$($mutable)? finding.identity {
                if let Subject::Resource(name) | Subject::Section(name) =
                    &$($mutable)? identity.subject
                {
                    $string(name, result);
                }
                $text(&$($mutable)? identity.part, result);
            }
        }

        fn $path(path: &$($mutable)? Path, result: &mut $result) {
            for step in &$($mutable)? path.0 {
                if let Step::Key(key) = step {
                    $string(key, result);
                }
            }
        }
    };
}

visitors!(check_finding, check_path, check_text, check_string, bool);
visitors!(edit_finding, edit_path, edit_text, edit_string, (), mut);

fn check_text(text: &Text, is_escaped: &mut bool) {
    *is_escaped |= text.needs_escape();
}

fn check_string(text: &str, is_escaped: &mut bool) {
    *is_escaped |= text.contains(is_invisible);
}

fn edit_text(text: &mut Text, _: &mut ()) {
    text.escape();
}

fn edit_string(text: &mut String, _: &mut ()) {
    if let Cow::Owned(escaped) = escape(text) {
        *text = escaped;
    }
}

impl Finding {
    /// Returns whether [`Finding::escape`] changes the finding.
    pub fn needs_escape(&self) -> bool {
        let mut is_escaped = false;
        check_finding(self, &mut is_escaped);
        is_escaped
    }

    /// Escapes the characters of all texts that are not visible.
    pub fn escape(&mut self) {
        edit_finding(self, &mut ());
    }
}

impl Path {
    /// Returns whether [`Path::escape`] changes the path.
    pub fn needs_escape(&self) -> bool {
        let mut is_escaped = false;
        check_path(self, &mut is_escaped);
        is_escaped
    }

    /// Escapes the characters of keys that are not visible.
    pub fn escape(&mut self) {
        edit_path(self, &mut ());
    }
}

/// Returns which characters are escaped in operands of a kind. Texts of rules may have several lines.
fn escaped_in(kind: OperandKind) -> fn(char) -> bool {
    match kind {
        OperandKind::RuleText => |c| is_invisible(c) && !matches!(c, '\n' | '\t'),
        OperandKind::Value | OperandKind::Name | OperandKind::Known => is_invisible,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Operand, text};

    #[test]
    fn what_is_not_visible_is_escaped_and_languages_stay() {
        assert_eq!(
            escape("a\n\t\r\u{1b}[2J\u{85}\u{e0049}\u{200b}\u{202e}\u{feff}\u{ad}\u{fe0f}"),
            "a\\n\\t\\r\\u{1b}[2J\\u{85}\\u{e0049}\\u{200b}\\u{202e}\\u{feff}\\u{ad}\\u{fe0f}"
        );
        assert_eq!(escape_lines("a\n\tb\u{200d}"), "a\n\tb\\u{200d}");
        for text in ["مرحبا", "שלום", "日本語", "é ü ß", "👩🚀😀", "a b", "हिन्दी"]
        {
            assert_eq!(escape(text), text);
        }
        assert_eq!(escape("👩\u{200d}🚀"), "👩\\u{200d}🚀");
    }

    #[test]
    fn operands_are_escaped_and_own_words_and_lines_of_rules_stay() {
        let mut text = text!(
            "own\n{} {}",
            Operand::Value("a\nb"),
            Text::rule_text("c\nd\u{200b}")
        );
        assert!(text.needs_escape());
        text.escape();
        assert_eq!(text, "own\na\\nb c\nd\\u{200b}");
        assert!(!text.needs_escape());
    }
}
