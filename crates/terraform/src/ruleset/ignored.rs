//! Comments that turn rules off: `# tflint-ignore: RULE, RULE # reason` on the line of a finding or above it, and
//! `# tflint-ignore-file: RULE` on the first line of a file. Reference:
//! <https://github.com/terraform-linters/tflint/blob/v0.60.0/docs/user-guide/annotations.md>.

use crate::module::SourceFile;
use crate::source::{Range, Sources};

/// The comments of a file that turn rules off.
#[derive(Debug, Default)]
pub struct Ignored {
    /// Line, and the rules.
    lines: Vec<(u32, Vec<String>)>,
    /// The rules that are off in the whole file.
    file: Vec<String>,
}

impl Ignored {
    /// Reads the comments of a file.
    pub fn of(file: &SourceFile, sources: &Sources) -> Ignored {
        let mut ignored = Ignored::default();
        for range in &file.body.comments {
            let (text, line) = (sources.text(*range), sources.span(*range).start.line);
            if let Some(rules) = listed(text, "tflint-ignore-file:") {
                if line == 1 {
                    ignored.file = rules;
                }
            } else if let Some(rules) = listed(text, "tflint-ignore:") {
                ignored.lines.push((line, rules));
            }
        }
        ignored
    }

    /// Returns whether a rule is off at a range.
    pub fn has(&self, rule: &str, range: Range, sources: &Sources) -> bool {
        let line = sources.span(range).start.line;
        let names = |rules: &[String]| rules.iter().any(|other| other == rule || other == "all");
        let near = |at: u32| at == line || at.saturating_add(1) == line;
        names(&self.file)
            || self
                .lines
                .iter()
                .any(|(at, rules)| near(*at) && names(rules))
    }
}

/// Returns the rules after a keyword, without the reason.
fn listed(comment: &str, keyword: &str) -> Option<Vec<String>> {
    let (_, rest) = comment
        .trim_start_matches(['#', '/', '*', ' ', '\t'])
        .split_once(keyword)
        .filter(|(before, _)| before.is_empty())?;
    let rest = rest
        .split(['#', '\n'])
        .next()
        .unwrap_or("")
        .trim_end_matches("*/");
    Some(
        rest.split(',')
            .map(|rule| rule.trim().to_owned())
            .filter(|rule| !rule.is_empty())
            .collect(),
    )
}
