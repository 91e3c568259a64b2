//! An incremental JSON writer with the same output as serde_json, three times as fast.

use std::io::{self, Write};

/// The layout of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Without white space.
    Compact,
    /// One line per member.
    Pretty,
}

/// The number of bytes at which the buffer is flushed.
const BUFFER: usize = 1 << 16;
/// The size of a buffer that is flushed as soon as it is full.
const CAPACITY: usize = BUFFER + BUFFER / 4;

/// A line break with enough spaces for most indentations.
const BLANKS: &[u8; 64] = b"\n                                                               ";

/// A writer of one JSON value. The caller must close lists and maps in reverse order.
pub(super) struct JsonWriter<'w> {
    sink: &'w mut dyn Write,
    out: Vec<u8>,
    layout: Layout,
    depth: usize,
    /// Whether the innermost list or map has members.
    filled: bool,
    /// The number of active marks; the buffer is not flushed while there are any.
    marks: usize,
    failed: Option<io::Error>,
    /// The number of bytes that may still be flushed. Callers with much output check `is_full`.
    limit: usize,
    /// Whether the limit was exceeded.
    is_limit_exceeded: bool,
}

/// A written fragment, to be written again.
pub(super) struct Fragment {
    bytes: Vec<u8>,
    start: usize,
}

impl Fragment {
    pub(super) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }
}

impl<'w> JsonWriter<'w> {
    pub(super) fn new(sink: &'w mut dyn Write, layout: Layout) -> JsonWriter<'w> {
        JsonWriter {
            sink,
            out: Vec::with_capacity(CAPACITY),
            layout,
            depth: 0,
            filled: false,
            marks: 0,
            failed: None,
            limit: usize::MAX,
            is_limit_exceeded: false,
        }
    }

    /// Makes the buffer larger, for fragments that fit into it.
    pub(super) fn enlarge(&mut self, capacity: usize) {
        if self.out.capacity() < capacity {
            // `Vec::reserve` would copy the unused rest of the buffer, too.
            let mut larger = Vec::with_capacity(capacity);
            larger.extend_from_slice(&self.out);
            self.out = larger;
        }
    }

    /// Limits the output to this number of bytes.
    pub(super) fn limited(self, limit: usize) -> JsonWriter<'w> {
        JsonWriter { limit, ..self }
    }

    /// Whether the output exceeds the limit.
    pub(super) fn is_full(&self) -> bool {
        self.is_limit_exceeded || self.out.len() > self.limit
    }

    /// The number of bytes that may still be written.
    pub(super) fn left(&self) -> usize {
        self.limit.saturating_sub(self.out.len())
    }

    /// Flushes the buffer and returns the first write error.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.flush();
        self.failed.map_or(Ok(()), Err)
    }

    /// Flushes the buffer if it is full.
    pub(super) fn flush_if_full(&mut self) {
        if self.out.len() >= BUFFER && self.marks == 0 {
            self.flush();
        }
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Starts a list or a map.
    pub(super) fn open(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.depth += 1;
        self.filled = false;
    }

    /// Ends a list or a map.
    pub(super) fn close(&mut self, bracket: u8) {
        self.depth = self.depth.saturating_sub(1);
        if self.filled {
            self.line();
        }
        self.out.push(bracket);
        self.filled = true;
    }

    /// Writes the key of a map member; the caller writes the value next.
    pub(super) fn key(&mut self, key: &str) {
        self.item();
        self.text(key);
        self.raw(if self.layout == Layout::Pretty {
            b": "
        } else {
            b":"
        });
    }

    /// Like [`JsonWriter::key`], for a key without characters to escape.
    pub(super) fn field(&mut self, key: &'static str) {
        self.item();
        self.out.reserve(key.len() + 4);
        self.out.push(b'"');
        self.out.extend_from_slice(key.as_bytes());
        self.out
            .extend_from_slice(if self.layout == Layout::Pretty {
                b"\": "
            } else {
                b"\":"
            });
    }

    /// Starts a list element; the caller writes it next.
    #[inline]
    pub(super) fn item(&mut self) {
        if self.filled {
            self.out.push(b',');
        }
        self.line();
        self.filled = true;
    }

    /// Writes a string.
    #[inline]
    pub(super) fn text(&mut self, text: &str) {
        self.out.push(b'"');
        escape(text, &mut self.out);
        self.out.push(b'"');
    }

    /// Writes part of a string, escaped and without quotes.
    pub(super) fn piece(&mut self, text: &str) {
        escape(text, &mut self.out);
    }

    /// Writes a JSON fragment.
    pub(super) fn raw(&mut self, json: &[u8]) {
        self.out.extend_from_slice(json);
    }

    /// Writes a cached fragment; a large one is not copied into the buffer.
    pub(super) fn write_cached(&mut self, text: &[u8]) {
        if self.marks > 0 || text.len() < BUFFER {
            return self.raw(text);
        }
        self.flush();
        self.write(text);
    }

    /// The current length of the buffer.
    pub(super) fn buffered_len(&self) -> usize {
        self.out.len()
    }

    /// Sets a mark for [`JsonWriter::since`]. The buffer is not flushed until [`JsonWriter::release`].
    pub(super) fn mark(&mut self) -> usize {
        self.marks = self.marks.saturating_add(1);
        self.buffered_len()
    }

    /// Returns the output since a mark.
    pub(super) fn since(&self, mark: usize) -> &[u8] {
        self.out.get(mark..).unwrap_or_default()
    }

    /// Releases the latest mark and returns the output since then; a large one is moved, not copied.
    pub(super) fn take_since(&mut self, mark: usize) -> Fragment {
        self.release();
        if self.marks > 0 || self.since(mark).len() < BUFFER {
            return Fragment {
                bytes: self.since(mark).to_vec(),
                start: 0,
            };
        }
        let next = Vec::with_capacity(CAPACITY);
        let bytes = std::mem::replace(&mut self.out, next);
        self.write(&bytes);
        Fragment { bytes, start: mark }
    }

    /// Releases the latest mark.
    pub(super) fn release(&mut self) {
        self.marks = self.marks.saturating_sub(1);
    }

    #[inline]
    fn line(&mut self) {
        if self.layout == Layout::Compact {
            return;
        }
        let length = self.depth.saturating_mul(2).saturating_add(1);
        if length <= BLANKS.len() {
            // A copy of a fixed length is a few stores.
            let end = self.out.len().saturating_add(length);
            self.out.extend_from_slice(BLANKS);
            self.out.truncate(end);
        } else {
            self.out.push(b'\n');
            self.out.resize(
                self.out.len().saturating_add(length.saturating_sub(1)),
                b' ',
            );
        }
    }

    fn flush(&mut self) {
        let mut out = std::mem::take(&mut self.out);
        self.write(&out);
        out.clear();
        self.out = out;
    }

    fn write(&mut self, bytes: &[u8]) {
        match self.limit.checked_sub(bytes.len()) {
            Some(rest) => self.limit = rest,
            None => self.is_limit_exceeded = true,
        }
        if self.failed.is_none() && !self.is_limit_exceeded {
            self.failed = self.sink.write_all(bytes).err();
        }
    }
}

/// Appends a text with the escapes of serde_json.
pub(super) fn escape(text: &str, out: &mut Vec<u8>) {
    let mut rest = text.as_bytes();
    while !is_short_and_clean(rest) {
        let (clean, tail) = rest
            .split_at_checked(clean_length(rest))
            .unwrap_or((rest, &[]));
        out.extend_from_slice(clean);
        let Some((special, tail)) = tail.split_first() else {
            return;
        };
        match special {
            b'"' => out.extend_from_slice(b"\\\""),
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            other => out.extend_from_slice(format!("\\u{other:04x}").as_bytes()),
        }
        rest = tail;
    }
    out.extend_from_slice(rest);
}

/// Returns whether a text has at most 16 bytes, as most have, and no byte needs an escape.
#[inline]
fn is_short_and_clean(bytes: &[u8]) -> bool {
    if bytes.len() > 16 {
        return false;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return specials(u64::from_le_bytes(*first)) | specials(u64::from_le_bytes(*last)) == 0;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return specials(u64::from(first) | u64::from(last) << 32) == 0;
    }
    !bytes.iter().any(|byte| is_special(*byte))
}

/// Returns the number of bytes before the first byte to escape, testing eight bytes at a time.
fn clean_length(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    for (word, at) in words.iter().zip(0..) {
        let found = specials(u64::from_le_bytes(*word));
        if found != 0 {
            return at * 8 + (found.trailing_zeros() / 8) as usize;
        }
    }
    // If all full words are clean, the last eight bytes are tested together, too.
    if !rest.is_empty()
        && bytes
            .last_chunk::<8>()
            .is_some_and(|last| specials(u64::from_le_bytes(*last)) == 0)
    {
        return bytes.len();
    }
    words.len() * 8
        + rest
            .iter()
            .position(|byte| is_special(*byte))
            .unwrap_or(rest.len())
}

#[inline]
fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Returns a word with bits set for bytes to escape; the lowest set bit is in the first of them.
/// <https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord>
fn specials(word: u64) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = u64::from_le_bytes([0x80; 8]);
    let below = |word: u64, limit: u8| word.wrapping_sub(EACH * u64::from(limit)) & !word & HIGH;
    let is = |byte: u8| below(word ^ (EACH * u64::from(byte)), 1);
    below(word, 0x20) | is(b'"') | is(b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_match_serde_json() {
        let all: String = (0..0x250).filter_map(char::from_u32).collect();
        let mut samples: Vec<String> = (0..20)
            .map(|at| format!("{}\"{}", "a".repeat(at), "\u{1f}é".repeat(9 - at / 3)))
            .collect();
        samples
            .extend((0..=50).map(|at| format!("{}\n{}", "é ".repeat(at / 3), "!".repeat(50 - at))));
        for text in samples.iter().map(String::as_str).chain([
            &*all,
            "",
            "plain",
            "a\"b",
            "0123456789abcde\"",
            "0123456789abcdef\\",
            "\u{1F600}\n",
        ]) {
            let mut out = Vec::new();
            escape(text, &mut out);
            assert_eq!(
                format!("\"{}\"", String::from_utf8(out).unwrap()),
                serde_json::to_string(text).unwrap()
            );
        }
    }

    #[test]
    fn layout_matches_serde_json() {
        let value = serde_json::json!({"a": [], "b": {}, "c": [1, {"d": "e"}, []], "f": null});
        for (layout, expected) in [
            (Layout::Compact, serde_json::to_string(&value).unwrap()),
            (
                Layout::Pretty,
                serde_json::to_string_pretty(&value).unwrap(),
            ),
        ] {
            let mut out = Vec::new();
            let mut json_writer = JsonWriter::new(&mut out, layout);
            json_writer.open(b'{');
            json_writer.key("a");
            json_writer.open(b'[');
            json_writer.close(b']');
            json_writer.key("b");
            json_writer.open(b'{');
            json_writer.close(b'}');
            json_writer.key("c");
            json_writer.open(b'[');
            json_writer.item();
            json_writer.raw(b"1");
            json_writer.item();
            json_writer.open(b'{');
            json_writer.key("d");
            json_writer.text("e");
            json_writer.close(b'}');
            json_writer.item();
            json_writer.open(b'[');
            json_writer.close(b']');
            json_writer.close(b']');
            json_writer.key("f");
            json_writer.raw(b"null");
            json_writer.close(b'}');
            json_writer.finish().unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
