//! Arguments of `lint`, which are those of cfn-lint.

use std::path::PathBuf;

use clap::{Arg, ValueEnum};

use crate::parameters::{self, Pair};
use crate::program::Program;
use crate::schemas::SchemaOptions;
use crate::selection::Selection;

/// Lint templates with cfn-lint's options, output and exit codes
#[derive(Debug, Clone, clap::Args)]
#[command(mut_args(with_short))]
pub struct Args {
    /// Templates as paths or glob patterns; `-` or nothing reads standard input
    pub templates: Vec<String>,
    /// Templates; use this after options that take a list
    #[arg(short, long = "template", value_name = "TEMPLATE", num_args = 1..)]
    pub template: Vec<String>,
    /// Template parameter values: `Name=value`
    #[arg(long, num_args = 1.., value_name = "NAME=VALUE", value_parser = parameters::pair)]
    pub parameters: Vec<Pair>,
    /// Files with template parameter values; each template is linted with each file
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["template", "parameters"])]
    pub parameter_files: Vec<String>,
    /// Git sync deployment files; lints the templates they deploy with their parameter values
    #[arg(long, num_args = 1.., value_name = "FILE",
        conflicts_with_all = ["template", "templates", "parameters", "parameter_files"])]
    pub deployment_files: Vec<String>,
    /// Skip templates that cannot be read
    #[arg(short = 'b', long)]
    pub ignore_bad_template: bool,
    /// Skip these templates
    #[arg(long, num_args = 1..)]
    pub ignore_templates: Vec<String>,
    /// Report format
    #[arg(short, long, value_enum)]
    pub format: Option<Output>,
    /// Check for these regions
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    pub regions: Vec<String>,
    /// The knowledge base and the additional schemas.
    #[command(flatten)]
    pub schemas: SchemaOptions,
    /// Which rules run.
    #[command(flatten)]
    pub selection: Selection,
    /// Reproduce known defects of cfn-lint, which docs/parity.md lists
    #[arg(long)]
    pub compat: bool,
    /// Read settings from this file instead of `.cfnlintrc[.yaml|.yml]` in the working and home folders
    #[arg(long, value_name = "FILE")]
    pub config_file: Option<PathBuf>,
    /// Merge the lists of command line, template and configuration file instead of using the first
    #[arg(long)]
    pub merge_configs: bool,
    /// Custom rules, one per line: `AWS::S3::Bucket BucketName REGEX_MATCH ^team- WARN "message"`
    #[arg(short = 'z', long, value_name = "FILE")]
    pub custom_rules: Option<PathBuf>,
    /// Folders of Python rules; not supported
    #[arg(short, long, num_args = 1.., value_delimiter = ',')]
    pub append_rules: Vec<String>,
    /// File that includes, excludes or patches resource types
    #[arg(short, long, value_name = "FILE")]
    pub override_spec: Option<PathBuf>,
    /// Folders with schemas of additional resource types
    #[arg(short = 's', long, num_args = 1.., value_delimiter = ',', value_name = "FOLDER")]
    pub registry_schemas: Vec<PathBuf>,
    /// Write a Graphviz graph of references next to each template: `TEMPLATE.dot`
    #[arg(short = 'g', long)]
    pub build_graph: bool,
    /// Write to this file instead of standard output
    #[arg(long)]
    pub output_file: Option<PathBuf>,
    /// Minimum severity that sets a non-zero exit code
    #[arg(long, value_enum, default_value_t = Level::Informational)]
    pub non_zero_exit_code: Level,
    /// List the rules and exit
    #[arg(short, long)]
    pub list_rules: bool,
    /// List the templates that would be linted and exit
    #[arg(short = 'L', long)]
    pub list_templates: bool,
    /// Log progress to standard error
    #[arg(short = 'I', long)]
    pub info: bool,
    /// Log progress and settings to standard error
    #[arg(short = 'D', long)]
    pub debug: bool,
    /// Update schemas; not supported, schemas are built in
    #[arg(short, long, hide = true)]
    pub update_specs: bool,
    /// The program that the command line names.
    #[arg(skip)]
    pub program: Program,
}

/// Report formats by cfn-lint's names.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum Output {
    /// Rule and line
    Quiet,
    /// One line per finding
    Parseable,
    /// cfn-lint's JSON
    Json,
    /// JUnit XML: one test case per rule
    Junit,
    /// Findings by file and severity, with totals
    Pretty,
    /// SARIF 2.1.0
    Sarif,
    /// GitHub Actions annotations
    Github,
    /// One page with filters
    Html,
    /// Markdown for pull request comments
    Markdown,
}

impl Output {
    /// Returns the format with this name.
    pub fn named(name: &str) -> Option<Output> {
        Output::from_str(name, false).ok()
    }

    /// Returns the name of the report format.
    pub fn format(self) -> &'static str {
        match self {
            Output::Quiet => "quiet",
            Output::Parseable => "parseable",
            Output::Json => "cfn-lint",
            Output::Junit => "cfn-lint-junit",
            Output::Pretty => "cfn-lint-pretty",
            Output::Sarif => "cfn-lint-sarif",
            Output::Github => "github",
            Output::Html => "html",
            Output::Markdown => "markdown",
        }
    }
}

/// The minimum severity that sets a non-zero exit code.
#[expect(missing_docs, reason = "a doc comment would become help")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    Informational,
    Warning,
    Error,
    None,
}

/// Adds cfn-lint's short names of the options in [`Selection`].
fn with_short(option: Arg) -> Arg {
    let short = match option.get_long() {
        Some("ignore-checks") => 'i',
        Some("include-checks") => 'c',
        Some("mandatory-checks") => 'm',
        Some("include-experimental") => 'e',
        Some("configure-rule") => 'x',
        _ => return option,
    };
    option.short(short)
}

impl Args {
    /// Returns the templates on the command line, as paths or patterns.
    pub fn named(&self) -> &[String] {
        if self.template.is_empty() {
            &self.templates
        } else {
            &self.template
        }
    }
}
