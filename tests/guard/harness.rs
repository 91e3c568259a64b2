//! Invariants for all rules and all data, used by a property test and by the fuzz targets
//! `fuzz/fuzz_targets/guard_*.rs`.

use bumpalo::Bump;
use cfn_warden_guard::report::console::{self, Files, Paint, StatusFilter};
use cfn_warden_guard::report::{FileReport, Records, lambda, sarif};
use cfn_warden_guard::syntax::{self as language, Dialect, Language};
use cfn_warden_guard::{self as guard, Detail, Doc, Options, Profile, Rules, check, parse_tree};
use cfn_warden_syntax as syntax;

/// Parses rules in both dialects and runs everything that needs no data.
///
/// # Panics
/// If an invariant is violated.
pub fn check_rules(text: &str) {
    for dialect in [Dialect::CfnGuard, Dialect::Extended] {
        match language::parse_as(Language::from(dialect), "r.guard", text) {
            Ok(file) => {
                assert!(parse_tree::parse_tree(&file).is_object() || file_is_empty(text));
                for finding in check::check(&file, text) {
                    assert!(finding.span.start <= finding.span.end, "{finding:?}");
                }
                let _ = Rules::compile(file);
            }
            Err(errors) => {
                assert!(!errors.is_empty());
                for error in errors {
                    assert!(!error.to_string().is_empty() && !error.cfn_guard.render(text).is_empty());
                }
            }
        }
    }
}

/// Whether the text contains only white space and comments.
fn file_is_empty(text: &str) -> bool {
    Rules::parse("r.guard", text).is_ok_and(|rules| rules.is_empty())
}

/// Evaluates rules on data and writes all reports.
///
/// # Panics
/// If an invariant is violated.
pub fn check_pair(rules: &str, data: &str) {
    let Ok(rules) = Rules::parse("r.guard", rules) else { return };
    let arena = Bump::new();
    let Some(tree) = syntax::parse(&arena, data, "d.yaml").tree else { return };
    for profile in [Profile::Cli, Profile::Lib] {
        let Ok(doc) = Doc::new(&arena, &[&tree], profile) else { continue };
        let mut statuses = Vec::new();
        for detail in [Detail::Failures, Detail::Full] {
            let options = Options { detail, now: 1_700_000_000 };
            let Ok(outcome) = guard::evaluate(&rules, &doc, &options) else { continue };
            statuses.push(outcome.rules().map(|(name, status)| (name.to_owned(), status)).collect::<Vec<_>>());
            let mut report = FileReport::new("d.yaml");
            report.add(&outcome);
            serde_json::from_str::<serde_json::Value>(&report.to_pretty_json()).unwrap();
            let sarif = serde_json::to_string(&sarif::log(&[report])).unwrap();
            assert!(sarif.contains("\"version\""), "{sarif}");
            let _ = Records::new(&outcome, "d.yaml").tree();
            let files = Files { rules: "r.guard", data: "d.yaml", text: data, paint: Paint::default() };
            let filter = StatusFilter { pass: true, fail: true, skip: true };
            let mut report = FileReport::new("d.yaml");
            report.add(&outcome);
            let summary = console::summary(&outcome, &files, filter);
            let unnamed = outcome.rules().find(|(name, _)| !summary.contains(*name));
            assert!(unnamed.is_none(), "{unnamed:?} is not in the summary {summary}");
            let _ = console::lines(&outcome, &files, filter);
            let _ = (console::template(&report, &doc, &files), console::terraform(&report, &doc, &files));
            let _ = (outcome.findings(&[&tree], "d.yaml"), outcome.notices());
        }
        // The level of detail must not affect verdicts.
        assert!(statuses.windows(2).all(|two| two[0] == two[1]), "{statuses:?}");
        let _ = lambda::answer(&rules, &doc, true, &Options::default());
    }
}
