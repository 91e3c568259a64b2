//! The pages of report formats. `UPDATE=1` records the output of their commands.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use cfn_warden::report::formats;
use cfn_warden::report::pages::Kind;
use cfn_warden_lint::Page;

use super::{all, form};
use crate::cli::folder;
use crate::guard::language_reference::{Block, blocks};
use crate::recorded;

#[test]
fn pages_of_formats_have_their_sections() {
    let mut wrong = Vec::new();
    for (name, page) in all(Kind::Format) {
        let sections = [
            ("Readers", ""),
            ("How to get it", &*format!("`\"format\": \"{name}\"`")),
            ("Incomplete checks and parts not seen", ""),
            ("Example", &*format!("--format {name} ")),
            ("References", "- Standard: "),
            ("References", "\n- Since: "),
        ];
        wrong.extend(
            form(&name, &page, &sections)
                .into_iter()
                .map(|problem| format!("{name}: {problem}")),
        );
        let docs = formats::ALL
            .iter()
            .find(|format| format.name == name)
            .map(|format| format.docs);
        let title = Page::parse(&page).ok().map(|page| page.title);
        wrong.extend(
            (docs != title).then(|| format!("{name}: docs are {docs:?}, the title is {title:?}")),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_of_formats_show_what_is_printed() {
    for (name, page) in all(Kind::Format) {
        let here = folder(&format!("page-{name}"));
        let mut shown = page.clone();
        let mut languages = BTreeSet::new();
        for Block {
            language,
            words,
            text,
            ..
        } in blocks(&page)
        {
            languages.insert(language.to_owned());
            match words.as_slice() {
                [word] => drop(here.file(word.strip_prefix("file=").unwrap(), &text)),
                _ => shown = shown.replace(&text, &session(&text, here.path())),
            }
        }
        assert!(languages.contains("console"), "{name}: no command");
        let (findings, incomplete) = (
            shown.contains("E3002") || shown.contains("DisplayNam"),
            shown.contains("read: "),
        );
        assert!(
            findings && incomplete && shown.contains("AddTags"),
            "{name}: the example has other contents:\n{shown}"
        );
        recorded::compare(
            &recorded::root().join(format!("docs/formats/{name}.md")),
            &shown,
        );
    }
}

/// Runs the commands of a console block and returns the block with what they print.
fn session(block: &str, folder: &Path) -> String {
    let programs = PathBuf::from(env!("CARGO_BIN_EXE_cfn-warden"))
        .parent()
        .unwrap()
        .to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(programs).chain(std::env::split_paths(&others)))
            .unwrap();
    let mut shown = String::new();
    for line in block.lines().filter(|line| line.starts_with("$ ")) {
        let mut command = Command::new("sh");
        command
            .args(["-c", &line[2..]])
            .current_dir(folder)
            .env("PATH", &path)
            .env_remove("LD_LIBRARY_PATH");
        let output = command.output().unwrap();
        assert!(
            output.stderr.is_empty(),
            "{line}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        shown.push_str(&format!(
            "{line}\n{}",
            String::from_utf8(output.stdout).unwrap()
        ));
    }
    shown
}
