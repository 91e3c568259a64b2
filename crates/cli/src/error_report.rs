//! Reports of `check` and `rules check` that end with an error. A program that reads a report finds the error in it, also at exit code 1.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::files::STDIN;
use super::outputs::{self, Inputs, Output};
use super::{Io, origin};
use cfn_warden_arguments::check::Args;
use cfn_warden_arguments::{Command, Message};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{Incomplete, IncompleteKind, Run};
use cfn_warden_report::{self as report, Format, Paint, result::COMMAND_LINE};
use cfn_warden_syntax::Text;

/// Where the reports of a run go.
pub struct Reports {
    printed: Option<&'static Format>,
    outputs: Vec<Output>,
    inputs: Inputs,
}

impl Reports {
    /// Returns the reports that valid options ask for.
    pub fn of_options(args: &Args) -> Reports {
        let is_stdin = |path: &PathBuf| path.as_os_str() == STDIN;
        let prints_document =
            args.fix && (args.documents.is_empty() || args.documents.iter().any(is_stdin));
        Reports {
            printed: report::by_name(&args.format).filter(|_| !args.diff && !prints_document),
            outputs: outputs::valid(&args.output),
            inputs: Inputs::Named {
                files: args.watched(),
                folders: args
                    .rules
                    .iter()
                    .chain(&args.input_params)
                    .cloned()
                    .collect(),
            },
        }
    }

    /// Returns the reports that a command line asks for that may be invalid; `None` if it is none of `check` or
    /// `rules check`.
    pub fn of_words(words: &[OsString]) -> Option<Reports> {
        let mut words = words.iter().skip(1);
        let is_check = match words.next()? {
            group if group == Command::RULES => words.next()? == Command::CHECK,
            command => command == Command::CHECK,
        };
        if !is_check {
            return None;
        }
        let (mut printed, mut outputs) = (None, Vec::new());
        let mut words = words.map(|word| word.to_string_lossy());
        while let Some(word) = words.next().filter(|word| word != "--") {
            let (option, value) = match word.split_once('=') {
                Some((option, value)) => (option, Some(value.to_owned())),
                None => (&*word, None),
            };
            let attached = option.strip_prefix("-f").filter(|name| !name.is_empty());
            if let Some(name) = attached {
                printed = Some(name.to_owned());
                continue;
            }
            let mut value = || value.clone().or_else(|| words.next().map(Into::into));
            match option {
                "--format" | "-f" => printed = value(),
                "--output" => outputs.extend(value()),
                _ => {}
            }
        }
        Some(Reports {
            printed: printed.and_then(|name| report::by_name(&name)),
            outputs: outputs::valid(&outputs),
            inputs: Inputs::Unknown,
        })
    }

    /// Returns the report that is printed in a format.
    pub fn printed(format: &str) -> Reports {
        Reports {
            printed: report::by_name(format),
            outputs: Vec::new(),
            inputs: Inputs::Unknown,
        }
    }

    /// Writes reports on an error. Those for people on standard output are left out: standard error has the message.
    pub fn write(&self, error: &Error, io: &mut Io<'_>) {
        let (file, message) = match error {
            Error::Read { path, reason } => (path, format!("cannot be read: {reason}")),
            Error::Write { path, reason } => (path, format!("cannot be written: {reason}")),
            Error::Value { name, reason } => (name, reason.clone()),
        };
        let issue = Incomplete {
            kind: IncompleteKind::Request,
            message: Text::rule_text(message),
            file: file.clone(),
            at: None,
        };
        let mut run = Run {
            incomplete: vec![issue],
            ..Run::default()
        };
        let mut formats = self.outputs.iter().map(|output| output.format);
        if formats.any(Format::shows_origin) || self.printed.is_some_and(Format::shows_origin) {
            run.origin = origin::of(Duration::ZERO);
        }
        outputs::write_replaceable(&self.outputs, &self.inputs, &run);
        if let Some(format) = self.printed.filter(|format| !format.is_for_terminals()) {
            // A standard output that cannot be written may be the error.
            let _ = io.print(|out| format.write(&run, Paint::Plain, out));
        }
    }
}

/// Returns a usage error without what clap adds for people: the usage and a hint at the help.
pub fn of_usage(message: &Message) -> Error {
    let text = message.plain();
    let sentence = text.split("\n\nUsage: ").next().unwrap_or_default();
    let sentence = sentence.split("\n\nFor more information").next();
    let sentence = sentence.unwrap_or_default().trim_start_matches("error: ");
    let paragraphs = sentence.split("\n\n").map(|paragraph| {
        let words: Vec<&str> = paragraph.split_whitespace().collect();
        words.join(" ")
    });
    Error::Value {
        name: COMMAND_LINE.to_owned(),
        reason: Vec::from_iter(paragraphs).join("; "),
    }
}
