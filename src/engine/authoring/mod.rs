//! What is suspicious in rules, by the language and by the schemas of the resource types that they are about.

pub mod checks;
mod follow;
mod shape;
mod types;
mod visit;

use cfn_warden_guard::check;
use cfn_warden_guard::syntax::ast::RulesFile;
use cfn_warden_syntax::finding::Finding;

/// Everything suspicious in a rules file, in the order of the text; `text` is what the file was parsed from.
pub fn check(file: &RulesFile, text: &str) -> Vec<Finding> {
    check::check_with(file, text, checks::ALL)
}
