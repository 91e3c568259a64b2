//! How the rules of a pack count, and who owns them, as the manifest says.

use std::collections::BTreeMap;

use super::file::MANIFEST;
use super::manifest::Manifest;
use cfn_warden_engine::{Enforcement, Enforcements};
use cfn_warden_lint::Page;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::names;
use cfn_warden_syntax::{Position, place};

/// Everything in the pack that is not named.
const OTHERS: &str = "*";

/// Returns the enforcement of the controls of a pack, and of the lint rules that the manifest names.
///
/// # Errors
/// The names that are neither a control of the pack nor the beginning of the ID of a lint rule.
pub fn read(
    manifest: &Manifest,
    controls: &[impl AsRef<Control>],
) -> Result<Enforcements, Vec<String>> {
    let (mut enforcements, mut mistakes) = (Enforcements::default(), Vec::new());
    let ids: Vec<&str> = controls
        .iter()
        .map(|control| &*control.as_ref().id)
        .collect();
    let named = &manifest.enforcement;
    if let Some((others, _)) = named
        .get(OTHERS)
        .filter(|(others, _)| *others != Enforcement::Enforce)
    {
        for id in ids.iter().filter(|id| !named.contains_key(**id)) {
            enforcements.set_rule(id, others.clone());
        }
    }
    let known: BTreeMap<&str, ()> = ids.iter().map(|id| (*id, ())).collect();
    for (name, (enforcement, at)) in named {
        match name.as_str() {
            OTHERS => {}
            id if known.contains_key(id) => enforcements.set_rule(id, enforcement.clone()),
            prefix if is_of_lint(prefix) => enforcements.set_lint(prefix, enforcement.clone()),
            unknown => mistakes.push(mistake(*at, unknown, &ids)),
        }
    }
    if mistakes.is_empty() {
        Ok(enforcements)
    } else {
        Err(mistakes)
    }
}

/// Returns whether a lint rule has an ID that begins with this.
fn is_of_lint(prefix: &str) -> bool {
    Page::ids().any(|id| id.starts_with(prefix))
}

fn mistake(at: Position, name: &str, ids: &[&str]) -> String {
    let expected = names::instead(name, ids.iter().copied(), || {
        "expected a control or rule of the pack, the beginning of the ID of a lint rule, or `*`"
            .to_owned()
    });
    format!(
        "{}: unknown control or rule `{name}`; {expected}",
        place(MANIFEST, Some(at))
    )
}
