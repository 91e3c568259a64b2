//! The bundled controls.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::control::Control;
use super::header::parse;
use crate::compressed::{SEPARATOR, texts};
use cfn_warden_syntax::finding::{Engine, Finding};

/// Returns all bundled controls, ordered by ID.
pub fn all() -> &'static [Control<'static>] {
    static ALL: LazyLock<Vec<Control<'static>>> = LazyLock::new(|| {
        static TEXT: LazyLock<String> = LazyLock::new(|| texts(include_bytes!("../../schemas/policies.z")));
        TEXT.split(SEPARATOR).filter_map(|text| parse(text).ok()).collect()
    });
    &ALL
}

/// Returns the control that reports a finding. Names of other Guard rules have no dots.
pub fn of_finding(finding: &Finding) -> Option<&'static Control<'static>> {
    if finding.engine == Engine::Guard { of_rule(&finding.rule.id) } else { None }
}

/// Returns the control whose findings have this rule ID.
pub fn of_rule(id: &str) -> Option<&'static Control<'static>> {
    if id.contains('.') { find(id) } else { None }
}

/// Returns the bundled control with an ID.
pub fn find(id: &str) -> Option<&'static Control<'static>> {
    static BY_ID: LazyLock<HashMap<&str, &'static Control<'static>>> =
        LazyLock::new(|| all().iter().map(|control| (control.id, control)).collect());
    BY_ID.get(id).copied()
}
