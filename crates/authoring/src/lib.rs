//! Static checks of Guard rules: those of the language and those based on resource type schemas.

mod check_type;
pub mod checks;
mod selection;
mod types;
mod value_type;
mod visit;

use cfn_warden_guard::check;
use cfn_warden_guard::syntax::ast::RulesFile;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::finding::Finding;

/// Checks a rules file and returns the findings in source order; `text` is the source of `file`.
pub fn check(file: &RulesFile, text: &str, knowledge: &Knowledge) -> Vec<Finding> {
    check::check_with(file, text, checks::ALL, |run, input, report| {
        run(knowledge, input, report)
    })
}
