//! Command lines and their recorded results from cfn-guard 3.2.1: `outputs/lines.txt`, recorded in
//! `outputs/recorded.jsonl` by `scripts/record_guard_outputs.py`, which documents the fields.
//!
//! Intended differences are in `outputs/deviations.jsonl`: our results, or the parts of them to compare, with the row
//! of `docs/parity.md` that explains the difference. `UPDATE=1` updates the result of an entry whose `line` and `row`
//! were added manually. Help texts are compared only by their options and commands.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::{Map, Value};

use crate::recorded;

const HOME: &str = "tests/guard/outputs";
/// The row of `docs/parity.md` for texts that must only contain the same options.
const HELP: &str = "`--help`, `--version`";
/// The number of groups of command lines; each group has a folder of its own.
const WORKERS: usize = 4;

/// The result of a command line. The folder is replaced by `DIR`, and times by 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Answer {
    exit: i64,
    out: String,
    err: String,
    written: BTreeMap<String, String>,
}

impl Answer {
    fn of(value: &Value) -> Answer {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let written = value["written"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.clone(), text(value)));
        let exit = value["exit"].as_i64().unwrap_or(-1);
        Answer {
            exit,
            out: text(&value["out"]),
            err: text(&value["err"]),
            written: written.collect(),
        }
    }

    fn fields(&self) -> Map<String, Value> {
        let mut fields = Map::new();
        fields.insert("exit".to_owned(), self.exit.into());
        fields.insert("out".to_owned(), self.out.as_str().into());
        fields.insert("err".to_owned(), self.err.as_str().into());
        if !self.written.is_empty() {
            fields.insert(
                "written".to_owned(),
                serde_json::to_value(&self.written).unwrap(),
            );
        }
        fields
    }

    /// Sorts the parts that cfn-guard prints in random order.
    fn ordered(mut self, order: Option<&str>) -> Answer {
        match order {
            Some("resources") => self.out = resources(&self.out),
            Some("rulegen") => self.out = rulegen(&self.out),
            Some("lines") => self.err = sorted(self.err.split_inclusive('\n')),
            Some(other) => panic!("no order is called {other}"),
            None => {}
        }
        self
    }
}

/// Creates a folder with the files of `outputs/files`, with fixed modification times.
struct Home(PathBuf, BTreeSet<String>);

impl Home {
    fn new(number: usize) -> Home {
        let path = std::env::temp_dir().join(format!(
            "cfn-warden-{}-outputs-{number}",
            std::process::id()
        ));
        let _ = std::fs::remove_dir_all(&path);
        let files = recorded::root().join(HOME).join("files");
        copy(&files, &path);
        std::fs::create_dir(path.join("void")).unwrap();
        let path = path.canonicalize().unwrap();
        let names = names(&path);
        for (age, name) in names.iter().rev().enumerate() {
            let time =
                SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000 + 60 * age as u64);
            std::fs::File::open(path.join(name))
                .unwrap()
                .set_modified(time)
                .unwrap();
        }
        Home(path, names)
    }

    fn run(&self, line: &str) -> Answer {
        let (words, input) = line.split_once('<').unwrap_or((line, ""));
        let stdin = match input.trim() {
            "" => Vec::new(),
            file => std::fs::read(self.0.join(file)).unwrap(),
        };
        let mut command = Command::new(env!("CARGO_BIN_EXE_cfn-warden"));
        let words = split(words);
        let variables = words.iter().map_while(|word| {
            word.split_once('=')
                .filter(|(name, _)| name.chars().all(|c| c.is_ascii_uppercase() || c == '_'))
        });
        let variables: Vec<_> = variables.collect();
        command
            .env_clear()
            .envs(variables.iter().copied())
            .current_dir(&self.0)
            .args(&words[variables.len()..]);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // The process may exit without reading its input.
        let _ = child.stdin.take().unwrap().write_all(&stdin);
        let ended = child.wait_with_output().unwrap();
        let mut written = BTreeMap::new();
        for name in names(&self.0).difference(&self.1) {
            written.insert(
                name.clone(),
                self.fixed(std::fs::read(self.0.join(name)).unwrap()),
            );
            std::fs::remove_file(self.0.join(name)).unwrap();
        }
        let (out, err) = (self.fixed(ended.stdout), self.fixed(ended.stderr));
        Answer {
            exit: ended.status.code().unwrap_or(-1).into(),
            out,
            err,
            written,
        }
    }

    fn fixed(&self, bytes: Vec<u8>) -> String {
        let home = self.0.to_str().unwrap();
        let text = String::from_utf8(bytes)
            .unwrap()
            .replace(&format!("{home}/"), "DIR/");
        let text = text
            .replace(&format!("{}/", &home[1..]), "DIR/")
            .replace(home, "DIR");
        let mut parts = text.split("time=\"");
        let first = parts.next().unwrap().to_owned();
        parts.fold(first, |all, part| {
            format!("{all}time=\"0{}", &part[part.find('"').unwrap()..])
        })
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copied = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            std::fs::copy(&path, copied).unwrap();
        }
    }
}

/// Returns all files in a folder, recursively.
fn names(folder: &Path) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![folder.to_owned()]);
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(path).unwrap() {
            let path = entry.unwrap().path();
            found.insert(
                path.strip_prefix(folder)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned(),
            );
            if path.is_dir() {
                open.push(path);
            }
        }
    }
    found
}

/// Splits a line of `lines.txt` into words, as a shell does, with single quotes and backslashes before spaces.
fn split(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (at, quoted) in line.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(quoted.to_owned());
            continue;
        }
        let plain = quoted.replace("\\ ", "\0");
        words.extend(
            plain
                .split_whitespace()
                .filter(|word| *word != "-")
                .map(|word| word.replace('\0', " ")),
        );
    }
    words
}

fn sorted<'t>(parts: impl Iterator<Item = &'t str>) -> String {
    let mut parts: Vec<&str> = parts.collect();
    parts.sort_unstable();
    parts.concat()
}

/// Sorts consecutive blocks of resources.
fn resources(text: &str) -> String {
    let (mut all, mut blocks, mut block) = (String::new(), Vec::new(), None);
    for line in text.split_inclusive('\n') {
        if line.starts_with("Resource = ") {
            block = Some(String::new());
        }
        match &mut block {
            Some(open) => open.push_str(line),
            None => {
                all.push_str(&sorted(blocks.iter().map(String::as_str)));
                blocks.clear();
                all.push_str(line);
            }
        }
        if line == "}\n" {
            blocks.extend(block.take());
        }
    }
    all + &sorted(blocks.iter().map(String::as_str))
}

/// Sorts rules, their lines, and the lists in their lines.
fn rulegen(text: &str) -> String {
    let list = |line: &str| match line.split_once(" IN [") {
        Some((before, list)) => {
            let mut items: Vec<&str> = list.trim_end_matches("]\n").split(", ").collect();
            items.sort_unstable();
            format!("{before} IN [{}]\n", items.join(", "))
        }
        None => line.to_owned(),
    };
    let mut rules: Vec<String> = Vec::new();
    for rule in text.split_inclusive("\n}\n") {
        let mut lines: Vec<String> = rule.split_inclusive('\n').map(list).collect();
        let inner = 2..lines.len() - 1;
        lines[inner].sort();
        rules.push(lines.concat());
    }
    rules.sort();
    rules.concat()
}

fn table(name: &str) -> Vec<Map<String, Value>> {
    let text = std::fs::read_to_string(recorded::root().join(HOME).join(name)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Runs our program on command lines.
fn answers(lines: &[&str]) -> Vec<Answer> {
    let shares: Vec<_> = lines
        .chunks(lines.len().div_ceil(WORKERS))
        .enumerate()
        .collect();
    std::thread::scope(|scope| {
        let workers = shares.iter().map(|(number, lines)| {
            scope.spawn(move || {
                let home = Home::new(*number);
                lines.iter().map(|line| home.run(line)).collect::<Vec<_>>()
            })
        });
        let workers: Vec<_> = workers.collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap())
            .collect()
    })
}

/// Describes the first difference of two texts.
fn difference(what: &str, ours: &str, theirs: &str) -> Option<String> {
    let at = ours
        .lines()
        .zip(theirs.lines())
        .take_while(|(one, other)| one == other)
        .count();
    let line = |text: &str| {
        text.lines()
            .nth(at)
            .map_or("(its end)".to_owned(), |line| format!("{line:.300?}"))
    };
    (ours != theirs).then(|| {
        format!(
            "  {what}, line {}\n    ours   {}\n    theirs {}\n",
            at + 1,
            line(ours),
            line(theirs)
        )
    })
}

fn differences(line: &str, ours: &Answer, theirs: &Answer) -> Option<String> {
    let exit =
        (ours.exit != theirs.exit).then(|| format!("  exit {}, not {}\n", ours.exit, theirs.exit));
    let (one, other) = (
        format!("{:#?}", ours.written),
        format!("{:#?}", theirs.written),
    );
    let parts = [
        exit,
        difference("out", &ours.out, &theirs.out),
        difference("err", &ours.err, &theirs.err),
    ];
    let found: String = parts
        .into_iter()
        .flatten()
        .chain(difference("written", &one, &other))
        .collect();
    (!found.is_empty()).then(|| format!("{line}\n{found}"))
}

/// Returns the first words of the lines of a help text: options with the names of their values, and commands.
fn options(answer: &Answer) -> BTreeSet<&str> {
    let lines = answer.out.lines().chain(answer.err.lines());
    let listed = lines.filter_map(|line| {
        line.strip_prefix("  ")
            .filter(|line| !line.starts_with(' '))
    });
    listed
        .map(|line| {
            line.split_once("  ")
                .map_or(line, |(first, _)| first)
                .trim_end()
        })
        .collect()
}

/// Our program may have commands that cfn-guard lacks, and options on commands.
fn other_options(line: &str, ours: &Answer, theirs: &Answer) -> Option<String> {
    let (one, other) = (options(ours), options(theirs));
    let same = ours.exit == theirs.exit && one.is_superset(&other);
    (!same).then(|| {
        format!(
            "{line}\n  exit {}, not {}\n  {one:?}\n  not {other:?}\n",
            ours.exit, theirs.exit
        )
    })
}

#[test]
fn commands_print_the_output_of_cfn_guard() {
    let (theirs, mut deviations) = (table("recorded.jsonl"), table("deviations.jsonl"));
    let listed = std::fs::read_to_string(recorded::root().join(HOME).join("lines.txt")).unwrap();
    let listed: Vec<&str> = listed
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let lines: Vec<&str> = theirs
        .iter()
        .map(|recorded| recorded["line"].as_str().unwrap())
        .collect();
    assert_eq!(lines, listed, "lines.txt is not what is recorded");
    assert!(lines.len() > 400);
    let parity = std::fs::read_to_string(recorded::root().join("docs/parity.md")).unwrap();
    let update = recorded::is_update();
    let mut wrong = Vec::new();
    let mut met = 0;
    for (recorded, ours) in theirs.iter().zip(answers(&lines)) {
        let line = recorded["line"].as_str().unwrap();
        let order = recorded.get("order").and_then(Value::as_str);
        let mut ours = ours.ordered(order);
        let theirs = Answer::of(&Value::Object(recorded.clone()));
        let Some(deviation) = deviations
            .iter_mut()
            .find(|deviation| deviation["line"] == line)
        else {
            // The program prints its own name.
            ours.err = ours.err.replace("cfn-warden", "cfn-guard");
            wrong.extend(differences(line, &ours, &theirs));
            continue;
        };
        met += 1;
        let row = deviation["row"].as_str().unwrap();
        assert!(
            parity
                .lines()
                .any(|listed| listed.starts_with(&format!("| {row} |"))),
            "no row {row} in docs/parity.md"
        );
        if ours == theirs {
            wrong.push(format!("{line}\n  no deviation any more\n"));
        }
        if row == HELP {
            wrong.extend(other_options(line, &ours, &theirs));
            continue;
        }
        let mut held = ours.fields();
        if deviation.len() > 2 {
            held.retain(|field, _| deviation.contains_key(field));
        }
        if update {
            deviation.extend(held);
            continue;
        }
        let held = Answer::of(&Value::Object(held));
        wrong.extend(differences(
            line,
            &held,
            &Answer::of(&Value::Object(deviation.clone())),
        ));
    }
    assert_eq!(met, deviations.len(), "a deviation has no line");
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        lines.len(),
        wrong.concat()
    );
    if update {
        let text: String = deviations
            .iter()
            .map(|deviation| format!("{}\n", Value::Object(deviation.clone())))
            .collect();
        recorded::write(&recorded::root().join(HOME).join("deviations.jsonl"), &text).unwrap();
    }
}
