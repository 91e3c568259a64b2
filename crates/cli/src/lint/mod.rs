//! `lint`: cfn-lint's command line, output and exit codes.

pub(super) mod config_file;
mod lists;
mod patch;
mod schemas;
mod settings;
mod sources;

use std::path::Path;
use std::sync::Arc;

use self::config_file::ConfigFile;
use self::sources::Texts;
use super::files::File;
use super::{Exit, Io, files, unknown_ids};
use cfn_warden_arguments::Program;
use cfn_warden_arguments::lint::{Args, Level, Output};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{self as engine, Document, Run};
use cfn_warden_lint::custom::{self, CustomRule};
use cfn_warden_lint::settings::ALL_REGIONS;
use cfn_warden_lint::{RuleSet, Settings};
use cfn_warden_report::{self as report, Paint};
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_template::region::{REGIONS, Region};

/// The command line merged with configuration files.
struct LintJob {
    args: Args,
    settings: Settings,
}

/// Why linting cannot start.
enum LintError {
    /// Invalid arguments, reported on standard error.
    Usage(String),
    /// An invalid configuration file, which cfn-lint reports on standard output.
    Config(String),
    /// An unknown region.
    Region(String),
}

impl From<Error> for LintError {
    fn from(error: Error) -> LintError {
        LintError::Usage(error.to_string())
    }
}

/// Lints the templates of a command line.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Exit {
    // Scripts run `cfn-lint --update-specs && cfn-lint TEMPLATE`, and continue if there is nothing to update.
    if args.update_specs && args.program == Program::CfnLint {
        io.eprint("--update-specs: schemas are built in, nothing is updated; install a newer release to update them");
        return Exit::OK;
    }
    let error = match prepare(args, io.lint_rules) {
        Ok(job) => match execute(&job, paint, io) {
            Ok(exit) => return exit,
            Err(error) => error,
        },
        Err(error) => error,
    };
    match error {
        LintError::Usage(message) => io.eprint_error(message),
        LintError::Config(message) => drop(io.print(|out| writeln!(out, "{message}"))),
        LintError::Region(name) => {
            io.eprint(format_args!(
                "unknown region `{name}`; expected one of {}",
                REGIONS.join(", ")
            ));
            return Exit::LINT_REGION;
        }
    }
    Exit::LINT_USAGE
}

fn prepare(args: &Args, rules: RuleSet) -> Result<LintJob, LintError> {
    let has_values = !(args.parameters.is_empty() && args.parameter_files.is_empty());
    if has_values && args.named().len() > 1 {
        let message =
            "--parameters and --parameter-files apply to a single template; expected one template";
        return Err(LintError::Usage(message.to_owned()));
    }
    let file = config_file(args)?;
    let args = settings::with_file(args.clone(), &file);
    if args.update_specs {
        let why = "schemas are built in; install a newer release to update them";
        return Err(LintError::Usage(format!("--update-specs: {why}")));
    }
    if let Some(folder) = args.append_rules.first() {
        return Err(LintError::Usage(format!(
            "--append-rules {folder}: Python rules are not supported. Write Guard rules (`cfn-warden check \
             --rules`) or, for simple checks, a --custom-rules file"
        )));
    }
    let knowledge = schemas::knowledge(&args)?;
    let mut settings = Settings {
        rules,
        ..settings::settings(&args, &file, knowledge)
    };
    if let Some(path) = &args.custom_rules {
        settings.custom_rules = Arc::new(custom_rules(path)?);
    }
    Ok(LintJob { args, settings })
}

fn custom_rules(path: &Path) -> Result<Vec<CustomRule>, LintError> {
    let name = path.to_string_lossy().into_owned();
    let file = File {
        name: name.clone(),
        content: files::bytes(path)?,
    };
    custom::read(&file.text()?).map_err(|reason| Error::Read { path: name, reason }.into())
}

fn config_file(args: &Args) -> Result<ConfigFile, LintError> {
    let named = args.config_file.as_deref();
    if let Some(path) = named.filter(|path| !path.is_file()) {
        let path = path.to_string_lossy().into_owned();
        return Err(Error::Read {
            path,
            reason: "no such file".to_owned(),
        }
        .into());
    }
    config_file::settings(named, files::home()).map_err(LintError::Config)
}

fn execute(job: &LintJob, paint: Paint, io: &mut Io<'_>) -> Result<Exit, LintError> {
    let LintJob { args, settings } = job;
    if args.list_rules {
        lists::rules(settings, io)?;
        return Ok(Exit::OK);
    }
    if args.list_templates && args.named().is_empty() {
        lists::templates(&[], io)?;
        return Ok(Exit::OK);
    }
    let (passes, findings) = sources::passes(args, settings, io)?;
    if args.list_templates && findings.is_empty() {
        lists::templates(&passes, io)?;
        return Ok(Exit::OK);
    }
    let texts = sources::texts(&passes, io);
    if args.build_graph {
        write_graphs(&texts)?;
    }
    let nested = files::nested_in(texts.values().flatten());
    let mut run = Run::default();
    for pass in &passes {
        sources::add(&mut run, pass.run(&texts, &nested, settings));
    }
    for (name, unread) in texts
        .iter()
        .filter_map(|(name, text)| Some((name, text.as_ref().err()?)))
    {
        run.documents.push(Document {
            name,
            ..Document::default()
        });
        run.findings.push((**unread).clone());
    }
    if let Some(region) = unknown_region(settings, &run) {
        return Err(LintError::Region(region));
    }
    if args.ignore_bad_template {
        run.findings.retain(|finding| finding.rule.id != "E0000");
    }
    run.findings.extend(findings);
    run.findings.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    lists::log(args, settings, &run, io);
    // Editors show what cfn-lint writes to standard error as a finding.
    if args.program != Program::CfnLint {
        unknown_ids::warn(settings, &run, io);
    }
    if is_text_of_cfn_lint(args.format) {
        run.findings.iter_mut().for_each(name_standard_input);
    }
    print(&run, args, paint, io)?;
    Ok(exit(&run.findings, args.non_zero_exit_code))
}

/// Writes the reference graph of each template to a file next to it.
fn write_graphs(texts: &Texts<'_>) -> Result<(), Error> {
    for file in texts.values().flatten() {
        let name = if file.name.is_empty() {
            "cfn-lint"
        } else {
            &file.name
        };
        if let Some(graph) = engine::graph(&file.name, &file.content) {
            files::write(Path::new(&format!("{name}.dot")), graph.as_bytes())?;
        }
    }
    Ok(())
}

/// Returns the first unknown region that the command line, a file or a template names.
fn unknown_region(settings: &Settings, run: &Run<'_>) -> Option<String> {
    let used = run
        .documents
        .iter()
        .filter_map(|document| document.linted.as_ref());
    let named = std::iter::once(settings)
        .chain(used)
        .filter_map(|settings| settings.regions.as_ref())
        .flatten();
    let mut unknown = named.filter(|name| *name != ALL_REGIONS && Region::named(name).is_none());
    unknown.next().cloned()
}

/// Returns the key that findings are sorted by: file, line, rule.
fn sort_key(finding: &Finding) -> (&str, u32, &str) {
    (&finding.file, finding.span.start.line, &finding.rule.id)
}

/// Returns whether a format is one of cfn-lint's that print `None`, as Python does, for the name of standard input.
fn is_text_of_cfn_lint(format: Option<Output>) -> bool {
    matches!(
        format,
        None | Some(Output::Quiet | Output::Parseable | Output::Junit | Output::Pretty)
    )
}

fn name_standard_input(finding: &mut Finding) {
    if finding.file.is_empty() {
        "None".clone_into(&mut finding.file);
    }
    finding.children.iter_mut().for_each(name_standard_input);
}

fn print(run: &Run<'_>, args: &Args, paint: Paint, io: &mut Io<'_>) -> Result<(), Error> {
    let name = args.format.map_or("text", Output::format);
    let Some(format) = report::by_name(name) else {
        return Err(Error::Value {
            name: "--format".to_owned(),
            reason: format!("unknown format `{name}`"),
        });
    };
    match &args.output_file {
        None if args.program != Program::CfnLint => {
            io.print(|out| format.write_as_cfn_lint(run, paint, out))
        }
        file => {
            let paint = if file.is_some() { Paint::Plain } else { paint };
            let mut bytes = Vec::new();
            // Writing to a vector cannot fail.
            let _ = format.write_as_cfn_lint(run, paint, &mut bytes);
            let bytes = signed(args, bytes);
            match file {
                Some(path) => write(path, &bytes),
                None => io.print(|out| out.write_all(&bytes)),
            }
        }
    }
}

/// Returns a report with the name that the program has: `pretty` ends with a summary that begins with it.
fn signed(args: &Args, report: Vec<u8>) -> Vec<u8> {
    const SUMMARY: &str = "cfn-warden scanned ";
    let is_pretty = matches!(args.format, Some(Output::Pretty));
    let text = match String::from_utf8(report) {
        Ok(text) if is_pretty && args.program == Program::CfnLint => text,
        Ok(text) => return text.into_bytes(),
        Err(error) => return error.into_bytes(),
    };
    match text.rsplit_once(SUMMARY) {
        Some((before, after)) => format!("{before}Cfn-lint scanned {after}").into_bytes(),
        None => text.into_bytes(),
    }
}

/// Writes a report. cfn-lint writes no final line break to a file, and no file for an empty report.
fn write(path: &Path, report: &[u8]) -> Result<(), Error> {
    match report.strip_suffix(b"\n").unwrap_or(report) {
        b"" => Ok(()),
        report => files::write(path, report),
    }
}

fn exit(findings: &[Finding], least: Level) -> Exit {
    let code = |finding: &Finding| match (finding.severity, least) {
        (_, Level::None) => Exit::OK,
        (Severity::Error, _) => Exit::LINT_ERROR,
        (Severity::Warning, Level::Informational | Level::Warning) => Exit::LINT_WARNING,
        (Severity::Informational, Level::Informational) => Exit::LINT_INFORMATIONAL,
        _ => Exit::OK,
    };
    findings
        .iter()
        .map(|finding| {
            finding
                .children
                .iter()
                .map(code)
                .fold(code(finding), Exit::and)
        })
        .fold(Exit::OK, Exit::and)
}
