//! Access to event fields with varying spelling and several forms of empty values.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// The fields of an event. Each is decoded on use, so that errors can name it.
pub type Fields<'e> = BTreeMap<String, &'e RawValue>;

/// Returns the raw value of a field; `None` for `null`, `""`, `{}` and `[]`.
///
/// Names are case-insensitive: the documentation has both `clientRequestToken` and `clientRequesttoken`, and older
/// Hooks have `Template` instead of `template`.
pub fn raw<'e>(fields: &Fields<'e>, name: &str) -> Option<&'e RawValue> {
    let other = || {
        fields
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    };
    fields
        .get(name)
        .or_else(other)
        .copied()
        .filter(|value| !is_empty(value.get()))
}

/// Returns a field as text. Numbers and booleans are returned as written: an account ID may be a number.
pub fn text(fields: &Fields<'_>, name: &str) -> Option<String> {
    let value = raw(fields, name)?.get();
    match value.as_bytes().first()? {
        b'"' => serde_json::from_str(value).ok(),
        b'{' | b'[' => None,
        _ => Some(value.to_owned()),
    }
}

/// Returns the fields of an object.
pub fn object<'e>(fields: &Fields<'e>, name: &str) -> Option<Fields<'e>> {
    serde_json::from_str::<BTreeMap<String, &'e RawValue>>(raw(fields, name)?.get()).ok()
}

fn is_empty(value: &str) -> bool {
    let inside = |open, close| {
        value
            .strip_prefix(open)
            .and_then(|rest: &str| rest.strip_suffix(close))
    };
    value == "null"
        || value == "\"\""
        || [('{', '}'), ('[', ']')]
            .into_iter()
            .any(|(o, c)| inside(o, c).is_some_and(|v| v.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_and_emptiness_are_taken_as_they_come() {
        let json = r#"{"clientRequesttoken": "t", "stackID": "", "a": null, "b": {  }, "c": [ ], "d": 12, "e": {"x": 1}}"#;
        let fields: Fields<'_> = serde_json::from_str(json).unwrap();
        assert_eq!(text(&fields, "clientRequestToken").as_deref(), Some("t"));
        assert_eq!(text(&fields, "d").as_deref(), Some("12"));
        for name in ["stackId", "a", "b", "c", "absent"] {
            assert!(raw(&fields, name).is_none(), "{name}");
        }
        assert_eq!(text(&fields, "e"), None);
        assert_eq!(object(&fields, "e").map(|object| object.len()), Some(1));
    }
}
