//! `bundle diff`: what differs between two bundles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::show::described;
use crate::packs::custom;
use crate::{Exit, Io};
use cfn_warden_arguments::bundle::Diff;
use cfn_warden_engine::error::Error;
use cfn_warden_policies::custom::CustomPack;
use cfn_warden_syntax::control::Control;

/// Prints a line for each difference. The exit code says whether there is one.
///
/// # Errors
/// For a bundle with mistakes.
pub fn run(args: &Diff, key: Option<&str>, io: &mut Io<'_>) -> Result<Exit, Error> {
    let (from, to) = (custom::read(&args.old, key)?, custom::read(&args.new, key)?);
    let lines = differences(&from, &to);
    let version = |pack: &CustomPack| format!("{} {}", pack.name, pack.version);
    io.print(|out| writeln!(out, "{} -> {}", version(&from), version(&to)))?;
    io.print(|out| lines.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(if lines.is_empty() {
        Exit::OK
    } else {
        Exit::DIFFERENT
    })
}

fn differences(from: &CustomPack, to: &CustomPack) -> Vec<String> {
    let mut lines = Vec::new();
    let by_id = |pack: &CustomPack| -> BTreeMap<String, Arc<Control>> {
        pack.controls
            .iter()
            .map(|control| (control.id.to_string(), Arc::clone(control)))
            .collect()
    };
    let (before, after) = (by_id(from), by_id(to));
    for id in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        match (before.get(id), after.get(id)) {
            (None, Some(_)) => {
                lines.push(format!("+ {id}: {}", to.policy.enforcements.of_rule(id)))
            }
            (Some(_), None) => lines.push(format!("- {id}")),
            (Some(old), Some(new)) => {
                lines.extend(
                    changes(old, new)
                        .into_iter()
                        .map(|change| format!("~ {id}: {change}")),
                );
                let (old, new) = (
                    from.policy.enforcements.of_rule(id),
                    to.policy.enforcements.of_rule(id),
                );
                lines.extend((old != new).then(|| format!("~ {id}: enforcement {old} -> {new}")));
            }
            (None, None) => {}
        }
    }
    let lint = |pack: &CustomPack| -> BTreeSet<String> {
        pack.policy
            .enforcements
            .of_lint()
            .map(|(prefix, mode)| format!("lint rules {prefix}: {mode}"))
            .collect()
    };
    let waivers = |pack: &CustomPack| -> BTreeSet<String> {
        pack.policy
            .waivers
            .iter()
            .map(|waiver| described(waiver, ""))
            .collect()
    };
    let units = |pack: &CustomPack| -> BTreeSet<String> {
        let accounts = pack
            .policy
            .units
            .iter()
            .flat_map(|(unit, ids)| ids.iter().map(move |id| (unit, id)));
        accounts
            .map(|(unit, id)| format!("unit {unit}: account {id}"))
            .collect()
    };
    for of in [
        &lint as &dyn Fn(&CustomPack) -> BTreeSet<String>,
        &waivers,
        &units,
    ] {
        let (before, after) = (of(from), of(to));
        lines.extend(before.difference(&after).map(|line| format!("- {line}")));
        lines.extend(after.difference(&before).map(|line| format!("+ {line}")));
    }
    lines
}

/// Returns how a control differs, apart from its enforcement.
fn changes(old: &Control, new: &Control) -> Vec<String> {
    let mut changes = Vec::new();
    if old.rules != new.rules {
        changes.push(
            "rules changed; compare verdicts with `cfn-warden rules upgrade-check --from-pack --to-pack`".to_owned(),
        );
    }
    if old.severity != new.severity {
        changes.push(format!(
            "severity {} -> {}",
            old.severity.name(),
            new.severity.name()
        ));
    }
    for (what, old, new) in [
        ("owner", &old.owner, &new.owner),
        ("frameworks", &old.frameworks, &new.frameworks),
        ("title", &old.title, &new.title),
    ] {
        if old != new {
            changes.push(format!("{what} `{old}` -> `{new}`"));
        }
    }
    changes
}
