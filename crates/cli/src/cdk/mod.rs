//! Assemblies of the AWS CDK among the documents of `check`: their templates, and the constructs of the resources.

mod assembly;
mod metadata;

use std::path::{Path, PathBuf};

pub use self::assembly::Template;
use super::Io;
use cfn_warden_engine::{Construct, Run};

/// The file in the root of every assembly, next to the manifest.
const MARKER: &str = "cdk.out";

/// Replaces the files of assemblies below a folder by the templates of their manifests. Other files stay. An assembly whose
/// manifest cannot be read stays as it is, with a warning.
pub fn templates_among(files: Vec<PathBuf>, io: &mut Io<'_>) -> (Vec<PathBuf>, Vec<Template>) {
    let (mut kept, mut templates) = (files, Vec::new());
    for root in roots(&kept) {
        match assembly::read(&root) {
            Ok(found) => {
                kept.retain(|file| !file.starts_with(&root));
                kept.extend(found.iter().map(|template| template.path.clone()));
                templates.extend(found);
            }
            Err(reason) => io.eprint(format_args!(
                "warning: {}: {reason}; all files are searched",
                root.display()
            )),
        }
    }
    kept.sort();
    kept.dedup();
    (kept, templates)
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
