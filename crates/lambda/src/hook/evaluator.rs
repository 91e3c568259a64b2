//! Evaluation of documents with the function's settings and rules.

use std::collections::BTreeSet;

use bumpalo::Bump;

use super::evaluation::{self, Evaluation};
use super::invocation::Context;
use super::scope;
use crate::call::Call;
use crate::config::HookFindings;
use crate::function::types;
use crate::gather::{input_parameters, too_large};
use crate::policy::Deployed;
use crate::text::Text;
use cfn_warden_engine::coverage::{NotSeen, Policies, Policy};
use cfn_warden_engine::waivers::Target;
use cfn_warden_engine::{
    self as engine, DeploymentScope, FindingOrder, Fingerprints, Incomplete, Input, KnownFindings,
    Linting, Part, Placeholder, Session, SourceTexts, View, WaiverCheck,
};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::Path;
use cfn_warden_syntax::finding::{Finding, TemplateSuppressions};

/// The sections that a rule on deletions reads.
const ABOUT_DELETIONS: &[&str] = &["HookContext", "Previous"];

/// Evaluates the documents of an invocation.
pub struct Evaluator<'f> {
    /// The invocation of the function.
    pub function: &'f Call<'f>,
    /// The function's schemas and those of types from the registry.
    pub knowledge: Knowledge,
    /// What is not checked of the invocation, beyond its documents.
    extra: Part<'static>,
    session: Session<'f, 'f>,
    deletes: bool,
}

/// Which engines check a document, and whether its coverage counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Engines<'p> {
    /// The linter.
    pub lint: bool,
    /// The Guard evaluator.
    pub guard: bool,
    /// Whether to record unseen parts.
    pub covers: bool,
    /// The paths of values that are known only after the change.
    pub unknown: &'p [Path],
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
        let mut incomplete = incomplete.to_vec();
        let remote = match function.has_rules() {
            true => function.remote_rules.get(
                function.config.rules.uris(),
                function.fetch.as_ref(),
                &mut incomplete,
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
            incomplete.push(too_large("WARDEN_RULES", &error));
            rules.clear();
        }
        let parameters = match rules.is_empty() {
            true => Vec::new(),
            false => input_parameters(function, &mut incomplete),
        };
        let (config, deletes) = (&function.config, context.deletes());
        let waivers = policy.waivers();
        let mut request = engine::Request::for_deployment(
            function.lint_rules,
            function.schemas().knowledge.clone(),
            function.now,
        );
        policy.policy().apply_to(&mut request);
        if deletes {
            request.controls = &[];
        }
        let (lint_rules, knowledge) = (
            request.lint_settings.rules,
            request.lint_settings.knowledge.clone(),
        );
        let request = engine::Request {
            rules,
            rules_reading: if deletes { ABOUT_DELETIONS } else { &[] },
            input_parameters: parameters
                .iter()
                .flat_map(|texts| texts.iter())
                .map(Text::input)
                .collect(),
            language: config.language,
            lint_settings: cfn_warden_lint::Settings {
                rules: lint_rules,
                knowledge: knowledge.clone(),
                deployment_rules: true,
                limits: function.sizes().lint(),
                regions: config
                    .lint
                    .regions
                    .clone()
                    .or_else(|| Some(vec![context.region()?.to_owned()])),
                // The author of a template does not decide which of the account's rules apply to it.
                suppressions: config
                    .template_suppressions
                    .unwrap_or(TemplateSuppressions::Deny),
                ..config.lint.clone()
            },
            guard_limits: function.sizes().guard(),
            view: config.deployments.map_or(config.view, View::Deployments),
            unknown: config.unknown,
            // Unseen parts of a deleted target do not matter.
            coverage: match deletes {
                true => nothing(),
                false => config.coverage.clone(),
            },
            fail_on: config.fail_on,
            waivers: &waivers,
            waiver_check: WaiverCheck::Shared,
            target: Target {
                account: Some(context.account_id.as_str()).filter(|id| !id.is_empty()),
                stack: context.stack_name(),
                ..request.target
            },
            order: FindingOrder::Engine,
            texts: SourceTexts::Omitted,
            fingerprints: Fingerprints::when(config.hook.findings == HookFindings::Changed),
            cancel: function.cancel,
            ..request
        };
        let arena = Bump::new();
        use_it(Evaluator {
            function,
            knowledge,
            extra: Part::of_caller(incomplete),
            session: Session::open(&request, &function.cache, &arena),
            deletes,
        })
    }

    /// Returns whether there are rules. Controls are not about deletions.
    pub fn has_rules(&self) -> bool {
        let request = self.session.request();
        !request.rules.is_empty() || !request.controls.is_empty()
    }

    /// Returns whether the linter runs. Deleted targets are not linted.
    pub fn lints(&self) -> bool {
        self.function.config.hook.lint && !self.deletes
    }

    /// Returns the configured engines.
    pub fn engines(&self) -> Engines<'static> {
        Engines {
            lint: self.lints(),
            guard: self.has_rules(),
            covers: true,
            unknown: &[],
        }
    }

    /// Looks up unknown types in the registry.
    pub fn look_up(&mut self, unknown: BTreeSet<String>) {
        let mut incomplete = Vec::new();
        self.knowledge = types(
            &self.function.schemas().knowledge,
            unknown,
            self.function,
            self.function.now,
            &mut incomplete,
        );
        self.extra.add_incomplete(incomplete);
    }

    /// Checks a document. `sections` is a JSON object with the sections that rules see in addition.
    pub fn check(&self, document: &str, sections: &str, engines: Engines<'_>) -> Part<'static> {
        if !engines.lint && !engines.guard {
            return Part::default();
        }
        let mut settings = engine::Request {
            context: Some(Input {
                name: "HookContext",
                content: sections.as_bytes(),
            }),
            lint: if engines.lint {
                Linting::All
            } else {
                Linting::Off
            },
            ..self.session.request().clone()
        };
        settings.lint_settings.knowledge = self.knowledge.clone();
        if !engines.guard {
            settings.rules.clear();
            settings.controls = &[];
        }
        if !engines.covers {
            settings.coverage = nothing();
        }
        // What is known only after the change is unknown on deployments.
        if !engines.unknown.is_empty() {
            settings.placeholder = Some(Placeholder {
                text: scope::KNOWN_AFTER_APPLY,
                paths: engines.unknown,
            });
            if self.function.config.deployments.is_none() {
                settings.view = View::Deployments(DeploymentScope::Any);
            }
        }
        let input = Input {
            name: evaluation::DOCUMENT,
            content: document.as_bytes(),
        };
        self.session
            .check_as(input, &settings)
            .named(evaluation::DOCUMENT)
    }

    /// Records an unseen part.
    pub fn add(&mut self, part: NotSeen) {
        self.extra
            .add_not_seen(&self.function.config.coverage, part);
    }

    /// Returns the findings on the state before the operation.
    pub fn findings_before(&self, parts: impl IntoIterator<Item = Part<'static>>) -> Vec<Finding> {
        self.session.finish_made(parts, None).findings
    }

    /// Returns the result of the invocation. `has_positions` says whether positions refer to the user's own template.
    pub fn finish(
        self,
        parts: impl IntoIterator<Item = Part<'static>>,
        known: Option<&mut dyn KnownFindings>,
        has_positions: bool,
    ) -> Evaluation {
        let parts = std::iter::once(self.extra).chain(parts);
        Evaluation::checked(self.session.finish_made(parts, known), has_positions)
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
