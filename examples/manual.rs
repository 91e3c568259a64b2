//! Writes the man pages and the shell completions: `cargo run --example manual -- FOLDER`. `make release` packs them.
#![allow(clippy::disallowed_methods, reason = "a tool of the build, not of the core: it writes files")]

use std::error::Error;
use std::fs;
use std::path::Path;

use cfn_warden::cli;
use cfn_warden_arguments::completions::{Args, Shell};
use cfn_warden_arguments::{completion_script, tree};

const SCRIPTS: [(Shell, &str); 3] =
    [(Shell::Bash, "cfn-warden.bash"), (Shell::Zsh, "_cfn-warden"), (Shell::Fish, "cfn-warden.fish")];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("usage: manual FOLDER")?;
    let (man, completions) = (Path::new(&folder).join("man"), Path::new(&folder).join("completions"));
    fs::create_dir_all(&man)?;
    fs::create_dir_all(&completions)?;
    // A page has no date: the same commit gives the same bytes.
    clap_mangen::generate_to(tree(&cli::choices()), &man)?;
    for (shell, name) in SCRIPTS {
        fs::write(completions.join(name), completion_script(&Args { shell }, &cli::choices()))?;
    }
    Ok(())
}
