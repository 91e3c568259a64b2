//! What a command reads and writes besides the files named on its line.

use std::io::{Read, Write};

/// The standard streams; tests hand in their own.
pub struct Io<'a> {
    /// Standard input.
    pub stdin: &'a mut dyn Read,
    /// Standard output: answers only.
    pub out: &'a mut dyn Write,
    /// Standard error: what went wrong, for people.
    pub err: &'a mut dyn Write,
}

impl Io<'_> {
    /// Says on standard error what went wrong. A reader that has gone away is no second error.
    pub fn complain(&mut self, what: impl std::fmt::Display) {
        let _ = writeln!(self.err, "cfn-warden: {what}");
    }
}
