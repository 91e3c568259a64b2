//! References within a template: the uses of functions, and the graph of resources.

pub mod cycle;
pub mod dot;
pub mod graph;
pub mod uses;

pub use graph::{Edge, EdgeKind, Graph, VertexKind};
pub use uses::{Use, Uses};
