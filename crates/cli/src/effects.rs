//! Warnings about options that have no effect on a run.

use std::path::PathBuf;

use super::Io;
use cfn_warden_arguments::check::Args;
use cfn_warden_arguments::coverage::Deployments;

/// Warns on standard error of options of the command line that change nothing. `has_terraform` says whether a document is a
/// Terraform configuration.
pub fn warn(args: &Args, has_terraform: bool, io: &mut Io<'_>) {
    // A document in JSON may be a plan.
    let is_json = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    };
    let has_plan = has_terraform || args.documents.iter().any(is_json);
    if args.coverage.unknown.is_some()
        && !has_plan
        && args.packs.is_empty()
        && args.coverage.deployments == Deployments::Written
    {
        io.eprint("warning: --unknown has no effect without --packs, or --deployments any, default or given");
    }
    let terraform = &args.terraform;
    let given = [
        ("--var", !terraform.variables.is_empty()),
        ("--var-file", !terraform.variable_files.is_empty()),
        ("--mocks", !terraform.mocks.is_empty()),
        ("--provider-schema", terraform.provider_schema.is_some()),
    ];
    for (option, _) in given
        .iter()
        .filter(|(_, is_given)| *is_given && !has_terraform)
    {
        io.eprint(format_args!(
            "warning: {option} has no effect: no document is a Terraform configuration; expected a folder with .tf files"
        ));
    }
}
