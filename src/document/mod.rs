//! What a template says as a whole, whichever engine asks: its conditions, its references, its transforms.
//!
//! Everything here reads the one tree and answers with nodes of it, or with derived views over the same nodes.

pub mod condition;
pub mod reference;

pub use condition::{Conditions, Pins};
