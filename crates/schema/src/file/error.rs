//! The errors of knowledge files.

use super::format::{MAGIC, MOST_BYTES, VERSION};
use crate::pack::PackError;

/// The reason why a knowledge file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileError {
    /// The first line is not that of a knowledge file.
    NotKnowledge,
    /// The format has another version: what the file says.
    Version(String),
    /// The file exceeds [`MOST_BYTES`]: its size.
    TooLarge(usize),
    /// The content has another checksum than the header: the checksum of the content.
    Checksum(String),
    /// The file contradicts itself.
    Damaged(&'static str),
    /// The content is deeper or larger than schemas are.
    Shape(&'static str),
    /// The content is not a pack, or does not have the parts of a knowledge base.
    Pack(PackError),
}

impl std::fmt::Display for FileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const BUILD: &str = "build it with `cfn-warden knowledge build` or `make schemas`";
        match self {
            FileError::NotKnowledge => {
                write!(
                    f,
                    "not a knowledge file; expected the first line `{MAGIC} {VERSION}`; {BUILD}"
                )
            }
            FileError::Version(version) => {
                write!(
                    f,
                    "format version {version}; expected {VERSION}; install the release that the file is for, or {BUILD}"
                )
            }
            FileError::TooLarge(bytes) => {
                write!(f, "too large: {bytes} bytes; expected at most {MOST_BYTES}")
            }
            FileError::Checksum(found) => {
                write!(
                    f,
                    "damaged: the content has the SHA-256 checksum {found}, and the header another one; get it again"
                )
            }
            FileError::Damaged(what) => write!(f, "damaged: {what}; get it again, or {BUILD}"),
            FileError::Shape(what) => write!(f, "not a knowledge base: {what}"),
            FileError::Pack(PackError::NotAPack(what)) => {
                write!(f, "not a knowledge base: {what}; {BUILD}")
            }
            FileError::Pack(error) => write!(f, "not a knowledge base: {error}"),
        }
    }
}

impl std::error::Error for FileError {}
