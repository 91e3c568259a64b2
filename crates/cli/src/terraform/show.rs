//! `terraform show`: the evaluated module.

use super::module;
use crate::{Exit, Io};
use cfn_warden_arguments::terraform::module::ModuleArgs;
use cfn_warden_engine::error::Error;
use cfn_warden_terraform::{Host, evaluate, show};

/// Prints the evaluated module.
pub fn run(args: &ModuleArgs, io: &mut Io<'_>) -> Result<Exit, Error> {
    let disk = module::open(args)?;
    let host = Host {
        language: module::language(args.language_version),
        ..disk.host()
    };
    let run = evaluate(&module::settings(args, &host));
    let text = format!("{:#}\n", show(&run));
    io.print(|out| out.write_all(text.as_bytes()))?;
    for error in run.located() {
        io.eprint_error(error);
    }
    Ok(if run.errors.is_empty() {
        Exit::OK
    } else {
        Exit::NO_VALUE
    })
}
