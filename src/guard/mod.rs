//! Guard's policy language: rules files are parsed into a tree (`syntax`) and evaluated against documents.

pub mod parse_tree;
pub mod syntax;
pub mod yaml;
