//! Writes the man pages and the shell completions: `manual FOLDER DATE`. `make release` packs them, with the date of the commit.
#![allow(
    clippy::disallowed_methods,
    reason = "a tool of the build, not of the core: it writes files"
)]

use std::error::Error;
use std::path::Path;
use std::{env, fs, io};

use cfn_warden::cli;
use cfn_warden_arguments::by_name::completion_script;
use cfn_warden_arguments::completions::{Args, Shell};
use cfn_warden_arguments::{Program, tree};
use clap_mangen::Man;

const SCRIPTS: [(Shell, &str); 3] = [
    (Shell::Bash, "cfn-warden.bash"),
    (Shell::Zsh, "_cfn-warden"),
    (Shell::Fish, "cfn-warden.fish"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, date] = arguments.as_slice() else {
        return Err("usage: manual FOLDER DATE".into());
    };
    let (man, completions) = (
        Path::new(folder).join("man"),
        Path::new(folder).join("completions"),
    );
    fs::create_dir_all(&man)?;
    fs::create_dir_all(&completions)?;
    let mut commands = tree(&cli::choices()).disable_help_subcommand(true);
    // Gives each command the names of those above it.
    commands.build();
    write_pages(&commands, &man, date)?;
    for (shell, name) in SCRIPTS {
        fs::write(
            completions.join(name),
            completion_script(&Args { shell }, Program::CfnWarden, &cli::choices()),
        )?;
    }
    Ok(())
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: &clap::Command, folder: &Path, date: &str) -> io::Result<()> {
    let source = concat!("cfn-warden ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone())
        .date(date)
        .source(source)
        .manual("cfn-warden")
        .generate_to(folder)?;
    let subcommands = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    subcommands
        .into_iter()
        .try_for_each(|command| write_pages(command, folder, date))
}
