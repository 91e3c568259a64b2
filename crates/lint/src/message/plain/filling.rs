//! Fills in templates of sentences.
//!
//! | placeholder | is replaced by |
//! |---|---|
//! | `{0}`, `{1}` | the operands of the rule's statement |
//! | `{n1}` | the names of an operand as choices, the nearest to the first operand first: `` did you mean `Arn`? Allowed: ... `` |
//! | `{m1}`, `{c1}` | of the same names, the nearest, if there is one; the first of them |
//! | `{f0}` | the first format of an operand, in words with an article: `a subnet ID` |
//! | `{s}` | the subject: the property, item, resource |
//! | `{v}` | the value |
//! | `{e}` | the expected value |
//! | `{d}` | the repeated item of a list, and where: `` `a` twice: items 1 and 3 `` |
//! | `{q}` | the names in quotes in a sentence that is complete already |
//! | `{r}` | the name of the resource, output or other entry of a section |
//! | `{.Name}` | the value of the property `Name` in the innermost object around that has it, if it is not a list or an object |
//!
//! Within backticks, a value is written without its own.

use std::cell::OnceCell;

use super::context::Context;
use super::shown::{
    self, Choices, code, code_name, first_names, format_name, is_function, json_text, repeated,
    shown, shown_value,
};
use super::subject::Subject;
use super::unlike;
use cfn_warden_schema::{KeywordValue, Message, Operand, Step, Violation, ViolationKind as Kind};
use cfn_warden_syntax::{self as syntax, Node, OperandKind, Text, Value, names, text};

/// What the words for a violation are made from.
pub struct Facts<'f, 'a> {
    pub violation: &'f Violation<'a>,
    pub subject: &'f Subject<'a>,
    pub context: Context<'f, 'a>,
    choices: OnceCell<Choices>,
    refused: OnceCell<Option<Text>>,
    similar_type: OnceCell<Option<&'f str>>,
}

/// Returns the text of a template; `None` if there is no value for a placeholder.
pub fn filled(template: &'static str, facts: &Facts<'_, '_>) -> Option<Text> {
    let mut text = Text::default();
    let mut rest = template;
    let mut is_code = false;
    while let Some(start) = rest.find(['{', '`']) {
        let (before, tail) = rest.split_at(start);
        text.push(before);
        if let Some(tail) = tail.strip_prefix('`') {
            is_code = !is_code;
            text.push("`");
            rest = tail;
            continue;
        }
        let placeholder = tail.get(1..).and_then(|tail| tail.split_once('}'));
        match placeholder.filter(|(name, _)| is_placeholder(name)) {
            Some((name, tail)) => {
                let value = facts.value(name)?;
                text.push(if is_code { bare(&value) } else { value });
                rest = tail;
            }
            None => {
                text.push("{");
                rest = tail.get(1..).unwrap_or_default();
            }
        }
    }
    text.push(rest);
    Some(text)
}

fn is_placeholder(name: &str) -> bool {
    let number = name.strip_prefix(['c', 'f', 'm', 'n']).unwrap_or(name);
    matches!(name, "s" | "v" | "e" | "d" | "q" | "r")
        || name.starts_with('.')
        || number.parse::<usize>().is_ok()
}

fn bare(value: &Text) -> Text {
    match value.len().checked_sub(1) {
        Some(end) if end > 0 && value.starts_with('`') && value.ends_with('`') => {
            value.part(1..end)
        }
        _ => value.clone(),
    }
}

impl<'f, 'a> Facts<'f, 'a> {
    pub fn new(
        violation: &'f Violation<'a>,
        subject: &'f Subject<'a>,
        context: Context<'f, 'a>,
    ) -> Facts<'f, 'a> {
        let (choices, refused, similar_type) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Facts {
            violation,
            subject,
            context,
            choices,
            refused,
            similar_type,
        }
    }

    /// Returns the allowed values or names; they are the same for the message and the fix.
    pub fn choices(&self, of: impl FnOnce() -> Choices) -> &Choices {
        self.choices.get_or_init(of)
    }

    /// Returns the characters that keep a value from matching a pattern.
    pub fn refused(&self, instance: Node<'_>, pattern: KeywordValue<'_>) -> Option<&Text> {
        let refused = self.refused.get_or_init(|| {
            let pattern = match pattern {
                KeywordValue::Schema(json) => json.as_str(),
                KeywordValue::Data(node) => node.as_str(),
                KeywordValue::Text(text) => Some(text),
            };
            unlike::characters(instance.as_str()?, pattern?)
        });
        refused.as_ref()
    }

    /// Returns a resource type with a similar name to one that does not exist.
    pub fn similar_type(&self, message: &Message<'_>) -> Option<&'f str> {
        let is_unknown_type = self
            .violation
            .rule
            .is_some_and(|rule| rule.as_str() == "E3006");
        *self.similar_type.get_or_init(|| match message.operands() {
            [Operand::Text(name), ..] if is_unknown_type => {
                names::nearest(name, self.context.knowledge.types())
                    .filter(|similar| similar != name)
            }
            _ => None,
        })
    }

    fn value(&self, name: &str) -> Option<Text> {
        Some(match name {
            "s" => text!("{}", self.subject),
            "v" => shown(self.violation.instance),
            "e" => expected(self.violation)?,
            "d" => repetition(self.violation.instance)?,
            "q" => quoted(&self.violation.kind)?,
            "r" => code_name(self.violation.instance_path.steps().get(1)?.text()?),
            name => match name.split_at_checked(1)? {
                (".", property) => simple(value_beside(self.violation, self.context, property)?)?,
                ("f", number) => format_of(self.operand(number)?)?,
                ("n", number) => text!("{}", self.names_near(number)?),
                ("m", number) => self.names_near(number)?.suggestion()?,
                ("c", number) => self.names_near(number)?.values(),
                _ => return self.operand(name).map(operand),
            },
        })
    }

    /// Returns the names of an operand, the nearest to the first operand first.
    fn names_near(&self, number: &str) -> Option<&Choices> {
        let given = match self.operand("0")? {
            Operand::Value(given) => given.as_str(),
            Operand::Text(given) => Some(*given),
            _ => return None,
        };
        match self.operand(number)? {
            Operand::Names(names) => Some(self.choices(|| Choices::of(given, shown::owned(names)))),
            Operand::Declared(names) => Some(self.choices(|| Choices::of_declared(given, names))),
            _ => None,
        }
    }

    fn operand(&self, number: &str) -> Option<&Operand<'a>> {
        operands(&self.violation.kind)
            .get(number.parse::<usize>().ok()?)
            .filter(|operand| !matches!(operand, Operand::None))
    }
}

/// Returns cfn-lint's sentence without its operands.
pub fn sentence<'m>(message: &'m Message<'_>) -> &'m str {
    match message.operands() {
        // A sentence that is complete already is its only operand.
        [Operand::Plain(sentence), ..] if message.format() == "{}" => sentence,
        _ => message.format(),
    }
}

/// Returns the names in quotes in a sentence that is complete already.
fn quoted(kind: &Kind<'_>) -> Option<Text> {
    let sentence = match kind {
        Kind::Circumstanced { violated, .. } => return quoted(violated),
        Kind::Rule(message) => sentence(message),
        _ => return None,
    };
    let mut names: Vec<&str> = Vec::new();
    for name in sentence.split('\'').skip(1).step_by(2) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| first_names(OperandKind::Value, &names))
}

/// Returns the first format of an operand, in words.
fn format_of(operand: &Operand<'_>) -> Option<Text> {
    let format = match operand {
        Operand::Text(format) => format,
        Operand::Names(formats) => formats.first()?,
        _ => return None,
    };
    let name = format_name(format);
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) {
        "an"
    } else {
        "a"
    };
    Some(text!("{} {}", article, name))
}

/// Returns the item that a list has twice, and where.
pub fn repetition(list: Node<'_>) -> Option<Text> {
    let (item, first, second) = repeated(list, Some)?;
    Some(text!(
        "{} twice: items {} and {}",
        shown(item),
        first.saturating_add(1),
        second.saturating_add(1)
    ))
}

/// Returns the operands of a rule's statement; other violations have no operands.
fn operands<'v, 'a>(kind: &'v Kind<'a>) -> &'v [Operand<'a>] {
    match kind {
        Kind::Circumstanced { violated, .. } => operands(violated),
        Kind::Rule(message) => message.operands(),
        _ => &[],
    }
}

fn expected(violation: &Violation<'_>) -> Option<Text> {
    match violation.kind {
        Kind::Const { expected } => Some(shown_value(expected)),
        _ => None,
    }
}

/// Returns a value in words, if they show the whole value.
pub fn simple(value: Node<'_>) -> Option<Text> {
    let is_container = matches!(value.value, Value::List(_) | Value::Map(_)) && !is_function(value);
    let text = shown(value);
    // Functions with a list of arguments are only named.
    (!is_container && text.starts_with(['`', 'a'])).then_some(text)
}

/// Returns the value of a property in the innermost object around a violation that has it.
pub fn value_beside<'a>(
    violation: &Violation<'a>,
    context: Context<'_, 'a>,
    name: &str,
) -> Option<Node<'a>> {
    let mut around = vec![context.template.root];
    for step in violation.instance_path.steps() {
        let next = match (around.last()?, step) {
            (node, Step::Index(index)) => node
                .as_list()
                .and_then(|items| items.get(index as usize).copied()),
            (node, step) => step.text().and_then(|text| node.get(text)),
        };
        let Some(next) = next else { break };
        around.push(next);
    }
    // The property of a template section is not meant, nor `Type` and the like of a resource.
    let properties = around.iter().skip(3).rev().find_map(|node| node.get(name));
    let is_attribute = || matches!(name, "DeletionPolicy" | "UpdateReplacePolicy");
    properties.or_else(|| around.get(2).filter(|_| is_attribute())?.get(name))
}

/// Replaces single quotes by backticks, except apostrophes within words.
pub fn with_backticks(text: &str) -> String {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some((part, after)) = rest.split_once('\'') {
        before = part.chars().next_back().or(before);
        let is_apostrophe = is_letter(before) && is_letter(after.chars().next());
        out.push_str(part);
        out.push(if is_apostrophe { '\'' } else { '`' });
        (before, rest) = (Some('\''), after);
    }
    out.push_str(rest);
    out
}

/// Formats an operand of a rule's statement.
pub fn operand(operand: &Operand<'_>) -> Text {
    match *operand {
        Operand::None => Text::default(),
        Operand::Value(node) => shown(node),
        Operand::Json(json) => code(&json_text(json)),
        Operand::Names(names) => first_names(OperandKind::Known, names),
        Operand::Declared(names) => first_names(OperandKind::Name, names),
        Operand::Text(text) => code_name(text),
        // A sentence that is complete already, and may have values.
        Operand::Plain(text) if text.contains(' ') => Text::operand(with_backticks(text)),
        Operand::Plain(text) => text!("{}", syntax::Operand::Name(text)),
        Operand::Count(count) => text!("{}", count),
    }
}
