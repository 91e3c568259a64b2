//! What holds for every file that the readers of untrusted files get: the body of a property test and of the fuzz target
//! `fuzz/fuzz_targets/files.rs`.

use std::collections::BTreeSet;

use cfn_warden::engine::error::Mistake;
use cfn_warden::engine::waivers::file;
use cfn_warden::engine::{self, Cache, Input, Request, baseline, sha256};
use cfn_warden::policies::custom::{self, PackFile, Signature};
use cfn_warden::{Knowledge, toml};
use cfn_warden_lint::Settings;

/// The largest size of the files of a pack, in bytes.
const PACK: usize = 64 << 20;

/// Reads bytes as a file of each kind: a pack, a knowledge file, additional schemas, waivers and a baseline. Knowledge in
/// JSON is also read as a file with damages, which a NUL separates from it.
///
/// # Panics
/// Panics if an error has no text, or a value that is written and read again differs.
pub fn check_file(bytes: &[u8]) {
    check_zip(bytes);
    check_knowledge(&resealed(bytes));
    check_damaged_knowledge(bytes);
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    check_pack(text);
    check_schemas(text);
    check_waivers(text);
    check_baseline(text);
}

fn check_zip(bytes: &[u8]) {
    match custom::unzipped(bytes) {
        Err(error) => assert!(!error.is_empty()),
        Ok(files) => {
            assert!(files.iter().map(|file| file.content.len()).sum::<usize>() <= PACK);
            check_files(files);
        }
    }
}

/// Reads texts with two NULs between them as the manifest and the Guard files of a pack.
fn check_pack(text: &str) {
    let mut parts = text.split("\0\0");
    let manifest = parts.next().unwrap_or_default();
    let file = |name: String, text: &str| PackFile {
        name,
        content: text.as_bytes().to_vec(),
    };
    let rules = parts
        .enumerate()
        .map(|(index, text)| file(format!("rules/{index}.guard"), text));
    check_files(
        std::iter::once(file(custom::MANIFEST.to_owned(), manifest))
            .chain(rules)
            .collect(),
    );
}

fn check_files(files: Vec<PackFile>) {
    let read = custom::read(&files, Signature::NotRequired);
    match &read {
        Err(mistakes) => {
            assert!(!mistakes.is_empty() && mistakes.iter().all(|mistake| !mistake.is_empty()))
        }
        Ok(pack) => assert!(
            !pack.name.is_empty() && !pack.version.is_empty(),
            "{pack:?}"
        ),
    }
    // Two files can have the same name in a zip file that another program wrote, and only there.
    let Ok(zipped) = custom::zipped(files.clone()) else {
        return;
    };
    let mut sorted = files;
    sorted.sort_by(|a, b| a.name.cmp(&b.name));
    assert_eq!(custom::unzipped(&zipped).as_ref(), Ok(&sorted));
    assert_eq!(
        custom::read(&sorted, Signature::NotRequired).is_ok(),
        read.is_ok()
    );
}

/// Returns a knowledge file with the checksum of its content: without it, nothing behind the checksum would be read.
fn resealed(bytes: &[u8]) -> Vec<u8> {
    let mut lines = bytes.splitn(3, |byte| *byte == b'\n');
    let (Some(first), Some(_), Some(covered)) = (lines.next(), lines.next(), lines.next()) else {
        return bytes.to_vec();
    };
    [
        first,
        b"\nsha256 ",
        sha256(covered).as_bytes(),
        b"\n",
        covered,
    ]
    .concat()
}

fn check_knowledge(bytes: &[u8]) {
    match Knowledge::from_file(bytes) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(knowledge) => check_written(&knowledge),
    }
}

fn check_written(knowledge: &Knowledge) {
    let written = knowledge
        .to_file()
        .expect("a knowledge file has a source and a date");
    let again = Knowledge::from_file(&written).expect("a file that was written is read");
    assert_eq!(again.to_file().as_ref(), Some(&written));
    assert!(again.types().eq(knowledge.types()));
    let types: Vec<&str> = knowledge.types().take(8).collect();
    for name in &types {
        // As text: `==` looks keys up, and a damaged file can contain one twice.
        assert_eq!(
            format!("{:?}", again.resource(name)),
            format!("{:?}", knowledge.resource(name)),
            "{name}"
        );
    }
    let linted = lint(knowledge, &types);
    assert_eq!(linted, lint(&again, &types));
}

/// Writes the knowledge in front of a NUL, changes the file as the bytes after it say, and reads it.
fn check_damaged_knowledge(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |byte| *byte == 0);
    let Some(Ok(json)) = parts.next().map(std::str::from_utf8) else {
        return;
    };
    let Ok(knowledge) = Knowledge::from_json(json) else {
        return;
    };
    let Some(mut file) = knowledge.to_file() else {
        return;
    };
    check_knowledge(&file);
    let damages = parts.next().unwrap_or_default().chunks_exact(3);
    for damage in damages {
        let at = usize::from(u16::from_le_bytes([damage[0], damage[1]])) % file.len();
        file[at] ^= damage[2];
    }
    check_knowledge(&resealed(&file));
}

fn check_schemas(text: &str) {
    let added = match engine::bundled_knowledge().with_overlay(text) {
        Err(mistakes) => {
            assert!(
                !mistakes.is_empty() && mistakes.iter().all(|mistake| !mistake.message.is_empty())
            );
            return;
        }
        Ok(knowledge) => knowledge,
    };
    let names = type_names(text);
    assert!(
        !names.is_empty() && names.iter().all(|name| added.resource(name).is_some()),
        "{names:?}"
    );
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    // A merge patch that is applied again changes nothing.
    let again = added
        .clone()
        .with_overlay(text)
        .expect("schemas that were added can be added again");
    if names.iter().collect::<BTreeSet<_>>().len() == names.len() {
        for name in &names {
            assert_eq!(again.resource(name), added.resource(name), "{name}");
        }
    }
    lint(&added, &names);
}

/// Returns the names of the types in a file of schemas.
fn type_names(text: &str) -> Vec<String> {
    let arena = bumpalo::Bump::new();
    let tree = cfn_warden_syntax::parse(&arena, text, "")
        .tree
        .expect("schemas that were read parse");
    let one = [tree.root];
    let schemas = tree.root.as_list().unwrap_or(&one);
    schemas
        .iter()
        .filter_map(|schema| Some(schema.get("typeName")?.as_str()?.to_owned()))
        .collect()
}

/// Lints resources of some types; returns the rules and messages of the findings.
fn lint(knowledge: &Knowledge, types: &[&str]) -> Vec<String> {
    let properties = "{Name: a, Tags: [{Key: a, Value: b}], Size: 1, Nested: {A: [1, x, {}]}, B: !Ref AWS::Region}";
    let resource =
        |(index, name)| format!("  R{index}:\n    Type: {name}\n    Properties: {properties}\n");
    let resources: String = types.iter().enumerate().map(resource).collect();
    let text = format!("Resources:\n{resources}Outputs:\n  O: {{Value: !GetAtt R0.Name}}\n");
    let request = Request {
        documents: vec![Input {
            name: "t.yaml",
            content: text.as_bytes(),
        }],
        lint_settings: Settings::new(cfn_warden_rules::bundled(), knowledge.clone()),
        ..Request::default()
    };
    let run = engine::check(&request, &Cache::default());
    run.findings
        .iter()
        .map(|finding| format!("{} {}", finding.rule.id, finding.message))
        .collect()
}

fn check_waivers(text: &str) {
    for read in [
        toml::waivers::parse(text, "w.toml"),
        file::parse(text, "w.yaml"),
    ] {
        match read {
            Err(mistakes) => check_mistakes(&mistakes),
            Ok(waivers) => assert!(
                waivers
                    .iter()
                    .all(|one| !one.rule.is_empty() && !one.reason.is_empty())
            ),
        }
    }
}

fn check_baseline(text: &str) {
    match baseline::parse(text) {
        Err(mistakes) => check_mistakes(&mistakes),
        Ok(mut contents) => {
            contents.findings.sort();
            contents.not_checked.sort();
            let written = baseline::write(&contents);
            assert_eq!(
                baseline::parse(&written).as_ref(),
                Ok(&contents),
                "{written}"
            );
        }
    }
}

fn check_mistakes(mistakes: &[Mistake]) {
    let is_told = |mistake: &Mistake| {
        !mistake.message.is_empty() && mistake.at.line > 0 && mistake.at.column > 0
    };
    assert!(
        !mistakes.is_empty() && mistakes.iter().all(is_told),
        "{mistakes:?}"
    );
}
