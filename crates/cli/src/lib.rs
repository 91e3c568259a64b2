//! The command line: one module per command.
//!
//! A command consists of its arguments, `Args` in the file with the same path in `crates/arguments`, and
//! `run(&Args, &mut Io) -> Exit`.

mod answer;
mod baseline;
mod bundle;
mod cdk;
mod changed_files;
pub mod check;
mod choices;
mod color;
pub mod completions;
mod config;
mod content;
mod coverage;
mod diff;
mod document_as_command;
mod documents;
mod effects;
mod error_report;
pub mod exit;
pub mod explain;
pub mod files;
mod fix;
mod git_index;
mod input_kind;
pub mod invoke;
pub mod io;
pub mod json;
mod junit;
mod knowledge;
pub mod language;
pub mod lint;
pub mod lsp;
mod model;
mod origin;
mod outputs;
mod packs;
mod parallel;
pub mod parameters;
pub mod parse_tree;
mod pinned;
mod progress;
mod project;
pub mod rulegen;
pub mod rules;
mod schemas;
mod search;
mod selection;
mod serverless_framework;
mod severity;
mod skipped;
pub mod terminal;
pub mod terraform;
pub mod test;
mod unknown_ids;
mod url;
pub mod validate;
mod waivers;
mod watch;

use std::ffi::OsString;

use cfn_warden_arguments::{Command, Message, Program, by_name};
use cfn_warden_engine::error::Error;
use cfn_warden_report::Paint;
pub use choices::choices;
use error_report::Reports;
pub use exit::Exit;
pub use io::Io;
use project::{CommandLine, Failure, InEffect};

/// Runs a command line, including the program's name, without colors.
pub fn run(line: impl IntoIterator<Item = impl Into<OsString> + Clone>, io: &mut Io<'_>) -> Exit {
    run_painted(line, Paint::Plain, io)
}

/// Runs a command line with or without colors. Only commands for which upstream uses colors do.
pub fn run_painted(
    line: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    paint: Paint,
    io: &mut Io<'_>,
) -> Exit {
    let words: Vec<OsString> = line.into_iter().map(Into::into).collect();
    let choices = choices();
    let line = CommandLine {
        words: &words,
        choices: &choices,
    };
    let program = words
        .first()
        .map_or(Program::CfnWarden, |word| Program::called(word));
    match command(program, line) {
        Ok(InEffect { command, project }) => match &command {
            Command::Answer(_) => answer::run(io),
            Command::Bundle(args) => bundle::run(args, io),
            Command::Check(args) => check::run(args, project, line, paint, io),
            Command::Completions(args) => completions::run(args, program, &choices, io),
            Command::Config(args) => config::run(args, &choices, io),
            Command::Explain(args) => explain::run(args, &choices, paint, io),
            Command::Invoke(args) => invoke::run(args, io),
            Command::Knowledge(args) => knowledge::run(args, io),
            Command::Lint(args) => lint::run(args, paint, io),
            Command::Lsp(args) => lsp::run(args, &choices, io),
            Command::Model(args) => model::run(args, io),
            Command::Packs(args) => packs::run(args, io),
            Command::ParseTree(args) => parse_tree::run(args, io),
            Command::Rulegen(args) => rulegen::run(args, io),
            Command::Rules(args) => rules::run(args, paint, io),
            Command::Terraform(args) => terraform::run(args, paint, io),
            Command::Test(args) => test::run(args, io),
            Command::Validate(args) => validate::run(args, paint, io),
        },
        Err(Failure::Message(message)) => {
            if let Some(tip) = document_tip(program, &message, &words) {
                io.eprint(tip);
                return Exit::ERROR;
            }
            if message.is_error() {
                report_error(program, &words, &error_report::of_usage(&message), io);
            }
            usage(&message, usage_exit(program, &words), paint, io)
        }
        Err(Failure::Project(error)) => {
            report_error(program, &words, &error, io);
            io.eprint_error(error);
            usage_exit(program, &words)
        }
    }
}

/// Returns the command of a command line. cfn-lint and cfn-guard have no project file of cfn-warden.
fn command(program: Program, line: CommandLine<'_>) -> Result<InEffect, Failure> {
    match program {
        Program::CfnWarden => line.in_effect(),
        Program::CfnLint | Program::CfnGuard => {
            let command =
                by_name::parse(program, line.words, line.choices).map_err(Failure::Message)?;
            Ok(InEffect {
                command,
                project: None,
            })
        }
    }
}

/// Returns what to type if a document is in the place of a command of cfn-warden.
fn document_tip(program: Program, message: &Message, words: &[OsString]) -> Option<String> {
    let command = message.unknown_command()?;
    let is_first = words.get(1).is_some_and(|word| word == command);
    (program == Program::CfnWarden && is_first)
        .then(|| document_as_command::tip(command))
        .flatten()
}

/// Writes the reports on an error that a command line of `check` asks for.
fn report_error(program: Program, words: &[OsString], error: &Error, io: &mut Io<'_>) {
    let reports = match program {
        Program::CfnWarden => Reports::of_words(words),
        Program::CfnLint | Program::CfnGuard => None,
    };
    if let Some(reports) = reports {
        reports.write(error, io);
    }
}

/// Prints help, the version or a usage error. Help and version go to standard output and succeed; errors end with the
/// given exit code.
fn usage(message: &Message, error: Exit, paint: Paint, io: &mut Io<'_>) -> Exit {
    let text = match paint {
        Paint::Plain => message.plain(),
        Paint::Ansi => message.ansi(),
    };
    if !message.is_error() {
        let _ = write!(io.out, "{text}");
        return Exit::OK;
    }
    let _ = write!(io.err, "{text}");
    error
}

/// Returns the exit code for a command line that cannot be used: that of the tool that the command is compatible with.
fn usage_exit(program: Program, line: &[OsString]) -> Exit {
    match program {
        Program::CfnWarden => {}
        Program::CfnLint => return Exit::LINT_USAGE,
        Program::CfnGuard => return Exit::GUARD_USAGE,
    }
    match line.get(1).and_then(|command| command.to_str()) {
        Some("validate" | "test" | "parse-tree" | "rulegen" | "completions") => Exit::GUARD_USAGE,
        Some("lint") => Exit::LINT_USAGE,
        _ => Exit::ERROR,
    }
}
