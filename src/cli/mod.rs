//! The command line: one command, one file.
//!
//! A command is its arguments (`Args`) and `run(&Args, &mut Io) -> Exit`.

pub mod check;
pub mod completions;
mod coverage;
pub mod exit;
pub mod explain;
pub mod files;
pub mod invoke;
pub mod io;
mod junit;
pub mod language;
pub mod lint;
mod mistaken;
mod parallel;
pub mod parameters;
pub mod parse_tree;
mod progress;
pub mod rulegen;
pub mod rules;
pub mod terminal;
pub mod terraform;
pub mod test;
mod unknown_ids;
pub mod validate;
mod watch;

use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use cfn_warden_guard::report::console::Paint;
pub use exit::Exit;
pub use io::Io;

/// Is this template valid, and is it allowed? Answered in milliseconds.
#[derive(Debug, Parser)]
#[command(name = "cfn-warden", version, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Args),
    Completions(completions::Args),
    Explain(explain::Args),
    Invoke(invoke::Args),
    Lint(Box<lint::Args>),
    ParseTree(parse_tree::Args),
    Rulegen(rulegen::Args),
    Rules(rules::Args),
    Terraform(terraform::Args),
    Test(test::Args),
    Validate(validate::Args),
}

/// Carries out a command line, the program's name first, without colours.
pub fn run(line: impl IntoIterator<Item = impl Into<OsString> + Clone>, io: &mut Io<'_>) -> Exit {
    run_painted(line, Paint::Plain, io)
}

/// [`run`], with colours or without: those commands have them to which the reference gives some.
pub fn run_painted(line: impl IntoIterator<Item = impl Into<OsString> + Clone>, paint: Paint, io: &mut Io<'_>) -> Exit {
    let line: Vec<OsString> = line.into_iter().map(Into::into).collect();
    match parse(&line) {
        Ok(command) => match &command {
            Command::Check(args) => check::run(args, paint, io),
            Command::Completions(args) => completions::run(args, io),
            Command::Explain(args) => explain::run(args, paint, io),
            Command::Invoke(args) => invoke::run(args, io),
            Command::Lint(args) => lint::run(args, paint, io),
            Command::ParseTree(args) => parse_tree::run(args, io),
            Command::Rulegen(args) => rulegen::run(args, io),
            Command::Rules(args) => rules::run(args, paint, io),
            Command::Terraform(args) => terraform::run(args, paint, io),
            Command::Test(args) => test::run(args, io),
            Command::Validate(args) => validate::run(args, paint, io),
        },
        Err(error) => usage(&error, &line, paint, io),
    }
}

/// To describe the options of all commands takes longer than to evaluate a small rule. So a line is read by its own
/// command first; help and errors are said by all of them, who know how they are called.
fn parse(line: &[OsString]) -> Result<Command, clap::Error> {
    match alone(line) {
        Some(command) => Ok(command),
        None => Cli::try_parse_from(line).map(|cli| cli.command),
    }
}

/// The command of a line that names one and is without fault.
fn alone(line: &[OsString]) -> Option<Command> {
    let (_, line) = line.split_first()?;
    Some(match line.first()?.to_str()? {
        "check" => Command::Check(arguments(line)?),
        "lint" => Command::Lint(Box::new(arguments(line)?)),
        "test" => Command::Test(arguments(line)?),
        "validate" => Command::Validate(arguments(line)?),
        _ => return None,
    })
}

fn arguments<A: clap::Args + FromArgMatches>(line: &[OsString]) -> Option<A> {
    let mut matches = A::augment_args(clap::Command::new("alone")).try_get_matches_from(line).ok()?;
    A::from_arg_matches_mut(&mut matches).ok()
}

/// The commands and their options.
fn tree() -> clap::Command {
    Cli::command()
}

/// Help and version go to standard output and are no error; the rest is, in the code of the tool whose command it is.
fn usage(error: &clap::Error, line: &[OsString], paint: Paint, io: &mut Io<'_>) -> Exit {
    let text = match paint {
        Paint::Plain => error.render().to_string(),
        Paint::Ansi => error.render().ansi().to_string(),
    };
    if !error.use_stderr() {
        let _ = write!(io.out, "{text}");
        return Exit::OK;
    }
    let _ = write!(io.err, "{text}");
    match line.get(1).and_then(|command| command.to_str()) {
        Some("validate" | "test" | "parse-tree" | "rulegen" | "completions") => Exit::GUARD_USAGE,
        Some("lint") => Exit::LINT_USAGE,
        _ => Exit::ERROR,
    }
}
