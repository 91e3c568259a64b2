//! Rules files in zip, tar and gzipped tar archives.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::text::{ENDINGS, Text, is_rules};
use cfn_warden_fetch::{FetchError, gzip};

/// Limits of an archive.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Maximum number of rules files.
    pub files: usize,
    /// Maximum size of the rules files, and of an uncompressed tar file, in bytes.
    pub bytes: usize,
}

/// The content of an archive.
#[derive(Debug, Default)]
pub struct Contents {
    /// The rules files, sorted by name.
    pub rules: Vec<Text>,
    /// The names of other files.
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
    /// Returns the kind of archive for a file name.
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

/// Reads the rules files in an archive; `at` is the archive's name.
///
/// # Errors
/// [`FetchError`] when the archive is invalid, exceeds a limit, or has no rules.
pub fn read(kind: Kind, at: &str, bytes: Vec<u8>, limits: Limits) -> Result<Contents, FetchError> {
    let mut contents = Contents::default();
    match kind {
        Kind::Zip => unzip(at, bytes, limits, &mut contents)?,
        Kind::Tar => untar(at, bytes, limits, &mut contents)?,
    }
    contents.rules.sort_by(|a, b| a.name.cmp(&b.name));
    if contents.rules.is_empty() {
        Err(no_rules(&contents.skipped))
    } else {
        Ok(contents)
    }
}

/// Returns the error for a source without rules, which lists some of the files found instead.
pub fn no_rules(skipped: &[String]) -> FetchError {
    let expected = format!(
        "no rules found; expected files that end in {}",
        ENDINGS.join(", ")
    );
    let named = skipped.get(..NAMED.min(skipped.len())).unwrap_or_default();
    FetchError::NoRules(match (named, skipped.len().saturating_sub(named.len())) {
        ([], _) => expected,
        (named, 0) => format!("{expected}; skipped: {}", named.join(", ")),
        (named, more) => format!("{expected}; skipped: {} and {more} more", named.join(", ")),
    })
}

/// Maximum number of skipped files that a message lists.
const NAMED: usize = 5;

const NO_ZIP: FetchError = FetchError::Broken("invalid zip file");
const NO_TAR: FetchError = FetchError::Broken("invalid tar file");

fn unzip(
    at: &str,
    bytes: Vec<u8>,
    limits: Limits,
    contents: &mut Contents,
) -> Result<(), FetchError> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| NO_ZIP)?;
    for i in 0..archive.len() {
        let file = archive.by_index(i).map_err(|_| NO_ZIP)?;
        let name = file.name().map_err(|_| NO_ZIP)?.into_owned();
        if !file.is_dir() {
            contents.add(at, name, file, limits, NO_ZIP)?;
        }
    }
    Ok(())
}

fn untar(
    at: &str,
    bytes: Vec<u8>,
    limits: Limits,
    contents: &mut Contents,
) -> Result<(), FetchError> {
    // An object with gzip content may have been decompressed in transit.
    let bytes = gzip::inflated(bytes, limits.bytes)?;
    let mut archive = tar::Archive::new(Cursor::new(bytes));
    for entry in archive.entries().map_err(|_| NO_TAR)? {
        let entry = entry.map_err(|_| NO_TAR)?;
        let name = std::str::from_utf8(&entry.path_bytes())
            .map_err(|_| NO_TAR)?
            .to_owned();
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_contiguous() {
            contents.add(at, name, entry, limits, NO_TAR)?;
        } else if is_rules(&name) {
            // Links are not followed; skipping one would silently drop a rule.
            return Err(FetchError::Broken(
                "the archive has a link to a rules file; archive the files themselves",
            ));
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
        limits: Limits,
        broken: FetchError,
    ) -> Result<(), FetchError> {
        if !is_rules(&name) {
            if self.skipped.len() < limits.files {
                self.skipped.push(format!("{at}/{name}"));
            }
            return Ok(());
        }
        if self.rules.len() == limits.files {
            return Err(FetchError::TooMany(limits.files));
        }
        let taken = self
            .rules
            .iter()
            .map(|text| text.content.len())
            .fold(0, usize::saturating_add);
        let left = limits.bytes.saturating_sub(taken);
        let mut content = Vec::new();
        // Sizes in the archive's headers are not trusted.
        let one_more = u64::try_from(left).unwrap_or(u64::MAX).saturating_add(1);
        file.take(one_more)
            .read_to_end(&mut content)
            .map_err(|_| broken)?;
        if content.len() > left {
            return Err(FetchError::TooLarge(limits.bytes));
        }
        let content = String::from_utf8(content).map_err(|_| FetchError::Broken("not UTF-8"))?;
        self.rules.push(Text {
            name: format!("{at}/{name}"),
            content,
        });
        Ok(())
    }
}
