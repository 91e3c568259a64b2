//! What packs require.

use std::collections::HashSet;
use std::sync::Arc;

use super::is_bundled;
use cfn_warden_engine::waivers::{Units, Waiver};
use cfn_warden_engine::{Enforcement, Enforcements, Request};
use cfn_warden_syntax::control::Control;

/// What packs require: controls, how they count, and the exceptions from them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Policy {
    /// The controls to evaluate.
    pub controls: Vec<Arc<Control>>,
    /// How they and the lint rules count.
    pub enforcements: Enforcements,
    /// The exceptions.
    pub waivers: Vec<Waiver>,
    /// The organisational units that waivers name.
    pub units: Units,
}

impl Policy {
    /// Adds what the packs require to a request, except their waivers, which callers join with others.
    pub fn apply_to<'r>(&'r self, request: &mut Request<'r>) {
        request.controls = &self.controls;
        request.enforcements = Some(&self.enforcements);
        request.target.units = Some(&self.units);
        request.is_other_rule = Some(is_bundled);
    }

    /// Adds another policy. Of controls with the same ID, the one that is already there counts.
    pub fn extend(&mut self, other: Policy) {
        let known: HashSet<_> = self
            .controls
            .iter()
            .map(|control| control.id.clone())
            .collect();
        let (own, repeated): (Vec<_>, Vec<_>) = other
            .controls
            .into_iter()
            .partition(|control| !known.contains(&control.id));
        let mut enforcements = other.enforcements;
        for control in repeated {
            enforcements.set_rule(&control.id, self.enforcements.of_rule(&control.id).clone());
        }
        self.controls.extend(own);
        self.enforcements.extend(enforcements);
        self.waivers.extend(other.waivers);
        for (unit, accounts) in other.units {
            self.units.entry(unit).or_default().extend(accounts);
        }
    }

    /// Removes the controls that are off.
    #[must_use]
    pub fn without_off(mut self) -> Policy {
        let enforcements = &self.enforcements;
        self.controls
            .retain(|control| *enforcements.of_rule(&control.id) != Enforcement::Off);
        self
    }
}

impl From<Vec<Arc<Control>>> for Policy {
    fn from(controls: Vec<Arc<Control>>) -> Policy {
        Policy {
            controls,
            ..Policy::default()
        }
    }
}
