//! `completions`: shell completion scripts.

use super::{Exit, Io};
use cfn_warden_arguments::by_name::completion_script;
use cfn_warden_arguments::completions::Args;
use cfn_warden_arguments::{Choices, Program};

/// Prints the script of a program.
pub fn run(args: &Args, program: Program, choices: &Choices, io: &mut Io<'_>) -> Exit {
    let script = completion_script(args, program, choices);
    match io.print(|out| out.write_all(script.as_bytes())) {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}
