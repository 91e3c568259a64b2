//! `test`: cfn-guard's command of the same name, with its options, output and exit codes;
//! `--deployments` runs the tests on all deployments.

mod deployments;
mod files;
mod plain;
mod profile;
mod structured;
mod vacuous;

use super::validate::failed;
use super::{Exit, Io};
use cfn_warden_arguments::test::Args;
use cfn_warden_arguments::validate::Format;

/// Runs the tests of a command line.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let result = match (args.output_format, args.verbose) {
        _ if args.deployments => deployments::run(args, io),
        (Format::Sarif, false) => {
            Err("Cannot provide an output_type of SARIF, SARIF reporter is unsupported.".to_owned())
        }
        (Format::SingleLineSummary, _) => plain::run(args, io),
        (_, true) => Err(
            "Cannot provide an output_type of JSON, YAML, or JUnit while the verbose flag is set"
                .to_owned(),
        ),
        (format, false) => structured::run(args, format, io),
    };
    match result {
        Ok(exit) => exit,
        Err(error) => failed(io, &error),
    }
}
