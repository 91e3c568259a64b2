//! Views of a document for Guard: as written, expanded, or as deployed.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use bumpalo::Bump;

use super::{
    DeploymentScope, Document, Incomplete, IncompleteKind, Request, View, is_template, not_checked,
};
use cfn_warden_guard::key_spellings;
use cfn_warden_lint as lint;
use cfn_warden_syntax::Tree;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::derive::derive;
use cfn_warden_syntax::{Node, Operand, Value, text};
use cfn_warden_template::resolve::{Defaults, Inputs, resolve};
use cfn_warden_template::transform::{self, Expansion};
use cfn_warden_template::{ParameterSet, Region, Template};

/// Applies the supported transforms, `AWS::LanguageExtensions` and SAM's `Globals`; `None` if the request wants the document as
/// written, or if it has no transforms.
pub(super) fn expansion<'a, 'r>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    request: &'r Request<'_>,
) -> Option<Expansion<'a, 'r>> {
    if request.view == View::Written || !is_template(tree) || !transform::is_transformed(tree.root)
    {
        return None;
    }
    let settings = &request.lint_settings;
    // The deployments with all values do not depend on those that are given.
    let is_given = request.view != View::Deployments(DeploymentScope::Any);
    let inputs = transform::Inputs {
        region: settings
            .regions()
            .iter()
            .next()
            .map_or("us-east-1", Region::name),
        parameter_values: settings.parameter_sets.first().filter(|_| is_given),
        compat: settings.compat,
        limits: request.derivation_limits(),
    };
    Some(Expansion::new(arena, tree, inputs))
}

/// Applies the supported transforms; `None` if they change nothing or cannot be applied.
pub fn expanded_tree<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    values: &ParameterSet,
) -> Option<Tree<'a>> {
    if !is_template(tree) || !transform::is_transformed(tree.root) {
        return None;
    }
    let inputs = transform::Inputs {
        parameter_values: Some(values),
        ..transform::Inputs::default()
    };
    Expansion::new(arena, tree, inputs).into_tree()
}

/// Resolves the document with its parameter values; `None` if that is not requested or changes nothing.
pub(super) fn deployed<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    document: &mut Document<'_>,
    request: &Request<'_>,
    incomplete: &mut Vec<Incomplete>,
) -> Option<Tree<'a>> {
    if request.view != View::Deployed || !is_template(tree) {
        return None;
    }
    let none = ParameterSet::default();
    let given = request
        .lint_settings
        .parameter_sets
        .first()
        .unwrap_or(&none);
    let resolved = resolve(
        arena,
        tree,
        &Inputs {
            parameter_values: given,
            defaults: Defaults::Used,
            limits: request.derivation_limits(),
        },
    );
    if resolved.resolution.limited {
        let why = text!(
            "not fully resolved: functions exceed the limit of {} bytes of texts and lists, or of nesting depth; shorten \
             the texts that they make, or split the template",
            request.derivation_limits().functions
        );
        incomplete.push(not_checked(document.name, why));
    }
    document.resolution = Some(resolved.resolution);
    resolved.tree
}

/// A document whose deployments are evaluated.
pub(super) struct Subject<'t, 'a> {
    pub name: &'t str,
    pub tree: &'t Tree<'a>,
    /// The documents merged into it.
    pub merged: Vec<&'t Tree<'a>>,
    pub scope: DeploymentScope,
}

/// The sections that only a context may have.
const OF_CONTEXTS: [&str; 3] = ["Changes", "HookContext", "Previous"];

/// The keys by which rules find the sections that only a context may have.
static KEYS_OF_CONTEXTS: LazyLock<BTreeSet<String>> =
    LazyLock::new(|| OF_CONTEXTS.into_iter().flat_map(key_spellings).collect());

/// Removes the sections of a context from a document, also those that this context lacks: a template must not forge
/// them. Rules find a section in several spellings of its key.
pub(super) fn without<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    context: &Tree<'_>,
) -> Option<Tree<'a>> {
    let sections = tree.root.as_map()?;
    let names = context.root.as_map().unwrap_or_default().iter();
    let of_context: BTreeSet<String> = names
        .filter_map(|entry| entry.key.as_str())
        .filter(|name| !OF_CONTEXTS.contains(name))
        .flat_map(key_spellings)
        .collect();
    let is_of_context = |name: &str| KEYS_OF_CONTEXTS.contains(name) || of_context.contains(name);
    let is_hidden = |key: Node<'_>| key.as_str().is_some_and(is_of_context);
    if !sections.iter().any(|entry| is_hidden(entry.key)) {
        return None;
    }
    let kept = arena.keep_all(
        sections
            .iter()
            .filter(|entry| !is_hidden(entry.key))
            .copied()
            .collect::<Vec<_>>(),
    );
    Some(derive(
        arena,
        tree,
        Node {
            value: Value::Map(kept),
            ..tree.root
        },
    ))
}

/// Returns the parameter values that do not fit a template that is not linted; for linted ones, the linter reports
/// them.
pub(super) fn invalid_parameters(
    arena: &Bump,
    tree: &Tree<'_>,
    name: &str,
    request: &Request<'_>,
) -> Vec<Incomplete> {
    let sets = &request.lint_settings.parameter_sets;
    if sets.is_empty() || !is_template(tree) {
        return Vec::new();
    }
    let template = Template::of(arena, tree.root);
    let of_set = |set: &ParameterSet| {
        let set = set.typed(&template);
        let file = set.source.clone().unwrap_or_else(|| name.to_owned());
        let hidden = |name: &str| {
            template
                .parameter(name)
                .is_some_and(|parameter| parameter.is_hidden())
        };
        let issue = |wrong: lint::parameter_values::ParameterError| {
            let about = wrong.name.as_deref().unwrap_or_default();
            let words = if hidden(about) {
                "the value is not allowed".into()
            } else {
                wrong.message.clone()
            };
            let message = text!(
                "invalid value for parameter {}: {}",
                Operand::Name(about),
                words
            );
            Incomplete {
                kind: IncompleteKind::Document,
                message,
                file: file.clone(),
                at: wrong.span.map(|at| at.start),
            }
        };
        lint::parameter_values::check_parameters(&template, &set)
            .into_iter()
            .map(issue)
            .collect::<Vec<_>>()
    };
    sets.iter().flat_map(of_set).collect()
}
