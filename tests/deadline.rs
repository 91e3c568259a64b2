//! Tests of the time limit of an invocation: the verdict is returned in time whatever is slow, and cancelled work
//! ends.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::bootstrap::{binary, serve};
use crate::recorded::root;

/// Starts a server that answers GET requests with a delay and never answers PUT requests.
fn server(get: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            std::thread::spawn(move || answer(connection.unwrap(), get));
        }
    });
    address
}

fn answer(mut connection: TcpStream, wait: Duration) {
    let mut request = [0; 8192];
    let length = connection.read(&mut request).unwrap_or_default();
    if request[..length].starts_with(b"PUT") {
        return std::thread::sleep(Duration::from_secs(60));
    }
    std::thread::sleep(wait);
    let body =
        std::fs::read(root().join("events/hook/payload/stack-create-not-compliant.json")).unwrap();
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = connection
        .write_all(head.as_bytes())
        .and_then(|()| connection.write_all(&body));
}

/// A test's own folder with events.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("cfn-warden-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, content: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn answers(stdout: &[u8]) -> Vec<Value> {
    serde_json::Deserializer::from_slice(stdout)
        .into_iter()
        .map(Result::unwrap)
        .collect()
}

/// Regression: writing the report used up the time for the verdict.
#[test]
fn an_unresponsive_report_bucket_does_not_change_the_verdict() {
    let server = server(Duration::from_millis(1500));
    let folder = Folder::new("black-hole");
    let mut hook: Value = serde_json::from_slice(
        &std::fs::read(root().join("events/hook/stack-create-not-compliant.json")).unwrap(),
    )
    .unwrap();
    hook["requestData"]["payload"] = json!(format!("{server}/payload"));
    let direct = json!({"data_uri": "s3://templates/x.json", "lint": true, "report_uri": "s3://reports/x.json"});
    let events = [
        folder.write("hook.json", &hook.to_string()),
        folder.write("direct.json", &direct.to_string()),
    ];
    let rules = root().join("tests/lambda/hook/rules");
    let settings = [
        ("AWS_ENDPOINT_URL_S3", server.as_str()),
        ("AWS_ACCESS_KEY_ID", "local"),
        ("AWS_SECRET_ACCESS_KEY", "local"),
        ("WARDEN_RULES", rules.to_str().unwrap()),
        ("WARDEN_REPORT_BUCKET", "reports"),
        ("RUNTIME_API_SECONDS", "6"),
    ];
    let started = Instant::now();
    let served = serve(&binary(), &settings, &[&events[0], &events[1]]);
    let log = String::from_utf8_lossy(&served.stderr);
    let answers = answers(&served.stdout);
    assert!(
        started.elapsed() < Duration::from_secs(13),
        "{:?}",
        started.elapsed()
    );
    assert_eq!(answers[0]["errorCode"], "NonCompliant", "{answers:?} {log}");
    let message = answers[0]["message"].as_str().unwrap();
    assert!(
        message.contains("The report could not be written: timed out"),
        "{message}"
    );
    // The direct request has no report, but its findings are returned.
    assert_eq!(answers[1]["status"], "ERROR", "{}", answers[1]);
    let last = answers[1]["errors"].as_array().unwrap().last().unwrap();
    assert_eq!(last["where"], json!({"field": "report_uri"}), "{last}");
    assert!(!answers[1]["findings"].as_array().unwrap().is_empty());
}

/// Regression: fetching ends while there is still time for a response.
#[test]
fn slow_fetches_are_reported_in_time() {
    let server = server(Duration::from_secs(30));
    let folder = Folder::new("slow");
    let direct = json!({"data_uri": ["s3://templates/x.json", "s3://templates/y.json"], "rules_uri": "s3://rules/a.guard"});
    let event = folder.write("direct.json", &direct.to_string());
    let settings = [
        ("AWS_ENDPOINT_URL_S3", server.as_str()),
        ("AWS_ACCESS_KEY_ID", "local"),
        ("AWS_SECRET_ACCESS_KEY", "local"),
        ("RUNTIME_API_SECONDS", "4"),
    ];
    let served = serve(&binary(), &settings, &[&event]);
    let answer = answers(&served.stdout).remove(0);
    let errors = answer["errors"].as_array().unwrap();
    let fields: Vec<&str> = errors
        .iter()
        .map(|error| error["where"]["field"].as_str().unwrap_or("?"))
        .collect();
    assert_eq!(
        fields,
        ["data_uri[0]", "data_uri[1]", "rules_uri"],
        "{answer}"
    );
    assert!(
        errors[2]["message"]
            .as_str()
            .unwrap()
            .contains("no time left"),
        "{answer}"
    );
}

/// Returns 4,000 regular expressions that each take milliseconds to compile.
fn slow_rules() -> String {
    (0..4_000)
        .map(|i| format!("rule R{i} {{ Resources.*.Type != /\\w{{1,12}}\u{e9}{i}/ }}\n"))
        .collect()
}

/// Returns the number of threads and the resident memory in KiB after each response.
fn taken(log: &str) -> Vec<(u64, u64)> {
    let lines = log
        .lines()
        .filter_map(|line| line.strip_prefix("# threads "));
    let number = |text: &str| text.trim().parse().unwrap();
    lines
        .map(|line| {
            line.split_once(" rss ")
                .map(|(threads, rss)| (number(threads), number(rss)))
                .unwrap()
        })
        .collect()
}

/// Regression: each timeout left a running thread and its memory behind.
#[test]
fn cancelled_work_ends() {
    let folder = Folder::new("slow-rules");
    folder.write("slow.guard", &slow_rules());
    let event = root().join("events/hook/resource-create.json");
    let event = event.to_str().unwrap();
    let settings = [
        ("WARDEN_RULES", folder.0.to_str().unwrap()),
        ("RUNTIME_API_SECONDS", "4"),
    ];
    let served = serve(&binary(), &settings, &[event; 5]);
    let log = String::from_utf8_lossy(&served.stderr);
    for answer in answers(&served.stdout) {
        assert_eq!(answer["errorCode"], "InternalFailure", "{answer}");
        let message = answer["message"].as_str().unwrap();
        assert!(
            message.contains("slow.guard") && message.contains("time ran out"),
            "{message}"
        );
    }
    let taken = taken(&log);
    assert_eq!(taken.len(), 5, "{log}");
    // A thread may still be ending while the next one answers.
    assert!(
        taken.iter().all(|(threads, _)| *threads <= taken[0].0 + 1),
        "{taken:?}"
    );
    assert!(taken[4].1 < taken[0].1 + 8 * 1024, "{taken:?}");
}

/// The same for the linter, and for documents that were not started.
#[test]
fn a_cancelled_run_lists_incomplete_checks() {
    use std::sync::atomic::AtomicBool;

    use cfn_warden::engine::{self, Cache, Input, Linting};
    use cfn_warden_syntax::cancel::Cancel;

    let flag = Arc::new(AtomicBool::new(true));
    let template = b"Resources: {Queue: {Type: AWS::SQS::Queue}}".as_slice();
    let request = engine::Request {
        documents: ["a.yaml", "b.yaml"]
            .map(|name| Input {
                name,
                content: template,
            })
            .to_vec(),
        rules: vec![Input {
            name: "a.guard",
            content: b"rule A { Resources exists }",
        }],
        lint: Linting::All,
        cancel: Cancel::by(&flag),
        ..crate::support::request()
    };
    let run = engine::check(&request, &Cache::default());
    let incomplete: Vec<(&str, bool)> = run
        .incomplete
        .iter()
        .map(|fault| (fault.file.as_str(), fault.message.contains("time ran out")))
        .collect();
    assert_eq!(
        incomplete,
        [("a.guard", true), ("a.yaml", true), ("b.yaml", true)],
        "{:?}",
        run.incomplete
    );
    assert_eq!(run.status(), engine::Status::Error);

    let arena = bumpalo::Bump::new();
    let large: String = (0..300)
        .map(|i| format!("  Q{i}: {{Type: AWS::SQS::Queue, Properties: {{DelaySeconds: 1}}}}\n"))
        .collect();
    let text = format!("Resources:\n{large}");
    let tree = cfn_warden_syntax::parse(&arena, &text, "").tree.unwrap();
    let input = cfn_warden_lint::Input {
        text: &text,
        cancel: Cancel::by(&flag),
        ..Default::default()
    };
    let linted = cfn_warden_lint::lint(&arena, &tree, &input, &crate::support::settings());
    assert!(
        linted
            .not_checked
            .is_some_and(|why| why.contains("time ran out")),
        "{}",
        linted.steps
    );
    assert!(linted.steps < 2_000, "{}", linted.steps);
}
