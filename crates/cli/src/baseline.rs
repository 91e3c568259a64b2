//! `check --baseline`: a JSON file of known findings, and `--update-baseline`, which writes it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::Io;
use super::files::{self, File};
use cfn_warden_arguments::check::Args;
use cfn_warden_engine::baseline::{
    self, Acceptance, BaselineUse, Contents, Entry, Files, updated_acceptances,
};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::waivers::is_date;
use cfn_warden_engine::{KnownFindings, Run, today};
use cfn_warden_report::{self as report, Format, counted, shown_name};

/// The maximum number of mistakes and of stale entries that are listed.
const LISTED: usize = 20;

/// A baseline and its file.
pub struct Baseline {
    path: PathBuf,
    contents: Contents,
    is_updated: bool,
    /// Why what was not checked is accepted when the baseline is updated.
    acceptance: Option<Acceptance>,
    /// What to write, after a run.
    updated: Option<Contents>,
}

/// Reads the baseline of a command line. One that `--update-baseline` creates has no entries.
///
/// # Errors
/// [`Error::Read`] if the file cannot be read; [`Error::Value`] with its mistakes and their positions.
pub fn read(args: &Args) -> Result<Option<Baseline>, Error> {
    let Some(path) = args.baseline.clone() else {
        return Ok(None);
    };
    let is_updated = args.update_baseline;
    let contents = if is_updated && !path.exists() {
        Contents::default()
    } else {
        contents(&path)?
    };
    Ok(Some(Baseline {
        path,
        contents,
        is_updated,
        acceptance: acceptance(args)?,
        updated: None,
    }))
}

/// Returns why what was not checked is accepted, if the command line says so.
fn acceptance(args: &Args) -> Result<Option<Acceptance>, Error> {
    let (Some(reason), Some(until)) = (&args.reason, &args.until) else {
        return Ok(None);
    };
    if !is_date(until) {
        return Err(Error::Value {
            name: format!("--until {until}"),
            reason: "not a date; expected one such as 2027-01-31".to_owned(),
        });
    }
    Ok(Some(Acceptance {
        reason: reason.clone(),
        owner: args.owner.clone(),
        until: until.clone(),
    }))
}

fn contents(path: &Path) -> Result<Contents, Error> {
    let name = path.to_string_lossy().into_owned();
    let content = files::bytes(path).map_err(|error| match error {
        Error::Read { path: name, reason } if !path.exists() => Error::Read {
            path: name,
            reason: format!("{reason}; --update-baseline writes it"),
        },
        other => other,
    })?;
    let text = File {
        name: name.clone(),
        content,
    }
    .text()?;
    baseline::parse(&text).map_err(|errors| {
        let mut lines: Vec<String> = errors
            .iter()
            .take(LISTED)
            .map(|mistake| mistake.line(&name))
            .collect();
        lines.extend(more(errors.len()).map(|more| more.trim_start().to_owned()));
        lines.push(format!(
            "restore {name}, or delete it and write it again with --update-baseline"
        ));
        Error::Value {
            name: "--baseline".to_owned(),
            reason: lines.join("\n"),
        }
    })
}

impl KnownFindings for Baseline {
    /// Moves the known findings out of the findings of a run. A baseline that is updated lists all of them.
    fn take_from(&mut self, run: &mut Run<'_>) {
        let names = Names {
            folder: self.path.parent().unwrap_or(Path::new("")).to_owned(),
            known: RefCell::default(),
        };
        if self.is_updated {
            let Contents {
                findings,
                not_checked,
            } = &self.contents;
            let acceptance = self.acceptance.as_ref();
            self.updated = Some(Contents {
                findings: baseline::updated(run, findings, &names),
                not_checked: updated_acceptances(run, not_checked, &names, acceptance),
            });
        }
        let contents = self.updated.as_ref().unwrap_or(&self.contents);
        let findings = contents.findings.clone();
        baseline::apply(run, &self.path.to_string_lossy(), findings, &names);
        let today = today(files::now());
        baseline::accept(run, &contents.not_checked, &names, &today);
    }
}

impl Baseline {
    /// Returns the baseline as a session takes it.
    pub fn as_known(&mut self) -> &mut dyn KnownFindings {
        self
    }

    /// Writes the baseline if that is requested, and says on standard error what it did. Warns of stale entries.
    ///
    /// # Errors
    /// [`Error::Write`] with the path and the system's message.
    pub fn report(
        &self,
        run: &Run<'_>,
        format: Option<&Format>,
        io: &mut Io<'_>,
    ) -> Result<(), Error> {
        if let Some(contents) = &self.updated {
            self.write(contents, io)?;
            if !run.is_fully_checked() {
                io.eprint(
                    "what was not checked is accepted with --reason TEXT --until DATE, or left out with --exclude",
                );
            }
        }
        if !format.is_some_and(Format::shows_baseline) {
            report::in_baseline(run)
                .into_iter()
                .for_each(|words| io.eprint(words));
        }
        warn(run, io);
        Ok(())
    }

    /// Writes the baseline, unless the file already has it.
    fn write(&self, contents: &Contents, io: &mut Io<'_>) -> Result<(), Error> {
        let (file, count) = (self.path.display(), contents.findings.len());
        let not_checked = match contents.not_checked.len() {
            0 => String::new(),
            count => format!(" and {} not checked", counted(count, "part")),
        };
        let what = format!("{}{not_checked}", counted(count, "finding"));
        let text = baseline::write(contents);
        if !self.path.exists() {
            files::write_with_folders(&self.path, text.as_bytes())?;
            io.eprint(format_args!("wrote {file}: {what}"));
        } else if files::bytes(&self.path)? != text.as_bytes() {
            files::replace(&self.path, text.as_bytes())?;
            let (added, removed) = difference(&self.contents.findings, &contents.findings);
            io.eprint(format_args!(
                "wrote {file}: {what}, {added} added, {removed} removed"
            ));
        } else {
            io.eprint(format_args!("{file} is up to date: {what}"));
        }
        Ok(())
    }
}

/// Returns how many entries are only in the second list, and how many only in the first.
fn difference(before: &[Entry], after: &[Entry]) -> (usize, usize) {
    let mut counts: BTreeMap<&Entry, isize> = BTreeMap::new();
    let changes = after
        .iter()
        .map(|entry| (entry, 1))
        .chain(before.iter().map(|entry| (entry, -1)));
    for (entry, change) in changes {
        let count = counts.entry(entry).or_default();
        *count = count.saturating_add(change);
    }
    let sum = |sign: isize| {
        counts
            .values()
            .map(|count| count.saturating_mul(sign).max(0).unsigned_abs())
            .sum()
    };
    (sum(1), sum(-1))
}

/// Warns on standard error of the stale entries of a baseline.
fn warn(run: &Run<'_>, io: &mut Io<'_>) {
    let Some(BaselineUse { file, stale, .. }) =
        run.baseline.as_ref().filter(|used| !used.stale.is_empty())
    else {
        return;
    };
    let what = if stale.len() == 1 {
        "entry is"
    } else {
        "entries are"
    };
    let mut lines = vec![format!(
        "warning: {file}: {} {what} stale: no finding matches; remove with --update-baseline",
        stale.len()
    )];
    let line = |Entry {
                    file,
                    rule,
                    path,
                    value,
                    ..
                }: &Entry| {
        let at = if path.is_empty() {
            String::new()
        } else {
            format!(" {path}:")
        };
        format!("  {}: {rule}:{at} {value}", shown_name(file))
    };
    lines.extend(stale.iter().take(LISTED).map(line));
    lines.extend(more(stale.len()));
    io.eprint_lines(&lines);
}

/// Returns a line about those of a list that are not shown.
fn more(count: usize) -> Option<String> {
    count
        .checked_sub(LISTED)
        .filter(|more| *more > 0)
        .map(|more| format!("  and {more} more"))
}

/// The names of files in a baseline: relative to its folder.
struct Names {
    folder: PathBuf,
    /// The names of documents: many findings are in one document.
    known: RefCell<HashMap<String, String>>,
}

impl Files for Names {
    fn name(&self, document: &str) -> String {
        // Standard input has no name.
        if document.is_empty() {
            return String::new();
        }
        let mut known = self.known.borrow_mut();
        let relative = || files::relative(&self.folder, Path::new(document));
        known
            .entry(document.to_owned())
            .or_insert_with(relative)
            .clone()
    }

    fn exists(&self, name: &str) -> bool {
        name.is_empty() || self.folder.join(name).exists()
    }
}
