//! Results as JSON, YAML or JUnit XML.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Instant;

use bumpalo::Bump;
use serde::Serialize;

use super::files::{self, Suite};
use super::profile::profile;
use super::vacuous::VacuousTests;
use super::{Exit, Format, Io};
use crate::junit;
use crate::language::language;
use crate::validate::{input, options};
use cfn_warden_arguments::test::Args;
use cfn_warden_guard::unit_test::{self, ExpectationResult};
use cfn_warden_guard::{self as guard, Detail, Doc, Rules, Status, yaml};
use cfn_warden_syntax as syntax;

pub(super) fn run(args: &Args, format: Format, io: &mut Io<'_>) -> Result<Exit, String> {
    let suites = match (&args.dir, &args.rules_file, &args.test_data) {
        (Some(folder), ..) => files::below(folder)?
            .into_iter()
            .filter(|suite| !suite.tests.is_empty())
            .collect(),
        (None, Some(rules), Some(tests)) => vec![files::single(rules, tests, args)?],
        _ => Vec::new(),
    };
    let one = args.dir.is_none();
    let mut vacuous = VacuousTests::default();
    match (&args.dir, &args.test_data, suites.as_slice()) {
        (Some(folder), _, []) => vacuous.folder(folder),
        (None, Some(tests), [suite]) => vacuous.tested(suite.tests.len(), tests),
        _ => {}
    }
    let mut exit = Exit::OK;
    let mut notices = BTreeSet::new();
    let mut results = Vec::new();
    for suite in &suites {
        let Some(result) = evaluate(args, suite, &mut notices, &mut vacuous)? else {
            vacuous.no_rules(&suite.path);
            continue;
        };
        if let TestResult::Error { in_rules: true, .. } = result {
            vacuous.broken_rules(&suite.path);
        }
        exit = worse(exit, result.exit(one));
        results.push(result);
    }
    notices.iter().for_each(|notice| {
        let _ = writeln!(io.err, "{notice}");
    });
    if one && results.is_empty() {
        return Ok(vacuous.exit_code(exit, io));
    }
    let text = match format {
        Format::Junit => junit(&results).render(),
        _ => {
            let value = match results.as_slice() {
                [only] if one => serde_json::to_value(only),
                all => serde_json::to_value(all),
            };
            let value = value.map_err(|error| error.to_string())?;
            if format == Format::Yaml {
                yaml::to_yaml(&value)
            } else {
                format!("{value:#}")
            }
        }
    };
    io.print(|out| out.write_all(text.as_bytes()))
        .map_err(|error| error.to_string())?;
    // Programs that read these formats rely on cfn-guard's exit code and find each rule's expectation in the output.
    Ok(match format {
        Format::Json | Format::Yaml => vacuous.exit_code_for_listed_output(exit, io),
        _ => vacuous.exit_code(exit, io),
    })
}

/// Returns the more severe exit code: an error outweighs a failed test.
fn worse(one: Exit, other: Exit) -> Exit {
    match (one, other) {
        (Exit::OK, other) => other,
        (Exit::GUARD_TEST, Exit::ERROR) => other,
        (one, _) => one,
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum TestResult {
    Done {
        rule_file: String,
        test_cases: Vec<TestCase>,
    },
    Error {
        rule_file: String,
        error: String,
        /// The error is in the rules rather than in the tests.
        #[serde(skip)]
        in_rules: bool,
        #[serde(skip)]
        time: u128,
    },
}

#[derive(Serialize)]
struct TestCase {
    name: String,
    passed_rules: Vec<PassedRule>,
    failed_rules: Vec<FailedRule>,
    skipped_rules: Vec<SkippedRule>,
    #[serde(skip)]
    time: u128,
}

#[derive(Serialize)]
struct PassedRule {
    name: String,
    evaluated: Status,
}

#[derive(Serialize)]
struct FailedRule {
    name: String,
    expected: Status,
    evaluated: Vec<Status>,
}

#[derive(Serialize)]
struct SkippedRule {
    name: String,
}

impl TestResult {
    /// For a single rules file, cfn-guard exits with 0 even if it does not parse.
    fn exit(&self, one: bool) -> Exit {
        match self {
            TestResult::Error { in_rules: true, .. } if one => Exit::OK,
            TestResult::Error { .. } => Exit::ERROR,
            TestResult::Done { test_cases, .. }
                if test_cases.iter().any(|case| !case.failed_rules.is_empty()) =>
            {
                Exit::GUARD_TEST
            }
            TestResult::Done { .. } => Exit::OK,
        }
    }
}

fn evaluate(
    args: &Args,
    suite: &Suite,
    notices: &mut BTreeSet<String>,
    vacuous: &mut VacuousTests,
) -> Result<Option<TestResult>, String> {
    let started = now();
    let rule_file = suite.path.clone();
    let failed = |error: String, in_rules| TestResult::Error {
        rule_file: suite.path.clone(),
        error,
        in_rules,
        time: started.elapsed().as_millis(),
    };
    let text = match &suite.text {
        Ok(text) => text,
        Err(error) => return Ok(Some(failed(error.clone(), true))),
    };
    let rules = match Rules::parse_as(language(&args.language), &suite.name, text) {
        Ok(rules) if rules.is_empty() => return Ok(None),
        Ok(rules) => rules,
        Err(errors) => {
            let error = errors
                .first()
                .map(|error| error.cfn_guard.render(text))
                .unwrap_or_default();
            return Ok(Some(failed(error, true)));
        }
    };
    let mut test_cases = Vec::new();
    for path in &suite.tests {
        if let Err(error) = test_file(args, path, &rules, notices, vacuous, &mut test_cases) {
            return match error {
                TestFileError::Tests(error) => Ok(Some(failed(error, false))),
                TestFileError::Evaluation(error) => Err(error),
            };
        }
    }
    Ok(Some(TestResult::Done {
        rule_file,
        test_cases,
    }))
}

/// Why a test file has no results.
enum TestFileError {
    Tests(String),
    Evaluation(String),
}

fn test_file(
    args: &Args,
    path: &Path,
    rules: &Rules,
    notices: &mut BTreeSet<String>,
    vacuous: &mut VacuousTests,
    done: &mut Vec<TestCase>,
) -> Result<(), TestFileError> {
    let text = input::text(path).map_err(TestFileError::Tests)?;
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, &text, "");
    let unreadable = |what: &str| {
        let file = path.display();
        TestFileError::Tests(format!(
            "Parser Error when parsing `Unable to process data in file {file}, Error {what}`"
        ))
    };
    let tree = match (parsed.tree, parsed.errors.first()) {
        (Some(tree), _) => tree,
        (None, error) => return Err(unreadable(error.map_or("", |error| error.message.as_str()))),
    };
    let cases = unit_test::cases(&tree).map_err(|what| unreadable(&what))?;
    vacuous.cases(path, &cases);
    for case in cases {
        let started = now();
        let doc = Doc::part(&arena, &tree, case.input, profile(args.reading))
            .map_err(|error| TestFileError::Evaluation(error.message.to_string()))?;
        let outcome = guard::evaluate(rules, &doc, &options(Detail::Failures))
            .map_err(|error| TestFileError::Evaluation(error.to_string()))?;
        notices.extend(outcome.notices());
        notices.extend(unit_test::unknown_rule_messages(&case, &outcome));
        vacuous.case(path, &case, &outcome);
        let mut results = TestCase {
            name: case.name.unwrap_or_default().to_owned(),
            passed_rules: Vec::new(),
            failed_rules: Vec::new(),
            skipped_rules: Vec::new(),
            time: 0,
        };
        for (name, check) in unit_test::check(&case, &outcome).map_err(TestFileError::Tests)? {
            let name = name.to_owned();
            match check {
                ExpectationResult::Matched(evaluated) => {
                    results.passed_rules.push(PassedRule { name, evaluated })
                }
                ExpectationResult::Mismatched(expected, evaluated) => {
                    results.failed_rules.push(FailedRule {
                        name,
                        expected,
                        evaluated,
                    });
                }
                ExpectationResult::NotExpected => results.skipped_rules.push(SkippedRule { name }),
            }
        }
        results.time = started.elapsed().as_millis();
        done.push(results);
    }
    Ok(())
}

fn junit(results: &[TestResult]) -> junit::Report<'static> {
    let suites: Vec<junit::Suite> = results.iter().map(suite).collect();
    let time = suites.iter().map(|suite| suite.time).sum();
    junit::Report {
        name: "cfn-guard test report",
        suites,
        time,
    }
}

fn suite(result: &TestResult) -> junit::Suite {
    match result {
        TestResult::Error {
            rule_file,
            error,
            time,
            ..
        } => junit::Suite {
            name: rule_file.clone(),
            cases: vec![junit::Case {
                id: None,
                name: rule_file.clone(),
                time: *time,
                status: junit::CaseStatus::Error(error.clone()),
            }],
            time: *time,
        },
        TestResult::Done {
            rule_file,
            test_cases,
        } => junit::Suite {
            name: rule_file.clone(),
            cases: test_cases.iter().flat_map(cases).collect(),
            time: test_cases.iter().map(|case| case.time).sum(),
        },
    }
}

fn cases(case: &TestCase) -> impl Iterator<Item = junit::Case> + '_ {
    let one = |name: &String, status| junit::Case {
        id: Some(case.name.clone()),
        name: name.clone(),
        time: case.time,
        status,
    };
    let passed = case
        .passed_rules
        .iter()
        .map(move |rule| one(&rule.name, junit::CaseStatus::Pass));
    let failed = case.failed_rules.iter().map(move |rule| {
        let found: Vec<&str> = rule
            .evaluated
            .iter()
            .map(|status| status.as_str())
            .collect();
        let message = format!(
            "Expected = {}, Evaluated = [{}]",
            rule.expected.as_str(),
            found.join(", ")
        );
        one(&rule.name, junit::CaseStatus::Fail(None, vec![message]))
    });
    passed.chain(failed)
}

#[expect(clippy::disallowed_methods, reason = "JUnit reports contain durations")]
fn now() -> Instant {
    Instant::now()
}
