//! Files of Guard rules.

pub mod diagnostics;
pub mod hover;
mod keywords;
pub mod names;
mod scan;
pub mod symbols;
