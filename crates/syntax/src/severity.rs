//! Severities of findings.

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For information only.
    Informational,
    /// A possible problem that does not prevent deployment.
    Warning,
    /// An invalid or forbidden configuration.
    Error,
}

impl Severity {
    /// Returns the severity for the first letter of a rule ID: `I`, `W`, or error otherwise.
    pub fn of_rule(id: &str) -> Severity {
        match id.as_bytes() {
            // CloudFormation ignores values of read-only properties. The ID is cfn-lint's, which never reports it.
            b"E3040" => Severity::Warning,
            [b'I', ..] => Severity::Informational,
            [b'W', ..] => Severity::Warning,
            _ => Severity::Error,
        }
    }
}
