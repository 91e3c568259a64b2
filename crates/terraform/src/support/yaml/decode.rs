//! YAML decoding. A text has one document; plain scalars have the YAML 1.1 types that go-cty-yaml supports.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD as STANDARD;
use bumpalo::Bump;

use crate::budget::Budget;
use crate::functions::CallError;
use crate::number::Number;
use crate::support::{clock, go};
use crate::value::{Type, Value};
use cfn_warden_syntax::yaml::error::YamlError;
use cfn_warden_syntax::yaml::event::{Event, EventKind, Properties};
use cfn_warden_syntax::yaml::mark::Mark;
use cfn_warden_syntax::yaml::parser::Parser;
use cfn_warden_syntax::yaml::token::ScalarStyle;
use cfn_warden_syntax::{Known, Operand, SurrogatePairs, Text, text};

/// The maximum nesting depth.
const DEPTH: usize = 200;

/// Decodes a YAML document.
pub fn decode(text: &str, budget: &Budget<'_>) -> Result<Value, CallError> {
    let arena = Bump::new();
    let mut reader = Reader {
        parser: Parser::new(&arena, text, SurrogatePairs::Refused),
        anchors: HashMap::new(),
        open: Vec::new(),
        budget,
        depth: 0,
        unread: (0, text.strip_prefix('\u{feff}').unwrap_or(text)),
    };
    let missing = || CallError::call("on line 1, column 1: missing start of document");
    loop {
        match reader.next()?.kind {
            EventKind::StreamStart => {}
            EventKind::DocumentStart { .. } => break,
            _ => return Err(missing()),
        }
    }
    let first = reader.next()?;
    let value = reader.value(first)?;
    reader.next()?;
    let after = reader.next()?;
    if after.kind != EventKind::StreamEnd {
        return Err(CallError::call(text!(
            "{}: unexpected extra content after value",
            position(after.start)
        )));
    }
    Ok(value)
}

struct Reader<'a, 'b> {
    parser: Parser<'a>,
    anchors: HashMap<String, Value>,
    open: Vec<&'a str>,
    budget: &'b Budget<'b>,
    depth: usize,
    /// The text that [`Reader::raw`] did not reach yet, and the number of characters before it.
    unread: (u32, &'a str),
}

impl<'a> Reader<'a, '_> {
    /// Returns the source text of an event. Each one must be after the last one.
    fn raw(&mut self, event: &Event<'_>) -> &'a str {
        let (character, rest) = self.unread;
        let offset = |rest: &str, count: u32| {
            let at = rest
                .char_indices()
                .nth(usize::try_from(count).unwrap_or(usize::MAX));
            at.map_or(rest.len(), |(at, _)| at)
        };
        let start = offset(rest, event.start.index.saturating_sub(character));
        let rest = rest.get(start..).unwrap_or("");
        self.unread = (event.start.index, rest);
        rest.get(..offset(rest, event.end.index.saturating_sub(event.start.index)))
            .unwrap_or(rest)
    }

    fn next(&mut self) -> Result<Event<'a>, CallError> {
        self.parser
            .next_event()
            .map_err(|error| CallError::Call(reason(&error)))
    }

    fn value(&mut self, event: Event<'a>) -> Result<Value, CallError> {
        self.budget.values(1)?;
        let (properties, value) = match event.kind {
            EventKind::Alias(name) => {
                if let Some(value) = self.anchors.get(name) {
                    return Ok(value.clone());
                }
                let quoted = go::quoted(name);
                // go-cty-yaml names no position on the first line.
                let at = if event.start.line > 0 {
                    text!("{}: ", position(event.start))
                } else {
                    Text::default()
                };
                return Err(CallError::call(if self.open.contains(&name) {
                    text!(
                        "{}cannot refer to anchor {} from inside its own definition",
                        at,
                        Operand::Value(&quoted)
                    )
                } else {
                    text!(
                        "{}reference to undefined anchor {}",
                        at,
                        Operand::Value(&quoted)
                    )
                }));
            }
            EventKind::Scalar {
                properties,
                value,
                style,
                plain_implicit,
                ..
            } => {
                if style == ScalarStyle::Double
                    && value.contains('/')
                    && escapes_slash(self.raw(&event))
                {
                    return Err(CallError::call("found unknown escape character"));
                }
                let is_plain = if properties.tag.is_some() {
                    style == ScalarStyle::Plain
                } else {
                    plain_implicit
                };
                (properties, scalar(properties, value, is_plain)?)
            }
            EventKind::SequenceStart { properties, .. } => (
                properties,
                self.deeper(properties, "sequence", "seq", Self::sequence)?,
            ),
            EventKind::MappingStart { properties, .. } => (
                properties,
                self.deeper(properties, "mapping", "map", Self::mapping)?,
            ),
            _ => return Err(CallError::call("unexpected end of document")),
        };
        // Aliases share the value of their anchor, so few of them can make many values.
        self.budget.check_size(value.size())?;
        if let Some(anchor) = properties.anchor {
            self.anchors.insert(anchor.to_owned(), value.clone());
        }
        Ok(value)
    }

    fn deeper(
        &mut self,
        properties: Properties<'a>,
        what: &'static str,
        own: &str,
        read: fn(&mut Self) -> Result<Value, CallError>,
    ) -> Result<Value, CallError> {
        if let Some(tag) = properties.tag
            && !matches!(tag.prefix, "tag:yaml.org,2002:" if tag.suffix == own)
        {
            return Err(CallError::call(text!(
                "can't interpret {} as {}{}",
                what,
                Operand::Name(tag.prefix),
                Operand::Name(tag.suffix)
            )));
        }
        if self.depth >= DEPTH {
            return Err(CallError::call(text!(
                "there are more than {} levels of nesting",
                DEPTH
            )));
        }
        self.depth = self.depth.saturating_add(1);
        self.open.extend(properties.anchor);
        let value = read(self)?;
        if properties.anchor.is_some() {
            self.open.pop();
        }
        self.depth = self.depth.saturating_sub(1);
        Ok(value)
    }

    fn sequence(&mut self) -> Result<Value, CallError> {
        let mut items = Vec::new();
        loop {
            let event = self.next()?;
            if event.kind == EventKind::SequenceEnd {
                return Ok(Value::tuple(items));
            }
            items.push(self.value(event)?);
        }
    }

    fn mapping(&mut self) -> Result<Value, CallError> {
        let mut mapping: BTreeMap<Rc<str>, Value> = BTreeMap::new();
        loop {
            let event = self.next()?;
            let at = position(event.start);
            let merges = match event.kind {
                EventKind::MappingEnd => return Ok(Value::object(mapping)),
                EventKind::Scalar {
                    value: "<<",
                    plain_implicit: true,
                    ..
                } => true,
                _ => false,
            };
            let key = self.value(without_anchor(event))?;
            let second = self.next()?;
            let value = self.value(second)?;
            if merges {
                let Some(elements) = value.elements() else {
                    let message = text!(
                        "{}: cannot merge {} into mapping",
                        at,
                        Known(&value.ty().name())
                    );
                    return Err(CallError::Call(message));
                };
                self.budget.values(elements.len())?;
                mapping.extend(
                    elements
                        .iter()
                        .map(|(name, value)| (Rc::clone(name), value.clone())),
                );
                continue;
            }
            if key.is_null() {
                return Err(CallError::call(text!("{}: mapping key cannot be null", at)));
            }
            let key = match (key.str(), key.number(), key.bool()) {
                (Some(text), ..) => text.to_owned(),
                (_, Some(number), _) => number.to_string(),
                (.., Some(value)) => value.to_string(),
                _ => return Err(CallError::call("only strings are allowed as mapping keys")),
            };
            mapping.insert(key.into(), value);
        }
    }
}

/// Returns whether a quoted scalar has the escape sequence `\/`, which YAML 1.1 does not have.
fn escapes_slash(raw: &str) -> bool {
    let mut characters = raw.chars();
    while let Some(c) = characters.next() {
        if c == '\\' && characters.next() == Some('/') {
            return true;
        }
    }
    false
}

/// Returns the event without its anchor: go-cty-yaml ignores anchors of keys.
fn without_anchor(event: Event<'_>) -> Event<'_> {
    match event.kind {
        EventKind::Scalar {
            properties,
            value,
            style,
            plain_implicit,
            quoted_implicit,
        } => {
            let properties = Properties {
                anchor: None,
                ..properties
            };
            Event {
                kind: EventKind::Scalar {
                    properties,
                    value,
                    style,
                    plain_implicit,
                    quoted_implicit,
                },
                ..event
            }
        }
        _ => event,
    }
}

fn scalar(properties: Properties<'_>, text: &str, plain: bool) -> Result<Value, CallError> {
    let Some(tag) = properties.tag else {
        return if plain {
            resolved(text)
        } else {
            Ok(Value::from(text))
        };
    };
    match (tag.prefix, tag.suffix) {
        ("!", "") | ("tag:yaml.org,2002:", "str") => Ok(Value::from(text)),
        ("tag:yaml.org,2002:", "binary") => {
            let digits: String = text.split(['\r', '\n']).collect();
            if STANDARD.decode(digits).is_err() {
                let why = "as tag:yaml.org,2002:binary: not valid base64";
                return Err(CallError::Call(text!(
                    "cannot parse {} {}",
                    Operand::Value(&go::quoted(text)),
                    why
                )));
            }
            Ok(Value::from(text))
        }
        ("tag:yaml.org,2002:", "int" | "bool" | "null" | "float" | "timestamp") if !plain => {
            Ok(Value::from(text))
        }
        ("tag:yaml.org,2002:", "int" | "bool" | "null" | "float" | "timestamp") => {
            tagged(text, tag.suffix)
        }
        (prefix, suffix) => {
            let name = if prefix.is_empty() {
                suffix.to_owned()
            } else {
                format!("{prefix}{suffix}")
            };
            Err(CallError::call(text!(
                "unsupported tag {}",
                Operand::Value(&go::quoted(&name))
            )))
        }
    }
}

/// Resolves a plain scalar with a tag. The type that the text looks like takes precedence.
fn tagged(text: &str, tag: &str) -> Result<Value, CallError> {
    let plain = if matches!(tag, "int" | "float") {
        text.replace('_', "")
    } else {
        text.to_owned()
    };
    if let Some(number) = plain
        .strip_prefix("0b")
        .and_then(|digits| super::super::list::whole_number(digits, 2))
    {
        return Ok(number.into());
    }
    let value = resolved(&plain)?;
    match (value.str(), tag) {
        (None, _) => Ok(value),
        (_, "timestamp") if time(text).is_some() => Ok(value),
        (_, "null") => Ok(Value::null(Type::Dynamic)),
        _ => {
            let text = go::quoted(text);
            Err(CallError::Call(text!(
                "cannot parse {} as tag:yaml.org,2002:{}",
                Operand::Value(&text),
                Known(tag)
            )))
        }
    }
}

/// Formats a position as go-cty-yaml does, which counts the first two lines as line 1.
fn position(mark: Mark) -> Text {
    text!(
        "on line {}, column {}",
        mark.line.max(1),
        mark.column.saturating_add(1)
    )
}

/// Returns the message of a parser error.
fn reason(error: &YamlError) -> Text {
    match error {
        YamlError::Scanner(problem) => Text::own(problem.problem),
        YamlError::Parser(problem) => text!("{}: {}", position(problem.mark), problem.problem),
        YamlError::Reader { .. } => "control characters are not allowed".into(),
        YamlError::TagEncoding => "a tag is not UTF-8".into(),
        YamlError::Limit { what, limit } => text!("there are more than {} {}", *limit, what),
    }
}

/// Resolves a plain scalar.
fn resolved(text: &str) -> Result<Value, CallError> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Ok(Value::null(Type::Dynamic)),
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            return Ok(true.into());
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            return Ok(false.into());
        }
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => {
            return Ok(Number::infinity(false).into());
        }
        "-.inf" | "-.Inf" | "-.INF" => return Ok(Number::infinity(true).into()),
        ".nan" | ".NaN" | ".NAN" => {
            return Err(CallError::call("floating point NaN is not supported"));
        }
        _ => {}
    }
    let based = |prefix: &str, base: u32| {
        let digits = text.strip_prefix(prefix)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if plain {
            super::super::list::whole_number(&digits.to_lowercase(), base)
        } else {
            None
        }
    };
    if let Some(number) = based("0x", 16).or_else(|| based("0o", 8)) {
        return Ok(number.into());
    }
    let numeric = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    if numeric
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && let Ok(number) = text.parse::<Number>()
    {
        return Ok(number.into());
    }
    Ok(time(text).map_or_else(|| Value::from(text), Value::from))
}

/// Parses a date, or a time with at least hours and minutes, and formats it as RFC 3339.
fn time(text: &str) -> Option<String> {
    let (year, rest) = text.split_at_checked(4)?;
    if !year.bytes().all(|byte| byte.is_ascii_digit()) || !rest.starts_with('-') {
        return None;
    }
    let two = |part: &str| {
        if part.len() == 1 {
            format!("0{part}")
        } else {
            part.to_owned()
        }
    };
    let (date, clock) = match text.find(['T', 't', ' ']) {
        Some(at) => (
            text.get(..at)?,
            text.get(at.saturating_add(1)..)?.trim_start(),
        ),
        None => (text, "00:00:00Z"),
    };
    let date: Vec<String> = date.split('-').map(two).collect();
    let zone = clock.find(['Z', '+', '-']);
    let (clock, zone) = zone
        .and_then(|at| clock.split_at_checked(at))
        .unwrap_or((clock, "Z"));
    if clock.ends_with(' ') {
        return None;
    }
    let clock: Vec<String> = clock.split(':').map(two).collect();
    let timestamp = format!("{}T{}{zone}", date.join("-"), clock.join(":"));
    clock::parse(&timestamp).ok().map(|time| time.to_string())
}
