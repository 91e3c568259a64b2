//! The command line of `validate`.

use clap::ValueEnum;
use std::path::PathBuf;

use crate::cli::coverage::Deployments;
use crate::cli::language::LanguageOptions;
use crate::cli::terraform::options::PlanOptions;
use crate::cli::{Exit, Io, parameters};
use cfn_warden_guard::{self as guard, Detail};

/// The nesting limit of data; cfn-guard has no limit.
pub(in crate::cli) const DEPTH: usize = 2048;

/// Evaluate Guard rules against data files, as cfn-guard does
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("required").args(["rules", "payload"]).required(true), arg_required_else_help = true)]
pub struct Args {
    /// Rules files, or folders of files that end in .guard or .ruleset
    #[arg(short, long, num_args = 0.., conflicts_with = "payload")]
    pub(super) rules: Vec<PathBuf>,
    /// Data files, folders of them, or Terraform configurations; reads standard input by default
    ///
    /// Data files end in .yaml, .yml, .json, .jsn or .template. A folder with Terraform files is evaluated as a plan.
    #[arg(short, long, num_args = 0.., conflicts_with = "payload")]
    pub(super) data: Vec<PathBuf>,
    /// Files or folders of parameters to merge with each data file
    #[arg(short, long, alias = "input-parameters", num_args = 0..)]
    pub(super) input_params: Vec<PathBuf>,
    /// Accepted for compatibility, without effect
    #[arg(short, long, value_name = "type", value_parser = ["CFNTemplate"])]
    r#type: Option<String>,
    #[arg(short, long, value_enum, default_value_t = Format::SingleLineSummary, help = "Output format")]
    pub(super) output_format: Format,
    /// Which rules the summary table shows
    #[arg(short = 'S', long, value_enum, default_values_t = [Summary::Fail], value_delimiter = ',')]
    pub(super) show_summary: Vec<Summary>,
    /// Accepted for compatibility, without effect: failing clauses are always shown
    #[arg(short = 's', long)]
    pub(super) show_clause_failures: bool,
    /// Sort the files of a folder by name
    #[arg(short, long, conflicts_with = "last_modified")]
    pub(super) alphabetical: bool,
    /// Sort the files of a folder by modification time
    #[arg(short = 'm', long)]
    pub(super) last_modified: bool,
    /// Print the tree of all evaluated clauses
    #[arg(short, long)]
    pub(super) verbose: bool,
    /// Print that tree as JSON
    #[arg(short, long)]
    pub(super) print_json: bool,
    /// Read {"rules": ["..."], "data": ["..."]} from standard input; data may also be JSON objects
    #[arg(short = 'P', long)]
    pub(super) payload: bool,
    #[command(flatten)]
    pub(super) deployed: parameters::Options,
    /// Deployments of a template that are evaluated, instead of its text; a report for each one that shows a failure
    #[arg(long, value_enum, default_value_t, conflicts_with = "resolve")]
    pub(super) deployments: Deployments,
    /// Print a single list of reports
    #[arg(short = 'z', long, conflicts_with_all = ["verbose", "print_json"])]
    pub(super) structured: bool,
    #[command(flatten)]
    pub(super) language: LanguageOptions,
    #[command(flatten)]
    pub(super) terraform: Box<PlanOptions>,
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
pub(super) enum Summary {
    All,
    Pass,
    Fail,
    Skip,
    None,
}

/// Reports an error as cfn-guard does.
pub(in crate::cli) fn failed(io: &mut Io<'_>, error: &str) -> Exit {
    let _ = writeln!(io.err, "Error occurred {error}");
    Exit::GUARD_ERROR
}

/// Returns evaluation options with the current time.
#[expect(clippy::disallowed_methods, reason = "the command line is where the clock is read")]
pub(in crate::cli) fn options(detail: Detail) -> guard::Options {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let now = i64::try_from(since.as_secs()).unwrap_or(i64::MAX);
    guard::Options { detail, now }
}
