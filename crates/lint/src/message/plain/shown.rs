//! Values in messages: short, and in backticks.

use std::cmp::Reverse;
use std::fmt;

use cfn_warden_schema::{Json, KeywordValue};
use cfn_warden_syntax::hash::{HashMap, HashSet};
use cfn_warden_syntax::{Entry, Node, Tree, Value, names as similar, python};

/// The maximum number of characters of a value.
const LONGEST: usize = 80;
/// The maximum number of values in a list that is shown whole.
const WHOLE: usize = 6;
/// The number of values that are shown of a longer list.
const FIRST: usize = 5;

/// Formats code: the text in backticks, shortened.
pub fn code(text: &str) -> String {
    let one_line = text.replace(['\n', '\r'], " ");
    match one_line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}...`", one_line.get(..end).unwrap_or_default()),
        None => format!("`{one_line}`"),
    }
}

/// Formats a value.
pub fn shown(node: Node<'_>) -> String {
    match node.value {
        Value::Str("") => "an empty string".to_owned(),
        Value::List([]) => "an empty list".to_owned(),
        Value::List(items) => format!("a list of {}", quantity(items.len(), "item")),
        Value::Map([]) => "an empty object".to_owned(),
        Value::Map(entries) => object(entries),
        Value::Bool(value) => code(if value { "true" } else { "false" }),
        Value::Null => code("null"),
        _ => code(&python::str(node)),
    }
}

fn object(entries: &[Entry<'_>]) -> String {
    if let [Entry { key, value }] = entries
        && let Some(name) = key
            .as_str()
            .filter(|name| name.starts_with("Fn::") || matches!(*name, "Ref" | "Condition"))
    {
        let tag = name.strip_prefix("Fn::").unwrap_or(name);
        return match value.value {
            Value::Str(text) => code(&format!("!{tag} {text}")),
            Value::List(parts) if name == "Fn::GetAtt" => {
                let parts: Vec<String> = parts.iter().map(|part| python::str(*part)).collect();
                code(&format!("!{tag} {}", parts.join(".")))
            }
            _ => format!("the result of {}", code(name)),
        };
    }
    let keys: Vec<String> = entries.iter().map(|entry| python::str(entry.key)).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    format!("an object with {}", first_names(&keys))
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
pub fn typed(node: Node<'_>, tree: &Tree<'_>) -> String {
    let typed = match node.value {
        Value::Str("") => "an empty string".to_owned(),
        Value::Str(_) => format!("the string {}", shown(node)),
        Value::Int(_) | Value::BigInt(_) | Value::Float(_) => format!("the number {}", shown(node)),
        Value::Bool(_) => format!("the boolean {}", shown(node)),
        Value::Date(_) => format!("the date {}", shown(node)),
        Value::Null => "null".to_owned(),
        Value::List(_) | Value::Map(_) => shown(node),
    };
    let is_other = |raw: &&str| match node.value {
        Value::Bool(value) => !raw.eq_ignore_ascii_case(if value { "true" } else { "false" }),
        Value::Int(_) => *raw != python::str(node),
        _ => false,
    };
    match tree.raw(node.id).filter(is_other) {
        Some(raw) => format!("{}, which YAML reads as {typed}", code(raw)),
        None => typed,
    }
}

/// Formats the types of a schema: `a string or a list`.
pub fn types(types: Json<'_>) -> String {
    let name = |name: &str| match name {
        "array" => "a list".to_owned(),
        "object" => "an object".to_owned(),
        "integer" => "a whole number".to_owned(),
        "number" => "a number".to_owned(),
        "boolean" => "`true` or `false`".to_owned(),
        "string" => "a string".to_owned(),
        other => other.to_owned(),
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
pub fn shown_value(value: KeywordValue<'_>) -> String {
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
pub fn names(names: &[&str]) -> String {
    let coded: Vec<String> = names.iter().map(|name| code(name)).collect();
    match coded.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Formats the first names of a list and the number of the others.
pub fn first_names(names: &[&str]) -> String {
    let coded: Vec<String> = names.iter().map(|name| code(name)).collect();
    similar::listed(
        coded.iter().map(String::as_str),
        if coded.len() <= WHOLE { WHOLE } else { FIRST },
    )
}

/// Formats alternatives: `a`, `b` or `c`.
pub fn either(texts: &[String]) -> String {
    match texts.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// Formats a count and its unit: `1 item`, `3 items`.
pub fn quantity(count: usize, unit: &str) -> String {
    if count == 1 {
        format!("1 {unit}")
    } else {
        format!("{count} {unit}s")
    }
}

/// Returns the words for a format: `subnet ID` for `AWS::EC2::Subnet.Id`.
pub fn format_name(format: &str) -> String {
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
    format!("{} {}", spaced(kind), spaced(attribute))
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
    nearest: Option<String>,
    ranked: Vec<String>,
}

impl Choices {
    /// Ranks the values by their similarity to a given one.
    pub fn of(given: Option<&str>, allowed: impl Iterator<Item = String>) -> Choices {
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
        Choices { nearest, ranked }
    }

    /// Ranks the values of a keyword.
    pub fn of_value(given: Node<'_>, allowed: KeywordValue<'_>) -> Choices {
        let text = given.as_str();
        match allowed {
            KeywordValue::Schema(list) => Choices::of(text, list.items().map(json_text)),
            KeywordValue::Data(list) => {
                let items = list.as_list().unwrap_or_default().iter();
                Choices::of(text, items.map(|item| python::str(*item)))
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
    pub fn whole(&self) -> Option<String> {
        let is_few = (1..=WHOLE).contains(&self.ranked.len());
        is_few.then(|| {
            either(
                &self
                    .ranked
                    .iter()
                    .map(|name| code(name))
                    .collect::<Vec<_>>(),
            )
        })
    }

    /// Returns the value that is probably meant.
    pub fn nearest(&self) -> Option<&str> {
        self.nearest.as_deref()
    }
}

/// `did you mean ...?`, and the allowed values; with `#`, only the values.
impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
        } else if let Some(nearest) = &self.nearest {
            write!(f, "did you mean {}?", code(nearest))?;
            if self.ranked.len() == 1 {
                return Ok(());
            }
            f.write_str(" Allowed: ")?;
        } else {
            f.write_str(match self.ranked.as_slice() {
                [] => "there is none",
                [_] => "the only one is ",
                _ => "allowed: ",
            })?;
        }
        let others: Vec<&str> = self.ranked.iter().map(String::as_str).collect();
        f.write_str(&first_names(&others))
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
            words.map(format_name),
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
