//! Results as text.

use std::collections::BTreeSet;
use std::path::Path;

use bumpalo::Bump;

use super::files::{self, Suite};
use super::profile::profile;
use super::vacuous::VacuousTests;
use super::{Exit, Io};
use crate::language::language;
use crate::validate::{input, options};
use cfn_warden_arguments::test::Args;
use cfn_warden_guard::report::Records;
use cfn_warden_guard::unit_test::{self, Case, ExpectationResult};
use cfn_warden_guard::{self as guard, Detail, Doc, Outcome, Rules};
use cfn_warden_syntax as syntax;

pub(super) fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, String> {
    let mut vacuous = VacuousTests::default();
    let exit = run_all(args, &mut vacuous, io)?;
    Ok(vacuous.exit_code(exit, io))
}

fn run_all(args: &Args, vacuous: &mut VacuousTests, io: &mut Io<'_>) -> Result<Exit, String> {
    match (&args.dir, &args.rules_file, &args.test_data) {
        (Some(folder), ..) => folder_of_rules(args, folder, vacuous, io),
        (None, Some(rules), Some(tests)) => {
            let suite = files::single(rules, tests, args)?;
            if let Err(error) = &suite.text {
                let _ = write!(io.out, "Unable to read rule file content {error}");
                return Ok(Exit::ERROR);
            }
            match parse(args, &suite) {
                Ok(None) => {
                    vacuous.no_rules(&suite.path);
                    Ok(Exit::OK)
                }
                Ok(Some(rules)) => {
                    vacuous.tested(suite.tests.len(), tests);
                    tests_of(args, &suite, &rules, vacuous, io)
                }
                Err(error) => {
                    print_line(io, format_args!("Parse Error on ruleset file {error}"));
                    Ok(Exit::ERROR)
                }
            }
        }
        _ => Ok(Exit::OK),
    }
}

fn folder_of_rules(
    args: &Args,
    folder: &Path,
    vacuous: &mut VacuousTests,
    io: &mut Io<'_>,
) -> Result<Exit, String> {
    let mut exit = Exit::OK;
    let suites = files::below(folder)?;
    if suites.iter().all(|suite| suite.tests.is_empty()) {
        vacuous.folder(folder);
    }
    for suite in suites {
        let path = &suite.path;
        if suite.tests.is_empty() {
            print_line(
                io,
                format_args!("Guard File {path} did not have any tests associated, skipping.\n---"),
            );
            continue;
        }
        print_line(io, format_args!("Testing Guard File {path}"));
        match parse(args, &suite) {
            Ok(None) => vacuous.no_rules(path),
            Ok(Some(rules)) => {
                let tested = tests_of(args, &suite, &rules, vacuous, io)?;
                exit = if exit == Exit::OK { tested } else { exit };
            }
            Err(error) => {
                print_line(io, format_args!("Parse Error on ruleset file {error}"));
                exit = Exit::GUARD_TEST;
            }
        }
        print_line(io, format_args!("---"));
    }
    Ok(exit)
}

/// Parses the rules of a suite; `None` when the file has no rules.
fn parse(args: &Args, suite: &Suite) -> Result<Option<Rules>, String> {
    let text = suite.text.as_ref().map_err(String::clone)?;
    match Rules::parse_as(language(&args.language), &suite.name, text) {
        Ok(rules) => Ok(Some(rules).filter(|rules| !rules.is_empty())),
        Err(errors) => Err(errors
            .first()
            .map(|error| error.cfn_guard.render(text))
            .unwrap_or_default()),
    }
}

fn tests_of(
    args: &Args,
    suite: &Suite,
    rules: &Rules,
    vacuous: &mut VacuousTests,
    io: &mut Io<'_>,
) -> Result<Exit, String> {
    let mut exit = Exit::OK;
    let mut number = 1;
    let mut notices = BTreeSet::new();
    for path in &suite.tests {
        let text = input::text(path)?;
        let arena = Bump::new();
        let parsed = syntax::parse(&arena, &text, "");
        let read = match (&parsed.tree, parsed.errors.first()) {
            (Some(tree), _) => unit_test::cases(tree).map(|cases| (tree, cases)),
            (None, error) => Err(error
                .map(|error| error.message.to_string())
                .unwrap_or_default()),
        };
        let (tree, cases) = match read {
            Ok(read) => read,
            Err(what) => {
                let file = path.display();
                let error = format!(
                    "Parser Error when parsing `Unable to process data in file {file}, Error {what},`"
                );
                print_line(io, format_args!("Error processing {error}"));
                exit = Exit::ERROR;
                continue;
            }
        };
        vacuous.cases(path, &cases);
        for case in cases {
            print_line(io, format_args!("Test Case #{number}"));
            if let Some(name) = case.name {
                print_line(io, format_args!("Name: {name}"));
            }
            let doc = Doc::part(&arena, tree, case.input, profile(args.reading))
                .map_err(|error| error.message.to_string())?;
            let detail = if args.verbose {
                Detail::Full
            } else {
                Detail::Failures
            };
            let outcome = guard::evaluate(rules, &doc, &options(detail))
                .map_err(|error| error.to_string())?;
            notices.extend(outcome.notices());
            if !results(args, &case, &outcome, io)? {
                exit = Exit::GUARD_TEST;
            }
            notices.extend(unit_test::unknown_rule_messages(&case, &outcome));
            vacuous.case(path, &case, &outcome);
            number += 1;
        }
    }
    notices.iter().for_each(|notice| {
        let _ = writeln!(io.err, "{notice}");
    });
    Ok(exit)
}

/// Prints the results of a test; returns whether all expectations are met.
fn results(
    args: &Args,
    case: &Case<'_>,
    outcome: &Outcome<'_>,
    io: &mut Io<'_>,
) -> Result<bool, String> {
    let (mut passed, mut failed) = (Vec::new(), Vec::new());
    for (rule, check) in unit_test::check(case, outcome)? {
        match check {
            ExpectationResult::NotExpected => print_line(
                io,
                format_args!("  No Test expectation was set for Rule {rule}"),
            ),
            ExpectationResult::Matched(status) => {
                passed.push(format!("{rule}: Expected = {}", status.as_str()))
            }
            ExpectationResult::Mismatched(expected, found) => {
                let found: Vec<&str> = found.iter().map(|status| status.as_str()).collect();
                let (expected, found) = (expected.as_str(), found.join(", "));
                failed.push(format!(
                    "{rule}: Expected = {expected}, Evaluated = [{found}]"
                ));
            }
        }
    }
    if args.verbose {
        let _ = write!(io.out, "{}", Records::new(outcome, "").tree());
    }
    for (word, lines) in [("FAIL", &failed), ("PASS", &passed)] {
        if !lines.is_empty() {
            print_line(io, format_args!("  {word} Rules:"));
            lines
                .iter()
                .for_each(|line| print_line(io, format_args!("    {line}")));
        }
    }
    print_line(io, format_args!(""));
    Ok(failed.is_empty())
}

fn print_line(io: &mut Io<'_>, what: std::fmt::Arguments<'_>) {
    let _ = writeln!(io.out, "{what}");
}
