//! Packs: the controls that a framework requires.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::bundled::all;
use cfn_warden_syntax::control::Control;
use cfn_warden_syntax::names;

/// A set of controls.
#[derive(Debug, Clone, Copy)]
pub struct Pack {
    /// The name in `--pack`.
    pub name: &'static str,
    /// The framework.
    pub title: &'static str,
    /// The beginning of the framework in the headers of its controls; empty for all controls.
    framework: &'static str,
    /// The version: it changes when a verdict may change.
    pub version: &'static str,
}

/// All packs.
pub const PACKS: [Pack; 8] = [
    pack("all", "All controls", ""),
    pack("cis", "CIS AWS Foundations Benchmark 5.0.0", "CIS v5.0.0"),
    pack("cis-3", "CIS AWS Foundations Benchmark 3.0.0", "CIS v3.0.0"),
    pack(
        "control-tower",
        "AWS Control Tower proactive controls",
        "Control Tower",
    ),
    pack("fsbp", "AWS Foundational Security Best Practices", "FSBP"),
    pack("nist-800-53-r5", "NIST SP 800-53 Revision 5", "NIST r5"),
    pack("pci-dss-4", "PCI DSS 4.0.1", "PCI 4.0.1"),
    pack(
        "tagging",
        "AWS Resource Tagging Standard",
        "AWS Resource Tagging Standard",
    ),
];

/// Returns a pack in its first version.
const fn pack(name: &'static str, title: &'static str, framework: &'static str) -> Pack {
    Pack {
        name,
        title,
        framework,
        version: "1.0.0",
    }
}

impl Pack {
    /// Returns whether the pack has a control.
    pub fn has(&self, control: &Control) -> bool {
        self.framework.is_empty()
            || control
                .frameworks()
                .any(|name| name.starts_with(self.framework))
    }

    /// Returns the controls, ordered by ID.
    pub fn controls(&self) -> impl Iterator<Item = &'static Arc<Control>> {
        all().iter().filter(|control| self.has(control))
    }
}

/// Returns the controls of packs and the controls with these IDs, each once, ordered by ID.
///
/// # Errors
/// The first name that is neither a pack nor a control, with the nearest one.
pub fn select<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Vec<Arc<Control>>, String> {
    let mut chosen: BTreeSet<usize> = BTreeSet::new();
    for name in names {
        let is_control = |control: &Arc<Control>| control.id.eq_ignore_ascii_case(name);
        if let Some(pack) = PACKS
            .iter()
            .find(|pack| pack.name.eq_ignore_ascii_case(name))
        {
            chosen.extend(
                (0..)
                    .zip(all())
                    .filter(|(_, control)| pack.has(control))
                    .map(|(index, _)| index),
            );
        } else {
            chosen.insert(
                all()
                    .iter()
                    .position(is_control)
                    .ok_or_else(|| unknown(name))?,
            );
        }
    }
    Ok(chosen
        .into_iter()
        .filter_map(|index| all().get(index).cloned())
        .collect())
}

fn unknown(name: &str) -> String {
    let packs = PACKS.map(|pack| pack.name);
    let known = packs
        .into_iter()
        .chain(all().iter().map(|control| &*control.id));
    let expected = names::instead(name, known, || {
        format!(
            "expected the ID of a control or one of {}",
            packs.join(", ")
        )
    });
    format!("unknown pack or control `{name}`; {expected}")
}
