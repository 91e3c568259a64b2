//! How the loaders of templates read an unquoted scalar.

use bumpalo::Bump;

use crate::value::{Kind, Value};
use crate::{Doc, Profile};
use cfn_warden_syntax::{self as syntax, Tree};

/// The type that a loader reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarType {
    /// `null`
    Null,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number,
    /// A string.
    Text,
}

impl ScalarType {
    /// Returns the type for messages.
    pub fn name(self) -> &'static str {
        match self {
            ScalarType::Null => "null",
            ScalarType::Bool(_) => "a boolean",
            ScalarType::Number => "a number",
            ScalarType::Text => "text",
        }
    }

    fn of(kind: Kind<'_>) -> Option<ScalarType> {
        match kind {
            Kind::Null => Some(ScalarType::Null),
            Kind::Bool(is) => Some(ScalarType::Bool(is)),
            Kind::Int(_) | Kind::Float(_) => Some(ScalarType::Number),
            Kind::Str(_) => Some(ScalarType::Text),
            _ => None,
        }
    }
}

/// Returns the types that CloudFormation, `validate` and `test` read. `None` if the text cannot be an unquoted scalar,
/// and for most texts on which all agree.
pub fn scalar_types(text: &str) -> Option<[(&'static str, ScalarType); 3]> {
    let may_be_typed =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_' | ':' | '~');
    if text.is_empty() || text.len() > 40 || !text.chars().all(may_be_typed) {
        return None;
    }
    let arena = Bump::new();
    let written = format!("- {text}\n");
    let tree = syntax::parse(&arena, &written, "").tree?;
    Some([
        (
            "CloudFormation",
            read(&arena, &tree, Profile::CloudFormation)?,
        ),
        ("`validate`", read(&arena, &tree, Profile::Cli)?),
        ("`test`", read(&arena, &tree, Profile::Lib)?),
    ])
}

fn read<'a>(arena: &'a Bump, tree: &Tree<'a>, profile: Profile) -> Option<ScalarType> {
    let doc = Doc::new(arena, &[tree], profile).ok()?;
    match doc.root.kind {
        Kind::List([Value { kind, .. }]) => ScalarType::of(*kind),
        _ => None,
    }
}
