//! The words of the program in errors do not depend on what a document contains, also if a value is one of these words.

use bumpalo::Bump;
use cfn_warden::engine::{self, Cache, Input, Linting};
use cfn_warden_lint::Settings;
use cfn_warden_syntax::Text;
use cfn_warden_template::Compat;
use cfn_warden_template::transform::{Inputs, transform};
use cfn_warden_terraform::{FileSet, Host, Settings as TerraformSettings, evaluate};

/// A word of the program, and a value of the same length that is none.
const WORDS: [(&str, &str); 8] = [
    ("found", "fwqxz"),
    ("expected", "kwqxzkwq"),
    ("value", "vwqxz"),
    ("string", "kwqxzk"),
    ("Duplicate", "Kwqxzkwqx"),
    ("loop", "kwqx"),
    ("function", "kwqxzkwq"),
    ("attribute", "kwqxzkwqx"),
];

/// Returns a text whose operands are hidden.
fn own_words(text: &Text) -> String {
    text.with_operands(|_| "_".to_owned().into()).into_owned()
}

/// Asserts that the errors about a word have the same own words as those about another value, that the value is an operand of at
/// least one of them, and that own words remain.
fn assert_own_words(case: &str, errors_about: impl Fn(&str) -> Vec<Text>) {
    let mut has_operand = false;
    for (word, other) in WORDS {
        let (errors, other_errors) = (errors_about(word), errors_about(other));
        assert!(!errors.is_empty(), "{case}: no error about {word}");
        let shown = |errors: &[Text]| errors.iter().map(own_words).collect::<Vec<_>>();
        assert_eq!(shown(&errors), shown(&other_errors), "{case}: {word}");
        for error in &errors {
            let own = own_words(error).replace('_', "");
            assert!(own.split_whitespace().count() > 1, "{case}: {error:?}");
        }
        for error in &other_errors {
            assert!(!own_words(error).contains(other), "{case}: {error:?}");
            has_operand |= error.contains(other);
        }
    }
    assert!(has_operand, "{case}: no error has the value");
}

fn syntax_errors(document: &str) -> Vec<Text> {
    let arena = Bump::new();
    let parsed = cfn_warden_syntax::parse(&arena, document, "template.yaml");
    parsed
        .errors
        .into_iter()
        .map(|error| error.message)
        .collect()
}

/// Returns a document with a word.
type WithWord = fn(&str) -> String;

#[test]
fn syntax_errors_have_own_words() {
    let documents: [(&str, WithWord); 6] = [
        ("a repeated key", |word| format!("{word}: 1\n{word}: 2\n")),
        ("a repeated key in JSON", |word| {
            format!("[{{\"{word}\": 1, \"{word}\": 2}}, \"\\d\"]")
        }),
        ("an unknown tag", |word| {
            format!("a: !<tag:yaml.org,2002:{word}> b\n")
        }),
        ("a wrong integer", |word| format!("a: !!int {word}\n")),
        ("a wrong number", |word| format!("a: !!float {word}\n")),
        ("a list as a key", |word| format!("? [{word}]\n: 1\n")),
    ];
    for (case, document) in documents {
        assert_own_words(case, |word| syntax_errors(&document(word)));
    }
}

/// Returns why a template is not transformed.
fn transform_errors(template: &str, compat: Compat) -> Vec<Text> {
    let arena = Bump::new();
    let tree = cfn_warden_syntax::parse(&arena, template, "template.yaml")
        .tree
        .unwrap();
    let inputs = Inputs {
        compat,
        ..Inputs::default()
    };
    let errors = match transform(&arena, &tree, &inputs) {
        Ok(transformed) => transformed.refusals,
        Err(errors) => errors,
    };
    errors.into_iter().map(|error| error.message).collect()
}

#[test]
fn failures_of_transforms_have_own_words() {
    let template = |resources: &str| {
        format!(
            "Transform: AWS::LanguageExtensions\nResources:\n  Topic: {{Type: AWS::SNS::Topic}}\n  {resources}\n"
        )
    };
    let templates: [(&str, WithWord); 4] = [
        ("a loop without a body", |word| {
            format!("Fn::ForEach::{word}: [A]")
        }),
        ("a collection that is a resource", |word| {
            format!(
                "Fn::ForEach::{word}: [A, !Ref Topic, {{'T${{A}}': {{Type: AWS::SNS::Topic}}}}]"
            )
        }),
        ("a body that is not a map", |word| {
            format!("Fn::ForEach::{word}: [A, [a], b]")
        }),
        ("two resources of the same name", |word| {
            format!(
                "Fn::ForEach::L: [A, [{word}, {word}], {{'${{A}}': {{Type: AWS::SNS::Topic}}}}]"
            )
        }),
    ];
    for (case, resources) in templates {
        assert_own_words(case, |word| {
            transform_errors(&template(&resources(word)), Compat::default())
        });
    }
}

/// Returns the errors of a configuration.
fn terraform_errors(configuration: &str) -> Vec<Text> {
    let files = FileSet::from_iter([("main.tf", configuration)]);
    let host = Host::from_files(&files);
    let run = evaluate(&TerraformSettings::new(&host));
    run.errors.iter().map(|error| error.text()).collect()
}

#[test]
fn diagnostics_of_terraform_have_own_words() {
    let configurations: [(&str, WithWord); 11] = [
        ("a conversion", |word| {
            format!("locals {{\n  a = tonumber(\"{word}\")\n}}\n")
        }),
        ("a missing attribute", |word| {
            format!("locals {{\n  a = {{ b = 1 }}.{word}\n}}\n")
        }),
        ("an undeclared variable", |word| {
            format!("locals {{\n  a = var.{word}\n}}\n")
        }),
        ("an unknown function", |word| {
            format!("locals {{\n  a = kwqxzk_{word}_kwqxzk(1)\n}}\n")
        }),
        ("a cycle", |word| {
            format!("locals {{\n  {word} = local.{word}\n}}\n")
        }),
        ("a pattern", |word| {
            format!("locals {{\n  a = regex(\"({word}\", \"a\")\n}}\n")
        }),
        ("a network", |word| {
            format!("locals {{\n  a = cidrhost(\"{word}\", 1)\n}}\n")
        }),
        ("a time", |word| {
            format!("locals {{\n  a = timeadd(\"{word}\", \"1h\")\n}}\n")
        }),
        ("an alternative", |word| {
            format!("locals {{\n  a = try(tonumber(\"{word}\"), tobool(\"{word}\"))\n}}\n")
        }),
        ("a repeated argument", |word| {
            format!("locals {{\n  {word} = 1\n  {word} = 2\n}}\n")
        }),
        ("an unsuitable default", |word| {
            format!(
                "variable \"v\" {{\n  type    = object({{ {word} = string }})\n  default = {{}}\n}}\n"
            )
        }),
    ];
    for (case, configuration) in configurations {
        assert_own_words(case, |word| terraform_errors(&configuration(word)));
    }
}

/// A report on a document that cannot be read has the error on one line, also if it is one of the two lines of libyaml.
#[test]
fn reports_have_errors_of_two_lines_on_one_line() {
    let request = engine::Request {
        documents: vec![Input {
            name: "template.yaml",
            content: b"Resources: {A: *b}",
        }],
        lint: Linting::All,
        lint_settings: Settings {
            rules: cfn_warden_rules::bundled(),
            ..Settings::default()
        },
        ..engine::Request::default()
    };
    let run = engine::check(&request, &Cache::default());
    let expected = "Template could not be parsed: found undefined alias in \"<unicode string>\", line 1, column 16";
    let [finding] = run.findings.as_slice() else {
        panic!("{:?}", run.findings);
    };
    assert_eq!(finding.message, expected);
    let [issue] = run.incomplete.as_slice() else {
        panic!("{:?}", run.incomplete);
    };
    assert_eq!(issue.message, format!("cannot be read: {expected}"));
}
