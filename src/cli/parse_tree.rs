//! `parse-tree`: the parse tree of a rules file in cfn-guard's format.

use std::path::PathBuf;

use super::language::DialectOption;
use super::{Exit, Io, files};
use crate::error::Error;
use cfn_warden_guard::parse_tree::parse_tree;
use cfn_warden_guard::syntax::parse_as;
use cfn_warden_guard::yaml::to_yaml;

/// Print the parse tree of a Guard rules file
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    /// Rules file; reads standard input by default
    #[arg(short, long)]
    rules: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(short, long)]
    output: Option<PathBuf>,
    /// Print JSON
    #[arg(short, long)]
    print_json: bool,
    /// Print YAML (default)
    #[arg(short = 'y', long)]
    print_yaml: bool,
    #[command(flatten)]
    dialect: DialectOption,
}

/// Prints the parse tree, or all parse errors on standard error.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let tree = match render(args, io) {
        Ok(Some(tree)) => tree,
        Ok(None) => return Exit::GUARD_ERROR,
        Err(error) => {
            io.eprint(error);
            return Exit::GUARD_ERROR;
        }
    };
    let dialect = match &args.output {
        Some(path) => files::write(path, tree.as_bytes()),
        None => io.print(|out| out.write_all(tree.as_bytes())),
    };
    match dialect {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint(error);
            Exit::ERROR
        }
    }
}

/// Renders the parse tree; `None` after reporting parse errors.
fn render(args: &Args, io: &mut Io<'_>) -> Result<Option<String>, Error> {
    let file = match &args.rules {
        Some(path) => files::read(path, io)?,
        None => files::read_stdin(io)?,
    };
    let name = file.name.clone();
    let text = file.text()?;
    // cfn-guard parses without a file name here, so that the default rule is called `default`.
    match parse_as(args.dialect.dialect().into(), "", &text) {
        Ok(rules) => {
            let tree = parse_tree(&rules);
            Ok(Some(if args.print_json { format!("{tree:#}") } else { to_yaml(&tree) }))
        }
        Err(errors) => {
            for error in errors {
                io.eprint(error.of(&name));
            }
            Ok(None)
        }
    }
}
