//! Runs the walks of pages: the files and commands below a heading, in order, in an empty folder. What a command prints must
//! be what the page shows.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use crate::cli::tempdir::Folder;
use crate::recorded::root;

/// A step of a walk.
enum Step {
    /// A file to write: the block begins with `# NAME`.
    Write { name: String, text: String },
    /// A command with its exit code, by default 0, and what it prints.
    Run {
        command: String,
        code: i32,
        output: String,
    },
}

fn page(name: &str) -> String {
    std::fs::read_to_string(root().join("docs").join(name)).unwrap()
}

/// The steps below a heading, or all of a page.
fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    for (index, block) in text.split("\n```").enumerate() {
        let Some((kind, text)) = block.split_once('\n').filter(|_| index % 2 == 1) else {
            continue;
        };
        let text = text.to_owned() + "\n";
        if kind != "console" {
            if let Some(first) = text.lines().next().and_then(|line| line.strip_prefix("# ")) {
                steps.push(Step::Write {
                    name: first.to_owned(),
                    text: text.clone(),
                });
            }
            continue;
        }
        for command in text.split("$ ").skip(1) {
            let (line, output) = command.split_once('\n').unwrap();
            let (command, code) = line.split_once("    # exit code ").unwrap_or((line, "0"));
            steps.push(Step::Run {
                command: command.to_owned(),
                code: code.parse().unwrap(),
                output: output.to_owned(),
            });
        }
    }
    steps
}

/// Runs steps in a folder; returns the number of commands.
fn walk(steps: Vec<Step>, here: &Path, environment: &[(&str, &str)]) -> usize {
    let program = Path::new(env!("CARGO_BIN_EXE_cfn-warden"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let (mut exported, mut count) = (String::new(), 0);
    for step in steps {
        let (command, code, output) = match step {
            Step::Write { name, text } => {
                let file = here.join(name);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(file, text).unwrap();
                continue;
            }
            Step::Run { command, .. } if is_kept(&command) => {
                exported = format!("{exported}{command}\n");
                continue;
            }
            Step::Run {
                command,
                code,
                output,
            } => (command, code, output),
        };
        count += 1;
        let ended = Command::new("bash")
            .args(["-c", &format!("exec 2>&1; {exported}{command}")])
            .current_dir(here)
            .env("PATH", &path)
            .env_remove("AWS_REGION")
            .env_remove("AWS_DEFAULT_REGION")
            .envs(environment.iter().copied())
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&ended.stdout);
        assert_eq!(printed, output, "{command}");
        assert_eq!(ended.status.code(), Some(code), "{command}");
    }
    count
}

/// Whether a command changes the shell for those behind it.
fn is_kept(command: &str) -> bool {
    command.starts_with("export ") || (command.starts_with("cd ") && !command.contains("&&"))
}

/// The text below a heading of the second level.
fn below<'p>(page: &'p str, heading: &str) -> &'p str {
    let (_, text) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    text.split("\n## ").next().unwrap()
}

#[test]
fn my_template_my_hook() {
    let here = Folder::new("walk-hook");
    let page = page("hooks.md");
    let count = walk(
        steps(below(&page, "My template, my Hook")),
        here.path(),
        &[],
    );
    assert_eq!(count, 9);
}

/// Serves the files of a folder over HTTP, and writes those that are put there, as an endpoint of S3; returns the URL.
pub fn serve(folder: &Path) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let folder = folder.to_owned();
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            let mut connection = connection.unwrap();
            let mut request = [0; 8192];
            let length = connection.read(&mut request).unwrap();
            let mut request = request[..length].to_vec();
            let head = String::from_utf8_lossy(&request).into_owned();
            let path = head.split([' ', '?']).nth(1).unwrap();
            let file = folder.join(path.trim_start_matches('/'));
            if head.starts_with("PUT ") {
                let head_length = head.find("\r\n\r\n").unwrap() + 4;
                let (_, rest) = head
                    .to_ascii_lowercase()
                    .split_once("content-length: ")
                    .map(|(a, b)| (a.to_owned(), b.to_owned()))
                    .unwrap();
                let length: usize = rest.split("\r\n").next().unwrap().parse().unwrap();
                let mut more = vec![0; (head_length + length).saturating_sub(request.len())];
                connection.read_exact(&mut more).unwrap();
                request.extend(more);
                std::fs::create_dir_all(file.parent().unwrap()).unwrap();
                std::fs::write(&file, &request[head_length..]).unwrap();
            }
            let (status, body) = match std::fs::read(file) {
                Ok(body) => ("200 OK", body),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
            );
            connection
                .write_all(&[head.as_bytes(), &body].concat())
                .unwrap();
        }
    });
    url
}

/// The host of the pages.
const HOST: &str = "https://policies.example.com";

#[test]
fn one_policy_for_many_projects() {
    let here = Folder::new("walk-extends");
    let server = serve(&here.path().join("platform"));
    let page = page("project-file.md");
    let text = below(&page, "One policy for many projects").replace(HOST, &server);
    // The checksum of the page is that of the file on the page. The commands change the host of the URL.
    let text = text.replace(
        "s/policies.example.com/policies.invalid/",
        &format!("s|{server}|https://policies.invalid|"),
    );
    let environment = [("AWS_ENDPOINT_URL_S3", server.as_str())];
    let count = walk(steps(&text), here.path(), &environment);
    assert_eq!(count, 17);
}

#[test]
fn a_candidate_is_replayed() {
    let here = Folder::new("walk-replay");
    let server = serve(&here.path().join("s3"));
    let page = page("bundles.md");
    let environment = [
        ("AWS_ENDPOINT_URL_S3", server.as_str()),
        ("AWS_ACCESS_KEY_ID", "key"),
        ("AWS_SECRET_ACCESS_KEY", "secret"),
        ("AWS_REGION", "us-east-1"),
    ];
    let count = walk(
        steps(below(&page, "Replaying a candidate")),
        here.path(),
        &environment,
    );
    assert_eq!(count, 10);
}
