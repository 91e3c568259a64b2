//! `rulegen`: Guard rules that describe a template.

use std::path::PathBuf;

use bumpalo::Bump;

use super::{Exit, Io, files};
use crate::error::Error;
use crate::guard::rulegen::rulegen;
use crate::syntax::parse;

/// Write Guard rules that hold for a template.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// Write to this file instead of standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// The template, JSON or YAML
    #[arg(short, long)]
    template: PathBuf,
}

/// Writes the rules.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let text = match files::read(&args.template, io).and_then(|file| file.text()) {
        Ok(text) => text,
        Err(error) => {
            io.complain(error);
            return Exit::GUARD_ERROR;
        }
    };
    let written = rules(&args.template.to_string_lossy(), &text).and_then(|rules| match &args.output {
        Some(path) => files::write(path, rules.as_bytes()),
        None => io.print(|out| out.write_all(rules.as_bytes())),
    });
    match written {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.complain(error);
            Exit::ERROR
        }
    }
}

fn rules(name: &str, text: &str) -> Result<String, Error> {
    let unreadable = |reason: String| Error::Read { path: name.to_owned(), reason };
    let arena = Bump::new();
    let parsed = parse(&arena, text, name);
    // A repeated key is an error to the linter alone.
    if let (None, Some(error)) = (&parsed.tree, parsed.errors.first()) {
        return Err(unreadable(error.message.clone()));
    }
    let root = parsed.tree.as_ref().map(|tree| tree.root);
    root.and_then(rulegen).ok_or_else(|| unreadable("there is no `Resources` section".to_owned()))
}
