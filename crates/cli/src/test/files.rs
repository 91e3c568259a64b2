//! Pairs of rules files and their tests.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::content;
use crate::validate::input;
use cfn_warden_arguments::test::Args;

/// A rules file and its tests.
pub struct Suite {
    /// The rules file's path, as shown in the output.
    pub path: String,
    /// The name of the rules file's default rule.
    pub name: String,
    /// The rules file's text, or the error that occurred while reading it.
    pub text: Result<String, String>,
    /// The test files.
    pub tests: Vec<PathBuf>,
}

/// Returns the suite of `-r` and `-t`.
pub fn single(rules: &Path, tests: &Path, args: &Args) -> Result<Suite, String> {
    const ENDINGS: &[&str] = &[".json", ".yaml", ".JSON", ".YAML", ".yml", ".jsn"];
    let missing = |path: &Path| format!("The path `{}` does not exist", path.display());
    if let Some(path) = [rules, tests].into_iter().find(|path| !path.exists()) {
        return Err(missing(path));
    }
    if !rules.is_file() {
        return Err("I/O error when reading invalid input parameter".to_owned());
    }
    let all = input::all(&[tests.to_owned()], args.last_modified)?;
    let tests = all
        .into_iter()
        .filter(|path| ENDINGS.iter().any(|ending| name_of(path).ends_with(ending)));
    let path = rules.to_string_lossy().into_owned();
    Ok(Suite {
        name: path.clone(),
        path,
        text: input::text(rules),
        tests: tests.collect(),
    })
}

/// Returns the suites below a folder. A file in a folder `tests` belongs to the first rules file next to that folder
/// whose name it starts with.
pub fn below(folder: &Path) -> Result<Vec<Suite>, String> {
    const TESTS: &[&str] = &[".yaml", ".yml", ".json", ".jsn"];
    let mut others = Vec::new();
    let mut by_folder: BTreeMap<String, Vec<Suite>> = BTreeMap::new();
    for path in input::all(&[folder.to_owned()], false)? {
        let name = name_of(&path);
        let Some(name) = name
            .strip_suffix(".guard")
            .or_else(|| name.strip_suffix(".ruleset"))
        else {
            others.push(path);
            continue;
        };
        let suite = Suite {
            path: path.to_string_lossy().into_owned(),
            name: name.to_owned(),
            text: content::text(&path).map_err(|error| format!("I/O error when reading {error}")),
            tests: Vec::new(),
        };
        by_folder.entry(parent_of(&path)).or_default().push(suite);
    }
    for path in others {
        let name = name_of(&path);
        let tests = path.parent().filter(|parent| parent.ends_with("tests"));
        let Some(siblings) = tests.and_then(|tests| by_folder.get_mut(&parent_of(tests))) else {
            continue;
        };
        if TESTS.iter().any(|ending| name.ends_with(ending))
            && let Some(suite) = siblings
                .iter_mut()
                .find(|suite| name.starts_with(&suite.name))
        {
            suite.tests.push(path);
        }
    }
    Ok(by_folder.into_values().flatten().collect())
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn parent_of(path: &Path) -> String {
    path.parent()
        .map(|parent| parent.to_string_lossy().into_owned())
        .unwrap_or_default()
}
