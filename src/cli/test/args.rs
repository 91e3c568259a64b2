//! The command line of `test`.

use clap::ValueEnum;
use std::path::PathBuf;

use crate::cli::language::LanguageOptions;
use crate::cli::validate::Format;
use cfn_warden_guard::Profile;

/// Run unit tests of Guard rules, as cfn-guard does
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[arg(short, long, value_name = "rules-file", required_unless_present = "dir", help = "Rules file")]
    pub(super) rules_file: Option<PathBuf>,
    /// Test file or folder of test files
    #[arg(short, long, value_name = "test-data", required_unless_present = "dir")]
    pub(super) test_data: Option<PathBuf>,
    /// Folder of rules files, each with its tests in an adjacent folder `tests`; overrides a single file
    #[arg(short, long, value_name = "dir")]
    pub(super) dir: Option<PathBuf>,
    /// Sort files by name
    #[arg(short, long, conflicts_with = "last_modified")]
    pub(super) alphabetical: bool,
    /// Sort files by modification time
    #[arg(short = 'm', long)]
    pub(super) last_modified: bool,
    /// Print the tree of all evaluated clauses
    #[arg(short, long)]
    pub(super) verbose: bool,
    #[arg(short, long, value_enum, default_value_t = Format::SingleLineSummary, help = "Output format")]
    pub(super) output_format: Format,
    /// Parse test inputs as `cfn-guard test` does, or as CloudFormation, `check` and Hooks do
    #[arg(long, value_enum, default_value_t = ValueRules::CfnGuard)]
    pub(super) reading: ValueRules,
    #[command(flatten)]
    pub(super) language: LanguageOptions,
}

/// How the inputs of tests are parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ValueRules {
    /// As cfn-guard's `test`
    CfnGuard,
    /// As CloudFormation: YAML 1.1, with short tags in their long form
    #[value(name = "cloudformation")]
    CloudFormation,
}

impl ValueRules {
    pub(super) fn profile(self) -> Profile {
        match self {
            ValueRules::CfnGuard => Profile::Lib,
            ValueRules::CloudFormation => Profile::CloudFormation,
        }
    }
}
