//! Regular expressions in RE2 syntax.

use cfn_warden_syntax::{Operand, Text, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use regex_automata::Span;
use regex_automata::meta::Regex;
use regex_automata::util::captures::Captures;
use regex_automata::util::syntax;

use super::go;
use crate::budget::Budget;
use crate::functions::CallError;
use crate::value::{Type, Value};

/// A compiled pattern. A match is a string, a tuple of numbered groups, or an object of named groups.
#[derive(Debug)]
pub struct Pattern {
    regex: Regex,
    groups: Groups,
}

#[derive(Debug)]
enum Groups {
    None,
    Numbered(usize),
    Named(Vec<Rc<str>>),
}

/// The maximum length of a pattern in bytes.
const LENGTH: usize = 10_000;
/// The maximum size of a compiled pattern in bytes.
const SIZE: usize = 2_000_000;

/// The maximum nesting depth of a pattern.
const NESTING: u32 = 200;

/// Why a pattern is invalid.
#[derive(Debug)]
pub struct InvalidPattern {
    reason: Text,
    /// The invalid part of the pattern.
    part: Option<String>,
}

impl InvalidPattern {
    fn without_part(reason: impl Into<Text>) -> InvalidPattern {
        InvalidPattern {
            reason: reason.into(),
            part: None,
        }
    }

    /// Returns the message of RE2, which Terraform's `regex` shows.
    pub fn message(&self) -> Text {
        let reason = text!("invalid regexp pattern: {}", self.reason);
        match &self.part {
            Some(part) => text!("{} in {}", reason, Operand::Value(part)),
            None => reason,
        }
    }

    /// Returns the message of Go's `regexp` package, which Terraform's `replace` shows.
    pub fn go_message(&self) -> Text {
        let reason = text!("error parsing regexp: {}", self.reason);
        match &self.part {
            Some(part) => text!("{}: `{}`", reason, Operand::Value(part)),
            None => reason,
        }
    }
}

/// Compiles a pattern.
pub fn compile(text: &str) -> Result<Pattern, InvalidPattern> {
    let invalid = |(why, part): (&'static str, String)| InvalidPattern {
        reason: Text::own(why),
        part: Some(part),
    };
    if text.len() > LENGTH {
        return Err(InvalidPattern::without_part(text!(
            "it is longer than {} bytes",
            LENGTH
        )));
    }
    let translated = super::re2::translate(text).map_err(invalid)?;
    let regex = Regex::builder()
        .configure(
            Regex::config()
                .nfa_size_limit(Some(SIZE))
                .onepass_size_limit(Some(SIZE))
                .hybrid_cache_capacity(SIZE),
        )
        .syntax(syntax::Config::new().nest_limit(NESTING))
        .build(&translated.pattern)
        .map_err(|error| match error.syntax_error() {
            Some(error) if error.to_string().contains("maximum number of nested") => {
                InvalidPattern::without_part(text!(
                    "it has more than {} levels of nesting",
                    NESTING
                ))
            }
            error => invalid(super::re2::reason(text, error.is_some())),
        })?;
    let names = translated.names;
    let named = names.iter().flatten().count();
    let groups = match (names.len(), named) {
        (0, _) => Groups::None,
        (count, 0) => Groups::Numbered(count),
        (count, named) if count == named => Groups::Named(names.into_iter().flatten().collect()),
        _ => {
            return Err(InvalidPattern::without_part(
                "cannot mix both named and unnamed capture groups",
            ));
        }
    };
    Ok(Pattern { regex, groups })
}

impl Pattern {
    /// Returns the type of a match.
    pub fn result_type(&self) -> Type {
        match &self.groups {
            Groups::None => Type::String,
            Groups::Numbered(count) => {
                Type::Tuple(std::iter::repeat_n(Type::String, *count).collect())
            }
            Groups::Named(names) => Type::object(
                names
                    .iter()
                    .map(|name| (Rc::clone(name), Type::String))
                    .collect(),
            ),
        }
    }

    /// Returns the first match.
    pub fn find(&self, text: &str) -> Option<Value> {
        let mut captures = self.regex.create_captures();
        self.regex.captures(text, &mut captures);
        captures.is_match().then(|| self.value(&captures, text))
    }

    /// Returns all matches.
    pub fn find_all(&self, text: &str, budget: &Budget<'_>) -> Result<Vec<Value>, CallError> {
        let mut found = Vec::new();
        for captures in self.regex.captures_iter(text) {
            let value = self.value(&captures, text);
            budget.spend(value.size().into())?;
            found.push(value);
        }
        Ok(found)
    }

    fn value(&self, captures: &Captures, text: &str) -> Value {
        let group = |at: usize| {
            let found = captures
                .get_group(at)
                .and_then(|span| text.get(span.range()));
            found.map_or_else(|| Value::null(Type::String), Value::from)
        };
        match &self.groups {
            Groups::None => group(0),
            Groups::Numbered(count) => Value::tuple((1..=*count).map(group).collect()),
            Groups::Named(names) => {
                let named: BTreeMap<Rc<str>, Value> = names
                    .iter()
                    .enumerate()
                    .map(|(at, name)| (Rc::clone(name), group(at.saturating_add(1))))
                    .collect();
                Value::object(named)
            }
        }
    }

    /// Replaces all matches. `$1` and `${name}` refer to groups.
    pub fn replace(&self, text: &str, by: &str, budget: &Budget<'_>) -> Result<String, CallError> {
        let mut output = String::new();
        let mut end = 0usize;
        for captures in self.regex.captures_iter(text) {
            let Some(found) = captures.get_match() else {
                continue;
            };
            output.push_str(text.get(end..found.start()).unwrap_or(""));
            // A group that is named often repeats at most the match.
            let groups = by.matches('$').count().saturating_mul(found.len());
            budget.room(output.len().saturating_add(by.len()).saturating_add(groups))?;
            let before = output.len();
            self.expand(by, &captures, text, &mut output);
            budget.bytes(output.len().saturating_sub(before).saturating_add(1))?;
            end = found.end();
        }
        output.push_str(text.get(end..).unwrap_or(""));
        Ok(output)
    }

    /// Expands group references. The name in `$name` is as long as possible.
    fn expand(&self, by: &str, captures: &Captures, text: &str, output: &mut String) {
        let mut rest = by;
        while let Some((before, after)) = rest.split_once('$') {
            output.push_str(before);
            if let Some(more) = after.strip_prefix('$') {
                output.push('$');
                rest = more;
                continue;
            }
            let (name, more) = match after
                .strip_prefix('{')
                .and_then(|inside| inside.split_once('}'))
            {
                Some((name, more)) if go::is_word(name) => (name, more),
                Some(_) => ("", after),
                None => {
                    let length = after
                        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                        .unwrap_or(after.len());
                    after.split_at_checked(length).unwrap_or((after, ""))
                }
            };
            if name.is_empty() {
                output.push('$');
                rest = after;
                continue;
            }
            let span = match name.parse::<usize>() {
                Ok(number) => captures.get_group(number),
                Err(_) => self.group_named(name, captures),
            };
            output.push_str(span.and_then(|span| text.get(span.range())).unwrap_or(""));
            rest = more;
        }
        output.push_str(rest);
    }

    /// Returns the first group with a name that matched.
    fn group_named(&self, name: &str, captures: &Captures) -> Option<Span> {
        let Groups::Named(names) = &self.groups else {
            return None;
        };
        let named = names.iter().enumerate().filter(|(_, own)| &***own == name);
        named
            .filter_map(|(at, _)| captures.get_group(at.saturating_add(1)))
            .next()
    }
}
