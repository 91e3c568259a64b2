//! Direct requests, as documented in docs/contract.md.

use std::collections::BTreeMap;
use std::sync::Arc;

use bumpalo::Bump;
use serde_json::value::RawValue;

use super::config::Config;
use super::decode::{by_name, dialect, document, named, parse, scalar, semantics, texts};
use super::error::RequestError;
use super::event::Fields;
use super::lint;
use super::report_uri::{self, ReportTarget};
use super::source::{self, Documents, SourceLocation};
use super::terraform;
pub use super::text::Text;
use super::verdict;
use cfn_warden_engine::coverage::Policies;
use cfn_warden_engine::{FailOn, Linting, Record, UnknownPolicy, View};
use cfn_warden_fetch::S3Uri;
use cfn_warden_guard::Language;
use cfn_warden_lint::Settings;
use cfn_warden_policies::{self as bundled, Policy};
use cfn_warden_report::Format;
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::finding::TemplateSuppressions;
use cfn_warden_template::{ParameterSet, parameter_values};

/// The fields of cfn-guard-lambda's request.
const GUARD_LAMBDA: &[&str] = &["data", "rules", "verbose"];
/// Additional fields.
const SUPERSET: &[&str] = &[
    "coverage",
    "data_uri",
    "deployments",
    "dialect",
    "fail_on",
    "format",
    "input_parameters",
    "lint",
    "packs",
    "parameters",
    "report_mode",
    "report_uri",
    "resolve",
    "rules_uri",
    "semantics",
    "stack",
    "template_suppressions",
    "terraform",
    "unknown",
    "view",
];
/// Returns whether requests have a field of this name.
pub fn is_field(name: &str) -> bool {
    GUARD_LAMBDA.contains(&name) || SUPERSET.contains(&name)
}

/// The field that selects another kind of request; known kinds are handled before.
const KIND: &str = "kind";

/// A decoded direct request.
#[derive(Debug)]
pub struct Request {
    /// The documents to check, or their sources.
    pub documents: Documents,
    /// The Guard rules in the request, if any.
    pub rules: Option<Arc<[Text]>>,
    /// The locations of further Guard rules. Without either, the function's own rules apply.
    pub rules_uri: Vec<SourceLocation<S3Uri>>,
    /// The bundled policies to evaluate; `None` for the policy of the settings.
    pub packs: Option<Policy>,
    /// The target of the report.
    pub report: Option<ReportTarget>,
    /// The dialect and semantics of Guard rules.
    pub language: Language,
    /// Whether to return cfn-guard-lambda's `message`, and how long.
    pub record: Record,
    /// Which documents to lint.
    pub lint: Linting,
    /// The linter's settings, including parameter values.
    pub lint_settings: Settings,
    /// The view of templates for Guard.
    pub view: View,
    /// How rules count whose verdict depends on unknown values.
    pub unknown: Option<UnknownPolicy>,
    /// The coverage policies.
    pub coverage: Policies,
    /// Documents that are merged into each document for Guard.
    pub input_parameters: Vec<Text>,
    /// The minimum severity that makes the run not compliant.
    pub fail_on: FailOn,
    /// An additional report format.
    pub format: Option<&'static Format>,
    /// How Terraform configurations become plans.
    pub terraform: terraform::TerraformOptions,
}

/// Decodes a direct request; omitted fields have their configured values.
///
/// # Errors
/// [`RequestError`] for the first field that is missing, unknown or invalid.
pub fn decode(fields: &Fields<'_>, config: &Config) -> Result<Request, RequestError> {
    reject_unknown_fields(fields)?;
    let documents = documents(fields)?;
    let (lint, lint_settings) = linting(fields, config)?;
    let suppressions = suppressions(fields, config)?;
    let lint_settings = Settings {
        parameter_sets: parameters(fields)?,
        suppressions,
        ..lint_settings
    };
    let format: Option<String> = scalar(fields, "format", "the name of a format")?;
    let compatible = format.as_deref() == Some("guard-lambda") || is_guard_lambda(fields);
    let verbose: Option<bool> = scalar(fields, "verbose", "true or false")?;
    Ok(Request {
        documents,
        rules: rules(fields)?,
        rules_uri: fields
            .get("rules_uri")
            .map(|value| source::rules(value))
            .transpose()?
            .unwrap_or_default(),
        packs: packs(fields)?,
        report: report_uri::decode(fields, config.report_bucket.as_ref())?,
        language: language(fields, config.language)?,
        record: match (compatible, verbose) {
            (false, _) => Record::None,
            (true, Some(false)) => Record::Terse,
            (true, _) => Record::Full,
        },
        lint,
        lint_settings,
        unknown: unknown(fields, config)?,
        view: view(fields, config)?,
        coverage: policies(fields, config)?,
        input_parameters: input_parameters(fields)?,
        fail_on: match scalar::<String>(fields, "fail_on", "a string")? {
            Some(word) => {
                verdict::fail_on(&word).map_err(|reason| RequestError::field("fail_on", reason))?
            }
            None => config.fail_on,
        },
        terraform: fields
            .get("terraform")
            .map(|value| terraform::decode(value))
            .transpose()?
            .unwrap_or_default(),
        format: format
            .as_deref()
            .filter(|name| *name != "guard-lambda")
            .map(by_name)
            .transpose()?,
    })
}

/// Decodes `packs`.
///
/// # Errors
/// [`RequestError`] for a name that is neither a pack nor a control.
fn packs(fields: &Fields<'_>) -> Result<Option<Policy>, RequestError> {
    let Some(names) = scalar::<Vec<String>>(fields, "packs", "a list of strings")? else {
        return Ok(None);
    };
    let selected = bundled::select(names.iter().map(String::as_str));
    selected
        .map(|controls| Some(controls.into()))
        .map_err(|reason| RequestError::field("packs", reason))
}

/// Decodes `unknown`, with the configured value as default.
///
/// # Errors
/// [`RequestError`] for an unknown value.
fn unknown(fields: &Fields<'_>, config: &Config) -> Result<Option<UnknownPolicy>, RequestError> {
    match scalar::<String>(fields, "unknown", "a string")? {
        Some(word) => verdict::unknown_named(&word)
            .map(Some)
            .map_err(|reason| RequestError::field("unknown", reason)),
        None => Ok(config.unknown),
    }
}

/// Decodes the view of templates: `resolve`, `deployments` or `view`.
///
/// # Errors
/// [`RequestError`] if two of them select a view, or one in the request another one than the configured deployments.
fn view(fields: &Fields<'_>, config: &Config) -> Result<View, RequestError> {
    let resolve: Option<bool> = scalar(fields, "resolve", "true or false")?;
    let resolved = resolve
        .filter(|resolve| *resolve)
        .map(|_| ("resolve", View::Deployed));
    let deployments = scalar::<String>(fields, "deployments", "a string")?;
    let scope = deployments
        .as_deref()
        .map(verdict::deployments_named)
        .transpose();
    let scope = scope.map_err(|reason| RequestError::field("deployments", reason))?;
    let written = verdict::view(fields)?.map(|view| ("view", view));
    let deployed = scope
        .flatten()
        .map(|scope| ("deployments", View::Deployments(scope)));
    let configured = config.deployments.filter(|_| scope.is_none());
    let configured =
        configured.map(|scope| ("the setting WARDEN_DEPLOYMENTS", View::Deployments(scope)));
    let mut selected = [deployed, configured, resolved, written]
        .into_iter()
        .flatten();
    match (selected.next(), selected.next()) {
        (Some((first, _)), Some((other, _))) => {
            let expected = "expected one of resolve, deployments and view; `\"deployments\": \"written\"` replaces the setting";
            Err(RequestError::field(
                other,
                format!("conflicts with {first}; {expected}"),
            ))
        }
        (Some((_, view)), None) => Ok(view),
        (None, _) => Ok(config.view),
    }
}

/// Returns whether a request is one of cfn-guard-lambda: only its fields, with strings in them.
fn is_guard_lambda(fields: &Fields<'_>) -> bool {
    let is_text = |value: &RawValue| value.get().starts_with('"');
    let are_texts = |list: &&RawValue| {
        serde_json::from_str::<Vec<&RawValue>>(list.get())
            .is_ok_and(|items| items.into_iter().all(is_text))
    };
    fields
        .keys()
        .all(|name| GUARD_LAMBDA.contains(&name.as_str()))
        && fields.get("data").is_some_and(|data| is_text(data))
        && fields.get("rules").is_some_and(are_texts)
}

fn reject_unknown_fields(fields: &Fields<'_>) -> Result<(), RequestError> {
    for name in fields.keys().map(String::as_str) {
        if name == KIND {
            let expected =
                "expected self-test or terraform-variables; omit the field for other requests";
            return Err(RequestError::field(name, expected));
        }
        if !GUARD_LAMBDA.contains(&name) && !SUPERSET.contains(&name) {
            let fields = [GUARD_LAMBDA, SUPERSET].concat().join(", ");
            return Err(RequestError::field(
                name,
                format!("unknown field; expected one of {fields}"),
            ));
        }
    }
    Ok(())
}

/// The alternative fields for documents.
const SOURCES: [&str; 3] = ["data", "data_uri", "stack"];

fn documents(fields: &Fields<'_>) -> Result<Documents, RequestError> {
    let mut sources = SOURCES
        .iter()
        .filter_map(|name| Some((*name, *fields.get(*name)?)));
    let Some((name, value)) = sources.next() else {
        let expected = "missing; expected the document as a string or JSON object, or one of data_uri and stack";
        return Err(RequestError::field("data", expected));
    };
    if let Some((other, _)) = sources.next() {
        return Err(RequestError::field(
            other,
            format!("conflicts with {name}; expected only one source of documents"),
        ));
    }
    match name {
        "data_uri" => source::documents(value).map(Documents::At),
        "stack" => source::stack(value).map(Documents::Stack),
        _ => inline(value, "data").map(Documents::Inline),
    }
}

/// Decodes `data`: a string, a JSON object that is the document itself, or a list of `{name, content}`.
fn inline(data: &RawValue, field: &str) -> Result<Vec<Text>, RequestError> {
    match data.get().as_bytes().first() {
        Some(b'"' | b'{') => Ok(vec![Text {
            name: String::new(),
            content: document(data, field)?,
        }]),
        Some(b'[') => match named(data, field, document)? {
            none if none.is_empty() => Err(RequestError::field(
                field,
                "the list is empty; expected at least one document",
            )),
            documents => Ok(documents),
        },
        _ => Err(RequestError::field(
            field,
            "expected a string, a JSON object, or a list of {name, content}",
        )),
    }
}

/// Decodes `input_parameters`: documents as in `data`.
fn input_parameters(fields: &Fields<'_>) -> Result<Vec<Text>, RequestError> {
    const FIELD: &str = "input_parameters";
    let mut texts = fields
        .get(FIELD)
        .map_or(Ok(Vec::new()), |value| inline(value, FIELD))?;
    texts
        .iter_mut()
        .filter(|text| text.name.is_empty())
        .for_each(|text| FIELD.clone_into(&mut text.name));
    Ok(texts)
}

/// Decodes `parameters`: `{name: value}`, or a list of `{ParameterKey, ParameterValue}`.
fn parameters(fields: &Fields<'_>) -> Result<Vec<ParameterSet>, RequestError> {
    const FIELD: &str = "parameters";
    let Some(value) = fields.get(FIELD) else {
        return Ok(Vec::new());
    };
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, value.get(), FIELD);
    let tree = parsed.tree.as_ref().filter(|_| parsed.errors.is_empty());
    let Some(mut set) = tree.and_then(|tree| parameter_values::file::any_form(tree, FIELD)) else {
        let expected = "expected {name: value} or a list of {ParameterKey, ParameterValue} with unique names and nothing else; values are strings, \
                        numbers, booleans or lists of these";
        return Err(RequestError::field(FIELD, expected));
    };
    // Positions within the event would not help users.
    set.source = None;
    set.values.iter_mut().for_each(|given| given.at = None);
    Ok(vec![set])
}

/// Decodes `semantics` and `dialect`.
fn language(fields: &Fields<'_>, deployed: Language) -> Result<Language, RequestError> {
    let mut language = deployed;
    if let Some(name) = scalar::<String>(fields, "semantics", "the name of a version")? {
        language.semantics =
            semantics(&name).map_err(|reason| RequestError::field("semantics", reason))?;
    }
    if let Some(name) = scalar::<String>(fields, "dialect", "the name of a dialect")? {
        language.dialect =
            dialect(&name).map_err(|reason| RequestError::field("dialect", reason))?;
    }
    Ok(language)
}

fn rules(fields: &Fields<'_>) -> Result<Option<Arc<[Text]>>, RequestError> {
    let Some(rules) = fields.get("rules") else {
        return Ok(None);
    };
    if !rules.get().starts_with('[') {
        return Err(RequestError::field(
            "rules",
            "expected a list of strings or {name, content}",
        ));
    }
    texts(rules, "rules").map(|texts| Some(texts.into()))
}

/// Decodes `lint`: true, false, or an object of settings; omitted settings have their configured values.
fn linting(fields: &Fields<'_>, config: &Config) -> Result<(Linting, Settings), RequestError> {
    let Some(value) = fields.get("lint") else {
        return Ok((Linting::Templates, config.lint.clone()));
    };
    match value.get() {
        "true" => Ok((Linting::All, config.lint.clone())),
        "false" => Ok((Linting::Off, config.lint.clone())),
        object if object.starts_with('{') => {
            Ok((Linting::All, lint::settings(value, &config.lint)?))
        }
        _ => Err(RequestError::field(
            "lint",
            "expected true, false or an object of settings",
        )),
    }
}

/// Decodes `template_suppressions`, with the configured value as default.
///
/// # Errors
/// [`RequestError`] for a value other than `allow` or `deny`.
pub fn suppressions(
    fields: &Fields<'_>,
    config: &Config,
) -> Result<TemplateSuppressions, RequestError> {
    const FIELD: &str = "template_suppressions";
    match scalar::<String>(fields, FIELD, "a string")? {
        Some(word) => {
            TemplateSuppressions::named(&word).map_err(|reason| RequestError::field(FIELD, reason))
        }
        None => Ok(config.template_suppressions.unwrap_or_default()),
    }
}

/// Decodes `coverage`: an object from kinds to policies; other kinds have their configured policies.
///
/// # Errors
/// [`RequestError`] for the first unknown kind or policy.
pub fn policies(fields: &Fields<'_>, config: &Config) -> Result<Policies, RequestError> {
    let mut policies = config.coverage.clone();
    let Some(value) = fields.get("coverage") else {
        return Ok(policies);
    };
    let named: BTreeMap<String, String> =
        parse(value, "coverage", "an object such as {\"macro\": \"fail\"}")?;
    for (kind, policy) in &named {
        let set = policies.set_named(kind, policy);
        set.map_err(|reason| RequestError::field(format!("coverage.{kind}"), reason))?;
    }
    Ok(policies)
}
