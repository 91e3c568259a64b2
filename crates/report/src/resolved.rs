//! Resolved values in the result document.

use std::collections::BTreeMap;

use serde::Serialize;

use cfn_warden_engine::Document;
use cfn_warden_syntax::finding::{Engine, Finding};
use cfn_warden_template::resolve::Resolution;

/// Maximum number of values per finding.
const MOST: usize = 8;

/// The values that a document was resolved with.
#[derive(Debug, Serialize)]
pub struct ResolvedRecord<'r> {
    file: Option<&'r str>,
    parameters: Vec<ParameterRecord<'r>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    conditions: BTreeMap<&'r str, bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<RemovedRecord<'r>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown: Vec<UnknownRecord<'r>>,
}

#[derive(Debug, Serialize)]
struct ParameterRecord<'r> {
    name: &'r str,
    value: &'r str,
    from: String,
}

#[derive(Debug, Serialize)]
struct RemovedRecord<'r> {
    path: String,
    condition: &'r str,
}

#[derive(Debug, Serialize)]
struct UnknownRecord<'r> {
    name: &'r str,
    why: String,
}

/// Returns the record of a document; `None` if it was not resolved.
pub fn record<'r>(document: &'r Document<'_>) -> Option<ResolvedRecord<'r>> {
    let Resolution {
        parameters,
        conditions,
        removed,
        unknown,
        ..
    } = document.resolution.as_ref()?;
    let parameter = |known: &'r cfn_warden_template::resolve::UsedParameter| ParameterRecord {
        name: &known.name,
        value: &known.value,
        from: known.origin.to_string(),
    };
    Some(ResolvedRecord {
        file: Some(document.name).filter(|name| !name.is_empty()),
        parameters: parameters.iter().map(parameter).collect(),
        conditions: conditions
            .iter()
            .map(|(name, holds)| (name.as_str(), *holds))
            .collect(),
        removed: removed
            .iter()
            .map(|(path, condition)| RemovedRecord {
                path: path.to_string(),
                condition,
            })
            .collect(),
        unknown: unknown
            .iter()
            .map(|(name, why)| UnknownRecord {
                name,
                why: why.to_string(),
            })
            .collect(),
    })
}

/// Returns the values that the subject of a Guard finding was resolved with, as `Env = prod (prod.json:3:5)`.
pub fn of_finding(finding: &Finding, documents: &[Document<'_>]) -> Vec<String> {
    let document = documents
        .iter()
        .find(|document| document.name == finding.file);
    let resolution = document.and_then(|document| document.resolution.as_ref());
    let (Engine::Guard, Some(path), Some(resolution)) = (finding.engine, &finding.path, resolution)
    else {
        return Vec::new();
    };
    // A whole section depends on too many values.
    if path.0.len() < 2 {
        return Vec::new();
    }
    let mut causes: Vec<&String> = Vec::new();
    for cause in resolution.at(path).flat_map(|replaced| &replaced.causes) {
        if !causes.contains(&cause) {
            causes.push(cause);
        }
        if causes.len() == MOST {
            break;
        }
    }
    causes
        .into_iter()
        .map(|cause| resolution.describe_cause(cause))
        .collect()
}
