//! Tests of the function's memory limits: input that does not fit is rejected with an error, and the function never
//! runs out of memory.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;

use serde_json::{Value, json};

use crate::bootstrap::{binary, serve};
use crate::recorded::root;

/// Serves documents by the last part of the path.
fn server(documents: Vec<(&'static str, String)>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let documents = Arc::new(documents);
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let documents = Arc::clone(&documents);
            std::thread::spawn(move || answer(connection.unwrap(), &documents));
        }
    });
    address
}

fn answer(mut connection: TcpStream, documents: &[(&str, String)]) {
    let mut request = [0; 8192];
    let length = connection.read(&mut request).unwrap_or_default();
    let request = String::from_utf8_lossy(&request[..length]).into_owned();
    let name = request
        .split([' ', '?'])
        .nth(1)
        .unwrap_or_default()
        .rsplit('/')
        .next()
        .unwrap_or_default();
    let body = documents
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, body)| body.as_str())
        .unwrap_or_default();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = connection
        .write_all(head.as_bytes())
        .and_then(|()| connection.write_all(body.as_bytes()));
}

const BYTES: usize = 16 << 20;

/// Returns a template of resources with a size in bytes.
fn resources(bytes: usize) -> String {
    let mut text = String::from("Resources:\n");
    for i in 0.. {
        if text.len() > bytes - 200 {
            break;
        }
        text.push_str(&format!(
            "  Queue{i}:\n    Type: AWS::SQS::Queue\n    Properties:\n      DelaySeconds: 5\n"
        ));
    }
    text
}

fn metadata(content: &str) -> String {
    format!("{{\"Resources\":{{\"A\":{{\"Type\":\"AWS::SQS::Queue\",\"Metadata\":{content}}}}}}}")
}

/// Returns values with the highest possible density.
fn dense(bytes: usize) -> String {
    metadata(&format!("[{}1]", "1,".repeat(bytes / 2 - 100)))
}

/// Regression: with 512 MB, two documents of 15 MB took 515 MB and a payload of 14 MB took 541 MB.
#[test]
fn input_that_exceeds_512_mb_is_rejected() {
    let long = metadata(&format!("{{\"x\":\"{}\"}}", "y".repeat(BYTES - 200)));
    let payload = |template: &str| json!({ "template": template }).to_string();
    let documents = vec![
        ("resources.yaml", resources(BYTES)),
        ("dense.json", dense(BYTES)),
        ("long.json", long.clone()),
        ("other.json", long),
        ("third.json", resources(BYTES)),
        ("small.yaml", resources(1 << 20)),
        ("some.json", dense(700_000)),
        (
            "payload-resources.json",
            payload(&resources(BYTES - (2 << 20))),
        ),
        ("payload-dense.json", payload(&dense(BYTES - (1 << 20)))),
        ("payload-some.json", payload(&dense(500_000))),
        ("dense.guard", "a.b==1\n".repeat(BYTES / 8)),
    ];
    let server = server(documents);
    let folder = std::env::temp_dir().join(format!("cfn-warden-memory-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let hook = std::fs::read(root().join("events/hook/stack-create.json")).unwrap();
    let hook = |name: &str| {
        let mut event: Value = serde_json::from_slice(&hook).unwrap();
        event["requestData"]["payload"] = json!(format!("{server}/{name}"));
        event
    };
    let inline = json!({"data": dense((6 << 20) - 1000), "lint": true});
    let named = |name: &str| json!({"data_uri": format!("s3://documents/{name}"), "lint": true, "rules": ["rule A { Resources exists }"]});
    let four = ["long.json", "other.json", "resources.yaml", "third.json"];
    let four = four.map(|name| format!("s3://documents/{name}"));
    // The response is either a result or an error that names the required memory.
    let cases = [
        (named("long.json"), true),
        (
            json!({"data_uri": ["s3://documents/long.json", "s3://documents/other.json"], "lint": true}),
            true,
        ),
        (json!({ "data_uri": four }), false),
        (named("small.yaml"), true),
        (named("some.json"), true),
        (named("resources.yaml"), false),
        (named("dense.json"), false),
        (inline, false),
        (
            json!({"data": "Resources: {}", "rules_uri": "s3://documents/dense.guard"}),
            false,
        ),
        (hook("payload-resources.json"), false),
        (hook("payload-dense.json"), false),
        (hook("payload-some.json"), true),
    ];
    let paths: Vec<String> = cases
        .iter()
        .enumerate()
        .map(|(i, (event, _))| {
            let path = folder.join(format!("{i}.json"));
            std::fs::write(&path, event.to_string()).unwrap();
            path.to_str().unwrap().to_owned()
        })
        .collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    let settings = [
        ("AWS_ENDPOINT_URL_S3", server.as_str()),
        ("AWS_ACCESS_KEY_ID", "local"),
        ("AWS_SECRET_ACCESS_KEY", "local"),
    ];
    // The process is limited to 512 MB; exceeding it aborts.
    let served = serve(
        &format!("prlimit --data={} {}", 512 << 20, binary()),
        &settings,
        &paths,
    );
    std::fs::remove_dir_all(&folder).unwrap();
    let log = String::from_utf8_lossy(&served.stderr);
    let answers: Vec<Value> = serde_json::Deserializer::from_slice(&served.stdout)
        .into_iter()
        .filter_map(Result::ok)
        .collect();
    assert_eq!(answers.len(), cases.len(), "{log}");
    assert!(served.status.success(), "{log}");
    for ((event, is_answered), answer) in cases.iter().zip(&answers) {
        let text = answer.to_string();
        let about = &event.to_string()[..event.to_string().len().min(200)];
        let refused = text.contains("checking may need more memory than")
            || text.contains("larger than the limit of");
        assert_eq!(
            refused,
            !is_answered,
            "{about}: {}",
            &text[..text.len().min(600)]
        );
        assert!(
            *is_answered
                || (answer["compliant"] == false || answer["errorCode"] == "InternalFailure"),
            "{about}"
        );
    }
}
