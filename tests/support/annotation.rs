//! Expectations inside a fixture: a comment with carets under the span, then the rule, the path, and optionally the message.
//!
//! ```yaml
//!     Properties: {TopicName: !Ref Nmae}
//!     #            ^^^^^^^^^ E1020 Resources/Bad/Properties/TopicName/Ref: 'Nmae' is not one of ...
//! ```
//! The carets start at the column of the span; their number is its width, if it is on one line. Several findings
//! on one line have consecutive comments. A column that a caret cannot mark is written as a number: `# @1 E1001`.
//! A JSON template has a separate file with line and column: `# 4:7 E1001`.

use std::fmt;

/// What a fixture expects of the linter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expected {
    pub line: u32,
    pub column: u32,
    /// The number of marked characters; unknown for a place written in digits, and for a span of several lines.
    pub width: Option<u32>,
    pub rule: String,
    pub path: String,
    /// Empty where the fixture does not care.
    pub message: String,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{} {} {}: {}",
            self.line, self.column, self.rule, self.path, self.message
        )
    }
}

/// The expectations of a fixture.
pub fn read(text: &str) -> Vec<Expected> {
    let mut found = Vec::new();
    let mut shown = 0;
    for (number, line) in (1u32..).zip(text.lines()) {
        match annotation(line, shown) {
            Some(expected) => found.push(expected),
            None if line.trim_start().starts_with('#') => {}
            None => shown = number,
        }
    }
    found.sort();
    found
}

/// Returns a fixture without its expectations, as cfn-lint received it.
pub fn bare(text: &str) -> String {
    let kept = text.lines().filter(|line| annotation(line, 0).is_none());
    kept.fold(String::new(), |text, line| text + line + "\n")
}

fn annotation(line: &str, shown: u32) -> Option<Expected> {
    let comment = line.trim_start().strip_prefix('#')?;
    let (place, rest) = comment
        .trim_start()
        .split_once(' ')
        .unwrap_or((comment.trim(), ""));
    let (line, column, width) = match (place.strip_prefix('@'), place.split_once(':')) {
        (Some(column), _) => (shown, column.parse().ok()?, None),
        (None, Some((line, column))) => (line.parse().ok()?, column.parse().ok()?, None),
        _ if !place.is_empty() && place.bytes().all(|byte| byte == b'^') => (
            shown,
            u32::try_from(line.find('^')?).ok()? + 1,
            u32::try_from(place.len()).ok(),
        ),
        _ => return None,
    };
    let (rule, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let (path, message) = match rest.split_once(": ") {
        Some((path, message)) => (path, message),
        None => (rest, ""),
    };
    // `E3012`, or `ED1001` for a rule that cfn-lint does not have.
    let digits = rule
        .strip_prefix(['E', 'W', 'I'])
        .map(|rest| rest.strip_prefix('D').unwrap_or(rest));
    let is_id = digits
        .is_some_and(|digits| digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit()));
    (is_id || rule.starts_with("variable_") || rule.starts_with("terraform_")).then(|| Expected {
        line,
        column,
        width,
        rule: rule.into(),
        path: path.trim().into(),
        message: message.into(),
    })
}
