//! The standard streams.

use std::io::{Read, Write};

use crate::error::Error;

/// The standard streams; tests pass their own.
pub struct Io<'a> {
    /// Standard input.
    pub stdin: &'a mut dyn Read,
    /// Standard output, for results only.
    pub out: &'a mut dyn Write,
    /// Standard error, for messages to people.
    pub err: &'a mut dyn Write,
}

impl Io<'_> {
    /// Writes to standard output. A closed pipe is not an error.
    ///
    /// # Errors
    /// [`Error::Write`] with the system's message.
    pub fn print(&mut self, write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), Error> {
        match write(self.out).and_then(|()| self.out.flush()) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                Err(Error::Write { path: "standard output".to_owned(), reason: error.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// Writes a message to standard error. Failures to write are ignored.
    pub fn eprint(&mut self, what: impl std::fmt::Display) {
        let _ = writeln!(self.err, "cfn-warden: {what}");
    }
}
