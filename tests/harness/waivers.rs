//! What holds for every template with waivers and a baseline: the body of a property test and of the fuzz target
//! `fuzz/fuzz_targets/waivers.rs`.

use cfn_warden::engine::baseline::{self, Files};
use cfn_warden::engine::waivers::{Waiver, WaiverState};
use cfn_warden::engine::{
    self, Cache, Fingerprints, IncompleteKind, Input, Request, Run, WaiverCheck,
};
use cfn_warden::toml;
use cfn_warden_lint::Settings;
use cfn_warden_syntax::finding::{Finding, Severity};

/// Rules that most templates violate.
const RULES: &str = "rule NAMED { Resources.*.Properties.Name exists }\nrule SIZED { Resources.*.Properties.Size >= 1 }\n";

/// Checks a template with and without a file of waivers in TOML, and with a baseline of its findings.
///
/// # Panics
/// Panics if the reported and the waived findings are not those without waivers, if a waiver is neither reported nor
/// refused, if its state depends on the other waivers, or if the baseline does not have all findings.
pub fn check_waivers(template: &str, waivers: &str) {
    let waivers = toml::waivers::parse(waivers, "w.toml").unwrap_or_default();
    let cache = Cache::default();
    let without = Request {
        waiver_check: WaiverCheck::Off,
        ..request(template, &[])
    };
    let without = engine::check(&without, &cache);
    let run = waived(template, &waivers, &cache);
    let both = run
        .findings
        .iter()
        .chain(run.waived().map(|(finding, _)| finding));
    assert_eq!(sorted(both), sorted(without.findings.iter()));
    assert!(run.waived().all(|(_, waiver)| {
        waiver
            .until
            .as_deref()
            .is_none_or(|until| until >= "2026-06-15")
    }));
    check_states(template, &waivers, &run, &cache);
    check_baseline(run);
}

/// Every waiver of the file is listed or refused, and its state is the one that it has alone.
fn check_states(template: &str, waivers: &[Waiver], run: &Run<'_>, cache: &Cache) {
    for waiver in waivers {
        let listed = run.waivers.iter().find(|one| one.waiver == *waiver);
        let is_refused = run.incomplete.iter().any(|issue| {
            issue.kind == IncompleteKind::Waiver
                && issue.file == "w.toml"
                && issue.at == Some(waiver.source.at)
        });
        assert_ne!(
            listed.is_some(),
            is_refused,
            "{waiver:?} {:?}",
            run.incomplete
        );
        let Some(listed) = listed else { continue };
        let is_over = waiver
            .until
            .as_deref()
            .is_some_and(|until| until < "2026-06-15");
        assert_eq!(listed.state == WaiverState::Expired, is_over, "{waiver:?}");
        if waivers.len() > 4 {
            continue;
        }
        let alone = waived(template, std::slice::from_ref(waiver), cache);
        let alone = alone
            .waivers
            .iter()
            .find(|one| one.waiver == *waiver)
            .expect("it is listed");
        assert_eq!(listed.state, alone.state, "{waiver:?}");
        assert!(
            listed.state != WaiverState::Unused || alone.findings.is_empty(),
            "{alone:?}"
        );
        assert!(
            listed.findings.len() <= alone.findings.len(),
            "{listed:?} {alone:?}"
        );
    }
}

/// A baseline of the findings of a run lists all of its errors and warnings, and is not changed by an update.
fn check_baseline(mut run: Run<'_>) {
    let entries = baseline::updated(&run, &[], &Named);
    let contents = baseline::Contents {
        findings: entries.clone(),
        not_checked: Vec::new(),
    };
    let written = baseline::write(&contents);
    assert_eq!(baseline::parse(&written), Ok(contents));
    assert_eq!(baseline::updated(&run, &entries, &Named), entries);
    let before = sorted(run.findings.iter());
    baseline::apply(&mut run, "b.json", entries, &Named);
    let used = run.baseline.as_ref().expect("a baseline was applied");
    assert_eq!(sorted(run.findings.iter().chain(&used.known)), before);
    assert!(used.stale.is_empty(), "{:?}", used.stale);
    let new = run
        .findings
        .iter()
        .find(|finding| finding.severity != Severity::Informational);
    assert_eq!(new, None);
}

/// Files with the names of the documents.
struct Named;

impl Files for Named {
    fn name(&self, document: &str) -> String {
        document.to_owned()
    }

    fn exists(&self, _: &str) -> bool {
        true
    }
}

/// Returns a request on 2026-06-15.
fn request<'r>(template: &'r str, waivers: &'r [Waiver]) -> Request<'r> {
    Request {
        documents: vec![Input {
            name: "dir/t.yaml",
            content: template.as_bytes(),
        }],
        rules: vec![Input {
            name: "r.guard",
            content: RULES.as_bytes(),
        }],
        lint_settings: Settings {
            deployment_rules: true,
            include_checks: Some(vec!["I".to_owned()]),
            ..Settings::new(cfn_warden_rules::bundled(), engine::bundled_knowledge())
        },
        fingerprints: Fingerprints::Computed,
        waivers,
        now: 1_781_481_600,
        ..Request::default()
    }
}

fn waived<'r>(template: &'r str, waivers: &'r [Waiver], cache: &Cache) -> Run<'r> {
    engine::check(&request(template, waivers), cache)
}

/// Returns the findings, sorted, without the text of expired waivers.
fn sorted<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<String> {
    let key = |finding: &Finding| {
        let message = finding
            .message
            .split("; the waiver of")
            .next()
            .unwrap_or_default()
            .trim_end();
        format!(
            "{} {} {:?} {:?} {message}",
            finding.rule.id, finding.file, finding.path, finding.span
        )
    };
    let mut keys: Vec<String> = findings.map(key).collect();
    keys.sort();
    keys
}
