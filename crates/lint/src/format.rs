//! Whether the format that something gives is the one that is asked for.

use bumpalo::Bump;

use cfn_warden_schema::{Json, keyword};

/// A format that is asked for, and those that are given instead.
#[derive(Debug, Clone, Copy)]
pub struct Mismatch<'a> {
    /// What is asked for.
    pub wanted: &'a str,
    /// What is given; empty where nothing is said.
    pub given: &'a [&'a str],
}

/// Compares the format that is asked for with those that a schema gives, or with the only one it gives here.
pub fn mismatch<'a>(arena: &'a Bump, wanted: &'a str, given: Json<'a>, only: Option<&'a str>) -> Option<Mismatch<'a>> {
    let wanted = current(wanted);
    let format = |schema: Json<'a>| schema.keyword(keyword::FORMAT).and_then(Json::as_str);
    let own = only.or_else(|| format(given)).map(current);
    if own == Some(wanted) {
        return None;
    }
    let mut formats: Vec<&str> = own.into_iter().collect();
    if only.is_none() {
        let branches = given.keyword(keyword::ANY_OF).into_iter().flat_map(Json::items).filter_map(format);
        for format in branches {
            if format == wanted {
                return None;
            }
            formats.push(format);
        }
    }
    Some(Mismatch { wanted, given: arena.alloc_slice_copy(&formats) })
}

/// The name that a format has today.
fn current(format: &str) -> &str {
    if format == "AWS::EC2::SecurityGroup.GroupId" { "AWS::EC2::SecurityGroup.Id" } else { format }
}
