//! Tests of the HTML report. `scripts/drive_html.mjs` tests the page in a browser.

use cfn_warden::engine::{self, Cache, Input, Linting};
use cfn_warden::report::{self, Paint};
use cfn_warden_syntax::escape::escape;

use crate::cli::{folder, run};

/// Returns a run on a template with a warning and two errors.
fn run_of_three<'r>() -> engine::Run<'r> {
    let content = b"Parameters:\n  Unused: {Type: String}\nResources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties: {TopicNam: x, Other: y}\n";
    let documents = vec![Input {
        name: "a.yaml",
        content,
    }];
    engine::check(
        &engine::Request {
            documents,
            lint: Linting::All,
            ..crate::support::request()
        },
        &Cache::default(),
    )
}

fn rendered(run: &engine::Run<'_>, format: &str) -> String {
    let mut out = Vec::new();
    report::by_name(format)
        .unwrap()
        .write(run, Paint::Plain, &mut out)
        .unwrap();
    String::from_utf8(out).unwrap()
}

/// Returns the data of an HTML page.
fn page_data(page: &str) -> serde_json::Value {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"data\">")
        .unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

/// Names and values of templates can be anything; they must not end the script that holds them.
#[test]
fn hostile_text_stays_data_of_the_page() {
    let hostile = "</script><!--<script>alert(1)</script>]]>\u{2028}\u{2029}`${x}`&amp;\u{0}<img src=x onerror=alert(1)>";
    let template = serde_json::json!({ "Resources": { hostile: { "Type": "AWS::SNS::Topic", "Properties": { hostile: hostile } } } });
    let template = template
        .to_string()
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029");
    let name = format!("{hostile}.yaml");
    let document = Input {
        name: &name,
        content: template.as_bytes(),
    };
    let request = engine::Request {
        documents: vec![document],
        lint: Linting::All,
        ..crate::support::request()
    };
    let mut run = engine::check(&request, &Cache::default());
    run.origin = engine::Origin {
        project: Some(hostile.to_owned()),
        commit: Some(hostile.to_owned()),
        date: Some(hostile.to_owned()),
        duration: None,
        ..engine::Origin::default()
    };
    assert!(
        run.findings
            .iter()
            .any(|finding| finding.message.contains("<img")),
        "{:?}",
        run.findings
    );
    let page = rendered(&run, "html");
    assert_eq!(
        (
            page.matches("<script").count(),
            page.matches("</script").count()
        ),
        (2, 2),
        "{page}"
    );
    assert!(
        !page.contains("<img") && !page.contains("<!--") && !page.contains(['\0']),
        "{page}"
    );
    let data = page_data(&page);
    assert_eq!(data["files"][0]["name"], &*escape(&name));
    let messages = data["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["message"].as_str().unwrap().to_owned());
    assert!(messages.eq(report_order(&run)), "{data}");
}

fn report_order(run: &engine::Run<'_>) -> impl Iterator<Item = String> {
    report::deduplicate::of(&run.findings)
        .into_iter()
        .map(|group| escape(&group.finding.message).into_owned())
}

/// A link to a finding must open it in the report of the next run, too.
#[test]
fn links_to_findings_do_not_depend_on_lines_or_other_findings() {
    let ids = |content: &str, names: &[&str]| -> Vec<(String, String)> {
        let documents = names
            .iter()
            .map(|name| Input {
                name,
                content: content.as_bytes(),
            })
            .collect();
        let request = engine::Request {
            documents,
            lint: Linting::All,
            ..crate::support::request()
        };
        let data = page_data(&rendered(
            &engine::check(&request, &Cache::default()),
            "html",
        ));
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let id = |finding: &serde_json::Value| (text(&finding["path"]), text(&finding["id"]));
        data["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(id)
            .collect()
    };
    let topic = "Resources:\n  Topic:\n    Type: AWS::SNS::Topic\n    Properties: {TopicNam: x}\n";
    let first = ids(topic, &["a.yaml"]);
    assert_eq!(first.len(), 1);
    let moved = topic.replace(
        "Resources:\n",
        "# A line\nResources:\n  Queue:\n    Type: AWS::SQS::Queue\n    Properties: {Nope: x}\n",
    );
    let later = ids(&moved, &["0.yaml", "a.yaml"]);
    assert_eq!(later.len(), 4);
    assert_eq!(
        later.iter().filter(|one| **one == first[0]).count(),
        1,
        "{later:?}"
    );
    let distinct: std::collections::BTreeSet<&String> = later.iter().map(|(_, id)| id).collect();
    assert_eq!(distinct.len(), 4, "{later:?}");
}

#[test]
fn the_page_shows_where_the_documents_come_from_and_what_fails() {
    let mut run = run_of_three();
    assert!(!rendered(&run, "html").contains("<dt>Commit</dt>"));
    run.origin = engine::Origin {
        project: Some("example/shop".to_owned()),
        commit: Some("4f0c2d7b9a1e4f0c2d7b9a1e4f0c2d7b9a1e4f0c".to_owned()),
        date: Some("2026-05-01 12:00 UTC".to_owned()),
        duration: Some(std::time::Duration::from_millis(1_250)),
        ..engine::Origin::default()
    };
    let page = rendered(&run, "html");
    for fact in [
        "<title>example/shop: Not compliant</title>",
        "<dd>2026-05-01 12:00 UTC</dd>",
        ">4f0c2d7b9a1e</code>",
        "<dd>1.2 s</dd>",
    ] {
        assert!(page.contains(fact), "{fact} is not in:\n{page}");
    }
    for (fail_on, reason) in [
        (
            engine::FailOn::Error,
            "2 errors to fix before this complies.",
        ),
        (
            engine::FailOn::Warning,
            "2 errors and 1 warning to fix before this complies.",
        ),
        (
            engine::FailOn::Never,
            "Findings do not fail this run: its threshold is “never”.",
        ),
    ] {
        run.fail_on = fail_on;
        assert!(
            rendered(&run, "html").contains(&format!("<p class=\"reason\">{reason}</p>")),
            "{reason}"
        );
    }
}

/// Without the script. With it, `scripts/drive_html.mjs` opens pages.
#[test]
fn findings_at_one_place_are_one_entry_with_their_paths() {
    let text = "Transform: AWS::LanguageExtensions
Resources:
  Fn::ForEach::Queues:
    - Name
    - [A, B]
    - Queue${Name}:
        Type: AWS::SQS::Queue
        Properties: {DelaySeconds: 9999, QueueName: !Sub 'q-${Name}'}
";
    let here = folder("html-places");
    let path = here.file("loop.yaml", text);
    let page = run(&["check", "--no-config", "--format", "html", &path], "").out;
    let list = page.split_once("<div id=\"list\">").unwrap().1;
    let list = list.split_once("</div>").unwrap().0;
    assert_eq!(list.matches("<li ").count(), 1, "{list}");
    for id in ["QueueA", "QueueB"] {
        let line = format!("<p class=\"path\">Resources/{id}/Properties/DelaySeconds</p>");
        assert!(list.contains(&line), "{list}");
    }
    assert_eq!(page_data(&page)["findings"].as_array().unwrap().len(), 2);
}
