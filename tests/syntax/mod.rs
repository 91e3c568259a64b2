//! Texts to trees.

mod json;
mod yaml;
