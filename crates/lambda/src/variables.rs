//! Requests of the kind `terraform-variables`, as documented in docs/contract.md: checks of values for a module's
//! variables.

use bumpalo::Bump;
use serde_json::value::RawValue;

use super::call::Call;
use super::decode::{self, document, named, scalar};
use super::error::RequestError;
use super::event::Fields;
use super::function::{Function, Handled};
use super::log::RuleNames;
use super::output::{OutputOptions, handled};
use super::report_uri::{self, ReportTarget};
use super::text::Text;
use super::verdict;
use cfn_warden_engine::{self as engine, FailOn};
use cfn_warden_report::Format;
use cfn_warden_terraform::schema::Additional;
use cfn_warden_terraform::variables::{Check, Conversion};
use cfn_warden_terraform::{self as terraform, FileSet, Host, Settings, VariableSources};

/// The value of `kind`.
const KIND: &str = "terraform-variables";

const FIELDS: &[&str] = &[
    "kind",
    "data",
    "module",
    "strict",
    "disallow_additional_properties",
    "fail_on",
    "format",
    "report_mode",
    "report_uri",
];

/// A decoded request.
struct Request {
    files: FileSet,
    /// The module's folder.
    folder: String,
    /// Files of values that Terraform does not load automatically, in order.
    values: Vec<String>,
    conversion: Conversion,
    additional: Additional,
    fail_on: FailOn,
    format: Option<&'static Format>,
    report: Option<ReportTarget>,
}

/// Returns whether a request has this kind.
pub fn is_variables_request(fields: &Fields<'_>) -> bool {
    fields
        .get("kind")
        .is_some_and(|kind| serde_json::from_str::<&str>(kind.get()).is_ok_and(|kind| kind == KIND))
}

/// Checks the values of a request.
///
/// # Errors
/// [`RequestError`] for the first field that is missing, unknown or invalid.
pub fn handle(fields: &Fields<'_>, function: &Call<'_>) -> Result<Handled, RequestError> {
    let request = decode(fields, function)?;
    let host = Host {
        folder: request.folder.clone(),
        ..Host::from_files(&request.files)
    };
    let settings = Settings {
        variable_sources: VariableSources {
            files: request.values.clone(),
            ..VariableSources::default()
        },
        limits: function.sizes().terraform(),
        cancel: function.cancel,
        ..Settings::new(&host)
    };
    let check = Check {
        settings: &settings,
        conversion: request.conversion,
        additional: request.additional,
        name: &|path| {
            if DATA.contains(&path.rsplit('/').next().unwrap_or(path)) {
                "data".to_owned()
            } else {
                path.to_owned()
            }
        },
    };
    let arena = Bump::new();
    let mut run = engine::check_variables(&check, request.fail_on, &arena);
    let output = OutputOptions {
        message: false,
        format: request.format,
        report: request.report.as_ref(),
        names: RuleNames::OfEvent,
        settings: Vec::new(),
    };
    Ok(handled(&mut run, &output, function))
}

fn decode(fields: &Fields<'_>, function: &Function) -> Result<Request, RequestError> {
    if let Some(other) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        let message = format!(
            "unknown field of a {KIND} request; expected one of {}",
            FIELDS.join(", ")
        );
        return Err(RequestError::field(other.as_str(), message));
    }
    let module = match fields.get("module") {
        Some(module) => named(module, "module", document)?,
        None => Vec::new(),
    };
    let Some(data) = fields.get("data") else {
        let expected =
            "missing; expected the values as a string, a JSON object, or a list of {name, content}";
        return Err(RequestError::field("data", expected));
    };
    let mut files = FileSet::default();
    let (values, others) = split_data(data)?;
    let module: Vec<Text> = module.into_iter().chain(others).collect();
    let folder = module
        .iter()
        .filter(|text| is_configuration(&text.name))
        .map(|text| folder_of(&text.name));
    let Some(folder) = folder.min_by_key(|folder| (folder.matches('/').count(), folder.clone()))
    else {
        let expected =
            "missing; expected the module's .tf or .tf.json files as a list of {name, content}";
        return Err(RequestError::field("module", expected));
    };
    for text in &module {
        files.add(text.name.trim_start_matches('/'), text.content.as_bytes());
    }
    let mut names = Vec::new();
    for text in &values {
        // Values without a file name are placed in the module's folder.
        let path = if DATA.contains(&text.name.as_str()) {
            format!("{folder}/{}", text.name)
        } else {
            text.name.clone()
        };
        files.add(path.trim_start_matches('/'), text.content.as_bytes());
        names.extend(beside(&folder, path.trim_start_matches('/')));
    }
    Ok(Request {
        files,
        folder,
        values: names,
        conversion: match scalar(fields, "strict", "true or false")? {
            Some(true) => Conversion::Strict,
            Some(false) | None => Conversion::AsTerraform,
        },
        additional: match scalar(fields, "disallow_additional_properties", "true or false")? {
            Some(true) => Additional::Refused,
            Some(false) | None => Additional::Allowed,
        },
        fail_on: match scalar::<String>(fields, "fail_on", "a string")? {
            Some(word) => {
                verdict::fail_on(&word).map_err(|reason| RequestError::field("fail_on", reason))?
            }
            None => function.config.fail_on,
        },
        format: scalar::<String>(fields, "format", "the name of a format")?
            .map(|name| decode::by_name(&name))
            .transpose()?,
        report: report_uri::decode(fields, function.config.report_bucket.as_ref())?,
    })
}

/// The names of values without a file name.
const DATA: [&str; 2] = ["\u{1}data.tfvars", "\u{1}data.tfvars.json"];

/// Splits `data` into values and other files.
fn split_data(data: &RawValue) -> Result<(Vec<Text>, Vec<Text>), RequestError> {
    if data.get().starts_with('[') {
        return Ok(named(data, "data", document)?
            .into_iter()
            .partition(|text| terraform::is_variable_file(&text.name)));
    }
    let content = document(data, "data")?;
    // Native syntax never starts with a brace.
    let [native, json] = DATA;
    let name = if content.trim_start().starts_with('{') {
        json
    } else {
        native
    };
    Ok((
        vec![Text {
            name: name.to_owned(),
            content,
        }],
        Vec::new(),
    ))
}

fn is_configuration(name: &str) -> bool {
    name.ends_with(".tf") || name.ends_with(".tf.json")
}

fn folder_of(name: &str) -> String {
    match name.trim_start_matches('/').rsplit_once('/') {
        Some((folder, _)) => folder.to_owned(),
        None => ".".to_owned(),
    }
}

/// Returns a file's path relative to the module's folder; `None` if Terraform loads it automatically.
fn beside(folder: &str, path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    if folder_of(path) == folder {
        return (!terraform::is_automatic_variable_file(name)).then(|| name.to_owned());
    }
    let up = if folder == "." {
        0
    } else {
        folder.split('/').count()
    };
    Some(format!("{}{path}", "../".repeat(up)))
}
