//! Runs the schema evaluation of a template, and the keyword `cfnLint`, which runs the checks attached to a path.

use std::sync::LazyLock;

use bumpalo::Bump;

use super::owner::TEMPLATE;
use super::registry::{ATTACHMENTS, Attached, AttachedCheck, RULE_CHECKS, TEMPLATE_CHECKS};
use super::root_context::root_context;
use super::rule::{Lint, Sink};
use super::select::is_enabled;
use super::{Input, Settings, corrections, schema_rule};
use cfn_warden_schema::context::Deployment;
use cfn_warden_schema::evaluation::Inputs;
use cfn_warden_schema::mode::AttachedRules;
use cfn_warden_schema::place::Place;
use cfn_warden_schema::{
    Assertion, Budget, Check, Context, Evaluation, InstancePath, Limit, Table, Violation, Violations, keyword,
};
use cfn_warden_syntax::Tree;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_template::Template;
use cfn_warden_template::condition::Logic;

/// The schema of a template, from which the evaluation starts.
pub const TEMPLATE_SCHEMA: &str = "other/template/configuration";

/// Keyword implementations at the root of a template.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    Table::standard()
        .with([(keyword::CFN_LINT, run_attached_checks as Check)])
        .with(RULE_CHECKS.of_owner(&TEMPLATE.owner))
});

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
    let evaluation =
        Evaluation::new(Inputs { arena, tree, template, options, knowledge, places, rules: &RULE_CHECKS, budget });
    let mut out = Violations::new();
    let is_blue_green = template.transforms.contains(&"AWS::CodeDeployBlueGreen");
    let schema = match template.root.get("Hooks").filter(|_| is_blue_green) {
        Some(_) => corrections::document(&evaluation, TEMPLATE_SCHEMA),
        None => knowledge.document(TEMPLATE_SCHEMA),
    };
    if let Some(schema) = schema {
        let deployments = settings.parameter_sets.iter().map(|set| Deployment::of(arena, set, template.root.id));
        let deployments = arena.keep_all(deployments.collect::<Vec<_>>());
        evaluation.check(
            &Context { deployments, ..root_context(&TABLE, schema, settings) },
            schema,
            template.root,
            &mut out,
        );
    }
    let mut violations = out.into_list();
    violations.retain(|violation| !violation.unknown);
    violations.iter_mut().for_each(|violation| violation.attribute(&TEMPLATE.owner));
    let lint = Lint { arena, tree, template, evaluation: &evaluation, input, settings };
    for (rule, check) in TEMPLATE_CHECKS.iter().filter(|(rule, _)| is_enabled(rule.as_str(), settings)) {
        let mut sink = Sink::new(*rule);
        check(&lint, &mut sink);
        violations.extend(sink.into_violations());
    }
    if template.conditions.exhausted() || template.existing_logic().is_some_and(Logic::exhausted) {
        budget.reach(Limit::Conditions);
    }
    for object in template.existing_logic().map(Logic::incomplete_objects).unwrap_or_default() {
        budget.reach_at(Limit::Scenarios, &InstancePath::of(arena, tree, object).to_string());
    }
    violations
}

/// Implements the keyword `cfnLint`: runs the checks attached to the current path and to the paths that the keyword
/// lists.
fn run_attached_checks<'a>(evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    let cx = Context { attached_rules: AttachedRules::Skip, ..*assertion.cx };
    let assertion = Assertion { cx: &cx, keyword: keyword::CFN_LINT, ..*assertion };
    let mut seen: Vec<Place> = Vec::new();
    for path in assertion.value.items().filter_map(|path| path.as_str()) {
        let place = evaluation.places.find(path);
        if !seen.contains(&place) {
            seen.push(place);
            run_place(place, evaluation, &assertion, out);
        }
    }
    if !seen.contains(&cx.schema_path.place) {
        run_place(cx.schema_path.place, evaluation, &assertion, out);
    }
}

fn run_place<'a>(place: Place, evaluation: &Evaluation<'a>, assertion: &Assertion<'a, '_>, out: &mut Violations<'a>) {
    for number in evaluation.places.attached(place) {
        if let Some(attached) = ATTACHMENTS.checks.get(usize::from(*number)) {
            run_attached_check(attached, evaluation, assertion, out);
        }
    }
}

fn run_attached_check<'a>(
    attached: &Attached,
    evaluation: &Evaluation<'a>,
    assertion: &Assertion<'a, '_>,
    out: &mut Violations<'a>,
) {
    let mark = out.len();
    match attached.check {
        AttachedCheck::Value(check) => check(evaluation, assertion, out),
        AttachedCheck::Schema(spec) => schema_rule::check(attached.rule, spec, evaluation, assertion, out),
        AttachedCheck::Reference => {}
    }
    // Violations that the rule's code reports belong to the rule; those of a schema belong to the schema's owner.
    for violation in out.since(mark) {
        if violation.rule.is_none() && violation.keyword == keyword::CFN_LINT {
            violation.rule = Some(attached.rule);
        }
    }
}
