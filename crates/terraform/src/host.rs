//! What evaluation needs of the world; it is handed in.

use std::cell::Cell;
use std::rc::Rc;

use super::support::path;

/// Files that configuration may read: those that were submitted, and no others.
pub trait Files {
    /// A file's bytes. The path is clean: no `.`, no `..` but at its beginning.
    fn read(&self, path: &str) -> Option<Rc<[u8]>>;
    /// The names of the files in a folder, without those in folders below; `None` where there is no such folder.
    fn list(&self, folder: &str) -> Option<Vec<String>>;
    /// The folders in a folder.
    fn folders(&self, folder: &str) -> Vec<String>;
}

/// No files at all.
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

/// The world as evaluation sees it.
pub struct Host<'h> {
    /// The files that may be read.
    pub files: &'h dyn Files,
    /// Seconds since 1970; without a clock, times are unknown.
    pub clock: Option<i64>,
    /// From where chance comes; without it, what is random is unknown.
    pub rng: Option<Rng>,
    /// Where on the machine the files are: what an absolute path begins with that means one of them.
    pub root: String,
    /// The root module's folder among the files; from there relative paths go.
    pub folder: String,
    /// The folder in which the command was given, absolute: `path.cwd`.
    pub working_folder: String,
    /// The home folder, for `pathexpand`.
    pub home: Option<String>,
}

impl std::fmt::Debug for Host<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("clock", &self.clock).field("folder", &self.folder).finish_non_exhaustive()
    }
}

impl<'h> Host<'h> {
    /// The root module's folder, from the machine's root.
    pub fn absolute_folder(&self) -> String {
        path::absolute(&self.root, &self.folder)
    }

    /// These files, and nothing else of the world.
    pub fn of_files(files: &'h dyn Files) -> Host<'h> {
        Host {
            files,
            clock: None,
            rng: None,
            root: "/".to_owned(),
            folder: ".".to_owned(),
            working_folder: "/".to_owned(),
            home: None,
        }
    }
}

/// A source of numbers that nobody guesses by accident: not for secrets.
#[derive(Debug)]
pub struct Rng(Cell<u64>);

impl Rng {
    /// From a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Cell::new(seed))
    }

    /// The next bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut made = [0; N];
        for chunk in made.chunks_mut(8) {
            // SplitMix64.
            let state = self.0.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
            self.0.set(state);
            let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let mixed = (mixed ^ (mixed >> 31)).to_le_bytes();
            for (to, from) in chunk.iter_mut().zip(mixed) {
                *to = from;
            }
        }
        made
    }
}
