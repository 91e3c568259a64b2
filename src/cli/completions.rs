//! `completions`: shell completion scripts.

use clap_complete::Shell as Complete;

use super::{Exit, Io};

/// Print a shell completion script
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[arg(short, long, value_enum)]
    shell: Shell,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// Prints the script for these commands.
pub fn run(args: &Args, commands: &mut clap::Command, io: &mut Io<'_>) -> Exit {
    let shell = match args.shell {
        Shell::Bash => Complete::Bash,
        Shell::Zsh => Complete::Zsh,
        Shell::Fish => Complete::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, commands, "cfn-warden", &mut script);
    // Works around clap_complete 4.6, which takes the dash in the program's name for a subcommand separator in one of
    // two places of the bash script, so that nothing after a command would be completed.
    let script = String::from_utf8_lossy(&script).replace("cfn__subcmd__warden", "cfn__warden");
    match io.print(|out| out.write_all(script.as_bytes())) {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint(error);
            Exit::ERROR
        }
    }
}
