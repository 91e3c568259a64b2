//! Arguments of `validate`, which are those of cfn-guard.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::coverage::Deployments;
use crate::language::LanguageOptions;
use crate::parameters;
use crate::terraform::options::PlanOptions;

/// Evaluate Guard rules against data files, as cfn-guard does
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("required").args(["rules", "payload"]).required(true), arg_required_else_help = true)]
pub struct Args {
    /// Rules files, or folders of files that end in .guard or .ruleset
    #[arg(short, long, num_args = 0.., conflicts_with = "payload")]
    pub rules: Vec<PathBuf>,
    /// Data files, folders of them, or Terraform configurations; reads standard input by default
    ///
    /// Data files end in .yaml, .yml, .json, .jsn or .template. A folder with Terraform files is evaluated as a plan.
    #[arg(short, long, num_args = 0.., conflicts_with = "payload")]
    pub data: Vec<PathBuf>,
    /// Files or folders of parameters to merge with each data file
    #[arg(short, long, alias = "input-parameters", num_args = 0..)]
    pub input_params: Vec<PathBuf>,
    /// Accepted for compatibility, without effect
    #[arg(short, long, value_name = "type", value_parser = ["CFNTemplate"])]
    pub r#type: Option<String>,
    #[expect(missing_docs, reason = "the help text is the name")]
    #[arg(short, long, value_enum, default_value_t = Format::SingleLineSummary, help = "Output format")]
    pub output_format: Format,
    /// Which rules the summary table shows
    #[arg(short = 'S', long, value_enum, default_values_t = [Summary::Fail], value_delimiter = ',')]
    pub show_summary: Vec<Summary>,
    /// Accepted for compatibility, without effect: failing clauses are always shown
    #[arg(short = 's', long)]
    pub show_clause_failures: bool,
    /// Sort the files of a folder by name
    #[arg(short, long, conflicts_with = "last_modified")]
    pub alphabetical: bool,
    /// Sort the files of a folder by modification time
    #[arg(short = 'm', long)]
    pub last_modified: bool,
    /// Print the tree of all evaluated clauses
    #[arg(short, long)]
    pub verbose: bool,
    /// Print that tree as JSON
    #[arg(short, long)]
    pub print_json: bool,
    /// Read {"rules": ["..."], "data": ["..."]} from standard input; data may also be JSON objects
    #[arg(short = 'P', long)]
    pub payload: bool,
    /// The parameter values of templates.
    #[command(flatten)]
    pub deployed: parameters::Options,
    /// Deployments of a template that are evaluated, instead of its text; a report for each one that shows a failure
    #[arg(long, value_enum, default_value_t, conflicts_with = "resolve")]
    pub deployments: Deployments,
    /// Print a single list of reports
    #[arg(short = 'z', long, conflicts_with_all = ["verbose", "print_json"])]
    pub structured: bool,
    /// The Guard dialect and the evaluation semantics.
    #[command(flatten)]
    pub language: LanguageOptions,
    /// The plan options of Terraform configurations.
    #[command(flatten)]
    pub terraform: Box<PlanOptions>,
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

/// The rules that the summary table shows.
#[expect(missing_docs, reason = "a doc comment would become help")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Summary {
    All,
    Pass,
    Fail,
    Skip,
    None,
}
