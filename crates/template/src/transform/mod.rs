//! Transforms that are applied before a template is checked: SAM's `Globals`, and the loops of the language extensions.
//!
//! A transform returns a new tree whose nodes keep their spans. Source: cfn-lint 1.58.0, `template/transforms`. Like
//! cfn-lint, it does not run macros, `AWS::Include` or modules.

mod added;
mod collection;
mod declared;
mod expansion;
mod find;
mod for_each;
mod generated;
mod inputs;
mod language_extensions;
mod malformed;
mod refusals;
pub mod serverless;

use bumpalo::Bump;

pub use self::declared::{is_macro_name, is_transform_name, names};
pub use self::expansion::Expansion;
pub(crate) use self::generated::generated_resources;
pub use self::inputs::{Assumption, Inputs};
use self::malformed::Malformed;
pub use self::malformed::TransformError;
use crate::Quirk;
use cfn_warden_syntax::derive::derive;
use cfn_warden_syntax::{Node, Span, Tree, Value, text};

/// The result of the transforms.
#[derive(Debug, Default)]
pub struct Transformed<'a> {
    /// The new tree; `None` if the transforms change nothing.
    pub tree: Option<Tree<'a>>,
    /// The loop collections that had to be guessed.
    pub guesses: Vec<Guess>,
    /// What AWS refuses although the template can be expanded.
    pub refusals: Vec<TransformError>,
}

/// A loop collection, or a part of it, that is known only at deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// The span of the expression.
    pub span: Span,
    /// The value in its place.
    pub assumption: Assumption,
}

/// Whether a template declares transforms of any kind.
pub fn is_transformed(root: Node<'_>) -> bool {
    root.get("Transform")
        .is_some_and(|node| !matches!(node.value, Value::List([])))
}

/// Whether a tree has more values than this, each counted as often as it occurs.
fn has_more_values(root: Node<'_>, most: usize) -> bool {
    let (mut count, mut open) = (0usize, vec![root]);
    while let Some(node) = open.pop() {
        count = count.saturating_add(1);
        if count > most {
            return true;
        }
        match node.value {
            Value::List(items) => open.extend(items),
            Value::Map(entries) => open.extend(entries.iter().map(|entry| entry.value)),
            _ => {}
        }
    }
    false
}

/// Applies the transforms of a template.
///
/// # Errors
/// Returns at least one error if loops of the language extensions are malformed or cannot be unrolled.
pub fn transform<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    inputs: &Inputs<'_>,
) -> Result<Transformed<'a>, Vec<TransformError>> {
    let compat = inputs.compat;
    let names = names(tree.root);
    let mut root = None;
    let (mut guesses, mut refused) = (Vec::new(), Vec::new());
    if names.contains(&"AWS::Serverless-2016-10-31") {
        root = serverless::merge_globals(arena, tree.root, compat);
    }
    for _ in names
        .iter()
        .filter(|name| **name == "AWS::LanguageExtensions")
    {
        if !compat.has(Quirk::LanguageExtensions) && refused.is_empty() {
            let refusals = refusals::refusals(tree.root);
            let is_malformed = !refusals.loops.is_empty();
            refused.extend(
                refusals
                    .loops
                    .into_iter()
                    .chain(refusals.functions)
                    .map(|refusal| refusal.error(tree)),
            );
            if is_malformed {
                return Err(refused);
            }
        }
        let expanded = language_extensions::expand(arena, root.unwrap_or(tree.root), inputs);
        let (expanded, guessed) = match expanded {
            Ok(expanded) => expanded,
            Err(malformed) => {
                refused.push(malformed.error(tree));
                return Err(refused);
            }
        };
        root = Some(expanded);
        guesses.extend(guessed.into_iter().map(|(id, assumption)| Guess {
            span: tree.span(id),
            assumption,
        }));
    }
    // What is shared here is a value of its own for each resource in the new tree.
    let most = inputs.limits.loop_values.max(tree.len().saturating_mul(2));
    if root.is_some_and(|root| has_more_values(root, most)) {
        let message = text!(
            "the transforms make a template of more than {} values; use fewer resources, or smaller Globals and loops",
            most
        );
        return Err(vec![Malformed::nowhere(message).error(tree)]);
    }
    Ok(Transformed {
        tree: root.map(|root| derive(arena, tree, root)),
        guesses,
        refusals: refused,
    })
}
