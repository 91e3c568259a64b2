//! Fields of what CloudFormation sends: spelled in several ways, and empty in several ways.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::lambda::event::Fields;

/// The text of a field, where it holds something: `null`, `""`, `{}` and `[]` are as good as absent.
///
/// Names go without regard to case: the documentation spells `clientRequestToken` and `clientRequesttoken`, and older
/// Hooks have `Template` for `template`.
pub fn raw<'e>(fields: &Fields<'e>, name: &str) -> Option<&'e RawValue> {
    let other = || fields.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value);
    fields.get(name).or_else(other).copied().filter(|value| !is_empty(value.get()))
}

/// A field that is a text. A number or a boolean is taken as it is written: an account ID may come as a number.
pub fn text(fields: &Fields<'_>, name: &str) -> Option<String> {
    let value = raw(fields, name)?.get();
    match value.as_bytes().first()? {
        b'"' => serde_json::from_str(value).ok(),
        b'{' | b'[' => None,
        _ => Some(value.to_owned()),
    }
}

/// A field that is an object, by its own fields.
pub fn object<'e>(fields: &Fields<'e>, name: &str) -> Option<Fields<'e>> {
    serde_json::from_str::<BTreeMap<String, &'e RawValue>>(raw(fields, name)?.get()).ok()
}

fn is_empty(value: &str) -> bool {
    let inside = |open, close| value.strip_prefix(open).and_then(|rest: &str| rest.strip_suffix(close));
    value == "null"
        || value == "\"\""
        || [('{', '}'), ('[', ']')].into_iter().any(|(o, c)| inside(o, c).is_some_and(|v| v.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_and_emptiness_are_taken_as_they_come() {
        let json =
            r#"{"clientRequesttoken": "t", "stackID": "", "a": null, "b": {  }, "c": [ ], "d": 12, "e": {"x": 1}}"#;
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
