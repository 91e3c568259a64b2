//! Transforms that are applied before a template is checked: SAM's `Globals`, and the loops of the language extensions.
//!
//! A transform returns a new tree whose nodes keep their spans. Source: cfn-lint 1.58.0, `template/transforms`. Like
//! cfn-lint, it does not run macros, `AWS::Include` or modules.

mod collection;
mod find;
mod for_each;
mod language_extensions;
mod malformed;
pub mod serverless;

use bumpalo::Bump;

use crate::Compat;
use cfn_warden_syntax::derive::derive;
use cfn_warden_syntax::{Node, Span, Tree, Value};

/// An error in a transform; the template is then not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransformError {
    /// The message, as in E0001.
    pub message: String,
    /// The location, or the start of the document.
    pub span: Span,
}

/// The result of the transforms.
#[derive(Debug, Default)]
pub struct Transformed<'a> {
    /// The new tree; `None` if the transforms change nothing.
    pub tree: Option<Tree<'a>>,
    /// The loop collections that had to be guessed.
    pub guesses: Vec<Guess>,
}

/// A loop collection whose items are known only at deployment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// The span of the collection.
    pub span: Span,
    /// The parameter whose default or first allowed value was used; `None` if placeholders were used.
    pub parameter: Option<String>,
}

/// Returns the names of the transforms of a template, in order.
pub fn names<'a>(root: Node<'a>) -> Vec<&'a str> {
    match root.get("Transform").map(|node| node.value) {
        Some(Value::Str(name)) => vec![name],
        Some(Value::List(items)) => items.iter().filter_map(|item| item.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// Whether a template declares transforms of any kind.
pub fn is_transformed(root: Node<'_>) -> bool {
    root.get("Transform").is_some_and(|node| !matches!(node.value, Value::List([])))
}

/// Applies the transforms of a template. `region` is the first region that is checked, `compat` the quirks of cfn-lint
/// to reproduce.
///
/// # Errors
/// Returns an error if a loop of the language extensions is malformed or cannot be unrolled.
pub fn transform<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    region: &str,
    compat: Compat,
) -> Result<Transformed<'a>, TransformError> {
    let names = names(tree.root);
    let mut root = None;
    let mut guesses = Vec::new();
    if names.contains(&"AWS::Serverless-2016-10-31") {
        root = serverless::merge_globals(arena, tree.root);
    }
    for _ in names.iter().filter(|name| **name == "AWS::LanguageExtensions") {
        let expanded = language_extensions::expand(arena, root.unwrap_or(tree.root), region, compat);
        let (expanded, guessed) = expanded.map_err(|malformed| TransformError {
            message: format!("Error transforming template: {}", malformed.message),
            span: malformed.span(tree),
        })?;
        root = Some(expanded);
        guesses.extend(guessed.into_iter().map(|(id, parameter)| Guess { span: tree.span(id), parameter }));
    }
    Ok(Transformed { tree: root.map(|root| derive(arena, tree, root)), guesses })
}
