//! The host of a Terraform evaluation: files below one folder, the clock and parts of the environment.
#![expect(
    clippy::disallowed_methods,
    reason = "the command line is where files, the clock and the environment are read"
)]

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::FileType;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

use crate::content;
use cfn_warden_engine::error::Error;
use cfn_warden_terraform::{Files, Host, Settings, VariableSources};

/// The files below a folder; links that lead outside are not followed.
#[derive(Debug)]
pub struct Disk {
    root: PathBuf,
    module: String,
    working_folder: String,
    /// All files read and folders listed, including missing ones.
    accessed: RefCell<BTreeSet<PathBuf>>,
    /// Folders without links, by path; `None` for those outside of the root.
    folders: RefCell<HashMap<PathBuf, Option<PathBuf>>>,
    /// Texts that replace those of files.
    replaced: BTreeMap<PathBuf, Rc<[u8]>>,
}

impl Disk {
    /// Opens the files below `root`, with the root module in `module`.
    ///
    /// # Errors
    /// [`Error::Read`] when a folder does not exist or the module is outside of the root.
    pub fn open(module: Option<&Path>, root: Option<&Path>) -> Result<Disk, Error> {
        let real = |path: &Path| {
            let failed = |error: std::io::Error| Error::Read {
                path: path.to_string_lossy().into_owned(),
                reason: error.to_string(),
            };
            std::fs::canonicalize(path).map_err(failed)
        };
        let here = real(Path::new("."))?;
        let module = real(module.unwrap_or(Path::new(".")))?;
        let root = match root {
            Some(root) => real(root)?,
            None => repository(&module).unwrap_or_else(|| module.clone()),
        };
        let inside = module.strip_prefix(&root).map_err(|_| Error::Read {
            path: module.to_string_lossy().into_owned(),
            reason: format!("the module is outside of {}", root.to_string_lossy()),
        })?;
        let module = if inside.as_os_str().is_empty() {
            Path::new(".")
        } else {
            inside
        };
        Ok(Disk {
            module: module.to_string_lossy().into_owned(),
            working_folder: here.to_string_lossy().into_owned(),
            root,
            accessed: RefCell::default(),
            folders: RefCell::default(),
            replaced: BTreeMap::new(),
        })
    }

    /// Replaces the texts of files.
    pub fn replace<'t>(&mut self, texts: impl Iterator<Item = (&'t String, &'t String)>) {
        let real = |(path, text): (&String, &String)| {
            Some((std::fs::canonicalize(path).ok()?, text.as_bytes().into()))
        };
        self.replaced.extend(texts.filter_map(real));
    }

    /// Returns the files and folders accessed so far, including missing ones.
    pub fn accessed(&self) -> Vec<PathBuf> {
        self.accessed.borrow().iter().cloned().collect()
    }

    /// Returns a host with these files, without clock and randomness.
    pub fn host(&self) -> Host<'_> {
        Host {
            root: self.root.to_string_lossy().into_owned(),
            folder: self.module.clone(),
            working_folder: self.working_folder.clone(),
            home: variable("HOME"),
            ..Host::from_files(self)
        }
    }

    /// Resolves a path; `None` when it is outside of the root.
    fn resolve(&self, path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        if path
            .components()
            .any(|step| !matches!(step, Component::Normal(_) | Component::CurDir))
        {
            return None;
        }
        let path = self.root.join(path);
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return self.real(&path);
        };
        if !folder.starts_with(&self.root) {
            return Some(self.root.clone());
        }
        let known = self.folders.borrow().get(folder).cloned();
        let folder = known.unwrap_or_else(|| {
            let real = self.real(folder);
            self.folders
                .borrow_mut()
                .insert(folder.to_owned(), real.clone());
            real
        })?;
        let path = folder.join(name);
        if std::fs::symlink_metadata(&path).ok()?.is_symlink() {
            self.real(&path)
        } else {
            Some(path)
        }
    }

    /// Returns a path without links; `None` when it is outside of the root.
    fn real(&self, path: &Path) -> Option<PathBuf> {
        std::fs::canonicalize(path)
            .ok()
            .filter(|real| real.starts_with(&self.root))
    }

    /// Returns the names in a folder whose types are wanted. The type is that of what a link leads to; `None` if it leads nowhere or
    /// outside of the root.
    fn names(
        &self,
        folder: &str,
        is_wanted: fn(Option<&FileType>, Entry) -> bool,
    ) -> Option<Vec<String>> {
        let entries = std::fs::read_dir(self.resolve(folder)?).ok()?;
        let names = entries.filter_map(|entry| {
            let entry = entry.ok()?;
            let own = entry.file_type().ok()?;
            let (kind, written) = if own.is_symlink() {
                let real = self.real(&entry.path());
                let kind = real.and_then(|real| Some(real.metadata().ok()?.file_type()));
                (kind, Entry::Link)
            } else {
                (Some(own), Entry::Plain)
            };
            is_wanted(kind.as_ref(), written).then(|| entry.file_name().into_string().ok())?
        });
        let mut names: Vec<String> = names.collect();
        names.sort();
        Some(names)
    }
}

/// How an entry of a folder is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    Plain,
    Link,
}

impl Files for Disk {
    fn read(&self, path: &str) -> Option<Rc<[u8]>> {
        self.accessed.borrow_mut().insert(self.root.join(path));
        let resolve = self.resolve(path).filter(|resolve| resolve.is_file())?;
        if let Some(text) = self.replaced.get(&resolve) {
            return Some(Rc::clone(text));
        }
        content::bytes(&resolve).ok().map(Into::into)
    }

    fn list(&self, folder: &str) -> Option<Vec<String>> {
        self.accessed.borrow_mut().insert(self.root.join(folder));
        self.names(folder, |kind, _| kind.is_some_and(FileType::is_file))
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.names(folder, |kind, _| kind.is_some_and(FileType::is_dir))
            .unwrap_or_default()
    }

    fn unreadable(&self, folder: &str) -> Vec<String> {
        // Terraform skips folders, but reads links to them.
        let is_unreadable = |kind: Option<&FileType>, entry: Entry| {
            !kind.is_some_and(|kind| kind.is_file() || (kind.is_dir() && entry == Entry::Plain))
        };
        self.names(folder, is_unreadable).unwrap_or_default()
    }

    fn is_link_outside(&self, path: &str) -> bool {
        std::fs::canonicalize(self.root.join(path)).is_ok_and(|real| !real.starts_with(&self.root))
    }
}

/// Returns the Git repository that contains a folder.
pub fn repository(folder: &Path) -> Option<PathBuf> {
    let folder = std::fs::canonicalize(folder).ok()?;
    folder
        .ancestors()
        .find(|folder| folder.join(".git").exists())
        .map(Path::to_owned)
}

/// Returns an environment variable if it is set and not empty.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns the environment variables with a prefix, sorted, with the prefix removed from their names.
pub fn variables(prefix: &str) -> Vec<(String, String)> {
    let all = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
    let mut found: Vec<(String, String)> = all
        .filter_map(|(name, value)| Some((name.strip_prefix(prefix)?.to_owned(), value)))
        .collect();
    found.sort();
    found
}

/// Returns the evaluation settings for variable files and values of a command line, and for the environment.
pub fn settings<'s>(host: &'s Host<'s>, files: &[String], values: &[String]) -> Settings<'s> {
    let (workspace, data_folder) = chosen(host);
    let variable_sources = VariableSources {
        environment: variables("TF_VAR_"),
        files: files.to_vec(),
        values: values.to_vec(),
        ..VariableSources::default()
    };
    Settings {
        variable_sources,
        workspace,
        data_folder,
        ..Settings::new(host)
    }
}

/// Returns the selected workspace and Terraform's data folder.
fn chosen(host: &Host<'_>) -> (String, String) {
    let data_folder = variable("TF_DATA_DIR").unwrap_or_else(|| ".terraform".to_owned());
    let workspace = variable("TF_WORKSPACE").or_else(|| chosen_workspace(host, &data_folder));
    (
        workspace.unwrap_or_else(|| "default".to_owned()),
        data_folder,
    )
}

/// Returns the workspace that `terraform workspace select` stored.
fn chosen_workspace(host: &Host<'_>, data_folder: &str) -> Option<String> {
    let folder = if host.folder == "." {
        String::new()
    } else {
        format!("{}/", host.folder)
    };
    let bytes = host
        .files
        .read(&format!("{folder}{data_folder}/environment"))?;
    let name = std::str::from_utf8(&bytes).ok()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// Returns a file's path relative to how the user named the module's folder. `module` and `file` are relative to the
/// root.
pub fn shown(folder: &Path, module: &str, file: &str) -> String {
    let module = Path::new(if module == "." { "" } else { module });
    let file = Path::new(file);
    let common = module
        .components()
        .zip(file.components())
        .take_while(|(a, b)| a == b)
        .count();
    let mut path = folder.to_owned();
    for _ in module.components().skip(common) {
        // Components of the folder's own name are removed first; when none is left, `..` is added.
        if !matches!(path.components().next_back(), Some(Component::Normal(_))) || !path.pop() {
            path.push("..");
        }
    }
    path.extend(file.components().skip(common));
    let path = path.to_string_lossy().into_owned();
    path.strip_prefix("./").map(str::to_owned).unwrap_or(path)
}

/// Returns the current time in seconds since the Unix epoch.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since
        .ok()
        .and_then(|since| i64::try_from(since.as_secs()).ok())
        .unwrap_or(0)
}

/// Returns a random seed.
pub fn seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish()
}
