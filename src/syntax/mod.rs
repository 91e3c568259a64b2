//! Text to tree: YAML 1.1 (as CloudFormation and PyYAML read it) and JSON become one tree with spans.
//!
//! Parsing never fails: [`Parsed`] holds what was understood and the errors, each with its place.

pub mod error;
pub mod node;
pub mod path;
pub mod span;
pub mod tree;

pub use error::SyntaxError;
pub use node::{Entry, Node, NodeId, Value};
pub use path::{Path, Step};
pub use span::{Position, Span};
pub use tree::{Parsed, Style, Tag, Tree};
