//! Tests of the function's binary under the Runtime API of `scripts/runtime_api.py`.

use std::process::{Command, Output};

use serde_json::Value;

use crate::recorded;

/// Returns the binary of this build, or the one that `CFN_WARDEN_BOOTSTRAP` names, to test a release.
pub fn binary() -> String {
    std::env::var("CFN_WARDEN_BOOTSTRAP").unwrap_or(env!("CARGO_BIN_EXE_bootstrap").to_owned())
}

/// Runs a bootstrap on events: files of `events/`, or paths.
pub fn serve(command: &str, settings: &[(&str, &str)], events: &[&str]) -> Output {
    let events = events
        .iter()
        .map(|event| recorded::root().join("events").join(event));
    // Cargo sets the variable for tests; the loader would search every folder in it.
    Command::new("python3")
        .env_remove("LD_LIBRARY_PATH")
        .envs(settings.iter().copied())
        .arg(recorded::root().join("scripts/runtime_api.py"))
        .arg(command)
        .args(events)
        .output()
        .unwrap()
}

#[test]
fn events_are_answered_in_order() {
    let events = [
        "both-inline.json",
        "no-data.json",
        "hook/resource-create-not-compliant.json",
        "guard-lambda.json",
    ];
    let rules = recorded::root().join("tests/lambda/hook/rules");
    let served = serve(
        &binary(),
        &[("WARDEN_RULES", rules.to_str().unwrap())],
        &events,
    );
    let answers: Vec<Value> = serde_json::Deserializer::from_slice(&served.stdout)
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let wanted = events.map(|event| {
        let recorded = std::fs::read(recorded::root().join("tests/lambda").join(event)).unwrap();
        serde_json::from_slice::<Value>(&recorded).unwrap()
    });
    assert_eq!(
        answers,
        wanted,
        "{}",
        String::from_utf8_lossy(&served.stderr)
    );
    assert!(served.status.success());
}

#[test]
fn event_contents_are_not_logged() {
    let served = serve(&binary(), &[], &["both-inline.json", "invalid-rules.json"]);
    let log = String::from_utf8_lossy(&served.stderr);
    assert!(log.contains("\"findings\":2"), "{log}");
    for secret in [
        "Reports",
        "buckets_are_encrypted",
        "aws:kms",
        "reports.yaml",
    ] {
        assert!(!log.contains(secret), "{log}");
    }
}

#[test]
fn metrics_are_logged_if_enabled() {
    let lines = |setting: &str| -> Vec<Value> {
        let served = serve(
            &binary(),
            &[("WARDEN_METRICS", setting)],
            &["both-inline.json", "no-data.json"],
        );
        let log = String::from_utf8_lossy(&served.stderr).into_owned();
        let lines = log
            .lines()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok());
        lines.filter(|line| line.get("_aws").is_some()).collect()
    };
    assert!(lines("off").is_empty());
    let on = lines("on");
    let counts =
        |line: &Value| ["Findings", "Failed", "Errors"].map(|name| line[name].as_u64().unwrap());
    assert_eq!(
        on.iter().map(counts).collect::<Vec<_>>(),
        [[2, 1, 0], [0, 0, 1]]
    );
    assert!(
        on.iter().all(|line| line["FunctionName"] == "local" && line["Duration"].as_f64().unwrap() > 0.0),
        "{on:?}"
    );
}

/// Regression: a function that exits at startup blocks every deployment of an account without an explanation.
#[test]
fn every_event_is_answered_with_the_invalid_setting() {
    let events = [
        "hook/resource-create.json",
        "both-inline.json",
        "hook/stack-create.json",
        "no-data.json",
    ];
    for (setting, value) in [
        ("WARDEN_FAIL_ON", "maybe"),
        ("WARDEN_RULES", "no/such/folder"),
        ("WARDEN_RULES", "s3://s3://rules/team/"),
        ("WARDEN_RULES", "s3://my rules/team/"),
        ("WARDEN_REPORT_BUCKET", "my reports"),
        ("WARDEN_INPUT_PARAMETERS", "no/such/file.json"),
        ("WARDEN_FAILON", "error"),
        ("WARDEN_REGIONS", "eu-nowhere-1"),
    ] {
        let served = serve(&binary(), &[(setting, value)], &events);
        let log = String::from_utf8_lossy(&served.stderr);
        assert!(
            served.status.success() && log.contains(setting),
            "{setting}={value}: {log}"
        );
        let answers: Vec<Value> = serde_json::Deserializer::from_slice(&served.stdout)
            .into_iter()
            .map(Result::unwrap)
            .collect();
        assert_eq!(answers.len(), events.len(), "{setting}={value}: {log}");
        for (event, answer) in events.iter().zip(&answers) {
            if event.starts_with("hook/") {
                assert_eq!(
                    (&answer["hookStatus"], &answer["errorCode"]),
                    (&"FAILED".into(), &"InternalFailure".into())
                );
                let message = answer["message"].as_str().unwrap();
                assert!(
                    message.contains(&format!("invalid settings of the function: {setting}: ")),
                    "{message}"
                );
                assert!(answer["clientRequestToken"].is_string(), "{answer}");
            } else {
                assert_eq!(
                    (&answer["status"], &answer["compliant"]),
                    (&"ERROR".into(), &false.into()),
                    "{answer}"
                );
                let error = &answer["errors"][0];
                assert_eq!(
                    (&error["kind"], &error["where"]["field"]),
                    (&"setting".into(), &setting.into()),
                    "{answer}"
                );
            }
        }
    }
}

#[test]
fn the_version_is_printed_without_a_runtime_api() {
    for option in ["--version", "-V"] {
        let ended = Command::new(binary())
            .arg(option)
            .env_clear()
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ended.stdout);
        assert!(
            ended.status.success(),
            "{option}: {}",
            String::from_utf8_lossy(&ended.stderr)
        );
        assert_eq!(
            said.trim_end(),
            concat!("bootstrap (cfn-warden) ", env!("CARGO_PKG_VERSION"))
        );
    }
}

/// After its first request to the Runtime API, the function opens no files and no other connections. Requires
/// `strace` and permission to trace; where they are missing, `WITHOUT_STRACE=1` skips the test.
#[test]
#[cfg(target_os = "linux")]
fn startup_and_first_response_use_neither_disk_nor_network() {
    let trace = std::env::temp_dir().join(format!("cfn-warden-trace-{}", std::process::id()));
    let strace = format!(
        "strace -f -qq -e trace=%file,%network -o {} {}",
        trace.display(),
        binary()
    );
    if std::env::var("WITHOUT_STRACE").is_ok_and(|value| value == "1") {
        return;
    }
    let tried = Command::new("strace")
        .args(["-qq", "-e", "trace=none", "true"])
        .output();
    assert!(
        tried.as_ref().is_ok_and(|tried| tried.status.success()),
        "strace cannot trace: install it, or set WITHOUT_STRACE=1; {tried:?}"
    );
    let served = serve(&strace, &[], &["both-inline.json"]);
    assert!(
        served.status.success(),
        "{}",
        String::from_utf8_lossy(&served.stderr)
    );
    let calls = std::fs::read_to_string(&trace).unwrap();
    std::fs::remove_file(&trace).unwrap();

    let (before, after) = calls.split_at(
        calls
            .find("connect(")
            .expect("no connection to the Runtime API"),
    );
    let files = |calls: &str| -> Vec<String> {
        let named = |call: &str| {
            ["open", "stat", "access", "readlink", "execve"]
                .iter()
                .any(|name| call.contains(name))
        };
        calls
            .lines()
            .filter(|call| call.contains('"') && named(call))
            .map(str::to_owned)
            .collect()
    };
    let is_loader = |call: &String| {
        [
            binary().as_str(),
            "/lib",
            "/usr/lib",
            "/etc/ld.so",
            "/proc/self/",
            "\"\"",
        ]
        .iter()
        .any(|known| call.contains(known))
    };
    // The allocator asks the kernel how memory is committed, and for the nodes of memory.
    let is_memory = |call: &String| {
        [
            "\"/proc/sys/vm/overcommit_memory\"",
            "\"/sys/devices/system/node/",
        ]
        .iter()
        .any(|known| call.contains(known))
    };
    let own: Vec<_> = files(before)
        .into_iter()
        .filter(|call| !is_loader(call) && !is_memory(call))
        .collect();
    assert!(own.is_empty(), "opened before the first event: {own:#?}");
    // The regex library reads the number of processors from the kernel.
    let is_kernel = |call: &String| {
        call.contains("\"/proc/self/")
            || call.contains("\"/sys/fs/cgroup/")
            || call.contains("\"\"")
    };
    let own: Vec<_> = files(after)
        .into_iter()
        .filter(|call| !is_kernel(call))
        .collect();
    assert!(own.is_empty(), "opened for the first event: {own:#?}");
    // The HTTP client may open a second connection to the Runtime API while the first is busy, but to no other host.
    let address = |call: &str| {
        Some(
            call.split_once("connect(")?
                .1
                .split_once('{')?
                .1
                .split_once('}')?
                .0
                .to_owned(),
        )
    };
    let mut addresses: Vec<String> = after.lines().filter_map(address).collect();
    addresses.dedup();
    assert!(
        addresses.len() == 1 && addresses[0].contains("127.0.0.1"),
        "{addresses:#?}"
    );
}
