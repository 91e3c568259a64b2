//! cfn-lint's `--format parseable`.
//! <https://github.com/aws-cloudformation/cfn-lint/blob/main/src/cfnlint/formatters/parseable.py>

use std::io;

use crate::engine::Run;
use crate::report::matches;
use crate::report::{Format, Paint};

/// cfn-lint's `--format parseable`.
pub static FORMAT: Format =
    Format { name: "parseable", docs: "cfn-lint's: one line a finding; lint findings only", render };

fn render(run: &Run<'_>, _: Paint, out: &mut dyn io::Write) -> io::Result<()> {
    for found in matches::of(run) {
        let finding = found.finding;
        let (start, end) = (finding.span.start, finding.span.end);
        let file = matches::file_name(Some(finding));
        write!(out, "{file}:{}:{}:{}:{}:", start.line, start.column, end.line, end.column)?;
        writeln!(out, "{}:{}", finding.rule.id, one_line(&finding.message))?;
    }
    Ok(())
}

/// Runs of line breaks as one space, as the reference's `(\r*\n)+`: a carriage return without a line feed stays.
fn one_line(message: &str) -> String {
    let mut out = String::with_capacity(message.len());
    let mut in_break = false;
    for part in message.split_inclusive('\n') {
        let line = part.strip_suffix('\n').map(|line| line.trim_end_matches('\r'));
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

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn runs_of_line_breaks_are_one_space() {
        assert_eq!(one_line("a\r\r\n\nb\rc\n\r\nd"), "a b\rc d");
    }
}
