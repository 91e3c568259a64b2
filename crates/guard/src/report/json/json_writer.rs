//! JSON, written piece by piece: byte for byte what serde_json writes, in a third of the time.

use std::io::{self, Write};

/// How it is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// Without any blank.
    Compact,
    /// Each member on a line of its own.
    Pretty,
}

/// So much is collected before it is handed on.
const BUFFER: usize = 1 << 16;

/// A line's end and the blanks that most lines begin with.
const BLANKS: &[u8] = b"\n                                                                                ";

/// Writes a value. What is begun is to be ended in the reverse order.
pub(super) struct JsonWriter<'w> {
    sink: &'w mut dyn Write,
    out: Vec<u8>,
    layout: Layout,
    depth: usize,
    /// Whether the innermost list or map has a member.
    filled: bool,
    /// How many texts are being written that someone wants to look at: nothing is handed on meanwhile.
    marks: usize,
    failed: Option<io::Error>,
    /// The most bytes that may still be handed on: whoever writes much asks whether there are more.
    most: usize,
    /// Whether there were.
    is_over: bool,
}

/// A text that was written, to be written again.
pub(super) struct Text {
    bytes: Vec<u8>,
    start: usize,
}

impl Text {
    pub(super) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }
}

impl<'w> JsonWriter<'w> {
    pub(super) fn new(sink: &'w mut dyn Write, layout: Layout) -> JsonWriter<'w> {
        JsonWriter {
            sink,
            out: Vec::with_capacity(BUFFER + BUFFER / 4),
            layout,
            depth: 0,
            filled: false,
            marks: 0,
            failed: None,
            most: usize::MAX,
            is_over: false,
        }
    }

    /// The same, for no more than so many bytes.
    pub(super) fn limited(self, most: usize) -> JsonWriter<'w> {
        JsonWriter { most, ..self }
    }

    /// Whether more was written than may be.
    pub(super) fn is_full(&self) -> bool {
        self.is_over || self.out.len() > self.most
    }

    /// How many bytes may be written.
    pub(super) fn left(&self) -> usize {
        self.most.saturating_sub(self.out.len())
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

    /// Begins a list or a map.
    pub(super) fn open(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.depth += 1;
        self.filled = false;
    }

    /// Ends it.
    pub(super) fn close(&mut self, bracket: u8) {
        self.depth = self.depth.saturating_sub(1);
        if self.filled {
            self.line();
        }
        self.out.push(bracket);
        self.filled = true;
    }

    /// Begins a member of a map; its value is to follow.
    pub(super) fn key(&mut self, key: &str) {
        self.item();
        self.text(key);
        self.raw(if self.layout == Layout::Pretty { b": " } else { b":" });
    }

    /// [`JsonWriter::key`] for a key that needs no escapes.
    pub(super) fn field(&mut self, key: &'static str) {
        self.item();
        self.out.reserve(key.len() + 4);
        self.out.push(b'"');
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(if self.layout == Layout::Pretty { b"\": " } else { b"\":" });
    }

    /// Begins a member of a list; it is to follow.
    #[inline]
    pub(super) fn item(&mut self) {
        if self.filled {
            self.out.push(b',');
        }
        self.line();
        self.filled = true;
    }

    /// A string.
    #[inline]
    pub(super) fn text(&mut self, text: &str) {
        self.out.push(b'"');
        escape(text, &mut self.out);
        self.out.push(b'"');
    }

    /// A piece of a string.
    pub(super) fn piece(&mut self, text: &str) {
        escape(text, &mut self.out);
    }

    /// What is JSON already.
    pub(super) fn raw(&mut self, json: &[u8]) {
        self.out.extend_from_slice(json);
    }

    /// Writes a text again; a large one without copying it.
    pub(super) fn again(&mut self, text: &[u8]) {
        if self.marks > 0 || text.len() < BUFFER {
            return self.raw(text);
        }
        self.flush();
        self.write(text);
    }

    /// The length of what is not handed on.
    pub(super) fn here(&self) -> usize {
        self.out.len()
    }

    /// Here, for [`JsonWriter::since`], up to [`JsonWriter::release`].
    pub(super) fn mark(&mut self) -> usize {
        self.marks = self.marks.saturating_add(1);
        self.here()
    }

    /// What was written since.
    pub(super) fn since(&self, mark: usize) -> &[u8] {
        self.out.get(mark..).unwrap_or_default()
    }

    /// Ends what the latest mark began, and hands out what was written since; a large text without copying it.
    pub(super) fn taken(&mut self, mark: usize) -> Text {
        self.release();
        if self.marks > 0 || self.since(mark).len() < BUFFER {
            return Text { bytes: self.since(mark).to_vec(), start: 0 };
        }
        // The next large text is to find its room made: growing would copy it.
        let next = Vec::with_capacity(self.out.capacity());
        let bytes = std::mem::replace(&mut self.out, next);
        self.write(&bytes);
        Text { bytes, start: mark }
    }

    /// Ends what the latest mark began.
    pub(super) fn release(&mut self) {
        self.marks = self.marks.saturating_sub(1);
    }

    #[inline]
    fn line(&mut self) {
        if self.layout == Layout::Compact {
            return;
        }
        let length = self.depth.saturating_mul(2).saturating_add(1);
        if let Some(blanks) = BLANKS.get(..length) {
            self.out.extend_from_slice(blanks);
        } else {
            self.out.push(b'\n');
            self.out.resize(self.out.len().saturating_add(length.saturating_sub(1)), b' ');
        }
    }

    fn flush(&mut self) {
        let mut out = std::mem::take(&mut self.out);
        self.write(&out);
        out.clear();
        self.out = out;
    }

    fn write(&mut self, bytes: &[u8]) {
        match self.most.checked_sub(bytes.len()) {
            Some(rest) => self.most = rest,
            None => self.is_over = true,
        }
        if self.failed.is_none() && !self.is_over {
            self.failed = self.sink.write_all(bytes).err();
        }
    }
}

/// Escapes as serde_json does.
pub(super) fn escape(text: &str, out: &mut Vec<u8>) {
    let mut rest = text.as_bytes();
    loop {
        let (clean, behind) = rest.split_at_checked(clean_length(rest)).unwrap_or((rest, &[]));
        out.extend_from_slice(clean);
        let Some((special, behind)) = behind.split_first() else { return };
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
        rest = behind;
    }
}

/// The number of bytes before the first that is to be escaped. Eight bytes are tested at once.
fn clean_length(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    for (word, at) in words.iter().zip(0..) {
        let found = specials(u64::from_le_bytes(*word));
        if found != 0 {
            return at * 8 + (found.trailing_zeros() / 8) as usize;
        }
    }
    // Of a text with nothing to escape, the last eight bytes are tested at once, too.
    if !rest.is_empty() && bytes.last_chunk::<8>().is_some_and(|last| specials(u64::from_le_bytes(*last)) == 0) {
        return bytes.len();
    }
    let special = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
    words.len() * 8 + rest.iter().position(special).unwrap_or(rest.len())
}

/// Not 0 where a byte of a word is to be escaped; the lowest bit set is in the first such byte.
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
    fn it_escapes_as_serde_json_does() {
        let all: String = (0..0x250).filter_map(char::from_u32).collect();
        let places: Vec<String> =
            (0..20).map(|at| format!("{}\"{}", "a".repeat(at), "\u{1f}é".repeat(9 - at / 3))).collect();
        for text in places.iter().map(String::as_str).chain([
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
            assert_eq!(format!("\"{}\"", String::from_utf8(out).unwrap()), serde_json::to_string(text).unwrap());
        }
    }

    #[test]
    fn it_lays_out_as_serde_json_does() {
        let value = serde_json::json!({"a": [], "b": {}, "c": [1, {"d": "e"}, []], "f": null});
        for (layout, expected) in [
            (Layout::Compact, serde_json::to_string(&value).unwrap()),
            (Layout::Pretty, serde_json::to_string_pretty(&value).unwrap()),
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
