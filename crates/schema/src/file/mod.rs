//! A knowledge base in one file: a readable header with version, source, date and checksum, then a pack.
//!
//! ```text
//! cfn-warden knowledge 1
//! sha256 9d9f...                  of everything after this line
//! source cfn-lint 1.58.0
//! date 2026-10-20T22:11:15Z
//! words 2328332
//! text 1628184
//!
//! <words of the pack><text of the pack>
//! ```
//!
//! A file is untrusted input: its checksum, sizes, depth and content are verified before anything is used.

mod error;
mod format;
mod header;
mod repack;
mod shape;

pub use self::error::FileError;
pub use self::format::MOST_BYTES;
use self::header::Header;
use crate::keyword;
use crate::pack::{Json, Pack};

/// Returns a knowledge base as a file; `None` without source and date in its `about`.
pub fn write(pack: &Pack) -> Option<Vec<u8>> {
    let (words, text) = pack.parts();
    let (source, date) = facts(pack)?;
    let header = Header {
        source: source.into(),
        date: date.into(),
        words: words.len(),
        text: text.len(),
    };
    Some(header.before(words, text.as_bytes()))
}

/// Reads a file. The pack has the keywords of this program, whichever program wrote it.
///
/// # Errors
/// What is wrong with the file, and what to do.
pub fn read(bytes: &[u8]) -> Result<Pack, FileError> {
    if bytes.len() > MOST_BYTES {
        return Err(FileError::TooLarge(bytes.len()));
    }
    let (header, rest) = Header::read(bytes)?;
    let parts = rest
        .split_at_checked(header.words)
        .filter(|(_, text)| text.len() == header.text);
    let (words, text) = parts.ok_or(FileError::Damaged(
        "the sizes in the header are not those of the content",
    ))?;
    let text =
        std::str::from_utf8(text).map_err(|_| FileError::Damaged("its text is not UTF-8"))?;
    let pack = Pack::of_any_keywords(words.to_vec(), text.to_owned()).map_err(FileError::Pack)?;
    shape::verify(&pack)?;
    if facts(&pack) != Some((header.source.as_ref(), header.date.as_ref())) {
        return Err(FileError::Damaged(
            "source and date in the header are not those of the content",
        ));
    }
    match has_keywords(&pack) {
        true => Ok(pack),
        false => repack::with_keywords(&pack).map_err(FileError::Pack),
    }
}

/// Returns the source and the date of the schemas.
fn facts(pack: &Pack) -> Option<(&str, &str)> {
    let about = pack.root().get("about")?;
    let text = |key| {
        about
            .get(key)
            .and_then(Json::as_str)
            .filter(|text| is_fact(text))
    };
    Some((text("source")?, text("schema date")?))
}

/// Returns whether a text is a line of the header, which terminals show.
fn is_fact(text: &str) -> bool {
    (1..=100).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte == b' ' || byte.is_ascii_graphic())
}

fn has_keywords(pack: &Pack) -> bool {
    let is_keyword = |(symbol, word): (u32, &&str)| pack.string(symbol) == *word;
    pack.keywords() == keyword::ALL.len() && (0..).zip(keyword::ALL).all(is_keyword)
}

#[cfg(test)]
mod tests;
