//! How the loaders of templates read an unquoted scalar.

use bumpalo::Bump;

use crate::value::{Kind, Value};
use crate::{Doc, Profile};
use cfn_warden_syntax::{self as syntax, Tree};

/// The type that a loader reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number,
    /// A string.
    Text,
}

impl Reading {
    /// Returns the type for messages.
    pub fn name(self) -> &'static str {
        match self {
            Reading::Null => "null",
            Reading::Bool(_) => "a boolean",
            Reading::Number => "a number",
            Reading::Text => "text",
        }
    }

    fn of(kind: Kind<'_>) -> Option<Reading> {
        match kind {
            Kind::Null => Some(Reading::Null),
            Kind::Bool(is) => Some(Reading::Bool(is)),
            Kind::Int(_) | Kind::Float(_) => Some(Reading::Number),
            Kind::Str(_) => Some(Reading::Text),
            _ => None,
        }
    }
}

/// Returns the types that CloudFormation, `validate` and `test` read. `None` if the text cannot be an unquoted scalar,
/// and for most texts on which all agree.
pub fn readings(text: &str) -> Option<[(&'static str, Reading); 3]> {
    let may_be_typed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_' | ':' | '~');
    if text.is_empty() || text.len() > 40 || !text.chars().all(may_be_typed) {
        return None;
    }
    let arena = Bump::new();
    let written = format!("- {text}\n");
    let tree = syntax::parse(&arena, &written, "").tree?;
    Some([
        ("CloudFormation", read(&arena, &tree, Profile::CloudFormation)?),
        ("`validate`", read(&arena, &tree, Profile::Cli)?),
        ("`test`", read(&arena, &tree, Profile::Lib)?),
    ])
}

fn read<'a>(arena: &'a Bump, tree: &Tree<'a>, profile: Profile) -> Option<Reading> {
    let doc = Doc::new(arena, &[tree], profile).ok()?;
    match doc.root.kind {
        Kind::List([Value { kind, .. }]) => Reading::of(*kind),
        _ => None,
    }
}
