//! Tests of project conventions.

mod imports;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cfn_warden_schema::Pack;

/// The dependencies that each crate of the workspace may have on others.
const CRATES: &[(&str, &[&str])] = &[
    ("syntax", &[]),
    ("template", &["syntax"]),
    ("schema", &["data", "syntax", "template"]),
    ("lint", &["data", "syntax", "template", "schema"]),
    ("rules", &["data", "syntax", "template", "schema", "lint"]),
    ("guard", &["syntax"]),
    ("terraform", &["syntax", "schema"]),
    ("fetch", &[]),
    ("runtime", &[]),
    ("authoring", &["syntax", "schema", "guard"]),
    (
        "lsp",
        &[
            "syntax",
            "template",
            "schema",
            "lint",
            "guard",
            "authoring",
            "secrets",
        ],
    ),
    ("secrets", &["syntax", "template", "schema"]),
    ("arguments", &[]),
    (
        "engine",
        &[
            "syntax",
            "template",
            "schema",
            "lint",
            "guard",
            "terraform",
            "secrets",
        ],
    ),
    (
        "report",
        &["data", "syntax", "template", "lint", "guard", "engine"],
    ),
    ("policies", &["data", "syntax", "lint", "guard", "engine"]),
    (
        "lambda",
        &[
            "syntax",
            "template",
            "schema",
            "lint",
            "guard",
            "terraform",
            "secrets",
            "fetch",
            "engine",
            "report",
            "policies",
        ],
    ),
    (
        "cli",
        &[
            "syntax",
            "template",
            "schema",
            "lint",
            "guard",
            "terraform",
            "secrets",
            "fetch",
            "engine",
            "report",
            "policies",
            "lsp",
            "authoring",
            "arguments",
            "lambda",
        ],
    ),
];

fn sources() -> Vec<PathBuf> {
    [rust_files("src"), rust_files("crates")].concat()
}

fn rust_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = crate::support::files_below(&folder);
    found.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    assert!(found.len() > 2, "no sources in {}", folder.display());
    found
}

/// Returns the name of the crate that a file belongs to; the file's name for those of the root package.
fn module_of(path: &Path) -> String {
    let inside = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
    inside
        .iter()
        .nth(1)
        .unwrap()
        .to_str()
        .unwrap()
        .trim_end_matches(".rs")
        .to_owned()
}

#[test]
fn nothing_but_the_command_line_prints() {
    let prints = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        ["println!", "eprintln!", "print!", "eprint!", "dbg!"]
            .iter()
            .any(|print| text.contains(print))
    };
    let wrong: Vec<_> = sources()
        .into_iter()
        .filter(|path| module_of(path) != "cli")
        .filter(prints)
        .collect();
    assert!(
        wrong.is_empty(),
        "reports must be written to the caller's writer: {wrong:?}"
    );
}

/// A row of ARCHITECTURE.md's table of circles: files, and folders with a `/` at the end.
struct AllowedCircle {
    places: Vec<String>,
}

impl AllowedCircle {
    fn holds(&self, file: &str) -> bool {
        self.places
            .iter()
            .any(|place| file == place || place.ends_with('/') && file.starts_with(place))
    }
}

/// Reads the table of the section "Circles of imports"; `a/{b,c}.rs` is short for `a/b.rs` and `a/c.rs`.
fn allowed_circles() -> Vec<AllowedCircle> {
    let text =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md"))
            .unwrap();
    let section = text
        .split("## Circles of imports")
        .nth(1)
        .unwrap()
        .split("\n## ")
        .next()
        .unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let rows = rows.map(|row| AllowedCircle {
        places: row
            .split('|')
            .nth(1)
            .unwrap()
            .split('`')
            .skip(1)
            .step_by(2)
            .flat_map(alternatives)
            .collect(),
    });
    rows.collect()
}

fn alternatives(place: &str) -> Vec<String> {
    let Some((before, rest)) = place.split_once('{') else {
        return vec![place.to_owned()];
    };
    let (names, after) = rest.split_once('}').unwrap();
    names
        .split(',')
        .map(|name| format!("{before}{name}{after}"))
        .collect()
}

#[test]
fn files_import_in_one_direction() {
    let allowed = allowed_circles();
    let mut in_circles = BTreeSet::new();
    let mut wrong = String::new();
    for folder in CRATES
        .iter()
        .map(|(name, _)| format!("crates/{name}/src/"))
        .chain(["src/".to_owned()])
    {
        let inside = Path::new(env!("CARGO_MANIFEST_DIR")).join(&folder);
        let imports = imports::of_crate(&inside, &sources());
        let found = imports.values().map(|named| named.len()).sum::<usize>();
        // One file next to lib.rs, which re-exports it, imports nothing.
        assert!(
            found > imports.len() / 2 || imports.len() <= 2,
            "{folder}: {imports:?}"
        );
        for circle in imports::circles(&imports) {
            let files: Vec<_> = circle
                .iter()
                .map(|file| format!("{folder}{file}"))
                .collect();
            if !allowed
                .iter()
                .any(|row| files.iter().all(|file| row.holds(file)))
            {
                wrong.push_str(&imports::described(&imports, &circle, &folder));
            }
            in_circles.extend(files);
        }
    }
    assert!(
        wrong.is_empty(),
        "files import each other; move what both need to a file below them:\n{wrong}"
    );
    for place in allowed.iter().flat_map(|row| &row.places) {
        let is_needed = in_circles
            .iter()
            .any(|file| file == place || file.starts_with(place));
        assert!(
            is_needed,
            "ARCHITECTURE.md allows a circle that does not exist: {place}"
        );
    }
}

#[test]
fn a_circle_of_imports_is_found() {
    let folder = std::env::temp_dir().join(format!("cfn-warden-imports-{}", std::process::id()));
    let files = [
        // `first` and `second` import each other, one of them through the re-export of `inner/mod.rs`.
        ("lib.rs", "mod first;\nmod inner;\nmod third;\n"),
        (
            "first.rs",
            "use crate::inner::{Shown, /* a comment */ self};\npub struct First(Shown);\n",
        ),
        (
            "inner/mod.rs",
            "mod second;\npub use second::Shown;\npub(crate) fn alone() {}\n",
        ),
        (
            "inner/second.rs",
            "/// Not [`crate::third::Third`].\npub struct Shown(Option<Box<crate::first::First>>);\n",
        ),
        (
            "third.rs",
            "use crate::{first::First, inner};\npub fn third(_: First) { inner::alone() }\nconst TEXT: &str = \"crate::lost\";\n#[cfg(test)]\nmod tests {\n    use super::super::inner::Shown;\n}\n",
        ),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let imports = imports::of_crate(&folder, &crate::support::files_below(&folder));
    std::fs::remove_dir_all(&folder).unwrap();
    let circles = imports::circles(&imports);
    assert_eq!(
        circles,
        [BTreeSet::from([
            "first.rs".to_owned(),
            "inner/second.rs".to_owned()
        ])]
    );
    assert_eq!(
        imports::described(&imports, &circles[0], "src/"),
        "src/first.rs -> src/inner/second.rs: Shown\nsrc/inner/second.rs -> src/first.rs: First\n"
    );
    assert_eq!(
        imports["third.rs"].keys().collect::<Vec<_>>(),
        ["first.rs", "inner/mod.rs"]
    );
}

#[test]
fn core_crates_have_only_the_allowed_dependencies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), CRATES.len());
    for (name, allowed) in CRATES {
        let manifest = std::fs::read_to_string(folder.join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest
            .split("[dependencies]")
            .nth(1)
            .unwrap()
            .split("\n[")
            .next()
            .unwrap()
            .lines();
        let own =
            dependencies.filter_map(|line| line.strip_prefix("cfn-warden-")?.split('.').next());
        let own: Vec<_> = own.collect();
        assert!(
            own.iter().all(|other| allowed.contains(other)),
            "crates/{name} depends on {own:?}"
        );
    }
}

#[test]
fn the_rules_pack_is_up_to_date() {
    let schemas = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let mut files: Vec<_> = std::fs::read_dir(schemas.join("rules"))
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    let texts: Vec<_> = files
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect();
    let fresh = Pack::from_texts(texts.iter().map(String::as_str)).unwrap();
    let (words, text) = (
        std::fs::read(schemas.join("rules.pack")),
        std::fs::read_to_string(schemas.join("rules.txt")),
    );
    assert!(
        fresh.parts() == (&*words.unwrap(), &*text.unwrap()),
        "run `make index`"
    );
}

#[test]
fn indexes_are_up_to_date() {
    let root = env!("CARGO_MANIFEST_DIR");
    let check = std::process::Command::new("sh")
        .args(["scripts/index.sh", "--check"])
        .current_dir(root)
        .output()
        .unwrap();
    let stale = String::from_utf8_lossy(&check.stdout);
    assert!(
        check.status.success(),
        "run `make index` (sh scripts/index.sh):\n{stale}"
    );
}

/// A verdict of the engine that passes is made in one place, so that nothing is green that was not checked.
#[test]
fn only_the_engine_makes_a_verdict_pass() {
    let mut matched = 0;
    for path in sources() {
        let is_guard = path.to_string_lossy().contains("crates/guard/");
        let is_own = ["verdict.rs", "status.rs"]
            .iter()
            .any(|name| path.ends_with(Path::new("crates/engine/src").join(name)));
        if is_guard || is_own {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for line in code.lines().map(str::trim) {
            let Some((before, _)) = line.split_once("Status::Pass") else {
                continue;
            };
            // Other enums, such as `CaseStatus`, and `Status::Passed` of annotations, are not verdicts.
            let is_other =
                before.ends_with(char::is_alphanumeric) || line.contains("Status::Passed");
            let is_pattern = line.starts_with("Status::Pass")
                || line.starts_with("(Status::Pass")
                || line.starts_with("engine::Status::Pass")
                || line.starts_with("(Status");
            let is_in_doc = line.starts_with("//");
            assert!(
                is_other || is_in_doc || is_pattern && line.contains("=>"),
                "{}: {line}",
                path.display()
            );
            matched += usize::from(is_pattern);
        }
    }
    assert!(matched > 3, "{matched}");
}

/// Front ends start from the constructors of requests, so that what they do not choose is the same for all of them.
#[test]
fn defaults_of_requests_are_in_one_place() {
    let mut constructed = 0;
    for path in sources() {
        let path_text = path.to_string_lossy();
        if path_text.contains("crates/engine/") || path_text.contains("crates/fetch/") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        assert!(!code.contains("Request::default()"), "{path_text}");
        constructed += usize::from(code.contains("Request::for_"));
    }
    assert!(constructed > 6, "{constructed}");
}
