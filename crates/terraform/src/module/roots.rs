//! Detection of root modules.

use std::collections::BTreeSet;

use super::load::{self, BLOCKS, is_configuration};
use crate::eval::{Texts, constant_value};
use crate::host::Files;
use crate::source::Sources;
use crate::support::path;
use crate::syntax::ast::Block;
use crate::syntax::parse_body;

/// Returns the folders that have configuration files and that no other folder calls as a module. Returns all folders
/// with configuration files if they call each other in a cycle.
pub fn roots(files: &dyn Files, folders: &[String]) -> Vec<String> {
    let has_files = |folder: &str| {
        files.list(folder).is_some_and(|names| {
            let unreadable = files.unreadable(folder);
            names
                .iter()
                .chain(&unreadable)
                .any(|name| is_configuration(name))
        })
    };
    let with_files: Vec<&String> = folders.iter().filter(|folder| has_files(folder)).collect();
    let called: BTreeSet<String> = with_files
        .iter()
        .flat_map(|folder| called(files, folder))
        .collect();
    let alone: Vec<String> = with_files
        .iter()
        .filter(|folder| !called.contains(**folder))
        .map(|folder| (*folder).clone())
        .collect();
    if alone.is_empty() {
        with_files.into_iter().cloned().collect()
    } else {
        alone
    }
}

/// Returns the folders that a folder's files call as modules.
fn called(files: &dyn Files, folder: &str) -> Vec<String> {
    let texts = Texts::default();
    let mut names = files.list(folder).unwrap_or_default();
    names.retain(|name| is_configuration(name));
    let bodies = names.iter().filter_map(|name| {
        let path = path::join(folder, name);
        let bytes = files.read(&path).filter(|bytes| may_call(bytes))?;
        load::body_of(&texts, &path, &bytes).ok()
    });
    let source = |block: &Block| {
        let value = constant_value(&block.body.attribute("source")?.expr).ok()?;
        let source = value.str()?.replace('\\', "/");
        (source.starts_with("./") || source.starts_with("../")).then(|| path::join(folder, &source))
    };
    let calls = bodies.flat_map(|body| {
        body.blocks
            .into_iter()
            .filter(|block| &*block.kind == "module")
    });
    calls
        .filter_map(|block| source(&block))
        .filter(|called| called != folder)
        .collect()
}

/// Whether a file may call modules: most only refer to them, as in `module.a`.
fn may_call(text: &[u8]) -> bool {
    let word = b"module";
    memchr::memmem::find_iter(text, word).any(|at| {
        matches!(
            text.get(at.saturating_add(word.len())),
            Some(b' ' | b'\t' | b'"' | b'/')
        )
    })
}

/// Returns whether a text of unknown format is Terraform configuration in native syntax: it consists of top-level
/// blocks of Terraform's types only.
pub fn is_configuration_text(text: &str) -> bool {
    let first = text.lines().map(str::trim_start).find(|line| {
        !line.is_empty()
            && !line.starts_with('#')
            && !line.starts_with("//")
            && !line.starts_with("/*")
    });
    let begins = |line: &str| {
        BLOCKS.iter().any(|kind| {
            line.strip_prefix(kind)
                .is_some_and(|rest| rest.starts_with([' ', '\t', '{', '"']))
        })
    };
    if !first.is_some_and(begins) {
        return false;
    }
    let mut sources = Sources::default();
    let file = sources.add("", text);
    // A file with syntax errors is recognized by its first line.
    let Ok(body) = parse_body(&sources, file) else {
        return first.is_some_and(|line| line.contains('{'));
    };
    body.attributes.is_empty()
        && !body.blocks.is_empty()
        && body
            .blocks
            .iter()
            .all(|block| BLOCKS.contains(&&*block.kind))
}
