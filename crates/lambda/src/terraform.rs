//! Terraform configurations in requests: documents with a matching name, or whose text can only be Terraform.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use bumpalo::Bump;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::decode::{parse, texts};
use super::error::RequestError;
use super::event::Fields;
use super::text::Text;
use cfn_warden_engine::{self as engine, Configuration, Linting, RuleSelection};
use cfn_warden_lint::Settings as LintSettings;
use cfn_warden_syntax as syntax;
use cfn_warden_syntax::cancel::Cancel;
use cfn_warden_template::document::is_meant_as_template;
use cfn_warden_terraform::{
    self as terraform, CallModules, FileSet, Files, Host, Language, MissingFiles, Mocks,
    PlanSettings, Providers, Schemas, Sensitive, Settings, ValueLimits, VariableSources,
};

/// The `terraform` field: how configurations become plans.
#[derive(Debug)]
pub struct TerraformOptions {
    /// Variable values, a JSON object.
    variables: Option<String>,
    /// Mocks of data sources.
    mocks: Vec<Text>,
    /// The output of `terraform providers schema -json`.
    provider_schema: Option<String>,
    references: terraform::References,
    unknown_count: terraform::UnknownCount,
    sensitive: Sensitive,
    /// Modules that are left out, by source.
    ignored_modules: Vec<String>,
    language: Language,
}

impl Default for TerraformOptions {
    fn default() -> TerraformOptions {
        TerraformOptions {
            variables: None,
            mocks: Vec::new(),
            provider_schema: None,
            references: terraform::References::Planned,
            unknown_count: terraform::UnknownCount::default(),
            sensitive: Sensitive::default(),
            ignored_modules: Vec::new(),
            language: Language::default(),
        }
    }
}

const FIELDS: [&str; 8] = [
    "ignore_modules",
    "language_version",
    "mocks",
    "provider_schema",
    "references",
    "show_sensitive",
    "unknown_count",
    "variables",
];

/// Decodes the field.
///
/// # Errors
/// [`RequestError`] with the invalid field.
pub fn decode(value: &RawValue) -> Result<TerraformOptions, RequestError> {
    let fields: Fields<'_> = parse(value, "terraform", "an object")?;
    if let Some(other) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        let message = format!("unknown field; expected one of {}", FIELDS.join(", "));
        return Err(RequestError::field(format!("terraform.{other}"), message));
    }
    let object = |name: &str| -> Result<Option<String>, RequestError> {
        let Some(value) = fields.get(name) else {
            return Ok(None);
        };
        if value.get().starts_with('{') {
            return Ok(Some(value.get().to_owned()));
        }
        Err(RequestError::field(
            format!("terraform.{name}"),
            "expected an object",
        ))
    };
    let mocks = fields
        .get("mocks")
        .map(|value| texts(value, "terraform.mocks"))
        .transpose()?
        .unwrap_or_default();
    let mut tried = Mocks::default();
    for text in &mocks {
        tried
            .add(&text.name, &text.content)
            .map_err(|errors| RequestError::field(&text.name, errors.join("\n")))?;
    }
    let provider_schema = object("provider_schema")?;
    if let Some(schema) = &provider_schema {
        Schemas::parse(schema.as_bytes())
            .map_err(|reason| RequestError::field("terraform.provider_schema", reason))?;
    }
    Ok(TerraformOptions {
        variables: object("variables")?,
        mocks,
        provider_schema,
        references: match word(&fields, "references", "planned or unknown")? {
            Some(References::Unknown) => terraform::References::Unknown,
            Some(References::Planned) | None => terraform::References::Planned,
        },
        unknown_count: match word(&fields, "unknown_count", "deferred or one")? {
            Some(UnknownCount::One) => terraform::UnknownCount::One,
            Some(UnknownCount::Deferred) | None => terraform::UnknownCount::Deferred,
        },
        sensitive: match word(&fields, "show_sensitive", "true or false")? {
            Some(true) => Sensitive::Shown,
            Some(false) | None => Sensitive::Redacted,
        },
        ignored_modules: word(&fields, "ignore_modules", "a list of sources")?.unwrap_or_default(),
        language: match word(&fields, "language_version", "\"1.11\" or \"1.15\"")? {
            Some(LanguageVersion::V1_11) => Language::V1_11,
            Some(LanguageVersion::V1_15) => Language::V1_15,
            None => Language::default(),
        },
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum References {
    Planned,
    Unknown,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum UnknownCount {
    Deferred,
    One,
}

#[derive(Deserialize)]
enum LanguageVersion {
    #[serde(rename = "1.11")]
    V1_11,
    #[serde(rename = "1.15")]
    V1_15,
}

fn word<'e, T: Deserialize<'e>>(
    fields: &Fields<'e>,
    name: &str,
    expected: &str,
) -> Result<Option<T>, RequestError> {
    fields
        .get(name)
        .map(|value| parse(value, &format!("terraform.{name}"), expected))
        .transpose()
}

/// The file with a request's variable values; no document can have this name.
const VARIABLES: &str = "<request>.tfvars.json";

/// The extensions of documents that are checked on their own, also next to a configuration.
const DOCUMENTS: &[&str] = &[".json", ".template", ".yaml", ".yml"];

impl TerraformOptions {
    /// Evaluates the configurations among the documents. Their files are removed from the documents, and so are files without a
    /// document's extension that a configuration reads, such as scripts. What nothing reads stays a document, and so does what looks
    /// like a template: it is checked, or an error names it.
    pub fn configurations(
        &self,
        documents: &mut Vec<Text>,
        lint: Linting,
        lint_settings: &LintSettings,
        limits: ValueLimits,
        cancel: Cancel<'_>,
    ) -> Vec<Configuration> {
        let listed = |list: &Option<Vec<String>>| list.clone().unwrap_or_default();
        let rules = (lint != Linting::Off).then(|| RuleSelection {
            included: listed(&lint_settings.include_checks),
            ignored: listed(&lint_settings.ignore_checks),
            suppressions: lint_settings.suppressions,
        });
        let mut files = FileSet::default();
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for text in documents.iter() {
            if let Some(path) = path_of(text) {
                files.add(&path, text.content.as_bytes());
                names.insert(terraform::clean_path(&path), text.name.clone());
            }
        }
        let folder_of = |path: &str| {
            path.rsplit_once('/')
                .map_or(".", |(folder, _)| folder)
                .to_owned()
        };
        let folders: BTreeSet<String> = names.keys().map(|path| folder_of(path)).collect();
        let roots = terraform::roots(&files, &folders.into_iter().collect::<Vec<_>>());
        if roots.is_empty() {
            // Variable values without a configuration are ordinary documents.
            return Vec::new();
        }
        for text in documents.iter().filter(|text| path_of(text).is_none()) {
            files.add(&text.name, text.content.as_bytes());
        }
        let read = RefCell::default();
        let shown = |path: &str| names.get(path).cloned().unwrap_or_else(|| path.to_owned());
        let mut left = limits;
        let mut one = |folder: &String| {
            let mut files = files.clone();
            let at = if folder == "." {
                VARIABLES.to_owned()
            } else {
                format!("{folder}/{VARIABLES}")
            };
            files.add(&at, self.variables.as_deref().unwrap_or("{}").as_bytes());
            let files = RecordedFiles {
                files: &files,
                read: &read,
            };
            let host = Host {
                folder: folder.clone(),
                missing_files: MissingFiles::Unknown,
                language: self.language,
                ..Host::from_files(&files)
            };
            let settings = Settings {
                variable_sources: VariableSources {
                    files: vec![VARIABLES.to_owned()],
                    must_be_declared: self.variable_names(),
                    ..VariableSources::default()
                },
                call_modules: CallModules::All,
                ignored_modules: self.ignored_modules.clone(),
                references: self.references,
                unknown_count: self.unknown_count,
                providers: self.providers(),
                limits: left,
                cancel,
                ..Settings::new(&host)
            };
            let plan_settings = PlanSettings {
                sensitive: self.sensitive,
                ..PlanSettings::default()
            };
            let configuration = engine::configuration(
                &called(folder, &names),
                &settings,
                &plan_settings,
                rules.as_ref(),
                &shown,
            );
            // The plans of all configurations are kept until they are checked.
            left = left.without(configuration.text.len());
            configuration
        };
        let configurations = roots.iter().map(&mut one).collect();
        let read = read.into_inner();
        documents.retain(|text| stays_document(text, &read));
        configurations
    }

    /// Returns the names of the variables that have values.
    fn variable_names(&self) -> Vec<String> {
        let fields = self
            .variables
            .as_deref()
            .map(serde_json::from_str::<Fields<'_>>);
        fields
            .and_then(Result::ok)
            .map(|fields| fields.into_keys().collect())
            .unwrap_or_default()
    }

    /// Parses the mocks and schemas, which `decode` has validated.
    fn providers(&self) -> Providers {
        let mut mocks = Mocks::default();
        for text in &self.mocks {
            let _ = mocks.add(&text.name, &text.content);
        }
        let schemas = self
            .provider_schema
            .as_ref()
            .and_then(|schema| Schemas::parse(schema.as_bytes()).ok());
        Providers {
            schemas: schemas.unwrap_or_default(),
            mocks,
        }
    }
}

/// The files of a request, and the paths of those that were read.
struct RecordedFiles<'f> {
    files: &'f FileSet,
    read: &'f RefCell<BTreeSet<String>>,
}

impl Files for RecordedFiles<'_> {
    fn read(&self, path: &str) -> Option<Rc<[u8]>> {
        let bytes = self.files.read(path)?;
        self.read.borrow_mut().insert(path.to_owned());
        Some(bytes)
    }

    fn list(&self, folder: &str) -> Option<Vec<String>> {
        self.files.list(folder)
    }

    fn folders(&self, folder: &str) -> Vec<String> {
        self.files.folders(folder)
    }
}

/// Returns whether a document beside configurations is checked on its own. `read` has the files that the configurations read.
fn stays_document(text: &Text, read: &BTreeSet<String>) -> bool {
    let base = text.name.rsplit('/').next().unwrap_or_default();
    if path_of(text).is_some() {
        // Configuration files are parsed. Variable files may be left unread, whatever they contain.
        return !terraform::is_configuration(base) && is_template_text(text);
    }
    if has_document_extension(base) || is_template_text(text) {
        return true;
    }
    // Lock files and settings of tools are not for configurations to read.
    !read.contains(&terraform::clean_path(&text.name)) && !base.ends_with(".hcl")
}

fn has_document_extension(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    DOCUMENTS.iter().any(|ending| name.ends_with(ending))
}

/// Returns whether the content of a document is meant as a template.
fn is_template_text(text: &Text) -> bool {
    let arena = Bump::new();
    let parsed = syntax::parse(&arena, &text.content, &text.name);
    parsed.tree.as_ref().is_some_and(is_meant_as_template)
}

/// Returns a configuration's name: its folder, or its only file.
fn called(folder: &str, names: &BTreeMap<String, String>) -> String {
    match names.first_key_value() {
        Some((_, name)) if names.len() == 1 => name.clone(),
        _ => folder.to_owned(),
    }
}

/// Returns the path of a document that belongs to a configuration; `None` for others.
fn path_of(text: &Text) -> Option<String> {
    let base = text.name.rsplit('/').next().unwrap_or_default();
    let named = terraform::is_configuration(base)
        || terraform::is_variable_file(base)
        || text.name.ends_with(".terraform/modules/modules.json");
    if named {
        return Some(text.name.trim_start_matches('/').to_owned());
    }
    let document = has_document_extension(base);
    let name = text.name.trim_start_matches('.').replace('/', "_");
    let name = if name.is_empty() {
        "main".to_owned()
    } else {
        name
    };
    (!document && terraform::is_configuration_text(&text.content)).then(|| format!("{name}.tf"))
}
