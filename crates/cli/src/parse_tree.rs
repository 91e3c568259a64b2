//! `parse-tree`: the parse tree of a rules file in cfn-guard's format.

use super::{Exit, Io, files, language};
use cfn_warden_arguments::parse_tree::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_guard::parse_tree::parse_tree;
use cfn_warden_guard::syntax::parse_as;
use cfn_warden_guard::yaml::to_yaml;

/// Prints the parse tree, or all parse errors on standard error.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let tree = match render(args, io) {
        Ok(Some(tree)) => tree,
        Ok(None) => return Exit::GUARD_ERROR,
        Err(error) => {
            io.eprint_error(error);
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
            io.eprint_error(error);
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
    match parse_as(language::dialect(args.dialect).into(), "", &text) {
        Ok(rules) => {
            let tree = parse_tree(&rules);
            Ok(Some(if args.print_json {
                format!("{tree:#}")
            } else {
                to_yaml(&tree)
            }))
        }
        Err(errors) => {
            for error in errors {
                io.eprint_error(error.of(&name));
            }
            Ok(None)
        }
    }
}
