//! In-memory files.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::host::Files;
use super::support::path;

/// Files by path, from a request or a test.
#[derive(Debug, Clone, Default)]
pub struct FileSet {
    files: BTreeMap<String, Rc<[u8]>>,
}

impl FileSet {
    /// Adds a file.
    pub fn add(&mut self, path: &str, bytes: &[u8]) {
        self.files.insert(path::clean(path), bytes.into());
    }

    /// Returns the paths of all files below a folder, relative to it.
    fn below<'f>(&'f self, folder: &str) -> impl Iterator<Item = &'f str> {
        let prefix = if folder == "." {
            String::new()
        } else {
            format!("{folder}/")
        };
        let start = prefix.clone();
        let rest = self.files.range(start..).map(|(path, _)| path.as_str());
        rest.take_while({
            let prefix = prefix.clone();
            move |path| path.starts_with(&prefix)
        })
        .filter_map(move |path| path.strip_prefix(&prefix))
    }
}

impl<'t> FromIterator<(&'t str, &'t str)> for FileSet {
    fn from_iter<I: IntoIterator<Item = (&'t str, &'t str)>>(files: I) -> FileSet {
        let mut file_set = FileSet::default();
        files
            .into_iter()
            .for_each(|(path, text)| file_set.add(path, text.as_bytes()));
        file_set
    }
}

impl Files for FileSet {
    fn read(&self, path: &str) -> Option<Rc<[u8]>> {
        self.files.get(path).cloned()
    }

    fn list(&self, folder: &str) -> Option<Vec<String>> {
        if folder != "." && self.below(folder).next().is_none() {
            return None;
        }
        Some(
            self.below(folder)
                .filter(|path| !path.contains('/'))
                .map(str::to_owned)
                .collect(),
        )
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        let names: BTreeSet<&str> = self
            .below(folder)
            .filter_map(|path| path.split_once('/'))
            .map(|(name, _)| name)
            .collect();
        names.into_iter().map(str::to_owned).collect()
    }
}
