//! Values in one spelling.

use std::borrow::Cow;

use cfn_warden_syntax::{Entry, Node, Value, python};

/// Returns a value as compact JSON that does not depend on the format of its document: keys are sorted, scalars other than
/// null are strings, and the attribute of `Fn::GetAtt` is a list.
pub(super) fn canonical(value: Node<'_>) -> String {
    canonical_with(value, None)
}

/// Like [`canonical`], with values of mappings in place of the functions that find them by literal keys.
pub(crate) fn canonical_with<'a>(value: Node<'a>, mappings: Option<Node<'a>>) -> String {
    let mut out = String::new();
    write(value, mappings, &mut out);
    out
}

/// Returns the value that the arguments of a `Fn::FindInMap` select, if all of them are literal.
pub(crate) fn mapped<'a>(arguments: Node<'a>, mappings: Option<Node<'a>>) -> Option<Node<'a>> {
    let [map, first, second] = arguments.as_list()? else {
        return None;
    };
    let find = |map: Node<'a>, key: Node<'a>| {
        let key = scalar(key)?;
        let mut entries = map.as_map()?.iter();
        entries
            .find(|entry| scalar(entry.key).is_some_and(|text| text == key))
            .map(|entry| entry.value)
    };
    find(find(find(mappings?, *map)?, *first)?, *second)
}

/// Returns the text of a scalar; `None` for null and for collections.
pub(super) fn scalar(value: Node<'_>) -> Option<Cow<'_, str>> {
    Some(match value.value {
        Value::Bool(is) => if is { "true" } else { "false" }.into(),
        Value::Int(number) => number.to_string().into(),
        Value::Float(number) => python::float_repr(number).into(),
        Value::BigInt(text) | Value::Date(text) | Value::Str(text) => text.into(),
        Value::Null | Value::List(_) | Value::Map(_) => return None,
    })
}

fn write<'a>(value: Node<'a>, mappings: Option<Node<'a>>, out: &mut String) {
    match value.value {
        Value::List(items) => write_list(items, mappings, out),
        Value::Map([Entry { key, value }]) if key.as_str() == Some("Fn::GetAtt") => {
            write_attribute(*value, out)
        }
        Value::Map([Entry { key, value }])
            if key.as_str() == Some("Fn::FindInMap") && mapped(*value, mappings).is_some() =>
        {
            // A value in a mapping contains no functions.
            mapped(*value, mappings)
                .into_iter()
                .for_each(|value| write(value, None, out));
        }
        Value::Map(entries) => {
            let mut entries: Vec<(Cow<'_, str>, Node<'a>)> = entries
                .iter()
                .map(|entry| (key_text(entry.key), entry.value))
                .collect();
            entries.sort_by(|(one, _), (other, _)| one.cmp(other));
            out.push('{');
            for (index, (key, value)) in entries.into_iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                write_text(&key, out);
                out.push(':');
                write(value, mappings, out);
            }
            out.push('}');
        }
        _ => match scalar(value) {
            Some(text) => write_text(&text, out),
            None => out.push_str("null"),
        },
    }
}

fn write_list<'a>(items: &[Node<'a>], mappings: Option<Node<'a>>, out: &mut String) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        write(*item, mappings, out);
    }
    out.push(']');
}

/// Writes a `Fn::GetAtt`, whose value may be `Resource.Attribute` or a list.
fn write_attribute(value: Node<'_>, out: &mut String) {
    out.push_str("{\"Fn::GetAtt\":");
    match value.as_str().and_then(|text| text.split_once('.')) {
        Some((resource, attribute)) => {
            out.push('[');
            write_text(resource, out);
            out.push(',');
            write_text(attribute, out);
            out.push(']');
        }
        None => write(value, None, out),
    }
    out.push('}');
}

/// Returns the text of a key: a scalar, except in malformed documents.
pub(crate) fn key_text(key: Node<'_>) -> Cow<'_, str> {
    scalar(key).unwrap_or_else(|| canonical(key).into())
}

fn write_text(text: &str, out: &mut String) {
    // A string can always be written.
    out.push_str(&serde_json::to_string(text).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;

    use super::canonical;

    fn of(text: &str) -> String {
        let arena = Bump::new();
        canonical(
            cfn_warden_syntax::parse(&arena, text, "")
                .tree
                .unwrap()
                .root,
        )
    }

    #[test]
    fn yaml_and_json_have_one_spelling() {
        let yaml = "b: [1, yes, 1.5, ~, 2012-10-17]\na: !GetAtt A.B.C\nc: !Sub x\n";
        let json = r#"{"c": {"Fn::Sub": "x"}, "b": [1, true, 1.5, null, "2012-10-17"], "a": {"Fn::GetAtt": "A.B.C"}}"#;
        assert_eq!(of(yaml), of(json));
        let expected = r#"{"a":{"Fn::GetAtt":["A","B.C"]},"b":["1","true","1.5",null,"2012-10-17"],"c":{"Fn::Sub":"x"}}"#;
        assert_eq!(of(json), expected);
    }

    #[test]
    fn different_values_have_different_spellings() {
        let texts = [
            "a: [b, c]",
            "a: 'b,c'",
            "a: [[b], c]",
            "a: ['b\",\"c']",
            "a: null",
            "a: {}",
            "a: []",
            "a: ''",
            "a: x",
        ];
        let spellings: std::collections::BTreeSet<String> = texts.into_iter().map(of).collect();
        assert_eq!(spellings.len(), texts.len());
    }
}
