//! Rules files in zip, tar and gzipped tar archives.

use std::collections::BTreeSet;
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
/// Links are not followed; skipping one would silently drop a rule.
const LINK: FetchError =
    FetchError::Broken("the archive has a link to a rules file; archive the files themselves");
const LINK_TO_FOLDER: FetchError = FetchError::Broken(
    "the archive has a link to a folder, or to nothing; archive the files themselves",
);
const REPEATED: FetchError = FetchError::Broken(
    "the archive has two files with one name; which of them counts is not clear",
);
const CUT: FetchError = FetchError::Broken("the tar file has no end: it was cut off");
/// The length of a block of a tar file, and its end: two blocks of zeros.
const TAR_BLOCK: usize = 512;
const TAR_END: [u8; 2 * TAR_BLOCK] = [0; 2 * TAR_BLOCK];
/// The length of the record at the end of a zip file without its comment, and where it has the number of entries.
const ZIP_END: usize = 22;
const ZIP_ENTRIES: usize = 10;

fn unzip(
    at: &str,
    bytes: Vec<u8>,
    limits: Limits,
    contents: &mut Contents,
) -> Result<(), FetchError> {
    let end_start = bytes
        .len()
        .saturating_sub(ZIP_END.saturating_add(usize::from(u16::MAX)));
    let end = bytes.get(end_start..).unwrap_or_default().to_vec();
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| NO_ZIP)?;
    // The reader keeps the last one of the entries with one name.
    if declared_entries(&end, archive.comment().len()) != Some(archive.len()) {
        return Err(REPEATED);
    }
    let (mut names, mut links) = (BTreeSet::new(), Vec::new());
    for i in 0..archive.len() {
        let mut file = archive.by_index(i).map_err(|_| NO_ZIP)?;
        let name = file.name().map_err(|_| NO_ZIP)?.into_owned();
        let is_link = file
            .unix_mode()
            .is_some_and(|mode| mode & 0o170_000 == 0o120_000);
        if is_link {
            if is_rules(&name) {
                return Err(LINK);
            }
            let mut target = String::new();
            let most = u64::try_from(limits.bytes).unwrap_or(u64::MAX);
            file.by_ref()
                .take(most)
                .read_to_string(&mut target)
                .map_err(|_| NO_ZIP)?;
            links.push((resolve(&name, &target), name));
        } else if !file.is_dir() {
            names.insert(name.clone());
            contents.add(at, name, file, limits, NO_ZIP)?;
        }
    }
    contents.add_links(at, links, &names)
}

/// Returns the number of entries that the end of a zip file says.
fn declared_entries(bytes: &[u8], comment: usize) -> Option<usize> {
    let end = bytes.len().checked_sub(comment)?.checked_sub(ZIP_END)?;
    let count = bytes.get(end.checked_add(ZIP_ENTRIES)?..)?.get(..2)?;
    Some(usize::from(u16::from_le_bytes(count.try_into().ok()?)))
}

fn untar(
    at: &str,
    bytes: Vec<u8>,
    limits: Limits,
    contents: &mut Contents,
) -> Result<(), FetchError> {
    // An object with gzip content may have been decompressed in transit.
    let bytes = gzip::inflated(bytes, limits.bytes)?;
    let has_end = bytes.ends_with(&TAR_END) && bytes.len().is_multiple_of(TAR_BLOCK);
    let (mut names, mut links) = (BTreeSet::new(), Vec::new());
    let mut archive = tar::Archive::new(Cursor::new(bytes));
    for entry in archive.entries().map_err(|_| NO_TAR)? {
        let entry = entry.map_err(|_| NO_TAR)?;
        let name = std::str::from_utf8(&entry.path_bytes())
            .map_err(|_| NO_TAR)?
            .to_owned();
        let kind = entry.header().entry_type();
        if kind.is_file() || kind.is_contiguous() {
            if !names.insert(name.clone()) && is_rules(&name) {
                return Err(REPEATED);
            }
            contents.add(at, name, entry, limits, NO_TAR)?;
        } else if is_rules(&name) && !kind.is_dir() {
            return Err(LINK);
        } else if kind.is_symlink() || kind.is_hard_link() {
            let target = entry.link_name_bytes().ok_or(NO_TAR)?;
            let target = std::str::from_utf8(&target).map_err(|_| NO_TAR)?.to_owned();
            // The target of a hard link is from the root of the archive.
            let from = if kind.is_symlink() { name.as_str() } else { "" };
            links.push((resolve(from, &target), name));
        } else if !kind.is_dir() {
            contents.skip(format!("{at}/{name}"), limits.files);
        }
    }
    // One that is cut after a file reads like a shorter one.
    if !has_end {
        return Err(CUT);
    }
    contents.add_links(at, links, &names)
}

/// Returns the name that a link leads to, from the folder of the link.
fn resolve(link: &str, target: &str) -> String {
    let folder = link.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut steps: Vec<&str> = Vec::new();
    for step in folder.split('/').chain(target.split('/')) {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    steps.join("/")
}

impl Contents {
    fn skip(&mut self, name: String, most: usize) {
        if self.skipped.len() < most {
            self.skipped.push(name);
        }
    }

    /// Lists links, each with its target in front, to files that are not rules as skipped. Those to folders could hide rules.
    fn add_links(
        &mut self,
        at: &str,
        links: Vec<(String, String)>,
        names: &BTreeSet<String>,
    ) -> Result<(), FetchError> {
        let names: BTreeSet<String> = names.iter().map(|name| resolve("", name)).collect();
        for (target, name) in links {
            if is_rules(&target) {
                return Err(LINK);
            }
            if !names.contains(&target) {
                return Err(LINK_TO_FOLDER);
            }
            self.skipped.push(format!("{at}/{name}"));
        }
        Ok(())
    }

    fn add(
        &mut self,
        at: &str,
        name: String,
        file: impl Read,
        limits: Limits,
        broken: FetchError,
    ) -> Result<(), FetchError> {
        if !is_rules(&name) {
            self.skip(format!("{at}/{name}"), limits.files);
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use zip::write::SimpleFileOptions;

    use super::*;

    const LIMITS: Limits = Limits {
        files: 100,
        bytes: 1 << 20,
    };
    const RULE: &str = "rule a { Resources exists }\n";

    enum Entry {
        File(&'static str),
        Folder(&'static str),
        Link(&'static str, &'static str),
        HardLink(&'static str, &'static str),
    }

    fn tar_of(entries: &[Entry]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for entry in entries {
            let mut header = tar::Header::new_gnu();
            header.set_mode(0o644);
            match entry {
                Entry::File(name) => {
                    header.set_size(u64::try_from(RULE.len()).unwrap());
                    builder
                        .append_data(&mut header, name, RULE.as_bytes())
                        .unwrap();
                }
                Entry::Folder(name) => {
                    header.set_entry_type(tar::EntryType::Directory);
                    header.set_size(0);
                    builder
                        .append_data(&mut header, name, &[] as &[u8])
                        .unwrap();
                }
                Entry::Link(name, target) | Entry::HardLink(name, target) => {
                    header.set_entry_type(match entry {
                        Entry::Link(..) => tar::EntryType::Symlink,
                        _ => tar::EntryType::Link,
                    });
                    header.set_size(0);
                    builder.append_link(&mut header, name, target).unwrap();
                }
            }
        }
        builder.into_inner().unwrap()
    }

    fn zip_of(entries: &[Entry]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default();
        for entry in entries {
            match entry {
                Entry::File(name) => {
                    writer.start_file(*name, options).unwrap();
                    writer.write_all(RULE.as_bytes()).unwrap();
                }
                Entry::Folder(name) => writer.add_directory(*name, options).unwrap(),
                Entry::Link(name, target) | Entry::HardLink(name, target) => {
                    writer.add_symlink(*name, *target, options).unwrap();
                }
            }
        }
        writer.finish().unwrap().into_inner()
    }

    fn outcome(kind: Kind, bytes: Vec<u8>) -> Result<(usize, usize), FetchError> {
        read(kind, "a", bytes, LIMITS).map(|found| (found.rules.len(), found.skipped.len()))
    }

    #[test]
    fn no_link_hides_rules() {
        use Entry::{File, Folder, HardLink, Link};
        let tricks = [
            (vec![File("a.guard"), Link("b.guard", "a.guard")], LINK),
            (vec![File("a.guard"), Link("more", "a.guard")], LINK),
            (
                vec![File("a.guard"), Folder("d/"), Link("more", "d")],
                LINK_TO_FOLDER,
            ),
            (
                vec![File("a.guard"), File("d/b.guard"), Link("more", "d")],
                LINK_TO_FOLDER,
            ),
            (
                vec![File("a.guard"), Link("more", "../elsewhere")],
                LINK_TO_FOLDER,
            ),
            (
                vec![File("a.guard"), Link("more", "/rules")],
                LINK_TO_FOLDER,
            ),
            (
                vec![File("a.guard"), Link("more", "nothing.txt")],
                LINK_TO_FOLDER,
            ),
        ];
        for (number, (entries, error)) in tricks.iter().enumerate() {
            let error = Err(error.clone());
            assert_eq!(outcome(Kind::Tar, tar_of(entries)), error, "tar {number}");
            assert_eq!(outcome(Kind::Zip, zip_of(entries)), error, "zip {number}");
        }
        let entries = [
            File("d/a.guard"),
            File("d/README.md"),
            Link("d/r.md", "README.md"),
        ];
        assert_eq!(outcome(Kind::Tar, tar_of(&entries)), Ok((1, 2)));
        assert_eq!(outcome(Kind::Zip, zip_of(&entries)), Ok((1, 2)));
        let hard = |target| {
            [
                File("d/a.guard"),
                File("d/README.md"),
                HardLink("x/r.md", target),
            ]
        };
        assert_eq!(outcome(Kind::Tar, tar_of(&hard("d/README.md"))), Ok((1, 2)));
        assert_eq!(outcome(Kind::Tar, tar_of(&hard("d/a.guard"))), Err(LINK));
    }

    #[test]
    fn names_are_unique() {
        use Entry::File;
        let twice = [File("a.guard"), File("b.guard"), File("a.guard")];
        assert_eq!(outcome(Kind::Tar, tar_of(&twice)), Err(REPEATED));
        // The writer refuses a repeated name, so that one is changed afterwards, in both places.
        let mut bytes = zip_of(&[File("a.guard"), File("b.guard")]);
        while let Some(at) = bytes.windows(7).position(|name| name == b"b.guard") {
            bytes[at] = b'a';
        }
        assert_eq!(outcome(Kind::Zip, bytes), Err(REPEATED));
    }

    #[test]
    fn a_cut_archive_is_refused() {
        use Entry::File;
        let entries = [File("a.guard"), File("b.guard")];
        let (tar, zip) = (tar_of(&entries), zip_of(&entries));
        assert_eq!(outcome(Kind::Tar, tar.clone()), Ok((2, 0)));
        assert_eq!(outcome(Kind::Zip, zip.clone()), Ok((2, 0)));
        for length in 0..tar.len() {
            assert!(
                outcome(Kind::Tar, tar[..length].to_vec()).is_err(),
                "{length}"
            );
        }
        for length in 0..zip.len() {
            assert!(
                outcome(Kind::Zip, zip[..length].to_vec()).is_err(),
                "{length}"
            );
        }
    }
}
