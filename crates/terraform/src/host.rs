//! The environment of an evaluation, passed in by the caller: files, time and randomness.

use std::cell::Cell;
use std::rc::Rc;

use super::support::path;

/// The files that a configuration may read: only those that were submitted.
pub trait Files {
    /// Returns the bytes of a file. The path is normalized: `..` occurs only at its start and `.` only by itself.
    fn read(&self, path: &str) -> Option<Rc<[u8]>>;
    /// Returns the names of the files directly in a folder; `None` if the folder does not exist.
    fn list(&self, folder: &str) -> Option<Vec<String>>;
    /// Returns the names of the folders directly in a folder.
    fn folders(&self, folder: &str) -> Vec<String>;
    /// Returns the names in a folder that are not folders and cannot be read as files, such as links that lead nowhere or outside
    /// of the files that may be read, and pipes.
    fn unreadable(&self, _folder: &str) -> Vec<String> {
        Vec::new()
    }
    /// Returns whether a path leads outside of the files that may be read, through a link.
    fn is_link_outside(&self, _path: &str) -> bool {
        false
    }
}

/// An empty set of files.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<Rc<[u8]>> {
        None
    }

    fn list(&self, _: &str) -> Option<Vec<String>> {
        None
    }

    fn folders(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

/// What a hash of a file that does not exist is. Build artifacts, such as the archive of a function, do not exist yet in a fresh
/// clone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MissingFiles {
    /// An error, as in Terraform.
    #[default]
    Error,
    /// Unknown, and listed in [`crate::Run`].
    Unknown,
}

/// A version of Terraform's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Language {
    /// Terraform 1.11 and OpenTofu: both operands of `&&` and `||` are evaluated.
    V1_11,
    /// Terraform 1.12 and later: an operand of `&&` and `||` can decide, so that errors of the other one do not count. From
    /// Terraform 1.15, with `convert`.
    #[default]
    V1_15,
}

/// The environment of an evaluation.
pub struct Host<'h> {
    /// The files that may be read.
    pub files: &'h dyn Files,
    /// The current time in seconds since 1970. Without it, times are unknown.
    pub clock: Option<i64>,
    /// The source of randomness. Without it, random values are unknown.
    pub rng: Option<Rng>,
    /// The absolute path of the root of `files`; absolute paths below it refer to them.
    pub root: String,
    /// The root module's folder within `files`. Relative paths start from it.
    pub folder: String,
    /// The absolute working directory: `path.cwd`.
    pub working_folder: String,
    /// The home folder, for `pathexpand` and `~/`.
    pub home: Option<String>,
    /// What a hash of a file that does not exist is.
    pub missing_files: MissingFiles,
    /// The version of the language.
    pub language: Language,
}

impl std::fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host")
            .field("clock", &self.clock)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

impl<'h> Host<'h> {
    /// Returns the absolute path of the root module's folder.
    pub fn absolute_folder(&self) -> String {
        path::absolute(&self.root, &self.folder)
    }

    /// Returns a host with files only: no clock, randomness or home folder.
    pub fn from_files(files: &'h dyn Files) -> Host<'h> {
        Host {
            files,
            clock: None,
            rng: None,
            root: "/".to_owned(),
            folder: ".".to_owned(),
            working_folder: "/".to_owned(),
            home: None,
            missing_files: MissingFiles::Error,
            language: Language::default(),
        }
    }
}

/// A pseudorandom number generator. Not cryptographically secure.
#[derive(Debug)]
pub struct Rng(Cell<u64>);

impl Rng {
    /// Returns a generator with a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Cell::new(seed))
    }

    /// Returns the next bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        for chunk in bytes.chunks_mut(8) {
            // SplitMix64: <https://prng.di.unimi.it/splitmix64.c>.
            let state = self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
            self.0.set(state);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let mixed = (mixed ^ (mixed >> 31)).to_le_bytes();
            for (to, from) in chunk.iter_mut().zip(mixed) {
                *to = from;
            }
        }
        bytes
    }
}
