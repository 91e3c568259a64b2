//! The check engine: turns a request into a run. All front ends use it.

mod added_findings;
pub mod baseline;
mod cache;
mod choice;
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
mod existentials;
mod fail_on;
mod fixing;
mod full_record;
mod graph;
mod identity;
mod input;
mod masking;
mod nested;
mod planned;
mod policy;
mod policy_use;
mod request;
mod rule_ids;
mod run;
mod session;
mod severities;
mod status;
mod suppressions;
mod terraform_rules;
#[cfg(feature = "toml")]
pub mod toml;
mod unknown;
mod variables;
mod verdict;
mod view;
pub mod waivers;

use std::collections::{BTreeMap, HashSet};

use bumpalo::Bump;

pub use self::cache::{Cache, compiled_size};
pub use self::choice::{ChoiceError, choice_named};
pub use self::compare::changes;
pub use self::configuration::{Configuration, DEFERRED, configuration};
pub use self::construct::{Construct, SourcePlace};
pub use self::coverage::RuleCounts;
use self::coverage::{Kind, NotSeen};
pub use self::digest::sha256;
pub use self::enforcement::{Enforcement, Enforcements, today};
pub use self::fail_on::FailOn;
pub use self::fixing::{Fixed, fix, secrets_of};
pub use self::graph::graph;
pub use self::input::Input;
pub use self::nested::{declared_parameters, nested_templates, passed_parameters, path_as_nested};
use self::policy::Policy;
pub use self::policy_use::{BundleName, Candidate, Change, Effect, PolicyUse};
pub use self::request::{
    DeploymentScope, FindingOrder, Fingerprints, Linting, Placeholder, Record, Request,
    SeverityLevel, SeverityOverride, SourceTexts, UnknownPolicy, View, WaiverCheck,
};
pub use self::rule_ids::unknown_rule;
pub use self::run::{
    Accepted, Detail, Document, FoundResource, Incomplete, IncompleteKind, Notes, Origin,
    PLAN_LIMITS, PlanNote, Run,
};
use self::run::{not_checked, unreadable};
pub use self::session::{KnownFindings, Part, Session, check, check_with_known};
pub use self::severities::SEVERITY;
pub use self::status::Status;
pub use self::terraform_rules::RuleSelection;
pub use self::unknown::{is_unknown_type, unknown_types};
pub use self::variables::check_variables;
pub use self::view::expanded_tree as expanded;
use cfn_warden_lint as lint;
use cfn_warden_schema::Knowledge;
use cfn_warden_secrets::{Secrets, Values};
use cfn_warden_syntax::finding::{Finding, Severity};
use cfn_warden_syntax::names::nearest;
use cfn_warden_syntax::{
    self as syntax, Known, Limits, Node, Operand, SurrogatePairs, SyntaxError, Text, Tree, text,
};
use cfn_warden_template::Quirk;
pub use cfn_warden_template::document::logical_id;
use cfn_warden_template::document::{is_covered, is_meant_as_template, is_plan, is_template};
use cfn_warden_template::nested::path_of as nested_path;
use cfn_warden_template::transform::{Expansion, Guess};

/// Returns the schemas that are bundled in the library; none without the feature `knowledge`.
pub fn bundled_knowledge() -> Knowledge {
    #[cfg(feature = "knowledge")]
    return Knowledge::bundled();
    #[cfg(not(feature = "knowledge"))]
    return Knowledge::default();
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
    let limits = Limits::default();
    Limits {
        surrogate_pairs,
        aliased_bytes: limits
            .aliased_bytes
            .min(request.lint_settings.limits.memory),
        ..limits
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
    let mut secrets = policy.secrets(text, &parsed, request);
    let collects = request.values == Values::Masked;
    policy.resolved_secrets.take();
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
    let expansion = parsed
        .tree
        .as_ref()
        .and_then(|tree| view::expansion(&arena, tree, request));
    run.waivers_in_place.merge(waivers::of_document(
        text,
        parsed.tree.as_ref(),
        expansion.as_ref().and_then(Expansion::tree),
        name,
    ));
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
                let settings = &request.lint_settings;
                lint::lint_expanded(&arena, tree, expansion.as_ref(), &input, settings)
            }
            _ => lint::unreadable(&parsed.errors, &input, &request.lint_settings).into(),
        };
        document.linted = linted.settings;
        run.findings.extend(linted.findings);
        run.suppressions.extend(linted.suppressions);
        run.incomplete.extend(
            linted
                .not_checked
                .map(|why| not_checked(name, text!("linting is incomplete: {}", Known(&why)))),
        );
    }
    let Some(tree) = &parsed.tree else {
        return secrets;
    };
    if !is_linted {
        run.incomplete
            .append(&mut view::invalid_parameters(&arena, tree, name, request));
    }
    let expanded = expansion.as_ref().and_then(Expansion::tree);
    let seen = expanded.unwrap_or(tree);
    let knowledge = &request.lint_settings.knowledge;
    if let Some(expanded) = expanded.filter(|_| collects) {
        secrets.add_resolved(expanded, knowledge);
    }
    let guesses = expansion.as_ref().map_or(&[][..], Expansion::guesses);
    let is_known = is_covered(tree) && covered(seen, guesses, request, name, run);
    let mut applied = false;
    if !request.rules.is_empty() || !request.controls.is_empty() {
        let failure = expansion.as_ref().and_then(Expansion::failure);
        run.incomplete.extend(failure.map(|failure| Incomplete {
            at: Some(failure.span.start),
            ..not_checked(
                name,
                text!("rules see the template as written: {}", failure.message),
            )
        }));
        let deployed = view::deployed(&arena, seen, document, request, &mut run.incomplete);
        if let Some(deployed) = deployed
            .as_ref()
            .filter(|_| collects && secrets.has_functions())
        {
            secrets.add_resolved(deployed, knowledge);
        }
        policy.resolved_secrets.replace(secrets.clone());
        let seen = policy::DocumentView {
            written: tree,
            tree: deployed.as_ref().unwrap_or(seen),
        };
        let first = run.findings.len();
        applied = policy.evaluate_suppressed(&arena, &seen, request, document, run);
        existentials::join(&mut run.findings, first);
        secrets = policy.resolved_secrets.take();
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
    let trees = baseline::DocumentTrees {
        name,
        trees: &[tree, seen],
        secrets: &secrets,
    };
    identity::add(run.findings.get_mut(before.0..).unwrap_or_default(), &trees);
    if request.fingerprints == Fingerprints::Computed {
        baseline::add(run.findings.get_mut(before.0..).unwrap_or_default(), &trees);
    }
    for finding in run.findings.iter_mut().skip(before.0) {
        if let Some(extent) = finding.extent.as_deref_mut() {
            extent.former = None;
        }
    }
    dated::note(
        run.findings.get_mut(before.0..).unwrap_or_default(),
        request,
    );
    secrets
}

/// Returns why nothing is checked in a document.
fn nothing_to_check(tree: Option<&Tree<'_>>, request: &Request<'_>) -> Text {
    const NO_TEMPLATE: &str =
        "nothing to check: no rules were given, and the document is not a template: ";
    let Some(tree) = tree.filter(|_| request.lint == Linting::Templates) else {
        return "nothing to check: the document is not linted and no rules were given".into();
    };
    if tree.root.get("Resources").is_some() {
        return text!("{}`Resources` is not a map", Known(NO_TEMPLATE));
    }
    let mut keys = tree.root.as_map().unwrap_or_default().iter();
    let similar = keys.find_map(|entry| {
        let key = entry.key.as_str()?;
        nearest(key, ["Resources"]).and(Some(key))
    });
    match similar {
        Some(key) => text!(
            "{}`Resources` is missing; is it `{}`?",
            Known(NO_TEMPLATE),
            Operand::Name(key)
        ),
        None => text!("{}`Resources` is missing", Known(NO_TEMPLATE)),
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
        let names = request.documents.iter().map(|document| document.name);
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
        is_checked_stack: &|logical_id| request.nested_stacks.contains(&(name, logical_id)),
    };
    coverage::template::not_seen(&template, &request.coverage, &mut run.coverage)
}

/// Returns an entry for a repeated key: readers disagree on which of its values to use.
fn ambiguous(tree: &Tree<'_>, name: &str) -> Option<Incomplete> {
    let key = tree.repeated_key()?;
    let text = key
        .as_str()
        .or_else(|| tree.raw(key.id))
        .unwrap_or_default();
    let why = text!(
        "ambiguous document: key `{}` is repeated in a map",
        Operand::Name(text)
    );
    Some(Incomplete {
        at: Some(tree.span(key.id).start),
        ..not_checked(name, why)
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
