//! What is found out about an operation.

use std::collections::BTreeSet;

use bumpalo::Bump;

use super::document::{self, Templates};
use super::failure::Failure;
use super::invocation::{Change, Context, Invocation, Origin, Resource, Target};
use super::payload::Payload;
use super::scope::{self, Unchanged};
use crate::engine::{self, Input, Linting, Run};
use crate::finding::Finding;
use crate::lambda::call::Call;
use crate::lambda::config::HookFindings;
use crate::lambda::gather::{input_parameters, too_large};
use crate::lambda::request::Text;
use crate::lambda::{now, registered};
use crate::schema::added::Types;
use crate::syntax::{self, Span, Step, Tree};

/// What came of an invocation that could be evaluated.
#[derive(Debug)]
pub enum Evaluation {
    /// There was nothing to evaluate: why not.
    Nothing(&'static str),
    /// What was found.
    Checked {
        /// Findings and what could not be checked. It holds no documents.
        run: Run<'static>,
        /// Whether findings' places are places in the user's own template.
        placed: bool,
    },
}

/// The ID that stands for one that Cloud Control API made up, which is none that a template may have.
const STAND_IN: &str = "Resource";

/// Evaluates an invocation.
///
/// # Errors
/// What kept it from being evaluated.
pub fn evaluate(invocation: &Invocation<'_>, function: &Call<'_>) -> Result<Evaluation, Failure> {
    if !function.has_rules() && !function.config.hook.lint {
        return Err(Failure::NothingConfigured);
    }
    let context = &invocation.context;
    match &invocation.target {
        Target::Resource(resource) => evaluate_resource(context, resource, function),
        Target::Stack { name, payload } => match fetch(payload, function)? {
            Payload { template: None, .. } if context.deletes() => Ok(NO_TEMPLATE),
            payload => evaluate_templates(context, &Templates::Stack(name), &payload, function),
        },
        Target::DeletedStack => Ok(NO_TEMPLATE),
        Target::ChangeSet { id, payload } => {
            let payload = fetch(payload, function)?;
            let changes = payload.changes.as_deref().unwrap_or_default();
            evaluate_templates(context, &Templates::ChangeSet(id, changes), &payload, function)
        }
    }
}

const NO_TEMPLATE: Evaluation = Evaluation::Nothing("no template travels with the deletion of a stack");

fn fetch(url: &str, function: &Call<'_>) -> Result<Payload, Failure> {
    let document = function.fetch.presigned(url).map_err(Failure::Fetch)?;
    let payload = Payload::decode(&document)?;
    function.sizes().check_hook(payload.texts()).map_err(Failure::TooLarge)?;
    Ok(payload)
}

fn evaluate_resource(context: &Context, resource: &Resource<'_>, function: &Call<'_>) -> Result<Evaluation, Failure> {
    let mut found = Found::new(function);
    let is_unknown = engine::is_unknown_type(&resource.type_name);
    found.look_up(is_unknown.then(|| resource.type_name.clone()).into_iter().collect(), function);
    let types = found.types.clone();
    let typed = |properties| document::properties(&resource.type_name, properties, &types);
    let (proposed, previous) = match resource.change {
        Change::Create { proposed } => (Some(typed(proposed)?), None),
        Change::Update { proposed, previous } => (Some(typed(proposed)?), Some(typed(previous)?)),
        Change::Delete { previous } => (None, Some(typed(previous)?)),
    };
    let change = match (&proposed, &previous) {
        (Some(proposed), None) => Change::Create { proposed },
        (Some(proposed), Some(previous)) => Change::Update { proposed, previous },
        (None, previous) => Change::Delete { previous: previous.as_deref().unwrap_or_default() },
    };
    if let Some(properties) = proposed.as_ref().filter(|_| function.config.hook.lint) {
        lint_properties(context, resource, properties, function, &mut found)?;
    } else if !function.has_rules() {
        return Ok(Evaluation::Nothing("the resource is deleted, and there are no Guard rules"));
    }
    found.evaluate_rules(&document::of_resource(context, resource, &change), function, |_| Span::START);
    Ok(Evaluation::Checked { run: found.run, placed: false })
}

/// Lints properties as the only resource of a template.
fn lint_properties(
    context: &Context,
    resource: &Resource<'_>,
    properties: &str,
    function: &Call<'_>,
    found: &mut Found,
) -> Result<(), Failure> {
    let made_up = resource.origin == Origin::CloudControl;
    let logical_id = if made_up { STAND_IN } else { &resource.logical_id };
    let template = document::template(&resource.type_name, logical_id, properties);
    let arena = Bump::new();
    let tree = document::read(&arena, &template, "resource's properties")?;
    found.lint(&template, context, function, |finding| {
        let counts = scope::holds_for_properties(finding, made_up) && !scope::is_unknown(finding, tree.root);
        rename(finding, &resource.logical_id);
        counts
    });
    Ok(())
}

fn rename(finding: &mut Finding, logical_id: &str) {
    if let Some([_, Step::Key(id), ..]) = finding.path.as_mut().map(|path| path.0.as_mut_slice()) {
        logical_id.clone_into(id);
    }
}

fn evaluate_templates(
    context: &Context,
    about: &Templates<'_>,
    payload: &Payload,
    function: &Call<'_>,
) -> Result<Evaluation, Failure> {
    let text = payload.template.as_deref().ok_or(Failure::Payload("it holds no template"))?;
    let (arena, other_arena) = (Bump::new(), Bump::new());
    let template = document::read(&arena, text, "template")?;
    if template.root.as_map().is_none() {
        return Err(Failure::Payload("the template in it is no map of sections"));
    }
    let previous = payload.previous.as_deref();
    let previous = previous.map(|text| document::read(&other_arena, text, "previous template")).transpose()?;
    let unchanged = match function.config.hook.findings {
        HookFindings::All => Unchanged::default(),
        HookFindings::Changed => Unchanged::of(payload, &template, previous.as_ref()),
    };
    let mut found = Found::new(function);
    if function.config.hook.lint {
        if function.config.registry_types {
            found.look_up(engine::unknown_types([text.as_bytes()]), function);
        }
        found.lint(text, context, function, |finding| {
            !unchanged.contains(finding) && !scope::is_unknown(finding, template.root)
        });
    }
    let document = document::of_templates(context, *about, &template, previous.as_ref());
    found.evaluate_rules(&document, function, |finding| place(&template, finding));
    found.run.findings.retain(|finding| !unchanged.contains(finding));
    Ok(Evaluation::Checked { run: found.run, placed: true })
}

/// Where a finding in the document that rules see is in the template; the first character where it is not in it.
fn place(template: &Tree<'_>, finding: &Finding) -> Span {
    let path = finding.path.as_ref().filter(|path| !path.0.is_empty());
    path.map_or(Span::START, |path| syntax::location(template, template.root, path))
}

/// What both engines found.
struct Found {
    run: Run<'static>,
    /// The resource types there are.
    types: Types,
}

impl Found {
    fn new(function: &Call<'_>) -> Found {
        let nothing = engine::Request { fail_on: function.config.fail_on, ..engine::Request::default() };
        Found { run: engine::check(&nothing, &function.cache), types: Types::default() }
    }

    /// Has the registry say what types are that are unknown here.
    fn look_up(&mut self, unknown: BTreeSet<String>, function: &Call<'_>) {
        self.types = registered::types(unknown, function, now(), &mut self.run.faults);
    }

    /// Lints a template; `counts` says of each finding whether it counts.
    fn lint(
        &mut self,
        template: &str,
        context: &Context,
        function: &Call<'_>,
        mut counts: impl FnMut(&mut Finding) -> bool,
    ) {
        let mut settings = function.config.lint.clone();
        settings.regions = settings.regions.or_else(|| Some(vec![context.region()?.to_owned()]));
        settings.types = self.types.clone();
        settings.limits = function.sizes().lint();
        let mut run = engine::check(
            &engine::Request {
                documents: vec![Input { name: "template", content: template.as_bytes() }],
                lint: Linting::All,
                lint_settings: settings,
                now: now(),
                cancel: function.cancel,
                ..engine::Request::default()
            },
            &function.cache,
        );
        run.findings.retain_mut(&mut counts);
        self.add(run);
    }

    /// Evaluates the rules on the document that they are shown; `place` says where a finding is for its user.
    fn evaluate_rules(&mut self, document: &str, function: &Call<'_>, place: impl Fn(&Finding) -> Span) {
        if !function.has_rules() {
            return;
        }
        let mut faults = Vec::new();
        let remote = function.remote_rules.get(function.config.rules.uris(), function.fetch.as_ref(), &mut faults);
        let rules = function.rules.iter().chain(remote.iter().flat_map(|texts| texts.iter())).map(Text::input);
        let rules: Vec<Input<'_>> = rules.collect();
        let parameters = input_parameters(function, &mut faults);
        self.run.faults.append(&mut faults);
        if function.config.report_bucket.is_some() {
            function.record_rules(&rules);
        }
        if let Err(error) =
            function.sizes().check_rules(rules.iter().filter_map(|one| str::from_utf8(one.content).ok()))
        {
            return self.run.faults.push(too_large("WARDEN_RULES", &error));
        }
        if rules.is_empty() {
            return;
        }
        let mut run = engine::check(
            &engine::Request {
                documents: vec![Input { name: "", content: document.as_bytes() }],
                rules,
                language: function.config.language,
                guard_limits: function.sizes().guard(),
                input_parameters: parameters.iter().flat_map(|texts| texts.iter()).map(Text::input).collect(),
                lint: Linting::Off,
                now: now(),
                cancel: function.cancel,
                ..engine::Request::default()
            },
            &function.cache,
        );
        for finding in &mut run.findings {
            finding.span = place(finding);
        }
        self.add(run);
    }

    fn add(&mut self, mut run: Run<'_>) {
        self.run.findings.append(&mut run.findings);
        self.run.faults.append(&mut run.faults);
        self.run.rules = run.rules;
    }
}
