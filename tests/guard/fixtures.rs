//! Our own rules with their unit tests, whole command lines against the reference's output, and what it does not answer.

use std::path::Path;

use bumpalo::Bump;
use cfn_warden::cli;
use cfn_warden::guard::unit_test::{self, Check};
use cfn_warden::guard::{self, Doc, Options, Profile, Rules, Status};
use cfn_warden::syntax;

/// The folders with rules and their unit tests, in cfn-guard's own format: `X.guard` and `X_tests.yaml`. What they expect
/// was checked with cfn-guard 3.2.1.
const TOPICS: &[&str] = &["blocks", "filters", "functions", "rules", "variables"];

#[test]
fn rules_meet_the_expectations_of_their_unit_tests() {
    let mut checked = 0;
    for topic in TOPICS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guard").join(topic);
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "guard") {
                let tests = path.with_file_name(format!("{}_tests.yaml", path.file_stem().unwrap().to_str().unwrap()));
                checked += unit_tests(&path, &tests);
            }
        }
    }
    assert!(checked > 60, "{checked}");
}

fn unit_tests(rules: &Path, tests: &Path) -> usize {
    let text = std::fs::read_to_string(rules).unwrap();
    let rules = Rules::parse("p.guard", &text).unwrap_or_else(|errors| panic!("{}: {}", rules.display(), errors[0]));
    let text = std::fs::read_to_string(tests).unwrap();
    let arena = Bump::new();
    let tree = syntax::parse(&arena, &text, "tests").tree.unwrap();
    let mut checked = 0;
    for case in unit_test::cases(&tree).unwrap() {
        let doc = Doc::part(&arena, &tree, case.input, Profile::Lib).unwrap();
        let outcome = guard::evaluate(&rules, &doc, &Options::default()).unwrap();
        assert_eq!(unit_test::unmatched(&case, &outcome), Vec::<String>::new());
        for (rule, check) in unit_test::check(&case, &outcome).unwrap() {
            assert!(!matches!(check, Check::Missed(..)), "{}: {rule}: {check:?}", tests.display());
            checked += usize::from(matches!(check, Check::Met(_)));
        }
    }
    checked
}

/// `guard/outputs/recorded.jsonl`: command lines over the files beside it, and what cfn-guard 3.2.1 printed; the folder
/// is `DIR/`, and times are 0.
#[test]
fn commands_print_what_the_reference_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guard/outputs");
    let text = std::fs::read_to_string(folder.join("recorded.jsonl")).unwrap();
    assert!(text.lines().count() > 30);
    for line in text.lines() {
        let recorded: serde_json::Value = serde_json::from_str(line).unwrap();
        let line = recorded["line"].as_str().unwrap();
        let (command, input) = line.split_once('<').unwrap_or((line, ""));
        let stdin = match input.trim() {
            "" => String::new(),
            file => std::fs::read_to_string(folder.join(file)).unwrap(),
        };
        let is_file = |word: &str| [".guard", ".yaml", ".json"].iter().any(|ending| word.ends_with(ending));
        let words = command.split_whitespace().map(|word| match is_file(word) {
            true => folder.join(word).to_str().unwrap().to_owned(),
            false => word.to_owned(),
        });
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = cli::Io { stdin: &mut stdin.as_bytes(), out: &mut out, err: &mut err };
        let exit = cli::run(std::iter::once("cfn-warden".to_owned()).chain(words), &mut io);
        let fixed = |bytes: Vec<u8>| {
            let text = String::from_utf8(bytes).unwrap();
            let folder = format!("{}/", folder.canonicalize().unwrap().display());
            let text = text.replace(&folder, "DIR/").replace(&folder[1..], "DIR/");
            let mut parts = text.split("time=\"");
            let first = parts.next().unwrap().to_owned();
            parts.fold(first, |all, part| format!("{all}time=\"0{}", &part[part.find('"').unwrap()..]))
        };
        assert_eq!(u64::from(exit.0), recorded["exit"].as_u64().unwrap(), "{line}");
        // The reference prints resources in random order.
        assert_eq!(in_order(&fixed(out)), in_order(recorded["out"].as_str().unwrap()), "{line}");
        assert_eq!(fixed(err), recorded["err"].as_str().unwrap(), "{line}");
    }
}

/// The text, its blocks of resources sorted.
fn in_order(text: &str) -> String {
    let mut lines = text.lines();
    let (mut all, mut blocks) = (Vec::new(), Vec::new());
    while let Some(line) = lines.next() {
        if line.starts_with("Resource = ") {
            let rest: Vec<&str> = lines.by_ref().take_while(|line| *line != "}").collect();
            blocks.push(format!("{line}\n{}\n}}", rest.join("\n")));
            continue;
        }
        blocks.sort();
        all.append(&mut blocks);
        all.push(line.to_owned());
    }
    blocks.sort();
    all.append(&mut blocks);
    all.join("\n")
}

#[test]
fn rules_that_ask_for_themselves_come_to_an_end() {
    let arena = Bump::new();
    let tree = syntax::parse(&arena, "{\"a\": {\"a\": 1}}", "p").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    for (rules, ends) in [
        ("rule a { b\n}\nrule b { a\n}", true),
        ("rule a when b\n{ a exists }\nrule b when a\n{ a exists }", true),
        ("rule a(x) { a(%x) }\nrule b { a(1) }", false),
        ("let x = %y\nlet y = %x\nrule a { %x exists }", false),
        ("rule a { let x = a[ %x exists ] %x exists }", false),
    ] {
        let rules = Rules::parse("p.guard", rules).unwrap();
        let outcome = guard::evaluate(&rules, &doc, &Options::default());
        assert_eq!(outcome.is_ok(), ends, "{rules:?}");
        if let Ok(outcome) = outcome {
            assert_eq!(outcome.status, Status::Fail, "{rules:?}");
        }
    }
}

#[test]
fn findings_stand_where_the_value_does() {
    let text = "Resources:\n  A:\n    Type: T\n    Properties:\n      Size: 5\n";
    let rules = "rule sizes {\n  Resources.*.Properties {\n    Size > 7 <<too small>>\n    Name exists\n  }\n}\n";
    let arena = Bump::new();
    let tree = syntax::parse(&arena, text, "t.yaml").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    let rules = Rules::parse("r.guard", rules).unwrap();
    let outcome = guard::evaluate(&rules, &doc, &Options::default()).unwrap();
    let found: Vec<String> = outcome
        .findings(&[&tree], "t.yaml")
        .iter()
        .map(|finding| {
            let path = finding.path.as_ref().unwrap();
            let (key, value) = (finding.span.start, finding.value_span.unwrap().start);
            let places = format!("{}:{} {}:{}", key.line, key.column, value.line, value.column);
            let (rule, clause) = (&finding.rule.id, &finding.rule.source);
            format!("{rule} {path} {places} {} ({clause})", finding.message)
        })
        .collect();
    assert_eq!(
        found,
        [
            "sizes Resources/A/Properties/Size 5:7 5:13 too small (r.guard:3:5)",
            "sizes Resources/A/Properties 4:5 5:7 `Name` is missing (r.guard:4:5)",
        ]
    );
}
