//! Texts to trees.

mod dump;
mod hostile;
mod json;
mod property;
mod recorded;
mod yaml;
