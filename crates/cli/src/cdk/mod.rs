//! Assemblies of the AWS CDK among the documents of `check`: their templates, and the constructs of the resources.

mod assembly;
mod metadata;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use self::assembly::Assembly;
pub use self::assembly::Template;
use super::input_kind::looks_like_template;
use super::search::Found;
use super::{Io, files};
use cfn_warden_engine::coverage::{SkipReason, SkippedFile};
use cfn_warden_engine::{Construct, Run};

/// The file in the root of every assembly, next to the manifest.
const MARKER: &str = "cdk.out";
/// The ending of the names of folders with assemblies, which `cdk synth` writes.
const OUTPUT: &str = ".out";

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
