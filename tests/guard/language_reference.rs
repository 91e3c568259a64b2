//! The examples of docs/guard-language.md, with the verdicts that the page states. Pages of functions have the same form.
//!
//! Every fenced block of the page has one of these types; `scripts/check_language_reference.py` runs the blocks with
//! cfn-guard.
//!
//! - `yaml`, `json`: the document of the following rules blocks; with `tests`, a file of unit tests.
//! - `guard`: rules. Each rule without parameters has one comment `# PASS`, `# FAIL` or `# SKIP` at the end of a line,
//!   or `# validate: FAIL, test: PASS, check: PASS` if the YAML loaders disagree. The default rule has a line `#
//!   default: PASS`. With `invalid`, the rules do not parse; with `error`, their evaluation fails.
//! - `console`: `$ COMMAND` and its output, or `$ echo $?`. The commands run in a folder with a file for each preceding
//!   block that has `file=NAME`.
//!
//! The rows of the table of scalars, `` | `scalar` | validate | test | CloudFormation | ``, are verified, too.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use bumpalo::Bump;
use cfn_warden_guard::{self as guard, Doc, Options, Profile, Rules};
use cfn_warden_syntax as syntax;

/// The YAML loaders by their names on the page.
const READERS: &[(&str, Profile)] = &[
    ("validate", Profile::Cli),
    ("test", Profile::Lib),
    ("check", Profile::CloudFormation),
];

/// A fenced block of a page.
pub struct Block<'p> {
    pub line: usize,
    pub language: &'p str,
    pub words: Vec<&'p str>,
    pub text: String,
}

fn page() -> String {
    std::fs::read_to_string(crate::recorded::root().join("docs/guard-language.md")).unwrap()
}

/// The fenced blocks of a page.
pub fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut found = Vec::new();
    let mut open: Option<Block<'_>> = None;
    for (line, number) in page.lines().zip(1..) {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let mut words = info.split(' ');
                let language = words.next().unwrap();
                open = Some(Block {
                    line: number,
                    language,
                    words: words.collect(),
                    text: String::new(),
                });
            }
            (Some(_), Some("")) => found.extend(open.take()),
            (Some(block), _) => {
                block.text.push_str(line);
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "the last block has no end");
    found
}

type Verdicts = BTreeMap<String, String>;

/// Returns the verdicts of a rules block for a loader, from the comments in the block.
fn stated(block: &Block<'_>, reader: &str) -> Verdicts {
    let mut stated = Verdicts::new();
    let mut rule = None;
    let mut named = Vec::new();
    for line in block.text.lines() {
        if let Some(name) = line.strip_prefix("rule ") {
            let end = name
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap();
            rule = (!name[end..].starts_with('(')).then(|| &name[..end]);
            named.extend(rule);
        }
        let Some((_, comment)) = line.rsplit_once("# ") else {
            continue;
        };
        if let Some(verdict) = comment.strip_prefix("default: ") {
            stated.insert("default".to_owned(), verdict.to_owned());
            continue;
        }
        let by_reader = comment
            .split(", ")
            .find_map(|part| part.strip_prefix(reader)?.strip_prefix(": "));
        let verdict = by_reader.unwrap_or(comment);
        if let (Some(rule), "PASS" | "FAIL" | "SKIP") = (rule, verdict) {
            let before = stated.insert(rule.to_owned(), verdict.to_owned());
            assert!(
                before.is_none(),
                "line {}: {rule} has two verdicts",
                block.line
            );
        }
    }
    for rule in named {
        assert!(
            stated.contains_key(rule),
            "line {}: {rule} has no verdict",
            block.line
        );
    }
    assert!(
        !stated.is_empty(),
        "line {}: no rule has a verdict",
        block.line
    );
    stated
}

/// Returns the verdict of each rule, or the error if the rules do not parse or their evaluation fails.
fn verdicts(rules: &str, data: &str, profile: Profile) -> Result<Verdicts, String> {
    let rules = Rules::parse("", rules).map_err(|errors| format!("parse error: {}", errors[0]))?;
    let arena = Bump::new();
    let tree = syntax::parse(&arena, data, "d")
        .tree
        .ok_or("the document cannot be read")?;
    let doc = Doc::new(&arena, &[&tree], profile).map_err(|error| error.message.to_string())?;
    let options = Options {
        now: 1_800_000_000,
        ..Options::default()
    };
    let outcome = guard::evaluate(&rules, &doc, &options).map_err(|error| error.to_string())?;
    Ok(outcome
        .rules()
        .map(|(rule, status)| (rule.to_owned(), status.as_str().to_owned()))
        .collect())
}

#[test]
fn every_block_of_rules_has_the_verdicts_that_it_states() {
    let checked = check_examples("docs/guard-language.md", &page());
    assert!(checked >= 60, "only {checked} examples");
}

/// Compares the verdicts of the rules blocks of a page with the stated ones, and returns the number of blocks.
pub fn check_examples(name: &str, page: &str) -> usize {
    let mut data = None;
    let mut checked = 0;
    for block in blocks(page) {
        match block.language {
            "yaml" | "json" if !block.words.contains(&"tests") => data = Some(block.text),
            "guard" => {
                let data = data
                    .as_deref()
                    .expect("a document is above the first rules");
                for (reader, profile) in READERS {
                    let found = verdicts(&block.text, data, *profile);
                    let place = format!("{name}:{}, {reader}", block.line);
                    if block.words.contains(&"invalid") {
                        assert!(
                            found.is_err_and(|error| error.starts_with("parse error")),
                            "{place}"
                        );
                    } else if block.words.contains(&"error") {
                        assert!(
                            found.is_err_and(|error| !error.starts_with("parse error")),
                            "{place}"
                        );
                    } else {
                        assert_eq!(found, Ok(stated(&block, reader)), "{place}");
                    }
                }
                checked += 1;
            }
            "yaml" | "json" | "console" => {}
            other => panic!(
                "{name}:{}: a block of `{other}` is not an example",
                block.line
            ),
        }
    }
    checked
}

#[test]
fn every_console_block_shows_the_actual_output() {
    let folder = std::env::temp_dir().join(format!("cfn-warden-language-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let folder = folder.canonicalize().unwrap();
    let page = page();
    let mut commands = 0;
    for block in blocks(&page) {
        for name in block
            .words
            .iter()
            .filter_map(|word| word.strip_prefix("file="))
        {
            std::fs::write(folder.join(name), &block.text).unwrap();
        }
        if block.language == "console" {
            let (ran, shown) = session(&block.text, &folder);
            assert_eq!(shown, block.text, "line {}", block.line);
            commands += ran;
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(commands >= 5, "only {commands} commands");
}

/// Runs the commands of a console block; returns their number and the block with the actual output.
fn session(block: &str, folder: &PathBuf) -> (usize, String) {
    let within = format!("{}/", folder.display());
    let (mut ran, mut shown, mut code) = (0, String::new(), None);
    for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
        shown.push_str(&format!("$ {command}\n"));
        if command == "echo $?" {
            shown.push_str(&format!("{}\n", code.expect("a command is above")));
            continue;
        }
        let arguments = command
            .strip_prefix("cfn-warden ")
            .expect("a command of ours");
        let output = Command::new(env!("CARGO_BIN_EXE_cfn-warden"))
            .args(arguments.split(' '))
            .current_dir(folder)
            .env_remove("LD_LIBRARY_PATH")
            .output()
            .unwrap();
        code = output.status.code();
        shown.push_str(&String::from_utf8_lossy(&output.stdout).replace(&within, ""));
        ran += 1;
    }
    (ran, shown)
}

/// Returns a rule that passes for a value as described in a cell of the table: a type, or a type and a value.
fn rule_of(cell: &str) -> String {
    let (kind, value) = cell.split_once(' ').unwrap_or((cell, ""));
    let is = match kind {
        "string" => "is_string",
        "boolean" => "is_bool",
        "integer" => "is_int",
        "float" => "is_float",
        "null" => "is_null",
        other => panic!("a value of kind `{other}`"),
    };
    let equal = if value.is_empty() {
        String::new()
    } else {
        format!("V == {value}")
    };
    format!("rule v {{ V {is} {equal} }}")
}

#[test]
fn every_scalar_in_the_table_has_the_stated_type() {
    let page = page();
    let mut rows = 0;
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [scalar, readings @ ..] = cells.as_slice() else {
            continue;
        };
        let is_reading = |cell: &&str| {
            ["string", "boolean", "integer", "float", "null"]
                .iter()
                .any(|kind| cell.starts_with(kind))
        };
        if readings.len() != 3 || !readings.iter().all(is_reading) {
            continue;
        }
        rows += 1;
        let data = format!("V: {}\n", scalar.trim_matches('`'));
        for ((reader, profile), cell) in READERS.iter().zip(readings) {
            let found = verdicts(&rule_of(cell), &data, *profile);
            let held = Ok(Verdicts::from([("v".to_owned(), "PASS".to_owned())]));
            assert_eq!(found, held, "{reader} does not read {scalar} as {cell}");
        }
    }
    assert!(rows >= 20, "only {rows} scalars");
}
