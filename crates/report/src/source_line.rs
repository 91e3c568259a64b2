//! Source excerpts with carets, for text formats.

use std::fmt;

use cfn_warden_syntax::escape::is_invisible;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{Position, Span};

/// Maximum width; longer lines are truncated around the position.
const WIDTH: usize = 140;
/// Characters before the position in a truncated line.
const BEFORE: usize = 40;
/// Distance in characters between indexed positions of a line.
const STRIDE: usize = 1024;

/// The lines of a text, indexed once for all findings.
pub struct Lines<'t>(Vec<Line<'t>>);

/// A line without its line break.
pub struct Line<'t> {
    text: &'t str,
    /// The byte offsets of every `STRIDE`th character of a long line, as a minified document may have a million
    /// findings on one.
    places: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Splits a text at the line breaks of YAML 1.1, on which findings' positions are based.
    pub fn of(text: &'t str) -> Lines<'t> {
        let mut lines = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}']) {
            let (line, tail) = rest.split_at_checked(at).unwrap_or((rest, ""));
            lines.push(Line::of(line));
            let mut chars = tail.chars();
            let first = chars.next();
            rest = chars.as_str();
            if first == Some('\r') {
                rest = rest.strip_prefix('\n').unwrap_or(rest);
            }
        }
        lines.push(Line::of(rest));
        Lines(lines)
    }

    /// Returns all lines.
    pub fn all(&self) -> &[Line<'t>] {
        &self.0
    }

    /// Returns the line of a span's start with carets; `None` if the line is missing or empty.
    pub fn excerpt(&self, span: Span) -> Option<Excerpt<'t>> {
        let index = usize::try_from(span.start.line).ok()?.checked_sub(1)?;
        let line = self.0.get(index).filter(|line| !line.text.is_empty())?;
        Some(Excerpt {
            number: span.start.line,
            part: line.part(span, WIDTH),
        })
    }
}

/// A part of a line, split by a span.
pub struct Part<'t> {
    /// Whether the line is truncated before the part.
    pub is_cut_before: bool,
    /// The text before the span.
    pub before: &'t str,
    /// The text within the span; empty if it does not cover any.
    pub marked: &'t str,
    /// The text after the span.
    pub after: &'t str,
    /// Whether the line is truncated after the part.
    pub is_cut_behind: bool,
}

impl<'t> Line<'t> {
    fn of(text: &'t str) -> Line<'t> {
        let is_long = text.len() > STRIDE;
        let places = is_long.then(|| {
            text.char_indices()
                .step_by(STRIDE)
                .map(|(at, _)| at)
                .collect()
        });
        Line {
            text,
            places: places.unwrap_or_default(),
        }
    }

    /// Returns the whole line.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the part to show for a span that starts on the line: all of it, or `width` characters around the
    /// start.
    pub fn part(&self, Span { start, end }: Span, width: usize) -> Part<'t> {
        let from = column(start);
        let first = if self.offset(width) < self.text.len() {
            from.saturating_sub(BEFORE)
        } else {
            0
        };
        let (begin, behind) = (self.offset(first), self.offset(first.saturating_add(width)));
        let shown = self.text.get(begin..behind).unwrap_or_default();
        let (before, rest) = split(shown, from.saturating_sub(first));
        let covered = if end.line == start.line {
            column(end).saturating_sub(from)
        } else {
            usize::MAX
        };
        let (marked, after) = split(rest, covered);
        Part {
            is_cut_before: first > 0,
            before,
            marked,
            after,
            is_cut_behind: behind < self.text.len(),
        }
    }

    /// Returns the byte offset of a character; the line's length if it has fewer.
    fn offset(&self, number: usize) -> usize {
        let known = match self.places.get(number / STRIDE) {
            Some(place) => *place,
            None if number < STRIDE => 0,
            None => return self.text.len(),
        };
        let rest = self.text.get(known..).unwrap_or_default();
        let further = rest
            .char_indices()
            .nth(number % STRIDE)
            .map_or(rest.len(), |(at, _)| at);
        known.saturating_add(further)
    }
}

/// Splits a text at a character index.
fn split(text: &str, number: usize) -> (&str, &str) {
    let at = text
        .char_indices()
        .nth(number)
        .map_or(text.len(), |(at, _)| at);
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// Returns the span to mark: the value if it is on the finding's line, otherwise the key.
pub fn marked(finding: &Finding) -> Span {
    let line = finding.span.start.line;
    let on_line = |span: &Span| span.start.line == line && span.end.line == line;
    finding.value_span.filter(on_line).unwrap_or(finding.span)
}

/// A source line. Displays as two lines and the indentation of the carets, which end the third.
pub struct Excerpt<'t> {
    number: u32,
    part: Part<'t>,
}

impl Excerpt<'_> {
    /// Returns the carets below the span.
    pub fn carets(&self) -> String {
        "^".repeat(self.part.marked.chars().count().max(1))
    }
}

impl fmt::Display for Excerpt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Part {
            is_cut_before,
            before,
            marked,
            after,
            is_cut_behind,
        } = self.part;
        let number = self.number.to_string();
        let margin = " ".repeat(number.len());
        let (lead, tail) = (
            if is_cut_before { "…" } else { "" },
            if is_cut_behind { "…" } else { "" },
        );
        let shown: String = [before, marked, after]
            .iter()
            .flat_map(|part| part.chars())
            .map(plain)
            .collect();
        writeln!(f, "{margin} |")?;
        writeln!(f, "{number} | {lead}{shown}{tail}")?;
        let indent: String = before
            .chars()
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        write!(
            f,
            "{margin} | {}{indent}",
            if is_cut_before { " " } else { "" }
        )
    }
}

/// Converts a position to a 0-based column.
fn column(position: Position) -> usize {
    usize::try_from(position.column.saturating_sub(1)).unwrap_or(usize::MAX)
}

/// Replaces control characters: a template must not control the terminal.
fn plain(c: char) -> char {
    if is_invisible(c) && c != '\t' {
        '\u{fffd}'
    } else {
        c
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, start: (u32, u32), end: (u32, u32)) -> String {
        let at = |(line, column)| Position { line, column };
        Lines::of(text)
            .excerpt(Span {
                start: at(start),
                end: at(end),
            })
            .map(|e| format!("{e}{}\n", e.carets()))
            .unwrap_or_default()
    }

    #[test]
    fn carets_mark_the_span() {
        assert_eq!(
            shown("a: 1\r\nbé: [x]\n", (2, 1), (2, 3)),
            "  |\n2 | bé: [x]\n  | ^^\n"
        );
    }

    #[test]
    fn a_span_over_lines_is_marked_to_the_end_of_its_first() {
        assert_eq!(
            shown("a:\n  - b\n  - c\n", (2, 3), (3, 6)),
            "  |\n2 |   - b\n  |   ^^^\n"
        );
    }

    #[test]
    fn a_position_after_the_text_has_no_excerpt_or_one_caret() {
        assert_eq!(shown("a", (9, 1), (9, 2)), "");
        assert_eq!(shown("a", (1, 7), (1, 9)), "  |\n1 | a\n  |  ^\n");
    }

    #[test]
    fn a_wide_line_is_truncated_around_the_position() {
        let text = format!("{}HERE{}", "x".repeat(500), "y".repeat(500));
        let out = shown(&text, (1, 501), (1, 505));
        let mut lines = out.lines().skip(1);
        let (source, carets) = (lines.next().unwrap(), lines.next().unwrap());
        let at = source.chars().position(|c| c == 'H').unwrap();
        assert_eq!(carets.chars().position(|c| c == '^'), Some(at));
        assert!(source.chars().count() < 160 && source.ends_with('…'));
        let out = shown(&text, (1, 999), (1, 1001));
        assert!(
            out.lines()
                .nth(1)
                .is_some_and(|source| source.ends_with("yyyy") && source.contains('…'))
        );
    }

    #[test]
    fn offsets_in_long_lines_count_characters() {
        let text: String = (0..5000)
            .map(|at| if at % 3 == 0 { 'é' } else { 'x' })
            .collect();
        let line = Line::of(&text);
        for number in [0, 1, 1023, 1024, 1025, 2048, 4999, 5000, 5001, usize::MAX] {
            assert_eq!(
                line.offset(number),
                text.char_indices()
                    .nth(number)
                    .map_or(text.len(), |(at, _)| at),
                "{number}"
            );
        }
        let exact = "x".repeat(2 * STRIDE);
        assert_eq!(Line::of(&exact).offset(2 * STRIDE), exact.len());
    }
}
