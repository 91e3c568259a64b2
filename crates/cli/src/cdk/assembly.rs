//! The manifest of an assembly: its templates and nested assemblies.
//! <https://github.com/aws/aws-cdk-cli/tree/main/packages/%40aws-cdk/cloud-assembly-schema>

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use memchr::memmem;
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
    /// The logical IDs of nested stacks whose templates are in the assembly, too.
    pub nested_stacks: Vec<String>,
}

impl Template {
    /// Returns the path and the logical ID of each nested stack whose template is in the assembly, too.
    pub fn paths_and_nested_stacks(&self) -> impl Iterator<Item = (&str, &str)> {
        let path = self.path.to_str().unwrap_or_default();
        self.nested_stacks
            .iter()
            .map(move |logical_id| (path, logical_id.as_str()))
    }

    /// Returns the path and the region, if both are known.
    pub fn name_and_region(&self) -> Option<(&str, &str)> {
        Some((self.path.to_str()?, self.region.as_deref()?))
    }
}

/// What the manifests of an assembly and of the assemblies in it name.
#[derive(Debug, Default)]
pub struct Assembly {
    /// The templates.
    pub templates: Vec<Template>,
    /// The assets.
    pub assets: Vec<Asset>,
    /// The files that describe the assembly, such as its tree of constructs.
    pub descriptions: Vec<PathBuf>,
}

/// A file or folder that is deployed with an assembly.
#[derive(Debug)]
pub struct Asset {
    /// The path, with that of the assembly.
    pub path: PathBuf,
    /// The names of its objects in buckets.
    pub keys: Vec<String>,
}

impl Assembly {
    /// Returns the folders of assets, such as the code of functions.
    pub fn asset_folders(&self) -> impl Iterator<Item = &Path> {
        let folders = self.assets.iter().map(|asset| asset.path.as_path());
        folders.filter(|path| path.is_dir())
    }

    /// Adds the logical IDs of nested stacks whose templates are templates of the assembly: the address that they are deployed from
    /// ends with the key of the asset.
    fn add_nested_stacks(&mut self) {
        let paths: HashSet<PathBuf> = self.templates.iter().map(|one| one.path.clone()).collect();
        let keys: Vec<String> = self
            .assets
            .iter()
            .filter(|asset| paths.contains(&asset.path))
            .flat_map(|asset| asset.keys.iter().map(|key| format!("/{key}\"")))
            .collect();
        if keys.is_empty() {
            return;
        }
        for template in &mut self.templates {
            let content = files::bytes(&template.path).unwrap_or_default();
            if memmem::find(&content, b"AWS::CloudFormation::Stack").is_none() {
                continue;
            }
            let Ok(document) = serde_json::from_slice::<Value>(&content) else {
                continue;
            };
            let resources = document.get("Resources").and_then(Value::as_object);
            for (logical_id, resource) in resources.into_iter().flatten() {
                let address = resource
                    .get("Properties")
                    .and_then(|properties| properties.get("TemplateURL"))
                    .filter(|address| address.is_object())
                    .map(Value::to_string);
                let is_named =
                    |address: &String| keys.iter().any(|key| address.contains(key.as_str()));
                if address.as_ref().is_some_and(is_named) {
                    template.nested_stacks.push(logical_id.clone());
                }
            }
        }
    }
}

/// Reads an assembly and the assemblies in it.
///
/// # Errors
/// What is wrong with a manifest, in words.
pub fn read(root: &Path) -> Result<Assembly, String> {
    let (mut found, mut open, mut seen) = (Vec::new(), vec![root.to_owned()], HashSet::new());
    let (mut found_assets, mut descriptions) = (Vec::new(), Vec::new());
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
                Some("cdk:tree") => {
                    let file = property("file").and_then(Value::as_str);
                    descriptions.extend(file.and_then(|file| inside(&folder, file).ok()));
                }
                Some("cdk:asset-manifest") => {
                    if let Some(file) = property("file").and_then(Value::as_str) {
                        for asset in assets(&folder, file)? {
                            if is_nested_template(&asset.path) {
                                found.push(nested_template(&asset)?);
                            }
                            found_assets.push(asset);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    let mut assembly = Assembly {
        templates: without_repetitions(found),
        assets: found_assets,
        descriptions,
    };
    assembly.add_nested_stacks();
    Ok(assembly)
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
            nested_stacks: Vec::new(),
        })
    };
    all.into_iter().map(template).collect()
}

/// Returns the assets of a manifest of assets.
fn assets(folder: &Path, file: &str) -> Result<Vec<Asset>, String> {
    let manifest = json(folder, file)?;
    let files = manifest.get("files").and_then(Value::as_object);
    let mut assets = Vec::new();
    for (id, asset) in files.into_iter().flatten() {
        let source = asset.get("source").and_then(|source| source.get("path"));
        // The sources of some assets are outside of the assembly: they are not templates.
        let Some(path) = source.and_then(Value::as_str) else {
            continue;
        };
        let is_template = is_nested_template(Path::new(path));
        let path = match inside(folder, path) {
            Ok(path) => path,
            Err(error) if is_template => return Err(error),
            Err(_) => continue,
        };
        let destinations = asset.get("destinations").and_then(Value::as_object);
        let mut keys: Vec<String> = destinations
            .into_iter()
            .flatten()
            .filter_map(|(_, target)| Some(target.get("objectKey")?.as_str()?.to_owned()))
            .collect();
        if keys.is_empty() {
            keys.push(format!("{id}.json"));
        }
        if path != folder {
            assets.push(Asset { path, keys });
        }
    }
    Ok(assets)
}

/// Returns whether an asset is the template of a nested stack. Other assets are not templates, whatever they look like.
fn is_nested_template(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".nested.template.json")
}

fn nested_template(asset: &Asset) -> Result<Template, String> {
    if !asset.path.is_file() {
        return Err(format!(
            "a manifest of assets names {}, which does not exist",
            asset.path.display()
        ));
    }
    Ok(Template {
        path: asset.path.clone(),
        ..Template::default()
    })
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
