//! Runs the schema evaluation of a template.

use bumpalo::Bump;

use super::owner::TEMPLATE;
use super::root_context::root_context;
use super::rule::{Lint, Sink};
use super::select::is_enabled;
use super::{Input, Settings, corrections};
use cfn_warden_schema::context::Deployment;
use cfn_warden_schema::evaluation::Inputs;
use cfn_warden_schema::{Budget, Context, Evaluation, InstancePath, Limit, Violation, Violations};
use cfn_warden_syntax::Tree;
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_template::Template;
use cfn_warden_template::condition::Logic;

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
    let (knowledge, registry) = (&settings.knowledge, settings.rules.registry());
    let (places, rules) = (&registry.places, &registry.checks);
    let evaluation = Evaluation::new(Inputs {
        arena,
        tree,
        template,
        options,
        knowledge,
        places,
        rules,
        budget,
    });
    let mut out = Violations::new();
    let is_blue_green = template.transforms.contains(&"AWS::CodeDeployBlueGreen");
    let schema = match template.root.get("Hooks").filter(|_| is_blue_green) {
        Some(_) => corrections::document(&evaluation, TEMPLATE_SCHEMA),
        None => knowledge.document(TEMPLATE_SCHEMA),
    };
    if let Some(schema) = schema {
        let deployments = settings
            .parameter_sets
            .iter()
            .map(|set| Deployment::of(arena, set, template.root.id));
        let deployments = arena.keep_all(deployments.collect::<Vec<_>>());
        evaluation.check(
            &Context {
                deployments,
                ..root_context(&registry.table, schema, settings)
            },
            schema,
            template.root,
            &mut out,
        );
    }
    let mut violations = out.into_list();
    violations.retain(|violation| !violation.unknown);
    violations
        .iter_mut()
        .for_each(|violation| violation.attribute(&TEMPLATE.owner));
    let lint = Lint {
        arena,
        tree,
        template,
        evaluation: &evaluation,
        input,
        settings,
    };
    let of_serverless = template
        .is_serverless()
        .then_some(&registry.of_serverless)
        .into_iter()
        .flatten();
    let checks = registry.of_template.iter().chain(of_serverless);
    for (rule, check) in checks.filter(|(rule, _)| is_enabled(rule.as_str(), settings)) {
        if input.cancel.is_set() {
            budget.reach(Limit::Time);
            break;
        }
        // More violations than findings can be reported: each counts as at least 1 KiB.
        let mut sink = Sink::new(*rule, (budget.limits().text >> 10).saturating_add(1));
        check(&lint, &mut sink);
        if sink.is_full() {
            budget.reach(Limit::Findings);
        }
        violations.extend(sink.into_violations());
    }
    if template.conditions.exhausted() || template.existing_logic().is_some_and(Logic::exhausted) {
        budget.reach(Limit::Conditions);
    }
    for object in template
        .existing_logic()
        .map(Logic::incomplete_objects)
        .unwrap_or_default()
    {
        budget.reach_at(
            Limit::Scenarios,
            &InstancePath::of(arena, tree, object).to_string(),
        );
    }
    violations
}
