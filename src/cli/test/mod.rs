//! `test`: cfn-guard's command of the same name, with its options, output and exit codes.

mod files;
mod plain;
mod structured;
mod vacuous;

use std::path::PathBuf;

use clap::ValueEnum;

use super::language::LanguageOptions;
use super::validate::{Format, failed};
use super::{Exit, Io};
use cfn_warden_guard::Profile;

/// Run unit tests of Guard rules, as cfn-guard does
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// Rules file
    #[arg(short, long, value_name = "rules-file", required_unless_present = "dir")]
    rules_file: Option<PathBuf>,
    /// Test file or folder of test files
    #[arg(short, long, value_name = "test-data", required_unless_present = "dir")]
    test_data: Option<PathBuf>,
    /// Folder of rules files, each with its tests in an adjacent folder `tests`; overrides a single file
    #[arg(short, long, value_name = "dir")]
    dir: Option<PathBuf>,
    /// Sort files by name
    #[arg(short, long, conflicts_with = "last_modified")]
    alphabetical: bool,
    /// Sort files by modification time
    #[arg(short = 'm', long)]
    last_modified: bool,
    /// Print the tree of all evaluated clauses
    #[arg(short, long)]
    verbose: bool,
    /// Output format
    #[arg(short, long, value_enum, default_value_t = Format::SingleLineSummary)]
    output_format: Format,
    /// Parse test inputs as `cfn-guard test` does, or as CloudFormation, `check` and Hooks do
    #[arg(long, value_enum, default_value_t = ValueRules::CfnGuard)]
    reading: ValueRules,
    #[command(flatten)]
    language: LanguageOptions,
}

/// How the inputs of tests are parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ValueRules {
    /// As cfn-guard's `test`
    CfnGuard,
    /// As CloudFormation: YAML 1.1, with short tags in their long form
    #[value(name = "cloudformation")]
    CloudFormation,
}

impl ValueRules {
    fn profile(self) -> Profile {
        match self {
            ValueRules::CfnGuard => Profile::Lib,
            ValueRules::CloudFormation => Profile::CloudFormation,
        }
    }
}

/// Runs the tests of a command line.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let result = match (args.output_format, args.verbose) {
        (Format::Sarif, false) => {
            Err("Cannot provide an output_type of SARIF, SARIF reporter is unsupported.".to_owned())
        }
        (Format::SingleLineSummary, _) => plain::run(args, io),
        (_, true) => {
            Err("Cannot provide an output_type of JSON, YAML, or JUnit while the verbose flag is set".to_owned())
        }
        (format, false) => structured::run(args, format, io),
    };
    match result {
        Ok(exit) => exit,
        Err(error) => failed(io, &error),
    }
}
