//! Texts of findings, in which the program's own words and what comes from elsewhere are told apart.
//!
//! Values of documents are masked and escaped when they are shown, own words are not. The two are told apart where a text is
//! built, because a finished text does not show it any more: [`text!`](crate::text!) takes own words as literals, and
//! everything else as [`Operand`] or [`Known`]. There is no conversion from `String`.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, Range};

/// A text for people. Its operands are what does not come from the program itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text {
    text: String,
    /// The operands in ascending order. They do not overlap; adjacent ones may touch.
    operands: Vec<OperandRange>,
}

/// What an operand of a text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OperandKind {
    /// A value of the document, or a text that contains one. Secrets in it are masked.
    Value,
    /// A key of the document or a name that it declares. Secrets in it are masked.
    Name,
    /// A word of a schema, a rule, a provider, a file name or a version. It is escaped like a value, and never masked.
    Known,
    /// A text that a rules file has for people. It is never masked, and keeps its line breaks.
    RuleText,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct OperandRange {
    start: usize,
    end: usize,
    kind: OperandKind,
}

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Segment<'t> {
    /// Words of the program.
    Own(&'t str),
    /// What does not come from the program.
    Operand(&'t str, OperandKind),
}

/// A value, key or name of a document as an argument of [`text!`](crate::text!).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand<'a> {
    /// A value.
    Value(&'a str),
    /// A key, or a name that the document declares.
    Name(&'a str),
}

/// A word that does not come from the document as an argument of [`text!`](crate::text!): of a schema, a rule or a provider, or
/// the name of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known<'a>(pub &'a str);

/// An argument of [`text!`](crate::text!).
pub trait ToText {
    /// Appends the argument to a text.
    fn append_to(&self, text: &mut Text);
}

/// A text with `N` placeholders `{}`.
#[derive(Debug, Clone, Copy)]
pub struct TextFormat<const N: usize>(&'static str);

/// Creates a [`Text`] from a literal or a constant with placeholders `{}` and their values.
///
/// ```
/// use cfn_warden_syntax::{Known, Operand, text};
///
/// let key = String::from("Colour");
/// let message = text!("`{}` is not a property of `{}`", Operand::Name(&key), Known("AWS::SNS::Topic"));
/// assert_eq!(message, "`Colour` is not a property of `AWS::SNS::Topic`");
/// ```
///
/// A value of a document cannot be taken for own words:
///
/// ```compile_fail
/// use cfn_warden_syntax::text;
///
/// let key = String::from("Colour");
/// text!("`{}` is not a property", key.as_str());
/// ```
///
/// Another number of values does not compile:
///
/// ```compile_fail
/// use cfn_warden_syntax::text;
///
/// text!("{} is not a property of {}", 1);
/// ```
#[macro_export]
macro_rules! text {
    ($format:expr $(, $argument:expr)* $(,)?) => {
        $crate::Text::from_format(
            const { $crate::TextFormat::new($format) },
            [$(&$argument as &dyn $crate::ToText),*],
        )
    };
}

impl OperandKind {
    /// Returns whether operands of this kind come from the document, so that they may be secret.
    pub fn is_of_document(self) -> bool {
        match self {
            OperandKind::Value | OperandKind::Name => true,
            OperandKind::Known | OperandKind::RuleText => false,
        }
    }
}

impl<const N: usize> TextFormat<N> {
    /// Creates a format. Evaluated at compile time, a wrong number of placeholders is a compile error.
    pub const fn new(text: &'static str) -> TextFormat<N> {
        assert!(
            placeholder_count(text) == N,
            "the number of placeholders differs from the number of values"
        );
        TextFormat(text)
    }
}

/// Counts the occurrences of `{}`.
pub const fn placeholder_count(text: &str) -> usize {
    let mut rest = text.as_bytes();
    let mut count = 0;
    while let [_, tail @ ..] = rest {
        rest = match rest {
            [b'{', b'}', tail @ ..] => {
                count += 1;
                tail
            }
            _ => tail,
        };
    }
    count
}

impl Text {
    /// Returns a text that is a value of a document, or that contains values at unknown places: all of it is masked and escaped.
    pub fn operand(text: impl Into<String>) -> Text {
        Text::of_kind(text.into(), OperandKind::Value)
    }

    /// Returns a text that does not come from the document: of a schema, a rule or a provider.
    pub fn known(text: impl Into<String>) -> Text {
        Text::of_kind(text.into(), OperandKind::Known)
    }

    /// Returns a text that a rules file has for people, which may have several lines.
    pub fn rule_text(text: impl Into<String>) -> Text {
        Text::of_kind(text.into(), OperandKind::RuleText)
    }

    /// Returns a text of own words.
    pub fn own(text: &'static str) -> Text {
        Text {
            text: text.to_owned(),
            operands: Vec::new(),
        }
    }

    fn of_kind(text: String, kind: OperandKind) -> Text {
        let mut operands = Vec::new();
        if !text.is_empty() {
            operands.push(OperandRange {
                start: 0,
                end: text.len(),
                kind,
            });
        }
        Text { text, operands }
    }

    /// Returns a format with its values. Use [`text!`](crate::text!).
    pub fn from_format<const N: usize>(
        TextFormat(format): TextFormat<N>,
        arguments: [&dyn ToText; N],
    ) -> Text {
        let mut text = Text::default();
        let mut arguments = arguments.into_iter();
        for (index, words) in format.split("{}").enumerate() {
            if index > 0
                && let Some(argument) = arguments.next()
            {
                argument.append_to(&mut text);
            }
            text.text.push_str(words);
        }
        text
    }

    /// Returns texts with own words between them.
    pub fn join(texts: impl IntoIterator<Item = Text>, separator: &'static str) -> Text {
        let mut joined = Text::default();
        for (index, text) in texts.into_iter().enumerate() {
            if index > 0 {
                joined.text.push_str(separator);
            }
            text.append_to(&mut joined);
        }
        joined
    }

    /// Appends own words, a text or an operand.
    pub fn push(&mut self, argument: impl ToText) {
        argument.append_to(self);
    }

    /// Appends own words that a function changes, such as their quotes.
    pub fn push_changed(&mut self, words: &'static str, change: impl FnOnce(&str) -> String) {
        self.text.push_str(&change(words));
    }

    fn push_operand(&mut self, operand: &str, kind: OperandKind) {
        if operand.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(operand);
        self.operands.push(OperandRange {
            start,
            end: self.text.len(),
            kind,
        });
    }

    /// Returns a part of the text.
    pub fn part(&self, range: Range<usize>) -> Text {
        let mut part = Text::default();
        let mut start = 0_usize;
        for segment in self.segments() {
            let (words, kind) = match segment {
                Segment::Own(words) => (words, None),
                Segment::Operand(operand, kind) => (operand, Some(kind)),
            };
            let end = start.saturating_add(words.len());
            let common = range.start.max(start)..range.end.min(end);
            if common.start < common.end {
                let words = self.slice(common);
                match kind {
                    None => part.text.push_str(words),
                    Some(kind) => part.push_operand(words, kind),
                }
            }
            start = end;
        }
        part
    }

    /// Returns the text in which each line break of own words is a space. Those of operands stay, which are escaped when they are
    /// shown.
    pub fn on_one_line(&self) -> Text {
        let mut text = Text::default();
        for segment in self.segments() {
            let Segment::Own(words) = segment else {
                text.push(segment);
                continue;
            };
            for (index, line) in words.split('\n').enumerate() {
                if index == 0 {
                    text.text.push_str(line);
                    continue;
                }
                if !text.text.ends_with(' ') {
                    text.text.push(' ');
                }
                text.text.push_str(line.trim_start());
            }
        }
        text
    }

    /// Returns the text in which a value is replaced by another one, also where own words are equal to it.
    pub fn replace_value(&self, value: &str, replacement: &str) -> Text {
        let mut replaced = Text::default();
        let mut done = 0_usize;
        for (start, _) in self.text.match_indices(value) {
            replaced.push(self.part(done..start));
            replaced.push_operand(replacement, OperandKind::Value);
            done = start.saturating_add(value.len());
        }
        replaced.push(self.part(done..self.text.len()));
        replaced
    }

    /// Returns the text without white space at its end.
    pub fn trimmed_end(&self) -> Text {
        self.part(0..self.text.trim_end().len())
    }

    /// Returns the positions of own words. What operands contain is not found.
    fn find_own(&self, words: &str) -> Vec<usize> {
        let mut positions = Vec::new();
        let mut start = 0_usize;
        for segment in self.segments() {
            let length = match segment {
                Segment::Own(own) => {
                    let found = own.match_indices(words);
                    positions.extend(found.map(|(index, _)| start.saturating_add(index)));
                    own.len()
                }
                Segment::Operand(operand, _) => operand.len(),
            };
            start = start.saturating_add(length);
        }
        positions
    }

    /// Returns the parts between own words.
    pub fn split_at_words(&self, words: &'static str) -> Vec<Text> {
        let mut parts = Vec::new();
        let mut start = 0;
        for end in self.find_own(words) {
            parts.push(self.part(start..end));
            start = end.saturating_add(words.len());
        }
        parts.push(self.part(start..self.text.len()));
        parts
    }

    /// Returns what is before and after own words.
    pub fn split_once_at_words(&self, words: &'static str) -> Option<(Text, Text)> {
        let end = *self.find_own(words).first()?;
        let start = end.saturating_add(words.len());
        Some((self.part(0..end), self.part(start..self.text.len())))
    }

    /// Returns the text as it is, neither masked nor escaped.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns own words and operands in their order. None is empty.
    pub fn segments(&self) -> impl Iterator<Item = Segment<'_>> {
        let mut done = 0;
        let mut operands = self.operands.iter().peekable();
        std::iter::from_fn(move || {
            if done >= self.text.len() {
                return None;
            }
            match operands.next_if(|operand| operand.start <= done) {
                Some(operand) => {
                    let segment = Segment::Operand(self.slice(done..operand.end), operand.kind);
                    done = operand.end;
                    Some(segment)
                }
                None => {
                    let end = operands
                        .peek()
                        .map_or(self.text.len(), |operand| operand.start);
                    let segment = Segment::Own(self.slice(done..end));
                    done = end;
                    Some(segment)
                }
            }
        })
    }

    fn slice(&self, range: Range<usize>) -> &str {
        debug_assert!(
            self.text.get(range.clone()).is_some(),
            "{range:?} of {self:?}"
        );
        self.text.get(range).unwrap_or_default()
    }

    /// Visits the operands that come from the document.
    pub fn visit_operands(&self, visit: &mut dyn FnMut(&str)) {
        self.visit_each(&mut |operand, kind| {
            if kind.is_of_document() {
                visit(operand);
            }
        });
    }

    /// Visits all operands.
    pub fn visit_each(&self, visit: &mut dyn FnMut(&str, OperandKind)) {
        for operand in &self.operands {
            visit(self.slice(operand.start..operand.end), operand.kind);
        }
    }

    /// Edits the operands that come from the document.
    pub fn edit_operands(&mut self, edit: &mut dyn FnMut(&mut String)) {
        self.edit_each(&mut |operand, kind| {
            if kind.is_of_document() {
                edit(operand);
            }
        });
    }

    /// Edits all operands.
    pub fn edit_each(&mut self, edit: &mut dyn FnMut(&mut String, OperandKind)) {
        let mut edited = Text::default();
        for segment in self.segments() {
            match segment {
                Segment::Operand(operand, kind) => {
                    let mut operand = operand.to_owned();
                    edit(&mut operand, kind);
                    edited.push_operand(&operand, kind);
                }
                segment => edited.push(segment),
            }
        }
        *self = edited;
    }

    /// Returns the text in which each operand is replaced by what the function returns.
    pub fn with_operands<'t>(&'t self, replace: impl Fn(&'t str) -> Cow<'t, str>) -> Cow<'t, str> {
        let mut replaced: Option<String> = None;
        let mut done = 0_usize;
        for segment in self.segments() {
            let (raw, shown) = match segment {
                Segment::Own(words) => (words, Cow::Borrowed(words)),
                Segment::Operand(operand, _) => (operand, replace(operand)),
            };
            if let Cow::Owned(_) = shown
                && replaced.is_none()
            {
                replaced = Some(self.slice(0..done).to_owned());
            }
            if let Some(text) = &mut replaced {
                text.push_str(&shown);
            }
            done = done.saturating_add(raw.len());
        }
        replaced.map_or(Cow::Borrowed(&self.text), Cow::Owned)
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// Only own words are known for the whole run of the program.
impl From<&'static str> for Text {
    fn from(words: &'static str) -> Text {
        Text::own(words)
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

impl PartialEq<String> for Text {
    fn eq(&self, other: &String) -> bool {
        self.text == *other
    }
}

impl ToText for &'static str {
    fn append_to(&self, text: &mut Text) {
        text.text.push_str(self);
    }
}

impl ToText for Text {
    fn append_to(&self, text: &mut Text) {
        for segment in self.segments() {
            segment.append_to(text);
        }
    }
}

impl<T: ToText> ToText for &T {
    fn append_to(&self, text: &mut Text) {
        (*self).append_to(text);
    }
}

impl ToText for Option<Text> {
    fn append_to(&self, text: &mut Text) {
        if let Some(part) = self {
            part.append_to(text);
        }
    }
}

impl ToText for Segment<'_> {
    fn append_to(&self, text: &mut Text) {
        match *self {
            Segment::Own(words) => text.text.push_str(words),
            Segment::Operand(operand, kind) => text.push_operand(operand, kind),
        }
    }
}

impl ToText for Operand<'_> {
    fn append_to(&self, text: &mut Text) {
        match *self {
            Operand::Value(value) => text.push_operand(value, OperandKind::Value),
            Operand::Name(name) => text.push_operand(name, OperandKind::Name),
        }
    }
}

impl ToText for Known<'_> {
    fn append_to(&self, text: &mut Text) {
        text.push_operand(self.0, OperandKind::Known);
    }
}

/// Numbers that the program counts are own words.
macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl ToText for $number {
            fn append_to(&self, text: &mut Text) {
                text.text.push_str(&self.to_string());
            }
        })*
    };
}

numbers!(usize, u64, u32, u16, u8, i64, i32);

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(text: &Text) -> Vec<Segment<'_>> {
        text.segments().collect()
    }

    #[test]
    fn a_text_has_own_words_and_operands() {
        let value = String::from("a b");
        let inner = text!("`{}`", Operand::Value(&value));
        let text = text!(
            "{} of {} is {}{}, not {}",
            Operand::Name("Key"),
            Known("AWS::SNS::Topic"),
            inner,
            Operand::Value(""),
            3_usize
        );
        assert_eq!(text, "Key of AWS::SNS::Topic is `a b`, not 3");
        assert_eq!(
            segments(&text),
            [
                Segment::Operand("Key", OperandKind::Name),
                Segment::Own(" of "),
                Segment::Operand("AWS::SNS::Topic", OperandKind::Known),
                Segment::Own(" is `"),
                Segment::Operand("a b", OperandKind::Value),
                Segment::Own("`, not 3"),
            ]
        );
        assert_eq!(segments(&Text::default()), []);
        assert_eq!(segments(&Text::operand("")), []);
    }

    #[test]
    fn operands_are_edited_and_words_are_not() {
        let mut text = text!(
            "{}{} a {}",
            Operand::Value("a"),
            Operand::Name("a"),
            Known("a")
        );
        text.edit_operands(&mut |operand| operand.push('!'));
        assert_eq!(text, "a!a! a a");
        assert_eq!(segments(&text).len(), 4);
        assert_eq!(text.with_operands(Cow::Borrowed), "a!a! a a");
        assert_eq!(
            text.with_operands(|operand| Cow::Owned(format!("<{operand}>"))),
            "<a!><a!> a <a>"
        );
    }

    #[test]
    fn texts_are_split_at_own_words() {
        let text = text!("{} must be {}", Operand::Value("a must be b"), Known("c"));
        let (value, allowed) = text.split_once_at_words(" must be ").unwrap();
        assert_eq!((value.as_str(), allowed.as_str()), ("a must be b", "c"));
        assert_eq!(value, Text::operand("a must be b"));
        let parts = text.split_at_words(" must be ");
        assert_eq!(parts, [value, allowed]);
        assert_eq!(
            text!("a{}", Known("  b ")).trimmed_end(),
            text!("a{}", Known("  b"))
        );
    }

    #[test]
    fn own_line_breaks_are_spaces_on_one_line() {
        let text = text!(
            "no value:\n- {}\n  in line {}\n\nat least one",
            Operand::Value("a\nb"),
            3_usize
        );
        assert_eq!(
            text.on_one_line(),
            text!(
                "no value: - {} in line {} at least one",
                Operand::Value("a\nb"),
                3_usize
            )
        );
    }

    #[test]
    fn a_value_is_replaced_where_it_is_an_operand_and_where_it_is_in_own_words() {
        let text = text!("1 is {}", Operand::Value("1 or 2"));
        let replaced = text.replace_value("1", "a b");
        assert_eq!(replaced, "1 is 1 or 2".replace('1', "a b"));
        assert_eq!(
            segments(&replaced),
            [
                Segment::Operand("a b", OperandKind::Value),
                Segment::Own(" is "),
                Segment::Operand("a b", OperandKind::Value),
                Segment::Operand(" or 2", OperandKind::Value),
            ]
        );
    }

    #[test]
    fn texts_are_joined() {
        let names =
            ["a", "b"].map(|name| Text::from_format(TextFormat::new("`{}`"), [&Known(name)]));
        let joined = Text::join(names, " or ");
        assert_eq!(joined, "`a` or `b`");
        assert_eq!(segments(&joined).len(), 5);
    }
}
