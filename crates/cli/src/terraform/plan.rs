//! `terraform plan`: the document that rules for plans are evaluated on.

use super::options;
use crate::{Exit, Io, coverage};
use cfn_warden_arguments::terraform::plan::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_syntax::place;

/// Prints the plan.
pub fn run(args: &Args, io: &mut Io<'_>) -> Result<Exit, Error> {
    let configuration = options::configuration(&args.options, args.root(), args.root())?;
    io.print(|out| out.write_all(configuration.text.as_bytes()))?;
    let incomplete = configuration.incomplete();
    for issue in incomplete {
        io.eprint(format_args!(
            "{}: {}",
            place(&issue.file, issue.at),
            issue.message
        ));
    }
    configuration
        .not_seen()
        .iter()
        .for_each(|part| coverage::warn(part, io));
    Ok(if incomplete.is_empty() {
        Exit::OK
    } else {
        Exit::NO_VALUE
    })
}
