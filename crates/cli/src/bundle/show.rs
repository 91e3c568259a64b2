//! `bundle show`: the controls and waivers of a bundle on a day.

use std::fmt::Write as _;

use super::verify;
use crate::packs::custom;
use crate::{Exit, Io, files};
use cfn_warden_arguments::bundle::Show;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::waivers::{Scope, Waiver, is_date};
use cfn_warden_engine::{Enforcement, today};
use cfn_warden_policies::custom::CustomPack;

/// Prints the bundle.
///
/// # Errors
/// For a bundle with mistakes, and for an invalid date.
pub fn run(args: &Show, key: Option<&str>, io: &mut Io<'_>) -> Result<Exit, Error> {
    let pack = custom::read(&args.bundle, key)?;
    let day = day_of(args.date.as_deref())?;
    io.print(|out| out.write_all(text(&pack, &day).as_bytes()))?;
    Ok(Exit::OK)
}

/// Returns the day of `--date`, or today.
///
/// # Errors
/// [`Error::Value`] for an invalid date.
pub fn day_of(date: Option<&str>) -> Result<String, Error> {
    match date {
        Some(day) if is_date(day) => Ok(day.to_owned()),
        Some(day) => Err(Error::Value {
            name: "--date".to_owned(),
            reason: format!("invalid date `{day}`; expected one such as 2027-01-31"),
        }),
        None => Ok(today(files::now())),
    }
}

fn text(pack: &CustomPack, day: &str) -> String {
    let mut text = verify::summary(pack);
    let _ = writeln!(text, "on {day}:");
    for control in &pack.controls {
        let enforcement = pack.policy.enforcements.of_rule(&control.id);
        let owner = if control.owner.is_empty() {
            "-"
        } else {
            &control.owner
        };
        let _ = writeln!(
            text,
            "{:24} {:8}  {:24} {:16} {}",
            control.id,
            control.severity.name(),
            on(enforcement, day),
            owner,
            control.title
        );
    }
    for waiver in &pack.policy.waivers {
        let _ = writeln!(text, "{}", described(waiver, day));
    }
    text
}

/// Returns how a rule counts on a day.
fn on(enforcement: &Enforcement, day: &str) -> String {
    match enforcement {
        Enforcement::EnforceFrom(from) if day < from.as_str() => format!("warn, enforce {from}"),
        Enforcement::EnforceFrom(_) => Enforcement::Enforce.to_string(),
        other => other.to_string(),
    }
}

/// Returns the line of a waiver.
pub fn described(waiver: &Waiver, day: &str) -> String {
    let Waiver {
        rule,
        reason,
        owner,
        until,
        ..
    } = waiver;
    let until = match until {
        Some(until) if until.as_str() < day => format!("expired on {until}"),
        Some(until) => format!("until {until}"),
        None => "without end".to_owned(),
    };
    let owner = owner
        .as_ref()
        .map(|owner| format!(" by {owner}"))
        .unwrap_or_default();
    format!(
        "waiver of {rule}{owner}, {}, {until}: {reason}",
        scope(waiver)
    )
}

/// Returns what a waiver applies to.
fn scope(waiver: &Waiver) -> String {
    let Scope::Patterns(patterns) = &waiver.scope else {
        return "in its document".to_owned();
    };
    let named = [
        ("account", &patterns.account),
        ("unit", &patterns.unit),
        ("stack", &patterns.stack),
        ("resource", &patterns.resource),
        ("path", &patterns.path),
        ("file", &patterns.file),
    ];
    let parts: Vec<String> = named
        .iter()
        .filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?)))
        .collect();
    if parts.is_empty() {
        "everywhere".to_owned()
    } else {
        parts.join(", ")
    }
}
