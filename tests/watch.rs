//! Tests of `check --watch` as a process: the screen content after each change.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::cli::{folder, run};

/// The escape sequence that clears the screen.
const CLEAR: &str = "\x1b[2J\x1b[H";
const READY: &str = "watching for changes; press Ctrl-C to stop\n";
/// Time limit of a run: debug builds on busy machines are slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// A watch process and its output, with standard output and standard error in order.
struct Watch {
    child: Child,
    written: Receiver<Vec<u8>>,
    text: String,
}

impl Watch {
    fn start(folder: &Path, line: &[&str]) -> Watch {
        let (mut reader, writer) = std::io::pipe().unwrap();
        let child = Command::new(env!("CARGO_BIN_EXE_cfn-warden"))
            .args(["check", "--watch"])
            .args(line)
            .current_dir(folder)
            .env("CLICOLOR_FORCE", "1")
            .stdin(Stdio::null())
            .stdout(writer.try_clone().unwrap())
            .stderr(writer)
            .spawn()
            .unwrap();
        let (send, written) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || send.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Watch {
            child,
            written,
            text: String::new(),
        }
    }

    /// Waits for the end of a run whose screen contains a text, and returns the screen.
    fn shows(&mut self, wanted: &str) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let screen = self.text.rsplit(CLEAR).next().unwrap_or_default();
            if screen.contains(READY) && screen.contains(wanted) {
                return screen.to_owned();
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.written.recv_timeout(left) {
                Ok(bytes) => self.text.push_str(&String::from_utf8_lossy(&bytes)),
                Err(_) => panic!(
                    "{wanted:?} is not shown; all that was written:\n{}",
                    self.text
                ),
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const TOPIC: &str = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n";
const NAMED: &str = "rule named { Resources.*.Properties.TopicName exists <<name it>> }\n";

#[test]
fn errors_are_shown_and_the_watch_continues() {
    let here = folder("watch-errors");
    here.file("topic.yaml", TOPIC);
    let mut watch = Watch::start(here.path(), &["topic.yaml", "--rules", "names.guard"]);
    watch.shows("cannot read names.guard");
    here.file("names.guard", "rule named {\n");
    watch.shows("names.guard:1:13: ");
    here.file("names.guard", "# none\n");
    watch.shows("no rules to evaluate");
    here.file("names.guard", NAMED);
    watch.shows("\x1b[1mnamed\x1b[0m: name it");
    here.file("topic.yaml", "Resources: [\n");
    watch.shows("cannot be read: ");
    std::fs::remove_file(here.path().join("topic.yaml")).unwrap();
    watch.shows("cannot read topic.yaml");
    here.file(
        "topic.yaml",
        &format!("{TOPIC}    Properties: {{TopicName: a}}\n"),
    );
    watch.shows("compliant\x1b[0m (1 document");
}

#[test]
fn all_inputs_are_watched_including_missing_ones() {
    let here = folder("watch-inputs");
    let stack = "Parameters: {Env: {Type: String, AllowedValues: [dev]}}\nResources:\n  Nested:\n    Type: \
                 AWS::CloudFormation::Stack\n    Properties: {TemplateURL: parts/topic.yaml, Parameters: {Name: x}}\n  \
                 Topic: {Type: AWS::SNS::Topic, Properties: {TopicName: !Ref Env}}\n";
    here.file("stacks/stack.yaml", stack);
    here.file("env.json", "{\"Env\": \"dev\"}");
    here.file("more.json", "{\"Limits\": {\"most\": 3}}");
    here.file(
        "rules/limits.guard",
        "rule limits { Limits.most <= 3 <<too many>> }\n",
    );
    let line = [
        "stacks",
        "--rules",
        "rules",
        "--parameter-file",
        "env.json",
        "--input-params",
        "more.json",
    ];
    let mut watch = Watch::start(here.path(), &line);
    watch.shows("compliant\x1b[0m (1 document, 0 errors");
    here.file(
        "stacks/parts/topic.yaml",
        "Parameters: {Other: {Type: String}}\nResources: {}\n",
    );
    watch.shows("the parameter `Other` of the nested template has no value");
    std::fs::remove_file(here.path().join("stacks/parts/topic.yaml")).unwrap();
    watch.shows("compliant\x1b[0m (1 document, 0 errors");
    here.file("env.json", "{\"Env\": \"production\"}");
    watch.shows("'production' is not one of ['dev']");
    here.file("env.json", "{\"Env\": \"dev\"}");
    watch.shows("compliant\x1b[0m (1 document, 0 errors");
    here.file("more.json", "{\"Limits\": {\"most\": 14}}");
    watch.shows("too many");
    here.file(
        "rules/names.guard",
        "rule named { Resources.Topic.Nope exists <<a new rule>> }\n",
    );
    watch.shows("a new rule");
    here.file(
        "stacks/new.yaml",
        "Resources: {Topic: {Type: AWS::SNS::Topik}}\n",
    );
    watch.shows("AWS::SNS::Topik");
}

#[test]
fn the_project_file_is_watched() {
    let here = folder("watch-project");
    here.file(".git/HEAD", "");
    here.file(
        "topic.yaml",
        &format!("{TOPIC}    Properties: {{Nope: a}}\n"),
    );
    here.file("names.guard", NAMED);
    let mut watch = Watch::start(here.path(), &["topic.yaml"]);
    watch.shows("`Nope` is not a property");
    here.file(
        "cfn-warden.toml",
        "rules = ['names.guard']\nignore-checks = ['E3002']\n",
    );
    let screen = watch.shows("\x1b[1mnamed\x1b[0m: name it");
    assert!(!screen.contains("E3002"), "{screen}");
    here.file("cfn-warden.toml", "ruls = []\n");
    watch.shows("cfn-warden.toml:1:1: unknown key `ruls`; did you mean `rules`?");
    std::fs::remove_file(here.path().join("cfn-warden.toml")).unwrap();
    watch.shows("`Nope` is not a property");
}

#[test]
fn the_baseline_is_watched() {
    let here = folder("watch-baseline");
    here.file(
        "topic.yaml",
        &format!("{TOPIC}    Properties: {{Nope: a}}\n"),
    );
    let mut watch = Watch::start(here.path(), &["topic.yaml", "--baseline", "baseline.json"]);
    watch.shows("cannot read baseline.json");
    let baseline = here
        .path()
        .join("written.json")
        .to_str()
        .unwrap()
        .to_owned();
    let topic = here.path().join("topic.yaml").to_str().unwrap().to_owned();
    run(
        &[
            "check",
            &topic,
            "--baseline",
            &baseline,
            "--update-baseline",
        ],
        "",
    );
    std::fs::rename(&baseline, here.path().join("baseline.json")).unwrap();
    watch.shows("1 in the baseline");
    here.file("baseline.json", "{\"version\": 1, \"findings\": []}\n");
    watch.shows("0 in the baseline");
}

#[test]
fn the_files_of_a_terraform_configuration_are_watched() {
    let here = folder("watch-terraform");
    let main = "variable \"name\" {}\nmodule \"queue\" {\n  source = \"../modules/queue\"\n  name   = var.name\n}\n";
    here.file("infra/main.tf", main);
    here.file("infra/terraform.tfvars", "name = \"good\"\n");
    let queue =
        "variable \"name\" {}\nresource \"aws_sqs_queue\" \"queue\" {\n  name = var.name\n}\n";
    here.file("modules/queue/main.tf", queue);
    let rule = "rule named { resource_changes[ type == 'aws_sqs_queue' ].change.after.name == 'good' <<wrong name>> }\n";
    here.file("names.guard", rule);
    let line = ["infra/main.tf", "--rules", "names.guard", "--root", "."];
    let mut watch = Watch::start(here.path(), &line);
    watch.shows("compliant\x1b[0m (1 document, 0 errors");
    here.file("infra/terraform.tfvars", "name = \"another\"\n");
    watch.shows("wrong name");
    here.file("infra/last.auto.tfvars", "name = \"good\"\n");
    watch.shows("compliant\x1b[0m (1 document, 0 errors");
    here.file(
        "modules/queue/more.tf",
        "resource \"aws_sqs_queue\" \"more\" {\n  name = \"more\"\n}\n",
    );
    watch.shows("wrong name");
    here.file("modules/queue/more.tf", "resource {\n");
    watch.shows("not checked");
    std::fs::remove_file(here.path().join("modules/queue/more.tf")).unwrap();
    watch.shows("compliant\x1b[0m (1 document, 0 errors");
}
