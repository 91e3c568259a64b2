//! Scalars and keys of one line.

use super::node::{Quote, Token};

/// Returns the length of the space in front of a text, without line breaks.
pub fn blanks(text: &str) -> usize {
    text.len()
        .saturating_sub(text.trim_start_matches([' ', '\t']).len())
}

/// Returns the length of a line without its line break.
pub fn line_length(text: &str) -> usize {
    memchr::memchr2(b'\n', b'\r', text.as_bytes()).unwrap_or(text.len())
}

/// Returns the length of a plain scalar in a block: to a comment or the end of the line, without the space there.
pub fn plain_in_block(line: &str) -> usize {
    let end = line
        .find(" #")
        .or_else(|| line.find("\t#"))
        .unwrap_or(line.len());
    line.get(..end).map_or(0, |text| text.trim_end().len())
}

/// Returns the length of a plain scalar between brackets.
pub fn plain_in_flow(text: &str) -> usize {
    let line = text.get(..line_length(text)).unwrap_or_default();
    let is_end = |at: usize, char: char| match char {
        ',' | '[' | ']' | '{' | '}' => true,
        ':' => follows_colon(line.get(at.saturating_add(1)..).unwrap_or_default()),
        '#' => line
            .get(..at)
            .is_some_and(|before| before.ends_with([' ', '\t'])),
        _ => false,
    };
    let end = line
        .char_indices()
        .find(|(at, char)| is_end(*at, *char))
        .map_or(line.len(), |(at, _)| at);
    line.get(..end).map_or(0, |text| text.trim_end().len())
}

/// Whether a colon before this text ends a key between brackets.
fn follows_colon(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with([' ', '\t', ',', '[', ']', '{', '}'])
}

/// A quoted scalar at the start of a text.
pub struct Quoted {
    /// The quotes.
    pub quote: Quote,
    /// The length of the content.
    pub content: usize,
    /// The length with the quotes.
    pub whole: usize,
    /// Whether the closing quote is missing.
    pub is_open: bool,
}

/// Returns the quoted scalar at the start of a text. Without a closing quote before `limit`, it ends with its line.
pub fn quoted(text: &str, limit: usize) -> Option<Quoted> {
    let quote = match text.as_bytes().first()? {
        b'"' => Quote::Double,
        b'\'' => Quote::Single,
        _ => return None,
    };
    let bytes = text
        .as_bytes()
        .get(1..limit.min(text.len()))
        .unwrap_or_default();
    let mut at = 0;
    loop {
        let found = match quote {
            Quote::Double => memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()),
            _ => memchr::memchr(b'\'', bytes.get(at..).unwrap_or_default()),
        };
        let Some(place) = found.map(|found| at.saturating_add(found)) else {
            let content = line_length(text).saturating_sub(1);
            return Some(Quoted {
                quote,
                content,
                whole: content.saturating_add(1),
                is_open: true,
            });
        };
        let next = bytes.get(place.saturating_add(1));
        let is_escape =
            bytes.get(place) == Some(&b'\\') || (quote == Quote::Single && next == Some(&b'\''));
        if !is_escape {
            return Some(Quoted {
                quote,
                content: place,
                whole: place.saturating_add(2),
                is_open: false,
            });
        }
        at = place.saturating_add(2);
    }
}

/// A key at the start of a line.
pub struct LineKey {
    /// The key, relative to the line.
    pub token: Token,
    /// The length of the key with its colon.
    pub length: usize,
}

/// Returns the key at the start of a line of a block.
pub fn key(line: &str) -> Option<LineKey> {
    if let Some(found) = quoted(line, line_length(line)).filter(|found| !found.is_open) {
        let rest = line.get(found.whole..)?;
        let colon = blanks(rest);
        let after = rest.get(colon..)?.strip_prefix(':')?;
        let is_key = after.is_empty() || after.starts_with([' ', '\t']);
        let token = Token {
            range: 1..found.content.saturating_add(1),
            quote: found.quote,
        };
        let length = found.whole.saturating_add(colon).saturating_add(1);
        return is_key.then_some(LineKey { token, length });
    }
    if line.starts_with(['{', '[', '!', '&', '|', '>', '#', '"', '\'', '%', '@', '`']) {
        return None;
    }
    let ends = |at: &usize| {
        let rest = line.get(at.saturating_add(1)..).unwrap_or_default();
        rest.is_empty() || rest.starts_with([' ', '\t'])
    };
    let colon = memchr::memchr_iter(b':', line.as_bytes()).find(ends)?;
    let name = line.get(..colon)?;
    if name.contains(" #") {
        return None;
    }
    let token = Token {
        range: 0..name.trim_end().len(),
        quote: Quote::Plain,
    };
    Some(LineKey {
        token,
        length: colon.saturating_add(1),
    })
}

/// Returns whether a line is the header of a block scalar: `|`, `>-`, `|2+ # comment`.
pub fn is_block_header(line: &str) -> bool {
    let header = line
        .find('#')
        .map_or(line, |at| line.get(..at).unwrap_or_default())
        .trim_end();
    header.len() <= 3
        && header
            .bytes()
            .skip(1)
            .all(|byte| matches!(byte, b'+' | b'-' | b'1'..=b'9'))
}
