//! A fix removes no finding except those about what it edits, and adds none.

use std::collections::BTreeSet;

use cfn_warden::engine::{self, Cache, Input, Request};
use cfn_warden_lint::Settings;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::fix::{Edit, Fix, Safety, SourceIndex, apply};
use cfn_warden_syntax::{Path, Span, Step};

use super::{About, RULES, about, cases, mistakes};
use crate::harness::fixes;
use crate::secrets::generate::Random;

fn request() -> Request<'static> {
    Request {
        rules: vec![Input {
            name: "r.guard",
            content: RULES.as_bytes(),
        }],
        lint_settings: Settings {
            deployment_rules: true,
            ..fixes::request().lint_settings
        },
        ..fixes::request()
    }
}

fn findings(text: &str, cache: &Cache) -> Vec<Finding> {
    let documents = vec![Input {
        name: "t.yaml",
        content: text.as_bytes(),
    }];
    let run = engine::check(
        &Request {
            documents,
            ..request()
        },
        cache,
    );
    assert!(run.incomplete.is_empty(), "{:?}\n{text}", run.incomplete);
    run.findings
}

/// The findings of the first list that the second one does not have. An edit changes the spelling of the list items around it and
/// the indices of those after it, and a name that it writes is in messages: so findings are the same if they are about the same
/// thing, by its values or by its path, or say the same.
fn without<'f>(findings: &'f [Finding], others: &[Finding]) -> Vec<&'f Finding> {
    let mut left: Vec<&Finding> = findings.iter().collect();
    let mut unmatched: Vec<&Finding> = others.iter().collect();
    for key in [by_part, by_path, by_keys, by_message] {
        left.retain(|finding| {
            let key_of_finding = key(finding);
            match unmatched
                .iter()
                .position(|other| key(other) == key_of_finding)
            {
                Some(index) => {
                    unmatched.swap_remove(index);
                    false
                }
                None => true,
            }
        });
    }
    left
}

fn by_part(finding: &Finding) -> About {
    about(finding)
}

fn by_path(finding: &Finding) -> About {
    let (rule, subject, _) = about(finding);
    let path = finding.path.as_ref().map(ToString::to_string);
    (rule, subject, path.unwrap_or_default())
}

fn by_keys(finding: &Finding) -> About {
    let (rule, subject, path) = by_path(finding);
    let is_key =
        |step: &&str| step.parse::<usize>().is_err() && !step.starts_with("Fn::") && *step != "Ref";
    let keys: Vec<&str> = path.split('/').filter(is_key).collect();
    (rule, subject, keys.join("/"))
}

fn by_message(finding: &Finding) -> About {
    let (rule, subject, _) = about(finding);
    (rule, subject, finding.message.to_string())
}

fn touches(one: Span, other: Span) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Whether a finding is about what the edits change: its place or its value has one of them in it.
fn is_edited(finding: &Finding, edits: &[Edit]) -> bool {
    let extent = finding.extent.as_deref().and_then(|extent| extent.item);
    let spans = [Some(finding.span), finding.value_span, extent];
    let related = finding.related.iter().map(|related| related.span);
    let spans: Vec<Span> = spans.into_iter().flatten().chain(related).collect();
    edits
        .iter()
        .any(|edit| spans.iter().any(|span| touches(*span, edit.span)))
}

/// Whether a finding names something that an edit writes or removes: what is not used, the key that another one needs.
fn is_named(finding: &Finding, texts: &str) -> bool {
    let is_word = |char: char| char.is_alphanumeric() || char == '_';
    let words: BTreeSet<&str> = texts.split(|char| !is_word(char)).collect();
    let mut named = finding.message.split(|char| !is_word(char));
    named.any(|word| word.len() > 1 && words.contains(word))
}

/// What the place of a mistake decides about: a resource for its condition, the branches for the condition of `Fn::If`.
fn is_decided_by(finding: &Finding, fixed: &Finding) -> bool {
    let (Some(path), Some(Path(mistake))) = (&finding.path, &fixed.path) else {
        return false;
    };
    let decided = match mistake.as_slice() {
        [decided @ .., Step::Key(condition)] if condition == "Condition" => decided,
        [decided @ .., Step::Key(function), Step::Index(0)] if function == "Fn::If" => decided,
        _ => return false,
    };
    path.0.starts_with(decided)
}

/// The findings that an edit fixes: several resources may share its place.
fn with_edit<'f>(findings: &'f [Finding], fix: &Fix) -> Vec<&'f Finding> {
    let has_edit = |finding: &&Finding| match finding.fix.as_deref() {
        Some(other) => other.edits == fix.edits,
        None => false,
    };
    findings.iter().filter(has_edit).collect()
}

/// The texts that edits replace, and those that they write.
fn texts(text: &str, edits: &[Edit]) -> String {
    let index = SourceIndex::of(text);
    let both = |edit: &Edit| [&text[index.range(edit.span).unwrap()], &edit.text].join("\n");
    edits.iter().map(both).collect::<Vec<_>>().join("\n")
}

fn describe(findings: &[&Finding]) -> Vec<String> {
    let line = |finding: &&Finding| {
        format!(
            "{:?} line {}: {}",
            about(finding),
            finding.span.start.line,
            finding.message
        )
    };
    findings.iter().map(line).collect()
}

#[test]
fn one_fix_changes_only_findings_about_what_it_edits() {
    let cache = Cache::default();
    let mut random = Random(69);
    let (mut fixed, mut rules, mut problems) = (0, BTreeSet::new(), Vec::new());
    for case in 0..cases() {
        let text = mistakes::template(&mut random);
        let before = findings(&text, &cache);
        let fixable: Vec<&Finding> = before
            .iter()
            .filter(|finding| finding.fix.is_some())
            .collect();
        if fixable.is_empty() {
            continue;
        }
        let chosen = fixable[random.below(fixable.len())];
        let fix: &Fix = chosen.fix.as_deref().unwrap();
        let (after_text, applied) = apply(&text, [fix]);
        assert_eq!(applied, [true]);
        let after = findings(&after_text, &cache);
        let texts = texts(&text, &fix.edits);
        let adds_transform = texts.contains("Transform");
        let with_edit = with_edit(&before, fix);
        let what = || {
            format!(
                "case {case}: {:?} {:?} {fix:?}\n{text}\n---\n{after_text}",
                about(chosen),
                chosen.message
            )
        };
        let lost = without(&before, &after);
        if !lost.iter().any(|finding| about(finding) == about(chosen)) {
            problems.push(format!("not fixed: {}", what()));
        }
        let lost: Vec<&Finding> = lost
            .into_iter()
            .filter(|finding| !is_edited(finding, &fix.edits) && !is_named(finding, &texts))
            .filter(|finding| !is_decided_by(finding, chosen))
            .filter(|finding| {
                !adds_transform && !with_edit.iter().any(|other| is_in(finding, other))
            })
            .collect();
        if !lost.is_empty() {
            problems.push(format!("{:#?} lost by {}", describe(&lost), what()));
        }
        // What a mistake hides is in the same resource.
        let edited: BTreeSet<String> = with_edit.iter().map(|finding| about(finding).1).collect();
        let added: Vec<&Finding> = without(&after, &before)
            .into_iter()
            .filter(|finding| !is_named(finding, &texts) && !edited.contains(&about(finding).1))
            .filter(|_| !adds_transform)
            .collect();
        if !added.is_empty() {
            problems.push(format!("{:#?} added by {}", describe(&added), what()));
        }
        fixed += 1;
        rules.insert(chosen.rule.id.to_string());
    }
    assert_none(&problems);
    println!("{fixed} fixes of {rules:?}");
    assert!(fixed * 2 > cases(), "{fixed}");
}

#[test]
fn all_fixes_together_add_no_finding() {
    let cache = Cache::default();
    let mut random = Random(70);
    let (mut fixed, mut problems) = (0, Vec::new());
    for case in 0..cases() {
        let text = mistakes::template(&mut random);
        let before = findings(&text, &cache);
        let most = *random.one(&[Safety::Safe, Safety::Unsafe]);
        let input = Input {
            name: "t.yaml",
            content: text.as_bytes(),
        };
        let Some(result) = engine::fix(&request(), input, most, &cache) else {
            continue;
        };
        let after = findings(&result.text, &cache);
        let what = || {
            let fixed: Vec<&Finding> = result.findings.iter().collect();
            format!(
                "case {case}: {most:?} {:#?}\n{text}\n---\n{}",
                describe(&fixed),
                result.text
            )
        };
        let added = without(&after, &before);
        if !added.is_empty() {
            problems.push(format!("{:#?} added by {}", describe(&added), what()));
        }
        let edits: Vec<Edit> = result
            .findings
            .iter()
            .filter_map(|finding| finding.fix.as_deref())
            .flat_map(|fix| fix.edits.iter().cloned())
            .collect();
        let done: BTreeSet<About> = result.findings.iter().flat_map(keys).collect();
        let new = edits
            .iter()
            .map(|edit| edit.text.as_str())
            .collect::<Vec<_>>()
            .join("\n");
        // A transform changes what the template is, and what `Globals` are.
        let adds_transform = new.contains("Transform");
        let lost: Vec<&Finding> = without(&before, &after)
            .into_iter()
            .filter(|_| !adds_transform)
            .filter(|finding| !keys(finding).iter().any(|key| done.contains(key)))
            .filter(|finding| !is_edited(finding, &edits) && !is_named(finding, &new))
            .filter(|finding| !result.findings.iter().any(|fixed| is_in(finding, fixed)))
            .collect();
        if !lost.is_empty() {
            problems.push(format!("{:#?} lost by {}", describe(&lost), what()));
        }
        fixed += result.findings.len();
    }
    assert_none(&problems);
    assert!(fixed > cases(), "{fixed}");
}

/// Shows the first problems, and the number of all.
fn assert_none(problems: &[String]) {
    let first: Vec<&str> = problems.iter().take(3).map(String::as_str).collect();
    assert!(
        problems.is_empty(),
        "{} problems:\n{}",
        problems.len(),
        first.join("\n\n")
    );
}

/// Whether a finding is in what another one is about, which is gone if a fix removes it.
fn is_in(finding: &Finding, fixed: &Finding) -> bool {
    match (&finding.path, &fixed.path) {
        (Some(inner), Some(outer)) => inner.0.starts_with(&outer.0),
        _ => false,
    }
}

fn keys(finding: &Finding) -> [About; 3] {
    [by_part(finding), by_path(finding), by_keys(finding)]
}
