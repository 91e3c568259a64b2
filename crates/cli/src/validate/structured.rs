//! A single list with one report per data file. Like cfn-guard, prints nothing when nothing could be evaluated.

use std::mem::ManuallyDrop;
use std::time::Instant;

use bumpalo::Bump;

use super::input::Inputs;
use super::shared::options;
use super::{Exit, Io, data};
use crate::junit::{self, Case, CaseStatus, Suite};
use crate::language::language;
use cfn_warden_arguments::validate::{Args, Format};
use cfn_warden_guard::report::json::List;
use cfn_warden_guard::report::{ClauseReport, FileReport, sarif};
use cfn_warden_guard::{self as guard, Detail, Doc, Rules, Status, yaml};
use cfn_warden_report::Paint;

/// Events during a run that determine the exit code.
#[derive(Default)]
struct RunFlags {
    /// A rules file did not parse.
    unparsed: bool,
    /// A rule failed.
    failed: bool,
    /// Something could not be evaluated.
    broken: bool,
}

pub(super) fn run(
    args: &Args,
    paint: Paint,
    inputs: &Inputs,
    io: &mut Io<'_>,
) -> Result<Exit, String> {
    let mut flags = RunFlags::default();
    let format = args.output_format;
    // The process exits soon; dropping large trees would only take time.
    let rules = ManuallyDrop::new(parse(args, paint, inputs, &mut flags, io));
    match format {
        Format::Json => json(&rules, inputs, &mut flags, io)?,
        Format::Yaml => {
            let mut reports = Vec::new();
            each_report(&rules, inputs, &mut flags, io, |report| {
                reports.push(report.to_value());
            });
            if !(reports.is_empty() && flags.broken) {
                print(io, &yaml::to_yaml(&serde_json::Value::Array(reports)))?;
            }
        }
        Format::Sarif => {
            let arenas: Vec<Bump> = inputs.data.iter().map(data::arena).collect();
            let docs: Vec<(&str, Doc<'_>)> = inputs
                .data
                .iter()
                .zip(&arenas)
                .filter_map(|(file, arena)| {
                    Some((&*file.name, loaded(inputs, file, arena, &mut flags, io)?))
                })
                .collect();
            let reports = docs
                .iter()
                .filter_map(|(name, doc)| report(&rules, name, doc, &mut flags, io));
            let reports: Vec<_> = reports.collect();
            if !(reports.is_empty() && flags.broken) {
                print(io, &format!("{:#}", sarif::log(&reports)))?;
            }
        }
        _ => junit(&rules, inputs, &mut flags, io)?,
    }
    Ok(match flags {
        RunFlags { broken: true, .. } => Exit::GUARD_ERROR,
        RunFlags { unparsed: true, .. } if format == Format::Junit => Exit::GUARD_RULES,
        RunFlags { failed: true, .. } => Exit::GUARD_FAIL,
        RunFlags { unparsed: true, .. } => Exit::GUARD_RULES,
        _ => Exit::OK,
    })
}

/// Writes the reports one by one, so that only one document is in memory at a time.
fn json(
    rules: &[Rules],
    inputs: &Inputs,
    flags: &mut RunFlags,
    io: &mut Io<'_>,
) -> Result<(), String> {
    let Io {
        stdin,
        out,
        err,
        lint_rules,
        ..
    } = io;
    let mut list = List::new(out);
    let mut is_empty = std::io::sink();
    let mut errors = Io {
        stdin: &mut **stdin,
        out: &mut is_empty,
        err: &mut **err,
        lint_rules: *lint_rules,
        answer: None,
    };
    each_report(rules, inputs, flags, &mut errors, |report| list.add(report));
    // When nothing could be read, no list is printed.
    if list.is_empty() && flags.broken {
        return Ok(());
    }
    list.end().map_err(|error| error.to_string())
}

fn print(io: &mut Io<'_>, text: &str) -> Result<(), String> {
    io.print(|out| out.write_all(text.as_bytes()))
        .map_err(|error| error.to_string())
}

/// Parses the rules files and prints cfn-guard's messages: for files that cannot be read, then for those that do not parse.
/// They do not affect the others.
fn parse(
    args: &Args,
    paint: Paint,
    inputs: &Inputs,
    flags: &mut RunFlags,
    io: &mut Io<'_>,
) -> Vec<Rules> {
    let mut parsed = Vec::with_capacity(inputs.rules.len());
    let mut unparsed = Vec::new();
    let mut buffer = Vec::new();
    for file in &inputs.rules {
        match file.text(&mut buffer) {
            Ok(text) => match data::rules(&file.name, text, language(&args.language), paint) {
                Ok(rules) => parsed.extend(rules),
                Err(message) => unparsed.push(message),
            },
            Err(error) => {
                let _ = writeln!(
                    io.err,
                    "Unable to read content from file {error}\nError occurred {error}"
                );
                flags.broken = true;
            }
        }
    }
    flags.unparsed |= !unparsed.is_empty();
    unparsed.iter().for_each(|message| {
        let _ = writeln!(io.err, "{message}");
    });
    parsed
}

fn each_report(
    rules: &[Rules],
    inputs: &Inputs,
    flags: &mut RunFlags,
    io: &mut Io<'_>,
    mut then: impl FnMut(&FileReport<'_>),
) {
    for file in &inputs.data {
        let arena = data::arena(file);
        let Some(doc) = loaded(inputs, file, &arena, flags, io) else {
            continue;
        };
        if let Some(report) = report(rules, &file.name, &doc, flags, io) {
            then(&report);
        }
    }
}

/// Loads a data file. One that cannot be read does not affect the others.
fn loaded<'a>(
    inputs: &'a Inputs,
    file: &'a super::input::File,
    arena: &'a Bump,
    flags: &mut RunFlags,
    io: &mut Io<'_>,
) -> Option<Doc<'a>> {
    data::document(arena, inputs, file)
        .map_err(|error| {
            let _ = writeln!(io.err, "Error occurred {error}");
            flags.broken = true;
        })
        .ok()
}

/// Evaluates all rules files on a document. A rules file that cannot be evaluated does not affect the others; `None`
/// when none can.
fn report<'e>(
    rules: &'e [Rules],
    name: &'e str,
    doc: &'e Doc<'e>,
    flags: &mut RunFlags,
    io: &mut Io<'_>,
) -> Option<FileReport<'e>> {
    let mut report = FileReport::new(name);
    let mut evaluated = false;
    for rules in rules {
        match guard::evaluate(rules, doc, &options(Detail::Failures)) {
            Ok(outcome) => {
                report.add(&outcome);
                evaluated = true;
            }
            Err(error) => {
                let _ = writeln!(io.err, "Error occurred {error}");
                flags.broken = true;
            }
        }
    }
    flags.failed |= report.status == Status::Fail;
    (evaluated || !flags.broken).then_some(report)
}

fn junit(
    rules: &[Rules],
    inputs: &Inputs,
    flags: &mut RunFlags,
    io: &mut Io<'_>,
) -> Result<(), String> {
    let started = now();
    let mut suites = Vec::new();
    for file in &inputs.data {
        let arena = data::arena(file);
        let Some(doc) = loaded(inputs, file, &arena, flags, io) else {
            continue;
        };
        let cases = rules.iter().map(|rules| {
            let started = now();
            let status = case_status(rules, &file.name, &doc, flags, io);
            Case {
                id: None,
                name: rules.name().to_owned(),
                time: started.elapsed().as_millis(),
                status,
            }
        });
        let cases: Vec<_> = cases.collect();
        let evaluated = cases
            .iter()
            .any(|case| !matches!(case.status, CaseStatus::Error(_)));
        if evaluated || !flags.broken {
            suites.push(Suite {
                name: file.name.clone(),
                cases,
                time: started.elapsed().as_millis(),
            });
        }
    }
    if suites.is_empty() && flags.broken {
        return Ok(());
    }
    let report = junit::Report {
        name: "cfn-guard validate report",
        suites,
        time: started.elapsed().as_millis(),
    };
    print(io, &report.render())
}

/// Evaluates a rules file to a test case. Like cfn-guard, names a failure after the last failing rule and
/// concatenates all messages.
fn case_status(
    rules: &Rules,
    name: &str,
    doc: &Doc<'_>,
    flags: &mut RunFlags,
    io: &mut Io<'_>,
) -> CaseStatus {
    let mut report = FileReport::new(name);
    match guard::evaluate(rules, doc, &options(Detail::Failures)) {
        Ok(outcome) => report.add(&outcome),
        Err(error) => {
            let _ = writeln!(io.err, "Error occurred {error}");
            flags.broken = true;
            return CaseStatus::Error(error.to_string());
        }
    }
    flags.failed |= report.status == Status::Fail;
    match report.status {
        Status::Pass => CaseStatus::Pass,
        Status::Skip => {
            let reasons = report.not_applicable_reasons.iter();
            CaseStatus::Skip(
                reasons
                    .map(|(rule, reason)| format!("{rule}: {reason}"))
                    .collect(),
            )
        }
        Status::Fail => {
            let mut name = None;
            let mut messages = Vec::new();
            for failure in &report.not_compliant {
                for leaf in failure.leaves() {
                    if let ClauseReport::Rule { name: rule, .. } = failure {
                        let short = rule.split(".guard/").nth(1).unwrap_or(rule);
                        name = Some(short.to_owned());
                    }
                    let leaf = leaf.messages();
                    messages.extend(leaf.custom);
                    messages.extend(leaf.error);
                }
            }
            CaseStatus::Fail(name, messages)
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "JUnit reports contain durations")]
fn now() -> Instant {
    Instant::now()
}
