//! Arguments of `test`, which are those of cfn-guard.

use std::path::PathBuf;

use clap::ValueEnum;

use crate::language::LanguageOptions;
use crate::validate::Format;

/// Run unit tests of Guard rules, as cfn-guard does
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[expect(missing_docs, reason = "the help text is the name")]
    #[arg(
        short,
        long,
        value_name = "rules-file",
        required_unless_present = "dir",
        help = "Rules file"
    )]
    pub rules_file: Option<PathBuf>,
    /// Test file or folder of test files
    #[arg(short, long, value_name = "test-data", required_unless_present = "dir")]
    pub test_data: Option<PathBuf>,
    /// Folder of rules files, each with its tests in an adjacent folder `tests`; overrides a single file
    #[arg(short, long, value_name = "dir")]
    pub dir: Option<PathBuf>,
    /// Sort files by name
    #[arg(short, long, conflicts_with = "last_modified")]
    pub alphabetical: bool,
    /// Sort files by modification time
    #[arg(short = 'm', long)]
    pub last_modified: bool,
    /// Print the tree of all evaluated clauses
    #[arg(short, long)]
    pub verbose: bool,
    #[expect(missing_docs, reason = "the help text is the name")]
    #[arg(short, long, value_enum, default_value_t = Format::SingleLineSummary, help = "Output format")]
    pub output_format: Format,
    /// Parse test inputs as `cfn-guard test` does, or as CloudFormation, `check` and Hooks do
    #[arg(long, value_enum, default_value_t = ValueRules::CfnGuard)]
    pub reading: ValueRules,
    /// Run the tests on all deployments of their inputs. `expectations.deployments` has the statuses that differ from those in
    /// `expectations.rules`: a failure in some deployments is FAIL, and a verdict that depends on a value that is not known is
    /// UNKNOWN
    #[arg(long, conflicts_with_all = ["verbose", "output_format", "reading"])]
    pub deployments: bool,
    /// The Guard dialect and the evaluation semantics.
    #[command(flatten)]
    pub language: LanguageOptions,
}

/// How the inputs of tests are parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ValueRules {
    /// As cfn-guard's `test`
    CfnGuard,
    /// As CloudFormation: YAML 1.1, with short tags in their long form
    #[value(name = "cloudformation")]
    CloudFormation,
}
