//! The extended dialect: its syntax, and placeholders in messages.

use bumpalo::Bump;
use cfn_warden_guard::check::check;
use cfn_warden_guard::syntax::parse_as;
use cfn_warden_guard::{self as guard, Detail, Dialect, Doc, Language, Options, Profile, Rules};
use cfn_warden_syntax as syntax;

use super::verdicts_as;

const DATA: &str = "
Resources:
  Logs: {Type: 'AWS::S3::Bucket', Properties: {Name: logs, Size: 5, Tags: [a, b], Big: {x: 1}}}
";

/// Returns the messages of all findings.
fn messages(dialect: Dialect, rules: &str) -> Vec<String> {
    let rules = Rules::parse_as(dialect.into(), "r.guard", rules)
        .unwrap_or_else(|errors| panic!("{}", errors[0]));
    let arena = Bump::new();
    let tree = syntax::parse(&arena, DATA, "t.yaml").tree.unwrap();
    let doc = Doc::new(&arena, &[&tree], Profile::Cli).unwrap();
    let quiet = guard::evaluate(
        &rules,
        &doc,
        &Options {
            detail: Detail::Failures,
            now: 0,
        },
    )
    .unwrap();
    let found: Vec<String> = quiet
        .findings(&[&tree], "t.yaml")
        .into_iter()
        .map(|finding| finding.message.to_string())
        .collect();
    let full = guard::evaluate(
        &rules,
        &doc,
        &Options {
            detail: Detail::Full,
            now: 0,
        },
    )
    .unwrap();
    let also: Vec<String> = full
        .findings(&[&tree], "t.yaml")
        .into_iter()
        .map(|finding| finding.message.to_string())
        .collect();
    assert_eq!(found, also);
    found
}

fn message(text: &str) -> String {
    let rules = format!(
        "let limit = 3\nlet names = Resources.*.Properties.Name\n\
         rule r {{ Resources.* {{ let tags = Properties.Tags[*] Properties.Size <= %limit <<{text}>> }} }}"
    );
    let found = messages(Dialect::Extended, &rules);
    assert_eq!(found.len(), 1, "{found:?}");
    found[0].clone()
}

#[test]
fn messages_show_values() {
    for (text, expected) in [
        (
            "bucket %names has %{Properties.Size}, not %limit",
            "bucket logs has 5, not 3",
        ),
        (
            "tags: %tags; first: %{Properties.Tags[0]}; type %{Type}",
            "tags: a, b; first: a; type AWS::S3::Bucket",
        ),
        (
            "%{ Properties.Tags[ this == 'b' ] } of %{Properties.Big}",
            "b of {\"x\":1}",
        ),
        ("%{%names} %{count(Properties.Tags[*])}", "logs 2"),
        ("nothing: %{Properties.Nope}", "nothing: (none)"),
        (
            "100%% or 100% > 99, %nowhere and %{%nowhere.x}",
            "100% or 100% > 99, %nowhere and %{%nowhere.x}",
        ),
        ("plain > text", "plain > text"),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
    let long = message("%{Properties.Long} %{Resources}");
    assert_eq!(long, "(none) (none)");
}

#[test]
fn long_values_in_messages_are_cut_at_200_characters() {
    let shown = |length: usize| {
        let long = "é".repeat(length);
        let rules = format!(
            "let long = '{long}'\nrule r {{ Resources.Logs.Properties.Size == 3 <<%long>> }}"
        );
        messages(Dialect::Extended, &rules).concat()
    };
    for whole in [1, 199, 200] {
        assert_eq!(shown(whole), "é".repeat(whole));
    }
    for cut in [201, 202, 1000] {
        assert_eq!(shown(cut), "é".repeat(200) + "...");
    }
}

#[test]
fn messages_of_references_calls_and_unary_clauses_show_values_too() {
    let rules = "let owner = 'me'
rule small(x) { %x < 3 }
rule other { Resources.*.Properties.Owner exists }
rule all {
  small(Resources.*.Properties.Size) <<too big for %owner>>
  other <<ask %owner>>
  Resources.*.Properties.Size is_string <<%{Resources.*.Properties.Size} of %owner>>
  Resources.*[ Type == 'X' ] !empty <<%owner has none>>
}
";
    let found = messages(Dialect::Extended, rules);
    for expected in ["ask me", "5 of me", "me has none"] {
        assert!(
            found.iter().any(|message| message == expected),
            "{expected}: {found:?}"
        );
    }
    let language = Language::from(Dialect::Extended);
    assert_eq!(
        verdicts_as(language, rules, DATA).unwrap()["all"][0].as_str(),
        "FAIL"
    );
}

#[test]
fn cfn_guard_messages_are_printed_unchanged() {
    let rules = "let limit = 3\nrule r { Resources.Logs.Properties.Size == %limit <<%limit %{Type} 100%%>> }";
    assert_eq!(messages(Dialect::CfnGuard, rules), ["%limit %{Type} 100%%"]);
}

#[test]
fn invalid_placeholders_are_reported_with_their_position() {
    for (rules, place) in [
        ("rule r { a exists <<see %{a.}>> }", "p:1:29"),
        ("rule r { a exists <<see %{a.b>> }", "p:1:30"),
        ("rule r { a exists <<see %{}>> }", "p:1:27"),
    ] {
        let errors = parse_as(Dialect::Extended.into(), "p", rules).expect_err(rules);
        assert!(
            errors[0].to_string().starts_with(place),
            "{rules}: {}",
            errors[0]
        );
    }
}

#[test]
fn variables_of_messages_are_checked() {
    let rules = "let used = 1\nrule r { a exists <<%used of %nobody>> }\n";
    let file = parse_as(Dialect::Extended.into(), "r.guard", rules).unwrap();
    let found: Vec<String> = check(&file, rules)
        .into_iter()
        .map(|finding| finding.message.to_string())
        .collect();
    assert_eq!(
        found,
        ["undefined variable `%nobody`; the message will show its name"]
    );
}

#[test]
fn functions_are_heads_of_queries() {
    let rules = r#"
rule few { count(Resources.*) <= 1 }
rule lower { to_upper(Resources.*.Properties.Name) == "LOGS" }
rule keys { Resources.*.Properties[ keys == to_lower("NAME") ] !exists }
rule tab { Resources.*.Properties.Name != "lo\tgs" }
"#;
    let found = verdicts_as(Dialect::Extended.into(), rules, DATA).unwrap();
    let actual: Vec<(&str, &str)> = found
        .iter()
        .map(|(rule, all)| (rule.as_str(), all[0].as_str()))
        .collect();
    assert_eq!(
        actual,
        [
            ("few", "PASS"),
            ("keys", "SKIP"),
            ("lower", "PASS"),
            ("tab", "PASS")
        ]
    );
    assert!(verdicts_as(Dialect::CfnGuard.into(), rules, DATA).is_err());
}
