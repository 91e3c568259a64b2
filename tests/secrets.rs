//! Tests that no output contains secrets of documents.

pub mod generate;

use std::sync::{Arc, Mutex};

use cfn_warden::cli::lsp;
use cfn_warden::engine::{self, Cache, Input, Linting, View};
use cfn_warden::lambda::config::{Config, Rules};
use cfn_warden::lambda::request::Text;
use cfn_warden::lambda::{self, Function};
use cfn_warden::report::{Paint, formats};
use cfn_warden_fetch::{Fetch, FetchError, S3Uri, WriteMode};
use cfn_warden_secrets::Values;
use serde_json::{Value, json};

use self::generate::{ACCESS_KEY, EXTENDED, MARK, NUMBER, RULES, Random};

/// The document behind every URL, and the objects written.
#[derive(Debug, Clone, Default)]
struct World {
    payload: Arc<Mutex<Vec<u8>>>,
    written: Arc<Mutex<String>>,
}

impl Fetch for World {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Ok(self.payload.lock().unwrap().clone())
    }

    fn put(
        &self,
        _at: &S3Uri,
        _content_type: &str,
        body: Vec<u8>,
        _mode: WriteMode,
    ) -> Result<(), FetchError> {
        self.written
            .lock()
            .unwrap()
            .push_str(&String::from_utf8(body).unwrap());
        Ok(())
    }
}

fn function(world: &World) -> Function {
    let report_bucket = S3Uri::read("s3://reports").ok();
    let text = |(number, text): (usize, &&str)| Text {
        name: format!("{number}.guard"),
        content: (*text).to_owned(),
    };
    Function {
        config: Config {
            rules: Rules::default(),
            report_bucket,
            ..Config::default()
        },
        rules: RULES.iter().enumerate().map(text).collect(),
        fetch: Box::new(world.clone()),
        ..Function::new(cfn_warden_rules::bundled())
    }
}

/// Returns a secret that an output contains, if any. Parts of masked numbers count, too.
fn leak(output: &str) -> Option<&str> {
    let number = NUMBER.to_string();
    let marks = [MARK, ACCESS_KEY, &number];
    let at = marks.iter().filter_map(|mark| output.find(mark)).min()?;
    let start = output.floor_char_boundary(at.saturating_sub(300));
    let end = output.ceil_char_boundary((at + 200).min(output.len()));
    Some(&output[start..end])
}

fn assert_no_secret(output: &str, what: &str, input: &str) {
    if let Some(part) = leak(output) {
        panic!("{what}: a secret in\n{part}\n---\n{input}");
    }
}

/// Returns the number of events of each kind.
fn events(usual: usize) -> usize {
    std::env::var("SECRETS_EVENTS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(usual)
}

fn formats_of_all() -> Vec<Option<&'static str>> {
    formats::ALL
        .iter()
        .map(|format| Some(format.name))
        .chain([None])
        .collect()
}

/// Sometimes makes a text unparsable: then only names identify secrets, as schemas do not apply.
fn broken(random: &mut Random, text: String) -> String {
    if text.contains("ZipFile") {
        return text;
    }
    match random.below(20) {
        0 => text + "\nResources: {}\n",
        1 => text + "\n---\nA: 1\n",
        2 => text + "\n  :\n\t- }{",
        _ => text,
    }
}

#[test]
fn responses_to_direct_requests_contain_no_secrets() {
    let world = World::default();
    let function = function(&world);
    let random = &mut Random(1);
    let formats = formats_of_all();
    let mut failed = 0;
    for _ in 0..events(400) {
        let (template, given) = generate::template(random);
        let plan = generate::plan(random);
        let text = generate::text(random, &template);
        let mut event = match random.below(6) {
            0 => json!({"data": template}),
            1 => json!({"data": plan}),
            2 => json!({"data": [{"name": "main.tf", "content": generate::configuration(random)}],
                "terraform": {"show_sensitive": random.rng(50)}}),
            3 => {
                json!({"data": [{"name": "a.yaml", "content": text}, {"name": "b.json", "content": plan}]})
            }
            _ => json!({"data": broken(random, text)}),
        };
        event["rules"] = json!(RULES);
        if random.rng(25) && event["data"].is_string() {
            event["verbose"] = json!(random.rng(50));
        } else {
            if random.rng(25) {
                event["rules"] = json!([EXTENDED]);
                event["dialect"] = json!("extended");
            }
            if let Some(format) = random.one(&formats) {
                event["format"] = json!(format);
            }
            event["lint"] = json!(random.rng(70));
            event["report_uri"] = if random.rng(20) {
                json!("s3://reports/x.json")
            } else {
                Value::Null
            };
            if event["report_uri"].is_null() {
                event.as_object_mut().unwrap().remove("report_uri");
            }
            if event["data"].is_string() {
                event["parameters"] = given;
                match random.below(3) {
                    0 => event["resolve"] = json!(true),
                    1 => event["deployments"] = json!(["any", "default", "given"][random.below(3)]),
                    _ => {}
                }
            }
        }
        let answer = lambda::handle(event.to_string().as_bytes(), &function).answer;
        failed += usize::from(answer.contains("FAIL"));
        assert_no_secret(&answer, "answer", &event.to_string());
        let written = std::mem::take(&mut *world.written.lock().unwrap());
        assert_no_secret(&written, "report", &event.to_string());
    }
    assert!(
        failed * 3 > events(400),
        "only {failed} answers say that something is wrong"
    );
}

#[test]
fn responses_to_hooks_contain_no_secrets() {
    let world = World::default();
    let function = function(&world);
    let random = &mut Random(2);
    let mut failed = 0;
    for _ in 0..events(300) {
        let mut event = match random.below(3) {
            0 => resource_event(random),
            kind => {
                *world.payload.lock().unwrap() =
                    payload(random, kind == 2).to_string().into_bytes();
                let target = if kind == 2 { "CHANGE_SET" } else { "STACK" };
                json!({"requestData": {"targetName": target, "targetType": target, "targetLogicalId": "arn:x",
                    "payload": "https://b.s3.us-west-2.amazonaws.com/p.json"}})
            }
        };
        let point = [
            "CREATE_PRE_PROVISION",
            "UPDATE_PRE_PROVISION",
            "DELETE_PRE_PROVISION",
        ][random.below(3)];
        event["actionInvocationPoint"] = json!(point);
        event["clientRequestToken"] = json!("00000000-0000-4000-8000-000000000003");
        event["stackId"] = json!("arn:aws:cloudformation:us-west-2:123456789012:stack/shop/1a");
        event["hookTypeName"] = json!("Private::Lambda::Warden");
        let input = || {
            format!(
                "{event}\n{}",
                String::from_utf8_lossy(&world.payload.lock().unwrap())
            )
        };
        let answer = lambda::handle(event.to_string().as_bytes(), &function).answer;
        failed += usize::from(answer.contains("NonCompliant"));
        assert_no_secret(&answer, "answer", &input());
        let written = std::mem::take(&mut *world.written.lock().unwrap());
        assert_no_secret(&written, "report", &input());
    }
    assert!(
        failed * 2 > events(300),
        "only {failed} answers say that something is wrong"
    );
}

fn resource_event(random: &mut Random) -> Value {
    let (kind, properties, previous) = two(random);
    if random.rng(30) {
        return json!({"requestData": {"targetName": "CLOUD_CONTROL", "targetType": kind, "targetLogicalId": "R",
            "targetModel": {"resourceProperties": properties, "previousResourceProperties": previous}}});
    }
    json!({"requestData": {"targetName": kind, "targetType": kind, "targetLogicalId": "R",
        "targetModel": {"resourceProperties": properties, "previousResourceProperties": previous}}})
}

/// Returns a type with two versions of its properties.
fn two(random: &mut Random) -> (&'static str, Value, Value) {
    let (kind, properties) = generate::properties(random);
    loop {
        let (other, previous) = generate::properties(random);
        if other == kind {
            return (kind, properties, previous);
        }
    }
}

fn payload(random: &mut Random, is_change_set: bool) -> Value {
    let ((template, _), (previous, _)) = (generate::template(random), generate::template(random));
    let mut payload = json!({"template": generate::text(random, &template)});
    if random.rng(60) {
        payload["previousTemplate"] = json!(generate::text(random, &previous));
    }
    if is_change_set {
        let change = |random: &mut Random| {
            let (kind, after, before) = two(random);
            let context = |properties: Value| json!({"Properties": properties}).to_string();
            json!({"logicalResourceId": "R0", "resourceType": kind, "action": "UPDATE", "lineNumber": 3,
                "beforeContext": context(before), "afterContext": context(after)})
        };
        payload["changedResources"] = json!([change(random), change(random)]);
    }
    payload
}

/// Documents to check, and the settings that differ between runs.
struct Checked {
    text: String,
    plan: String,
    merged: String,
    is_merged: bool,
    linting: Linting,
    view: View,
}

impl Checked {
    fn generated(random: &mut Random) -> Checked {
        let (template, _) = generate::template(random);
        let text = generate::text(random, &template);
        let scopes = [
            engine::DeploymentScope::Any,
            engine::DeploymentScope::Default,
        ];
        Checked {
            text: broken(random, text),
            plan: generate::plan(random).to_string(),
            merged: json!({"Merged": {"Password": generate::secret(random)}}).to_string(),
            is_merged: random.rng(30),
            linting: if random.rng(80) {
                Linting::All
            } else {
                Linting::Templates
            },
            view: match random.below(3) {
                0 => View::Deployed,
                1 => View::Written,
                _ => View::Deployments(*random.one(&scopes)),
            },
        }
    }

    /// Checks the documents.
    fn with_run<T>(
        &self,
        values: Values,
        cache: &Cache,
        then: impl FnOnce(&engine::Run<'_>) -> T,
    ) -> T {
        let input = |name, text: &'static str| Input {
            name,
            content: text.as_bytes(),
        };
        let request = engine::Request {
            documents: vec![
                Input {
                    name: "t.yaml",
                    content: self.text.as_bytes(),
                },
                Input {
                    name: "p.json",
                    content: self.plan.as_bytes(),
                },
            ],
            rules: RULES.iter().map(|text| input("r.guard", text)).collect(),
            lint: self.linting,
            view: self.view,
            input_parameters: self
                .is_merged
                .then_some(Input {
                    name: "m.json",
                    content: self.merged.as_bytes(),
                })
                .into_iter()
                .collect(),
            guard_report: true,
            fingerprints: engine::Fingerprints::Computed,
            values,
            ..crate::support::request()
        };
        then(&engine::check(&request, cache))
    }

    /// Returns the outputs in all formats, cfn-guard's reports, and what baselines have.
    fn outputs(&self, values: Values, cache: &Cache) -> Vec<(&'static str, String)> {
        self.with_run(values, cache, Self::outputs_of)
    }

    fn outputs_of(run: &engine::Run<'_>) -> Vec<(&'static str, String)> {
        let reports = run
            .documents
            .iter()
            .filter_map(|document| document.guard.as_ref());
        let reports = reports.map(|report| ("guard", report.get().to_owned()));
        let fingerprints = run
            .findings
            .iter()
            .filter_map(|finding| finding.fingerprint.as_ref());
        let fingerprints =
            fingerprints.map(|one| ("baseline", format!("{} {}", one.path, one.value)));
        let mut outputs: Vec<(&'static str, String)> = reports.chain(fingerprints).collect();
        for format in formats::ALL {
            let mut out = Vec::new();
            format.write(run, Paint::Plain, &mut out).unwrap();
            outputs.push((format.name, String::from_utf8(out).unwrap()));
        }
        outputs
    }
}

#[test]
fn formats_of_check_contain_no_secrets() {
    let random = &mut Random(3);
    let cache = Cache::default();
    for _ in 0..events(60) {
        let checked = Checked::generated(random);
        for (name, output) in checked.outputs(Values::Masked, &cache) {
            assert_no_secret(&output, name, &checked.text);
        }
    }
}

/// The search of these tests finds secrets: without masks, they are in every format, and each of them is in some output.
#[test]
fn without_masks_the_search_finds_every_secret() {
    let random = &mut Random(4);
    let cache = Cache::default();
    let mut found = std::collections::BTreeMap::new();
    let count = events(60).min(300);
    for _ in 0..count {
        let checked = Checked {
            view: View::Written,
            linting: Linting::All,
            ..Checked::generated(random)
        };
        let outputs = checked.outputs(Values::Shown, &cache);
        for (name, output) in &outputs {
            *found.entry(*name).or_insert(0) += usize::from(leak(output).is_some());
        }
        // The text of a document that cannot be parsed is not evaluated.
        if !checked.text.ends_with("}\n") && !checked.text.ends_with("{\n") {
            let all: String = outputs.into_iter().map(|(_, output)| output).collect();
            for secret in generate::marked(&checked.text) {
                assert!(
                    all.contains(secret),
                    "{secret} is not found\n{}",
                    checked.text
                );
            }
        }
    }
    for format in formats::ALL {
        let known = found.get(format.name).copied().unwrap_or_default();
        assert!(known * 2 > count, "{}: {known} of {count}", format.name);
    }
}

/// Files of a repository, with what the command line prints about them.
#[test]
fn commands_print_no_secrets() {
    let random = &mut Random(5);
    for _ in 0..events(100) / 5 {
        let folder = crate::cli::folder("secrets");
        let (template, _) = generate::template(random);
        let text = generate::text(random, &template);
        let name = folder.file("t.yaml", &text);
        let rules = folder.file("r.guard", RULES[0]);
        let baseline = folder.path().join("baseline.json");
        let baseline = baseline.to_str().unwrap();
        let configuration = generate::sensitive_configuration(random);
        let module = "variable \"inner\" {\n  sensitive = true\n}\noutput \"o\" {\n  value = var.inner\n  sensitive = true\n}\n";
        folder.file("tf/main.tf", &configuration);
        folder.file("tf/inner/main.tf", module);
        let path = folder.path().join("tf");
        let path = path.to_str().unwrap();
        let chdir = format!("--chdir={path}");
        let commands: [&[&str]; 11] = [
            &[
                "check",
                &name,
                "-r",
                &rules,
                "--format",
                "json",
                "--deployments",
                "any",
            ],
            &[
                "check",
                &name,
                "-r",
                &rules,
                "--resolve",
                "--parameters",
                "Flows=Zq7x123",
            ],
            &["check", &name, "--diff", "--unsafe-fixes"],
            &[
                "check",
                &name,
                "-r",
                &rules,
                "--baseline",
                baseline,
                "--update-baseline",
            ],
            &["model", &name],
            &["check", path, "-r", &rules, "--format", "html"],
            &["check", path, "--diff", "--unsafe-fixes"],
            &["terraform", "plan", &chdir],
            &["terraform", "show", &chdir],
            &[
                "terraform",
                "eval",
                &chdir,
                "[var.hidden, var.short_lived, local.derived]",
            ],
            &["terraform", "schema", &chdir],
        ];
        for command in commands {
            let ended = crate::cli::run(command, "");
            assert!(ended.err.len() + ended.out.len() > 1, "{command:?}");
            let output = format!("{}\n{}", ended.out, ended.err);
            assert_no_secret(
                &output,
                &format!("{command:?}"),
                &format!("{text}\n{configuration}"),
            );
        }
        let written = std::fs::read_to_string(baseline).unwrap_or_default();
        assert_no_secret(&written, "baseline", &text);
    }
}

/// Returns a message of the Language Server Protocol.
fn message(method: &str, id: Option<usize>, params: &Value) -> String {
    let mut message = json!({"jsonrpc": "2.0", "method": method, "params": params});
    if let Some(id) = id {
        message["id"] = json!(id);
    }
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

#[test]
fn answers_to_editors_contain_no_secrets() {
    let random = &mut Random(6);
    let uri = "untitled:t.yaml";
    for _ in 0..events(100) / 5 {
        let (template, _) = generate::template(random);
        let mut text = generate::text(random, &template);
        if text.lines().count() < 2 {
            text = serde_json::to_string_pretty(&template).unwrap();
        }
        let document = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
        let mut input = message("initialize", Some(0), &json!({"capabilities": {}}));
        input += &message("initialized", None, &json!({}));
        input += &message(
            "textDocument/didOpen",
            None,
            &json!({"textDocument": document}),
        );
        let mut id = 1;
        let lines: Vec<&str> = text.lines().collect();
        for (number, line) in lines.iter().enumerate().take(400) {
            // At the first key, and within the value.
            for character in [
                line.len() - line.trim_start().len() + 1,
                line.len().saturating_sub(4),
            ] {
                let position = json!({"line": number, "character": character});
                let params = json!({"textDocument": {"uri": uri}, "position": position});
                input += &message("textDocument/hover", Some(id), &params);
                id += 1;
            }
        }
        input += &message("shutdown", Some(id), &Value::Null);
        input += &message("exit", None, &Value::Null);
        let output = Shared::default();
        let served = lsp::serve(
            std::io::Cursor::new(input.into_bytes()),
            output.clone(),
            cfn_warden_rules::bundled(),
        );
        assert!(served.unwrap());
        let written = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
        assert!(written.contains("contents"), "{written}");
        assert_no_secret(&written, "hover", &text);
    }
}

/// A stream that the test reads after it was written.
#[derive(Debug, Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Otherwise the words that are missing would be the secret.
#[test]
fn a_secret_that_is_a_word_of_a_message_leaves_the_message_as_it_is() {
    let report = |password: &str, format: &str| {
        let template = format!(
            "Resources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      DBInstanceClass: db.t3.micro\n      \
             Engine: mysql\n      AllocatedStorage: '20'\n      MasterUsername: adm\n      MasterUserPassword: {password}\n"
        );
        crate::cli::run(&["check", "--format", format], &template).out
    };
    for format in ["pretty", "text", "junit", "markdown", "sarif"] {
        let usual = report("Tr0ub4dor-3", format);
        assert!(
            usual.contains("a password is written in the template") && !usual.contains("Tr0ub4dor"),
            "{usual}"
        );
        for word in ["password", "template", "written", "Change"] {
            let masked = |report: &str| report.replace(['*', '^'], "");
            assert_eq!(
                masked(&report(word, format)),
                masked(&usual),
                "{format}: {word}"
            );
        }
    }
}

#[test]
fn objects_in_write_only_properties_have_secrets_by_their_keys() {
    let template = "Resources:\n  Workflow:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      RoleArn: \
                    arn:aws:iam::123456789012:role/Workflow\n      Definition:\n        StartAt: Validate\n        States:\n\
                    \x20         Wait: {Type: Pass, End: true, Parameters: {Password: hunter2hunter2}}\n";
    let ended = crate::cli::run(&["check", "--format", "json", "-"], template);
    assert!(ended.out.contains("Validate"), "{}", ended.out);
    assert!(!ended.out.contains("hunter2"), "{}", ended.out);
}

/// Words of messages, which may be passwords, too.
const WORDS: [&str; 12] = [
    "resource",
    "property",
    "template",
    "declared",
    "expected",
    "values",
    "password",
    "parameter",
    "missing",
    "compliant",
    "reference",
    "Violation",
];

/// Returns a template with a secret at some place, and with mistakes.
fn template_with(place: usize, secret: &str) -> String {
    let property = match place {
        0 => format!("MasterUserPassword: {secret}"),
        1 => format!("MasterUserPassword: !Sub '{secret}-${{AWS::Region}}'"),
        2 => format!("MasterUserPassword: !Join ['-', [{secret}, !Ref AWS::Region]]"),
        3 => format!("MasterUserPassword: !Select [0, [{secret}]]"),
        4 => "MasterUserPassword: !FindInMap [Passwords, prod, value]".to_owned(),
        5 => "MasterUserPassword: !Ref Hidden".to_owned(),
        _ => format!("DBName: 'postgres://u:{secret}@h'"),
    };
    format!(
        "Parameters:\n  Hidden: {{Type: String, NoEcho: true, Default: {secret}}}\nMappings:\n  Passwords: {{prod: {{value: {secret}}}}}\n\
         Resources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      AlocatedStorage: 5\n      {property}\n\
         \x20 Queue:\n    Type: AWS::SQS::Queue\n    Properties: {{DelaySeconds: banana, QueueName: !Ref Other}}\n"
    )
}

/// The same run with another secret of the same length differs in nothing, because both are masked: words of the program, names
/// and positions do not depend on secrets, also if the secret is one of these words. Without a mask, only operands differ.
#[test]
fn another_secret_changes_nothing_but_operands() {
    let random = &mut Random(8);
    let cache = Cache::default();
    let count = std::env::var("MASKING_CASES")
        .ok()
        .and_then(|count| count.parse().ok());
    for _ in 0..count.unwrap_or(60) {
        let word = *random.one(&WORDS);
        let other: String = word
            .chars()
            .map(|_| char::from(b"bcdfghjkmnpqrstvwxz"[random.below(19)]))
            .collect();
        let place = random.below(7);
        let view = *random.one(&[
            View::Written,
            View::Deployed,
            View::Deployments(engine::DeploymentScope::Any),
        ]);
        let checked = |secret: &str| Checked {
            text: template_with(place, secret),
            plan: "{}".to_owned(),
            merged: String::new(),
            is_merged: false,
            linting: Linting::All,
            view,
        };
        let (first, second) = (checked(word), checked(&other));
        let outputs = |checked: &Checked| checked.outputs(Values::Masked, &cache);
        for ((name, one), (_, two)) in outputs(&first).into_iter().zip(outputs(&second)) {
            assert_eq!(one, two, "{name}: {word} and {other}\n{}", first.text);
        }
        let texts = |checked: &Checked, values| {
            let shown = |text: &cfn_warden_syntax::Text| {
                text.with_operands(|_| "_".to_owned().into()).into_owned()
            };
            checked.with_run(values, &cache, |run| {
                let findings = run.findings.iter();
                findings
                    .map(|one| {
                        (
                            one.rule.id.to_string(),
                            one.span,
                            shown(&one.message),
                            one.remediation.as_ref().map(shown),
                        )
                    })
                    .collect::<Vec<_>>()
            })
        };
        let unmasked = texts(&first, Values::Shown);
        assert_eq!(unmasked, texts(&second, Values::Shown));
        assert_eq!(unmasked, texts(&first, Values::Masked));
        assert!(unmasked.len() > 5, "{unmasked:?}");
    }
}
