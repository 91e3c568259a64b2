//! One report per pair of rules file and data file.

use bumpalo::Bump;

use super::input::{File, Inputs};
use super::shared::options;
use super::{Exit, Io, data};
use crate::language::language;
use cfn_warden_arguments::validate::{Args, Format};
use cfn_warden_engine::Configuration;
use cfn_warden_guard::report::console::{self, Files, Paint, StatusFilter};
use cfn_warden_guard::report::{FileReport, Records};
use cfn_warden_guard::value::{Kind, Ref, hash};
use cfn_warden_guard::{self as guard, Detail, Doc, Outcome, Rules, Status, yaml};

/// The output options.
pub(super) struct PrintOptions<'l> {
    pub args: &'l Args,
    pub shown: StatusFilter,
    pub paint: Paint,
}

pub(super) fn run(
    output: &PrintOptions<'_>,
    inputs: &Inputs,
    io: &mut Io<'_>,
) -> Result<Exit, String> {
    let arenas: Vec<Bump> = inputs.data.iter().map(data::arena).collect();
    let mut broken = false;
    let mut documents = Vec::with_capacity(inputs.data.len());
    // A document that cannot be read does not affect the others.
    for (file, arena) in inputs.data.iter().zip(&arenas) {
        match data::document(arena, inputs, file) {
            Ok(document) => documents.push((file, document)),
            Err(error) => {
                let _ = writeln!(io.err, "Error occurred {error}");
                broken = true;
            }
        }
    }
    let mut exit = Exit::OK;
    let mut buffer = Vec::new();
    // A rules file that cannot be read does not affect the others either.
    for file in &inputs.rules {
        let text = match file.text(&mut buffer) {
            Ok(text) => text,
            Err(error) => {
                let _ = writeln!(io.err, "Unable read content from file {error}");
                broken = true;
                continue;
            }
        };
        match data::rules(
            &file.name,
            text,
            language(&output.args.language),
            output.paint,
        ) {
            Ok(None) => {}
            Ok(Some(rules)) => match against_all(output, &rules, &documents, inputs, io) {
                Ok(Status::Fail) => exit = Exit::GUARD_FAIL,
                Ok(_) => {}
                Err(error) => {
                    let _ = writeln!(io.err, "Error occurred {error}");
                    broken = true;
                }
            },
            Err(message) => {
                let _ = writeln!(io.err, "{message}");
                exit = Exit::GUARD_RULES;
            }
        }
    }
    Ok(if broken { Exit::GUARD_ERROR } else { exit })
}

fn against_all(
    output: &PrintOptions<'_>,
    rules: &Rules,
    documents: &[(&File, Doc<'_>)],
    inputs: &Inputs,
    io: &mut Io<'_>,
) -> Result<Status, String> {
    let PrintOptions { args, .. } = output;
    let mut status = Status::Skip;
    for (file, doc) in documents {
        let full =
            args.verbose || args.print_json || args.output_format == Format::SingleLineSummary;
        let detail = if full { Detail::Full } else { Detail::Failures };
        let outcome =
            guard::evaluate(rules, doc, &options(detail)).map_err(|error| error.to_string())?;
        outcome.notices().iter().for_each(|notice| {
            let _ = writeln!(io.err, "{notice}");
        });
        let files = Files {
            rules: rules.name(),
            data: &file.name,
            text: &file.text,
            paint: output.paint,
        };
        let text = render(output, &outcome, doc, &files)?;
        io.print(|out| out.write_all(text.as_bytes()))
            .map_err(|error| error.to_string())?;
        if let Some(configuration) = inputs.configurations.get(&file.name) {
            let text = locations(configuration, file, &outcome)?;
            io.print(|out| out.write_all(text.as_bytes()))
                .map_err(|error| error.to_string())?;
        }
        status = status.and(outcome.status);
    }
    Ok(status)
}

/// Lists the locations in a configuration of what failed in its plan.
fn locations(
    configuration: &Configuration,
    file: &File,
    outcome: &Outcome<'_>,
) -> Result<String, String> {
    let arena = data::arena(file);
    let tree = data::tree(&arena, file)?;
    let mut lines: Vec<String> = Vec::new();
    for mut finding in outcome.findings(&[&tree], &file.name) {
        configuration.relocate_finding(&mut finding);
        let path = finding
            .path
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        let line = format!(
            "  {}:{} {} /{path}",
            finding.file, finding.span.start.line, finding.rule.id
        );
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        return Ok(String::new());
    }
    Ok(format!(
        "Locations in the configuration:\n{}\n",
        lines.join("\n")
    ))
}

fn render<'e>(
    output: &PrintOptions<'_>,
    outcome: &Outcome<'e>,
    doc: &'e Doc<'e>,
    files: &Files<'e>,
) -> Result<String, String> {
    let PrintOptions { args, shown, .. } = *output;
    let mut out = if shown.is_empty() {
        String::new()
    } else {
        console::summary(outcome, files, shown)
    };
    let mut report = FileReport::new(files.data);
    report.add(outcome);
    match args.output_format {
        Format::Json => out.push_str(&report.to_pretty_json()),
        Format::Yaml => out.push_str(&yaml::to_yaml(&report.to_value())),
        _ => {
            let special = if has(doc.root, "Resources") {
                console::template(&report, doc, files)
            } else if has(doc.root, "resource_changes") {
                console::terraform(&report, doc, files)
            } else {
                None
            };
            out.push_str(&special.unwrap_or_else(|| console::lines(outcome, files, shown)));
        }
    }
    let records = Records::new(outcome, files.data);
    if args.verbose {
        out.push_str(&records.tree());
    }
    if args.print_json {
        out.push_str(&serde_json::to_string_pretty(&records).map_err(|error| error.to_string())?);
        out.push('\n');
    }
    Ok(out)
}

fn has(root: Ref<'_>, key: &str) -> bool {
    matches!(root.kind, Kind::Map(map) if map.get(key, hash(key)).is_some())
}
