//! Which values the declaration of a parameter admits.

use super::varying::Matches;
use crate::Parameter;
use crate::resolve::known::{number, text};
use cfn_warden_syntax::{Node, Value};

/// Whether a declaration admits a text as the value of a parameter, or as an item of a list. Undecidable constraints
/// admit it.
pub(super) fn admits(parameter: &Parameter<'_>, value: &str, matches: Matches<'_>) -> bool {
    let text_of = |key: &str| parameter.node.get(key).and_then(text);
    let limit = |key: &str| text_of(key).and_then(|limit| float(&limit));
    let length = value.chars().count() as f64;
    let allowed = parameter.allowed_values();
    let may_be = |one: &Node<'_>| text(*one).is_none_or(|text| text == value);
    if !allowed.is_empty() && !allowed.iter().any(may_be) {
        return false;
    }
    if matches!(parameter.kind, "Number" | "List<Number>") {
        let Some(value) = float(value) else {
            return false;
        };
        if limit("MinValue").is_some_and(|least| value < least)
            || limit("MaxValue").is_some_and(|most| value > most)
        {
            return false;
        }
    }
    let is_long_enough =
        parameter.is_list() || limit("MinLength").is_none_or(|least| length >= least);
    let is_short_enough =
        parameter.is_list() || limit("MaxLength").is_none_or(|most| length <= most);
    let pattern =
        text_of("AllowedPattern").filter(|pattern| !pattern.is_empty() && !parameter.is_list());
    let fits = pattern.is_none_or(|pattern| matches(&pattern, value) != Some(false));
    is_long_enough && is_short_enough && fits
}

/// Returns the only texts that a declaration admits, if its pattern, which CloudFormation matches with the whole value,
/// is an alternation of words: `^(true|false)$`.
pub(super) fn words_of_pattern<'a>(parameter: &Parameter<'a>) -> Option<Vec<&'a str>> {
    let pattern = parameter
        .node
        .get("AllowedPattern")?
        .as_str()
        .filter(|_| !parameter.is_list())?;
    let inner = pattern.strip_prefix('^').unwrap_or(pattern);
    let inner = inner.strip_suffix('$').unwrap_or(inner);
    let in_group = inner
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'));
    let inner = in_group.map_or(inner, |inner| inner.strip_prefix("?:").unwrap_or(inner));
    let words: Vec<_> = inner.split('|').collect();
    let is_word = |word: &&str| {
        word.chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ' '))
    };
    words.iter().all(is_word).then_some(words)
}

/// Returns the whole number that is a limit of the declaration of a number: `MinValue`, `MaxValue`.
pub(super) fn whole_limit(parameter: &Parameter<'_>, key: &str) -> Option<i64> {
    if parameter.kind != "Number" {
        return None;
    }
    text(parameter.node.get(key)?)?.trim().parse().ok()
}

fn float(text: &str) -> Option<f64> {
    match number(text)? {
        Value::Int(whole) => Some(whole as f64),
        Value::Float(number) => Some(number),
        _ => None,
    }
}
