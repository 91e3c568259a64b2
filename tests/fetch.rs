//! Tests of the binary's HTTP client: Hook events whose payloads an in-process server provides.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::bootstrap::{binary, serve};
use crate::recorded::{files, root};

/// Serves the documents of `events/hook/payload` at `/BEHAVIOR/NAME`.
fn server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let seen = Arc::new(Mutex::new(HashMap::new()));
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let seen = Arc::clone(&seen);
            std::thread::spawn(move || answer(connection.unwrap(), &seen));
        }
    });
    address
}

fn answer(mut connection: TcpStream, seen: &Mutex<HashMap<String, u32>>) {
    let mut request = [0; 8192];
    let length = connection.read(&mut request).unwrap();
    let request = String::from_utf8_lossy(&request[..length]).into_owned();
    let path = request.split([' ', '?']).nth(1).unwrap().to_owned();
    let times = {
        let mut seen = seen.lock().unwrap();
        *seen
            .entry(path.clone())
            .and_modify(|times| *times += 1)
            .or_insert(1)
    };
    let mut parts = path.trim_start_matches('/').split('/');
    let (way, name) = (parts.next().unwrap(), parts.next().unwrap());
    let document = std::fs::read(root().join("events/hook/payload").join(name)).ok();
    let (status, body, announced) = match (way, document) {
        ("slow", _) => return std::thread::sleep(Duration::from_secs(4)),
        ("forbidden", _) | (_, None) => (
            403,
            b"<Error><Code>AccessDenied</Code></Error>".to_vec(),
            None,
        ),
        ("again", Some(_)) if times == 1 => (500, Vec::new(), None),
        ("large", Some(_)) => (200, vec![b' '; 20 << 20], None),
        ("cut", Some(body)) => (200, body.clone(), Some(body.len() * 2)),
        ("gzip", Some(body)) => (200, gzip(&body), None),
        ("gzip-cut", Some(body)) => (200, gzip(&body)[..100].to_vec(), None),
        (_, Some(body)) => (200, body, None),
    };
    let length = announced.unwrap_or(body.len());
    let head =
        format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n");
    // A client that rejects the size closes the connection.
    let _ = connection
        .write_all(head.as_bytes())
        .and_then(|()| connection.write_all(&body));
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

/// Returns the binary's responses to Hook events with payloads served in one of the behaviors, and its log.
fn answers(events: &[(&str, &str)]) -> (Vec<Value>, String) {
    let server = server();
    let folder = std::env::temp_dir().join(format!(
        "cfn-warden-fetch-{}-{}",
        std::process::id(),
        server.len() + events.len()
    ));
    std::fs::create_dir_all(&folder).unwrap();
    let moved = |(i, (way, name)): (usize, &(&str, &str))| {
        let event = std::fs::read(root().join("events/hook").join(format!("{name}.json"))).unwrap();
        let mut event: Value = serde_json::from_slice(&event).unwrap();
        if let Some(Value::String(url)) = event.pointer_mut("/requestData/payload") {
            let rest = url.rsplit('/').next().unwrap();
            *url = format!("{server}/{way}/{rest}");
        }
        let path = folder.join(format!("{i}.json"));
        std::fs::write(&path, event.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let paths: Vec<String> = events.iter().enumerate().map(moved).collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let rules = root().join("tests/lambda/hook/rules");
    let settings = [
        ("AWS_ENDPOINT_URL_S3", server.as_str()),
        ("WARDEN_RULES", rules.to_str().unwrap()),
        ("WARDEN_FETCH_SECONDS", "2"),
    ];
    let served = serve(&binary(), &settings, &paths);
    std::fs::remove_dir_all(&folder).unwrap();
    let log = String::from_utf8_lossy(&served.stderr).into_owned();
    assert!(served.status.success(), "{log}");
    let answers = serde_json::Deserializer::from_slice(&served.stdout)
        .into_iter()
        .map(Result::unwrap)
        .collect();
    (answers, log)
}

fn recorded(name: &str) -> Value {
    let answer = std::fs::read(
        root()
            .join("tests/lambda/hook")
            .join(format!("{name}.json")),
    )
    .unwrap();
    serde_json::from_slice(&answer).unwrap()
}

#[test]
fn hook_events_have_the_recorded_responses() {
    let names: Vec<String> = files("events/hook", "json")
        .iter()
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let events: Vec<(&str, &str)> = names.iter().map(|name| ("plain", name.as_str())).collect();
    let (answers, _) = answers(&events);
    assert_eq!(answers.len(), names.len());
    for (name, answer) in names.iter().zip(answers) {
        assert_eq!(answer, recorded(name), "{name}");
    }
}

#[test]
fn compression_and_retries_do_not_change_the_response() {
    let names = [
        "stack-create-not-compliant",
        "change-set-create-not-compliant",
    ];
    for name in names {
        let (answers, _) = answers(&[("gzip", name), ("again", name)]);
        assert_eq!(answers, [recorded(name), recorded(name)]);
    }
}

#[test]
fn failed_fetches_have_a_reason_but_no_url() {
    let ways = [
        (
            "forbidden",
            "the template could not be fetched: S3 answered 403: the URL may have expired",
        ),
        (
            "large",
            "the template could not be fetched: larger than the limit of 16777216 bytes",
        ),
        (
            "cut",
            "the template could not be fetched: connection failed",
        ),
        (
            "gzip-cut",
            "the template could not be fetched: incomplete or invalid gzip file",
        ),
        ("slow", "the template could not be fetched: timed out"),
    ];
    let events: Vec<(&str, &str)> = ways.iter().map(|(way, _)| (*way, "stack-create")).collect();
    let (answers, log) = answers(&events);
    assert_eq!(answers.len(), ways.len());
    for ((way, reason), answer) in ways.iter().zip(&answers) {
        let said = answer["message"].as_str().unwrap();
        assert!(said.contains(reason), "{way}: {said}");
        assert_eq!(
            (&answer["hookStatus"], &answer["errorCode"]),
            (&json!("FAILED"), &json!("InternalFailure")),
            "{way}"
        );
        assert!(answer["clientRequestToken"].is_string(), "{answer}");
    }
    for secret in ["X-Amz", "Signature", "payload"] {
        assert!(!log.contains(secret), "{log}");
        assert!(
            !answers
                .iter()
                .any(|answer| answer.to_string().contains(secret)),
            "{answers:?}"
        );
    }
}
