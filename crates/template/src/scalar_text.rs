//! The text that CloudFormation makes of a scalar that is not quoted.
//!
//! CloudFormation compares, joins and substitutes texts, so a number counts as the text that it is converted to. It
//! reads YAML 1.1 without timestamps (a date is its text) and prints whole numbers in decimal, also those that are
//! written with a leading zero, a sign, underscores or colons. What it makes of other numbers is not documented: `8.0`
//! stays `8.0`, but there are reports of `012345678901` that becomes `1.2345678901E10`, as Java prints the number.
//! [`ScalarText::Likely`] is for these: values are what is written, and a comparison with one is not decided.
//!
//! Sources: <https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-formats.html>,
//! <https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/745>.

use std::borrow::Cow;

use bumpalo::Bump;

use crate::resolve::known;
use cfn_warden_syntax::hash::HashMap;
use cfn_warden_syntax::{Entry, Node, NodeId, Style, Tree, Value};

/// The nesting depth to which values are visited; the readers of YAML and JSON limit it, too.
const DEPTH: usize = 512;

/// What is known of the text of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ScalarText<'a> {
    /// The text.
    Known(&'a str),
    /// The text that is most likely; CloudFormation may make another one of it.
    Likely(&'a str),
    /// CloudFormation makes another text of it than what is written.
    Unknown,
}

/// The texts of scalars that are not simply the text of their value, by node.
#[derive(Debug, Default)]
pub(crate) struct ScalarTexts<'a> {
    by_id: HashMap<NodeId, ScalarText<'a>>,
}

impl<'a> ScalarTexts<'a> {
    /// Collects the texts of a template.
    pub fn of(tree: &Tree<'a>) -> ScalarTexts<'a> {
        let mut texts = ScalarTexts::default();
        texts.add(tree, tree.root, 0);
        texts
    }

    fn add(&mut self, tree: &Tree<'a>, node: Node<'a>, depth: usize) {
        if depth > DEPTH {
            return;
        }
        match node.value {
            Value::List(items) => items
                .iter()
                .for_each(|item| self.add(tree, *item, depth + 1)),
            Value::Map(entries) => entries
                .iter()
                .for_each(|entry| self.add(tree, entry.value, depth + 1)),
            _ => {
                if let Some(text) = scalar_text(tree, node) {
                    self.by_id.insert(node.id, text);
                }
            }
        }
    }

    /// Returns the text of a scalar; `None` if it is not known or the value is not a scalar.
    pub fn text(&self, node: Node<'a>) -> Option<Cow<'a, str>> {
        match self.by_id.get(&node.id) {
            Some(ScalarText::Known(text) | ScalarText::Likely(text)) => Some((*text).into()),
            Some(ScalarText::Unknown) => None,
            None => known::scalar_text(node),
        }
    }

    /// Returns a value as it is compared; `None` if its text is not certain.
    pub fn compared(&self, arena: &'a Bump, node: Node<'a>) -> Option<Node<'a>> {
        match (self.by_id.get(&node.id), node.value) {
            (Some(ScalarText::Known(text)), _) => Some(Node {
                value: Value::Str(text),
                ..node
            }),
            (Some(ScalarText::Likely(_) | ScalarText::Unknown), _) => None,
            (None, Value::List(items)) => {
                let items: Option<Vec<_>> = items
                    .iter()
                    .map(|item| self.compared(arena, *item))
                    .collect();
                Some(Node {
                    value: Value::List(arena.alloc_slice_copy(&items?)),
                    ..node
                })
            }
            (None, _) => Some(node),
        }
    }

    /// Returns a declaration whose scalars are texts; null where the text is not known.
    pub fn with_texts(&self, arena: &'a Bump, node: Node<'a>) -> Node<'a> {
        let value = match (self.by_id.get(&node.id), node.value) {
            (Some(ScalarText::Known(text) | ScalarText::Likely(text)), _) => Value::Str(text),
            (Some(ScalarText::Unknown), _) => Value::Null,
            (_, Value::List(items)) if self.is_changed(items.iter().copied()) => {
                let items: Vec<_> = items
                    .iter()
                    .map(|item| self.with_texts(arena, *item))
                    .collect();
                Value::List(arena.alloc_slice_copy(&items))
            }
            (_, Value::Map(entries)) if self.is_changed(entries.iter().map(|one| one.value)) => {
                let entries: Vec<_> = entries
                    .iter()
                    .map(|entry| Entry {
                        key: entry.key,
                        value: self.with_texts(arena, entry.value),
                    })
                    .collect();
                Value::Map(arena.alloc_slice_copy(&entries))
            }
            (_, value) => value,
        };
        Node { value, ..node }
    }

    /// Whether the text of one of these values, or of an item of one, is not simply that of its value.
    fn is_changed(&self, values: impl Iterator<Item = Node<'a>>) -> bool {
        let is_listed = |node: &Node<'a>| self.by_id.contains_key(&node.id);
        let mut values = values;
        !self.by_id.is_empty()
            && values.any(|node| {
                is_listed(&node)
                    || node
                        .as_list()
                        .is_some_and(|items| items.iter().any(is_listed))
            })
    }
}

/// Returns what is known of the text of a scalar, if it is not simply that of its value.
fn scalar_text<'a>(tree: &Tree<'a>, node: Node<'a>) -> Option<ScalarText<'a>> {
    let written = tree.raw(node.id);
    match node.value {
        Value::Date(_) => written.map(ScalarText::Known),
        Value::Float(number) => {
            let written = written?;
            Some(match float_text(number) {
                Some(text) if text == written => ScalarText::Known(written),
                _ if is_plain_decimal(written) => ScalarText::Likely(written),
                _ => ScalarText::Unknown,
            })
        }
        // `yes` and `on` are `true` in YAML 1.1.
        Value::Bool(is) if !written?.eq_ignore_ascii_case(if is { "true" } else { "false" }) => {
            Some(ScalarText::Likely(if is { "true" } else { "false" }))
        }
        // `012345678901`, `1e3`: texts for PyYAML, numbers for other readers of YAML and JSON.
        Value::Str(text)
            if looks_like_number(text)
                && tree
                    .info(node.id)
                    .is_some_and(|info| info.style == Style::Plain) =>
        {
            Some(ScalarText::Likely(text))
        }
        _ => None,
    }
}

/// Returns the text of a float as Java prints it, unless it does so with an exponent.
pub(crate) fn float_text(number: f64) -> Option<String> {
    let is_plain = number == 0.0 || (1e-3..1e7).contains(&number.abs());
    is_plain.then(|| format!("{number:?}"))
}

/// `-?(0|[1-9]\d*)\.\d+`
fn is_plain_decimal(text: &str) -> bool {
    let Some((whole, fraction)) = text.strip_prefix('-').unwrap_or(text).split_once('.') else {
        return false;
    };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(whole) && is_digits(fraction) && (whole == "0" || !whole.starts_with('0'))
}

/// `[-+]?\d+([eE][-+]?\d+)?`
fn looks_like_number(text: &str) -> bool {
    let is_digits = |text: &str| {
        let text = text.strip_prefix(['-', '+']).unwrap_or(text);
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    match text.split_once(['e', 'E']) {
        Some((number, exponent)) => is_digits(number) && is_digits(exponent),
        None => is_digits(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_and_comparison(written: &str) -> (Option<String>, Option<String>) {
        let arena = Bump::new();
        let source = format!("a: {written}\n");
        let parsed = cfn_warden_syntax::parse(&arena, &source, "t.yaml");
        let tree = parsed.tree.unwrap();
        let node = tree.root.get("a").unwrap();
        let texts = ScalarTexts::of(&tree);
        let compared = texts.compared(&arena, node).and_then(known::text);
        (texts.text(node).map(Cow::into_owned), compared)
    }

    #[test]
    fn numbers_keep_their_written_text() {
        for written in [
            "1.0",
            "8.0",
            "0.5",
            "-2.25",
            "1234567.5",
            "7",
            "-3",
            "18446744073709551616",
        ] {
            let text = Some(written.to_owned());
            assert_eq!(
                text_and_comparison(written),
                (text.clone(), text),
                "{written}"
            );
        }
        for written in ["2012-10-17", "2001-12-14t21:59:43.10-05:00"] {
            let text = Some(written.to_owned());
            assert_eq!(
                text_and_comparison(written),
                (text.clone(), text),
                "{written}"
            );
        }
        for written in ["1.10", "5.70", "12345678.5", "012345678901", "1e3", "1E-3"] {
            let text = Some(written.to_owned());
            assert_eq!(text_and_comparison(written), (text, None), "{written}");
        }
        for written in [".5", "1.", "1.5e+3", "+1.0", "1_0.5", ".inf", "1:30.5"] {
            assert_eq!(text_and_comparison(written), (None, None), "{written}");
        }
    }

    #[test]
    fn whole_numbers_are_decimal() {
        for (written, text) in [
            ("010", "8"),
            ("0x1F", "31"),
            ("1_000", "1000"),
            ("+1", "1"),
            ("1:30", "90"),
        ] {
            let text = Some(text.to_owned());
            assert_eq!(
                text_and_comparison(written),
                (text.clone(), text),
                "{written}"
            );
        }
    }

    #[test]
    fn words_for_true_are_not_compared() {
        assert_eq!(text_and_comparison("yes"), (Some("true".to_owned()), None));
        let text = Some("true".to_owned());
        assert_eq!(text_and_comparison("True"), (text.clone(), text));
        let text = Some("8.0".to_owned());
        assert_eq!(text_and_comparison("'8.0'"), (text.clone(), text));
    }
}
