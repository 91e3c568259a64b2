//! Additional schemas: resource types, and changes of known ones, that users have before AWS publishes them.
//!
//! A file has one schema or a list of schemas, in JSON or YAML. A schema of a type that the knowledge base does not have is
//! the schema of that type. A schema of a known type is a JSON merge patch (RFC 7396) on its schema: objects are merged,
//! `null` removes a key, other values and lists are replaced.

mod form;
mod merge;
mod mistakes;
mod verify;

use std::sync::Arc;

use bumpalo::Bump;

use self::mistakes::Mistakes;
pub use self::mistakes::OverlayError;
use crate::knowledge::Knowledge;
use cfn_warden_syntax::{self as syntax, Node};

impl Knowledge {
    /// Adds schemas as [`Knowledge::with_overlay`] does.
    ///
    /// # Errors
    /// The mistakes, one per line: `1:14: invalid type name ...`.
    pub fn with_schemas(self, text: &str) -> Result<Knowledge, String> {
        let line = |OverlayError { at, message }: OverlayError| {
            format!("{}:{}: {message}", at.line, at.column)
        };
        self.with_overlay(text).map_err(|mistakes| {
            mistakes
                .into_iter()
                .map(line)
                .collect::<Vec<_>>()
                .join("\n")
        })
    }

    /// Adds the schemas of a file; `text` is JSON or YAML.
    ///
    /// # Errors
    /// All mistakes in the file with their positions. Then nothing is added.
    pub fn with_overlay(self, text: &str) -> Result<Knowledge, Vec<OverlayError>> {
        let arena = Bump::new();
        let parsed = syntax::parse(&arena, text, "");
        let errors: Vec<OverlayError> = parsed.errors.iter().map(unreadable).collect();
        let (Some(tree), true) = (&parsed.tree, errors.is_empty()) else {
            return Err(errors);
        };
        let mut mistakes = Mistakes {
            tree,
            found: Vec::new(),
        };
        if let Some(key) = tree.repeated_key() {
            mistakes.add(key.id, "the key is repeated");
        }
        let one = [tree.root];
        let schemas = tree.root.as_list().unwrap_or(&one);
        if schemas.is_empty() {
            mistakes.add(
                tree.root.id,
                "the list is empty; expected schemas of resource types",
            );
        }
        let mut knowledge = self;
        for schema in schemas {
            knowledge = knowledge.with_one(*schema, &mut mistakes);
        }
        let mut found = mistakes.found;
        found.sort_by_key(|mistake| (mistake.at.line, mistake.at.column));
        if found.is_empty() {
            Ok(knowledge)
        } else {
            Err(found)
        }
    }

    /// Adds one schema, or mistakes.
    fn with_one(self, schema: Node<'_>, mistakes: &mut Mistakes<'_>) -> Knowledge {
        if schema.as_map().is_none() {
            mistakes
                .add(schema.id, "expected the schema of a resource type: an object with `typeName` and `properties`");
            return self;
        }
        let Some(type_name) = schema.get("typeName") else {
            mistakes.add(
                schema.id,
                "`typeName` is missing; expected a name such as AWS::SNS::Topic",
            );
            return self;
        };
        let Some(name) = type_name.as_str().filter(|name| is_type_name(name)) else {
            mistakes.add(
                type_name.id,
                "invalid type name; expected a name such as AWS::SNS::Topic",
            );
            return self;
        };
        // Corrected, because these are the schemas that templates are checked against.
        let corrected = self.clone().corrected();
        let known = corrected.resource(name);
        if known.is_none() && schema.get("properties").is_none() {
            mistakes.add(
                schema.id,
                format!(
                    "{name} is a new type and has no `properties`; expected an object of schemas"
                ),
            );
        }
        let before = mistakes.found.len();
        verify::schema(schema, verify::Level::Type, known.is_some(), mistakes);
        if mistakes.found.len() > before {
            return self;
        }
        match merge::merged(known, schema) {
            Ok(pack) => {
                verify::references(schema, pack.root(), mistakes);
                self.with_types([(name.to_owned(), Arc::new(pack))])
            }
            Err(error) => {
                mistakes.add(schema.id, error.to_string());
                self
            }
        }
    }
}

fn unreadable(error: &syntax::SyntaxError) -> OverlayError {
    OverlayError {
        at: error.span.start,
        message: error.message.trim_end().to_owned(),
    }
}

/// Returns whether a text is the name of a resource type, as the registry requires it.
fn is_type_name(name: &str) -> bool {
    let is_part = |part: &str| {
        (2..=64).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    name.split("::").count() == 3 && name.split("::").all(is_part)
}

#[cfg(test)]
mod tests;
