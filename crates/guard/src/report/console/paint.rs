//! Terminal colors.

use std::fmt;

use crate::Status;

/// Whether output is colored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Paint {
    /// Without colors, for files and pipes.
    #[default]
    Plain,
    /// With ANSI escape sequences, as cfn-guard writes them.
    Ansi,
}

/// A text with its color.
#[derive(Debug, Clone, Copy)]
pub struct Painted<T>(Paint, &'static str, T);

impl Paint {
    /// Formats a text with ANSI color codes.
    pub fn with<T>(self, codes: &'static str, text: T) -> Painted<T> {
        Painted(self, codes, text)
    }

    /// Formats a title or a count.
    pub fn bold<T>(self, text: T) -> Painted<T> {
        Painted(self, "1", text)
    }

    /// Formats a file name in an error.
    pub fn underlined<T>(self, text: T) -> Painted<T> {
        Painted(self, "4", text)
    }

    /// Formats the name of a resource.
    pub fn resource<T>(self, text: T) -> Painted<T> {
        Painted(self, "1;33", text)
    }

    /// Formats the name of a rule.
    pub fn rule<T>(self, text: T) -> Painted<T> {
        Painted(self, "95", text)
    }

    /// Formats a line of a document.
    pub fn code<T>(self, text: T) -> Painted<T> {
        Painted(self, "92", text)
    }

    /// Formats a verdict.
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
