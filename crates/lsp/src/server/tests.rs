//! The server with a host that finds the word `bad`.

use std::sync::Mutex;
use std::time::Duration;

use super::*;
use crate::host::{Checked, Document, Problem};
use cfn_warden_lint::RuleSet;
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::Position;
use cfn_warden_syntax::cancel::Cancel;

struct Words(Knowledge);

impl Host for Words {
    fn begin(&self, folder: Option<&str>) {
        assert_eq!(folder, Some("/work"));
    }

    fn knowledge(&self) -> &Knowledge {
        &self.0
    }

    fn rules(&self) -> RuleSet {
        cfn_warden_rules::bundled()
    }

    fn check(&self, document: &Document<'_>, _: Cancel<'_>) -> Checked {
        let lines = (1..).zip(document.text.split('\n'));
        let found = lines.filter_map(|(line, text)| {
            let column = text.get(..text.find("bad")?)?.chars().count() as u32 + 1;
            Some(Problem {
                message: "bad".to_owned(),
                at: Some(Position { line, column }),
            })
        });
        Checked {
            findings: Vec::new(),
            problems: found.collect(),
        }
    }

    fn fix(&self, document: &Document<'_>) -> Option<String> {
        Some(document.text.replace("bad", "good"))
    }

    fn page_of_function(&self, name: &str) -> Option<&'static str> {
        (name == "count").then_some("page of count")
    }

    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// A session with the server, which ends when it is dropped.
struct Session {
    events: Sender<Event>,
    answers: Receiver<Message>,
    thread: Option<thread::JoinHandle<End>>,
    next: i32,
    published: Vec<Value>,
    logged: Vec<Value>,
}

const URI: &str = "file:///work/a.yaml";

impl Session {
    fn begun() -> Session {
        let mut session = Session::new();
        let result = session
            .ask(
                "initialize",
                json!({"capabilities": {}, "rootUri": "file:///work"}),
            )
            .unwrap();
        assert_eq!(
            result["capabilities"]["textDocumentSync"]["change"], 2,
            "incremental"
        );
        session
    }

    fn new() -> Session {
        let (events, inbox) = channel();
        let (send, answers) = channel();
        let (own, send) = (events.clone(), Mutex::new(send));
        let serve = move || {
            let send = |message| drop(send.lock().unwrap().send(message));
            run(&Words(Knowledge::bundled()), (own, inbox), send).unwrap()
        };
        let thread = Some(thread::spawn(serve));
        Session {
            events,
            answers,
            thread,
            next: 0,
            published: Vec::new(),
            logged: Vec::new(),
        }
    }

    fn tell(&self, method: &str, params: Value) {
        let notification = Notification {
            method: method.to_owned(),
            params,
        };
        self.events
            .send(Event::Message(Message::Notification(notification)))
            .unwrap();
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, i32> {
        self.next += 1;
        let request = Request {
            id: self.next.into(),
            method: method.to_owned(),
            params,
        };
        self.events
            .send(Event::Message(Message::Request(request)))
            .unwrap();
        loop {
            match self.receive() {
                Message::Response(response) => {
                    assert_eq!(response.id, self.next.into());
                    return response.response_result.map_err(|error| error.code);
                }
                _ => continue,
            }
        }
    }

    fn receive(&mut self) -> Message {
        let message = self
            .answers
            .recv_timeout(Duration::from_secs(60))
            .expect("an answer of the server");
        if let Message::Notification(one) = &message {
            match one.method.as_str() {
                "textDocument/publishDiagnostics" => self.published.push(one.params.clone()),
                "window/logMessage" => self.logged.push(one.params.clone()),
                other => panic!("unexpected {other}"),
            }
        }
        message
    }

    fn published(&mut self, version: i64) -> Value {
        loop {
            if let Some(found) = self.published.iter().find(|one| one["version"] == version) {
                return found["diagnostics"].clone();
            }
            self.receive();
        }
    }

    fn open(&self, uri: &str, text: &str) {
        let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn at(&mut self, method: &str, uri: &str, line: u32, character: u32) -> Value {
        let place = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": character}, "context": {"includeDeclaration": true, "triggerKind": 1}});
        self.ask(method, place).unwrap()
    }

    fn end(&mut self) -> End {
        self.tell("exit", Value::Null);
        self.thread.take().unwrap().join().unwrap()
    }
}

#[test]
fn requests_are_in_order() {
    let mut session = Session::new();
    assert_eq!(session.ask("textDocument/hover", json!({})), Err(-32002));
    assert_eq!(session.ask("initialize", json!(7)), Err(-32602));
    session
        .ask(
            "initialize",
            json!({"capabilities": {}, "workspaceFolders": [{"uri": "file:///work", "name": "a"}]}),
        )
        .unwrap();
    assert_eq!(session.ask("textDocument/unknown", json!({})), Err(-32601));
    assert_eq!(session.ask("textDocument/hover", json!([])), Err(-32602));
    assert_eq!(session.ask("shutdown", Value::Null), Ok(Value::Null));
    assert_eq!(session.ask("shutdown", Value::Null), Err(-32600));
    assert_eq!(session.end(), End::Shutdown);
    let mut session = Session::begun();
    assert_eq!(session.end(), End::Abrupt);
}

#[test]
fn diagnostics_follow_changes() {
    let mut session = Session::begun();
    session.open(URI, "a: good\n");
    assert_eq!(session.published(1), json!([]));
    let change = |range: Value, text: &str, version: i32| {
        let change = if range.is_null() {
            json!({"text": text})
        } else {
            json!({"range": range, "text": text})
        };
        json!({"textDocument": {"uri": URI, "version": version}, "contentChanges": [change]})
    };
    let range = |from: u32, to: u32| json!({"start": {"line": 0, "character": from}, "end": {"line": 0, "character": to}});
    session.tell(
        "textDocument/didChange",
        change(range(3, 7), "\u{1F600} bad", 2),
    );
    let shown = session.published(2);
    assert_eq!(shown[0]["range"], range(6, 7), "columns count UTF-16 units");
    assert_eq!(
        (&shown[0]["source"], &shown[0]["code"]),
        (&json!("cfn-warden"), &json!("not-checked"))
    );
    for version in 3..60 {
        let text = if version == 59 {
            "b: bad\n"
        } else {
            "bad\nbad\n"
        };
        session.tell("textDocument/didChange", change(Value::Null, text, version));
    }
    assert_eq!(session.published(59).as_array().unwrap().len(), 1);
    session.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": URI}}),
    );
    assert_eq!(
        session.ask(
            "textDocument/documentSymbol",
            json!({"textDocument": {"uri": URI}})
        ),
        Ok(Value::Null)
    );
    assert_eq!(session.published.last().unwrap()["diagnostics"], json!([]));
}

#[test]
fn what_cannot_be_read_is_logged() {
    let mut session = Session::begun();
    session
        .events
        .send(Event::Malformed("not JSON".to_owned()))
        .unwrap();
    session.tell("textDocument/didOpen", json!({"textDocument": 1}));
    session.tell(
        "textDocument/didChange",
        json!({"textDocument": {"uri": "file:///b", "version": 1}, "contentChanges": []}),
    );
    assert_eq!(session.at("textDocument/hover", URI, 0, 0), Value::Null);
    assert_eq!(session.logged.len(), 2);
}

#[test]
fn names_lead_to_declarations_and_uses() {
    let mut session = Session::begun();
    session.open(URI, "Parameters:\n  Env: {Type: String}\nResources:\n  T:\n    Type: AWS::SNS::Topic\n    Properties: {TopicName: !Ref Env}\n");
    let found = session.at("textDocument/definition", URI, 5, 35);
    assert_eq!(found["range"]["start"], json!({"line": 1, "character": 2}));
    let uses = session.at("textDocument/references", URI, 1, 3);
    assert_eq!(uses.as_array().unwrap().len(), 2);
    let hover = session.at("textDocument/hover", URI, 4, 14);
    assert!(
        hover["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("**AWS::SNS::Topic**")
    );
    let symbols = session.at("textDocument/documentSymbol", URI, 0, 0);
    assert_eq!(symbols[1]["children"][0]["detail"], "AWS::SNS::Topic");
    let completion = session.at("textDocument/completion", URI, 5, 35);
    assert!(
        completion["items"]
            .as_array()
            .unwrap()
            .iter()
            .any(|item| item["label"] == "Env")
    );
    let resolved = session
        .ask("completionItem/resolve", json!({"label": "!Sub"}))
        .unwrap();
    assert!(
        resolved["documentation"]["value"]
            .as_str()
            .unwrap()
            .contains("!Sub '")
    );
}

#[test]
fn hovers_mask_secrets() {
    let mut session = Session::begun();
    let text = "Parameters:\n  Hidden: {Type: String, NoEcho: true, Default: ab}\n  Used: {Type: String, Default: hunter22}\n\
                \x20 Env: {Type: String, Default: prod}\nConditions:\n  IsDefault: !Equals [!Ref Used, hunter22]\nResources:\n\
                \x20 D: {Type: AWS::RDS::DBInstance, Properties: {MasterUserPassword: !Ref Used}}\n";
    session.open(URI, text);
    let mut shown = |line| {
        let hover = session.at("textDocument/hover", URI, line, 3);
        hover["contents"]["value"].as_str().unwrap().to_owned()
    };
    assert!(shown(1).contains("`****` by default"), "{}", shown(1));
    assert!(shown(2).contains("`****` by default"), "{}", shown(2));
    assert!(shown(3).contains("`prod` by default"), "{}", shown(3));
}

#[test]
fn rules_have_hovers_and_definitions() {
    let mut session = Session::begun();
    let uri = "file:///work/rules.guard";
    session.open(
        uri,
        "let b = Resources.*\nrule r when %b !empty {\n  count(%b) == 1\n}\n",
    );
    assert_eq!(
        session.at("textDocument/definition", uri, 1, 13)["range"]["start"],
        json!({"line": 0, "character": 4})
    );
    assert_eq!(
        session.at("textDocument/hover", uri, 2, 4)["contents"]["value"],
        "page of count"
    );
    assert_eq!(
        session
            .at("textDocument/documentSymbol", uri, 0, 0)
            .as_array()
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn all_fixes_are_an_action_on_request() {
    let mut session = Session::begun();
    session.open(URI, "a: bad\n");
    let range = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    let mut actions = |only: Value| {
        let context = json!({"diagnostics": [], "only": only});
        session
            .ask(
                "textDocument/codeAction",
                json!({"textDocument": {"uri": URI}, "range": range, "context": context}),
            )
            .unwrap()
    };
    assert_eq!(actions(Value::Null), json!([]));
    let all = actions(json!(["source.fixAll"]));
    assert_eq!(
        all[0]["edit"]["documentChanges"][0]["edits"][0]["newText"],
        "a: good\n"
    );
}
