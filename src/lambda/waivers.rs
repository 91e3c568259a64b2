//! The waivers in the function's settings.

use super::function::Function;
use super::text::Text;
use crate::engine::waivers::{Waiver, file};
use crate::engine::{Incomplete, IncompleteKind};
use crate::error::Mistake;

/// Returns the waivers in the files that `WARDEN_WAIVERS` names. Files that cannot be fetched, and mistakes in them, are
/// added to `incomplete`.
pub fn of_settings(function: &Function, incomplete: &mut Vec<Incomplete>) -> Vec<Waiver> {
    let uris = function.config.waivers.uris();
    let fetched = function.remote_rules.get(uris, function.fetch.as_ref(), incomplete);
    let texts = function.waivers.iter().chain(fetched.iter().flat_map(|texts| texts.iter()));
    let mut waivers = Vec::new();
    for Text { name, content } in texts {
        match file::parse(content, name) {
            Ok(read) => waivers.extend(read),
            Err(mistakes) => incomplete.extend(mistakes.into_iter().map(|Mistake { at, message }| Incomplete {
                kind: IncompleteKind::Waiver,
                message: format!("invalid waiver: {message}"),
                file: name.clone(),
                at: Some(at),
            })),
        }
    }
    waivers
}
