//! What a command gets from the program.

use std::io::{Read, Write};

use cfn_warden_engine::error::Error;
use cfn_warden_lint::RuleSet;
use cfn_warden_report::log_line;

/// The standard streams, and what the program links: tests pass their own streams.
pub struct Io<'a> {
    /// Standard input.
    pub stdin: &'a mut dyn Read,
    /// Standard output, for results only.
    pub out: &'a mut dyn Write,
    /// Standard error, for messages to people.
    pub err: &'a mut dyn Write,
    /// What `check`, `lint` and `invoke` lint templates with.
    pub lint_rules: RuleSet,
    /// What `answer` answers requests with; `None` in programs without that command.
    pub answer: Option<Answer>,
}

/// Streams without content, for commands whose own belong to an editor.
#[derive(Default)]
pub struct NoStreams {
    stdin: std::io::Empty,
    out: std::io::Sink,
    err: std::io::Sink,
}

impl NoStreams {
    /// Returns what a command gets.
    pub fn io(&mut self, lint_rules: RuleSet) -> Io<'_> {
        let NoStreams { stdin, out, err } = self;
        Io {
            stdin,
            out,
            err,
            lint_rules,
            answer: None,
        }
    }
}

/// Returns the report that a request in JSON asks for, or the reason why the request is not valid.
pub type Answer = fn(&[u8]) -> Result<String, String>;

impl Io<'_> {
    /// Writes to standard output. A closed pipe is not an error.
    ///
    /// # Errors
    /// [`Error::Write`] with the system's message.
    pub fn print(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> Result<(), Error> {
        match write(self.out).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(Error::Write {
                path: "standard output".to_owned(),
                reason: error.to_string(),
            }),
            _ => Ok(()),
        }
    }

    /// Writes a message of one line to standard error: what a document or the name of a file adds cannot start another line or a
    /// command of a CI system. Failures to write are ignored.
    pub fn eprint(&mut self, what: impl std::fmt::Display) {
        let _ = writeln!(self.err, "cfn-warden: {}", log_line(&what.to_string()));
    }

    /// Writes an error to standard error: one line, or a list of mistakes and excerpts with their own line breaks. No line starts
    /// a command of a CI system.
    pub fn eprint_error(&mut self, error: impl std::fmt::Display) {
        let lines: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
        self.eprint_lines(&lines);
    }

    /// Writes a message of several lines to standard error.
    pub fn eprint_lines(&mut self, lines: &[String]) {
        for (index, line) in lines.iter().enumerate() {
            match index {
                0 => self.eprint(line),
                _ => {
                    let _ = writeln!(self.err, "{}", log_line(line));
                }
            }
        }
    }
}
