//! Errors in transforms, with the nodes that they are about.

use cfn_warden_syntax::{Node, NodeId, Position, Span, Style, Text, Tree, Value, text};

/// An error in a transform; the template is then not checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransformError {
    /// The message, as in E0001.
    pub message: Text,
    /// The location, or the start of the document.
    pub span: Span,
}

/// A transform error with its subject.
#[derive(Debug)]
pub(super) struct Malformed {
    pub(super) message: Text,
    about: About,
}

#[derive(Debug)]
enum About {
    Node(NodeId),
    /// A node of any kind, at its own location.
    Exactly(NodeId),
    /// A node without a location in cfn-lint: a number, null.
    Unmarked,
    Nothing,
}

impl Malformed {
    pub(super) fn at(node: Node<'_>, message: impl Into<Text>) -> Malformed {
        let about = match node.value {
            Value::Str(_) | Value::List(_) | Value::Map(_) => About::Node(node.id),
            _ => About::Unmarked,
        };
        Malformed {
            message: message.into(),
            about,
        }
    }

    /// Creates an error at the location of a node, also of one that has no location in cfn-lint.
    pub(super) fn exactly_at(node: Node<'_>, message: impl Into<Text>) -> Malformed {
        Malformed {
            message: message.into(),
            about: About::Exactly(node.id),
        }
    }

    pub(super) fn nowhere(message: impl Into<Text>) -> Malformed {
        Malformed {
            message: message.into(),
            about: About::Nothing,
        }
    }

    /// Returns the finding about it. cfn-lint's errors have a prefix.
    pub(super) fn error(self, tree: &Tree<'_>) -> TransformError {
        let span = self.span(tree);
        let message = match self.about {
            About::Exactly(_) => self.message,
            _ => text!("Error transforming template: {}", self.message),
        };
        TransformError { message, span }
    }

    fn span(&self, tree: &Tree<'_>) -> Span {
        match self.about {
            About::Node(id) if !is_implied(tree, id) => tree.span(id),
            About::Exactly(id) => tree.span(id),
            About::Node(_) | About::Unmarked => Span {
                start: Position::START,
                end: Position::START,
            },
            About::Nothing => Span::START,
        }
    }
}

/// Whether a node has no location: a key that a short tag implies, or a part of a `GetAtt` that was split.
fn is_implied(tree: &Tree<'_>, id: NodeId) -> bool {
    tree.info(id)
        .is_some_and(|info| info.style == Style::Implied)
        && tree.tag(id).is_none()
}
