//! `--max-findings` and `--notes`: which findings formats for people show.

use cfn_warden_syntax::finding::Severity;

use super::deduplicate::{self, FindingGroup};
use super::words::counted;
use cfn_warden_engine::{Notes, Run};

/// Returns for each finding whether it is among the first `most`, errors before warnings and otherwise in order.
pub fn shown(severities: impl Iterator<Item = Severity>, most: Option<usize>) -> Vec<bool> {
    let severities: Vec<Severity> = severities.collect();
    let mut shown = vec![most.is_none(); severities.len()];
    let Some(most) = most else { return shown };
    let of = |wanted: Severity| {
        (0..)
            .zip(&severities)
            .filter(move |(_, severity)| **severity == wanted)
    };
    let order = [Severity::Error, Severity::Warning, Severity::Informational]
        .into_iter()
        .flat_map(of);
    for (place, _) in order.take(most) {
        shown
            .get_mut(place)
            .into_iter()
            .for_each(|shown: &mut bool| *shown = true);
    }
    shown
}

/// Removes the findings that are not among the first `most`. Returns the number of removed ones in words, with what to
/// do; `None` if all are shown.
pub fn apply<T>(
    findings: &mut Vec<T>,
    most: Option<usize>,
    severity: impl Fn(&T) -> Severity,
) -> Option<String> {
    let shown = shown(findings.iter().map(severity), most);
    let hidden = shown.iter().filter(|is_shown| !**is_shown).count();
    let mut shown = shown.into_iter();
    findings.retain(|_| shown.next().unwrap_or(true));
    let what = format!(
        "{}; raise --max-findings, or add --output html=FILE",
        counted(hidden, "finding not shown")
    );
    (hidden > 0).then_some(what)
}

/// Returns the number of informational findings that are not shown, with what shows them; `None` if all are shown.
pub fn hidden_notes(run: &Run<'_>, groups: &[FindingGroup<'_>]) -> Option<String> {
    let count = deduplicate::count(groups, Severity::Informational);
    (run.notes == Notes::Counted && count > 0)
        .then(|| format!("{} (--notes shows them)", counted(count, "note")))
}
