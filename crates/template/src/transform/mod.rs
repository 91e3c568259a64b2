//! What is done to a template before it is checked: SAM's `Globals`, and the loops of the language extensions.
//!
//! A transform gives a new tree whose nodes keep the places of those they come from. Source: cfn-lint 1.58.0,
//! `template/transforms`; macros, `AWS::Include` and modules are not executed there, nor here.

mod collection;
mod find;
mod for_each;
mod language_extensions;
pub mod serverless;

use bumpalo::Bump;

use crate::Compat;
use cfn_warden_syntax::derive::derive;
use cfn_warden_syntax::{Node, NodeId, Position, Span, Style, Tree, Value};

/// A template that cannot be transformed: then it is not checked either.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What is wrong, as E0001 says it.
    pub message: String,
    /// Where, or the start of the document.
    pub span: Span,
}

/// What stops a transform: the words, and what they are about.
#[derive(Debug)]
struct Fault {
    message: String,
    about: About,
}

#[derive(Debug)]
enum About {
    Node(NodeId),
    /// A node that has no place in the reference: a number, null.
    Unmarked,
    Nothing,
}

impl Fault {
    fn at(node: Node<'_>, message: impl Into<String>) -> Fault {
        let about = match node.value {
            Value::Str(_) | Value::List(_) | Value::Map(_) => About::Node(node.id),
            _ => About::Unmarked,
        };
        Fault { message: message.into(), about }
    }

    fn nowhere(message: impl Into<String>) -> Fault {
        Fault { message: message.into(), about: About::Nothing }
    }

    fn span(&self, tree: &Tree<'_>) -> Span {
        match self.about {
            About::Node(id) if !is_implied(tree, id) => tree.span(id),
            About::Node(_) | About::Unmarked => Span { start: Position::START, end: Position::START },
            About::Nothing => Span::START,
        }
    }
}

/// Whether a node is a key that only a short tag implies, or a part of a `GetAtt` that was split: they have no place.
fn is_implied(tree: &Tree<'_>, id: NodeId) -> bool {
    tree.info(id).is_some_and(|info| info.style == Style::Implied) && tree.tag(id).is_none()
}

/// A template after its transforms.
#[derive(Debug, Default)]
pub struct Transformed<'a> {
    /// The new tree; `None` where the transforms change nothing.
    pub tree: Option<Tree<'a>>,
    /// The collections of loops that had to be guessed.
    pub guesses: Vec<Guess>,
}

/// A collection of a loop whose items are known only when the template is deployed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// The position of the collection.
    pub span: Span,
    /// The parameter whose default or first allowed value was taken; `None` where items were made up.
    pub parameter: Option<String>,
}

/// The names of the transforms of a template, in order.
pub fn names<'a>(root: Node<'a>) -> Vec<&'a str> {
    match root.get("Transform").map(|node| node.value) {
        Some(Value::Str(name)) => vec![name],
        Some(Value::List(items)) => items.iter().filter_map(|item| item.as_str()).collect(),
        _ => Vec::new(),
    }
}

/// Whether a template asks for transforms, of any kind.
pub fn is_transformed(root: Node<'_>) -> bool {
    root.get("Transform").is_some_and(|node| !matches!(node.value, Value::List([])))
}

/// The template after its transforms. `region` is the first one that is checked, `compat` decides which of cfn-lint's quirks
/// are kept.
///
/// # Errors
/// Where a loop of the language extensions is malformed or cannot be unrolled.
pub fn transform<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    region: &str,
    compat: Compat,
) -> Result<Transformed<'a>, Failure> {
    let names = names(tree.root);
    let mut root = None;
    let mut guesses = Vec::new();
    if names.contains(&"AWS::Serverless-2016-10-31") {
        root = serverless::merge_globals(arena, tree.root);
    }
    for _ in names.iter().filter(|name| **name == "AWS::LanguageExtensions") {
        let expanded = language_extensions::expand(arena, root.unwrap_or(tree.root), region, compat);
        let (expanded, guessed) = expanded.map_err(|fault| Failure {
            message: format!("Error transforming template: {}", fault.message),
            span: fault.span(tree),
        })?;
        root = Some(expanded);
        guesses.extend(guessed.into_iter().map(|(id, parameter)| Guess { span: tree.span(id), parameter }));
    }
    Ok(Transformed { tree: root.map(|root| derive(arena, tree, root)), guesses })
}
