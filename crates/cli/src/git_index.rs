//! The files that Git tracks: the paths in the index of a repository.
//!
//! `.gitignore` has no effect on tracked files, so that a search that leaves out ignored files has to know them. Only paths and
//! modes are read: <https://git-scm.com/docs/index-format>, versions 2 to 4, with SHA-1 and SHA-256, split indexes included.

use std::path::{Path, PathBuf};

use super::content;

/// The maximum size of an index in bytes. One of a million files has about 100 MB.
const MAX_BYTES: u64 = 1 << 30;
/// The maximum length of a path in an index in bytes, which bounds the memory of prefix-compressed paths.
const MAX_PATH: usize = 1 << 12;
/// The lengths of SHA-1 and SHA-256.
const HASH_LENGTHS: [usize; 2] = [20, 32];
/// The mode of a nested repository, such as a submodule.
const REPOSITORY_MODE: u32 = 0o160_000;
/// The mode of a folder whose files are not checked out.
const SPARSE_FOLDER_MODE: u32 = 0o040_000;

/// A path that Git tracks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrackedPath {
    /// The path, relative to the root of the repository.
    pub path: PathBuf,
    /// Whether it is the folder of a nested repository.
    pub is_repository: bool,
}

/// Returns the paths that the index of the repository with a root folder tracks. None without an index, as after `git init`.
///
/// # Errors
/// Why the index cannot be read.
pub fn tracked_paths(root: &Path) -> Result<Vec<TrackedPath>, String> {
    let Some(folder) = git_folder(root) else {
        return Ok(Vec::new());
    };
    let index = folder.join("index");
    if !index.exists() {
        return Ok(Vec::new());
    }
    let failed = |reason: String| format!("{}: {reason}", index.display());
    let bytes = read(&index).map_err(failed)?;
    let mut parsed = parse_any(&bytes).map_err(failed)?;
    if let Some(name) = parsed.shared_index.take() {
        // Entries that the split index deletes do not matter: a file that does not exist is not searched for.
        let shared = folder.join(format!("sharedindex.{name}"));
        let failed = |reason: String| format!("{}: {reason}", shared.display());
        let bytes = read(&shared).map_err(failed)?;
        parsed
            .paths
            .extend(parse_any(&bytes).map_err(failed)?.paths);
    }
    parsed.paths.sort();
    parsed.paths.dedup();
    Ok(parsed.paths)
}

/// Returns the folder with the index of a repository: `.git`, or for linked worktrees and submodules the folder that the file `.git` names.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let git = root.join(".git");
    if !git.is_file() {
        return git.is_dir().then_some(git);
    }
    let text = content::text(&git).ok()?;
    let named = text.lines().next()?.strip_prefix("gitdir:")?.trim();
    Some(root.join(named))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let size = path.metadata().map_err(|error| error.to_string())?.len();
    if size > MAX_BYTES {
        return Err(format!("the index has more than {MAX_BYTES} bytes"));
    }
    content::bytes(path).map_err(|error| error.to_string())
}

/// The content of an index.
#[derive(Debug, Default)]
struct Index {
    paths: Vec<TrackedPath>,
    /// The hash in the name of the index that a split index adds to.
    shared_index: Option<String>,
}

/// Parses an index whose hash function is not known.
fn parse_any(bytes: &[u8]) -> Result<Index, String> {
    HASH_LENGTHS
        .into_iter()
        .find_map(|length| parse(bytes, length))
        .ok_or_else(|| "not an index of version 2, 3 or 4".to_owned())
}

/// Parses an index; `None` if it does not consist of entries and extensions with hashes of this length.
fn parse(bytes: &[u8], hash_length: usize) -> Option<Index> {
    let mut reader = Reader {
        rest: bytes.get(..bytes.len().checked_sub(hash_length)?)?,
    };
    if reader.take(4)? != b"DIRC" {
        return None;
    }
    let version = reader.number()?;
    if !(2..=4).contains(&version) {
        return None;
    }
    let count = reader.number()?;
    let mut index = Index::default();
    let mut path = Vec::new();
    for _ in 0..count {
        let mode = reader.entry(version, hash_length, &mut path)?;
        // A split index has entries without a path: those that replace entries of the shared index.
        if path.is_empty() || mode & 0o170_000 == SPARSE_FOLDER_MODE {
            continue;
        }
        index.paths.push(TrackedPath {
            path: to_path(&path)?,
            is_repository: mode & 0o170_000 == REPOSITORY_MODE,
        });
    }
    while !reader.rest.is_empty() {
        let name = reader.take(4)?;
        let size = usize::try_from(reader.number()?).ok()?;
        let content = reader.take(size)?;
        if name == b"link" {
            let hash = content.get(..hash_length)?;
            if hash.iter().any(|byte| *byte != 0) {
                index.shared_index = Some(hash.iter().map(|byte| format!("{byte:02x}")).collect());
            }
        }
    }
    Some(index)
}

struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    /// Reads an entry: replaces `path`, which is that of the entry before, and returns the mode.
    fn entry(&mut self, version: u32, hash_length: usize, path: &mut Vec<u8>) -> Option<u32> {
        let start = self.rest.len();
        // Two times, the device and the inode.
        self.take(24)?;
        let mode = self.number()?;
        // User, group, size, hash.
        self.take(12_usize.checked_add(hash_length)?)?;
        let flags = u16::from_be_bytes(self.take(2)?.try_into().ok()?);
        if flags & 0x4000 != 0 {
            if version < 3 {
                return None;
            }
            self.take(2)?;
        }
        if version == 4 {
            let removed = self.variable_length_number()?;
            path.truncate(path.len().checked_sub(removed)?);
        } else {
            path.clear();
        }
        let length = memchr::memchr(0, self.rest)?;
        path.extend_from_slice(self.take(length)?);
        if path.len() > MAX_PATH {
            return None;
        }
        // At least one NUL ends the path. Before version 4, as many as make the length of the entry a multiple of eight.
        self.take(1)?;
        if version < 4 {
            let read = start.checked_sub(self.rest.len())?;
            let padding = read.next_multiple_of(8).checked_sub(read)?;
            if self.take(padding)?.iter().any(|byte| *byte != 0) {
                return None;
            }
        }
        Some(mode)
    }

    /// Reads a number as offsets of packs are written.
    fn variable_length_number(&mut self) -> Option<usize> {
        let mut byte = self.byte()?;
        let mut number = usize::from(byte & 0x7f);
        while byte & 0x80 != 0 {
            byte = self.byte()?;
            number = number.checked_add(1)?.checked_mul(128)?;
            number = number.checked_add(usize::from(byte & 0x7f))?;
        }
        Some(number)
    }
}

/// Returns the path of bytes that Git writes; `None` if the system has no such path.
#[cfg(unix)]
pub fn to_path(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

/// Returns the path of bytes that Git writes; `None` if the system has no such path.
#[cfg(not(unix))]
pub fn to_path(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an index with entries for some paths.
    fn index(version: u32, hash_length: usize, paths: &[(&str, u32)]) -> Vec<u8> {
        let mut bytes = b"DIRC".to_vec();
        bytes.extend(version.to_be_bytes());
        bytes.extend(u32::try_from(paths.len()).unwrap().to_be_bytes());
        let mut before = "";
        for (path, mode) in paths {
            let start = bytes.len();
            bytes.extend([1; 24]);
            bytes.extend(mode.to_be_bytes());
            bytes.extend(vec![7; 12 + hash_length]);
            bytes.extend(u16::try_from(path.len()).unwrap().to_be_bytes());
            if version == 4 {
                let shared = before
                    .bytes()
                    .zip(path.bytes())
                    .take_while(|(one, other)| one == other)
                    .count();
                let removed = before.len() - shared;
                if removed >= 128 {
                    bytes.push(0x80 | u8::try_from((removed - 128) >> 7).unwrap());
                    bytes.push(u8::try_from((removed - 128) & 0x7f).unwrap());
                } else {
                    bytes.push(u8::try_from(removed).unwrap());
                }
                bytes.extend(&path.as_bytes()[shared..]);
                bytes.push(0);
                before = path;
            } else {
                bytes.extend(path.as_bytes());
                bytes.push(0);
                bytes.resize(start + (bytes.len() - start).next_multiple_of(8), 0);
            }
        }
        bytes.extend(b"TREE\0\0\0\x03abc");
        bytes.extend(vec![9; hash_length]);
        bytes
    }

    #[test]
    fn paths_of_all_versions_and_hashes_are_read() {
        let long = "a/".to_owned() + &"x".repeat(300) + ".yaml";
        let paths = [
            ("a/b.yaml", 0o100_644),
            (long.as_str(), 0o100_755),
            ("b", 0o160_000),
            ("link.yaml", 0o120_000),
            ("sparse/", 0o040_000),
        ];
        for version in 2..=4 {
            for hash_length in HASH_LENGTHS {
                let bytes = index(version, hash_length, &paths);
                let parsed = parse_any(&bytes).unwrap();
                let found: Vec<_> = parsed
                    .paths
                    .iter()
                    .map(|path| (path.path.to_str().unwrap(), path.is_repository))
                    .collect();
                assert_eq!(
                    found,
                    [
                        ("a/b.yaml", false),
                        (long.as_str(), false),
                        ("b", true),
                        ("link.yaml", false)
                    ],
                    "version {version}, {hash_length}"
                );
                // A cut index is an error, or has all paths because only extensions are missing: never a shorter list.
                for length in 0..bytes.len() {
                    let is_complete =
                        parse_any(&bytes[..length]).is_ok_and(|cut| cut.paths == parsed.paths);
                    assert!(
                        is_complete || parse_any(&bytes[..length]).is_err(),
                        "version {version}: {length}"
                    );
                }
            }
        }
        assert!(parse_any(&index(5, 20, &[])).is_err());
    }
}
