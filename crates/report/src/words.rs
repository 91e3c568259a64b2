//! Text helpers shared by formats.

use std::borrow::Cow;

use cfn_warden_engine::{Run, Status};
use cfn_warden_syntax::finding::{Finding, Severity};

/// The ID of incomplete checks in formats that have only findings. It clashes neither with cfn-lint's IDs nor with
/// Guard rule names, which have no hyphens.
pub const NOT_CHECKED: &str = "not-checked";

/// The ID of unseen parts in formats that have only findings; it does not clash with rules, either.
pub const NOT_SEEN: &str = "not-seen";

/// Maximum number of causes of a finding that texts show.
pub const CAUSES: usize = 3;

/// Returns the number of causes that are not shown, in words; `None` if all are.
pub fn more_causes(finding: &Finding) -> Option<String> {
    finding
        .children
        .len()
        .checked_sub(CAUSES)
        .filter(|more| *more > 0)
        .map(|more| format!("and {more} more"))
}

/// Formats a count and its noun: `1 error`, `2 errors`, `3 inputs not checked`.
pub fn counted(count: usize, what: &str) -> String {
    match (count, what.split_once(' ')) {
        (1, _) => format!("1 {what}"),
        (_, Some((noun, rest))) => format!("{count} {noun}s {rest}"),
        (_, None) => format!("{count} {what}s"),
    }
}

/// Returns the verdict on a run. Where findings do not count, a run with errors is not called compliant.
pub fn verdict(run: &Run<'_>) -> Cow<'static, str> {
    let has_errors = || {
        let mut findings = run.findings.iter();
        findings.any(|finding| finding.severity == Severity::Error)
    };
    let accepted = run.accepted.len();
    match run.status() {
        Status::Pass if has_errors() => "passed: errors do not count".into(),
        Status::Pass if accepted == 1 => {
            "compliant, except 1 accepted part that was not checked".into()
        }
        Status::Pass if accepted > 0 => {
            format!("compliant, except {accepted} accepted parts that were not checked").into()
        }
        Status::Pass => "compliant".into(),
        Status::Fail => "not compliant".into(),
        Status::Error => "not compliant: something could not be checked".into(),
    }
}

/// Returns a file's name; `<stdin>` for standard input.
pub fn shown_name(file: &str) -> &str {
    if file.is_empty() { "<stdin>" } else { file }
}

/// Returns the name of a severity.
pub fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Informational => "informational",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Replaces each run of line breaks by one space, as cfn-lint's `(\\r*\
/// )+`: a carriage return without a line feed stays.
pub fn one_line(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut in_break = false;
    for part in message.split_inclusive('\n') {
        let line = part
            .strip_suffix('\n')
            .map(|line| line.trim_end_matches('\r'));
        let (text, breaks) = line.map_or((part, false), |line| (line, true));
        if !(text.is_empty() && in_break) {
            out.push_str(text);
            in_break = false;
        }
        if breaks && !in_break {
            out.push(' ');
            in_break = true;
        }
    }
    out
}

/// Splits a text into prose and code, which is in backticks; a text with an odd number of backticks is prose.
///
/// Returns pairs of whether the part is code, and the part without backticks.
pub fn prose_and_code(text: &str) -> impl Iterator<Item = (bool, &str)> {
    let is_balanced = text.matches('`').count().is_multiple_of(2);
    let separator = if is_balanced { "`" } else { "\0`" };
    text.split(separator)
        .enumerate()
        .map(|(index, part)| (index % 2 == 1, part))
        .filter(|(_, part)| !part.is_empty())
}

/// Returns the name of a status.
pub fn status_name(status: Status) -> &'static str {
    match status {
        Status::Pass => "PASS",
        Status::Fail => "FAIL",
        Status::Error => "ERROR",
    }
}

#[cfg(test)]
mod tests {
    use super::{one_line, prose_and_code};

    #[test]
    fn code_is_in_backticks() {
        let parts = |text| prose_and_code(text).collect::<Vec<_>>();
        assert_eq!(
            parts("`A` is `b`"),
            [(true, "A"), (false, " is "), (true, "b")]
        );
        assert_eq!(parts("a `b"), [(false, "a `b")]);
    }

    #[test]
    fn runs_of_line_breaks_are_one_space() {
        assert_eq!(one_line("a\r\r\n\nb\rc\n\r\nd"), "a b\rc d");
    }
}
