//! The pages of `docs/rules`, `docs/functions` and `docs/formats`: their form, and their examples.

mod formats;
mod functions;
mod messages;
mod terraform;
mod variables;

use std::collections::BTreeSet;
use std::path::Path;

use cfn_warden::report;
use cfn_warden::report::html;
use cfn_warden::report::pages::{self, Kind};
use cfn_warden_guard::syntax::signature::SIGNATURES;
use cfn_warden_lint::{Page, Settings, options, select};
use cfn_warden_template::parameter_values::{Literal, ParameterSet, ParameterValue};
use cfn_warden_terraform::variables::RULES;

use crate::lint::found_with;
use crate::recorded;
use crate::support::annotation::{self, Expected};

/// A fenced block: `yaml` or `json`, options of `lint` (`--regions a b`, `--parameters Name=value`), and the template.
struct Example<'p> {
    language: &'p str,
    options: Vec<&'p str>,
    template: &'p str,
}

/// The pages of a kind by name.
fn all(kind: Kind) -> Vec<(String, String)> {
    let files = recorded::files(&format!("docs/{}", kind.folder()), "md");
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    files
        .iter()
        .map(|path| (name(path), std::fs::read_to_string(path).unwrap()))
        .collect()
}

fn is_of_variables(id: &str) -> bool {
    id.starts_with("variable_")
}

fn is_of_terraform(id: &str) -> bool {
    id.starts_with("terraform_")
}

/// The text below a heading, up to the next heading of the same level.
fn section<'p>(page: &'p str, heading: &str) -> Option<&'p str> {
    let (_, rest) = page.split_once(&format!("\n## {heading}\n"))?;
    Some(rest.split("\n## ").next().unwrap())
}

fn examples<'p>(page: &'p str, heading: &str) -> Vec<Example<'p>> {
    let fences: Vec<&str> = section(page, heading)
        .unwrap_or_default()
        .split("\n```")
        .skip(1)
        .collect();
    assert!(
        fences.len().is_multiple_of(2),
        "a fence is open below {heading}"
    );
    let blocks = fences
        .chunks(2)
        .map(|pair| pair[0].split_once('\n').unwrap());
    blocks
        .map(|(head, template)| {
            let mut words = head.split_whitespace();
            Example {
                language: words.next().unwrap(),
                options: words.collect(),
                template,
            }
        })
        .collect()
}

fn settings(options: &[&str]) -> Settings {
    let mut settings = Settings {
        include_experimental: Some(true),
        deployment_rules: true,
        ..crate::support::settings()
    };
    match options.split_first() {
        None => {}
        Some((&"--regions", regions)) => {
            settings.regions = Some(regions.iter().map(|&name| name.into()).collect())
        }
        Some((&"--parameters", values)) => {
            let given = |value: &&str| {
                let (name, value) = value.split_once('=').unwrap();
                ParameterValue {
                    name: name.to_owned(),
                    value: Literal::Text(value.to_owned()),
                    at: None,
                }
            };
            let values = values.iter().map(given).collect();
            settings.parameter_sets = vec![ParameterSet {
                values,
                ..ParameterSet::default()
            }];
        }
        Some((other, _)) => panic!("no option {other} in examples"),
    }
    settings
}

fn found(example: &Example<'_>) -> Vec<Expected> {
    found_with(
        &format!("template.{}", example.language),
        example.template,
        &settings(&example.options),
    )
}

/// What is wrong with the first line and the sections of a page; each section must contain a text.
fn form(name: &str, page: &str, sections: &[(&str, &str)]) -> Vec<String> {
    let mut wrong = Vec::new();
    match Page::parse(page) {
        Ok(parsed) => {
            let is_title =
                parsed.id == name && !parsed.title.ends_with('.') && parsed.title.len() <= 90;
            wrong.extend((!is_title).then(|| format!("title `{}`", parsed.title)));
        }
        Err(missing) => wrong.push(missing.to_owned()),
    }
    for (heading, must) in sections {
        let has = section(page, heading)
            .is_some_and(|text| text.contains(must) && text.trim().len() > 20);
        wrong.extend((!has).then(|| format!("no section {heading} with `{must}`")));
    }
    wrong
}

/// What is wrong with the page of a lint rule.
fn problems(id: &str, page: &str) -> Vec<String> {
    let link =
        format!("(https://github.com/aws-cloudformation/cfn-lint/blob/v1.58.0/docs/rules.md#{id})");
    let source = match select::is_own(id) {
        true if page.contains("\n- AWS: ") => "\n- AWS: ",
        true => "\n- Upstream: none; cfn-lint does not check this",
        false => &link,
    };
    let sections = [
        ("Why it matters", ""),
        ("Fix", ""),
        ("References", "\n- Since: "),
        ("References", source),
    ];
    let mut wrong = form(id, page, &sections);
    for option in options::of_rule(id) {
        let row = format!("| `{}` |", option.name);
        let has = section(page, "Options").is_some_and(|text| text.contains(&row));
        wrong.extend((!has).then(|| format!("no row {row} in Options")));
    }
    let (bad, good) = (examples(page, "Bad"), examples(page, "Good"));
    let is_excused = section(page, "Bad").is_some_and(|text| text.contains("No example: "));
    wrong.extend(
        (is_excused == (!bad.is_empty() && !good.is_empty()))
            .then(|| "examples missing".to_owned()),
    );
    for example in &bad {
        let own = |one: &Expected| one.rule == id;
        let place = |one: &Expected| (one.line, one.column, one.width);
        // A page marks a position once, however many findings the rule reports there.
        let mut marked: BTreeSet<_> = BTreeSet::new();
        marked.extend(
            annotation::read(example.template)
                .iter()
                .filter(|one| own(one))
                .map(place),
        );
        let reported: BTreeSet<_> = found(example)
            .iter()
            .filter(|one| own(one))
            .map(place)
            .collect();
        let same = marked.len() == reported.len()
            && marked.iter().zip(&reported).all(|(marked, reported)| {
                (marked.0, marked.1) == (reported.0, reported.1)
                    && marked
                        .2
                        .is_none_or(|width| reported.2.is_none_or(|found| found == width))
            });
        wrong.extend(
            (marked.is_empty() || !same)
                .then(|| format!("marked {marked:?}, reported {reported:?}")),
        );
    }
    for one in good
        .iter()
        .flat_map(found)
        .filter(|one| one.rule == id || one.rule.starts_with('E'))
    {
        wrong.push(format!("Good has {one}"));
    }
    wrong
        .into_iter()
        .map(|problem| format!("{id}: {problem}"))
        .collect()
}

#[test]
fn every_page_has_its_sections_and_its_examples_hold() {
    let mut pages = all(Kind::Rule);
    pages.retain(|(id, _)| !is_of_variables(id) && !is_of_terraform(id));
    let problems: Vec<String> = pages
        .iter()
        .flat_map(|(id, page)| problems(id, page))
        .collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// `check` prints the section `Fix`.
#[test]
fn fixes_name_options_that_check_has() {
    let help = crate::cli::run(&["check", "--help"], "").out;
    let has = |option: &str| {
        help.split_whitespace()
            .any(|word| word.trim_matches(['[', ']', ',']) == option)
    };
    assert!(has("--schemas") && !has("--registry-schemas"));
    for (id, page) in all(Kind::Rule) {
        let code = section(&page, "Fix")
            .unwrap_or_default()
            .split('`')
            .skip(1)
            .step_by(2);
        for option in code
            .filter(|code| code.starts_with("--"))
            .filter_map(|code| code.split_whitespace().next())
        {
            assert!(has(option), "{id}: {option}");
        }
    }
}

/// The first block of commands of a page.
fn first_session(page: &str) -> String {
    let text = std::fs::read_to_string(recorded::root().join(page)).unwrap();
    text.split("```console\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap()
        .to_owned()
}

#[test]
fn the_first_example_of_packs_shows_what_is_printed() {
    let shown = first_session("docs/packs.md");
    let (line, out) = shown.split_once('\n').unwrap();
    let words: Vec<&str> = line.split(' ').skip(2).collect();
    assert_eq!(crate::cli::run(&words, "").out, out);
}

/// `jq` prints these parts of the answer to the event.
#[test]
fn the_first_example_of_the_contract_shows_the_answer() {
    let shown = first_session("docs/contract.md");
    let answer = crate::cli::run(&["invoke", "events/both-inline.json"], "").out;
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let finding = |one: &serde_json::Value| {
        serde_json::json!([one["rule"], one["message"], one["location"]["start"]])
    };
    let findings = answer["findings"].as_array().unwrap().iter().map(finding);
    let printed: Vec<String> = [&answer["status"], &answer["summary"]]
        .into_iter()
        .cloned()
        .chain(findings)
        .map(|one| one.to_string())
        .collect();
    let lines: Vec<&str> = shown
        .lines()
        .skip_while(|line| !line.starts_with('"'))
        .collect();
    assert_eq!(lines, printed);
}

#[test]
fn everything_has_a_page_and_every_page_describes_something() {
    let rules = Page::ids().chain(RULES.iter().map(|rule| rule.id));
    let rules = rules
        .chain(cfn_warden_terraform::RULES.iter().map(|rule| rule.id))
        .collect();
    let functions = SIGNATURES.iter().map(|function| function.name).collect();
    let formats = report::formats::ALL
        .iter()
        .map(|format| format.name)
        .collect();
    for (kind, names) in [
        (Kind::Rule, rules),
        (Kind::Function, functions),
        (Kind::Format, formats),
    ] {
        let pages = all(kind);
        let pages: BTreeSet<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(pages, names, "docs/{}", kind.folder());
    }
}

#[test]
fn what_is_embedded_is_what_the_files_say() {
    for kind in Kind::ALL {
        for (name, text) in all(kind) {
            assert!(
                pages::of(kind, &name) == Some(&*text),
                "{name}: run `make index`"
            );
            let is_lint = kind == Kind::Rule && !is_of_variables(&name) && !is_of_terraform(&name);
            let file = Page::parse(&text).ok().filter(|_| is_lint);
            assert_eq!(Page::of(&name), file, "{name}: run `make index`");
        }
        assert_eq!(pages::of(kind, "E9999"), None);
    }
    assert_eq!(pages::of(Kind::Rule, "count"), None);
}

#[test]
fn the_embedded_style_and_script_are_those_of_the_files() {
    let files = [
        include_str!("../crates/report/src/html/page.css"),
        include_str!("../crates/report/src/html/page.js"),
    ];
    assert!(
        [html::assets::style(), html::assets::script()] == files,
        "run `make index`"
    );
}
