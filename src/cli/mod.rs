//! The command line: one module per command.
//!
//! A command consists of its arguments (`Args`) and `run(&Args, &mut Io) -> Exit`.

pub mod check;
pub mod completions;
mod coverage;
pub mod exit;
pub mod explain;
pub mod files;
mod input_kind;
pub mod invoke;
pub mod io;
mod junit;
pub mod language;
pub mod lint;
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

use crate::report::Paint;
pub use exit::Exit;
pub use io::Io;

/// Lint CloudFormation templates, and check templates and Terraform configurations against policy rules
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

/// Runs a command line, including the program's name, without colors.
pub fn run(line: impl IntoIterator<Item = impl Into<OsString> + Clone>, io: &mut Io<'_>) -> Exit {
    run_painted(line, Paint::Plain, io)
}

/// Runs a command line with or without colors. Only commands for which upstream uses colors do.
pub fn run_painted(line: impl IntoIterator<Item = impl Into<OsString> + Clone>, paint: Paint, io: &mut Io<'_>) -> Exit {
    let line: Vec<OsString> = line.into_iter().map(Into::into).collect();
    match parse(&line) {
        Ok(command) => match &command {
            Command::Check(args) => check::run(args, paint, io),
            Command::Completions(args) => completions::run(args, &mut tree(), io),
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

/// Parses a command line. Describing the options of all commands takes longer than evaluating a small rule, so that
/// frequent commands are parsed on their own first. Help and errors come from the full parser, which knows the
/// program's name.
fn parse(line: &[OsString]) -> Result<Command, clap::Error> {
    match alone(line) {
        Some(command) => Ok(command),
        None => Cli::try_parse_from(line).map(|cli| cli.command),
    }
}

/// Parses a valid command line of a frequent command; `None` for all others.
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

/// Returns the commands and their options.
fn tree() -> clap::Command {
    Cli::command()
}

/// Prints help, the version or a usage error. Help and version go to standard output and succeed; errors use the exit
/// code of the tool that the command is compatible with.
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
