//! What starts a command in the log of a CI system: `::` at the start of a line in GitHub Actions, `##[` anywhere, and `##vso[` or
//! `##teamcity[` in others. GitHub's runner ignores white space before `::`.
//! <https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs>

use cfn_warden_syntax::escape;

/// The state of the line that is written.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LineState {
    start: Start,
    hashes: Hashes,
}

/// What the line has so far.
#[derive(Debug, Clone, Copy, Default)]
enum Start {
    /// White space.
    #[default]
    Blank,
    /// White space and a colon.
    Colon,
    /// More.
    Inside,
}

/// What is before the next character.
#[derive(Debug, Clone, Copy, Default)]
enum Hashes {
    #[default]
    None,
    One,
    /// Two or more, and perhaps a word.
    Two,
}

impl LineState {
    /// Returns the state after the start of a line.
    pub(crate) fn inside() -> LineState {
        LineState {
            start: Start::Inside,
            hashes: Hashes::None,
        }
    }

    /// Returns whether the line ends with what may start a command.
    pub(crate) fn has_hashes(self) -> bool {
        !matches!(self.hashes, Hashes::None)
    }

    /// Adds a text without colons and hashes, which is most of a report. Returns whether it was added: not if it may complete the
    /// start of a command.
    pub(crate) fn add_plain(&mut self, text: &str) -> bool {
        if self.has_hashes() || text.contains([':', '#']) {
            return false;
        }
        let (is_new_line, end) = match text.rsplit_once('\n') {
            Some((_, end)) => (true, end),
            None => (false, text),
        };
        self.start = match (is_new_line, self.start, end.trim_start().is_empty()) {
            (true, _, true) => Start::Blank,
            (false, start, true) if end.is_empty() || matches!(start, Start::Blank) => start,
            _ => Start::Inside,
        };
        true
    }

    /// Adds a character. Returns whether it would complete the start of a command.
    pub(crate) fn starts_command(&mut self, c: char) -> bool {
        if matches!(c, '\n' | '\r') {
            *self = LineState::default();
            return false;
        }
        let is_double_colon = matches!((self.start, c), (Start::Colon, ':'));
        self.start = match (self.start, c) {
            (Start::Blank, c) if c.is_whitespace() => Start::Blank,
            (Start::Blank, ':') => Start::Colon,
            _ => Start::Inside,
        };
        let is_bracket = matches!((self.hashes, c), (Hashes::Two, '['));
        self.hashes = match (self.hashes, c) {
            (Hashes::None, '#') => Hashes::One,
            (Hashes::One | Hashes::Two, '#') => Hashes::Two,
            (Hashes::Two, c) if c.is_ascii_alphanumeric() => Hashes::Two,
            _ => Hashes::None,
        };
        is_double_colon || is_bracket
    }
}

/// Returns a text as one line for a log: characters that are not visible are escaped, also line breaks, and no part of it is a
/// command.
pub fn log_line(text: &str) -> String {
    without_commands(escape::escape(text).chars())
}

/// Returns a text of several lines for a log, in which no line is a command.
pub fn log_text(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let (line, end) = match line.strip_suffix("\r\n") {
            Some(line) => (line, "\r\n"),
            None => (line, ""),
        };
        format!("{}{end}", escape::escape_lines(line))
    });
    let escaped: String = lines.collect();
    without_commands(escaped.chars())
}

fn without_commands(text: impl Iterator<Item = char>) -> String {
    let mut line = LineState::default();
    let mut shown = String::new();
    for c in text {
        match line.starts_command(c) {
            true => shown.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            false => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{log_line, log_text};

    #[test]
    fn a_line_for_a_log_is_one_line_without_commands() {
        assert_eq!(
            log_line("cannot read `a\n::stop-commands::x ##[group]\u{200b}`"),
            "cannot read `a\\n::stop-commands::x ##\\u{5b}group]\\u{200b}`"
        );
        assert_eq!(log_line(" ::x: é"), " :\\u{3a}x: é");
    }

    #[test]
    fn lines_of_a_document_are_not_commands() {
        assert_eq!(
            log_text("--- a\r\n ::x\n+\t##[y]\rz\u{200b}\n"),
            "--- a\r\n :\\u{3a}x\n+\t##\\u{5b}y]\\rz\\u{200b}\n"
        );
    }
}
