//! Evaluation of documents with the function's settings and rules.

use std::collections::BTreeSet;

use super::evaluation;
use super::invocation::Context;
use super::scope;
use crate::call::Call;
use crate::function::types;
use crate::gather::{input_parameters, too_large};
use crate::policy::Deployed;
use crate::text::Text;
use cfn_warden_engine::coverage::{NotSeen, Policies, Policy};
use cfn_warden_engine::waivers::Target;
use cfn_warden_engine::{
    self as engine, DeploymentScope, Incomplete, Input, Linting, Run, SourceTexts, View,
    WaiverCheck,
};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::finding::TemplateSuppressions;

/// The sections that a rule on deletions reads.
const ABOUT_DELETIONS: &[&str] = &["HookContext", "Previous"];

/// Evaluates the documents of an invocation and collects the results.
pub struct Evaluator<'f> {
    /// The invocation of the function.
    pub function: &'f Call<'f>,
    /// The findings and incomplete checks so far.
    pub run: Run<'static>,
    /// The function's schemas and those of types from the registry.
    pub knowledge: Knowledge,
    region: Option<String>,
    rules: Vec<Input<'f>>,
    parameters: Vec<Input<'f>>,
    deletes: bool,
    target: Target<'f>,
    policy: &'f Deployed<'f>,
    now: i64,
}

/// Which engines check a document, and whether its coverage counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Engines {
    /// The linter.
    pub lint: bool,
    /// The Guard evaluator.
    pub guard: bool,
    /// Whether to record unseen parts.
    pub covers: bool,
    /// Where the values of the document come from.
    pub values: Values,
}

/// Where the values of a document come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// The author of the template.
    Written,
    /// CloudFormation, which does not know all of them.
    Resolved,
}

impl<'f> Evaluator<'f> {
    /// Creates an evaluator with the function's rules and calls `use_it`. Rules that cannot be read are recorded as
    /// incomplete checks.
    pub fn with<T>(
        context: &Context,
        function: &Call<'_>,
        policy: &Deployed<'_>,
        incomplete: &[Incomplete],
        use_it: impl FnOnce(Evaluator<'_>) -> T,
    ) -> T {
        let mut run = Run {
            fail_on: function.config.fail_on,
            incomplete: incomplete.to_vec(),
            ..Run::default()
        };
        let remote = match function.has_rules() {
            true => function.remote_rules.get(
                function.config.rules.uris(),
                function.fetch.as_ref(),
                &mut run.incomplete,
            ),
            false => Vec::new(),
        };
        let rules = function
            .rules
            .iter()
            .chain(remote.iter().flat_map(|texts| texts.iter()))
            .map(Text::input);
        let mut rules: Vec<Input<'_>> = rules.collect();
        if function.config.report_bucket.is_some() {
            function.record_rules(&rules);
        }
        let texts = rules
            .iter()
            .filter_map(|one| str::from_utf8(one.content).ok());
        if let Err(error) = function.sizes().check_rules(texts) {
            run.incomplete.push(too_large("WARDEN_RULES", &error));
            rules.clear();
        }
        let parameters = match rules.is_empty() {
            true => Vec::new(),
            false => input_parameters(function, &mut run.incomplete),
        };
        use_it(Evaluator {
            function,
            run,
            knowledge: function.schemas().knowledge.clone(),
            region: context.region().map(str::to_owned),
            rules,
            parameters: parameters
                .iter()
                .flat_map(|texts| texts.iter())
                .map(Text::input)
                .collect(),
            deletes: context.deletes(),
            target: Target {
                account: Some(context.account_id.as_str()).filter(|id| !id.is_empty()),
                stack: context.stack_name(),
                units: Some(&policy.policy().units),
            },
            policy,
            now: function.now,
        })
    }

    /// Returns whether there are rules. Controls are not about deletions.
    pub fn has_rules(&self) -> bool {
        !self.rules.is_empty() || !self.deletes && !self.policy.policy().controls.is_empty()
    }

    /// Returns whether the linter runs. Deleted targets are not linted.
    pub fn lints(&self) -> bool {
        self.function.config.hook.lint && !self.deletes
    }

    /// Returns the configured engines.
    pub fn engines(&self) -> Engines {
        Engines {
            lint: self.lints(),
            guard: self.has_rules(),
            covers: true,
            values: Values::Written,
        }
    }

    /// Looks up unknown types in the registry.
    pub fn look_up(&mut self, unknown: BTreeSet<String>) {
        let knowledge = &self.function.schemas().knowledge;
        self.knowledge = types(
            knowledge,
            unknown,
            self.function,
            self.now,
            &mut self.run.incomplete,
        );
    }

    /// Checks a document. `sections` is a JSON object with the sections that rules see in addition.
    pub fn check(&self, document: &str, sections: &str, engines: Engines) -> Run<'static> {
        if !engines.lint && !engines.guard {
            return Run::default();
        }
        let (config, policy) = (&self.function.config, self.policy.policy());
        let waivers = self.policy.waivers();
        let mut lint_settings = config.lint.clone();
        lint_settings.regions = lint_settings
            .regions
            .or_else(|| Some(vec![self.region.clone()?]));
        (lint_settings.rules, lint_settings.knowledge) =
            (self.function.lint_rules, self.knowledge.clone());
        lint_settings.deployment_rules = true;
        lint_settings.limits = self.function.sizes().lint();
        // The author of a template does not decide which of the account's rules apply to it.
        lint_settings.suppressions = config
            .template_suppressions
            .unwrap_or(TemplateSuppressions::Deny);
        // What is known only after the change is unknown on deployments. In a template, its author wrote the text.
        let has_unknown = engines.values == Values::Resolved && scope::has_unknown_values(document);
        let unknown = has_unknown.then_some(DeploymentScope::Any);
        let request = engine::Request {
            documents: vec![Input {
                name: evaluation::DOCUMENT,
                content: document.as_bytes(),
            }],
            context: Some(Input {
                name: "HookContext",
                content: sections.as_bytes(),
            }),
            rules: if engines.guard {
                self.rules.clone()
            } else {
                Vec::new()
            },
            controls: if engines.guard && !self.deletes {
                &policy.controls
            } else {
                &[]
            },
            enforcements: Some(&policy.enforcements),
            texts: SourceTexts::Omitted,
            rules_reading: if self.deletes { ABOUT_DELETIONS } else { &[] },
            language: config.language,
            guard_limits: self.function.sizes().guard(),
            input_parameters: if engines.guard {
                self.parameters.clone()
            } else {
                Vec::new()
            },
            cancel: self.function.cancel,
            lint: if engines.lint {
                Linting::All
            } else {
                Linting::Off
            },
            lint_settings,
            view: config
                .deployments
                .or(unknown)
                .map_or(config.view, View::Deployments),
            unknown: config.unknown,
            placeholder: has_unknown.then_some(scope::KNOWN_AFTER_APPLY),
            // Unseen parts of a deleted target do not matter.
            coverage: if engines.covers && !self.deletes {
                config.coverage.clone()
            } else {
                nothing()
            },
            waivers: &waivers,
            waiver_check: WaiverCheck::Shared,
            target: self.target,
            now: self.now,
            ..engine::Request::default()
        };
        let run = engine::check_with_waivers(&request, &self.function.cache);
        let Run {
            documents,
            mut findings,
            incomplete,
            rules,
            coverage,
            suppressions,
            waivers,
            turned_off,
            ..
        } = run;
        let documents = documents.into_iter().map(evaluation::named).collect();
        findings.sort_by_key(|finding| finding.engine);
        Run {
            documents,
            findings,
            incomplete,
            rules,
            coverage,
            suppressions,
            waivers,
            turned_off,
            ..Run::default()
        }
    }

    /// Records an unseen part.
    pub fn add(&mut self, part: NotSeen) {
        self.run.coverage.add(&self.function.config.coverage, part);
    }
}

/// Returns policies that ignore everything, for documents whose coverage another document determines.
fn nothing() -> Policies {
    let mut policies = Policies::default();
    engine::coverage::Kind::ALL
        .into_iter()
        .for_each(|kind| policies.set(kind, Policy::Ignore));
    policies
}
