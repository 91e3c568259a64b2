//! Folders of fixtures.

/// The files of a folder and of the folders in it, ordered by path.
pub fn files_below(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { &mut open } else { &mut found }.push(path);
        }
    }
    found.sort();
    found
}
