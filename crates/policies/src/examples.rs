//! Examples of controls: a template that fails and one that passes, from the unit tests.

use std::sync::LazyLock;

use cfn_warden_engine::compressed::{SEPARATOR, texts};

/// A template that fails a control and one that passes, in YAML.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Examples {
    /// The one that fails.
    pub bad: &'static str,
    /// The one that passes.
    pub good: &'static str,
}

/// Returns the examples of a bundled control.
pub fn examples(id: &str) -> Option<Examples> {
    static TEXT: LazyLock<String> = LazyLock::new(|| texts(cfn_warden_data::POLICY_EXAMPLES));
    let mut parts = TEXT.split(SEPARATOR);
    // The texts of a control follow its ID.
    while let Some(known) = parts.next() {
        let (bad, good) = (parts.next()?, parts.next()?);
        if known == id {
            return Some(Examples { bad, good });
        }
    }
    None
}
