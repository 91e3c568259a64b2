//! Decoding of request fields and setting values.

use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::error::RequestError;
use super::event::Fields;
use super::item::Item;
use super::text::Text;
use cfn_warden_guard::{Dialect, Semantics, Version};
use cfn_warden_report::{self as report, Format};
use cfn_warden_syntax::unescape;

/// Decodes a document: a string, or the raw JSON of an object, so that positions in it match the event.
pub(super) fn document(value: &RawValue, field: &str) -> Result<String, RequestError> {
    match value.get().as_bytes().first() {
        Some(b'"') => text(value, field),
        Some(b'{') => Ok(value.get().to_owned()),
        _ => Err(RequestError::field(
            field,
            "expected a string or a JSON object",
        )),
    }
}

/// Returns the semantics of a cfn-guard version, by the version's name.
pub fn semantics(name: &str) -> Result<Semantics, String> {
    let version = Version::named(name);
    version.map(Semantics::from).ok_or_else(|| {
        format!(
            "invalid version `{name}`; expected one of {}",
            Version::ALL.map(Version::name).join(", ")
        )
    })
}

/// Returns a dialect by name.
pub fn dialect(name: &str) -> Result<Dialect, String> {
    match name {
        "reference" => Ok(Dialect::CfnGuard),
        "extended" => Ok(Dialect::Extended),
        other => Err(format!(
            "invalid value `{other}`; expected reference or extended"
        )),
    }
}

/// Decodes a list of strings or `{name, content}`.
pub(super) fn texts(list: &RawValue, field: &str) -> Result<Vec<Text>, RequestError> {
    // One pass for valid lists; item by item on errors, to find the invalid item.
    let Ok(items) = serde_json::from_str::<Vec<Item>>(list.get()) else {
        return named(list, field, text);
    };
    let named = |(i, Item { name, content })| Text {
        name: name.unwrap_or_else(|| format!("{field}[{i}]")),
        content,
    };
    let texts: Vec<Text> = items.into_iter().enumerate().map(named).collect();
    unique(&texts, field)?;
    Ok(texts)
}

/// Decodes a list of strings or `{name, content}`.
pub(super) fn named(
    list: &RawValue,
    field: &str,
    content: fn(&RawValue, &str) -> Result<String, RequestError>,
) -> Result<Vec<Text>, RequestError> {
    let items: Vec<&RawValue> = parse(list, field, "a list")?;
    let mut texts = Vec::with_capacity(items.len());
    for (i, item) in items.into_iter().enumerate() {
        let field = format!("{field}[{i}]");
        if item.get().starts_with('"') {
            texts.push(Text {
                content: text(item, &field)?,
                name: field,
            });
            continue;
        }
        if !item.get().starts_with('{') {
            return Err(RequestError::field(
                field,
                "expected a string or {name, content}",
            ));
        }
        let mut parts: Fields<'_> = parse(item, &field, "{name, content}")?;
        let Some(value) = parts.remove("content") else {
            return Err(RequestError::field(format!("{field}.content"), "missing"));
        };
        let content = content(value, &format!("{field}.content"))?;
        let name = match parts.remove("name") {
            Some(name) => text(name, &format!("{field}.name"))?,
            None => field.clone(),
        };
        if let Some(other) = parts.keys().next() {
            return Err(RequestError::field(
                format!("{field}.{other}"),
                "unknown field; expected name or content",
            ));
        }
        texts.push(Text { name, content });
    }
    unique(&texts, field)?;
    Ok(texts)
}

/// Rejects duplicate names: findings refer to texts by name.
pub(super) fn unique(texts: &[Text], field: &str) -> Result<(), RequestError> {
    let mut seen = HashSet::new();
    match texts.iter().position(|text| !seen.insert(&text.name)) {
        Some(i) => Err(RequestError::field(
            format!("{field}[{i}].name"),
            "duplicate name in the list",
        )),
        None => Ok(()),
    }
}

pub(super) fn by_name(name: &str) -> Result<&'static Format, RequestError> {
    report::by_name(name).ok_or_else(|| {
        let message = format!(
            "unknown format `{name}`; expected one of {}, guard-lambda",
            report::names()
        );
        RequestError::field("format", message)
    })
}

pub(super) fn text(value: &RawValue, field: &str) -> Result<String, RequestError> {
    unescape(value.get()).map_or_else(|| parse(value, field, "a string"), Ok)
}

pub(super) fn scalar<T: DeserializeOwned>(
    fields: &Fields<'_>,
    name: &str,
    expected: &str,
) -> Result<Option<T>, RequestError> {
    fields
        .get(name)
        .map(|value| parse(value, name, expected))
        .transpose()
}

pub(super) fn parse<'e, T: serde::Deserialize<'e>>(
    value: &'e RawValue,
    field: &str,
    expected: &str,
) -> Result<T, RequestError> {
    serde_json::from_str(value.get()).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        RequestError::field(field, format!("expected {expected}: {reason}"))
    })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    #[test]
    fn decoding_in_one_pass_equals_decoding_item_by_item() {
        for list in [
            r#"["rule a { b exists }", "", "\u00e9\n\"\ud83d\ude00"]"#,
            r#"[{"name": "a", "content": "x"}, {"content": "y", "name": "b"}, "z"]"#,
            r#"[{"content": "x", "content": "y"}, {"name": "a", "name": "b", "content": "z"}]"#,
            r#"[{"content": "x", "name": null}]"#,
            r#"[{"content": 1}]"#,
            r#"[{"name": "a"}]"#,
            r#"[{"content": "x", "other": 1}]"#,
            r#"["\ud800"]"#,
            r#"["a", 1]"#,
            r#"["a", null]"#,
            r#"[{"name": "rules[1]", "content": "x"}, "y"]"#,
            "[]",
            "{}",
        ] {
            let list: Box<RawValue> = serde_json::from_str(list).unwrap();
            let read = |all: Result<Vec<Text>, RequestError>| format!("{all:?}");
            assert_eq!(
                read(texts(&list, "rules")),
                read(named(&list, "rules", text)),
                "{list}"
            );
        }
    }

    #[test]
    fn a_string_has_the_text_that_a_parser_reads() {
        let characters = (0..0x300)
            .chain([0x2028, 0xffff, 0x1_f600])
            .filter_map(char::from_u32);
        let written = characters.map(|one| serde_json::to_string(&format!("a{one}b")).unwrap());
        let others = [
            r#""""#,
            r#""\/\b\f\n\r\t\"\\""#,
            r#""\\\\""#,
            r#""\u0041""#,
            r#""\n\u00e9""#,
            r#""ä\"""#,
            r#""\ud83d\ude00""#,
            r#""a\u2013""#,
        ];
        let mut read = 0;
        for json in written.chain(others.map(str::to_owned)) {
            let parsed: String = serde_json::from_str(&json).unwrap();
            match unescape(&json) {
                Some(text) => assert_eq!(text, parsed, "{json}"),
                None => assert!(json.contains("\\ud83d"), "{json}"),
            }
            read += usize::from(unescape(&json).is_some());
        }
        assert!(read > 760, "{read}");
        assert_eq!(unescape("{}"), None);
        let raw: Box<RawValue> = serde_json::from_str(r#" "\ud800" "#).unwrap();
        assert!(text(&raw, "data").is_err());
    }
}
