//! The fields of a waiver, from any source.

use super::scope::{Patterns, Scope};
use super::waiver::{Source, Waiver};
use crate::error::Mistake;
use cfn_warden_schema::format::Answer;
use cfn_warden_schema::formats;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::names;

/// The keys of a waiver in a file. A waiver in a document has the first four: its scope is where it is written.
pub const KEYS: [&str; 10] = [
    "rule", "reason", "owner", "until", "file", "resource", "path", "account", "unit", "stack",
];
/// The number of keys of a waiver in a document.
const IN_PLACE: usize = 4;

/// A key and its value.
#[derive(Debug, Clone)]
pub struct Field {
    /// The name of the field, as written.
    pub key: String,
    /// The value; `None` if it is not a string.
    pub value: Option<String>,
    /// The position of the key.
    pub at: Position,
    /// The position of the value.
    pub value_at: Position,
}

/// Makes a waiver of its fields. `in_place` is the scope of a waiver in a document; other waivers have theirs as fields.
///
/// # Errors
/// All mistakes.
pub fn waiver(
    fields: &[Field],
    source: Source,
    in_place: Option<Scope>,
) -> Result<Waiver, Vec<Mistake>> {
    let keys: Vec<&str> = KEYS
        .into_iter()
        .take(if in_place.is_some() {
            IN_PLACE
        } else {
            KEYS.len()
        })
        .collect();
    let mut errors: Vec<Mistake> = fields
        .iter()
        .filter_map(|field| mistake(field, &keys))
        .collect();
    let repeats = (1_usize..).zip(fields).filter(|(next, field)| {
        fields
            .get(*next..)
            .is_some_and(|later| later.iter().any(|later| later.key == field.key))
    });
    errors.extend(repeats.map(|(_, field)| Mistake {
        at: field.at,
        message: format!("repeated key `{}`", field.key),
    }));
    let value = |key: &str| {
        fields
            .iter()
            .find(|field| field.key == key)
            .and_then(|field| field.value.clone())
    };
    let is_absent = |key: &str| !fields.iter().any(|field| field.key == key);
    if is_absent("rule") {
        errors.push(Mistake {
            at: source.at,
            message: "missing `rule`; expected the ID or name of a rule".to_owned(),
        });
    }
    if is_absent("reason") {
        let of = value("rule")
            .map(|rule| format!(" of {rule}"))
            .unwrap_or_default();
        let message = format!("missing `reason`; expected why the findings{of} are accepted");
        errors.push(Mistake {
            at: source.at,
            message,
        });
    }
    if !errors.is_empty() {
        errors.sort_by_key(|error| (error.at.line, error.at.column));
        return Err(errors);
    }
    let patterns = || Patterns {
        file: value("file").map(|name| name.strip_prefix("./").map(str::to_owned).unwrap_or(name)),
        resource: value("resource"),
        path: value("path"),
        account: value("account"),
        unit: value("unit"),
        stack: value("stack"),
    };
    Ok(Waiver {
        rule: value("rule").unwrap_or_default(),
        scope: in_place.unwrap_or_else(|| Scope::Patterns(Box::new(patterns()))),
        reason: value("reason").unwrap_or_default(),
        owner: value("owner"),
        until: value("until"),
        source,
    })
}

/// Returns what is wrong with a field.
fn mistake(field: &Field, keys: &[&str]) -> Option<Mistake> {
    let Field {
        key,
        value,
        at,
        value_at,
    } = field;
    let error = |at: &Position, message: String| Some(Mistake { at: *at, message });
    if !keys.contains(&key.as_str()) {
        return error(
            at,
            format!("unknown key `{key}`; {}", names::one_of(key, keys)),
        );
    }
    let Some(value) = value else {
        return error(
            value_at,
            format!("invalid value of `{key}`; expected a string"),
        );
    };
    if value.trim().is_empty() {
        return error(value_at, format!("`{key}` is empty"));
    }
    if key == "until" && !is_date(value) {
        return error(
            value_at,
            format!("invalid date `{value}` for `until`; expected one such as 2027-01-31"),
        );
    }
    None
}

/// Returns whether a text is a date of the calendar: `2027-01-31`.
pub fn is_date(text: &str) -> bool {
    formats::find("date").is_some_and(|format| (format.check)(text) == Answer::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_of_the_calendar() {
        assert!(
            ["2027-01-31", "2028-02-29", "2000-02-29"]
                .into_iter()
                .all(is_date)
        );
        let others = [
            "2027-02-29",
            "2100-02-29",
            "2027-13-01",
            "2027-00-01",
            "2027-04-31",
            "2027-1-31",
            "27-01-31",
        ];
        assert!(
            !others
                .into_iter()
                .chain([
                    "",
                    "tomorrow",
                    "2027-01-31T00:00:00",
                    "2027-01-00",
                    "+027-01-01"
                ])
                .any(is_date)
        );
    }
}
