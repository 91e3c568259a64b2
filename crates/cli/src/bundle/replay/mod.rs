//! `bundle replay`: what a candidate would have decided about stored reports.

mod decide;
mod stored;

use std::collections::BTreeMap;
use std::path::Path;

use self::decide::{Outcome, Replay};
use self::stored::{StoredHook, StoredReport};
use super::show::day_of;
use crate::packs::custom;
use crate::{Exit, Io, files};
use cfn_warden_arguments::bundle::Replay as Args;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::today;
use cfn_warden_fetch::Stack;
use cfn_warden_report::counted;

const DAY: i64 = 86_400;

/// Prints the operations whose verdict the candidate changes, and those that it cannot decide. The exit code says whether
/// there is one.
///
/// # Errors
/// For a bundle with mistakes, a folder that cannot be read, and if there is no report.
pub fn run(args: &Args, key: Option<&str>, io: &mut Io<'_>) -> Result<Exit, Error> {
    let (deployed, candidate) = (
        custom::read(&args.deployed, key)?,
        custom::read(&args.candidate, key)?,
    );
    let day = day_of(args.date.as_deref())?;
    let replay = Replay {
        deployed: &deployed,
        candidate: &candidate,
        lint_rules: io.lint_rules,
        now: time_of(&day),
        day: &day,
    };
    let first = args
        .since
        .map(|days| today(files::now().saturating_sub(DAY.saturating_mul(i64::from(days)))));
    let mut found = Found::default();
    for path in files::below(&args.reports, &[])? {
        found.add(&path, first.as_deref(), &replay)?;
    }
    if found.reports == 0 {
        let reason = match (&first, found.others) {
            (Some(first), _) => format!("no report of {first} or later"),
            (None, others) => format!(
                "no report of the function ({})",
                counted(others, "other file")
            ),
        };
        return Err(Error::Read {
            path: args.reports.display().to_string(),
            reason,
        });
    }
    let text = format!(
        "{} {} -> {} {}, as on {day}: {}\n{}",
        deployed.name,
        deployed.version,
        candidate.name,
        candidate.version,
        counted(found.reports, "report"),
        found.text()
    );
    io.print(|out| out.write_all(text.as_bytes()))?;
    let is_same = found.unchanged == found.reports;
    Ok(if is_same { Exit::OK } else { Exit::DIFFERENT })
}

/// What was found in reports.
#[derive(Debug, Default)]
struct Found {
    reports: usize,
    /// The files that are no reports.
    others: usize,
    unchanged: usize,
    blocked: Vec<String>,
    released: Vec<String>,
    /// Operations by reason.
    undecided: BTreeMap<String, Vec<String>>,
}

impl Found {
    fn add(&mut self, path: &Path, first: Option<&str>, replay: &Replay<'_>) -> Result<(), Error> {
        let content = files::bytes(path)?;
        let Ok(report) = serde_json::from_slice::<StoredReport>(&content) else {
            self.others += 1;
            return Ok(());
        };
        // The date of a report without one is not known: it counts.
        if let (Some(first), Some(day)) = (first, report.day())
            && day < first
        {
            return Ok(());
        }
        self.reports += 1;
        let name = format!("{}: {}", path.display(), operation(report.hook.as_ref()));
        match replay.decide(&report) {
            Outcome::Unchanged => self.unchanged += 1,
            Outcome::Blocked(findings) => {
                self.blocked
                    .push(format!("{name}: {}", findings.join(", ")));
            }
            Outcome::Released => self.released.push(name),
            Outcome::Undecided(reasons) => {
                for reason in reasons {
                    self.undecided.entry(reason).or_default().push(name.clone());
                }
            }
        }
        Ok(())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut add = |title: &str, names: &[String], why: &str| {
            if !names.is_empty() {
                text.push_str(&format!("{title}: {}{why}\n", names.len()));
                text.extend(names.iter().map(|name| format!("  {name}\n")));
            }
        };
        add("would be blocked", &self.blocked, "");
        add("would not be blocked any more", &self.released, "");
        for (reason, names) in &self.undecided {
            add("not decided", names, &format!(", because {reason}"));
        }
        text.push_str(&format!("unchanged: {}\n", self.unchanged));
        if self.others > 0 {
            text.push_str(&format!("not reports: {}\n", counted(self.others, "file")));
        }
        text
    }
}

/// Returns the operation of a report in words.
fn operation(hook: Option<&StoredHook>) -> String {
    let Some(hook) = hook else {
        return "a direct request".to_owned();
    };
    let action = hook.invocation_point.split('_').next().unwrap_or_default();
    let place = match Stack::name_in(&hook.stack_id) {
        Some(stack) => format!("stack {stack} of {}", hook.account_id),
        None => hook.account_id.clone(),
    };
    format!("{action} {} in {place}", hook.target)
}

/// Returns the start of a day in seconds since the Unix epoch.
fn time_of(day: &str) -> i64 {
    chrono::NaiveDate::parse_from_str(day, "%Y-%m-%d")
        .ok()
        .and_then(|day| day.and_hms_opt(0, 0, 0))
        .map_or_else(files::now, |time| time.and_utc().timestamp())
}
