//! Tests of project conventions.

use std::path::{Path, PathBuf};

use cfn_warden_schema::Pack;

/// Modules of the root package: each may only `use` those before it. Cargo enforces this between crates.
const ORDER: &[&str] = &[
    "error", "engine", "report", "checker", "lambda", "aws",
    // `invoke` runs the function's handler; nothing else of the command line knows it.
    "cli",
];

/// The dependencies that each core crate may have on others.
const CRATES: &[(&str, &[&str])] = &[
    ("syntax", &[]),
    ("template", &["syntax"]),
    ("schema", &["syntax", "template"]),
    ("lint", &["syntax", "template", "schema"]),
    ("guard", &["syntax"]),
    ("terraform", &["syntax", "schema"]),
];

fn sources() -> Vec<PathBuf> {
    [rust_files("src"), rust_files("crates")].concat()
}

fn tests() -> Vec<PathBuf> {
    rust_files("tests")
}

fn rust_files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = crate::support::files_below(&folder);
    found.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    assert!(found.len() > 2, "no sources in {}", folder.display());
    found
}

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|name| *name == module)
}

/// Returns the root package's module that a file belongs to; the crate's name for other files.
fn module_of(path: &Path) -> String {
    let inside = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
    inside.iter().nth(1).unwrap().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

#[test]
fn no_source_file_is_longer_than_400_lines() {
    let long: Vec<_> = sources()
        .into_iter()
        .chain(tests())
        .filter(|path| std::fs::read_to_string(path).unwrap().lines().count() > 400)
        .collect();
    assert!(long.is_empty(), "files over 400 lines, to be split: {long:?}");
}

#[test]
fn nothing_but_the_command_line_prints() {
    let prints = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        ["println!", "eprintln!", "print!", "eprint!", "dbg!"].iter().any(|print| text.contains(print))
    };
    let wrong: Vec<_> = sources().into_iter().filter(|path| module_of(path) != "cli").filter(prints).collect();
    assert!(wrong.is_empty(), "reports must be written to the caller's writer: {wrong:?}");
}

#[test]
fn modules_import_only_earlier_ones() {
    let mut wrong = Vec::new();
    for path in rust_files("src") {
        let module = module_of(&path);
        let Some(own) = rank(&module) else { continue };
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
            for part in line.split("crate::").skip(1) {
                let target: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if target != module && rank(&target).is_some_and(|other| other >= own) {
                    wrong.push(format!("{}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "imports of later modules:\n{}", wrong.join("\n"));
}

#[test]
fn core_crates_have_only_the_allowed_dependencies() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), CRATES.len());
    for (name, allowed) in CRATES {
        let manifest = std::fs::read_to_string(folder.join(name).join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap().lines();
        let own = dependencies.filter_map(|line| line.strip_prefix("cfn-warden-")?.split('.').next());
        let own: Vec<_> = own.collect();
        assert!(own.iter().all(|other| allowed.contains(other)), "crates/{name} depends on {own:?}");
    }
}

#[test]
fn the_rules_pack_is_up_to_date() {
    let schemas = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("schemas");
    let mut files: Vec<_> =
        std::fs::read_dir(schemas.join("rules")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let texts: Vec<_> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let fresh = Pack::from_texts(texts.iter().map(String::as_str)).unwrap();
    let (words, text) = (std::fs::read(schemas.join("rules.pack")), std::fs::read_to_string(schemas.join("rules.txt")));
    assert!(fresh.parts() == (&*words.unwrap(), &*text.unwrap()), "run `make index`");
}

#[test]
fn indexes_are_up_to_date() {
    let root = env!("CARGO_MANIFEST_DIR");
    let check =
        std::process::Command::new("sh").args(["scripts/index.sh", "--check"]).current_dir(root).output().unwrap();
    let stale = String::from_utf8_lossy(&check.stdout);
    assert!(check.status.success(), "run `make index` (sh scripts/index.sh):\n{stale}");
}
