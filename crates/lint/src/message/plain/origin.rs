//! Where the value of a finding comes from.

use super::shown::code_name;
use cfn_warden_schema::{InstancePath, Step};
use cfn_warden_syntax::{Text, text};

/// Returns the words for the place of a resolved value; `None` if it is not in a parameter or mapping.
pub fn of(path: InstancePath<'_>) -> Option<Text> {
    let steps = path.steps();
    let names: Vec<&str> = steps.iter().map_while(Step::text).collect();
    match (names.as_slice(), steps.last()?) {
        (["Parameters", name, "Default"], _) => {
            Some(text!("the default of the parameter {}", code_name(name)))
        }
        (["Parameters", name, "AllowedValues"], Step::Index(index)) => Some(text!(
            "allowed value {} of the parameter {}",
            index.saturating_add(1),
            code_name(name)
        )),
        (["Mappings", map, rest @ ..], _) => Some(text!(
            "{} of the mapping {}",
            code_name(&rest.join(".")),
            code_name(map)
        )),
        _ => None,
    }
}
