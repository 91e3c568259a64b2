//! `rulegen`: Guard rules generated from a template.

use bumpalo::Bump;

use super::{Exit, Io, files};
use cfn_warden_arguments::rulegen::Args;
use cfn_warden_engine::error::Error;
use cfn_warden_guard::rulegen::{Generated, rulegen};
use cfn_warden_guard::{Doc, Profile};
use cfn_warden_syntax::{Limits, SurrogatePairs, parse_within};

/// Writes the rules and lists the omitted parts on standard error.
pub fn run(args: &Args, io: &mut Io<'_>) -> Exit {
    let text = match files::read(&args.template, io).and_then(|file| file.text()) {
        Ok(text) => text,
        Err(error) => {
            io.eprint_error(error);
            return Exit::GUARD_ERROR;
        }
    };
    match generate(args, &text, io) {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}

fn generate(args: &Args, text: &str, io: &mut Io<'_>) -> Result<(), Error> {
    let generated = rules(&args.template.to_string_lossy(), text)?;
    match &args.output {
        Some(path) => files::write(path, generated.rules.as_bytes())?,
        None => io.print(|out| out.write_all(generated.rules.as_bytes()))?,
    }
    let nothing = (generated.rules.is_empty() && generated.omitted.is_empty())
        .then(|| "nothing to describe: no resource has properties".to_owned());
    for what in generated.omitted.into_iter().chain(nothing) {
        let _ = writeln!(io.err, "{what}");
    }
    Ok(())
}

/// Generates rules for the document as `validate` reads it.
fn rules(name: &str, text: &str) -> Result<Generated, Error> {
    let unreadable = |reason: String| Error::Read {
        path: name.to_owned(),
        reason,
    };
    let arena = Bump::new();
    let limits = Limits {
        depth: super::validate::DEPTH,
        surrogate_pairs: SurrogatePairs::Refused,
        ..Limits::default()
    };
    let parsed = parse_within(&arena, text, name, &limits);
    // A repeated key is an error only to the linter, so a tree may exist despite errors.
    let Some(tree) = parsed.tree else {
        let error = parsed
            .errors
            .into_iter()
            .next()
            .map(|error| error.message.escaped());
        return Err(unreadable(error.unwrap_or_else(|| {
            "the `Resources` section is missing".to_owned()
        })));
    };
    let doc = Doc::new(&arena, &[&tree], Profile::Cli)
        .map_err(|error| unreadable(error.message.escaped()))?;
    rulegen(&doc).ok_or_else(|| unreadable("the `Resources` section is missing".to_owned()))
}
