//! Rules files in archives: zip, tar, and tar in gzip.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::fetch::FetchError;
use super::gzip;
use super::request::Text;
use super::rules::{ENDINGS, is_rules};

/// The most that an archive may hold.
#[derive(Debug, Clone, Copy)]
pub struct Most {
    /// Rules files.
    pub files: usize,
    /// Bytes of them, and of a tar file as a whole.
    pub bytes: usize,
}

/// What an archive holds.
#[derive(Debug, Default)]
pub struct Contents {
    /// The rules files, by name.
    pub rules: Vec<Text>,
    /// The names of the other files.
    pub skipped: Vec<String>,
}

/// The kind of an archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `.zip`
    Zip,
    /// `.tar`, `.tar.gz`, `.tgz`
    Tar,
}

impl Kind {
    /// The kind of archive that a file of this name is.
    pub fn of(name: &str) -> Option<Kind> {
        let name = name.to_ascii_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        match () {
            () if ends(&[".zip"]) => Some(Kind::Zip),
            () if ends(&[".tar", ".tar.gz", ".tgz"]) => Some(Kind::Tar),
            () => None,
        }
    }
}

/// The rules files in an archive, which is called `at`.
///
/// # Errors
/// Where it cannot be read, holds more than it may, or no rules.
pub fn read(kind: Kind, at: &str, bytes: Vec<u8>, most: Most) -> Result<Contents, FetchError> {
    let mut contents = Contents::default();
    match kind {
        Kind::Zip => unzip(at, bytes, most, &mut contents)?,
        Kind::Tar => untar(at, bytes, most, &mut contents)?,
    }
    contents.rules.sort_by(|a, b| a.name.cmp(&b.name));
    if contents.rules.is_empty() { Err(no_rules(&contents.skipped)) } else { Ok(contents) }
}

/// What is said of a source without rules.
pub fn no_rules(skipped: &[String]) -> FetchError {
    FetchError::NoRules(skipped.iter().take(NAMED).cloned().collect(), skipped.len())
}

/// As many skipped files are named.
const NAMED: usize = 5;

const NO_ZIP: FetchError = FetchError::Broken("it is no zip file that can be read");
const NO_TAR: FetchError = FetchError::Broken("it is no tar file that can be read");

fn unzip(at: &str, bytes: Vec<u8>, most: Most, contents: &mut Contents) -> Result<(), FetchError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| NO_ZIP)?;
    for i in 0..archive.len() {
        let file = archive.by_index(i).map_err(|_| NO_ZIP)?;
        let name = file.name().map_err(|_| NO_ZIP)?.into_owned();
        if !file.is_dir() {
            contents.add(at, name, file, most, NO_ZIP)?;
        }
    }
    Ok(())
}

fn untar(at: &str, bytes: Vec<u8>, most: Most, contents: &mut Contents) -> Result<(), FetchError> {
    // An object that is gzip may have come unpacked.
    let bytes = gzip::inflated(bytes, most.bytes)?;
    let mut archive = tar::Archive::new(Cursor::new(bytes));
    for entry in archive.entries().map_err(|_| NO_TAR)? {
        let entry = entry.map_err(|_| NO_TAR)?;
        let name = std::str::from_utf8(&entry.path_bytes()).map_err(|_| NO_TAR)?.to_owned();
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_contiguous() {
            contents.add(at, name, entry, most, NO_TAR)?;
        } else if is_rules(&name) {
            // What a link leads to is not looked for: it would be a rule that nobody evaluates.
            return Err(FetchError::Broken("a rules file in it is a link; archive the files themselves"));
        }
    }
    Ok(())
}

impl Contents {
    fn add(
        &mut self,
        at: &str,
        name: String,
        file: impl Read,
        most: Most,
        broken: FetchError,
    ) -> Result<(), FetchError> {
        if !is_rules(&name) {
            if self.skipped.len() < most.files {
                self.skipped.push(format!("{at}/{name}"));
            }
            return Ok(());
        }
        if self.rules.len() == most.files {
            return Err(FetchError::TooMany(most.files));
        }
        let taken = self.rules.iter().map(|text| text.content.len()).fold(0, usize::saturating_add);
        let left = most.bytes.saturating_sub(taken);
        let mut content = Vec::new();
        // What an archive says of sizes is its maker's word.
        let one_more = u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1);
        file.take(one_more).read_to_end(&mut content).map_err(|_| broken)?;
        if content.len() > left {
            return Err(FetchError::TooLarge(most.bytes));
        }
        let content = String::from_utf8(content).map_err(|_| FetchError::Broken("it is not UTF-8"))?;
        self.rules.push(Text { name: format!("{at}/{name}"), content });
        Ok(())
    }
}

/// The message for a source without rules: which files it has instead.
pub fn no_rules_said(named: &[String], all: usize) -> String {
    let expected = format!("it holds no rules: files that end in {}", ENDINGS.join(", "));
    match (named, all.saturating_sub(named.len())) {
        ([], _) => expected,
        (named, 0) => format!("{expected}; skipped: {}", named.join(", ")),
        (named, more) => format!("{expected}; skipped: {} and {more} more", named.join(", ")),
    }
}
