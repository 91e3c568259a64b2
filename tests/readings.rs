//! Tests that all front ends have the same verdict on a pair of document and rules: `check`, requests with every
//! combination of fields, Hooks and the function's binary parse YAML as CloudFormation does.
//!
//! `readings/spellings.tsv` has values as written in YAML and as CloudFormation parses them, as JSON; `?` if only
//! agreement is tested. Each value is used in all [`FORMS`], with rules whose verdicts depend on the value and its
//! type.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use cfn_warden::lambda::config::{Config, HookSettings};
use cfn_warden::lambda::request::Text;
use cfn_warden::lambda::{self, Function};
use cfn_warden_fetch::{Fetch, FetchError};
use serde_json::{Value, json};

use crate::{bootstrap, cli, recorded};

/// YAML lines with a value at `@` in a resource's properties, and the query that selects it.
const FORMS: &[(&str, &str)] = &[("V: @", "V"), ("A: &a\n        - @\n      V: *a", "V[0]")];

/// Map keys that would not be strings as values; CloudFormation keeps them as written strings.
const KEYS: &[&str] = &[
    "True",
    "false",
    "yes",
    "On",
    "NO",
    "y",
    "0644",
    "08",
    "0x1F",
    "1_000",
    "1e3",
    "5",
    "1.10",
    "1:30",
    "2012-10-17",
];

/// A Guard type check and the same check of a JSON value.
type Kind = (&'static str, fn(&Value) -> bool);

/// The types of values.
const KINDS: &[Kind] = &[
    ("is_string", Value::is_string),
    ("is_bool", Value::is_boolean),
    ("is_int", Value::is_i64),
    ("is_float", Value::is_f64),
    ("is_null", Value::is_null),
    ("is_list", Value::is_array),
    ("is_struct", Value::is_object),
];

/// The rules that fail, and those that are skipped, if known.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Verdict {
    failed: BTreeSet<String>,
    skipped: Option<BTreeSet<String>>,
}

impl Verdict {
    /// Returns the difference to the expected verdict by rule, if any.
    fn differs(&self, expected: &Verdict) -> Option<String> {
        let mut found = Vec::new();
        let both = self.skipped.as_ref().zip(expected.skipped.as_ref());
        for (verb, pair) in [
            ("fail", Some((&self.failed, &expected.failed))),
            ("skip", both),
        ] {
            let Some((own, expected)) = pair else {
                continue;
            };
            found.extend(
                own.difference(expected)
                    .map(|rule| format!("{rule} must not {verb}")),
            );
            found.extend(
                expected
                    .difference(own)
                    .map(|rule| format!("{rule} must {verb}")),
            );
        }
        (!found.is_empty()).then(|| found.join(", "))
    }
}

struct Pair {
    /// The spelling and the form it is used in.
    name: String,
    document: String,
    /// The document as JSON, if the value's meaning is known.
    object: Option<Value>,
    rules: String,
    expected: Option<Verdict>,
}

fn pairs() -> Vec<Pair> {
    let path = recorded::root().join("tests/readings/spellings.tsv");
    let table = std::fs::read_to_string(path).unwrap();
    let mut pairs = Vec::new();
    for line in table.lines() {
        let (written, read) = line.split_once('\t').unwrap();
        let read: Option<Value> = (read != "?").then(|| serde_json::from_str(read).unwrap());
        pairs.extend(
            FORMS
                .iter()
                .map(|(form, query)| pair(written, read.as_ref(), form, query)),
        );
    }
    pairs.extend(KEYS.iter().map(|key| pair_of_key(key)));
    assert!(pairs.len() >= 200, "only {} pairs", pairs.len());
    pairs
}

/// Returns a template with these lines in a resource's properties.
fn template(lines: &str) -> String {
    format!(
        "Resources:\n  Thing:\n    Type: Custom::Thing\n    Properties:\n      ServiceToken: t\n      {lines}\n"
    )
}

/// Returns the same as JSON, with one property.
fn object(value: &Value) -> Value {
    json!({"Resources": {"Thing": {"Type": "Custom::Thing", "Properties": {"ServiceToken": "t", "V": value}}}})
}

fn pair_of_key(key: &str) -> Pair {
    let keys = |operator: &str| {
        format!(
            "Resources.Thing.Properties.V[ keys {operator} {} ]",
            json!(key)
        )
    };
    let rules = format!(
        "rule key_read {{ {0} == \"here\" }}\nrule key_gate when {0} !empty {{ Nowhere exists }}\nrule others {{ {1} empty }}\n",
        keys("=="),
        keys("!=")
    );
    Pair {
        name: format!("`V: {{{key}: here}}`"),
        document: template(&format!("V:\n        {key}: here")),
        object: Some(object(&json!({key: "here"}))),
        rules,
        expected: Some(Verdict {
            failed: ["key_gate".to_owned()].into(),
            skipped: Some(BTreeSet::new()),
        }),
    }
}

fn pair(written: &str, read: Option<&Value>, form: &str, query: &str) -> Pair {
    let path = format!("Properties.{query}");
    let query = format!("Resources.Thing.{path}");
    let mut rules = String::new();
    let (mut failed, mut skipped) = (BTreeSet::new(), BTreeSet::new());
    for (kind, is) in KINDS {
        rules.push_str(&format!("rule {kind} {{ {query} {kind} }}\n"));
        failed.extend(read.filter(|value| !is(value)).map(|_| (*kind).to_owned()));
    }
    let text = json!(written);
    for (name, literal) in [("read", read), ("text", Some(&text))] {
        let Some(literal) = literal else { continue };
        rules.push_str(&format!("rule {name}_equal {{ {query} == {literal} }}\n"));
        rules.push_str(&format!(
            "rule {name}_gate when {query} == {literal} {{ {query}.Nowhere exists }}\n"
        ));
        rules.push_str(&format!(
            "rule {name}_none {{ Resources.*[ {path} == {literal} ] empty }}\n"
        ));
        if read == Some(literal) {
            failed.extend(["gate", "none"].map(|rule| format!("{name}_{rule}")));
        } else {
            failed.insert(format!("{name}_equal"));
            skipped.insert(format!("{name}_gate"));
        }
    }
    let object = read.map(|value| {
        if path.ends_with("[0]") {
            object(&json!([value]))
        } else {
            object(value)
        }
    });
    Pair {
        name: format!(
            "`{}`",
            form.replace('@', written).replace("\n      ", "\\n")
        ),
        document: template(&form.replace('@', written)),
        object,
        rules,
        expected: read.map(|_| Verdict {
            failed,
            skipped: Some(skipped),
        }),
    }
}

/// Returns the verdicts in a response or in the output of `check --format json`: from findings, and from cfn-guard's
/// report. In every pair at least one rule fails.
fn of_answer(answer: &Value) -> Vec<(&'static str, Verdict)> {
    assert_eq!(answer["compliant"], false, "{answer}");
    let named = |list: &Value| -> BTreeSet<String> {
        list.as_array()
            .into_iter()
            .flatten()
            .map(|name| name.as_str().unwrap().to_owned())
            .collect()
    };
    let findings = answer["findings"].as_array().into_iter().flatten();
    let guard = findings.filter(|finding| finding["engine"] == "guard");
    let failed = guard
        .map(|finding| finding["rule"].as_str().unwrap().to_owned())
        .collect();
    let report = &answer["guard"][0];
    let not_compliant = report["not_compliant"].as_array().into_iter().flatten();
    let reported = not_compliant
        .map(|rule| rule["Rule"]["name"].as_str().unwrap().to_owned())
        .collect();
    vec![
        (
            "findings",
            Verdict {
                failed,
                skipped: None,
            },
        ),
        (
            "guard",
            Verdict {
                failed: reported,
                skipped: Some(named(&report["not_applicable"])),
            },
        ),
    ]
}

fn of_check(
    pair: &Pair,
    folder: &cli::tempdir::Folder,
    lint: &str,
) -> Vec<(&'static str, Verdict)> {
    let name = format!("{:?}", std::thread::current().id());
    let document = folder.file(&format!("{name}.yaml"), &pair.document);
    let rules = folder.file(&format!("{name}.guard"), &pair.rules);
    let ended = cli::run(
        &[
            "check", &document, "-r", &rules, "--lint", lint, "--format", "json",
        ],
        "",
    );
    of_answer(&serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.err)))
}

/// Returns the requests for a pair with their names: every combination of fields that affect how a document is
/// processed or how the response is written.
fn requests(pair: &Pair) -> Vec<(String, Value)> {
    let fields: [(&str, &[Value]); 3] = [
        ("lint", &[Value::Null, json!(false), json!(true)]),
        (
            "format",
            &[Value::Null, json!("json"), json!("guard-lambda")],
        ),
        ("verbose", &[Value::Null, json!(true), json!(false)]),
    ];
    let mut combined = vec![serde_json::Map::new()];
    for (name, values) in fields {
        combined = combined
            .into_iter()
            .flat_map(|fields| values.iter().map(move |value| (fields.clone(), value)))
            .map(|(mut fields, value)| {
                if !value.is_null() {
                    fields.insert(name.to_owned(), value.clone());
                }
                fields
            })
            .collect();
    }
    let named = json!([{"name": "t.yaml", "content": pair.document}]);
    let shapes = [
        ("text", Some(json!(pair.document))),
        ("list", Some(named)),
        ("object", pair.object.clone()),
    ];
    let mut requests = Vec::new();
    for (shape, data) in shapes {
        let Some(data) = data else { continue };
        for fields in &combined {
            // `verbose` belongs to cfn-guard-lambda's requests, which only have strings.
            if shape != "text" && fields.contains_key("verbose") {
                continue;
            }
            let rules = match shape {
                "text" => json!([pair.rules]),
                _ => json!([{"name": "r.guard", "content": pair.rules}]),
            };
            let mut request = fields.clone();
            request.extend([
                ("data".to_owned(), data.clone()),
                ("rules".to_owned(), rules),
            ]);
            requests.push((
                format!("request, data as {shape}, {}", json!(fields)),
                Value::Object(request),
            ));
        }
    }
    requests
}

/// The payload of a Hook invocation.
#[derive(Debug)]
struct Payload(String);

impl Fetch for Payload {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Ok(self.0.clone().into_bytes())
    }
}

fn of_hook(pair: &Pair, event: &str, lint: bool) -> Verdict {
    let event = std::fs::read(recorded::root().join("events/hook").join(event)).unwrap();
    let payload = json!({"template": pair.document, "changedResources": []});
    let rules: Arc<[Text]> = Arc::new([Text {
        name: "r.guard".to_owned(),
        content: pair.rules.clone(),
    }]);
    let config = Config {
        hook: HookSettings {
            lint,
            ..HookSettings::default()
        },
        ..Config::default()
    };
    let function = Function {
        config,
        rules,
        fetch: Box::new(Payload(payload.to_string())),
        ..Function::new(cfn_warden_rules::bundled())
    };
    let answer: Value = serde_json::from_str(&lambda::handle(&event, &function).answer).unwrap();
    assert_eq!(answer["hookStatus"], "FAILED", "{answer}");
    let annotations = answer["annotations"].as_array().into_iter().flatten();
    let failed = annotations.filter(|annotation| annotation["status"] == "FAILED");
    let names = failed.map(|annotation| annotation["annotationName"].as_str().unwrap().to_owned());
    let of_rules = names.filter(|name| pair.rules.contains(&format!("rule {name} ")));
    Verdict {
        failed: of_rules.collect(),
        skipped: None,
    }
}

/// Returns every verdict on a pair, with the front end and the part of its response.
fn verdicts(pair: &Pair, folder: &cli::tempdir::Folder) -> Vec<(String, Verdict)> {
    let mut found = Vec::new();
    for lint in ["templates", "off"] {
        let by_check = of_check(pair, folder, lint);
        found.extend(
            by_check
                .into_iter()
                .map(|(part, verdict)| (format!("check --lint {lint}, {part}"), verdict)),
        );
    }
    let function = Function::new(cfn_warden_rules::bundled());
    for (name, request) in requests(pair) {
        let answer = lambda::handle(request.to_string().as_bytes(), &function).answer;
        let answer = serde_json::from_str(&answer).unwrap();
        found.extend(
            of_answer(&answer)
                .into_iter()
                .map(|(part, verdict)| (format!("{name}, {part}"), verdict)),
        );
    }
    for event in ["stack-create.json", "change-set-create.json"] {
        for lint in [false, true] {
            found.push((format!("{event}, lint {lint}"), of_hook(pair, event, lint)));
        }
    }
    found
}

/// A pair, a front end, and the difference between its verdict and the expected one.
type Wrong = (String, String, String);

/// Fails if there are wrong verdicts; lists their number by front end, then each difference with its front ends.
fn report(wrong: &[Wrong], pairs: usize) {
    let mut by_front_end: BTreeMap<&str, usize> = BTreeMap::new();
    let mut by_pair: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for (pair, name, what) in wrong {
        *by_front_end.entry(name).or_default() += 1;
        by_pair.entry((pair, what)).or_default().push(name);
    }
    let counts: Vec<String> = by_front_end
        .iter()
        .map(|(name, count)| format!("{count:5} of {pairs} pairs: {name}"))
        .collect();
    let lines = by_pair
        .iter()
        .map(|((pair, what), front_ends)| format!("{pair}: {what}; in {}", shortened(front_ends)));
    let lines: Vec<String> = lines.take(100).collect();
    assert!(
        wrong.is_empty(),
        "{} wrong verdicts\n{}\n\n{}",
        wrong.len(),
        counts.join("\n"),
        lines.join("\n")
    );
}

fn shortened(front_ends: &[&str]) -> String {
    match front_ends {
        [first, _, _, rest @ ..] if !rest.is_empty() => {
            format!("{first}, and {} others", front_ends.len() - 1)
        }
        _ => front_ends.join("; "),
    }
}

#[test]
fn a_pair_has_one_verdict() {
    let pairs = pairs();
    let folder = cli::folder("readings");
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let judge = || {
        while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = verdicts(pair, &folder);
            let expected = pair.expected.clone().unwrap_or_else(|| found[1].1.clone());
            for (name, verdict) in found {
                if let Some(what) = verdict.differs(&expected) {
                    wrong.lock().unwrap().push((pair.name.clone(), name, what));
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(judge);
        }
    });
    report(&wrong.into_inner().unwrap(), pairs.len());
}

/// Tests the binary of this build, or the one that `CFN_WARDEN_BOOTSTRAP` names.
#[test]
fn the_binary_gives_the_verdict_too() {
    let pairs = pairs();
    let folder = cli::folder("readings-bootstrap");
    let mut events = Vec::new();
    for (pair, at) in pairs.iter().zip(0..) {
        for (lint, fields) in [
            ("bare", json!({})),
            ("lint", json!({"lint": true})),
            ("off", json!({"lint": false})),
        ] {
            let mut event = json!({"data": pair.document, "rules": [pair.rules]});
            event
                .as_object_mut()
                .unwrap()
                .extend(fields.as_object().unwrap().clone());
            events.push((
                pair,
                lint,
                folder.file(&format!("{at}-{lint}.json"), &event.to_string()),
            ));
        }
    }
    let paths: Vec<&str> = events.iter().map(|(.., path)| path.as_str()).collect();
    let served = bootstrap::serve(&bootstrap::binary(), &[], &paths);
    let answers = serde_json::Deserializer::from_slice(&served.stdout).into_iter::<Value>();
    let answers: Vec<Value> = answers.map(Result::unwrap).collect();
    assert_eq!(
        answers.len(),
        events.len(),
        "{}",
        String::from_utf8_lossy(&served.stderr)
    );
    let mut wrong = Vec::new();
    for ((pair, lint, _), answer) in events.iter().zip(&answers) {
        let by_check = of_check(pair, &folder, "off").remove(1).1;
        let expected = pair.expected.as_ref().unwrap_or(&by_check);
        for (part, verdict) in of_answer(answer) {
            if let Some(what) = verdict.differs(expected) {
                wrong.push((pair.name.clone(), format!("bootstrap {lint}, {part}"), what));
            }
        }
    }
    report(&wrong, pairs.len());
}
