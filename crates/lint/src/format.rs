//! Compares the format of a function's result with the expected format.

use bumpalo::Bump;

use cfn_warden_schema::{Json, keyword};

/// An expected format and the formats of the actual value.
#[derive(Debug, Clone, Copy)]
pub struct Mismatch<'a> {
    /// Expected format.
    pub expected: &'a str,
    /// Formats of the actual value; empty if its schema has none.
    pub actual: &'a [&'a str],
}

/// Compares the expected format with those of the schema `actual`, or with `only` if it is set. Returns `None` if one
/// matches.
pub fn mismatch<'a>(
    arena: &'a Bump,
    expected: &'a str,
    actual: Json<'a>,
    only: Option<&'a str>,
) -> Option<Mismatch<'a>> {
    let expected = current(expected);
    let format = |schema: Json<'a>| schema.keyword(keyword::FORMAT).and_then(Json::as_str);
    let own = only.or_else(|| format(actual)).map(current);
    if own == Some(expected) {
        return None;
    }
    let mut formats: Vec<&str> = own.into_iter().collect();
    if only.is_none() {
        let branches = actual
            .keyword(keyword::ANY_OF)
            .into_iter()
            .flat_map(Json::items)
            .filter_map(format);
        for format in branches {
            if format == expected {
                return None;
            }
            formats.push(format);
        }
    }
    Some(Mismatch {
        expected,
        actual: arena.alloc_slice_copy(&formats),
    })
}

/// Returns the current name of a format that was renamed.
fn current(format: &str) -> &str {
    if format == "AWS::EC2::SecurityGroup.GroupId" {
        "AWS::EC2::SecurityGroup.Id"
    } else {
        format
    }
}
