//! Colours of a terminal.

use std::fmt;

use crate::Status;

/// Whether what is printed has colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Paint {
    /// It has none: for files and pipes.
    #[default]
    Plain,
    /// ANSI's escape sequences, as the reference writes them.
    Ansi,
}

/// A text, and how it is painted.
#[derive(Debug, Clone, Copy)]
pub struct Painted<T>(Paint, &'static str, T);

impl Paint {
    /// A text in the colour of some codes of ANSI's.
    pub fn with<T>(self, codes: &'static str, text: T) -> Painted<T> {
        Painted(self, codes, text)
    }

    /// A title, or a number that counts.
    pub fn bold<T>(self, text: T) -> Painted<T> {
        Painted(self, "1", text)
    }

    /// A file that is named in an error.
    pub fn underlined<T>(self, text: T) -> Painted<T> {
        Painted(self, "4", text)
    }

    /// The name of a resource.
    pub fn resource<T>(self, text: T) -> Painted<T> {
        Painted(self, "1;33", text)
    }

    /// The name of a rule.
    pub fn rule<T>(self, text: T) -> Painted<T> {
        Painted(self, "95", text)
    }

    /// A line of a document.
    pub fn code<T>(self, text: T) -> Painted<T> {
        Painted(self, "92", text)
    }

    /// A verdict.
    pub fn status(self, status: Status) -> Painted<&'static str> {
        let codes = match status {
            Status::Pass => "32",
            Status::Fail => "1;31",
            Status::Skip => "1;33",
        };
        Painted(self, codes, status.as_str())
    }
}

impl<T: fmt::Display> fmt::Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Painted(paint, codes, text) = self;
        match paint {
            Paint::Plain => text.fmt(f),
            Paint::Ansi => write!(f, "\x1b[{codes}m{text}\x1b[0m"),
        }
    }
}
