//! What is suspicious in rules, by the language and by the schemas of the resource types that they are about.

pub mod checks;
mod follow;
mod shape;
mod types;
mod visit;

use crate::finding::Finding;
use crate::guard::check;
use crate::guard::syntax::ast::RulesFile;

/// Everything suspicious in a rules file, in the order of the text; `text` is what the file was parsed from.
pub fn check(file: &RulesFile, text: &str) -> Vec<Finding> {
    check::check_with(file, text, checks::ALL)
}
