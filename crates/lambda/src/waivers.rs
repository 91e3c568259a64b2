//! The waivers in the function's settings.

use super::function::Function;
use super::gather::texts_of;
use super::text::Text;
use cfn_warden_engine::Incomplete;
use cfn_warden_engine::waivers::{self, Waiver, file};

/// Returns the waivers in the files that `WARDEN_WAIVERS` names. Files that cannot be fetched, and mistakes in them, are
/// added to `incomplete`.
pub fn of_settings(function: &Function, incomplete: &mut Vec<Incomplete>) -> Vec<Waiver> {
    let texts = texts_of(
        &function.config.waivers,
        &function.waivers,
        function,
        incomplete,
    );
    let mut found = Vec::new();
    for Text { name, content } in texts.iter().flat_map(|texts| texts.iter()) {
        match file::parse(content, name) {
            Ok(read) => found.extend(read),
            Err(mistakes) => {
                incomplete.extend(
                    mistakes
                        .into_iter()
                        .map(|mistake| waivers::incomplete(name, mistake)),
                );
            }
        }
    }
    found
}
