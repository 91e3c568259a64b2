//! Which folders of a set of files are configurations by themselves.

use std::collections::BTreeSet;

use super::load::{self, is_configuration};
use crate::eval::{Texts, fixed};
use crate::host::{Files, Host};
use crate::source::Sources;
use crate::support::path;
use crate::syntax::parse_body;

/// Of these folders, those with files of Terraform's that none of the others calls as a module: each is a configuration by
/// itself.
pub fn roots(files: &dyn Files, folders: &[String]) -> Vec<String> {
    let has_files =
        |folder: &str| files.list(folder).is_some_and(|names| names.iter().any(|name| is_configuration(name)));
    let with_files: Vec<&String> = folders.iter().filter(|folder| has_files(folder)).collect();
    let called: BTreeSet<String> = with_files.iter().flat_map(|folder| called(files, folder)).collect();
    let alone: Vec<String> =
        with_files.iter().filter(|folder| !called.contains(**folder)).map(|folder| (*folder).clone()).collect();
    // Where all call each other, none is left out.
    if alone.is_empty() { with_files.into_iter().cloned().collect() } else { alone }
}

/// The folders among the files that a folder's files call as modules.
fn called(files: &dyn Files, folder: &str) -> Vec<String> {
    let (host, texts) = (Host::of_files(files), Texts::default());
    let Some(Ok(declared)) = load::load(&host, &texts, folder) else { return Vec::new() };
    let sources = declared.calls.values().filter_map(|block| {
        let value = fixed(&block.body.attribute("source")?.expr).ok()?;
        let source = value.str()?.replace('\\', "/");
        (source.starts_with("./") || source.starts_with("../")).then(|| path::join(folder, &source))
    });
    sources.filter(|called| called != folder).collect()
}

/// What blocks of configuration at the top of a file are called.
const BLOCKS: &[&str] = &[
    "check",
    "data",
    "ephemeral",
    "import",
    "locals",
    "module",
    "moved",
    "output",
    "provider",
    "removed",
    "resource",
    "terraform",
    "variable",
];

/// Is a text of which nothing is said configuration in Terraform's own syntax? Such a text has blocks, of the types that
/// configuration has, and nothing else.
pub fn is_configuration_text(text: &str) -> bool {
    let first = text
        .lines()
        .map(str::trim_start)
        .find(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("//") && !line.starts_with("/*"));
    let begins = |line: &str| {
        BLOCKS.iter().any(|kind| line.strip_prefix(kind).is_some_and(|rest| rest.starts_with([' ', '\t', '{', '"'])))
    };
    if !first.is_some_and(begins) {
        return false;
    }
    let mut sources = Sources::default();
    let file = sources.add("", text);
    // One that is damaged is still meant so: the rest of its first line says it.
    let Ok(body) = parse_body(&sources, file) else { return first.is_some_and(|line| line.contains('{')) };
    body.attributes.is_empty()
        && !body.blocks.is_empty()
        && body.blocks.iter().all(|block| BLOCKS.contains(&&*block.kind))
}
