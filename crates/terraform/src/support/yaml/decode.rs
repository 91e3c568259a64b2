//! YAML decoding. A text has one document; plain scalars have the YAML 1.1 types that go-cty-yaml supports.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

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

/// The maximum nesting depth.
const DEPTH: usize = 200;

/// Decodes a YAML document.
pub fn decode(text: &str, budget: &Budget) -> Result<Value, CallError> {
    let arena = Bump::new();
    let mut reader =
        Reader { parser: Parser::new(&arena, text), anchors: HashMap::new(), open: Vec::new(), budget, depth: 0 };
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
        return Err(CallError::call(format!("{}: unexpected extra content after value", position(after.start))));
    }
    Ok(value)
}

struct Reader<'a, 'b> {
    parser: Parser<'a>,
    anchors: HashMap<String, Value>,
    open: Vec<&'a str>,
    budget: &'b Budget,
    depth: usize,
}

impl<'a> Reader<'a, '_> {
    fn next(&mut self) -> Result<Event<'a>, CallError> {
        self.parser.next_event().map_err(|error| CallError::Call(reason(&error)))
    }

    fn value(&mut self, event: Event<'a>) -> Result<Value, CallError> {
        self.budget.values(1)?;
        let (properties, value) = match event.kind {
            EventKind::Alias(name) => {
                if let Some(value) = self.anchors.get(name) {
                    return Ok(value.clone());
                }
                let quoted = go::quoted(name);
                return Err(CallError::call(if self.open.contains(&name) {
                    format!("cannot refer to anchor {quoted} from inside its own definition")
                } else {
                    format!("reference to undefined anchor {quoted}")
                }));
            }
            EventKind::Scalar { properties, value, plain_implicit, .. } => {
                (properties, scalar(properties, value, plain_implicit)?)
            }
            EventKind::SequenceStart { properties, .. } => {
                (properties, self.deeper(properties, "sequence", "seq", Self::sequence)?)
            }
            EventKind::MappingStart { properties, .. } => {
                (properties, self.deeper(properties, "mapping", "map", Self::mapping)?)
            }
            _ => return Err(CallError::call("unexpected end of document")),
        };
        if let Some(anchor) = properties.anchor {
            self.anchors.insert(anchor.to_owned(), value.clone());
        }
        Ok(value)
    }

    fn deeper(
        &mut self,
        properties: Properties<'a>,
        what: &str,
        own: &str,
        read: fn(&mut Self) -> Result<Value, CallError>,
    ) -> Result<Value, CallError> {
        if let Some(tag) = properties.tag
            && !matches!(tag.prefix, "tag:yaml.org,2002:" if tag.suffix == own)
        {
            return Err(CallError::call(format!("can't interpret {what} as {}{}", tag.prefix, tag.suffix)));
        }
        if self.depth >= DEPTH {
            return Err(CallError::call(format!("there are more than {DEPTH} levels of nesting")));
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
                EventKind::Scalar { value: "<<", plain_implicit: true, .. } => true,
                _ => false,
            };
            let key = self.value(event)?;
            let second = self.next()?;
            let value = self.value(second)?;
            if merges {
                let Some(elements) = value.elements() else {
                    let message = format!("{at}: cannot merge {} into mapping", value.ty().name());
                    return Err(CallError::Call(message));
                };
                self.budget.values(elements.len())?;
                mapping.extend(elements.iter().map(|(name, value)| (Rc::clone(name), value.clone())));
                continue;
            }
            if key.is_null() {
                return Err(CallError::call(format!("{at}: mapping key cannot be null")));
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

fn scalar(properties: Properties<'_>, text: &str, plain: bool) -> Result<Value, CallError> {
    let Some(tag) = properties.tag else { return if plain { resolved(text) } else { Ok(Value::from(text)) } };
    match (tag.prefix, tag.suffix) {
        ("!", "") => Ok(Value::from(text)),
        ("tag:yaml.org,2002:", "str" | "binary" | "int" | "bool" | "null" | "timestamp") => Ok(Value::from(text)),
        ("tag:yaml.org,2002:", "float") => resolved(text),
        (prefix, suffix) => {
            let name = if prefix.is_empty() { suffix.to_owned() } else { format!("{prefix}{suffix}") };
            Err(CallError::call(format!("unsupported tag {}", go::quoted(&name))))
        }
    }
}

/// Formats a position as go-cty-yaml does, which counts the first two lines as line 1.
fn position(mark: Mark) -> String {
    format!("on line {}, column {}", mark.line.max(1), mark.column.saturating_add(1))
}

/// Returns the message of a parser error.
fn reason(error: &YamlError) -> String {
    match error {
        YamlError::Scanner(problem) => problem.problem.to_owned(),
        YamlError::Parser(problem) => format!("{}: {}", position(problem.mark), problem.problem),
        YamlError::Reader { .. } => "control characters are not allowed".to_owned(),
        YamlError::TagEncoding => "a tag is not UTF-8".to_owned(),
        YamlError::Limit { what, limit } => format!("there are more than {limit} {what}"),
    }
}

/// Resolves a plain scalar.
fn resolved(text: &str) -> Result<Value, CallError> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Ok(Value::null(Type::Dynamic)),
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => return Ok(true.into()),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => return Ok(false.into()),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => return Ok(Number::infinity(false).into()),
        "-.inf" | "-.Inf" | "-.INF" => return Ok(Number::infinity(true).into()),
        ".nan" | ".NaN" | ".NAN" => return Err(CallError::call("floating point NaN is not supported")),
        _ => {}
    }
    let based = |prefix: &str, base: u32| {
        let digits = text.strip_prefix(prefix)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if plain { super::super::list::whole_number(&digits.to_lowercase(), base) } else { None }
    };
    if let Some(number) = based("0x", 16).or_else(|| based("0o", 8)) {
        return Ok(number.into());
    }
    let numeric = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
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
    let two = |part: &str| if part.len() == 1 { format!("0{part}") } else { part.to_owned() };
    let (date, clock) = match text.find(['T', 't', ' ']) {
        Some(at) => (text.get(..at)?, text.get(at.saturating_add(1)..)?.trim_start()),
        None => (text, "00:00:00Z"),
    };
    let date: Vec<String> = date.split('-').map(two).collect();
    let zone = clock.find(['Z', '+', '-']);
    let (clock, zone) = zone.and_then(|at| clock.split_at_checked(at)).unwrap_or((clock, "Z"));
    if clock.ends_with(' ') {
        return None;
    }
    let clock: Vec<String> = clock.split(':').map(two).collect();
    let timestamp = format!("{}T{}{zone}", date.join("-"), clock.join(":"));
    clock::parse(&timestamp).ok().map(|time| time.to_string())
}
