//! What came of one rules file on one data file, whoever evaluated them.

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
    /// Evaluation did not come to its end; why.
    Error(String),
    /// The program fell over; where.
    Panic(String),
    /// It did not come back.
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

    /// The verdict of the whole file, where there is one.
    pub fn status(&self) -> &str {
        let Said::Report(report) = self else { return self.kind() };
        report.split("\"status\": \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or("no status")
    }
}
