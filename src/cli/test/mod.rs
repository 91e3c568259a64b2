//! `test`: cfn-guard's command of the same name, with its options, its output and its exit codes.

mod files;
mod plain;
mod silent;
mod structured;

use std::path::PathBuf;

use clap::ValueEnum;

use super::language::Judged;
use super::validate::{Format, failed};
use super::{Exit, Io};
use cfn_warden_guard::Profile;

/// Evaluate the unit tests of Guard rules, as cfn-guard does
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// A rules file
    #[arg(short, long, value_name = "rules-file", required_unless_present = "dir")]
    rules_file: Option<PathBuf>,
    /// A file with tests, or a folder of them
    #[arg(short, long, value_name = "test-data", required_unless_present = "dir")]
    test_data: Option<PathBuf>,
    /// A folder of rules files, each with its tests in a folder `tests` beside it; goes before a single file
    #[arg(short, long, value_name = "dir")]
    dir: Option<PathBuf>,
    /// Order files by name
    #[arg(short, long, conflicts_with = "last_modified")]
    alphabetical: bool,
    /// Order files by when they were last modified
    #[arg(short = 'm', long)]
    last_modified: bool,
    /// Print the tree of everything evaluated
    #[arg(short, long)]
    verbose: bool,
    /// How to print the results
    #[arg(short, long, value_enum, default_value_t = Format::SingleLineSummary)]
    output_format: Format,
    /// Read inputs as `cfn-guard test` does, or as CloudFormation, `check` and the Hooks do
    #[arg(long, value_enum, default_value_t = Reading::CfnGuard)]
    reading: Reading,
    #[command(flatten)]
    judged: Judged,
}

/// Who reads the inputs of tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Reading {
    /// cfn-guard's `test`
    CfnGuard,
    /// CloudFormation: YAML 1.1, every short tag in its long form
    #[value(name = "cloudformation")]
    CloudFormation,
}

impl Reading {
    fn profile(self) -> Profile {
        match self {
            Reading::CfnGuard => Profile::Lib,
            Reading::CloudFormation => Profile::CloudFormation,
        }
    }
}

/// Evaluates the tests of a command line.
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
