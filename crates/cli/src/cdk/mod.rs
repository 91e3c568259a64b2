//! Assemblies of the AWS CDK among the documents of `check`: their templates, and the constructs of the resources.

mod assembly;
mod metadata;

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;

use self::assembly::Assembly;
pub use self::assembly::Template;
use super::input_kind::{DOCUMENTS, looks_like_template};
use super::search::{self, Found};
use super::{Io, files};
use cfn_warden_engine::coverage::{SkipReason, SkippedFile};
use cfn_warden_engine::{Construct, Run};

/// The file in the root of every assembly, next to the manifest.
const MARKER: &str = "cdk.out";
/// The settings of an app.
const APP: &str = "cdk.json";
/// The extensions of the sources of apps.
const SOURCES: &[&str] = &["cs", "fs", "go", "java", "js", "py", "ts"];
/// The ending of the names of folders with assemblies, which `cdk synth` writes.
const OUTPUT: &str = ".out";

/// Adds the files of the assemblies of CDK apps that a search found, also if `.gitignore` names them, as `cdk init` has it. An
/// app without an assembly is listed as skipped; of an assembly that is older than the app's sources, standard error says so.
pub fn add_assemblies(found: &mut Found, io: &mut Io<'_>) {
    let is_app = |file: &&PathBuf| file.file_name().is_some_and(|name| name == APP);
    let apps: Vec<PathBuf> = found.files.iter().filter(is_app).cloned().collect();
    for app in apps {
        let output = output_of(&app);
        if !output.join(assembly::MANIFEST).is_file() {
            found.skipped.push(SkippedFile {
                file: app.to_string_lossy().into_owned(),
                reason: SkipReason::NotSynthesized,
            });
            continue;
        }
        if let Some(newer) = newer_source(&app, &output) {
            io.eprint(format_args!(
                "warning: {} is older than {}; `cdk synth` writes it again",
                output.display(),
                newer.display()
            ));
        }
        if found.files.iter().any(|file| file.starts_with(&output)) {
            continue;
        }
        let inside = search::below(&output, DOCUMENTS);
        found.files.extend(inside.files);
        found.skipped.extend(inside.skipped);
        found.unreadable.extend(inside.unreadable);
        found.tracked.extend(inside.tracked);
    }
    found.files.sort();
    found.files.dedup();
}

/// Returns the folder of the assembly of an app: the member `output` of its `cdk.json`, or `cdk.out`.
fn output_of(app: &Path) -> PathBuf {
    let folder = app.parent().unwrap_or(Path::new(""));
    let settings = files::bytes(app).unwrap_or_default();
    let settings: Value = serde_json::from_slice(&settings).unwrap_or_default();
    let output = settings.get("output").and_then(Value::as_str);
    // What is outside of the app was not named.
    let is_inside = |output: &&str| {
        let parts = Path::new(output).components();
        parts
            .into_iter()
            .all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    };
    folder.join(output.filter(is_inside).unwrap_or(MARKER))
}

/// Returns a source file of an app that was changed after its assembly was written.
fn newer_source(app: &Path, output: &Path) -> Option<PathBuf> {
    let changed = |path: &Path| path.metadata().ok()?.modified().ok();
    let written = changed(&output.join(assembly::MANIFEST))?;
    let folder = app.parent().filter(|folder| !folder.as_os_str().is_empty());
    let sources = search::below(folder.unwrap_or(Path::new(".")), SOURCES).files;
    let mut sources = sources.iter().filter(|file| !file.starts_with(output));
    let newer = sources.find(|file| changed(file).is_some_and(|changed| changed > written))?;
    Some(newer.clone())
}

/// Replaces the files of assemblies among those of a search by the templates of their manifests. Other files stay, also those
/// that look like templates in a folder that only pretends to be an assembly. An assembly whose manifest cannot be read stays
/// as it is, with a warning.
pub fn select_templates(found: &mut Found, io: &mut Io<'_>) -> Vec<Template> {
    let mut templates = Vec::new();
    for root in roots(&found.files) {
        match assembly::read(&root) {
            Ok(assembly) => {
                let (inside, mut kept): (Vec<_>, Vec<_>) = std::mem::take(&mut found.files)
                    .into_iter()
                    .partition(|file| file.starts_with(&root));
                let named = &assembly.templates;
                kept.extend(named.iter().map(|template| template.path.clone()));
                found.files = kept;
                keep_other_templates(inside, &root, &assembly, found);
                // Whoever writes an assembly by hand can give any template the address of another one.
                let is_output = is_output(&root, found);
                templates.extend(assembly.templates.into_iter().map(|template| {
                    Template {
                        nested_stacks: template
                            .nested_stacks
                            .into_iter()
                            .filter(|_| is_output && !found.tracked.contains(&template.path))
                            .collect(),
                        ..template
                    }
                }));
            }
            Err(reason) => io.eprint(format_args!(
                "warning: {}: {reason}; all files are searched",
                root.display()
            )),
        }
    }
    found.files.sort();
    found.files.dedup();
    templates
}

/// Returns whether the folder of an assembly is the output of `cdk synth`: ignored by Git, or with its ending.
fn is_output(root: &Path, found: &Found) -> bool {
    let has_ending = files::absolute(root)
        .file_name()
        .is_some_and(|name| name.to_string_lossy().ends_with(OUTPUT));
    found.is_ignored || has_ending
}

/// Adds the files in the folder of an assembly that look like templates although its manifest does not name them as such. They
/// are read, or listed as skipped if the folder is the output of `cdk synth`. A manifest that somebody writes hides nothing.
fn keep_other_templates(inside: Vec<PathBuf>, root: &Path, assembly: &Assembly, found: &mut Found) {
    let named: HashSet<&Path> = assembly
        .templates
        .iter()
        .map(|template| template.path.as_path())
        .collect();
    let is_output = is_output(root, found);
    // Code may contain templates that are not deployed. Nobody commits the code of assets.
    let asset_folders: Vec<&Path> = assembly.asset_folders().collect();
    let is_of_output = |file: &Path| {
        let is_described = assembly.descriptions.iter().any(|known| known == file)
            || asset_folders.iter().any(|folder| file.starts_with(folder));
        is_output && is_described && !found.tracked.contains(file)
    };
    let others: Vec<PathBuf> = inside
        .into_iter()
        .filter(|file| !named.contains(file.as_path()) && !is_of_output(file))
        .filter(|file| looks_like_template(file))
        .collect();
    if is_output {
        found
            .skipped
            .extend(others.into_iter().map(|file| SkippedFile {
                file: file.to_string_lossy().into_owned(),
                reason: SkipReason::NotInManifest,
            }));
    } else {
        found.files.extend(others);
    }
}

/// Returns the folders of assemblies; those that are in others come with them.
fn roots(files: &[PathBuf]) -> Vec<PathBuf> {
    let manifests = files.iter().filter(|file| {
        file.file_name()
            .is_some_and(|name| name == assembly::MANIFEST)
    });
    let folders = manifests.filter_map(|manifest| manifest.parent());
    let mut roots: Vec<PathBuf> = folders
        .filter(|folder| folder.join(MARKER).is_file())
        .map(Path::to_owned)
        .collect();
    roots.sort();
    let all = roots.clone();
    roots.retain(|root| {
        !all.iter()
            .any(|other| root != other && root.starts_with(other))
    });
    roots
}

/// Adds what the assemblies know about the constructs of resources that findings are about.
pub fn add_constructs(run: &mut Run<'_>, templates: &[Template]) {
    for document in &mut run.documents {
        let Some(template) = templates
            .iter()
            .find(|template| template.path == Path::new(document.name))
        else {
            continue;
        };
        for resource in &mut document.resources {
            let known = template.constructs.get(&resource.logical_id);
            let written = resource.construct.take();
            let path = written
                .map(|written| written.path)
                .or_else(|| Some(known?.path.clone()));
            resource.construct = path.map(|path| Construct {
                path,
                stack: template.stack.clone(),
                source: known.and_then(|known| known.source.clone()),
            });
        }
    }
}
