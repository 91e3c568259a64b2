//! `validate`: cfn-guard's command of the same name, with its options, its output and its exit codes.

mod data;
pub(super) mod input;
mod plain;
mod structured;

use std::path::PathBuf;

use clap::ValueEnum;

use super::language::Judged;
use super::terraform::options::PlanOptions;
use super::{Exit, Io, parameters};
use cfn_warden_guard::report::console::{Paint, StatusFilter};
use cfn_warden_guard::{self as guard, Detail};

/// How deep data may be nested: cfn-guard has no limit of its own.
pub(super) const DEPTH: usize = 2048;

/// Evaluate Guard rules against data files, as cfn-guard does
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("required").args(["rules", "payload"]).required(true), arg_required_else_help = true)]
pub struct Args {
    /// Rules files, or folders of files that end in .guard or .ruleset
    #[arg(short, long, num_args = 0.., conflicts_with = "payload")]
    rules: Vec<PathBuf>,
    /// Data files, or folders of files that end in .yaml, .yml, .json, .jsn or .template; or a folder with files of Terraform's
    /// configuration, as the plan that it makes; none is standard input
    #[arg(short, long, num_args = 0.., conflicts_with = "payload")]
    data: Vec<PathBuf>,
    /// Files or folders of parameters that are merged with each data file
    #[arg(short, long, alias = "input-parameters", num_args = 0..)]
    input_params: Vec<PathBuf>,
    /// Accepted, and without effect
    #[arg(short, long, value_name = "type", value_parser = ["CFNTemplate"])]
    r#type: Option<String>,
    /// How to print the report
    #[arg(short, long, value_enum, default_value_t = Format::SingleLineSummary)]
    output_format: Format,
    /// Which rules the summary table shows
    #[arg(short = 'S', long, value_enum, default_values_t = [Summary::Fail], value_delimiter = ',')]
    show_summary: Vec<Summary>,
    /// Accepted, and without effect: reports always show the clauses that fail
    #[arg(short = 's', long)]
    show_clause_failures: bool,
    /// Order the files of a folder by name
    #[arg(short, long, conflicts_with = "last_modified")]
    alphabetical: bool,
    /// Order the files of a folder by when they were last modified
    #[arg(short = 'm', long)]
    last_modified: bool,
    /// Print the tree of everything evaluated
    #[arg(short, long)]
    verbose: bool,
    /// Print that tree as JSON
    #[arg(short, long)]
    print_json: bool,
    /// Read {"rules": ["..."], "data": ["..."]} from standard input; data may also be JSON objects
    #[arg(short = 'P', long)]
    payload: bool,
    #[command(flatten)]
    deployed: parameters::Options,
    /// Print one list of reports
    #[arg(short = 'z', long, conflicts_with_all = ["verbose", "print_json"])]
    structured: bool,
    #[command(flatten)]
    judged: Judged,
    #[command(flatten)]
    terraform: Box<PlanOptions>,
}

/// How a report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Lines for people.
    SingleLineSummary,
    /// JSON.
    Json,
    /// YAML.
    Yaml,
    /// JUnit's XML.
    Junit,
    /// SARIF.
    Sarif,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Summary {
    All,
    Pass,
    Fail,
    Skip,
    None,
}

/// Evaluates the rules of a command line.
pub fn run(args: &Args, paint: Paint, io: &mut Io<'_>) -> Exit {
    match checked(args).and_then(|()| validate(args, paint, io)) {
        Ok(exit) => exit,
        Err(error) => failed(io, &error),
    }
}

/// What the reference says of an error, wherever it meets one.
pub(super) fn failed(io: &mut Io<'_>, error: &str) -> Exit {
    let _ = writeln!(io.err, "Error occurred {error}");
    Exit::GUARD_ERROR
}

/// Options that do not go together, beyond what the command line's grammar says.
fn checked(args: &Args) -> Result<(), String> {
    if args.rules.is_empty() && !args.payload {
        return Err("No rules files are named behind `--rules`".to_owned());
    }
    let summary = !shown(args).is_empty();
    let wrong = match (args.structured, args.output_format) {
        (true, _) if summary => "Cannot provide a summary-type other than `none` when the `structured` flag is present",
        (true, Format::SingleLineSummary) => {
            "single-line-summary is not able to be used when the `structured` flag is present"
        }
        (false, Format::Junit) => "the structured flag must be set when output is set to junit",
        (false, Format::Sarif) => "the structured flag must be set when output is set to sarif",
        _ => return Ok(()),
    };
    Err(wrong.to_owned())
}

fn validate(args: &Args, paint: Paint, io: &mut Io<'_>) -> Result<Exit, String> {
    let inputs = input::read(args, io)?;
    if args.structured {
        return structured::run(args, paint, &inputs, io);
    }
    plain::run(&plain::Look { args, shown: shown(args), paint }, &inputs, io)
}

/// The summary asked for: `none` takes back what stands before it.
fn shown(args: &Args) -> StatusFilter {
    args.show_summary.iter().fold(StatusFilter::default(), |shown, one| match one {
        Summary::Pass => StatusFilter { pass: true, ..shown },
        Summary::Fail => StatusFilter { fail: true, ..shown },
        Summary::Skip => StatusFilter { skip: true, ..shown },
        Summary::All => StatusFilter { pass: true, fail: true, skip: true },
        Summary::None => StatusFilter::default(),
    })
}

/// How this command and `test` evaluate: now.
#[expect(clippy::disallowed_methods, reason = "the command line is where the clock is read")]
pub(super) fn options(detail: Detail) -> guard::Options {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let now = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    guard::Options { detail, now }
}
