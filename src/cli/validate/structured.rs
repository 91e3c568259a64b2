//! One list of reports, one for each data file.

use std::time::Instant;

use bumpalo::Bump;
use serde::ser::{SerializeSeq, Serializer};

use super::input::Inputs;
use super::{Exit, Format, Io, data, options};
use crate::cli::junit::{self, Case, CaseStatus, Suite};
use crate::guard::report::{ClauseReport, FileReport, sarif};
use crate::guard::{self, Detail, Doc, Rules, Status, yaml};

/// What was met on the way.
#[derive(Default)]
struct Met {
    /// A rules file that does not parse.
    unparsed: bool,
    /// A rule that fails.
    failed: bool,
    /// Something that could not be evaluated.
    broken: bool,
}

pub(super) fn run(format: Format, inputs: &Inputs, io: &mut Io<'_>) -> Result<Exit, String> {
    let mut met = Met::default();
    let rules = parse(inputs, &mut met, io);
    match format {
        Format::Json => json(&rules, inputs, &mut met, io)?,
        Format::Yaml => {
            let mut reports = Vec::new();
            each_report(&rules, inputs, &mut met, io, |report| {
                reports.push(serde_json::to_value(report).unwrap_or_default());
            });
            let text = yaml::to_yaml(&serde_json::Value::Array(reports));
            print(io, &text)?;
        }
        Format::Sarif => {
            let arenas: Vec<Bump> = inputs.data.iter().map(|_| Bump::new()).collect();
            let docs: Vec<(&str, Doc<'_>)> = inputs
                .data
                .iter()
                .zip(&arenas)
                .filter_map(|(file, arena)| Some((&*file.name, loaded(inputs, file, arena, &mut met, io)?)))
                .collect();
            let reports: Vec<_> = docs.iter().map(|(name, doc)| report(&rules, name, doc, &mut met, io)).collect();
            print(io, &format!("{:#}", sarif::log(&reports)))?;
        }
        _ => junit(&rules, inputs, &mut met, io)?,
    }
    Ok(match met {
        Met { broken: true, .. } => Exit::GUARD_ERROR,
        Met { unparsed: true, .. } if format == Format::Junit => Exit::GUARD_RULES,
        Met { failed: true, .. } => Exit::GUARD_FAIL,
        Met { unparsed: true, .. } => Exit::GUARD_RULES,
        _ => Exit::OK,
    })
}

/// Written report by report, so that only one document is held at a time.
fn json(rules: &[Rules], inputs: &Inputs, met: &mut Met, io: &mut Io<'_>) -> Result<(), String> {
    let Io { stdin, out, err } = io;
    let mut writer = serde_json::Serializer::pretty(out);
    let mut list = writer.serialize_seq(None).map_err(|error| error.to_string())?;
    let mut nothing = std::io::sink();
    let mut errors = Io { stdin: &mut **stdin, out: &mut nothing, err: &mut **err };
    let mut result = Ok(());
    each_report(rules, inputs, met, &mut errors, |report| {
        if result.is_ok() {
            result = list.serialize_element(report);
        }
    });
    result.and_then(|()| list.end()).map_err(|error| error.to_string())
}

fn print(io: &mut Io<'_>, text: &str) -> Result<(), String> {
    io.print(|out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())
}

/// The rules files that parse; of the others the reference's message.
fn parse(inputs: &Inputs, met: &mut Met, io: &mut Io<'_>) -> Vec<Rules> {
    let parsed = inputs.rules.iter().filter_map(|file| match data::rules(file) {
        Ok(rules) => rules,
        Err(message) => {
            let _ = writeln!(io.err, "{message}");
            met.unparsed = true;
            None
        }
    });
    parsed.collect()
}

fn each_report(
    rules: &[Rules],
    inputs: &Inputs,
    met: &mut Met,
    io: &mut Io<'_>,
    mut then: impl FnMut(&FileReport<'_>),
) {
    for file in &inputs.data {
        let arena = Bump::new();
        if let Some(doc) = loaded(inputs, file, &arena, met, io) {
            then(&report(rules, &file.name, &doc, met, io));
        }
    }
}

/// The document of a data file; one that cannot be read does not concern the others.
fn loaded<'a>(
    inputs: &'a Inputs,
    file: &'a super::input::File,
    arena: &'a Bump,
    met: &mut Met,
    io: &mut Io<'_>,
) -> Option<Doc<'a>> {
    data::document(arena, &inputs.parameters, file)
        .map_err(|error| {
            let _ = writeln!(io.err, "Error occurred {error}");
            met.broken = true;
        })
        .ok()
}

/// The report of a document over all rules files; one that cannot be evaluated does not concern the others.
fn report<'e>(rules: &'e [Rules], name: &'e str, doc: &'e Doc<'e>, met: &mut Met, io: &mut Io<'_>) -> FileReport<'e> {
    let mut report = FileReport::new(name);
    for rules in rules {
        match guard::evaluate(rules, doc, &options(Detail::Failures)) {
            Ok(outcome) => report.add(&outcome),
            Err(error) => {
                let _ = writeln!(io.err, "Error occurred {error}");
                met.broken = true;
            }
        }
    }
    met.failed |= report.status == Status::Fail;
    report
}

fn junit(rules: &[Rules], inputs: &Inputs, met: &mut Met, io: &mut Io<'_>) -> Result<(), String> {
    let started = now();
    let mut suites = Vec::new();
    for file in &inputs.data {
        let arena = Bump::new();
        let Some(doc) = loaded(inputs, file, &arena, met, io) else { continue };
        let cases = rules.iter().map(|rules| {
            let started = now();
            let report = report(std::slice::from_ref(rules), &file.name, &doc, met, io);
            let status = case_status(&report);
            Case { id: None, name: rules.name().to_owned(), time: started.elapsed().as_millis(), status }
        });
        let cases = cases.collect();
        suites.push(Suite { name: file.name.clone(), cases, time: started.elapsed().as_millis() });
    }
    let report = junit::Report { name: "cfn-guard validate report", suites, time: started.elapsed().as_millis() };
    print(io, &report.render())
}

/// A failure is named after the last rule that fails; the messages of all of them follow each other.
fn case_status(report: &FileReport<'_>) -> CaseStatus {
    match report.status {
        Status::Pass => CaseStatus::Pass,
        Status::Skip => {
            let reasons = report.not_applicable_reasons.iter();
            CaseStatus::Skip(reasons.map(|(rule, reason)| format!("{rule}: {reason}")).collect())
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
                    let said = leaf.messages();
                    messages.extend(said.custom);
                    messages.extend(said.error);
                }
            }
            CaseStatus::Fail(name, messages)
        }
    }
}

#[expect(clippy::disallowed_methods, reason = "reports for JUnit say how long something took")]
fn now() -> Instant {
    Instant::now()
}
