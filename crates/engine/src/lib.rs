//! The check engine: turns a request into a run. All front ends use it.

pub mod baseline;
mod cache;
mod compare;
mod compiled;
pub mod compressed;
mod configuration;
mod construct;
mod controls;
pub mod coverage;
mod dated;
mod deployments;
mod digest;
mod enforce;
mod enforcement;
pub mod error;
mod fixing;
mod full_record;
mod graph;
mod masking;
mod nested;
mod planned;
mod policy;
mod policy_use;
mod request;
mod rule_ids;
mod run;
mod severities;
mod status;
mod suppressions;
mod terraform_rules;
#[cfg(feature = "toml")]
pub mod toml;
mod unknown;
mod variables;
mod view;
pub mod waivers;

use std::collections::{BTreeMap, HashSet};

use bumpalo::Bump;

use serde_json::value::RawValue;

pub use self::cache::{Cache, compiled_size};
pub use self::compare::changes;
pub use self::configuration::{Configuration, DEFERRED, configuration, relocate};
pub use self::construct::{Construct, SourcePlace};
pub use self::coverage::RuleCounts;
use self::coverage::{Kind, NotSeen};
pub use self::digest::sha256;
pub use self::enforcement::{Enforcement, Enforcements, today};
pub use self::fixing::{Fixed, fix};
pub use self::graph::graph;
use self::masking::RunOffsets;
pub use self::nested::nested_templates;
use self::policy::Policy;
pub use self::policy_use::{BundleName, Candidate, Change, Effect, PolicyUse};
pub use self::request::{
    DeploymentScope, FailOn, Fingerprints, Input, Linting, Record, Request, SeverityLevel,
    SeverityOverride, SourceTexts, UnknownPolicy, View, WaiverCheck,
};
pub use self::rule_ids::unknown_rule;
pub use self::run::{
    Document, FoundResource, Incomplete, IncompleteKind, Origin, PLAN_LIMITS, PlanNote, Run,
};
use self::run::{not_checked, unreadable};
pub use self::severities::override_severities;
pub use self::status::Status;
pub use self::terraform_rules::RuleSelection;
pub use self::unknown::{is_unknown_type, unknown_types};
pub use self::variables::check_variables;
pub use self::view::expanded_tree as expanded;
pub use self::waivers::waive;
use cfn_warden_lint as lint;
use cfn_warden_schema::Knowledge;
use cfn_warden_secrets::Secrets;
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::{self as syntax, Limits, Node, SurrogatePairs, SyntaxError, Tree};
use cfn_warden_template::Quirk;
pub use cfn_warden_template::document::logical_id;
use cfn_warden_template::document::{is_covered, is_meant_as_template, is_plan, is_template};
use cfn_warden_template::nested::path_of as nested_path;
use cfn_warden_template::transform::Guess;

/// Returns the schemas that are bundled in the library; none without the feature `knowledge`.
pub fn bundled_knowledge() -> Knowledge {
    #[cfg(feature = "knowledge")]
    return Knowledge::bundled();
    #[cfg(not(feature = "knowledge"))]
    return Knowledge::default();
}

/// Checks all documents of a request. Documents that cannot be read become [`Incomplete`] entries, and the others are
/// still checked.
pub fn check<'r>(request: &Request<'r>, cache: &Cache) -> Run<'r> {
    let mut run = check_part(request, cache);
    run.note_rules_not_applied(&request.coverage);
    run
}

/// Checks all documents of a request and applies the waivers. A caller that moves findings between these steps calls
/// [`check`] and [`waive`].
pub fn check_with_waivers<'r>(request: &Request<'r>, cache: &Cache) -> Run<'r> {
    let mut run = check(request, cache);
    waive(&mut run, request);
    run
}

/// Checks some documents of a run. Unlike [`check`], it does not report rules that applied to no document, as they
/// may apply to other parts.
pub fn check_part<'r>(request: &Request<'r>, cache: &Cache) -> Run<'r> {
    let mut run = Run {
        fail_on: request.fail_on,
        ..Run::default()
    };
    let arena = Bump::new();
    let policy = policy::compile(request, cache, &arena, &mut run.incomplete);
    for input in &request.documents {
        let mut document = Document {
            name: input.name,
            ..Document::default()
        };
        let (before, recorded) = (run.findings.len(), run.records.len());
        let parts = RunOffsets::after(&run);
        let mut secrets = Secrets::default();
        let own = request.of_document(input.name);
        match syntax::decode(input.content) {
            _ if request.cancel.is_set() => run.incomplete.push(not_checked(input.name, NO_TIME)),
            Ok(text) => {
                secrets = check_text(&text, &own, &policy, &mut document, &mut run);
                if request.texts == SourceTexts::Kept {
                    document.text = text;
                }
            }
            Err(error) => undecoded(input.name, error, &own, &mut run),
        }
        if request.record != Record::None && run.records.len() == recorded {
            // One per rules text, even when the document could not be evaluated.
            run.records
                .extend(request.rules.iter().map(|_| RawValue::NULL.to_owned()));
        }
        if let Some(own) = run.findings.get_mut(before..) {
            own.iter_mut()
                .for_each(|own| own.use_line_breaks_of(input.content));
            own.sort_by(|a, b| {
                (a.span.start.line, &a.rule.id).cmp(&(b.span.start.line, &b.rule.id))
            });
        }
        parts.mask(&secrets, &mut document, &mut run);
        run.documents.push(document);
    }
    run
}

/// Records a document that is not valid text.
fn undecoded(name: &str, error: SyntaxError, request: &Request<'_>, run: &mut Run<'_>) {
    run.incomplete
        .push(not_checked(name, "cannot be read: not UTF-8"));
    if request.lint == Linting::All {
        let input = lint::Input {
            name,
            now: request.now,
            ..lint::Input::default()
        };
        run.findings.append(&mut lint::unreadable(
            &[error],
            &input,
            &request.lint_settings,
        ));
    }
}

/// Returns the limits on a document.
fn limits(request: &Request<'_>) -> Limits {
    let surrogate_pairs = match request.lint_settings.compat.has(Quirk::SurrogatePairs) {
        true => SurrogatePairs::Refused,
        false => SurrogatePairs::Joined,
    };
    Limits {
        surrogate_pairs,
        ..Limits::default()
    }
}

fn check_text(
    text: &str,
    request: &Request<'_>,
    policy: &Policy<'_, '_>,
    document: &mut Document<'_>,
    run: &mut Run<'_>,
) -> Secrets {
    let name = document.name;
    let arena = Bump::new();
    let before = (run.findings.len(), run.incomplete.len());
    let parsed = syntax::parse_within(&arena, text, name, &limits(request));
    let secrets = policy.secrets(text, &parsed, request);
    run.waivers_in_place
        .merge(waivers::of_document(text, parsed.tree.as_ref(), name));
    if let Some(error) = parsed.errors.first() {
        run.incomplete.push(unreadable(name, error));
    }
    run.incomplete
        .extend(parsed.tree.as_ref().and_then(|tree| ambiguous(tree, name)));
    document.is_template = parsed.tree.as_ref().is_some_and(is_meant_as_template);
    let is_linted = match request.lint {
        Linting::Off => false,
        Linting::Templates => document.is_template,
        // A Terraform plan is never meant to be linted.
        Linting::All => !parsed.tree.as_ref().is_some_and(is_plan),
    };
    if !is_linted && policy.is_empty() && parsed.errors.is_empty() {
        let why = nothing_to_check(parsed.tree.as_ref(), request);
        run.incomplete.push(Incomplete {
            kind: IncompleteKind::NothingToCheck,
            ..not_checked(name, why)
        });
    }
    if is_linted {
        let nested = parsed
            .tree
            .as_ref()
            .map(|tree| nested::of(tree, name, request))
            .unwrap_or_default();
        let input = lint::Input {
            name,
            text,
            now: request.now,
            nested: &nested,
            cancel: request.cancel,
        };
        let linted = match &parsed.tree {
            Some(tree) if parsed.errors.is_empty() => {
                lint::lint(&arena, tree, &input, &request.lint_settings)
            }
            _ => lint::unreadable(&parsed.errors, &input, &request.lint_settings).into(),
        };
        document.linted = linted.settings;
        run.findings.extend(linted.findings);
        run.suppressions.extend(linted.suppressions);
        run.incomplete.extend(
            linted
                .not_checked
                .map(|why| not_checked(name, &format!("linting is incomplete: {why}"))),
        );
    }
    let Some(tree) = &parsed.tree else {
        return secrets;
    };
    if !is_linted {
        run.incomplete
            .append(&mut view::invalid_parameters(&arena, tree, name, request));
    }
    let expanded = view::expanded(&arena, tree, request);
    let seen = expanded.tree.as_ref().unwrap_or(tree);
    let is_known = is_covered(tree) && covered(seen, &expanded.guesses, request, name, run);
    let mut applied = false;
    if !request.rules.is_empty() || !request.controls.is_empty() {
        run.incomplete
            .extend(expanded.failure.map(|failure| Incomplete {
                at: Some(failure.span.start),
                ..not_checked(
                    name,
                    &format!("rules see the template as written: {}", failure.message),
                )
            }));
        let deployed = view::deployed(&arena, seen, document, request, &mut run.incomplete);
        let seen = policy::DocumentView {
            written: tree,
            tree: deployed.as_ref().unwrap_or(seen),
        };
        applied = policy.evaluate_suppressed(&arena, &seen, request, document, run);
    }
    let is_green = run.incomplete.len() == before.1
        && run
            .findings
            .iter()
            .skip(before.0)
            .all(|finding| finding.severity < Severity::Error);
    if !applied && !is_known && is_green && parsed.errors.is_empty() {
        let why =
            "nothing was checked: no rule applies and no resource has a type with a known schema";
        run.coverage.add(
            &request.coverage,
            NotSeen::of(Kind::NothingChecked, name, why),
        );
    }
    document.resources = found_resources(seen, run.findings.get(before.0..).unwrap_or_default());
    if request.fingerprints == Fingerprints::Computed {
        let document = baseline::DocumentTrees {
            name,
            trees: &[tree, seen],
            secrets: &secrets,
        };
        baseline::add(
            run.findings.get_mut(before.0..).unwrap_or_default(),
            &document,
        );
    }
    dated::note(
        run.findings.get_mut(before.0..).unwrap_or_default(),
        request,
    );
    secrets
}

/// Returns why nothing is checked in a document.
fn nothing_to_check(tree: Option<&Tree<'_>>, request: &Request<'_>) -> &'static str {
    match tree.map(|tree| tree.root.get("Resources")) {
        Some(None) if request.lint == Linting::Templates => {
            "nothing to check: no rules were given, and the document is not a template: `Resources` is missing"
        }
        Some(Some(_)) if request.lint == Linting::Templates => {
            "nothing to check: no rules were given, and the document is not a template: `Resources` is not a map"
        }
        _ => "nothing to check: the document is not linted and no rules were given",
    }
}

/// Records the unseen parts of a template; returns whether a resource has a known type.
fn covered(
    tree: &Tree<'_>,
    guesses: &[Guess],
    request: &Request<'_>,
    name: &str,
    run: &mut Run<'_>,
) -> bool {
    let own = nested_path("", name);
    let is_checked = |location: &str| {
        let path = nested_path(name, location);
        let names = request
            .documents
            .iter()
            .map(|document| document.name)
            .chain(request.peers.iter().copied());
        !name.is_empty()
            && path != own
            && names.into_iter().any(|peer| nested_path("", peer) == path)
    };
    let knowledge = &request.lint_settings.knowledge;
    let template = coverage::template::Template {
        name,
        tree,
        guesses,
        knowledge,
        is_checked: &is_checked,
    };
    coverage::template::not_seen(&template, &request.coverage, &mut run.coverage)
}

/// The message for a document that was not checked before the deadline.
const NO_TIME: &str =
    "time ran out before the document was checked; check fewer documents or rules at once";

/// Returns an entry for a repeated key: readers disagree on which of its values to use.
fn ambiguous(tree: &Tree<'_>, name: &str) -> Option<Incomplete> {
    let key = tree.repeated_key()?;
    let text = key
        .as_str()
        .or_else(|| tree.raw(key.id))
        .unwrap_or_default();
    let why = format!("ambiguous document: key `{text}` is repeated in a map");
    Some(Incomplete {
        at: Some(tree.span(key.id).start),
        ..not_checked(name, &why)
    })
}

/// Returns the resources that findings are about, by logical ID.
fn found_resources(tree: &Tree<'_>, findings: &[Finding]) -> Vec<FoundResource> {
    let Some(resources) = tree.root.get("Resources") else {
        return Vec::new();
    };
    let ids: HashSet<&str> = findings
        .iter()
        .filter_map(|finding| logical_id(finding.path.as_ref()?))
        .collect();
    let entries = resources.as_map().unwrap_or_default().iter();
    let wanted = entries.filter_map(|entry| Some((*ids.get(entry.key.as_str()?)?, entry.value)));
    // The last value of a repeated key wins.
    let resources: BTreeMap<&str, Node<'_>> = wanted.collect();
    let found = |(id, resource): (&str, Node<'_>)| FoundResource {
        logical_id: id.to_owned(),
        type_name: resource
            .get("Type")
            .and_then(|kind| kind.as_str())
            .map(str::to_owned),
        construct: Construct::of(resource),
    };
    resources.into_iter().map(found).collect()
}
