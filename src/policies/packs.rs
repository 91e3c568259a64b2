//! Packs: the controls that a framework requires.

use std::collections::BTreeSet;

use super::bundled::all;
use super::control::Control;
use cfn_warden_syntax::names::nearest;

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
    Pack { name: "all", title: "All controls", framework: "", version: "1.0.0" },
    Pack { name: "cis", title: "CIS AWS Foundations Benchmark 5.0.0", framework: "CIS v5.0.0", version: "1.0.0" },
    Pack { name: "cis-3", title: "CIS AWS Foundations Benchmark 3.0.0", framework: "CIS v3.0.0", version: "1.0.0" },
    Pack {
        name: "control-tower",
        title: "AWS Control Tower proactive controls",
        framework: "Control Tower",
        version: "1.0.0",
    },
    Pack { name: "fsbp", title: "AWS Foundational Security Best Practices", framework: "FSBP", version: "1.0.0" },
    Pack { name: "nist-800-53-r5", title: "NIST SP 800-53 Revision 5", framework: "NIST r5", version: "1.0.0" },
    Pack { name: "pci-dss-4", title: "PCI DSS 4.0.1", framework: "PCI 4.0.1", version: "1.0.0" },
    Pack {
        name: "tagging",
        title: "AWS Resource Tagging Standard",
        framework: "AWS Resource Tagging Standard",
        version: "1.0.0",
    },
];

impl Pack {
    /// Returns whether the pack has a control.
    pub fn has(&self, control: &Control<'_>) -> bool {
        self.framework.is_empty() || control.frameworks().any(|name| name.starts_with(self.framework))
    }

    /// Returns the controls, ordered by ID.
    pub fn controls(&self) -> impl Iterator<Item = &'static Control<'static>> {
        all().iter().filter(|control| self.has(control))
    }
}

/// Returns the controls of packs and the controls with these IDs, each once, ordered by ID.
///
/// # Errors
/// The first name that is neither a pack nor a control, with the nearest one.
pub fn select<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Vec<&'static Control<'static>>, String> {
    let mut chosen = BTreeSet::new();
    for name in names {
        let before = chosen.len();
        let pack = PACKS.iter().find(|pack| pack.name.eq_ignore_ascii_case(name));
        let wanted =
            |control: &Control<'_>| pack.is_some_and(|pack| pack.has(control)) || control.id.eq_ignore_ascii_case(name);
        chosen.extend(all().iter().enumerate().filter(|(_, control)| wanted(control)).map(|(index, _)| index));
        if pack.is_none() && chosen.len() == before && !all().iter().any(wanted) {
            return Err(unknown(name));
        }
    }
    Ok(chosen.into_iter().filter_map(|index| all().get(index)).collect())
}

fn unknown(name: &str) -> String {
    let packs = PACKS.map(|pack| pack.name);
    let expected = match nearest(name, packs.into_iter().chain(all().iter().map(|control| control.id))) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected the ID of a control or one of {}", packs.join(", ")),
    };
    format!("unknown pack or control `{name}`; {expected}")
}
