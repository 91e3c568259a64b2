//! `lsp` as a process: the framing, the files around a document, and that diagnostics are the findings of `check`.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::cli::{folder, run};
use crate::support::files_below;

/// Time limit of an answer: debug builds on busy machines are slow.
const PATIENCE: Duration = Duration::from_secs(120);

pub struct Editor {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    next: u32,
}

impl Editor {
    pub fn start(folder: &Path, line: &[&str]) -> Editor {
        let mut server = Command::new(env!("CARGO_BIN_EXE_cfn-warden"))
            .arg("lsp")
            .args(line)
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut output, input) = (
            BufReader::new(server.stdout.take().unwrap()),
            server.stdin.take().unwrap(),
        );
        let (send, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = message(&mut output) {
                let _ = send.send(message);
            }
        });
        let mut editor = Editor {
            server,
            input,
            messages,
            next: 0,
        };
        let root = uri(folder);
        editor.ask("initialize", &json!({"capabilities": {}, "rootUri": root}));
        editor.tell("initialized", &json!({}));
        editor
    }

    fn write(&mut self, text: &str) {
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    }

    fn tell(&mut self, method: &str, params: &Value) {
        self.write(&json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string());
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.next += 1;
        self.write(
            &json!({"jsonrpc": "2.0", "id": self.next, "method": method, "params": params})
                .to_string(),
        );
        let own = json!(self.next);
        self.until(|message| message["id"] == own)["result"].clone()
    }

    fn until(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self
                .messages
                .recv_timeout(PATIENCE)
                .expect("a message of the server");
            if is_it(&message) {
                return message;
            }
        }
    }

    /// Opens a document and returns its diagnostics.
    pub fn open(&mut self, path: &Path, text: &str) -> Vec<Value> {
        let document = json!({"uri": uri(path), "languageId": "yaml", "version": 1, "text": text});
        self.tell("textDocument/didOpen", &json!({"textDocument": document}));
        self.diagnostics(path)
    }

    fn diagnostics(&mut self, path: &Path) -> Vec<Value> {
        let own = json!(uri(path));
        let found = self.until(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == own
        });
        found["params"]["diagnostics"].as_array().unwrap().clone()
    }

    pub fn end(mut self) -> Option<i32> {
        self.ask("shutdown", &Value::Null);
        self.tell("exit", &Value::Null);
        self.server.wait().unwrap().code()
    }
}

fn message(output: &mut impl BufRead) -> Option<Value> {
    let mut header = String::new();
    output.read_line(&mut header).ok()?;
    let length: usize = header
        .strip_prefix("Content-Length: ")?
        .trim()
        .parse()
        .ok()?;
    output.read_line(&mut header).ok()?;
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect()
}

/// Returns the findings of `check`, as rule, line, UTF-16 column and message.
fn checked(path: &Path, text: &str) -> Vec<(String, u64, u64, String)> {
    let ended = run(
        &[
            "check",
            "--no-config",
            "--format",
            "json",
            path.to_str().unwrap(),
        ],
        "",
    );
    let result: Value = serde_json::from_str(&ended.out).unwrap();
    let lines: Vec<&str> = text.split('\n').collect();
    let at = |line: &Value, column: &Value| {
        let line = line.as_u64().unwrap_or(1) - 1;
        let before = lines
            .get(line as usize)
            .copied()
            .unwrap_or_default()
            .chars();
        let before: String = before
            .take(column.as_u64().unwrap_or(1) as usize - 1)
            .collect();
        (line, before.encode_utf16().count() as u64)
    };
    let findings = result["findings"].as_array().unwrap().iter().map(|one| {
        let place = &one["location"];
        let value = &one["value_location"];
        let is_on_line = ["start", "end"]
            .iter()
            .all(|end| value[end]["line"] == place["start"]["line"]);
        let start = if is_on_line {
            &value["start"]
        } else {
            &place["start"]
        };
        let (line, column) = at(&start["line"], &start["column"]);
        (
            one["rule"].as_str().unwrap().to_owned(),
            line,
            column,
            one["message"].as_str().unwrap().to_owned(),
        )
    });
    let errors = result["errors"].as_array().unwrap().iter().map(|one| {
        let (line, column) = at(&one["where"]["line"], &one["where"]["column"]);
        (
            "not-checked".to_owned(),
            line,
            column,
            one["message"].as_str().unwrap().to_owned(),
        )
    });
    let mut all: Vec<_> = findings.chain(errors).collect();
    all.sort();
    all
}

#[test]
fn diagnostics_are_the_findings_of_check() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixes");
    let paths = files_below(&tests)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|own| own == "yaml"));
    let mut editor = Editor::start(&tests, &["--no-config", "--stdio"]);
    let (mut wrong, mut count) = (BTreeMap::new(), 0);
    for path in paths.take(60) {
        let text = std::fs::read_to_string(&path).unwrap();
        let shown = editor.open(&path, &text).into_iter().map(|one| {
            let start = &one["range"]["start"];
            let number = |key: &str| start[key].as_u64().unwrap();
            let text = |key: &str| one[key].as_str().unwrap().to_owned();
            (
                text("code"),
                number("line"),
                number("character"),
                without_paths(&text("message")),
            )
        });
        let mut shown: Vec<_> = shown.collect();
        shown.sort();
        // Findings of several resources at one place are one diagnostic.
        let mut expected = checked(&path, &text);
        expected.dedup();
        count += shown.len();
        if shown != expected {
            wrong.insert(path, (shown, expected));
        }
    }
    assert!(count > 20, "{count}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(editor.end(), Some(0));
}

/// Returns a message without the paths of the findings that it is about.
fn without_paths(message: &str) -> String {
    let lines = message
        .lines()
        .filter(|line| !line.starts_with("Resources/"));
    lines.collect::<Vec<_>>().join("\n")
}

const TOPIC: &str = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties: {DisplayName: '\u{1F600}', FifoTopic: x, TopicNam: a}\n";

#[test]
fn the_project_file_and_the_files_it_names_apply() {
    let folder = folder("lsp-project");
    let (inside, document) = (
        folder.path().join("inside"),
        folder.path().join("inside/topic.yaml"),
    );
    std::fs::create_dir_all(&inside).unwrap();
    std::fs::create_dir_all(folder.path().join(".git")).unwrap();
    std::fs::write(
        folder.path().join("cfn-warden.toml"),
        "rules = [\"own.guard\"]\nignore-checks = [\"E3\"]\n",
    )
    .unwrap();
    std::fs::write(
        folder.path().join("own.guard"),
        "rule named { Resources.*.Properties.TopicName exists }\n",
    )
    .unwrap();
    let mut editor = Editor::start(folder.path(), &[]);
    assert_eq!(codes(&editor.open(&document, TOPIC)), ["named"]);
    // The file of rules changes, and the editor says so.
    std::fs::write(
        folder.path().join("own.guard"),
        "rule another { Resources.*.Properties.Tags exists }\n",
    )
    .unwrap();
    editor.tell("workspace/didChangeWatchedFiles", &json!({"changes": []}));
    assert_eq!(codes(&editor.diagnostics(&document)), ["another"]);
    std::fs::write(folder.path().join("cfn-warden.toml"), "rules = 7\n").unwrap();
    editor.tell(
        "textDocument/didSave",
        &json!({"textDocument": {"uri": uri(&document)}}),
    );
    let broken = editor.diagnostics(&document);
    assert_eq!(codes(&broken), ["not-checked"]);
    assert!(
        broken[0]["message"]
            .as_str()
            .unwrap()
            .contains("cfn-warden.toml"),
        "{broken:?}"
    );
    let rules = folder.path().join("own.guard");
    assert_eq!(
        codes(&editor.open(&rules, "rule a {\n  b exists\n}\n")),
        ["not-checked"]
    );
    std::fs::remove_file(folder.path().join("cfn-warden.toml")).unwrap();
    editor.tell(
        "textDocument/didSave",
        &json!({"textDocument": {"uri": uri(&document)}}),
    );
    assert!(codes(&editor.diagnostics(&document)).contains(&"E3002"));
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn fixes_are_actions() {
    let folder = folder("lsp-fixes");
    let document = folder.path().join("topic.yaml");
    let text = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties: {TopicNam: a}\n";
    let mut editor = Editor::start(folder.path(), &["--no-config"]);
    let found = editor.open(&document, text);
    let misspelt = found
        .iter()
        .find(|one| one["code"] == "E3002")
        .unwrap_or_else(|| panic!("{found:?}"));
    assert!(
        misspelt["codeDescription"]["href"]
            .as_str()
            .unwrap()
            .contains("aws-resource-sns-topic")
    );
    let params = json!({"textDocument": {"uri": uri(&document)}, "range": misspelt["range"], "context": {"diagnostics": []}});
    let actions = editor.ask("textDocument/codeAction", &params);
    let edit = &actions[0]["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(
        (&edit["newText"], &actions[0]["kind"]),
        (&json!("TopicName"), &json!("quickfix")),
        "{actions}"
    );
    assert_eq!(edit["range"]["start"], json!({"line": 3, "character": 17}));
    let actions = actions.as_array().unwrap();
    let waive = actions
        .iter()
        .find(|action| action["title"] == "Waive E3002 here")
        .unwrap_or_else(|| panic!("{actions:?}"));
    let comment = &waive["edit"]["documentChanges"][0]["edits"][0]["newText"];
    let waived = format!("{}{}\n", text.trim_end(), comment.as_str().unwrap());
    let waived = editor.open(&folder.path().join("waived.yaml"), &waived);
    assert!(!codes(&waived).contains(&"E3002"), "{waived:?}");
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn a_value_that_is_not_allowed_can_be_replaced_with_each_that_is() {
    let folder = folder("lsp-values");
    let document = folder.path().join("bucket.yaml");
    let text = "Resources:\n  B:\n    Type: AWS::S3::Bucket\n    Properties:\n      VersioningConfiguration:\n        Status: Disabled\n";
    let mut editor = Editor::start(folder.path(), &["--no-config"]);
    let found = editor.open(&document, text);
    let wrong = found.iter().find(|one| one["code"] == "E3030");
    let wrong = wrong.unwrap_or_else(|| panic!("{found:?}"));
    let params = json!({"textDocument": {"uri": uri(&document)}, "range": wrong["range"], "context": {"diagnostics": []}});
    let actions = editor.ask("textDocument/codeAction", &params);
    for value in ["Enabled", "Suspended"] {
        let title = format!("Replace with `{value}`");
        let mut all = actions.as_array().unwrap().iter();
        let action = all.find(|action| action["title"] == title.as_str());
        let action = action.unwrap_or_else(|| panic!("{title}: {actions}"));
        let edit = &action["edit"]["documentChanges"][0]["edits"][0];
        let start = json!({"line": 5, "character": 16});
        assert_eq!(
            (&edit["newText"], &edit["range"]["start"]),
            (&json!(value), &start)
        );
    }
    assert_eq!(editor.end(), Some(0));
}

#[test]
fn other_documents_and_broken_messages_are_left_alone() {
    let folder = folder("lsp-other");
    let mut editor = Editor::start(folder.path(), &["--no-config"]);
    assert_eq!(
        codes(&editor.open(&folder.path().join("pod.yaml"), "kind: Pod\nspec: [\n")),
        [""; 0]
    );
    assert_eq!(
        codes(&editor.open(&folder.path().join("list.json"), "[1]")),
        [""; 0]
    );
    assert_eq!(
        codes(&editor.open(&folder.path().join("broken.yaml"), "Resources: [\n")),
        ["not-checked"]
    );
    editor.write("{\"method\": 1");
    editor.write("{\"jsonrpc\": \"2.0\", \"method\": \"x\", \"params\": [\"\\ud83d\"]}");
    let shown = editor.open(&folder.path().join("topic.yaml"), TOPIC);
    let wrong = shown
        .iter()
        .find(|one| one["code"] == "E3012")
        .unwrap_or_else(|| panic!("{shown:?}"));
    assert_eq!(
        wrong["range"]["start"],
        json!({"line": 3, "character": 47}),
        "columns count UTF-16 units"
    );
    let rules = editor.open(
        &folder.path().join("a.guard"),
        "rule a {\n  Resources ==\n}\n",
    );
    assert_eq!(codes(&rules), ["not-checked"]);
    assert_eq!(editor.end(), Some(0));
    let mut gone = Editor::start(folder.path(), &[]);
    gone.tell("exit", &Value::Null);
    assert_eq!(gone.server.wait().unwrap().code(), Some(1));
}

#[test]
fn findings_at_one_place_are_one_diagnostic_with_their_paths() {
    let here = folder("lsp-places");
    let text = "Transform: AWS::LanguageExtensions
Resources:
  Fn::ForEach::Queues:
    - Name
    - [A, B]
    - Queue${Name}:
        Type: AWS::SQS::Queue
        Properties: {DelaySeconds: 9999, QueueName: !Sub 'q-${Name}'}
";
    let path = here.file("loop.yaml", text);
    let mut editor = Editor::start(here.path(), &[]);
    let diagnostics = editor.open(Path::new(&path), text);
    assert_eq!(codes(&diagnostics), ["E3034"]);
    let message = diagnostics[0]["message"].as_str().unwrap();
    let lines: Vec<&str> = message.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "Resources/QueueA/Properties/DelaySeconds",
            "Resources/QueueB/Properties/DelaySeconds",
        ]
    );
    assert_eq!(editor.end(), Some(0));
}
