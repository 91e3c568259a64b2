//! Invariants for all rules and all data, used by a property test and by the fuzz targets
//! `fuzz/fuzz_targets/guard_*.rs`.

use bumpalo::Bump;
use cfn_warden_guard::report::console::{self, Files, Paint, StatusFilter};
use cfn_warden_guard::report::{FileReport, Records, lambda, sarif};
use cfn_warden_guard::syntax::{self as language, Dialect, Language};
use cfn_warden_guard::{
    self as guard, Detail, Doc, Options, Profile, Rules, Status, check, parse_tree,
};
use cfn_warden_syntax as syntax;
use serde_json::Value;

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
                    assert!(
                        !error.to_string().is_empty() && !error.cfn_guard.render(text).is_empty()
                    );
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
    let Ok(rules) = Rules::parse("r.guard", rules) else {
        return;
    };
    let arena = Bump::new();
    let Some(tree_of_data) = syntax::parse(&arena, data, "d.yaml").tree else {
        return;
    };
    for profile in [Profile::Cli, Profile::Lib] {
        let Ok(doc) = Doc::new(&arena, &[&tree_of_data], profile) else {
            continue;
        };
        let mut statuses = Vec::new();
        for detail in [Detail::Failures, Detail::Full] {
            let options = Options {
                detail,
                now: 1_700_000_000,
            };
            let Ok(outcome) = guard::evaluate(&rules, &doc, &options) else {
                continue;
            };
            statuses.push(
                outcome
                    .rules()
                    .map(|(name, status)| (name.to_owned(), status))
                    .collect::<Vec<_>>(),
            );
            let failed: Vec<&str> = outcome
                .rules()
                .filter(|(_, status)| *status == Status::Fail)
                .map(|(name, _)| name)
                .collect();
            let mut report = FileReport::new("d.yaml");
            report.add(&outcome);
            check_report(&report, &failed);
            let files = Files {
                rules: "r.guard",
                data: "d.yaml",
                text: data,
                paint: Paint::default(),
            };
            let filter = StatusFilter {
                pass: true,
                fail: true,
                skip: true,
            };
            let summary = console::summary(&outcome, &files, filter);
            let unnamed = outcome.rules().find(|(name, _)| !summary.contains(*name));
            assert!(
                unnamed.is_none(),
                "{unnamed:?} is not in the summary {summary}"
            );
            let lines = console::lines(&outcome, &files, filter);
            assert_eq!(lines.is_empty(), failed.is_empty(), "{failed:?} in {lines}");
            for resources in [
                console::template(&report, &doc, &files),
                console::terraform(&report, &doc, &files),
            ] {
                assert!(
                    resources.is_none_or(|text| text.is_empty()) || !failed.is_empty(),
                    "no rule failed"
                );
            }
            let tree = Records::new(&outcome, "d.yaml").tree();
            assert!(tree.starts_with("`- File(d.yaml, "), "{tree}");
            for finding in outcome.findings(&[&tree_of_data], "d.yaml") {
                assert!(failed.contains(&&*finding.rule.id), "{finding:?}");
            }
            assert!(outcome.notices().iter().all(|notice| !notice.is_empty()));
        }
        // The level of detail must not affect verdicts.
        assert!(
            statuses.windows(2).all(|two| two[0] == two[1]),
            "{statuses:?}"
        );
        for verbose in [false, true] {
            let Ok(answer) = lambda::answer(&rules, &doc, verbose, &Options::default()) else {
                continue;
            };
            let status = if verbose {
                &answer["container"]["FileCheck"]["status"]
            } else {
                &answer["status"]
            };
            let failed = statuses
                .first()
                .is_some_and(|all| all.iter().any(|(_, status)| *status == Status::Fail));
            assert_eq!(status == "FAIL", failed, "{answer}");
        }
    }
}

/// Checks the JSON and SARIF of a report of failures.
fn check_report(report: &FileReport<'_>, failed: &[&str]) {
    let value: Value = serde_json::from_str(&report.to_pretty_json()).unwrap();
    assert_eq!(value, report.to_value());
    assert_eq!(value["status"] == "FAIL", !failed.is_empty(), "{value}");
    let reported = value["not_compliant"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["Rule"]["name"].as_str().unwrap());
    assert!(reported.eq(failed.iter().copied()), "{failed:?} in {value}");
    let sarif = sarif::log(std::slice::from_ref(report));
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert!(results.is_empty() || !failed.is_empty(), "{sarif}");
    for result in results {
        assert!(
            result["ruleId"].is_string() && result["message"]["text"].is_string(),
            "{result}"
        );
    }
}
