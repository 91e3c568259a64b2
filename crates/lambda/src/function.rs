//! The function's state between invocations, and what an invocation results in.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::bundle::Follower;
use super::config::Config;
use super::knowledge::{self, Follower as Schemas};
use super::log::Log;
use super::registered::RegisteredTypes;
use super::remote_rules::RemoteRules;
use super::rules;
use super::sizes::Sizes;
use super::text::Text;
use cfn_warden_engine::error::Error;
use cfn_warden_engine::{self as engine, Cache, Incomplete};
use cfn_warden_fetch::Fetch;
use cfn_warden_lint::RuleSet;
use cfn_warden_schema::Knowledge;

/// State that is kept between invocations.
#[derive(Debug)]
pub struct Function {
    /// The settings.
    pub config: Config,
    /// The compiled rules.
    pub cache: Cache,
    /// The rules in the function's own folder.
    pub rules: Arc<[Text]>,
    /// Other files in that folder.
    pub skipped_rules: Arc<[String]>,
    /// The input parameters in the function's own folder.
    pub input_parameters: Arc<[Text]>,
    /// The file of waivers in the function's own folder.
    pub waivers: Arc<[Text]>,
    /// The policy bundle, if the settings name one.
    pub bundle: Follower,
    /// The candidate for it.
    pub shadow_bundle: Follower,
    /// Cached rules from S3.
    pub remote_rules: RemoteRules,
    /// The bundled schemas, or those of a file in the function's own folder or in a layer.
    pub knowledge: Knowledge,
    /// What templates are linted with.
    pub lint_rules: RuleSet,
    /// The schemas in S3.
    pub schemas: Schemas,
    /// The additional schemas in the function's own folder.
    pub additional_schemas: Arc<[Text]>,
    /// Cached types from the account's registry.
    pub registered_types: RegisteredTypes,
    /// The AWS client.
    pub fetch: Box<dyn Fetch>,
}

impl Function {
    /// Creates the function with the bundled schemas, these lint rules, default settings and no Guard rules.
    pub fn new(lint_rules: RuleSet) -> Function {
        Function {
            config: Config::default(),
            cache: Cache::default(),
            rules: Arc::default(),
            skipped_rules: Arc::default(),
            input_parameters: Arc::default(),
            waivers: Arc::default(),
            bundle: Follower::default(),
            shadow_bundle: Follower::default(),
            remote_rules: RemoteRules::default(),
            knowledge: engine::bundled_knowledge(),
            schemas: Schemas::default(),
            additional_schemas: Arc::default(),
            registered_types: RegisteredTypes::default(),
            fetch: Box::default(),
            lint_rules,
        }
    }

    /// Creates the function with the rules that its settings name.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn deployed(
        config: Config,
        fetch: Box<dyn Fetch>,
        lint_rules: RuleSet,
    ) -> Result<Function, Error> {
        let mut function = Function::start(config, fetch, lint_rules);
        if function.config.problems.is_empty() {
            Ok(function)
        } else {
            Err(function.config.problems.remove(0))
        }
    }

    /// Creates the function. Invalid settings are added to `problems`, and the function then answers every event with
    /// them.
    pub fn start(mut config: Config, fetch: Box<dyn Fetch>, lint_rules: RuleSet) -> Function {
        let input_parameters = rules::file("WARDEN_INPUT_PARAMETERS", &config.input_parameters);
        let waivers = rules::file("WARDEN_WAIVERS", &config.waivers);
        let files = rules::deployed(&config).unwrap_or_else(|problem| {
            config.problems.push(problem);
            rules::Files::default()
        });
        let own = knowledge::own(&config).unwrap_or_else(|problem| {
            config.problems.push(problem);
            None
        });
        let own = own.unwrap_or_else(engine::bundled_knowledge);
        let schemas = knowledge::additional(&config, &own);
        let mut texts = |texts: Result<_, Error>| {
            texts.unwrap_or_else(|problem| {
                config.problems.push(problem);
                Arc::default()
            })
        };
        let (input_parameters, waivers, schemas) =
            (texts(input_parameters), texts(waivers), texts(schemas));
        let sizes = Sizes::of(&config.function);
        Function {
            cache: Cache::within(sizes.rules()),
            remote_rules: RemoteRules::with_capacity(sizes.kept_rules()),
            rules: files.texts,
            skipped_rules: files.skipped,
            input_parameters,
            waivers,
            knowledge: own,
            additional_schemas: schemas,
            config,
            fetch,
            ..Function::new(lint_rules)
        }
    }

    /// Returns the size limits for the function's memory.
    pub fn sizes(&self) -> Sizes {
        Sizes::of(&self.config.function)
    }

    /// Returns whether the function has rules in its folder or in S3.
    pub fn has_rules(&self) -> bool {
        let Config {
            rules,
            packs,
            bundle,
            ..
        } = &self.config;
        !self.rules.is_empty()
            || !rules.uris().is_empty()
            || !packs.controls.is_empty()
            || bundle.is_some()
    }
}

/// A response and its log record.
#[derive(Debug)]
pub struct Handled {
    /// The response, JSON.
    pub answer: String,
    /// Counts, without contents of the event.
    pub log: Log,
}

/// Returns schemas with those of unknown types, which are looked up if the function is configured to. Failed lookups are
/// added to `incomplete`.
pub fn types(
    knowledge: &Knowledge,
    unknown: BTreeSet<String>,
    function: &Function,
    now: i64,
    incomplete: &mut Vec<Incomplete>,
) -> Knowledge {
    let knowledge = knowledge.clone();
    if !function.config.registry_types {
        return knowledge;
    }
    let found = function
        .registered_types
        .get(unknown, function.fetch.as_ref(), now, incomplete);
    knowledge.with_types(found)
}
