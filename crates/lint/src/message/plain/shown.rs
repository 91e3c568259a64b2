//! Values in messages: short, and in backticks.

use std::cmp::Reverse;

use cfn_warden_schema::{Json, KeywordValue};
use cfn_warden_syntax::hash::{HashMap, HashSet};
use cfn_warden_syntax::{
    Entry, Known, Node, OperandKind, Segment, Text, ToText, Tree, Value, names as similar, python,
    text,
};

/// The maximum number of characters of a value.
const LONGEST: usize = 80;
/// The maximum number of values in a list that is shown whole.
const WHOLE: usize = 6;
/// The number of values that are shown of a longer list.
const FIRST: usize = 5;

/// Formats a word of a schema or the template language as code: in backticks, shortened.
pub fn code(text: &str) -> Text {
    code_of(OperandKind::Known, text)
}

/// Formats a name that the template declares, or one of its keys, as code.
pub fn code_name(text: &str) -> Text {
    code_of(OperandKind::Name, text)
}

/// Formats a value of the template as code.
pub fn code_value(text: &str) -> Text {
    code_of(OperandKind::Value, text)
}

fn code_of(kind: OperandKind, text: &str) -> Text {
    let mut one_line = text.replace(['\n', '\r'], " ");
    if let Some((end, _)) = one_line.char_indices().nth(LONGEST) {
        one_line.truncate(end);
        // A part of the operand: a mask recognizes the start of a secret by what follows.
        one_line.push_str("...");
    }
    text!("`{}`", Segment::Operand(&one_line, kind))
}

/// Formats a value.
pub fn shown(node: Node<'_>) -> Text {
    match node.value {
        Value::Str("") => "an empty string".into(),
        Value::List([]) => "an empty list".into(),
        Value::List(items) => text!("a list of {}", quantity(items.len(), "item")),
        Value::Map([]) => "an empty object".into(),
        Value::Map(entries) => object(entries),
        Value::Bool(value) => code(if value { "true" } else { "false" }),
        Value::Null => code("null"),
        _ => code_value(&python::str(node)),
    }
}

fn object(entries: &[Entry<'_>]) -> Text {
    if let [Entry { key, value }] = entries
        && let Some(name) = key
            .as_str()
            .filter(|name| name.starts_with("Fn::") || matches!(*name, "Ref" | "Condition"))
    {
        let tag = name.strip_prefix("Fn::").unwrap_or(name);
        return match value.value {
            Value::Str(text) => code_value(&format!("!{tag} {text}")),
            Value::List(parts) if name == "Fn::GetAtt" => {
                let parts: Vec<String> = parts.iter().map(|part| python::str(*part)).collect();
                code_value(&format!("!{tag} {}", parts.join(".")))
            }
            _ => text!("the result of {}", code_name(name)),
        };
    }
    let keys: Vec<String> = entries.iter().map(|entry| python::str(entry.key)).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    text!("an object with {}", first_names(OperandKind::Name, &keys))
}

/// Returns the texts of a list in a schema.
pub fn texts(list: Json<'_>) -> Vec<&str> {
    list.items().filter_map(Json::as_str).collect()
}

pub fn owned(names: &[&str]) -> impl Iterator<Item = String> {
    names.iter().map(|name| (*name).to_owned())
}

/// Returns whether a value is an intrinsic function.
pub fn is_function(node: Node<'_>) -> bool {
    let is_name = |name: &str| name.starts_with("Fn::") || matches!(name, "Ref" | "Condition");
    matches!(node.value, Value::Map([Entry { key, .. }]) if key.as_str().is_some_and(is_name))
}

/// Formats a value with its type, for messages about types: the boolean `true`, and as it is written if that differs.
pub fn typed(node: Node<'_>, tree: &Tree<'_>) -> Text {
    let typed = match node.value {
        Value::Str("") => "an empty string".into(),
        Value::Str(_) => text!("the string {}", shown(node)),
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) => text!("the number {}", shown(node)),
        Value::Bool(_) => text!("the boolean {}", shown(node)),
        Value::Date(_) => text!("the date {}", shown(node)),
        Value::Null => "null".into(),
        Value::List(_) | Value::Map(_) => shown(node),
    };
    let is_other = |raw: &&str| match node.value {
        Value::Bool(value) => !raw.eq_ignore_ascii_case(if value { "true" } else { "false" }),
        Value::Int(_) => *raw != python::str(node),
        _ => false,
    };
    match tree.raw(node.id).filter(is_other) {
        Some(raw) => text!("{}, which YAML reads as {}", code_value(raw), typed),
        None => typed,
    }
}

/// Formats the types of a schema: `a string or a list`.
pub fn types(types: Json<'_>) -> Text {
    let name = |name: &str| match name {
        "array" => "a list".into(),
        "object" => "an object".into(),
        "integer" => "a whole number".into(),
        "number" => "a number".into(),
        "boolean" => "`true` or `false`".into(),
        "string" => "a string".into(),
        other => Text::known(other),
    };
    match types.as_str() {
        Some(only) => name(only),
        None => either(
            &types
                .items()
                .filter_map(Json::as_str)
                .map(name)
                .collect::<Vec<_>>(),
        ),
    }
}

/// Formats the value of a keyword.
pub fn shown_value(value: KeywordValue<'_>) -> Text {
    match value {
        KeywordValue::Schema(json) => code(&json_text(json)),
        KeywordValue::Data(node) => shown(node),
        KeywordValue::Text(text) => code(text),
    }
}

/// Returns a JSON value as a user would write it.
pub fn json_text(json: Json<'_>) -> String {
    match (json.as_str(), json.as_bool()) {
        (Some(text), _) => text.to_owned(),
        (None, Some(value)) => value.to_string(),
        (None, None) => python::str(json),
    }
}

/// Formats names: `a`, `b` and `c`.
pub fn names(names: &[&str]) -> Text {
    let coded: Vec<Text> = names.iter().map(|name| code(name)).collect();
    joined(&coded, " and ")
}

/// Formats the first names of a list and the number of the others.
pub fn first_names(kind: OperandKind, names: &[&str]) -> Text {
    let most = if names.len() <= WHOLE { WHOLE } else { FIRST };
    let coded = names.iter().take(most).map(|name| code_of(kind, name));
    let mut listed = Text::join(coded, ", ");
    if let Some(more) = names.len().checked_sub(most).filter(|more| *more > 0) {
        listed.push(text!(" and {} more", more));
    }
    listed
}

/// Formats alternatives: `a`, `b` or `c`.
pub fn either(texts: &[Text]) -> Text {
    joined(texts, " or ")
}

fn joined(texts: &[Text], last_separator: &'static str) -> Text {
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => text!(
            "{}{}{}",
            Text::join(rest.iter().cloned(), ", "),
            last_separator,
            last
        ),
        None => Text::default(),
    }
}

/// Formats a count and its unit: `1 item`, `3 items`.
pub fn quantity(count: usize, unit: &'static str) -> Text {
    if count == 1 {
        text!("1 {}", unit)
    } else {
        text!("{} {}s", count, unit)
    }
}

/// Returns the words for a format: `subnet ID` for `AWS::EC2::Subnet.Id`.
pub fn format_name(format: &str) -> Text {
    let Some((type_name, attribute)) = format
        .rsplit_once('.')
        .filter(|_| format.starts_with("AWS::"))
    else {
        return code(format);
    };
    let kind = type_name.rsplit("::").next().unwrap_or(type_name);
    let attribute = attribute
        .strip_prefix(kind)
        .filter(|rest| !rest.is_empty())
        .unwrap_or(attribute);
    text!("{} {}", Known(&spaced(kind)), Known(&spaced(attribute)))
}

/// Splits a name in CamelCase into words, in lower case except abbreviations.
fn spaced(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut was_lower = true;
    for c in name.chars() {
        match words.last_mut() {
            Some(word) if !(c.is_uppercase() && was_lower) => word.push(c),
            _ => words.push(c.to_string()),
        }
        was_lower = c.is_lowercase();
    }
    let word = |word: &String| match word.as_str() {
        "Id" => "ID".to_owned(),
        "Arn" => "ARN".to_owned(),
        word if word.len() > 1 && word.chars().all(char::is_uppercase) => word.to_owned(),
        word => word.to_lowercase(),
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// The allowed values, nearest first.
pub struct Choices {
    kind: OperandKind,
    nearest: Option<String>,
    ranked: Vec<String>,
}

impl Choices {
    /// Ranks the words of a schema by their similarity to a given value.
    pub fn of(given: Option<&str>, allowed: impl Iterator<Item = String>) -> Choices {
        Choices::of_kind(OperandKind::Known, given, allowed)
    }

    /// Ranks the names that a template declares.
    pub fn of_declared(given: Option<&str>, declared: &[&str]) -> Choices {
        Choices::of_kind(OperandKind::Name, given, owned(declared))
    }

    fn of_kind(
        kind: OperandKind,
        given: Option<&str>,
        allowed: impl Iterator<Item = String>,
    ) -> Choices {
        let mut ranked: Vec<String> = Vec::new();
        let mut seen = HashSet::default();
        ranked.extend(allowed.filter(|value| seen.insert(value.clone())));
        let nearest = given.and_then(|given| {
            let all = || ranked.iter().map(String::as_str);
            // `ml.m5.large` for `m5.large`.
            let contains =
                |name: &str| given.len() > 2 && (name.ends_with(given) || name.starts_with(given));
            let same = all()
                .find(|name| name.eq_ignore_ascii_case(given))
                .or_else(|| all().find(|name| contains(name)));
            same.or_else(|| similar::nearest(given, all()))
                .map(str::to_owned)
        });
        if let Some(given) = given.filter(|_| ranked.len() > WHOLE) {
            ranked.sort_by_cached_key(|name| {
                (
                    Some(name) != nearest.as_ref(),
                    Reverse(similar::shared_ends(name, given)),
                )
            });
        }
        Choices {
            kind,
            nearest,
            ranked,
        }
    }

    /// Ranks the values of a keyword.
    pub fn of_value(given: Node<'_>, allowed: KeywordValue<'_>) -> Choices {
        let text = given.as_str();
        match allowed {
            KeywordValue::Schema(list) => Choices::of(text, list.items().map(json_text)),
            KeywordValue::Data(list) => {
                let items = list.as_list().unwrap_or_default().iter();
                Choices::of_kind(
                    OperandKind::Value,
                    text,
                    items.map(|item| python::str(*item)),
                )
            }
            KeywordValue::Text(only) => Choices::of(text, std::iter::once(only.to_owned())),
        }
    }

    /// Returns whether no value is allowed.
    pub fn is_empty(&self) -> bool {
        self.ranked.is_empty()
    }

    /// Returns the value, if there is only one.
    pub fn only(&self) -> Option<&str> {
        match self.ranked.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns the allowed values if they are few: `` `a`, `b` or `c` ``.
    pub fn whole(&self) -> Option<Text> {
        let is_few = (1..=WHOLE).contains(&self.ranked.len());
        is_few.then(|| {
            either(
                &self
                    .ranked
                    .iter()
                    .map(|name| code_of(self.kind, name))
                    .collect::<Vec<_>>(),
            )
        })
    }

    /// Returns the value that is probably meant, as code.
    pub fn suggestion(&self) -> Option<Text> {
        self.nearest().map(|nearest| code_of(self.kind, nearest))
    }

    /// Returns the first values.
    pub fn values(&self) -> Text {
        let names: Vec<&str> = self.ranked.iter().map(String::as_str).collect();
        first_names(self.kind, &names)
    }

    /// Returns the value that is probably meant.
    pub fn nearest(&self) -> Option<&str> {
        self.nearest.as_deref()
    }
}

/// `did you mean ...?`, and the allowed values.
impl ToText for Choices {
    fn append_to(&self, text: &mut Text) {
        let words = match (self.suggestion(), self.ranked.as_slice()) {
            (Some(nearest), [_]) => {
                text.push(text!("did you mean {}?", nearest));
                return;
            }
            (Some(nearest), _) => text!("did you mean {}? Allowed: ", nearest),
            (None, []) => "there is none".into(),
            (None, [_]) => "the only one is ".into(),
            (None, _) => "allowed: ".into(),
        };
        text.push(words);
        text.push(self.values());
    }
}

/// Returns the first two equal items of a list: the value, and their indices.
pub fn repeated<'a>(
    list: Node<'a>,
    key: impl Fn(Node<'a>) -> Option<Node<'a>>,
) -> Option<(Node<'a>, usize, usize)> {
    let mut seen: HashMap<String, usize> = HashMap::default();
    for (index, item) in list.as_list()?.iter().enumerate() {
        let Some(value) = key(*item) else { continue };
        if let Some(first) = seen.insert(python::repr(value), index) {
            return Some((value, first, index));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_words() {
        let words = [
            "AWS::EC2::Subnet.Id",
            "AWS::EC2::VPC.Id",
            "AWS::KMS::Alias.AliasName",
            "AWS::IAM::Role.Arn",
            "ipv4",
        ];
        assert_eq!(
            words.map(|format| format_name(format).to_string()),
            ["subnet ID", "VPC ID", "alias name", "role ARN", "`ipv4`"]
        );
    }

    #[test]
    fn the_nearest_value_comes_first() {
        let allowed = || {
            ["ml.c5.xlarge", "ml.m5.xlarge"]
                .map(str::to_owned)
                .into_iter()
        };
        assert_eq!(
            Choices::of(Some("m5.xlarge"), allowed()).nearest(),
            Some("ml.m5.xlarge")
        );
        assert_eq!(
            Choices::of(Some("ML.C5.xlarge"), allowed()).nearest(),
            Some("ml.c5.xlarge")
        );
        assert_eq!(Choices::of(Some("t2"), allowed()).nearest(), None);
    }
}
