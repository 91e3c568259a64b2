//! Arguments of `completions`, and the scripts.

use clap_complete::Shell as Complete;

/// Print a shell completion script
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[expect(missing_docs, reason = "a doc comment would become help")]
    #[arg(short, long, value_enum)]
    pub shell: Shell,
}

/// The shell that runs the script.
#[expect(missing_docs, reason = "a doc comment would become help")]
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
}

/// Returns the script for a shell and these commands.
pub(crate) fn script(shell: Shell, commands: &mut clap::Command) -> String {
    let shell = match shell {
        Shell::Bash => Complete::Bash,
        Shell::Zsh => Complete::Zsh,
        Shell::Fish => Complete::Fish,
    };
    let mut script = Vec::new();
    let name = commands.get_name().to_owned();
    clap_complete::generate(shell, commands, &name, &mut script);
    // Works around clap_complete 4.6, which takes the dash in the program's name for a subcommand separator in one of
    // two places of the bash script, so that nothing after a command would be completed.
    let name = name.replace('-', "__subcmd__");
    String::from_utf8_lossy(&script).replace(&name, &name.replace("__subcmd__", "__"))
}
