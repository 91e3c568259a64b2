//! `test --deployments`: the statuses of rules on all deployments of each input.

use std::collections::BTreeMap;

use bumpalo::Bump;

use super::files::{self, Suite};
use super::{Exit, Io};
use crate::json::to_json;
use crate::language::language;
use crate::validate::input;
use cfn_warden_arguments::test::Args;
use cfn_warden_engine::{self as engine, Cache, DeploymentScope, Input, Request, Run, View};
use cfn_warden_guard::unit_test::{self, Case};
use cfn_warden_report::counted;
use cfn_warden_syntax as syntax;

/// The status of a rule whose verdict depends on a value that is not known.
const UNKNOWN: &str = "UNKNOWN";

/// Runs the tests. The expectations are those of `rules`, replaced by those of `deployments`.
pub(super) fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, String> {
    let suites = match (&args.dir, &args.rules_file, &args.test_data) {
        (Some(folder), ..) => files::below(folder)?
            .into_iter()
            .filter(|suite| !suite.tests.is_empty())
            .collect(),
        (None, Some(rules), Some(tests)) => vec![files::single(rules, tests, args)?],
        _ => Vec::new(),
    };
    let (mut tested, mut failed) = (0_usize, 0_usize);
    for suite in &suites {
        for path in &suite.tests {
            let text = input::text(path)?;
            let arena = Bump::new();
            let name = path.display().to_string();
            let parsed = syntax::parse(&arena, &text, &name);
            let unreadable = || {
                parsed
                    .errors
                    .first()
                    .map(|error| error.message.clone())
                    .unwrap_or_default()
            };
            let tree = parsed
                .tree
                .as_ref()
                .ok_or_else(|| format!("{name}: {}", unreadable()))?;
            for case in unit_test::cases(tree).map_err(|what| format!("{name}: {what}"))? {
                tested = tested.saturating_add(1);
                let wrong = mismatches(args, suite, &case)?;
                failed = failed.saturating_add(usize::from(!wrong.is_empty()));
                let title = case.name.unwrap_or("a test without a name");
                wrong.iter().for_each(|line| {
                    let _ = writeln!(io.out, "{name}: {title}: {line}");
                });
            }
        }
    }
    if tested == 0 {
        return Err("no tests found".to_owned());
    }
    let _ = writeln!(
        io.out,
        "{} on all deployments, {failed} failed",
        counted(tested, "test")
    );
    Ok(if failed == 0 {
        Exit::OK
    } else {
        Exit::GUARD_TEST
    })
}

/// Returns the rules whose statuses are not the expected ones, in words.
fn mismatches(args: &Args, suite: &Suite, case: &Case<'_>) -> Result<Vec<String>, String> {
    let rules = suite.text.as_ref().map_err(String::clone)?;
    let document = to_json(case.input).to_string();
    let request = Request {
        documents: vec![Input {
            name: "",
            content: document.as_bytes(),
        }],
        rules: vec![Input {
            name: &suite.path,
            content: rules.as_bytes(),
        }],
        language: language(&args.language),
        view: View::Deployments(DeploymentScope::Any),
        ..Request::for_rules(engine::bundled_knowledge(), 0)
    };
    let run = engine::check(&request, &Cache::default());
    if let Some(issue) = run.incomplete.first() {
        return Ok(vec![issue.message.to_string()]);
    }
    let found = statuses(&run);
    let expected = expected(case);
    let mismatch = |(rule, status): (&&str, &&str)| {
        let found = found.get(*rule).copied().unwrap_or("SKIP");
        (found != *status).then(|| format!("{rule} is {found}, expected {status}"))
    };
    Ok(expected.iter().filter_map(mismatch).collect())
}

fn expected<'a>(case: &Case<'a>) -> BTreeMap<&'a str, &'a str> {
    let mut expected = case.expectations.clone();
    expected.extend(case.in_deployments.iter());
    expected
}

/// Returns the status of each rule on all deployments: that of the worst one.
fn statuses<'r>(run: &'r Run<'_>) -> BTreeMap<&'r str, &'static str> {
    let mut statuses: BTreeMap<&str, &'static str> = BTreeMap::new();
    for (_, rule, counts) in run.coverage.each_rule() {
        let status = match (counts.failed, counts.undecided, counts.passed) {
            (0, 0, 0) => "SKIP",
            (0, 0, _) => "PASS",
            (0, ..) => UNKNOWN,
            _ => "FAIL",
        };
        statuses.insert(rule, status);
    }
    statuses
}
