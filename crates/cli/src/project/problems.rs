//! What is wrong with a value of a project file, and values as seen from the working directory.

use std::path::{Component, Path, PathBuf};

use crate::documents;
use crate::files;
use crate::outputs;
use crate::packs::selection::is_path as is_pack_path;
use crate::pinned::{self, Reference};
use crate::selection::invalid_option;
use crate::severity;
use crate::unknown_ids::RuleIds;
use cfn_warden_arguments::check::severity as severity_option;
use cfn_warden_arguments::selection::rule_option;
use cfn_warden_arguments::settings::{DOCUMENTS, Form, Key};
use cfn_warden_engine::error::Error;
use cfn_warden_syntax::names;
use cfn_warden_template::Region;

/// Returns why an option does not accept a value.
pub fn refusal(key: &Key, text: &str) -> Option<String> {
    if key.allowed.is_empty() || key.form == Form::Table {
        return key.refusal(text);
    }
    if key.allowed.iter().any(|allowed| allowed == text) {
        return None;
    }
    let allowed: Vec<&str> = key.allowed.iter().map(String::as_str).collect();
    Some(format!(
        "unknown value `{text}` of `{}`; {}",
        key.name,
        names::one_of(text, &allowed)
    ))
}

/// Returns why the values that other parts of the program define do not have this one: regions, rules, formats, files.
pub fn of_value(key: &Key, text: &str, folder: &Path) -> Option<String> {
    match key.name.as_str() {
        "regions" => Region::named(text).is_none().then(|| Region::unknown(text)),
        "ignore-checks" | "include-checks" | "mandatory-checks" => {
            let known = RuleIds::bundled();
            (!known.has(text)).then(|| known.explained(text))
        }
        "severity" => severity::refusal(&severity_option(text).ok()?.rule),
        "configure-rule" => invalid_option(&rule_option(text).ok()?),
        "output" => outputs::parse_one(text).err(),
        "exclude" => match documents::Excluded::of(&[text.to_owned()]).err()? {
            Error::Value { reason, .. } => Some(format!("`{text}`: {reason}")),
            other => Some(other.to_string()),
        },
        "packs" if pinned::is_url(text) => Reference::parse(text).err(),
        // The command says how to write one that does not exist, and makes the folder.
        "baseline" | "cache" => None,
        DOCUMENTS if documents::is_pattern(text) => None,
        _ if key.is_path && text != "-" => {
            let path = joined(folder, text);
            let path = Path::new(&path);
            (!path.exists()).then(|| {
                format!(
                    "cannot read {}: {}",
                    path.display(),
                    documents::missing(path)
                )
            })
        }
        _ => None,
    }
}

/// Returns a value with paths that are relative to the working directory.
pub fn from_here(key: &Key, text: &str, folder: &Path) -> String {
    match key.name.as_str() {
        "packs" if pinned::is_url(text) => text.to_owned(),
        "packs" if is_pack_path(text) => joined(folder, text),
        "output" => match text.split_once('=') {
            Some((format, path)) => format!("{format}={}", joined(folder, path)),
            None => text.to_owned(),
        },
        // Names match anywhere. A path does not depend on how the command line names folders.
        "exclude" if text.trim_end_matches('/').contains('/') => {
            joined_pattern(&files::absolute(folder), text)
        }
        DOCUMENTS if documents::is_pattern(text) && !Path::new(&joined(folder, text)).exists() => {
            joined_pattern(folder, text)
        }
        // On the command line, it is relative to the configuration.
        "var-file" => Path::new(&joined(folder, text)).canonicalize().map_or_else(
            |_| text.to_owned(),
            |path| path.to_string_lossy().into_owned(),
        ),
        _ if key.is_path && text != "-" => joined(folder, text),
        _ => text.to_owned(),
    }
}

/// Returns a path in a folder.
pub fn joined(folder: &Path, path: &str) -> String {
    let joined: PathBuf = folder
        .join(path)
        .components()
        .filter(|step| *step != Component::CurDir)
        .collect();
    let path = without_detours(joined).to_string_lossy().into_owned();
    match path.as_str() {
        "" => ".".to_owned(),
        // Not an option.
        dashed if dashed.starts_with('-') => format!("./{dashed}"),
        _ => path,
    }
}

/// Returns a pattern in a folder, whose name may have wildcards.
fn joined_pattern(folder: &Path, pattern: &str) -> String {
    joined(
        Path::new(&glob::Pattern::escape(&folder.to_string_lossy())),
        pattern,
    )
}

/// Returns a path without `folder/..`, unless a link makes that another path.
fn without_detours(path: PathBuf) -> PathBuf {
    let mut short = PathBuf::new();
    for step in path.components() {
        match (step, short.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => drop(short.pop()),
            _ => short.push(step),
        }
    }
    let named = if short.as_os_str().is_empty() {
        Path::new(".")
    } else {
        &short
    };
    match (named.canonicalize(), path.canonicalize()) {
        (Ok(one), Ok(other)) if one == other => short,
        _ => path,
    }
}
