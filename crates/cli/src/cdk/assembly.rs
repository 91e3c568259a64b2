//! The manifest of an assembly: its templates and nested assemblies.
//! <https://github.com/aws/aws-cdk-cli/tree/main/packages/%40aws-cdk/cloud-assembly-schema>

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use super::metadata::{self, Known};
use crate::files;
use cfn_warden_template::Region;

/// The name of the manifest.
pub const MANIFEST: &str = "manifest.json";

/// A template of an assembly.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Template {
    /// The path, with that of the assembly.
    pub path: PathBuf,
    /// The name of the stack; `None` for a nested stack, whose name is known after its deployment only.
    pub stack: Option<String>,
    /// The region of the stack, if the app names it.
    pub region: Option<String>,
    /// The constructs of its resources, by logical ID.
    pub constructs: HashMap<String, Known>,
}

impl Template {
    /// Returns the path and the region, if both are known.
    pub fn name_and_region(&self) -> Option<(&str, &str)> {
        Some((self.path.to_str()?, self.region.as_deref()?))
    }
}

/// Reads the templates of an assembly and of the assemblies in it.
///
/// # Errors
/// What is wrong with a manifest, in words.
pub fn read(root: &Path) -> Result<Vec<Template>, String> {
    let (mut found, mut open, mut seen) = (Vec::new(), vec![root.to_owned()], HashSet::new());
    while let Some(folder) = open.pop() {
        if !seen.insert(folder.clone()) {
            continue;
        }
        let manifest = json(&folder, MANIFEST)?;
        let artifacts = manifest.get("artifacts").and_then(Value::as_object);
        for (id, artifact) in artifacts.ok_or("manifest.json has no artifacts")? {
            let property = |name: &str| {
                artifact
                    .get("properties")
                    .and_then(|properties| properties.get(name))
            };
            match artifact.get("type").and_then(Value::as_str) {
                Some("aws:cloudformation:stack") => {
                    let file = property("templateFile").and_then(Value::as_str);
                    let file = file.ok_or_else(|| {
                        format!("manifest.json: the stack {id} has no templateFile")
                    })?;
                    let name = property("stackName").and_then(Value::as_str).unwrap_or(id);
                    found.extend(of_stack(&folder, artifact, file, name)?);
                }
                Some("cdk:cloud-assembly") => {
                    let name = property("directoryName").and_then(Value::as_str);
                    let name = name.ok_or_else(|| {
                        format!("manifest.json: the assembly {id} has no directoryName")
                    })?;
                    open.push(inside(&folder, name)?);
                }
                Some("cdk:asset-manifest") => {
                    if let Some(file) = property("file").and_then(Value::as_str) {
                        found.extend(nested_templates(&folder, file)?);
                    }
                }
                _ => {}
            }
        }
    }
    Ok(without_repetitions(found))
}

/// Returns the template of a stack and those of its nested stacks that its metadata name.
fn of_stack(
    folder: &Path,
    artifact: &Value,
    file: &str,
    name: &str,
) -> Result<Vec<Template>, String> {
    let file_of_metadata = artifact
        .get("additionalMetadataFile")
        .and_then(Value::as_str);
    let in_file = file_of_metadata
        .map(|file| json(folder, file))
        .transpose()?;
    let mut all: HashMap<String, HashMap<String, Known>> = HashMap::new();
    for metadata in [artifact.get("metadata"), in_file.as_ref()]
        .into_iter()
        .flatten()
    {
        for (template, constructs) in metadata::constructs(metadata, file) {
            all.entry(template).or_default().extend(constructs);
        }
    }
    all.entry(file.to_owned()).or_default();
    // `aws://ACCOUNT/REGION`; without a region, it is `unknown-region`.
    let region = artifact
        .get("environment")
        .and_then(Value::as_str)
        .and_then(|target| target.rsplit('/').next());
    let region = region.filter(|name| Region::named(name).is_some());
    let template = |(own, constructs): (String, HashMap<String, Known>)| {
        let stack = (own == file).then(|| name.to_owned());
        Ok(Template {
            path: existing(folder, &own)?,
            stack,
            region: region.map(str::to_owned),
            constructs,
        })
    };
    all.into_iter().map(template).collect()
}

/// Returns the templates of nested stacks in a manifest of assets. Other assets are not templates, whatever they look like.
fn nested_templates(folder: &Path, file: &str) -> Result<Vec<Template>, String> {
    let manifest = json(folder, file)?;
    let assets = manifest.get("files").and_then(Value::as_object);
    let paths = assets
        .into_iter()
        .flatten()
        .filter_map(|(_, asset)| asset.get("source")?.get("path")?.as_str());
    let template = |path: &str| {
        Ok(Template {
            path: existing(folder, path)?,
            ..Template::default()
        })
    };
    paths
        .filter(|path| path.ends_with(".nested.template.json"))
        .map(template)
        .collect()
}

/// Keeps one template for each path, the one with the most knowledge.
fn without_repetitions(mut templates: Vec<Template>) -> Vec<Template> {
    templates.sort_by(|one, other| {
        let known = |template: &Template| {
            (
                template.stack.is_none(),
                std::cmp::Reverse(template.constructs.len()),
            )
        };
        one.path
            .cmp(&other.path)
            .then_with(|| known(one).cmp(&known(other)))
    });
    templates.dedup_by(|one, other| one.path == other.path);
    templates
}

fn existing(folder: &Path, file: &str) -> Result<PathBuf, String> {
    let path = inside(folder, file)?;
    if path.is_file() {
        Ok(path)
    } else {
        Err(format!("manifest.json names {file}, which does not exist"))
    }
}

/// Returns a path in a folder. A manifest must not lead to files elsewhere.
fn inside(folder: &Path, name: &str) -> Result<PathBuf, String> {
    let is_inside = Path::new(name)
        .components()
        .all(|step| matches!(step, Component::Normal(_) | Component::CurDir));
    if is_inside {
        Ok(folder.join(name))
    } else {
        Err(format!("manifest.json names {name}, which is outside"))
    }
}

fn json(folder: &Path, name: &str) -> Result<Value, String> {
    let text = files::bytes(&inside(folder, name)?).map_err(|error| error.to_string())?;
    serde_json::from_slice(&text).map_err(|error| format!("{name} is not JSON: {error}"))
}
