//! Messages in the framing of the protocol: a header with the length, an empty line, JSON.
//!
//! Unlike the reader of `lsp-server`, a text that is not a message does not end the server: strings of JavaScript may have
//! half a surrogate pair, which JSON in Rust does not.

use std::io::{self, BufRead, Read, Write};

use cfn_warden_lsp::Message;

/// The maximum length of a message: above that of any document that is checked.
const LONGEST: usize = 256 << 20;
/// The maximum length of a line of a header.
const LINE: u64 = 4096;

/// A text of the editor.
pub enum Input {
    /// A message.
    Message(Message),
    /// Something else, and why.
    Malformed(String),
}

/// Reads a message; `None` at the end of the input.
///
/// # Errors
/// The input ends within a message, or has no length.
pub fn read(input: &mut dyn BufRead) -> io::Result<Option<Input>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if Read::take(&mut *input, LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            // An empty line before a header is harmless.
            if length.is_some() {
                break;
            }
            continue;
        }
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        if name.eq_ignore_ascii_case("Content-Length") {
            length = value
                .trim()
                .parse::<usize>()
                .ok()
                .filter(|length| *length <= LONGEST);
            if length.is_none() {
                return Err(io::Error::new(
                    io::ErrorKind::InvalidData,
                    "invalid Content-Length",
                ));
            }
        }
    }
    let mut body = vec![0; length.unwrap_or_default()];
    input.read_exact(&mut body)?;
    let text = String::from_utf8_lossy(&body);
    Ok(Some(parsed(&text)))
}

fn parsed(text: &str) -> Input {
    match serde_json::from_str(text) {
        Ok(message) => Input::Message(message),
        Err(error) => match serde_json::from_str(&without_lone_surrogates(text)) {
            Ok(message) => Input::Message(message),
            Err(_) => Input::Malformed(error.to_string()),
        },
    }
}

/// Replaces escapes of half a surrogate pair (`\ud83d`) by that of the replacement character.
fn without_lone_surrogates(text: &str) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        replaced.push_str(before);
        let length = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                replaced.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            // An escaped backslash is not the start of an escape.
            _ => escape
                .char_indices()
                .nth(2)
                .map_or(escape.len(), |(at, _)| at),
        };
        let (kept, after) = escape.split_at_checked(length).unwrap_or((escape, ""));
        replaced.push_str(kept);
        rest = after;
    }
    replaced.push_str(rest);
    replaced
}

/// Returns the UTF-16 unit of an escape at the start of a text.
fn unit(escape: &str) -> Option<u16> {
    u16::from_str_radix(escape.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

/// Writes a message.
///
/// # Errors
/// Those of the output.
pub fn write(message: &Message, out: &mut dyn Write) -> io::Result<()> {
    #[derive(serde::Serialize)]
    struct Envelope<'m> {
        jsonrpc: &'static str,
        #[serde(flatten)]
        message: &'m Message,
    }
    let text = serde_json::to_string(&Envelope {
        jsonrpc: "2.0",
        message,
    })?;
    write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &str) -> Vec<String> {
        let mut reader = io::BufReader::new(input.as_bytes());
        let mut found = Vec::new();
        while let Ok(Some(one)) = read(&mut reader) {
            found.push(match one {
                Input::Message(message) => serde_json::to_string(&message).unwrap(),
                Input::Malformed(_) => "malformed".to_owned(),
            });
        }
        found
    }

    fn framed(text: &str) -> String {
        format!(
            "Content-Length: {}\r\nContent-Type: x\r\n\r\n{text}",
            text.len()
        )
    }

    #[test]
    fn messages_are_read_after_ones_that_are_none() {
        let exit = r#"{"method":"exit"}"#;
        let input = [framed("{"), framed(exit), framed("[1]"), framed(exit)].concat();
        assert_eq!(all(&input), ["malformed", exit, "malformed", exit]);
        assert_eq!(all("Content-Length: 99\r\n\r\n{}"), [""; 0]);
        assert_eq!(all("Content-Length: x\r\n\r\n{}"), [""; 0]);
    }

    #[test]
    fn half_a_surrogate_pair_is_replaced() {
        let text = r#"a\ud83d\ude00 \ud83d\\ud83d \ude00x\u00e9\ud83dé"#;
        let expected = r#"a\ud83d\ude00 \ufffd\\ud83d \ufffdx\u00e9\ufffdé"#;
        assert_eq!(without_lone_surrogates(text), expected);
        let message = r#"{"method":"a","params":["\ud83d"]}"#;
        assert_eq!(
            all(&framed(message)),
            ["{\"method\":\"a\",\"params\":[\"\u{fffd}\"]}"]
        );
    }

    #[test]
    fn what_is_written_is_read_again() {
        let message = serde_json::from_str(r#"{"id":1,"result":null}"#).unwrap();
        let mut out = Vec::new();
        write(&message, &mut out).unwrap();
        assert_eq!(all(&String::from_utf8(out).unwrap()).len(), 1);
    }
}
