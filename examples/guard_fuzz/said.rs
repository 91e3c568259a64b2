//! The answer of an evaluator for one rules file and one data file.

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A report, as JSON.
    Report(String),
    /// The rules do not parse.
    Unparsed,
    /// There are no rules.
    NoRules,
    /// The data cannot be read.
    Unreadable,
    /// The evaluation ended with this error.
    Error(String),
    /// The program panicked at this position.
    Panic(String),
    /// The program did not end within the timeout.
    Hung,
}

impl Said {
    pub fn kind(&self) -> &'static str {
        match self {
            Said::Report(_) => "report",
            Said::Unparsed => "rules do not parse",
            Said::NoRules => "no rules",
            Said::Unreadable => "data cannot be read",
            Said::Error(_) => "error",
            Said::Panic(_) => "panic",
            Said::Hung => "hung",
        }
    }

    /// Returns the verdict of the whole file, or the kind of answer if there is none.
    pub fn status(&self) -> &str {
        let Said::Report(report) = self else {
            return self.kind();
        };
        report
            .split("\"status\": \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next())
            .unwrap_or("no status")
    }
}
