//! Waivers in TOML: a table `[[waiver]]` for each.

use std::borrow::Cow;
use std::ops::Range;

use ::toml::Spanned;
use ::toml::de::DeValue;

use crate::error::Mistake;
use crate::waivers::file::WAIVER;
use crate::waivers::{Field, Source, SourceKind, Waiver, waiver};
use cfn_warden_syntax::LineIndex;

/// Parses a file of waivers with this name: a table `[[waiver]]` for each.
///
/// # Errors
/// All mistakes with their positions.
pub fn parse(text: &str, name: &str) -> Result<Vec<Waiver>, Vec<Mistake>> {
    let lines = LineIndex::new(text);
    let root = super::parse(text, &lines)?;
    let (mut waivers, mut mistakes) = (Vec::new(), Vec::new());
    for (key, value) in root.get_ref() {
        if key.get_ref() == WAIVER {
            waivers.extend(tables(key, value, &lines, name, &mut mistakes));
            continue;
        }
        let message = format!("unknown key `{}`; expected `[[{WAIVER}]]`", key.get_ref());
        mistakes.push(Mistake {
            at: lines.position(key.span().start),
            message,
        });
    }
    if mistakes.is_empty() {
        return Ok(waivers);
    }
    mistakes.sort_by_key(|mistake| (mistake.at.line, mistake.at.column));
    Err(mistakes)
}

/// Returns the waivers of the tables `[[waiver]]` of a file with this name. Adds what is wrong to `mistakes`.
pub fn tables(
    key: &Spanned<Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    lines: &LineIndex<'_>,
    name: &str,
    mistakes: &mut Vec<Mistake>,
) -> Vec<Waiver> {
    let mistake = |span: Range<usize>, message: String| Mistake {
        at: lines.position(span.start),
        message,
    };
    let DeValue::Array(tables) = value.get_ref() else {
        mistakes.push(mistake(
            key.span(),
            format!("`{WAIVER}` is not an array of tables; expected `[[{WAIVER}]]`"),
        ));
        return Vec::new();
    };
    let mut waivers = Vec::new();
    for table in tables.iter() {
        let DeValue::Table(fields) = table.get_ref() else {
            mistakes.push(mistake(
                table.span(),
                "expected a table with `rule` and `reason`".to_owned(),
            ));
            continue;
        };
        let source = Source {
            kind: SourceKind::File,
            file: name.to_owned(),
            at: lines.position(table.span().start),
        };
        let mut fields: Vec<Field> = fields
            .iter()
            .map(|(key, value)| field(lines, key, value))
            .collect();
        fields.sort_by_key(|field| (field.at.line, field.at.column));
        match waiver(&fields, source, None) {
            Ok(waiver) => waivers.push(waiver),
            Err(wrong) => mistakes.extend(wrong),
        }
    }
    waivers
}

fn field(
    lines: &LineIndex<'_>,
    key: &Spanned<Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
) -> Field {
    Field {
        key: key.get_ref().clone().into_owned(),
        value: match value.get_ref() {
            DeValue::String(text) => Some(text.clone().into_owned()),
            DeValue::Datetime(date) => Some(date.to_string()),
            _ => None,
        },
        at: lines.position(key.span().start),
        value_at: lines.position(value.span().start),
    }
}
