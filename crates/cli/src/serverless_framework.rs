//! Services of the Serverless Framework in searched folders: the template that `serverless package` writes is checked.
//! <https://www.serverless.com/framework/docs/providers/aws/cli-reference/package>

use std::path::{Path, PathBuf};

use super::search::Found;

/// The names of the file of a service.
const SERVICE: [&str; 3] = ["serverless.json", "serverless.yaml", "serverless.yml"];
/// The template of a package, from the folder of the service.
const TEMPLATE: &str = ".serverless/cloudformation-template-update-stack.json";

/// Adds the templates of the packages of services that a search found, although their folder is hidden.
pub fn add_packages(found: &mut Found) {
    let services = found.files.iter().filter(|file| is_service(file));
    let templates: Vec<PathBuf> = services
        .map(|service| template_of(service))
        .filter(|template| template.is_file())
        .collect();
    if templates.is_empty() {
        return;
    }
    let is_added = |file: &str| templates.iter().any(|template| template == Path::new(file));
    found.skipped.retain(|skipped| !is_added(&skipped.file));
    found.files.extend(templates);
    found.files.sort();
    found.files.dedup();
}

/// Returns whether a file is that of a service without a package.
pub fn lacks_package(file: &Path) -> bool {
    is_service(file) && !template_of(file).is_file()
}

fn is_service(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| SERVICE.contains(&name))
}

fn template_of(service: &Path) -> PathBuf {
    service.with_file_name(TEMPLATE)
}
