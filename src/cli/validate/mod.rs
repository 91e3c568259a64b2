//! `validate`: cfn-guard's command of the same name, with its options, output and exit codes.

mod data;
pub(super) mod input;
mod plain;
mod structured;

use std::path::PathBuf;

use clap::ValueEnum;

use super::language::LanguageOptions;
use super::terraform::options::PlanOptions;
use super::{Exit, Io, parameters};
use cfn_warden_guard::report::console::{Paint, StatusFilter};
use cfn_warden_guard::{self as guard, Detail};

/// The nesting limit of data; cfn-guard has no limit.
pub(super) const DEPTH: usize = 2048;

/// Evaluate Guard rules against data files, as cfn-guard does
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("required").args(["rules", "payload"]).required(true), arg_required_else_help = true)]
pub struct Args {
    /// Rules files, or folders of files that end in .guard or .ruleset
    #[arg(short, long, num_args = 0.., conflicts_with = "payload")]
    rules: Vec<PathBuf>,
    /// Data files, folders of them, or Terraform configurations; reads standard input by default
    ///
    /// Data files end in .yaml, .yml, .json, .jsn or .template. A folder with Terraform files is evaluated as a plan.
    #[arg(short, long, num_args = 0.., conflicts_with = "payload")]
    data: Vec<PathBuf>,
    /// Files or folders of parameters to merge with each data file
    #[arg(short, long, alias = "input-parameters", num_args = 0..)]
    input_params: Vec<PathBuf>,
    /// Accepted for compatibility, without effect
    #[arg(short, long, value_name = "type", value_parser = ["CFNTemplate"])]
    r#type: Option<String>,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Format::SingleLineSummary)]
    output_format: Format,
    /// Which rules the summary table shows
    #[arg(short = 'S', long, value_enum, default_values_t = [Summary::Fail], value_delimiter = ',')]
    show_summary: Vec<Summary>,
    /// Accepted for compatibility, without effect: failing clauses are always shown
    #[arg(short = 's', long)]
    show_clause_failures: bool,
    /// Sort the files of a folder by name
    #[arg(short, long, conflicts_with = "last_modified")]
    alphabetical: bool,
    /// Sort the files of a folder by modification time
    #[arg(short = 'm', long)]
    last_modified: bool,
    /// Print the tree of all evaluated clauses
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
    /// Print a single list of reports
    #[arg(short = 'z', long, conflicts_with_all = ["verbose", "print_json"])]
    structured: bool,
    #[command(flatten)]
    language: LanguageOptions,
    #[command(flatten)]
    terraform: Box<PlanOptions>,
}

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text
    SingleLineSummary,
    /// JSON
    Json,
    /// YAML
    Yaml,
    /// JUnit XML
    Junit,
    /// SARIF
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

/// Reports an error as cfn-guard does.
pub(super) fn failed(io: &mut Io<'_>, error: &str) -> Exit {
    let _ = writeln!(io.err, "Error occurred {error}");
    Exit::GUARD_ERROR
}

/// Rejects combinations of options that clap's attributes cannot express.
fn checked(args: &Args) -> Result<(), String> {
    if args.rules.is_empty() && !args.payload {
        return Err("`--rules` requires at least one rules file".to_owned());
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
    plain::run(&plain::PrintOptions { args, shown: shown(args), paint }, &inputs, io)
}

/// Returns the rules to show in the summary. `none` cancels the values before it.
fn shown(args: &Args) -> StatusFilter {
    args.show_summary.iter().fold(StatusFilter::default(), |shown, one| match one {
        Summary::Pass => StatusFilter { pass: true, ..shown },
        Summary::Fail => StatusFilter { fail: true, ..shown },
        Summary::Skip => StatusFilter { skip: true, ..shown },
        Summary::All => StatusFilter { pass: true, fail: true, skip: true },
        Summary::None => StatusFilter::default(),
    })
}

/// Returns evaluation options with the current time.
#[expect(clippy::disallowed_methods, reason = "the command line is where the clock is read")]
pub(super) fn options(detail: Detail) -> guard::Options {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let now = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    guard::Options { detail, now }
}
