//! Guard rules whose cost grows fast with the input: each evaluation ends at a limit, reports it and does not pass.

use cfn_warden::engine::{self, Cache, IncompleteKind, Linting, Request, Run, Status};
use cfn_warden_guard::Limits;
use serde_json::{Map, Value, json};

use super::with_its_stack;

/// The limit that ends an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    Steps,
    Memory,
}

use Ends::{Memory, Steps};

/// Few enough for tests that are not optimised.
const LIMITS: Limits = Limits {
    steps: 300_000,
    all_steps: u64::MAX,
    memory: 4 << 20,
    all_memory: usize::MAX,
    findings: usize::MAX,
    report: usize::MAX,
};

const MANY: usize = 3_000;

fn numbers() -> Value {
    json!({"l": (0..MANY).collect::<Vec<_>>(), "m": (MANY..2 * MANY).collect::<Vec<_>>()})
}

/// Returns a list of names, and a map whose keys and values are these names.
fn named() -> Value {
    let names: Vec<_> = (0..MANY).map(|n| format!("n{n}")).collect();
    let maps: Map<_, _> = names
        .iter()
        .map(|name| (name.clone(), json!({"Type": name, "t": "x"})))
        .collect();
    json!({"names": names, "maps": maps})
}

fn text(bytes: usize) -> Value {
    json!({"t": "a".repeat(bytes), "l": vec!["a".repeat(100); 1_000]})
}

fn cases() -> Vec<(&'static str, Ends, String, Value)> {
    let case = |name, ends, rules: &str, data: Value| (name, ends, rules.to_owned(), data);
    let nodes = format!("a: &a [{}]\nb: [{}]", "x, ".repeat(400), "*a, ".repeat(400));
    vec![
        case(
            "everything with everything",
            Steps,
            "rule r { l[*] == m[*] }",
            numbers(),
        ),
        case(
            "everything in everything",
            Steps,
            "rule r { l[*] not in m[*] }",
            numbers(),
        ),
        case(
            "everything in lists",
            Steps,
            "rule r { l[*] not in m }",
            numbers(),
        ),
        case(
            "everything below everything",
            Memory,
            "rule r { l[*] < m[*] }",
            numbers(),
        ),
        case(
            "nothing on the right of everything",
            Memory,
            "rule r { l[*] == m[*].none }",
            numbers(),
        ),
        case(
            "blocks within blocks",
            Steps,
            "let all = l[*]\nrule r { %all { %all { %all { this exists } } } }",
            numbers(),
        ),
        case(
            "blocks that record",
            Memory,
            "let all = l[*]\nrule r { %all { %all { this not exists } } }",
            numbers(),
        ),
        case(
            "conditions within blocks",
            Steps,
            "rule r { l[*] { when %all !empty { this exists } } }\nlet all = m[*]",
            numbers(),
        ),
        case(
            "filters within filters",
            Steps,
            "let all = l[*]\nrule r { l[ %all[ this exists ] !empty ] !empty }",
            numbers(),
        ),
        case(
            "a query of many results, again and again",
            Steps,
            "rule r { l[*] { %all exists } }\nlet all = m[*]",
            numbers(),
        ),
        case(
            "variables of blocks",
            Memory,
            "let all = l[*]\nrule r { l[*] { let own = %all\n %own exists } }",
            numbers(),
        ),
        case(
            "keys of keys",
            Steps,
            "let all = names[*]\nrule r { maps[ keys in %all ] !empty }",
            named(),
        ),
        case(
            "names of names",
            Steps,
            "let all = names[*]\nlet m = maps\nrule r { names[*] { %m.%all.Type exists } }",
            named(),
        ),
        case(
            "values by names, kept",
            Memory,
            "let all = names[*]\nlet m = maps\nrule r { names[*] { let own = %m.%all\n %own exists } }",
            named(),
        ),
        case(
            "rules that are called",
            Steps,
            "rule f(x) { %x { this exists } }\nrule r { l[*] { f(%all) } }\nlet all = m[*]",
            numbers(),
        ),
        case(
            "captured keys",
            Memory,
            &format!(
                "rule r {{ {} }}",
                "maps[ k | Type exists ] !empty\n%k exists\n".repeat(50)
            ),
            named(),
        ),
        case(
            "a joined text",
            Memory,
            &format!(
                "let long = join(l[*], '{}')\nrule r {{ %long exists }}",
                "x".repeat(1 << 15)
            ),
            text(1),
        ),
        case(
            "joined texts of blocks",
            Memory,
            "rule r { l[*] { let all = join(%it, ',')\n %all exists } }\nlet it = l[*]",
            text(1),
        ),
        case(
            "a text replaced by more",
            Memory,
            &format!(
                "let long = regex_replace(t, 'a', '{}')\nrule r {{ %long exists }}",
                "x".repeat(1 << 16)
            ),
            text(200),
        ),
        case(
            "a text replaced by itself",
            Memory,
            &format!(
                "let long = regex_replace(t, '^a+$', '{}')\nrule r {{ %long exists }}",
                "$0".repeat(10_000)
            ),
            text(10_000),
        ),
        case(
            "copies in blocks",
            Memory,
            "rule r { l[*] { let own = to_upper(%t)\n %own exists } }\nlet t = t",
            text(50_000),
        ),
        case(
            "a long text in a short one",
            Steps,
            "rule r { l[*] { %t in %all } }\nlet t = t\nlet all = to_lower(t)",
            text(50_000),
        ),
        case(
            "texts that are read",
            Memory,
            "rule r { l[*] { let own = json_parse(%t)\n %own exists } }\nlet t = t",
            json!({"l": [1, 2], "t": nodes}),
        ),
        case(
            "parts of a long key",
            Memory,
            &format!(
                "let long = {{'{}': [{}]}}\nrule r {{ %long exists }}",
                "k".repeat(50_000),
                "1, ".repeat(999) + "1"
            ),
            json!({}),
        ),
        case(
            "expressions that go back",
            Steps,
            r"rule r { l[*] == /^(a|a)*\1b$/ }",
            text(1),
        ),
        case(
            "an expression of many states",
            Steps,
            "rule r { t == /(a|[ab]{5000})c$/ }",
            text(1 << 20),
        ),
        case(
            "expressions that are compiled",
            Steps,
            "rule r { l[*] { let own = regex_replace(this, '(a)', 'b')\n %own exists } }",
            text(1),
        ),
        case(
            "a rule of itself",
            Steps,
            "rule a { b or l[*] == m[*] }\nrule b { a or l[*] == m[*] }",
            numbers(),
        ),
    ]
}

fn evaluated<'r>(rules: &[&'r str], data: &[&'r str], limits: Limits) -> Run<'r> {
    let input = |content: &&'r str| engine::Input {
        name: "input",
        content: content.as_bytes(),
    };
    let request = Request {
        documents: data.iter().map(input).collect(),
        rules: rules.iter().map(input).collect(),
        lint: Linting::Off,
        guard_limits: limits,
        ..Request::default()
    };
    engine::check(&request, &Cache::default())
}

#[test]
fn evaluations_end_at_a_limit() {
    with_its_stack(|| {
        let other: Vec<_> = cases()
            .iter()
            .filter_map(|(name, ends, rules, data)| ended(name, *ends, rules, data))
            .collect();
        assert!(other.is_empty(), "{}", other.join("\n"));
    });
}

/// What is wrong with how an evaluation ended.
fn ended(name: &str, ends: Ends, rules: &str, data: &Value) -> Option<String> {
    let data = data.to_string();
    let run = evaluated(&[rules, "rule other { this exists }"], &[&data], LIMITS);
    let words = match ends {
        Steps => "limit of 300000 steps for a rules file and a document exceeded",
        Memory => "limit of 4 MiB of memory for a rules file and a document exceeded",
    };
    let said: Vec<_> = run
        .incomplete
        .iter()
        .map(|fault| fault.message.as_str())
        .collect();
    let is_said =
        said.len() == 1 && said[0].starts_with(&format!("evaluation ended early: {words}; split"));
    let others = (run.rules.passed, run.rules.failed, run.rules.skipped) == (1, 0, 0);
    let is_fault = run.status() == Status::Error
        && run
            .incomplete
            .iter()
            .all(|fault| fault.kind == IncompleteKind::Rules);
    (!is_said || !others || !is_fault)
        .then(|| format!("{name}: {said:?} {:?} {}", run.rules, run.findings.len()))
}

#[test]
fn all_evaluations_of_a_request_have_a_limit() {
    let data = numbers().to_string();
    let rules = [
        "rule a { l[*] exists }",
        "rule b { l[*] exists }",
        "rule c { l[*] exists }",
    ];
    let limits = Limits {
        all_steps: 2 * MANY as u64 * 5,
        ..LIMITS
    };
    let run = evaluated(&rules, &[&data, &data], limits);
    let said: Vec<_> = run
        .incomplete
        .iter()
        .map(|fault| fault.message.as_str())
        .collect();
    assert!(run.rules.passed > 0 && run.rules.passed < 6, "{said:?}");
    assert_eq!(said.len(), 6 - run.rules.passed, "{said:?}");
    let words = format!(
        "limit of {} steps for all rules files together exceeded",
        limits.all_steps
    );
    assert!(said.iter().all(|said| said.contains(&words)), "{said:?}");
    assert_eq!(evaluated(&rules, &[&data, &data], LIMITS).rules.passed, 6);
}

#[test]
fn what_is_left_for_a_document_has_a_limit() {
    let data = numbers().to_string();
    let rules = ["a", "b", "c", "d", "e"]
        .map(|name| format!("let {name} = l[*]\nrule {name} {{ %{name} exists }}"));
    let rules: Vec<_> = rules.iter().map(String::as_str).collect();
    let run = evaluated(
        &rules,
        &[&data, &data],
        Limits {
            all_memory: 1 << 20,
            ..LIMITS
        },
    );
    let said: Vec<_> = run
        .incomplete
        .iter()
        .map(|fault| fault.message.as_str())
        .collect();
    // For the second document there is as much again.
    assert!(matches!(run.rules.passed, 2 | 4 | 6 | 8), "{said:?}");
    assert_eq!(said.len(), 10 - run.rules.passed, "{said:?}");
    let words = "limit of 1 MiB of memory for all rules files on a document exceeded";
    assert!(said.iter().all(|said| said.contains(words)), "{said:?}");
    assert_eq!(evaluated(&rules, &[&data, &data], LIMITS).rules.passed, 10);
}

#[test]
fn what_is_said_of_a_request_has_a_limit() {
    let data = numbers().to_string();
    let rules = ["rule a { l[*] not exists }", "rule b { this exists }"];
    let limits = Limits {
        steps: 1 << 30,
        memory: 1 << 30,
        ..LIMITS
    };
    let all = evaluated(&rules, &[&data], limits);
    assert_eq!((all.findings.len(), all.incomplete.len()), (MANY, 0));
    // Nothing is wrong with the third.
    let run = evaluated(
        &rules,
        &[&data, &data, "{}"],
        Limits {
            findings: 1 << 20,
            ..limits
        },
    );
    assert!(
        run.findings.len() > 100 && run.findings.len() < MANY,
        "{}",
        run.findings.len()
    );
    assert!(run.findings.iter().eq(&all.findings[..run.findings.len()]));
    let said: Vec<_> = run
        .incomplete
        .iter()
        .map(|fault| fault.message.as_str())
        .collect();
    assert_eq!(said, ["too many findings: together they exceed 1 MiB"; 2]);
    assert_eq!(
        (run.rules.passed, run.rules.failed, run.status()),
        (4, 2, Status::Error)
    );
}

#[test]
fn reports_of_a_document_have_a_limit() {
    // Each failure shows all that was looked in, and each of these is large.
    let large: Vec<_> = (0..50)
        .map(|n| json!({"n": n, "t": "x".repeat(1_000)}))
        .collect();
    let data = json!({"l": large, "m": large, "s": ["x"]}).to_string();
    for rules in [
        "rule r { l[*].t not in m[*].t }",
        "rule r { l[*] in s[*] }",
        "rule r { this == 1 }",
        "rule r { l == 1 }",
    ] {
        let request = |report| Request {
            documents: vec![engine::Input {
                name: "data",
                content: data.as_bytes(),
            }],
            rules: vec![engine::Input {
                name: "rules",
                content: rules.as_bytes(),
            }],
            lint: Linting::Off,
            guard_report: true,
            guard_limits: Limits {
                steps: 1 << 30,
                memory: 1 << 30,
                report,
                ..LIMITS
            },
            ..Request::default()
        };
        let length = |run: &Run<'_>| {
            run.documents[0]
                .guard
                .as_ref()
                .map(|report| report.get().len())
        };
        let whole = engine::check(&request(usize::MAX), &Cache::default());
        let most = length(&whole).unwrap();
        assert!(
            most > 50_000 && whole.incomplete.is_empty(),
            "{rules}: {most}"
        );
        assert_eq!(
            length(&engine::check(&request(most), &Cache::default())),
            Some(most),
            "{rules}"
        );
        let cut = engine::check(&request(most - 1), &Cache::default());
        let said: Vec<_> = cut
            .incomplete
            .iter()
            .map(|fault| fault.message.as_str())
            .collect();
        assert_eq!(length(&cut), None);
        let words = format!(
            "cfn-guard's report is omitted: it exceeds {} MiB",
            most >> 20
        );
        assert_eq!(said, [words]);
        assert_eq!(cut.findings, whole.findings);
    }
}
