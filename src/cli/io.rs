//! What a command reads and writes besides the files named on its line.

use std::io::{Read, Write};

use crate::error::Error;

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
    /// Writes an answer. A reader that has heard enough and gone away is no error.
    ///
    /// # Errors
    /// [`Error::Write`] with the system's words.
    pub fn print(&mut self, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), Error> {
        match write(self.out).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(Error::Write { path: "standard output".to_owned(), reason: error.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// Says on standard error what went wrong. A reader that has gone away is no second error.
    pub fn complain(&mut self, what: impl std::fmt::Display) {
        let _ = writeln!(self.err, "cfn-warden: {what}");
    }
}
