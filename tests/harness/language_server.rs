//! What holds for every sequence of edits of a document: the body of a property test and of the fuzz target
//! `fuzz/fuzz_targets/language_server.rs`.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use cfn_warden::cli::{self, Exit, Io, lsp};
use cfn_warden_syntax::Position;
use cfn_warden_syntax::fix::SourceIndex;
use serde_json::{Value, json};

/// The most edits of a document.
const EDITS: usize = 6;
/// The requests that have a document and a position.
const REQUESTS: [&str; 4] = ["hover", "completion", "definition", "references"];

/// Opens the text in front of the first NUL, and makes an edit for each text after a NUL: its first two characters are
/// the start and the length, modulo those of the document, and the rest is inserted.
///
/// # Panics
/// Panics if the diagnostics after an edit differ from the findings of `check`, or if a request is not answered.
pub fn check_edits(text: &str) {
    let mut parts = text.split('\0');
    let mut document = parts.next().unwrap_or_default().to_owned();
    let mut editor = Editor::start();
    editor.tell(
        "textDocument/didOpen",
        json!({"textDocument": {"uri": URI, "languageId": "yaml", "version": 1, "text": document}}),
    );
    editor.compare(1, &document);
    for (version, edit) in (2..).zip(parts.take(EDITS)) {
        let (start, end, inserted) = change(&document, edit);
        let range = json!({"start": place(&document, start), "end": place(&document, end)});
        document.replace_range(start..end, inserted);
        let changes = json!([{"range": range, "text": inserted}]);
        let changed = json!({"uri": URI, "version": version});
        editor.tell(
            "textDocument/didChange",
            json!({"textDocument": changed, "contentChanges": changes}),
        );
        editor.compare(version, &document);
        let at = place(&document, start + inserted.len());
        for name in REQUESTS {
            let context = json!({"includeDeclaration": true, "triggerKind": 1});
            let params = json!({"textDocument": {"uri": URI}, "position": at, "context": context});
            editor.ask(&format!("textDocument/{name}"), params);
        }
        editor.ask(
            "textDocument/documentSymbol",
            json!({"textDocument": {"uri": URI}}),
        );
    }
    editor.end();
}

/// A document that is not a file, so that no project file applies.
const URI: &str = "untitled:template.yaml";

/// Returns the bytes to replace, and the text in their place. The protocol has no position between CR and LF.
fn change<'e>(document: &str, edit: &'e str) -> (usize, usize, &'e str) {
    let mut chars = edit.chars();
    let mut number = || chars.next().map_or(0, |char| char as usize);
    let (start, length) = (number(), number());
    let is_place = |at: &usize| {
        let is_in_line_break =
            |(before, after): (&str, &str)| before.ends_with('\r') && after.starts_with('\n');
        document
            .split_at_checked(*at)
            .is_some_and(|parts| !is_in_line_break(parts))
    };
    let floor = |at: usize| (0..=at.min(document.len())).rev().find(is_place).unwrap();
    let start = floor(start * 7 % (document.len() + 1));
    (start, floor(start + length % 24), chars.as_str())
}

/// Returns the position of the protocol for a byte offset.
fn place(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    // Inside of CR LF, the position is the end of the line.
    let before = before
        .strip_suffix('\r')
        .filter(|_| text[offset..].starts_with('\n'))
        .unwrap_or(before);
    let unified = before.replace("\r\n", "\n").replace('\r', "\n");
    let last = unified.rsplit('\n').next().unwrap_or_default();
    json!({"line": unified.matches('\n').count(), "character": last.encode_utf16().count()})
}

/// A diagnostic: rule, message, and the position, which is `None` if the text does not have it.
type Shown = (String, String, Option<(u64, u64)>);

fn shown(code: &Value, place: Option<&Value>, message: &Value) -> Shown {
    let number = |place: &Value, key: &str| place[key].as_u64().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (
        text(code),
        text(message),
        place.map(|place| (number(place, "line"), number(place, "character"))),
    )
}

/// Returns what `check` reports on a text that the server shows, and whether it has findings.
fn checked(text: &str) -> (Vec<Shown>, bool) {
    // `check` refuses standard input without a document, and the server shows nothing.
    if text.trim_ascii().is_empty() {
        return (Vec::new(), false);
    }
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let lint_rules = cfn_warden_rules::bundled();
    let io = &mut Io {
        stdin: &mut text.as_bytes(),
        out: &mut out,
        err: &mut err,
        lint_rules,
        answer: None,
    };
    let exit = cli::run(
        [
            "cfn-warden",
            "check",
            "--no-config",
            "--format",
            "json",
            "-",
        ],
        io,
    );
    assert!(
        [Exit::OK, Exit::NOT_COMPLIANT].contains(&exit),
        "{}",
        String::from_utf8_lossy(&err)
    );
    let result: Value = serde_json::from_slice(&out).unwrap();
    let index = SourceIndex::of(text);
    let at = |at: &Value| {
        let number = |key: &str| at[key].as_u64().map_or(1, |number| number as u32);
        let position = Position {
            line: number("line"),
            column: number("column"),
        };
        index.offset(position).map(|offset| place(text, offset))
    };
    let array = |key: &str| result[key].as_array().cloned().unwrap_or_default();
    let findings = array("findings");
    let of_finding = |one: &Value| {
        let (location, value) = (&one["location"], &one["value_location"]);
        let is_on_line = ["start", "end"]
            .iter()
            .all(|end| value[end]["line"] == location["start"]["line"]);
        let start = if is_on_line {
            &value["start"]
        } else {
            &location["start"]
        };
        shown(&one["rule"], at(start).as_ref(), &one["message"])
    };
    let is_shown = |one: &&Value| {
        !one["message"]
            .as_str()
            .is_some_and(|why| why.starts_with("nothing to check: "))
    };
    let of_error = |one: &Value| {
        shown(
            &json!("not-checked"),
            at(&one["where"]).as_ref(),
            &one["message"],
        )
    };
    let mut all: Vec<Shown> = findings.iter().map(of_finding).collect();
    all.extend(array("errors").iter().filter(is_shown).map(of_error));
    all.sort();
    (all, !findings.is_empty())
}

/// An editor that is connected to a server.
struct Editor {
    input: Sender<Vec<u8>>,
    messages: Receiver<Value>,
    server: JoinHandle<bool>,
    next: u64,
    published: BTreeMap<u64, Value>,
}

impl Editor {
    fn start() -> Editor {
        let (input, sent) = channel();
        let (send, messages) = channel();
        let serve = move || {
            let output = Output {
                bytes: Vec::new(),
                messages: send,
            };
            lsp::serve(
                BufReader::new(Input {
                    sent,
                    left: Vec::new(),
                }),
                output,
                cfn_warden_rules::bundled(),
            )
            .unwrap()
        };
        let server = std::thread::spawn(serve);
        let mut editor = Editor {
            input,
            messages,
            server,
            next: 0,
            published: BTreeMap::new(),
        };
        editor.ask("initialize", json!({"capabilities": {}}));
        editor.tell("initialized", json!({}));
        editor
    }

    fn write(&self, message: &Value) {
        let text = message.to_string();
        self.input
            .send(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes())
            .unwrap();
    }

    fn tell(&self, method: &str, params: Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.next += 1;
        self.write(&json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}));
        let own = json!(self.next);
        let answer = loop {
            let message = self.receive();
            if message["id"] == own {
                break message;
            }
        };
        assert!(answer["error"].is_null(), "{method}: {answer}");
    }

    fn receive(&mut self) -> Value {
        let message = self.messages.recv().expect("the server runs");
        let params = &message["params"];
        match message["method"].as_str() {
            Some("textDocument/publishDiagnostics") => {
                self.published.insert(
                    params["version"].as_u64().unwrap(),
                    params["diagnostics"].clone(),
                );
            }
            Some("window/logMessage") => panic!("{params}"),
            _ => {}
        }
        message
    }

    /// Compares the diagnostics of a version with the result of `check`.
    fn compare(&mut self, version: u64, text: &str) {
        while !self.published.contains_key(&version) {
            self.receive();
        }
        let diagnostics = self.published[&version].as_array().unwrap();
        let of = |one: &Value| shown(&one["code"], Some(&one["range"]["start"]), &one["message"]);
        let mut found: Vec<Shown> = diagnostics.iter().map(of).collect();
        found.sort();
        let (mut expected, has_findings) = checked(text);
        // The server shows a position that the text does not have at the nearest one.
        if expected.iter().any(|(_, _, place)| place.is_none()) {
            found.iter_mut().for_each(|(_, _, place)| *place = None);
            expected.iter_mut().for_each(|(_, _, place)| *place = None);
        }
        // The server is not for texts that are not meant to be templates.
        if !found.is_empty() || has_findings {
            assert_eq!(found, expected, "version {version}: {text:?}");
        }
    }

    fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.join().unwrap());
    }
}

/// The bytes that the editor sends.
struct Input {
    sent: Receiver<Vec<u8>>,
    left: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left.is_empty() {
            self.left = self.sent.recv().unwrap_or_default();
        }
        let count = self.left.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.left[..count]);
        self.left.drain(..count);
        Ok(count)
    }
}

/// Splits the bytes of the server into messages: it flushes after each.
struct Output {
    bytes: Vec<u8>,
    messages: Sender<Value>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.bytes);
        let text = String::from_utf8(bytes).unwrap();
        let (_, body) = text.split_once("\r\n\r\n").unwrap();
        // The editor is gone once the session ends.
        let _ = self.messages.send(serde_json::from_str(body).unwrap());
        Ok(())
    }
}
