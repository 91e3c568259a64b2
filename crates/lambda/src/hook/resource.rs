//! Evaluation of a resource with resolved properties.

use super::document;
use super::error::HookError;
use super::evaluation::Evaluation;
use super::evaluator::{Engines, Evaluator};
use super::existing_findings::ExistingFindings;
use super::invocation::{Change, Context, Origin, Resource};
use super::scope;
use crate::config::HookFindings;
use cfn_warden_engine as engine;
use cfn_warden_engine::Part;
use cfn_warden_engine::coverage::{Kind, NotSeen};
use cfn_warden_syntax::finding::Subject;
use cfn_warden_syntax::{Operand, Path, Span, Step, text};

/// The logical ID used in place of one that Cloud Control API generated, which would be invalid in a template.
const PLACEHOLDER: &str = "Resource";

/// Evaluates the operation on a resource.
pub fn evaluate(
    mut evaluator: Evaluator<'_>,
    context: &Context,
    resource: &Resource<'_>,
) -> Result<Evaluation, HookError> {
    let is_unknown =
        engine::is_unknown_type(&evaluator.function.schemas().knowledge, &resource.type_name);
    evaluator.look_up(
        is_unknown
            .then(|| resource.type_name.clone())
            .into_iter()
            .collect(),
    );
    let typed =
        |properties| document::properties(&resource.type_name, properties, &evaluator.knowledge);
    let (proposed, previous) = match resource.change {
        Change::Create { proposed } => (Some(typed(proposed)?), None),
        Change::Update { proposed, previous } => (Some(typed(proposed)?), Some(typed(previous)?)),
        Change::Delete { previous } => (None, Some(typed(previous)?)),
    };
    if proposed.is_none() && !evaluator.has_rules() {
        return Ok(Evaluation::Nothing(
            "the resource is deleted and no Guard rules are configured",
        ));
    }
    let sections = document::of_resource(context, resource, previous.as_deref());
    let found = run_engines(
        &mut evaluator,
        resource,
        proposed.as_deref().unwrap_or("{}"),
        &sections,
        true,
    )?;
    let mut known = None;
    if let (HookFindings::Changed, Some(_), Some(before)) = (
        evaluator.function.config.hook.findings,
        &proposed,
        &previous,
    ) {
        let sections = document::of_resource(context, resource, None);
        let before = run_engines(&mut evaluator, resource, before, &sections, false)?;
        let mut existing = ExistingFindings::default();
        existing.add(&evaluator.findings_before(before));
        known = Some(existing);
    }
    let known = known.as_mut().map(ExistingFindings::as_known);
    Ok(evaluator.finish(found, known, false))
}

/// Runs both engines on a resource with these properties.
fn run_engines(
    evaluator: &mut Evaluator<'_>,
    resource: &Resource<'_>,
    properties: &str,
    sections: &str,
    covers: bool,
) -> Result<[Part<'static>; 2], HookError> {
    let Engines { lint, guard, .. } = evaluator.engines();
    let is_generated = resource.origin == Origin::CloudControl;
    let placeholder = if is_generated {
        PLACEHOLDER
    } else {
        &resource.logical_id
    };
    let template = document::template(&resource.type_name, placeholder, properties);
    let engines = Engines {
        lint,
        guard: false,
        covers: covers && !guard,
        // The event has the resolved values. A text for unknown ones would be the caller's.
        unknown: &[],
    };
    let mut linted = evaluator.check(&template, sections, engines);
    linted
        .findings_mut()
        .retain(|finding| scope::holds_for_properties(finding, is_generated));
    let shown = document::template(&resource.type_name, &resource.logical_id, properties);
    let engines = Engines {
        lint: false,
        guard,
        covers,
        unknown: &[],
    };
    let mut policy = evaluator.check(&shown, sections, engines);
    // Findings on rules have this ID already.
    for finding in linted.findings_mut() {
        rename(finding.path.as_mut(), &resource.logical_id);
        if let Some(identity) = &mut finding.identity {
            identity.subject = Subject::Resource(resource.logical_id.clone());
        }
    }
    for part in linted.not_seen_mut() {
        rename(part.path.as_mut(), &resource.logical_id);
    }
    let shown = linted
        .documents_mut()
        .iter_mut()
        .flat_map(|document| &mut document.resources);
    shown.for_each(|shown| shown.logical_id.clone_from(&resource.logical_id));
    policy
        .findings_mut()
        .iter_mut()
        .for_each(|finding| finding.span = Span::START);
    // The linter's finding on the unknown type does not apply to Hooks, and without rules nothing else was checked.
    if covers && !guard && evaluator.knowledge.resource(&resource.type_name).is_none() {
        let reason = text!(
            "no rules are configured, and no schema is known for {}",
            Operand::Name(&resource.type_name)
        );
        evaluator.add(NotSeen::of(
            Kind::NothingChecked,
            &resource.logical_id,
            reason,
        ));
    }
    Ok([linted, policy])
}

fn rename(path: Option<&mut Path>, logical_id: &str) {
    if let Some([_, Step::Key(id), ..]) = path.map(|path| path.0.as_mut_slice()) {
        logical_id.clone_into(id);
    }
}
