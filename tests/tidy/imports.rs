//! The graph of imports between the files of a crate, read from the source text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The files of a crate that import each other in a circle, for each circle.
pub type Circles = Vec<BTreeSet<String>>;

/// The imports of a crate: each file with the files that define what it names, and the names. Files are relative to the
/// source folder.
pub type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// A path of names, such as `crate::doc::Doc`.
type Names = Vec<String>;

/// What is read of a file.
struct Module {
    file: String,
    /// What its `use` declarations bind: the name and its path.
    bindings: BTreeMap<String, Names>,
    /// The paths that it names, without those that it only re-exports.
    paths: Vec<Names>,
}

/// Reads the imports of the crate with a source folder. Test modules are not read.
pub fn of_crate(folder: &Path, files: &[PathBuf]) -> Imports {
    let mut modules = BTreeMap::new();
    for path in files
        .iter()
        .filter(|path| path.starts_with(folder) && !path.ends_with("tests.rs"))
    {
        let file = path
            .strip_prefix(folder)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let text = std::fs::read_to_string(path).unwrap();
        modules.insert(module_path(&file), read(file, &text));
    }
    let graph = Graph { modules };
    graph
        .modules
        .iter()
        .map(|(at, module)| (module.file.clone(), graph.imports(at, module)))
        .collect()
}

/// Returns the strongly connected components that have more than one file.
pub fn circles(imports: &Imports) -> Circles {
    let reach: BTreeMap<&String, BTreeSet<&String>> = imports
        .keys()
        .map(|file| (file, reachable(imports, file)))
        .collect();
    let mut found = Circles::new();
    for (file, reached) in &reach {
        let circle = reached.iter().filter(|other| reach[**other].contains(file));
        let circle: BTreeSet<String> = circle.map(|file| (*file).clone()).collect();
        if circle.len() > 1 && !found.contains(&circle) {
            found.push(circle);
        }
    }
    found
}

/// Describes the imports in a circle: a line for each, with the imported names.
pub fn described(imports: &Imports, circle: &BTreeSet<String>, folder: &str) -> String {
    let mut lines = String::new();
    for file in circle {
        for (other, names) in imports[file]
            .iter()
            .filter(|(other, _)| circle.contains(*other))
        {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            lines.push_str(&format!(
                "{folder}{file} -> {folder}{other}: {}\n",
                names.join(", ")
            ));
        }
    }
    lines
}

fn reachable<'a>(imports: &'a Imports, from: &'a String) -> BTreeSet<&'a String> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(file) = open.pop() {
        open.extend(imports[file].keys().filter(|next| seen.insert(*next)));
    }
    seen
}

/// Returns the module path of a file: `doc/index.rs` is `["doc", "index"]`, `doc/mod.rs` is `["doc"]`.
fn module_path(file: &str) -> Names {
    let mut names: Names = file
        .trim_end_matches(".rs")
        .split('/')
        .map(str::to_owned)
        .collect();
    if matches!(names.last().map(String::as_str), Some("mod" | "lib")) {
        names.pop();
    }
    names
}

struct Graph {
    modules: BTreeMap<Names, Module>,
}

impl Graph {
    fn imports(&self, at: &Names, module: &Module) -> BTreeMap<String, BTreeSet<String>> {
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for path in &module.paths {
            let definer = self
                .definer(at, path, 0)
                .filter(|file| *file != module.file);
            if let Some(file) = definer {
                found
                    .entry(file)
                    .or_default()
                    .insert(path.last().unwrap().clone());
            }
        }
        found
    }

    /// Returns the file that defines what a path in the module `at` names: `None` for a module and for other crates.
    fn definer(&self, at: &Names, path: &[String], depth: usize) -> Option<String> {
        let (first, mut rest) = path.split_first()?;
        let mut module = match first.as_str() {
            "crate" | "cfn_warden" => Names::new(),
            "self" => at.clone(),
            "super" => at[..at.len().checked_sub(1)?].to_vec(),
            _ => at.clone(),
        };
        if !["crate", "cfn_warden", "self", "super"].contains(&first.as_str()) {
            if !self.modules[at].bindings.contains_key(first)
                && !self.modules.contains_key(&child(at, first))
            {
                return None;
            }
            rest = path;
        }
        while let Some((name, after)) = rest.split_first() {
            let inner = child(&module, name);
            let binding = self.modules[&module].bindings.get(name);
            match binding {
                _ if name == "super" => drop(module.pop()),
                _ if name == "self" => {}
                Some(path)
                    if depth < 16 && (after.is_empty() || !self.modules.contains_key(&inner)) =>
                {
                    let path: Names = path.iter().chain(after).cloned().collect();
                    return self.definer(&module, &path, depth + 1);
                }
                _ if self.modules.contains_key(&inner) => module = inner,
                _ => return Some(self.modules[&module].file.clone()),
            }
            rest = after;
        }
        None
    }
}

fn child(module: &Names, name: &str) -> Names {
    module
        .iter()
        .map(String::as_str)
        .chain([name])
        .map(str::to_owned)
        .collect()
}

fn read(file: String, text: &str) -> Module {
    let tokens = tokens(text);
    let mut module = Module {
        file,
        bindings: BTreeMap::new(),
        paths: Vec::new(),
    };
    let (mut names, mut exported) = (BTreeSet::new(), Vec::new());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if token == "#"
            && tokens[at..]
                .starts_with(&["#", "[", "cfg", "(", "test", ")", "]"].map(str::to_owned))
        {
            at = after_item(&tokens, at + 7);
        } else if token == "use" && tokens[at + 1] != "<" {
            let mut declared = Vec::new();
            let public = at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")");
            at = use_tree(&tokens, at + 1, &Names::new(), &mut declared);
            for (name, path) in declared {
                if public {
                    exported.push((name.clone(), path.clone()));
                } else {
                    module.paths.push(path.clone());
                }
                module.bindings.insert(name, path);
            }
        } else if token == "mod" {
            at += 2;
        } else if is_name(token) {
            let end = path_end(&tokens, at);
            names.insert(token.clone());
            let path: Names = tokens[at..end]
                .iter()
                .filter(|token| *token != "::")
                .cloned()
                .collect();
            if path.len() > 1 {
                module.paths.push(path);
            }
            at = end;
        } else {
            at += 1;
        }
    }
    module.paths.extend(
        exported
            .into_iter()
            .filter(|(name, _)| names.contains(name))
            .map(|(_, path)| path),
    );
    module
}

/// Returns the index after the path of names that starts at `at`.
fn path_end(tokens: &[String], mut at: usize) -> usize {
    while tokens.get(at + 1).is_some_and(|token| token == "::")
        && tokens.get(at + 2).is_some_and(|token| is_name(token))
    {
        at += 2;
    }
    at + 1
}

/// Reads the tree of a `use` declaration into the names that it binds; returns the index after it.
fn use_tree(
    tokens: &[String],
    mut at: usize,
    prefix: &Names,
    declared: &mut Vec<(String, Names)>,
) -> usize {
    let mut path = prefix.clone();
    loop {
        match tokens[at].as_str() {
            "::" => at += 1,
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    at = use_tree(tokens, at, &path, declared);
                    at += usize::from(tokens[at] == ",");
                }
                return at + 1;
            }
            "as" => {
                declared.push((tokens[at + 1].clone(), path));
                return at + 2;
            }
            name if is_name(name) || name == "*" => {
                // `a::{self}` binds `a`; the leading `self` of `self::a` stays.
                if name != "self" || path.is_empty() {
                    path.push(name.to_owned());
                }
                at += 1;
            }
            _ => {
                declared.push((path.last().unwrap().clone(), path));
                return at;
            }
        }
    }
}

/// Returns the index after an item: after its `;`, or the `}` of its first block.
fn after_item(tokens: &[String], mut at: usize) -> usize {
    let mut depth = 0;
    loop {
        match tokens[at].as_str() {
            ";" if depth == 0 => return at + 1,
            "{" => depth += 1,
            "}" if depth == 1 => return at + 1,
            "}" => depth -= 1,
            _ => {}
        }
        at += 1;
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Splits a source text into names, `::` and other characters, without comments and the contents of literals.
fn tokens(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = literal(rest) {
            found.push("\"".to_owned());
            length
        } else {
            let name = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            let length = if name > 0 {
                name
            } else if rest.starts_with("::") {
                2
            } else {
                c.len_utf8()
            };
            if !c.is_whitespace() {
                found.push(rest[..length].to_owned());
            }
            length
        };
        rest = &rest[length..];
    }
    found
}

/// Returns the length of the string or character literal that starts a text.
fn literal(text: &str) -> Option<usize> {
    let raw = text.trim_start_matches(['b', 'c']);
    let prefix = text.len() - raw.len();
    if prefix < 2 && raw.starts_with('r') {
        let hashes = raw[1..].bytes().take_while(|byte| *byte == b'#').count();
        let quoted = raw[1 + hashes..].strip_prefix('"');
        let end = format!("\"{}", "#".repeat(hashes));
        if let Some(quoted) = quoted {
            return Some(prefix + 2 + hashes + quoted.find(&end).unwrap() + end.len());
        }
    }
    let quote = raw.chars().next().filter(|_| prefix < 2)?;
    let is_char = quote == '\'' && (raw[1..].starts_with('\\') || raw.chars().nth(2) == Some('\''));
    if quote != '"' && !is_char {
        return None;
    }
    let mut escaped = false;
    let end = raw[1..].find(|c| {
        let ends = c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some(prefix + end + 2)
}
