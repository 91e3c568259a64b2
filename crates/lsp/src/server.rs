//! The server: open documents, notifications and requests.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, PublishDiagnosticsParams, TextDocumentItem, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::diagnostic::SOURCE;
use crate::host::Host;
use crate::open::{self, Open};
use crate::text::Text;
use crate::worker::{self, Done, Job, Jobs};
use crate::{capabilities, requests, uri};

/// The stack of the threads: that of a main thread, for deep documents.
const STACK: usize = 8 << 20;

/// Something that the server reacts to.
pub enum Event {
    /// A message of the editor.
    Message(Message),
    /// A text of the editor that is not a message, and why.
    Malformed(String),
    /// The editor is gone.
    Closed,
    /// A document was checked.
    Checked(Done),
}

/// How the server ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The editor shut it down.
    Shutdown,
    /// The editor is gone, or exits without a shutdown.
    Abrupt,
}

/// Runs the server until the editor exits. `events` gets the messages of the editor, `send` those of the server.
///
/// # Errors
/// No thread can be created.
pub fn run(
    host: &impl Host,
    (events, inbox): (Sender<Event>, Receiver<Event>),
    send: impl Fn(Message) + Send,
) -> std::io::Result<End> {
    let (jobs, waiting) = channel();
    thread::scope(|scope| {
        let deliver = move |done| events.send(Event::Checked(done)).is_ok();
        let check = move || worker::run(host, &waiting, deliver);
        thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, check)?;
        let serve = move || Server::new(host, jobs, send).serve(&inbox);
        let server = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, serve)?;
        Ok(server.join().unwrap_or(End::Abrupt))
    })
}

struct Server<'h, H, S> {
    host: &'h H,
    jobs: Jobs,
    send: S,
    documents: HashMap<String, Open>,
    editions: u64,
    client: Option<Box<InitializeParams>>,
    is_shut_down: bool,
}

impl<'h, H: Host, S: Fn(Message)> Server<'h, H, S> {
    fn new(host: &'h H, jobs: Jobs, send: S) -> Self {
        Server {
            host,
            jobs,
            send,
            documents: HashMap::new(),
            editions: 0,
            client: None,
            is_shut_down: false,
        }
    }

    fn serve(mut self, inbox: &Receiver<Event>) -> End {
        let end = |is_shut_down| {
            if is_shut_down {
                End::Shutdown
            } else {
                End::Abrupt
            }
        };
        while let Ok(event) = inbox.recv() {
            match event {
                Event::Message(Message::Request(request)) => self.request(request),
                Event::Message(Message::Notification(one)) if one.method == "exit" => break,
                Event::Message(Message::Notification(notification)) => {
                    self.notification(notification)
                }
                Event::Message(Message::Response(_)) => {}
                Event::Malformed(why) => {
                    self.log(&format!("ignored a message that cannot be read: {why}"))
                }
                Event::Checked(done) => self.checked(done),
                Event::Closed => break,
            }
        }
        self.documents
            .values()
            .for_each(|open| open.cancel.store(true, Ordering::Relaxed));
        end(self.is_shut_down)
    }

    fn notify(&self, method: &str, params: impl Serialize) {
        if let Ok(params) = serde_json::to_value(params) {
            (self.send)(Message::Notification(Notification {
                method: method.to_owned(),
                params,
            }));
        }
    }

    fn log(&self, message: &str) {
        self.notify("window/logMessage", json!({"type": 2, "message": message}));
    }

    fn reply(&self, id: RequestId, result: Value) {
        (self.send)(Message::Response(Response {
            id,
            response_result: Ok(result),
        }));
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, why: impl ToString) {
        (self.send)(Message::Response(Response::new_err(
            id,
            code as i32,
            why.to_string(),
        )));
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match method.as_str() {
            "initialize" => match serde_json::from_value::<InitializeParams>(params) {
                Ok(client) => {
                    self.host
                        .begin(capabilities::folder(&client).and_then(uri::path).as_deref());
                    self.client = Some(Box::new(client));
                    let about = json!({"name": SOURCE, "version": env!("CARGO_PKG_VERSION")});
                    self.reply(
                        id,
                        json!({"capabilities": capabilities::of_server(), "serverInfo": about}),
                    );
                }
                Err(error) => self.refuse(id, ErrorCode::InvalidParams, error),
            },
            _ if self.client.is_none() => {
                self.refuse(
                    id,
                    ErrorCode::ServerNotInitialized,
                    "expected the request `initialize` first",
                );
            }
            _ if self.is_shut_down => {
                self.refuse(id, ErrorCode::InvalidRequest, "the server is shut down")
            }
            "shutdown" => {
                self.is_shut_down = true;
                self.reply(id, Value::Null);
            }
            method => {
                // A panic of one answer must not end the session.
                let answer = AssertUnwindSafe(|| {
                    requests::answer(self.host, &self.documents, method, params)
                });
                match catch_unwind(answer) {
                    Ok(Some(Ok(result))) => self.reply(id, result),
                    Ok(Some(Err(error))) => self.refuse(id, ErrorCode::InvalidParams, error),
                    Ok(None) => self.refuse(
                        id,
                        ErrorCode::MethodNotFound,
                        format!("unknown method `{method}`"),
                    ),
                    Err(_) => self.refuse(
                        id,
                        ErrorCode::InternalError,
                        "the answer failed: this is an error in cfn-warden",
                    ),
                }
            }
        }
    }

    fn notification(&mut self, Notification { method, params }: Notification) {
        match method.as_str() {
            "initialized" => {
                if let Some(files) = self
                    .client
                    .as_ref()
                    .and_then(|client| capabilities::watched(client))
                {
                    let params = serde_json::to_value(files).unwrap_or_default();
                    let (id, method) = (
                        "watched".to_owned().into(),
                        "client/registerCapability".to_owned(),
                    );
                    (self.send)(Message::Request(Request { id, method, params }));
                }
            }
            "textDocument/didOpen" => {
                self.with(params, |server, opened: DidOpenTextDocumentParams| {
                    server.open(opened.text_document);
                })
            }
            "textDocument/didChange" => self.with(params, Self::change),
            "textDocument/didClose" => {
                self.with(params, |server, closed: DidCloseTextDocumentParams| {
                    server.close(&closed.text_document.uri);
                })
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => self.check_all(),
            _ => {}
        }
    }

    fn with<P: DeserializeOwned>(&mut self, params: Value, act: impl FnOnce(&mut Self, P)) {
        match serde_json::from_value(params) {
            Ok(params) => act(self, params),
            Err(error) => self.log(&format!(
                "ignored a notification with invalid parameters: {error}"
            )),
        }
    }

    fn open(
        &mut self,
        TextDocumentItem {
            uri,
            language_id,
            version,
            text,
        }: TextDocumentItem,
    ) {
        let Some(kind) = open::kind(&language_id, uri.as_str()) else {
            return;
        };
        self.editions = self.editions.saturating_add(1);
        let open = Open {
            path: uri::path(uri.as_str()),
            kind,
            version,
            text: Arc::new(Text::new(text)),
            edition: self.editions,
            cancel: Arc::default(),
            shown: (0, Vec::new()),
            uri,
        };
        self.check(&open);
        self.documents.insert(open.uri.as_str().to_owned(), open);
    }

    fn change(&mut self, changed: DidChangeTextDocumentParams) {
        let Some(mut open) = self.documents.remove(changed.text_document.uri.as_str()) else {
            return;
        };
        open.version = changed.text_document.version;
        let text = Arc::make_mut(&mut open.text);
        changed
            .content_changes
            .iter()
            .for_each(|change| text.apply(change));
        self.check_again(&mut open);
        self.documents.insert(open.uri.as_str().to_owned(), open);
    }

    fn close(&mut self, uri: &Uri) {
        if let Some(open) = self.documents.remove(uri.as_str()) {
            open.cancel.store(true, Ordering::Relaxed);
            let diagnostics = Vec::new();
            let params = PublishDiagnosticsParams {
                uri: open.uri,
                diagnostics,
                version: None,
            };
            self.notify("textDocument/publishDiagnostics", params);
        }
    }

    /// Checks all documents again: a file that they depend on has changed.
    fn check_all(&mut self) {
        let mut documents = std::mem::take(&mut self.documents);
        documents
            .values_mut()
            .for_each(|open| self.check_again(open));
        self.documents = documents;
    }

    fn check_again(&mut self, open: &mut Open) {
        open.cancel.store(true, Ordering::Relaxed);
        self.editions = self.editions.saturating_add(1);
        (open.edition, open.cancel) = (self.editions, Arc::default());
        self.check(open);
    }

    fn check(&self, open: &Open) {
        // The worker ends with the server.
        let _ = self.jobs.send(Job {
            uri: open.uri.clone(),
            path: open.path.clone(),
            kind: open.kind,
            edition: open.edition,
            text: Arc::clone(&open.text),
            cancel: Arc::clone(&open.cancel),
        });
    }

    fn checked(
        &mut self,
        Done {
            uri,
            edition,
            shown,
        }: Done,
    ) {
        let Some(open) = self
            .documents
            .get_mut(uri.as_str())
            .filter(|open| open.edition == edition)
        else {
            return;
        };
        let diagnostics = shown.iter().map(|one| one.diagnostic.clone()).collect();
        open.shown = (edition, shown);
        let version = Some(open.version);
        self.notify(
            "textDocument/publishDiagnostics",
            PublishDiagnosticsParams {
                uri,
                diagnostics,
                version,
            },
        );
    }
}

#[cfg(test)]
mod tests;
