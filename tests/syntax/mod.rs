//! Texts to trees.

mod json;
