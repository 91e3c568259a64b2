//! An in-process HTTP server with scripted responses.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crate::limits::Limits;

/// What the server does with a connection.
pub enum Reply {
    /// Sends these bytes and closes the connection.
    Send(Vec<u8>),
    /// Sends nothing for longer than any client waits.
    Stall,
}

/// Returns a response without additional headers.
pub fn answer(status: &str, body: &[u8]) -> Reply {
    answer_with(status, "", body)
}

/// Returns a response; each header ends with a line break.
pub fn answer_with(status: &str, headers: &str, body: &[u8]) -> Reply {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    Reply::Send([head.as_bytes(), body].concat())
}

/// Serves one connection after another; returns the endpoint and the start of each request.
pub fn serve(replies: Vec<Reply>) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let (sender, requests) = channel();
    std::thread::spawn(move || {
        for reply in replies {
            let (mut connection, _) = listener.accept().unwrap();
            let mut request = [0; 4096];
            let length = connection.read(&mut request).unwrap_or_default();
            // The test may have dropped the receiver.
            let _ = sender.send(String::from_utf8_lossy(&request[..length]).into_owned());
            match reply {
                Reply::Send(bytes) => drop(connection.write_all(&bytes)),
                Reply::Stall => {
                    std::thread::spawn(move || {
                        std::thread::sleep(Duration::from_secs(2));
                        drop(connection);
                    });
                }
            }
        }
    });
    (endpoint, requests)
}

pub const LIMITS: Limits = Limits {
    total: Duration::from_secs(5),
    attempt: Duration::from_millis(300),
    connect: Duration::from_millis(300),
    attempts: 3,
    backoff: Duration::from_millis(10),
    bytes: 1000,
    all_bytes: 1500,
    enough_memory_mb: 450,
};
