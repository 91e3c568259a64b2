//! What is wrong with a value of a project file, and values as seen from the working directory.

use std::path::Path;

use crate::cli::documents;
use crate::cli::outputs;
use crate::cli::selection::unknown_option;
use crate::cli::unknown_ids::RuleIds;
use cfn_warden_arguments::selection::rule_option;
use cfn_warden_arguments::settings::{DOCUMENTS, Form, Key};
use cfn_warden_syntax::names::nearest;
use cfn_warden_template::Region;

/// Returns why an option does not accept a value.
pub fn refusal(key: &Key, text: &str) -> Option<String> {
    if key.allowed.is_empty() || key.form == Form::Table {
        return key.refusal(text);
    }
    if key.allowed.iter().any(|allowed| allowed == text) {
        return None;
    }
    let expected = match nearest(text, key.allowed.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of {}", key.allowed.join(", ")),
    };
    Some(format!("unknown value `{text}` of `{}`; {expected}", key.name))
}

/// Returns why the values that other parts of the program define do not have this one: regions, rules, formats, files.
pub fn of_value(key: &Key, text: &str, folder: &Path) -> Option<String> {
    match key.name.as_str() {
        "regions" => Region::named(text).is_none().then(|| Region::unknown(text)),
        "ignore-checks" | "include-checks" | "mandatory-checks" => {
            let known = RuleIds::bundled();
            (!known.has(text)).then(|| known.explained(text))
        }
        "configure-rule" => unknown_option(&rule_option(text).ok()?),
        "output" => outputs::parse_one(text).err(),
        // The command says how to write one that does not exist.
        "baseline" => None,
        DOCUMENTS if documents::is_pattern(text) => None,
        _ if key.is_path && text != "-" => {
            let path = joined(folder, text);
            let path = Path::new(&path);
            (!path.exists()).then(|| format!("cannot read {}: {}", path.display(), documents::missing(path)))
        }
        _ => None,
    }
}

/// Returns a value with paths that are relative to the working directory.
pub fn from_here(key: &Key, text: &str, folder: &Path) -> String {
    match key.name.as_str() {
        "output" => match text.split_once('=') {
            Some((format, path)) => format!("{format}={}", joined(folder, path)),
            None => text.to_owned(),
        },
        // Names match anywhere.
        "exclude" if text.contains('/') => joined(folder, text),
        _ if key.is_path && text != "-" => joined(folder, text),
        _ => text.to_owned(),
    }
}

/// Returns a path in a folder.
pub fn joined(folder: &Path, path: &str) -> String {
    folder.join(path.strip_prefix("./").unwrap_or(path)).to_string_lossy().into_owned()
}
