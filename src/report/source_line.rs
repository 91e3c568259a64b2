//! The line a finding is about, with carets under the place: what text formats share.

use std::fmt;

use super::Paint;
use crate::finding::Finding;
use crate::syntax::{Position, Span};

/// Wider lines are shown in part, round the place.
const WIDTH: usize = 140;
/// How much of a wide line is shown before the place.
const BEFORE: usize = 40;

/// The lines of a text, found once for all findings in it.
pub struct Lines<'t>(Vec<&'t str>);

impl<'t> Lines<'t> {
    /// Cuts a text at the line breaks of YAML 1.1, in which the places of findings are counted.
    pub fn of(text: &'t str) -> Lines<'t> {
        let mut lines = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
            let (line, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
            lines.push(line);
            let mut chars = tail.chars();
            let first = chars.next();
            rest = chars.as_str();
            if first == Some('\r') {
                rest = rest.strip_prefix('\n').unwrap_or(rest);
            }
        }
        lines.push(rest);
        Lines(lines)
    }

    /// All lines, without their breaks.
    pub fn all(&self) -> &[&'t str] {
        &self.0
    }

    /// The line of a span's start with carets under the span; nothing where the text has no such line, or it is empty.
    pub fn excerpt(&self, span: Span) -> Option<Excerpt<'t>> {
        let index = usize::try_from(span.start.line).ok()?.checked_sub(1)?;
        self.0.get(index).filter(|line| !line.is_empty()).map(|line| Excerpt { line, span, carets: (Paint::Plain, "") })
    }
}

/// What the carets stand under: the value, where it stands on the line that the finding names; otherwise its key.
pub fn marked(finding: &Finding) -> Span {
    let line = finding.span.start.line;
    let on_line = |span: &Span| span.start.line == line && span.end.line == line;
    finding.value_span.filter(on_line).unwrap_or(finding.span)
}

/// One line of source with carets under a part of it. Displays as three lines, each ended.
pub struct Excerpt<'t> {
    line: &'t str,
    span: Span,
    carets: (Paint, &'static str),
}

impl Excerpt<'_> {
    /// The same, with carets in the colour of some codes of ANSI's.
    #[must_use]
    pub fn painted(self, paint: Paint, codes: &'static str) -> Self {
        Excerpt { carets: (paint, codes), ..self }
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Span { start, end } = self.span;
        let from = column(start);
        let skipped = if self.line.chars().nth(WIDTH).is_some() { from.saturating_sub(BEFORE) } else { 0 };
        let shown: String = self.line.chars().skip(skipped).take(WIDTH).map(plain).collect();
        let length = shown.chars().count();
        let to = if end.line == start.line { column(end).saturating_sub(skipped) } else { length };
        let from = from.saturating_sub(skipped).min(length);
        let carets = to.min(length).saturating_sub(from).max(1);

        let number = start.line.to_string();
        let margin = " ".repeat(number.len());
        let (lead, tail) = (if skipped > 0 { "…" } else { "" }, if shown.len() < self.line.len() { "…" } else { "" });
        writeln!(f, "{margin} |")?;
        writeln!(f, "{number} | {lead}{shown}{tail}")?;
        let indent: String = shown.chars().take(from).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let (paint, codes) = self.carets;
        let carets = paint.with(codes, "^".repeat(carets));
        writeln!(f, "{margin} | {}{indent}{carets}", if skipped > 0 { " " } else { "" })
    }
}

/// A 0-based column.
fn column(position: Position) -> usize {
    usize::try_from(position.column.saturating_sub(1)).unwrap_or(usize::MAX)
}

/// Control characters of a template must not steer the terminal it is shown on.
fn plain(c: char) -> char {
    if c.is_control() && c != '\t' { '\u{fffd}' } else { c }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, start: (u32, u32), end: (u32, u32)) -> String {
        let at = |(line, column)| Position { line, column };
        Lines::of(text).excerpt(Span { start: at(start), end: at(end) }).map(|e| e.to_string()).unwrap_or_default()
    }

    #[test]
    fn carets_stand_under_the_span() {
        assert_eq!(shown("a: 1\r\nbé: [x]\n", (2, 1), (2, 3)), "  |\n2 | bé: [x]\n  | ^^\n");
    }

    #[test]
    fn a_span_over_lines_is_marked_to_the_end_of_its_first() {
        assert_eq!(shown("a:\n  - b\n  - c\n", (2, 3), (3, 6)), "  |\n2 |   - b\n  |   ^^^\n");
    }

    #[test]
    fn a_place_behind_the_text_shows_nothing_or_one_caret() {
        assert_eq!(shown("a", (9, 1), (9, 2)), "");
        assert_eq!(shown("a", (1, 7), (1, 9)), "  |\n1 | a\n  |  ^\n");
    }

    #[test]
    fn a_wide_line_is_shown_round_the_place() {
        let text = format!("{}HERE{}", "x".repeat(500), "y".repeat(500));
        let out = shown(&text, (1, 501), (1, 505));
        let mut lines = out.lines().skip(1);
        let (source, carets) = (lines.next().unwrap(), lines.next().unwrap());
        let at = source.chars().position(|c| c == 'H').unwrap();
        assert_eq!(carets.chars().position(|c| c == '^'), Some(at));
        assert!(source.chars().count() < 160);
    }
}
