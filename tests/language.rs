//! The language of comments, documents, scripts and help texts.

use std::path::{Path, PathBuf};

use cfn_warden::cli::Exit;
use fancy_regex::Regex;

use crate::cli::run;
use crate::support::files_below;

/// A regular expression for retired phrases. Plain words replace them: name the actor, the object and the action.
const RETIRED: &str = concat!(
    r"\b(?:(?:is|are) no|none of|such|thus|held to|stands|is (?:had|got)|comes to|goes by|hand(?:s|ed|ing)? (?:in|over|on)",
    r"|asked for|told|said|besides?|of which|anew|mend(?:s|ed|ing)?|spoil\w*|dwell\w*|wav(?:e|es|ed) through|the desk",
    r"|passed over|nobody|whereabouts|made up|read off|put right|so it is in the reference|the reference's)\b",
);

/// A regular expression for phrases that are not used in strings of Rust and in test data either: cfn-lint, cfn-guard and
/// Terraform are named, and a thing "is not a template".
const RETIRED_IN_STRINGS: &str = concat!(
    r"\bthe reference (?:cannot|ends|loses|never|panics|prints|stops)\b|\b(?:in|of) the reference\b",
    r"|(?<!there )\b(?:is|are) no (?!longer\b|more\b)[a-z]",
);

/// Permitted uses: file, phrase in lower case, and the reason. For words of other tools only.
const ALLOWED: &[(&str, &str, &str)] = &[];

const FILES: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.toml",
    "Makefile",
    "README.md",
    "SECURITY.md",
    "action.yml",
    "build.rs",
    "install.sh",
    "template.yaml",
];

/// Returns the files of a folder with one of the extensions.
fn files(folder: &str, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = files_below(&root().join(folder));
    found.retain(|path| path.extension().is_some_and(|own| extensions.iter().any(|extension| own == *extension)));
    found.retain(|path| !path.iter().any(|part| part == "target"));
    assert!(!found.is_empty(), "no files in {folder}");
    found
}

fn sources() -> Vec<PathBuf> {
    ["src", "crates", "tests", "benches", "examples", "fuzz", "scripts"]
        .iter()
        .flat_map(|f| files(f, &["rs"]))
        .collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the path of a file as in [`ALLOWED`], and its text.
fn read(path: &Path) -> (String, String) {
    (path.strip_prefix(root()).unwrap().display().to_string(), std::fs::read_to_string(path).unwrap())
}

/// Returns the comment in a line of Rust. A string that contains ` //` counts as one.
fn comment(line: &str) -> &str {
    let start = if line.trim_start().starts_with("//") { line.find("//") } else { line.find(" //") };
    start.map_or("", |start| line[start..].trim_start().trim_start_matches(['/', '!']))
}

/// Returns the retired phrases in a line, in lower case.
fn retired(phrases: &Regex, line: &str) -> Vec<String> {
    let line = line.trim().to_lowercase();
    let found = phrases.find_iter(&line).map(Result::unwrap).filter(|found| {
        let (before, after) = (line[..found.start()].trim_end(), &line[found.end()..]);
        match found.as_str() {
            // The words before or after may be on another line.
            "such" => !after.is_empty() && !after.starts_with(" as "),
            "is no" | "are no" => !before.is_empty() && !before.ends_with("there") && !after.starts_with(" longer"),
            _ => true,
        }
    });
    found.map(|found| found.as_str().to_owned()).collect()
}

/// Adds the help texts of a command and its subcommands.
fn add_help(command: &[&str], pages: &mut Vec<(String, String)>) {
    let ended = run(&[command, &["--help"]].concat(), "");
    assert_eq!(ended.exit, Exit::OK, "{command:?}: {}", ended.err);
    let list = ended.out.lines().skip_while(|line| *line != "Commands:").skip(1);
    let list = list.take_while(|line| line.is_empty() || line.starts_with(' '));
    let names = list.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    for name in names.filter(|name| !name.is_empty() && *name != "help") {
        add_help(&[command, &[name]].concat(), pages);
    }
    pages.push((format!("cfn-warden {} --help", command.join(" ")), ended.out));
}

#[test]
fn retired_phrases_are_not_used() {
    let phrases = Regex::new(RETIRED).unwrap();
    let documents = [files("docs", &["md"]), files("scripts", &["py", "sh", "mjs"])].concat();
    let other = FILES.iter().map(|file| root().join(file));
    let mut texts: Vec<_> = sources().into_iter().chain(documents).chain(other).map(|path| read(&path)).collect();
    let files = texts.len();
    add_help(&[], &mut texts);
    assert!(texts.len() > files + 11, "help of {} commands", texts.len() - files);
    let mut wrong = Vec::new();
    for (name, text) in &texts {
        for (number, line) in (1..).zip(text.lines()) {
            let line = if name.ends_with(".rs") { comment(line) } else { line };
            let found = retired(&phrases, line).into_iter();
            let found = found.filter(|phrase| !ALLOWED.iter().any(|(file, own, _)| file == name && own == phrase));
            wrong.extend(found.map(|phrase| format!("{name}:{number}: {phrase}")));
        }
    }
    assert!(wrong.is_empty(), "retired phrases:\n{}", wrong.join("\n"));
}

#[test]
fn retired_phrases_are_not_in_strings() {
    let phrases = Regex::new(RETIRED_IN_STRINGS).unwrap();
    let data = [files("tests/hostile_gate", &["yaml"]), files("tests/terraform", &["in"])].concat();
    let own = root().join(file!());
    let paths = sources().into_iter().filter(|path| *path != own).chain(data);
    let mut wrong = Vec::new();
    for (name, text) in paths.map(|path| read(&path)) {
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.to_lowercase();
            let found = phrases.find(&line).unwrap().map(|found| format!("{name}:{number}: {}", found.as_str()));
            wrong.extend(found);
        }
    }
    assert!(wrong.is_empty(), "retired phrases:\n{}", wrong.join("\n"));
}

/// Returns the name of the public item or field that a line declares.
fn public_name(line: &str) -> Option<&str> {
    const KEYWORDS: &[&str] = &["async", "const", "enum", "fn", "mod", "mut", "static", "struct", "trait", "type"];
    let rest = line.strip_prefix("pub")?;
    let rest = rest.strip_prefix('(').map_or(Some(rest), |scope| Some(scope.split_once(')')?.1))?;
    let mut words = rest.strip_prefix(' ')?.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.find(|word| !word.is_empty() && !KEYWORDS.contains(word))
}

#[test]
fn doc_comments_say_more_than_the_name() {
    let mut wrong = Vec::new();
    for (name, text) in sources().iter().map(|path| read(path)) {
        let mut doc: Option<String> = None;
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if let Some(line) = line.strip_prefix("///") {
                doc.get_or_insert_default().extend([" ", line]);
            } else if !line.starts_with('#') {
                let (Some(doc), Some(item)) = (doc.take(), public_name(line)) else { continue };
                let doc = doc.to_lowercase();
                let words = doc.split(|c: char| !c.is_alphanumeric()).filter(|word| !["a", "an", "the"].contains(word));
                let words = words.collect::<String>();
                if words.is_empty() || words == item.to_lowercase().replace('_', "") {
                    wrong.push(format!("{name}:{number}: {item}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "doc comments that are empty or repeat the name:\n{}", wrong.join("\n"));
}
