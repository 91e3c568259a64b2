//! Where the value of a finding comes from.

use super::shown::code;
use cfn_warden_schema::{InstancePath, Step};

/// Returns the words for the place of a resolved value; `None` if it is not in a parameter or mapping.
pub fn of(path: InstancePath<'_>) -> Option<String> {
    let steps = path.steps();
    let names: Vec<&str> = steps.iter().map_while(Step::text).collect();
    match (names.as_slice(), steps.last()?) {
        (["Parameters", name, "Default"], _) => {
            Some(format!("the default of the parameter {}", code(name)))
        }
        (["Parameters", name, "AllowedValues"], Step::Index(index)) => Some(format!(
            "allowed value {} of the parameter {}",
            index.saturating_add(1),
            code(name)
        )),
        (["Mappings", map, rest @ ..], _) => Some(format!(
            "{} of the mapping {}",
            code(&rest.join(".")),
            code(map)
        )),
        _ => None,
    }
}
