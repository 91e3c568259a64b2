//! Texts to trees.

mod hostile;
mod json;
mod property;
mod yaml;
