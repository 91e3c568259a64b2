//! Runs the schema evaluation of a template, and the keyword `cfnLint`, which runs the checks attached to a path.

use std::sync::LazyLock;

use bumpalo::Bump;

use super::owner::TEMPLATE;
use super::registry::{ATTACHMENTS, Attached, AttachedCheck, TABLE, TEMPLATE_CHECKS};
use super::rule::{Lint, Sink};
use super::select::is_enabled;
use super::{Input, Settings, schema_rule};
use cfn_warden_schema::context::Deployment;
use cfn_warden_schema::evaluation::Inputs;
use cfn_warden_schema::mode::{AttachedRules, DynamicReferences, PseudoValues, ResourceReferences};
use cfn_warden_schema::place::Place;
use cfn_warden_schema::{Budget, Context, Json, Limit, Site, Table, Violation, Violations, Walk, keyword, keywords};
use cfn_warden_syntax::Tree;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_template::condition::Logic;
use cfn_warden_template::function::Function;
use cfn_warden_template::{Functions, PseudoParameters, Template};

/// The schema of a template, from which the evaluation starts.
pub const TEMPLATE_SCHEMA: &str = "other/template/configuration";

/// Runs all checks on a template. Returns the violations in the order in which they are found.
pub fn run<'a>(
    arena: &'a Bump,
    tree: &'a Tree<'a>,
    template: &'a Template<'a>,
    input: &Input<'a>,
    settings: &'a Settings,
    budget: &'a Budget<'a>,
) -> Vec<Violation<'a>> {
    let options = arena.keep(settings.options(arena, input));
    let (knowledge, places) = (&settings.knowledge, &ATTACHMENTS.places);
    let walk = Walk::new(Inputs { arena, tree, template, options, knowledge, places, budget });
    let mut out = Violations::new();
    if let Some(schema) = knowledge.document(TEMPLATE_SCHEMA) {
        let deployments = settings.parameter_sets.iter().map(|set| Deployment::of(arena, set, template.root.id));
        let deployments = arena.keep_all(deployments.collect::<Vec<_>>());
        walk.check(&Context { deployments, ..root_context(schema, settings) }, schema, template.root, &mut out);
    }
    let mut violations = out.into_list();
    violations.retain(|violation| !violation.unknown);
    violations.iter_mut().for_each(|violation| violation.attribute(&TEMPLATE.owner));
    let lint = Lint { arena, tree, template, walk: &walk, input, settings };
    for (rule, check) in TEMPLATE_CHECKS.iter().filter(|(rule, _)| is_enabled(rule.as_str(), settings)) {
        let mut sink = Sink::new(*rule);
        check(&lint, &mut sink);
        violations.extend(sink.into_violations());
    }
    if template.conditions.exhausted() || template.existing_logic().is_some_and(Logic::exhausted) {
        budget.reach(Limit::Conditions);
    }
    if template.existing_logic().is_some_and(Logic::is_cut) {
        budget.reach(Limit::Scenarios);
    }
    violations
}

/// Returns the context for evaluating a schema on a single value. Attached rules do not run, and paths start at the
/// value.
pub fn standalone_context<'a>(schema: Json<'a>, settings: &Settings) -> Context<'a> {
    static STANDARD: LazyLock<Table> = LazyLock::new(Table::standard);
    Context { table: &STANDARD, attached_rules: AttachedRules::Skip, ..root_context(schema, settings) }
}

/// Returns the context at the root of a template.
fn root_context<'a>(schema: Json<'a>, settings: &Settings) -> Context<'a> {
    Context {
        functions: Functions::of(&[Function::Transform]),
        pseudos: PseudoParameters::ALL,
        resources: ResourceReferences::Allowed,
        regions: settings.regions(),
        pseudo_values: PseudoValues::Known,
        attached_rules: AttachedRules::Run,
        dynamic_references: DynamicReferences::Find,
        ..Context::of_json_schema(&TABLE, schema)
    }
}

/// Implements the keyword `cfnLint`: runs the checks attached to the current path and to the paths that the keyword
/// lists.
pub fn run_attached_checks<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Skip, ..*site.cx };
    let site = Site { cx: &cx, keyword: keyword::CFN_LINT, ..*site };
    let mut seen: Vec<Place> = Vec::new();
    for path in site.value.items().filter_map(|path| path.as_str()) {
        let place = walk.places.find(path);
        if !seen.contains(&place) {
            seen.push(place);
            run_place(place, walk, &site, out);
        }
    }
    if !seen.contains(&cx.schema_path.place) {
        run_place(cx.schema_path.place, walk, &site, out);
    }
}

fn run_place<'a>(place: Place, walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    for number in walk.places.attached(place) {
        if let Some(attached) = ATTACHMENTS.checks.get(usize::from(*number)) {
            run_attached_check(attached, walk, site, out);
        }
    }
}

fn run_attached_check<'a>(attached: &Attached, walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let mark = out.len();
    match attached.check {
        AttachedCheck::Value(check) => check(walk, site, out),
        AttachedCheck::Schema(spec) => schema_rule::check(attached.rule, spec, walk, site, out),
        AttachedCheck::Reference(_) => {}
    }
    // Violations that the rule's code reports belong to the rule; those of a schema belong to the schema's owner.
    for violation in out.since(mark) {
        if violation.rule.is_none() && violation.keyword == keyword::CFN_LINT {
            violation.rule = Some(attached.rule);
        }
    }
}

/// Runs the checks attached to a `Ref` at the current path. The site's instance is the name that the `Ref` refers to.
pub fn run_reference_checks<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let here = walk.places.attached(site.cx.schema_path.place).iter();
    let here = here.filter_map(|number| ATTACHMENTS.checks.get(usize::from(*number)));
    for attached in ATTACHMENTS.references.iter().chain(here) {
        if let AttachedCheck::Reference(check) = attached.check {
            let mark = out.len();
            check(walk, site, out);
            out.since(mark).iter_mut().filter(|one| one.rule.is_none()).for_each(|one| one.rule = Some(attached.rule));
        }
    }
}

/// Implements `patternProperties` for the schema of a section, in which attached rules run again.
pub fn attaching_pattern_properties<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Run, ..*site.cx };
    keywords::pattern_properties_check(walk, &Site { cx: &cx, ..*site }, out);
}

/// Implements `properties`; see [`attaching_pattern_properties`].
pub fn attaching_properties<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Run, ..*site.cx };
    keywords::properties_check(walk, &Site { cx: &cx, ..*site }, out);
}

/// Implements `additionalProperties`; see [`attaching_pattern_properties`].
pub fn attaching_additional_properties<'a>(walk: &Walk<'a>, site: &Site<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Run, ..*site.cx };
    keywords::additional_properties_check(walk, &Site { cx: &cx, ..*site }, out);
}
