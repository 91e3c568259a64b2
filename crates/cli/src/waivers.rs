//! `check --waivers`: a TOML file with a `[[waiver]]` table for each waiver, or YAML or JSON with a list `waiver`.

use std::collections::HashSet;
use std::path::Path;

use super::Io;
use super::files::{self, File};
use cfn_warden_engine::Run;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::toml;
use cfn_warden_engine::waivers::file;
use cfn_warden_engine::waivers::{Source, Waiver, WaiverState};
use cfn_warden_report::{counted, shown_name};
use cfn_warden_syntax::finding::Finding;

/// Reads a file of waivers.
///
/// # Errors
/// [`Error::Read`] if the file cannot be read; [`Error::Value`] with all mistakes and their positions.
pub fn read(path: &Path) -> Result<Vec<Waiver>, Error> {
    let name = path.to_string_lossy().into_owned();
    let text = File {
        name: name.clone(),
        content: files::bytes(path)?,
    }
    .text()?;
    let parsed = if is_toml(path) {
        toml::waivers::parse(&text, &name)
    } else {
        file::parse(&text, &name)
    };
    parsed.map_err(|mistakes| {
        let lines: Vec<String> = mistakes.iter().map(|mistake| mistake.line(&name)).collect();
        Error::Value {
            name: "--waivers".to_owned(),
            reason: lines.join("\n"),
        }
    })
}

/// Returns whether a file of waivers is TOML, and not YAML or JSON, which the function reads, too.
pub fn is_toml(path: &Path) -> bool {
    path.extension().is_none_or(|extension| {
        !["json", "yaml", "yml"]
            .iter()
            .any(|other| extension == *other)
    })
}

/// Warns on standard error of the waivers that no finding needs.
pub fn warn(run: &Run<'_>, io: &mut Io<'_>) {
    for one in run
        .waivers
        .iter()
        .filter(|one| one.state != WaiverState::Applied && one.findings.is_empty())
    {
        let Waiver {
            rule,
            until,
            source: Source { file, at, .. },
            ..
        } = &one.waiver;
        let why = match (one.state, until) {
            (WaiverState::Expired, Some(until)) => {
                format!("expired on {until} and no finding is in its scope")
            }
            _ => "is not used: no finding is in its scope".to_owned(),
        };
        let file = shown_name(file);
        io.eprint(format_args!(
            "warning: {file}:{}:{}: the waiver of {rule} {why}",
            at.line, at.column
        ));
    }
    warn_of_known(run, io);
}

/// Warns on standard error of expired waivers whose findings only the baseline hides.
fn warn_of_known(run: &Run<'_>, io: &mut Io<'_>) {
    let Some(baseline) = &run.baseline else {
        return;
    };
    let place = |finding: &Finding| (finding.file.clone(), finding.span, finding.rule.id.clone());
    let known: HashSet<_> = baseline.known.iter().map(place).collect();
    for one in run
        .waivers
        .iter()
        .filter(|one| one.state == WaiverState::Expired)
    {
        let count = one
            .findings
            .iter()
            .filter(|finding| known.contains(&place(finding)))
            .count();
        if count == 0 {
            continue;
        }
        let Waiver {
            rule,
            until,
            source: Source { file, at, .. },
            ..
        } = &one.waiver;
        let (file, until) = (shown_name(file), until.as_deref().unwrap_or_default());
        let count = counted(count, "finding");
        io.eprint(format_args!(
            "warning: {file}:{}:{}: the waiver of {rule} expired on {until}; the baseline still hides {count} of it",
            at.line, at.column
        ));
    }
}
