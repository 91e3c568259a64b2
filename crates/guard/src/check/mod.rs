//! Static checks of a rules file.
//!
//! Checks do not affect verdicts, which are those of cfn-guard.

pub mod checks;
pub mod claim;
mod definition;
pub mod literals;
mod scalar_types;
pub mod walk;

pub use self::definition::{Check, CheckInput, Report};

use crate::compile::Key;
use crate::syntax::ast::RulesFile;
use cfn_warden_syntax::LineIndex;
use cfn_warden_syntax::finding::Finding;

/// Returns all texts by which a key of a query is looked up, the key as written first.
pub fn lookup_keys(key: &str) -> Vec<String> {
    Key::new(key.into()).all().map(str::to_owned).collect()
}

/// Runs all checks on a file that was parsed from `text`. Findings are sorted by position.
pub fn check(file: &RulesFile, text: &str) -> Vec<Finding> {
    check_with::<()>(file, text, &[], |(), _, _| {})
}

/// Like [`check`], with additional checks that `run` runs, such as those that need resource schemas.
pub fn check_with<F>(
    file: &RulesFile,
    text: &str,
    more: &[&Check<F>],
    run: impl Fn(&F, &CheckInput<'_>, &mut Report<'_>),
) -> Vec<Finding> {
    let lines = LineIndex::new(text);
    let input = CheckInput { file, text };
    let mut found = Vec::new();
    for check in checks::ALL {
        (check.run)(&input, &mut check.report(&file.name, &lines, &mut found));
    }
    for check in more {
        run(
            &check.run,
            &input,
            &mut check.report(&file.name, &lines, &mut found),
        );
    }
    found.sort_by(|a, b| (a.span, &a.rule.id).cmp(&(b.span, &b.rule.id)));
    found
}
