//! What holds for the fixes of every template: the body of a property test and of the fuzz target
//! `fuzz/fuzz_targets/fixes.rs`.

use std::collections::BTreeMap;

use bumpalo::Bump;
use cfn_warden::engine::{self, Cache, Input, Request};
use cfn_warden_lint::{Fixes, Settings};
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::fix::Safety;
use cfn_warden_syntax::parse;

/// Applies the fixes of a template as `check --fix` does, without and with unsafe fixes.
///
/// # Panics
/// Panics if the fixed text does not parse, if fixes can be applied to it again, if a finding that was fixed is still
/// reported, or if a rule has more findings than before.
pub fn check_fixes(text: &str) {
    let cache = Cache::default();
    let (before, incomplete) = findings(text, &cache);
    for most in [Safety::Safe, Safety::Unsafe] {
        let input = Input {
            name: "t.yaml",
            content: text.as_bytes(),
        };
        let Some(fixed) = engine::fix(&request(), input, most, &cache) else {
            continue;
        };
        assert_ne!(fixed.text, text, "{most:?}: fixes that change nothing");
        let arena = Bump::new();
        let parsed = parse(&arena, &fixed.text, "t.yaml");
        assert!(
            parsed.tree.is_some() && parsed.errors.is_empty(),
            "{most:?}: {:?}\n{}",
            parsed.errors,
            fixed.text
        );
        let (after, still_incomplete) = findings(&fixed.text, &cache);
        assert!(
            still_incomplete <= incomplete,
            "{most:?}: less is checked of\n{}",
            fixed.text
        );
        let (was, is) = (count(&before, rule), count(&after, rule));
        for (rule, now) in &is {
            let then = was.get(rule).copied().unwrap_or_default();
            assert!(
                *now <= then,
                "{most:?}: {now} findings of {rule} after {then} before in\n{}",
                fixed.text
            );
        }
        // A finding that another fix uncovered is fixed too, and is not in `before`; that of an element that takes the place
        // of another one has its path.
        let of_text = remaining(&fixed.findings, &before, &after, |finding| {
            (rule(finding), &finding.message)
        });
        let of_place = remaining(&fixed.findings, &before, &after, |finding| {
            (
                rule(finding),
                finding.path.as_ref().map(ToString::to_string),
            )
        });
        assert!(
            of_text.is_empty() || of_place.is_empty(),
            "{most:?}: {of_text:?} is fixed and reported for\n{}",
            fixed.text
        );
        let input = Input {
            name: "t.yaml",
            content: fixed.text.as_bytes(),
        };
        let again = engine::fix(&request(), input, most, &cache);
        assert_eq!(
            again, None,
            "{most:?}: fixes of a fixed text\n{}",
            fixed.text
        );
    }
}

/// Returns the request for the fixes of all rules.
pub fn request<'r>() -> Request<'r> {
    let lint_settings = Settings {
        fixes: Fixes::Compute,
        include_checks: Some(vec!["I".to_owned()]),
        ..Settings::new(cfn_warden_rules::bundled(), engine::bundled_knowledge())
    };
    // 2026-06-01: deprecation dates must not change the results.
    Request {
        lint_settings,
        now: 1_780_272_000,
        ..Request::default()
    }
}

/// Returns the findings of a text, and the number of incomplete checks.
fn findings(text: &str, cache: &Cache) -> (Vec<Finding>, usize) {
    let documents = vec![Input {
        name: "t.yaml",
        content: text.as_bytes(),
    }];
    let run = engine::check(
        &Request {
            documents,
            ..request()
        },
        cache,
    );
    (run.findings, run.incomplete.len())
}

fn count<'f, K: Ord>(
    findings: &'f [Finding],
    key: impl Fn(&'f Finding) -> K,
) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    findings
        .iter()
        .for_each(|finding| *counts.entry(key(finding)).or_default() += 1);
    counts
}

fn rule(finding: &Finding) -> &str {
    &finding.rule.id
}

/// Returns the keys of fixed findings that are reported as often as before.
fn remaining<'f, K: Ord>(
    fixed: &'f [Finding],
    before: &'f [Finding],
    after: &'f [Finding],
    key: impl Fn(&'f Finding) -> K,
) -> Vec<K> {
    let (was, is) = (count(before, &key), count(after, &key));
    let is_left = |key: &K| {
        was.get(key)
            .is_some_and(|then| is.get(key).is_some_and(|now| now >= then))
    };
    count(fixed, key).into_keys().filter(is_left).collect()
}
