//! `check --waivers`: a TOML file with a `[[waiver]]` table for each waiver, or YAML or JSON with a list `waiver`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use ::toml::Spanned;
use ::toml::de::DeValue;

use super::Io;
use super::files::{self, File};
use crate::engine::Run;
use crate::engine::waivers::file::{self, WAIVER};
use crate::engine::waivers::{Field, Source, SourceKind, Waiver, WaiverState, waiver};
use crate::error::{Error, Mistake};
use crate::report::{counted, shown_name};
use crate::toml;
use cfn_warden_syntax::LineIndex;
use cfn_warden_syntax::finding::Finding;

/// Reads a file of waivers.
///
/// # Errors
/// [`Error::Read`] if the file cannot be read; [`Error::Value`] with all mistakes and their positions.
pub fn read(path: &Path) -> Result<Vec<Waiver>, Error> {
    let name = path.to_string_lossy().into_owned();
    let text = File { name: name.clone(), content: files::bytes(path)? }.text()?;
    let parsed = if is_toml(path) { parse(&text, &name) } else { file::parse(&text, &name) };
    parsed.map_err(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(|mistake| mistake.line(&name)).collect();
        Error::Value { name: "--waivers".to_owned(), reason: lines.join("\n") }
    })
}

/// Returns whether a file of waivers is TOML, and not YAML or JSON, which the function reads, too.
pub fn is_toml(path: &Path) -> bool {
    path.extension().is_none_or(|extension| !["json", "yaml", "yml"].iter().any(|other| extension == *other))
}

/// Warns on standard error of the waivers that no finding needs.
pub fn warn(run: &Run<'_>, io: &mut Io<'_>) {
    for one in run.waivers.iter().filter(|one| one.state != WaiverState::Applied && one.findings.is_empty()) {
        let Waiver { rule, until, source: Source { file, at, .. }, .. } = &one.waiver;
        let why = match (one.state, until) {
            (WaiverState::Expired, Some(until)) => format!("expired on {until} and no finding is in its scope"),
            _ => "is not used: no finding is in its scope".to_owned(),
        };
        let file = shown_name(file);
        io.eprint(format_args!("warning: {file}:{}:{}: the waiver of {rule} {why}", at.line, at.column));
    }
    warn_of_known(run, io);
}

/// Warns on standard error of expired waivers whose findings only the baseline hides.
fn warn_of_known(run: &Run<'_>, io: &mut Io<'_>) {
    let Some(baseline) = &run.baseline else { return };
    let place = |finding: &Finding| (finding.file.clone(), finding.span, finding.rule.id.clone());
    let known: HashSet<_> = baseline.known.iter().map(place).collect();
    for one in run.waivers.iter().filter(|one| one.state == WaiverState::Expired) {
        let count = one.findings.iter().filter(|finding| known.contains(&place(finding))).count();
        if count == 0 {
            continue;
        }
        let Waiver { rule, until, source: Source { file, at, .. }, .. } = &one.waiver;
        let (file, until) = (shown_name(file), until.as_deref().unwrap_or_default());
        let count = counted(count, "finding");
        io.eprint(format_args!(
            "warning: {file}:{}:{}: the waiver of {rule} expired on {until}; the baseline still hides {count} of it",
            at.line, at.column
        ));
    }
}

fn parse(text: &str, name: &str) -> Result<Vec<Waiver>, Vec<Mistake>> {
    let lines = LineIndex::new(text);
    let root = toml::parse(text, &lines)?;
    let (mut waivers, mut mistakes) = (Vec::new(), Vec::new());
    for (key, value) in root.get_ref() {
        if key.get_ref() == WAIVER {
            waivers.extend(tables(key, value, &lines, name, &mut mistakes));
            continue;
        }
        let message = format!("unknown key `{}`; expected `[[{WAIVER}]]`", key.get_ref());
        mistakes.push(Mistake { at: lines.position(key.span().start), message });
    }
    if mistakes.is_empty() {
        return Ok(waivers);
    }
    mistakes.sort_by_key(|mistake| (mistake.at.line, mistake.at.column));
    Err(mistakes)
}

/// Returns the waivers of the tables `[[waiver]]` of a file with this name. Adds what is wrong to `mistakes`.
pub(super) fn tables(
    key: &Spanned<Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    lines: &LineIndex<'_>,
    name: &str,
    mistakes: &mut Vec<Mistake>,
) -> Vec<Waiver> {
    let mistake = |span: Range<usize>, message: String| Mistake { at: lines.position(span.start), message };
    let DeValue::Array(tables) = value.get_ref() else {
        mistakes.push(mistake(key.span(), format!("`{WAIVER}` is not an array of tables; expected `[[{WAIVER}]]`")));
        return Vec::new();
    };
    let mut waivers = Vec::new();
    for table in tables.iter() {
        let DeValue::Table(fields) = table.get_ref() else {
            mistakes.push(mistake(table.span(), "expected a table with `rule` and `reason`".to_owned()));
            continue;
        };
        let source = Source { kind: SourceKind::File, file: name.to_owned(), at: lines.position(table.span().start) };
        let mut fields: Vec<Field> = fields.iter().map(|(key, value)| field(lines, key, value)).collect();
        fields.sort_by_key(|field| (field.at.line, field.at.column));
        match waiver(&fields, source, None) {
            Ok(waiver) => waivers.push(waiver),
            Err(wrong) => mistakes.extend(wrong),
        }
    }
    waivers
}

fn field(lines: &LineIndex<'_>, key: &Spanned<Cow<'_, str>>, value: &Spanned<DeValue<'_>>) -> Field {
    Field {
        key: key.get_ref().clone().into_owned(),
        value: match value.get_ref() {
            DeValue::String(text) => Some(text.clone().into_owned()),
            DeValue::Datetime(date) => Some(date.to_string()),
            _ => None,
        },
        at: lines.position(key.span().start),
        value_at: lines.position(value.span().start),
    }
}
