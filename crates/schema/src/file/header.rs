//! The header of a knowledge file.

use std::borrow::Cow;

use sha2::{Digest, Sha256};

use super::error::FileError;
use super::format::{MAGIC, VERSION};

/// Maximum size of the header in bytes.
const MOST: usize = 1024;

/// What the header says, apart from version and checksum.
pub struct Header<'h> {
    /// What the schemas were made from: `cfn-lint 1.58.0`.
    pub source: Cow<'h, str>,
    /// The date of the schemas: `2026-10-20T22:11:15Z`.
    pub date: Cow<'h, str>,
    /// The number of bytes of the words.
    pub words: usize,
    /// The number of bytes of the text.
    pub text: usize,
}

impl<'h> Header<'h> {
    /// Returns a file: this header and the content.
    pub fn before(&self, words: &[u8], text: &[u8]) -> Vec<u8> {
        let Header { source, date, .. } = self;
        let lines = format!(
            "source {source}\ndate {date}\nwords {}\ntext {}\n\n",
            self.words, self.text
        );
        let sum = sum(&[lines.as_bytes(), words, text]);
        let first = format!("{MAGIC} {VERSION}\nsha256 {sum}\n");
        [first.as_bytes(), lines.as_bytes(), words, text].concat()
    }

    /// Reads the header of a file and verifies the checksum. Returns the header and the content.
    ///
    /// # Errors
    /// Another version, a header that cannot be read, or a wrong checksum.
    pub fn read(bytes: &'h [u8]) -> Result<(Header<'h>, &'h [u8]), FileError> {
        let (first, rest) = line(bytes).ok_or(FileError::NotKnowledge)?;
        let version = first
            .strip_prefix(MAGIC)
            .and_then(|rest| rest.strip_prefix(' '));
        match version.ok_or(FileError::NotKnowledge)? {
            VERSION => {}
            other => return Err(FileError::Version(other.chars().take(20).collect())),
        }
        const INCOMPLETE: FileError = FileError::Damaged("its header is incomplete");
        let value = |rest, name: &str| -> Result<(&'h str, &'h [u8]), FileError> {
            let (line, rest) = line(rest).ok_or(INCOMPLETE)?;
            let value = line
                .strip_prefix(name)
                .and_then(|value| value.strip_prefix(' '))
                .ok_or(INCOMPLETE)?;
            Ok((value, rest))
        };
        let (expected, covered) = value(rest, "sha256")?;
        let found = sum(&[covered]);
        if !found.eq_ignore_ascii_case(expected) {
            return Err(FileError::Checksum(found));
        }
        let (source, rest) = value(covered, "source")?;
        let (date, rest) = value(rest, "date")?;
        let (words, rest) = value(rest, "words")?;
        let (text, rest) = value(rest, "text")?;
        let (_, content) = line(rest)
            .filter(|(line, _)| line.is_empty())
            .ok_or(INCOMPLETE)?;
        let size = |digits: &str| digits.parse().map_err(|_| INCOMPLETE);
        Ok((
            Header {
                source: source.into(),
                date: date.into(),
                words: size(words)?,
                text: size(text)?,
            },
            content,
        ))
    }
}

/// Returns the first line and what follows it; `None` without one in the size of a header.
fn line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().take(MOST).position(|byte| *byte == b'\n')?;
    let (line, rest) = bytes.split_at_checked(end)?;
    Some((std::str::from_utf8(line).ok()?, rest.get(1..)?))
}

fn sum(parts: &[&[u8]]) -> String {
    let mut sum = Sha256::new();
    parts.iter().for_each(|part| sum.update(part));
    sum.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
