//! A parser for YAML 1.1 (as read by CloudFormation and PyYAML) and JSON. Both formats result in the same tree with
//! spans.
//!
//! Parsing always returns a [`Parsed`], which contains the tree as far as it was understood and the errors with their
//! spans.

mod alias;
pub mod arena;
mod build;
pub mod cancel;
mod characters;
pub mod comment;
pub mod control;
pub mod deployments;
pub mod derive;
pub mod error;
pub mod escape;
pub mod finding;
pub mod fix;
pub mod hash;
mod json;
pub mod limits;
mod line_index;
mod location;
pub mod names;
pub mod node;
pub mod path;
pub mod python;
pub mod severity;
pub mod span;
mod text;
pub mod tree;
mod typed_text;
pub mod unicode;
pub mod wildcard;
pub mod yaml;

use bumpalo::Bump;

pub use alias::alias_paths;
pub use characters::character_count;
pub use error::SyntaxError;
pub use json::unescape::unescape;
pub use limits::{Limits, SurrogatePairs};
pub use line_index::LineIndex;
pub use location::{LocationIndex, location, location_of};
pub use node::{Entry, Node, NodeId, Value};
pub use path::{Path, Step};
pub use span::{Position, Span, place};
pub use text::{decode, has_part, is_equal, split_pair};
pub use tree::{Alias, At, Info, Parsed, Style, Tag, Tree};
pub use typed_text::{
    Known, Operand, OperandKind, Segment, Text, TextFormat, ToText, placeholder_count,
};

/// Parses a YAML or JSON document with the default [`Limits`]. `name` is the file name for messages.
pub fn parse<'a>(arena: &'a Bump, text: &'a str, name: &str) -> Parsed<'a> {
    parse_within(arena, text, name, &Limits::default())
}

/// Parses a YAML or JSON document with the given limits.
pub fn parse_within<'a>(arena: &'a Bump, text: &'a str, name: &str, limits: &Limits) -> Parsed<'a> {
    if text.len() > limits.bytes {
        let message = text!(
            "Template could not be parsed: it has {} bytes, more than the limit of {}; split it",
            text.len(),
            limits.bytes
        );
        return Parsed {
            tree: None,
            errors: vec![SyntaxError::new(message, error::NO_LOCATION)],
        };
    }
    if let Some(tree) = yaml::direct::read(arena, text, limits) {
        return Parsed {
            tree: Some(tree),
            errors: Vec::new(),
        };
    }
    match yaml::read(arena, text, limits) {
        yaml::Read::Done(parsed) => parsed,
        yaml::Read::TryJson(error) => Parsed {
            tree: None,
            errors: json::decode::errors(text, name, limits, error),
        },
    }
}
