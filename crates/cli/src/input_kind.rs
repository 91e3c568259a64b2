//! Checks for files in the wrong position on the command line: templates among the rules, rules among the documents,
//! and unsupported languages. Evaluating them would report nothing, or something misleading.

use std::path::Path;

use bumpalo::Bump;
use memchr::memmem;

use super::files::{self, File};
use cfn_warden_engine::error::Error;
use cfn_warden_guard::{Language, Rules};
use cfn_warden_syntax::{self as syntax, Tree};
use cfn_warden_template::document::is_meant_as_template;

/// Rejects rules files that are templates, other documents or Rego policies.
///
/// # Errors
/// [`Error::Value`] with the file, its actual kind and where it belongs.
pub fn reject_non_rules(rules: &[File]) -> Result<(), Error> {
    let is_suspect = |file: &&File| !has_extension(&file.name, RULES);
    for file in rules.iter().filter(is_suspect) {
        let what = if is_rego(file) {
            "is a Rego policy, which is not evaluated; expected Guard rules".to_owned()
        } else if is_template(file) || (has_extension(&file.name, DOCUMENTS) && is_data(file)) {
            let kind = if is_template(file) {
                "a template"
            } else {
                "a document"
            };
            let name = shown(file);
            let own = rules
                .iter()
                .find(|other| other.name != file.name)
                .map_or("FILE", |other| &other.name);
            format!(
                "is {kind}; expected Guard rules. Name documents before --rules: `check {name} --rules {own}`"
            )
        } else {
            continue;
        };
        return Err(Error::Value {
            name: "--rules".to_owned(),
            reason: format!("{} {what}", shown(file)),
        });
    }
    Ok(())
}

/// Rejects documents that are Guard rules or Rego policies, and empty standard input.
///
/// # Errors
/// As for [`reject_non_rules`]; [`Error::Read`] for standard input.
pub fn reject_non_documents(documents: &[File]) -> Result<(), Error> {
    let is_blank =
        |file: &File| file.name.is_empty() && file.content.iter().all(u8::is_ascii_whitespace);
    if documents.iter().any(is_blank) {
        let reason = "it is empty; name the documents to check, or pipe one in".to_owned();
        return Err(Error::Read {
            path: shown(&File::default()).to_owned(),
            reason,
        });
    }
    let is_suspect = |file: &&File| !has_extension(&file.name, DOCUMENTS);
    for file in documents.iter().filter(is_suspect) {
        let what = if is_rego(file) {
            "this is a Rego policy, which is not evaluated".to_owned()
        } else if has_extension(&file.name, RULES) || (!is_data(file) && is_guard(file)) {
            format!(
                "these are Guard rules; name them after --rules: `check DOCUMENT --rules {}`",
                shown(file)
            )
        } else {
            continue;
        };
        return Err(Error::Value {
            name: shown(file).to_owned(),
            reason: format!("{what}; expected a document"),
        });
    }
    Ok(())
}

fn shown(file: &File) -> &str {
    if file.name.is_empty() {
        "standard input"
    } else {
        &file.name
    }
}

/// Returns whether a name has one of the extensions, in any case.
pub(super) fn has_extension(name: &str, extensions: &[&str]) -> bool {
    Path::new(name).extension().is_some_and(|own| {
        extensions
            .iter()
            .any(|known| own.eq_ignore_ascii_case(known))
    })
}

/// Returns whether a file is Rego, which starts with its package; no Guard rule and no document does.
fn is_rego(file: &File) -> bool {
    let text = String::from_utf8_lossy(&file.content);
    let first = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    has_extension(&file.name, &["rego"])
        || first
            .and_then(|line| line.strip_prefix("package "))
            .is_some_and(|name| !name.contains(['{', ':']))
}

/// Returns whether a file is meant as a template.
pub(super) fn is_template(file: &File) -> bool {
    with_tree(file, is_meant_as_template)
}

/// Returns whether the file at a path is meant as a template, or says so and does not parse. One that cannot be read may be one.
pub(super) fn looks_like_template(path: &Path) -> bool {
    let Ok(content) = files::bytes(path) else {
        return true;
    };
    let has = |word: &str| memmem::find(&content, word.as_bytes()).is_some();
    // Escapes and encodings other than UTF-8 can hide a key from a text search.
    if ![
        "Resources",
        "AWSTemplateFormatVersion",
        "Transform",
        "\\",
        "\0",
    ]
    .into_iter()
    .any(has)
    {
        return false;
    }
    let file = File {
        name: path.to_string_lossy().into_owned(),
        content,
    };
    is_template(&file) || (!is_data(&file) && memmem::find(&file.content, b"Resources").is_some())
}

/// Which files of a folder are read, besides templates and plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FolderInputs {
    /// No others.
    Templates,
    /// All that parse: rules may apply to any of them.
    AllParsed,
}

/// Returns whether a file that was found in a folder is an input. A file that does not parse is one only if its text says that
/// it is meant as a template or a plan: folders have Kubernetes manifests of several documents, Helm charts, JSON with comments.
pub(super) fn is_input_of_folder(file: &File, inputs: FolderInputs) -> bool {
    may_be_template(&file.content)
        || inputs == FolderInputs::AllParsed
            && match syntax::decode(&file.content) {
                Ok(text) => syntax::parse(&Bump::new(), &text, &file.name)
                    .tree
                    .is_some(),
                Err(_) => true,
            }
}

/// Returns whether a text has a key that only templates or plans have, or hides one: not every document is UTF-8, and a letter
/// of a key may be an escape. A word in a sentence is no key.
fn may_be_template(content: &[u8]) -> bool {
    let has = |word: &[u8]| memmem::find(content, word).is_some();
    KEYS.iter().any(|key| has_key(content, key.as_bytes()))
        || has(b"\0")
        || HIDDEN_LETTERS.iter().any(|start| has(start.as_bytes()))
}

/// Returns whether a word is the key of an entry somewhere in a text: it starts a line or an entry of a flow map, and a colon
/// follows it.
fn has_key(content: &[u8], word: &[u8]) -> bool {
    memmem::find_iter(content, word).any(|start| {
        let (before, rest) = content.split_at(start);
        let before = before.strip_suffix(b"\"").or(before.strip_suffix(b"'"));
        let before = before.unwrap_or(content.get(..start).unwrap_or_default());
        let after = rest.get(word.len()..).unwrap_or_default();
        let after = after
            .strip_prefix(b"\"")
            .or(after.strip_prefix(b"'"))
            .unwrap_or(after);
        let is_first = match before.trim_ascii_end() {
            // The file starts with it, perhaps after a byte order mark.
            [] | [0xef, 0xbb, 0xbf] => true,
            [.., b'{' | b',' | b'?' | b'-'] => true,
            trimmed => before
                .get(trimmed.len()..)
                .is_some_and(|space| space.contains(&b'\n')),
        };
        is_first && after.trim_ascii_start().starts_with(b":")
    })
}

/// Keys of templates and of Terraform plans.
const KEYS: [&str; 5] = [
    "Resources",
    "AWSTemplateFormatVersion",
    "Transform",
    "resource_changes",
    "planned_values",
];

/// The beginnings of escapes of ASCII letters in JSON and YAML.
const HIDDEN_LETTERS: [&str; 12] = [
    "\\u004",
    "\\u005",
    "\\u006",
    "\\u007",
    "\\x4",
    "\\x5",
    "\\x6",
    "\\x7",
    "\\U0000004",
    "\\U0000005",
    "\\U0000006",
    "\\U0000007",
];

/// Returns whether a file parses as a map or a list.
fn is_data(file: &File) -> bool {
    with_tree(file, |tree| {
        tree.root.as_map().is_some() || tree.root.as_list().is_some()
    })
}

fn with_tree(file: &File, is: impl FnOnce(&Tree<'_>) -> bool) -> bool {
    let arena = Bump::new();
    let Ok(text) = syntax::decode(&file.content) else {
        return false;
    };
    syntax::parse(&arena, &text, &file.name)
        .tree
        .is_some_and(|tree| is(&tree))
}

fn is_guard(file: &File) -> bool {
    let text = std::str::from_utf8(&file.content).unwrap_or_default();
    Rules::parse_as(Language::default(), &file.name, text).is_ok_and(|rules| !rules.is_empty())
}

/// The extensions of documents that are searched for in folders.
pub(super) const DOCUMENTS: &[&str] = &["json", "template", "yaml", "yml"];

/// The extensions of rules files that are searched for in folders.
pub(super) const RULES: &[&str] = &["guard", "ruleset"];
