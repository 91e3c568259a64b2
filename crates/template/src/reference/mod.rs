//! Who refers to whom: every use of a function, and the graph that the resources make.

pub mod cycle;
pub mod dot;
pub mod graph;
pub mod uses;

pub use graph::{Edge, EdgeKind, Graph, Holder};
pub use uses::{Use, Uses};
