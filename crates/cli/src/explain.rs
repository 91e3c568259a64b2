//! `explain`: the page of a rule, a Guard function or a report format; controls and rules of a team.

mod control;
mod explanation;
mod own;

use std::fmt::Write as _;

use self::control::explain_control;
use self::explanation::Explanation;
use self::own::OwnNames;
use super::{Exit, Io, color, json};
use cfn_warden_arguments::Choices;
use cfn_warden_arguments::explain::{Args, Output};
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{DEFERRED, coverage};
use cfn_warden_guard::syntax::signature::SIGNATURES;
use cfn_warden_lint::{Page, select};
use cfn_warden_policies::{self as policies, NotJudged};
use cfn_warden_report::pages::{self, Kind};
use cfn_warden_report::words::{NOT_CHECKED, NOT_SEEN};
use cfn_warden_report::{Paint, formats, result::severity_name};
use cfn_warden_syntax::finding::Severity;
use cfn_warden_syntax::names;
use cfn_warden_terraform::{self as terraform, variables};

/// Explains the names of a command line.
pub fn run(args: &Args, choices: &Choices, paint: Paint, io: &mut Io<'_>) -> Exit {
    match print(args, choices, paint, io) {
        Ok(()) => Exit::OK,
        Err(error) => {
            io.eprint_error(error);
            Exit::ERROR
        }
    }
}

fn print(args: &Args, choices: &Choices, paint: Paint, io: &mut Io<'_>) -> Result<(), Error> {
    let paint = match args.format {
        Output::Text => color::paint(args.color, paint),
        Output::Json => Paint::Plain,
    };
    let mut own_names = own::named(args)?;
    let mut has_read_project = !args.packs.is_empty() || !args.rules.is_empty();
    let mut explanations = Vec::new();
    for name in &args.names {
        let mut explained = explain(name, paint);
        if explained.is_empty() && !has_read_project {
            own_names = own::of_project(choices)?;
            has_read_project = true;
        }
        explained.extend(own_names.explain(name, paint));
        if explained.is_empty() {
            return Err(Error::Value {
                name: format!("unknown name `{name}`"),
                reason: expected(name, &own_names),
            });
        }
        explanations.extend(explained);
    }
    let text = match args.format {
        Output::Text => {
            let texts: Vec<String> = explanations.into_iter().map(|one| one.text).collect();
            texts.join("\n")
        }
        Output::Json => json::to_text(&explanations),
    };
    io.print(|out| out.write_all(text.as_bytes()))
}

/// Explains all things with a name, in any case.
fn explain(name: &str, paint: Paint) -> Vec<Explanation> {
    let is_named = |known: &str| known.eq_ignore_ascii_case(name);
    let lint = Page::all()
        .filter(|page| is_named(page.id))
        .map(|page| lint_rule(&page, paint));
    let others = pages_of_others()
        .filter(|(_, known)| is_named(known))
        .map(|(kind, known)| {
            let (kind_name, heading) = match kind {
                Kind::Rule => ("terraform-rule", paint.bold(known).to_string()),
                Kind::Function => (
                    "function",
                    format!("{} (Guard function)", paint.bold(known)),
                ),
                Kind::Format => ("format", format!("{} (report format)", paint.bold(known))),
            };
            let (title, text) = page(kind, known, &heading, paint);
            let rule = terraform::RULES.iter().find(|rule| rule.id == known);
            Explanation {
                severity: rule.map(|rule| severity_name(rule.severity)),
                description: rule.map(|rule| rule.description.to_owned()),
                ..Explanation::new(known, kind_name, title, text)
            }
        });
    let controls = policies::all()
        .iter()
        .filter(|control| is_named(&control.id))
        .map(|control| explain_control(control, paint));
    let other = policies::not_judged().filter(|other| is_named(other.id));
    let others_of_frameworks = other.map(|NotJudged { id, title, why }| {
        let text = format!(
            "{}: {title}\n\nNo template decides this control: {why}.\n",
            paint.bold(id)
        );
        Explanation::new(id, "control", title, text)
    });
    let words = words_of_reports(paint)
        .into_iter()
        .filter(|word| is_named(&word.name));
    lint.chain(others)
        .chain(controls)
        .chain(others_of_frameworks)
        .chain(words)
        .collect()
}

/// The other names that reports print, with what they mean: why something was not checked, the checks of Guard rules, packs.
fn words_of_reports(paint: Paint) -> Vec<Explanation> {
    let not_checked = "An input that could not be checked: it cannot be read, an evaluation ended early, or nothing in it can be \
                       checked. The run is not compliant, whatever the findings are: exit code 2. The message says what to do. A \
                       file that is not a document can be left out with --exclude.";
    let not_seen = "A part of an input that was not seen, such as the resources that a macro adds. Its kind follows in brackets; \
                    `cfn-warden explain KIND` explains it, and --coverage KIND=POLICY says how it counts: ignore, warn or fail.";
    let kinds = coverage::Kind::ALL.into_iter().map(|kind| {
        let text = format!(
            "{} (not seen)\n\nWhat was not seen: {}.\n\nIts policy is `{}`; another one: --coverage {}=POLICY, with ignore, warn or fail.\n",
            paint.bold(kind.name()),
            kind.meaning(),
            kind.default_policy().name(),
            kind.name()
        );
        Explanation::new(kind.name(), "coverage", kind.meaning(), text)
    });
    let of_check = |id: &'static str, title: &str, description: &str| {
        let text = format!(
            "{} (check of Guard rules): {title}\n\n{description}\n",
            paint.bold(id)
        );
        Explanation {
            description: Some(description.to_owned()),
            ..Explanation::new(id, "rules-check", title, text)
        }
    };
    let own_checks = cfn_warden_guard::check::checks::ALL.iter();
    let own_checks = own_checks.map(|check| of_check(check.id, check.title, check.description));
    let schema_checks = cfn_warden_authoring::checks::ALL.iter();
    let schema_checks =
        schema_checks.map(|check| of_check(check.id, check.title, check.description));
    let packs = policies::PACKS.iter().map(|pack| {
        let text = format!(
            "{} (pack): {} ({}), {} controls\n\nTo use it: `check --pack {}`. `cfn-warden packs list {}` lists its controls.\n",
            paint.bold(pack.name),
            pack.title,
            pack.version,
            pack.controls().count(),
            pack.name,
            pack.name
        );
        Explanation::new(pack.name, "pack", pack.title, text)
    });
    let deferred = "A precondition, postcondition or check of Terraform whose value is known only when it is applied. Terraform \
                    evaluates it then. To leave it out: --severity terraform-deferred=off.";
    let plain = [
        (NOT_CHECKED, "Input could not be checked", not_checked),
        (NOT_SEEN, "Part was not seen", not_seen),
        (
            DEFERRED,
            "Condition is known only when it is applied",
            deferred,
        ),
    ];
    let plain = plain.map(|(name, title, description)| Explanation {
        description: Some(description.to_owned()),
        ..Explanation::new(
            name,
            "term",
            title,
            format!("{}\n\n{description}\n", paint.bold(name)),
        )
    });
    plain
        .into_iter()
        .chain(kinds)
        .chain(own_checks)
        .chain(schema_checks)
        .chain(packs)
        .collect()
}

/// Everything that has a page, without the lint rules.
fn pages_of_others() -> impl Iterator<Item = (Kind, &'static str)> {
    let ruleset = terraform::RULES.iter().map(|rule| rule.id);
    let rules = variables::RULES
        .iter()
        .map(|rule| rule.id)
        .chain(ruleset)
        .map(|id| (Kind::Rule, id));
    let functions = SIGNATURES
        .iter()
        .map(|function| (Kind::Function, function.name));
    rules.chain(functions).chain(
        formats::ALL
            .iter()
            .map(|format| (Kind::Format, format.name)),
    )
}

/// Returns the title of a page, and the page below its title, in which `name` replaces the name.
fn page(kind: Kind, id: &str, name: &str, paint: Paint) -> (&'static str, String) {
    let (heading, body) = pages::of(kind, id)
        .and_then(|page| page.split_once('\n'))
        .unwrap_or_default();
    let (_, title) = heading.split_once(": ").unwrap_or_default();
    let mut text = format!("{name}: {title}\n");
    let mut is_code = false;
    for line in body.lines() {
        is_code ^= line.starts_with("```");
        match line.strip_prefix("## ").filter(|_| !is_code) {
            Some(heading) => text.push_str(&paint.bold(heading).to_string()),
            None => text.push_str(line),
        }
        text.push('\n');
    }
    (title, text)
}

/// The page of a lint rule, then how to disable the rule.
fn lint_rule(rule: &Page<'_>, paint: Paint) -> Explanation {
    let id = rule.id;
    let severity = Severity::of_rule(id);
    let colour = match severity {
        Severity::Error => "1;31",
        Severity::Warning => "1;33",
        Severity::Informational => "1;34",
    };
    let name = paint.with(colour, severity_name(severity));
    let (_, mut text) = page(Kind::Rule, id, &format!("{} {name}", paint.bold(id)), paint);
    let enable = match severity {
        _ if select::is_experimental(id) => {
            Some("Experimental: enable it with --include-experimental.")
        }
        Severity::Informational => Some("Enable it with --include-checks I."),
        _ => None,
    };
    if let Some(enable) = enable {
        let _ = writeln!(text, "\n{enable}");
    }
    let _ = write!(
        text,
        "\nTo disable it:\n  in a run            check --ignore-checks {id}, lint --ignore-checks {id}\n  \
         in a project        ignore-checks = [\"{id}\"] in cfn-warden.toml\n  \
         for a resource      Metadata: {{cfn-lint: {{config: {{ignore_checks: [{id}]}}}}}}\n  \
         for a line or block # cfn-lint: disable={id}\n\
         To accept some of its findings until a day, a waiver in cfn-warden.toml or in the file of check --waivers:\n  \
         [[waiver]]\n  rule = \"{id}\"\n  file = \"TEMPLATE\"\n  resource = \"LOGICAL_ID\"\n  reason = \"WHY\"\n  owner = \"WHO\"\n  \
         until = YYYY-MM-DD\n"
    );
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    Explanation {
        severity: Some(severity_name(severity)),
        description: some(rule.description),
        fix: some(rule.fix),
        documentation: some(rule.source),
        ..Explanation::new(id, "lint-rule", rule.title, text)
    }
}

/// Returns what is expected in place of an unknown name: names with the same first three characters; without any, the most
/// similar name.
fn expected<'n>(name: &str, own_names: &'n OwnNames) -> String {
    let start = |name: &str| {
        name.to_ascii_lowercase()
            .chars()
            .take(3)
            .collect::<String>()
    };
    let others = pages_of_others().map(|(_, known)| known);
    let pages = Page::ids().chain(others).map(|known| -> &'n str { known });
    let known: Vec<&'n str> = pages
        .chain(policies::all().iter().map(|control| &*control.id))
        .chain(own_names.names())
        .collect();
    let near: Vec<&'n str> = known
        .iter()
        .copied()
        .filter(|known| start(known) == start(name))
        .collect();
    let near = match (near.as_slice(), names::nearest(name, known)) {
        ([], None) => "`cfn-warden rules list` lists the rules".to_owned(),
        ([], Some(near)) => format!("did you mean {near}?"),
        (near, _) => format!("similar names: {}", near.join(", ")),
    };
    format!(
        "expected a rule ID, a control, a pack, a Guard function, a report format or another name that a report prints; those of your \
         own are in a project file, --packs or --rules; {near}"
    )
}
