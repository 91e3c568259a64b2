//! The bundled controls.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::header::{parse_bundled, parse_bundled_plan};
use cfn_warden_engine::compressed::{SEPARATOR, texts};
use cfn_warden_syntax::control::{Control, PlanRules};

/// Returns all bundled controls, ordered by ID.
pub fn all() -> &'static [Arc<Control>] {
    static ALL: LazyLock<Vec<Arc<Control>>> = LazyLock::new(|| {
        static TEXT: LazyLock<String> = LazyLock::new(|| texts(cfn_warden_data::POLICIES));
        let mut plans: HashMap<&str, PlanRules> = TEXT
            .split(SEPARATOR)
            .filter_map(parse_bundled_plan)
            .collect();
        let controls = TEXT
            .split(SEPARATOR)
            .filter_map(|text| parse_bundled(text).ok());
        controls
            .map(|control| {
                Arc::new(Control {
                    plan: plans.remove(&*control.id).map(Arc::new),
                    ..control
                })
            })
            .collect()
    });
    &ALL
}

/// Returns the bundled control with an ID.
pub fn find(id: &str) -> Option<&'static Arc<Control>> {
    static BY_ID: LazyLock<HashMap<&str, &'static Arc<Control>>> = LazyLock::new(|| {
        all()
            .iter()
            .map(|control| (&*control.id, control))
            .collect()
    });
    BY_ID.get(id).copied()
}

/// Whether a bundled control has this ID.
pub fn is_bundled(id: &str) -> bool {
    find(id).is_some()
}
