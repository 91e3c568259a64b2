//! The command line of `lint` merged with a configuration file.

use std::path::PathBuf;
use std::sync::Arc;

use super::config_file::ConfigFile;
use crate::{files, parameters, selection};
use cfn_warden_arguments::Program;
use cfn_warden_arguments::lint::{Args, Output};
use cfn_warden_lint::{Fixes, Settings, Wording};
use cfn_warden_schema::{Knowledge, Limits};
use cfn_warden_syntax::finding::TemplateSuppressions;
use cfn_warden_template::parameter_values::ValueRules;
use cfn_warden_template::{Compat, Quirk};

/// Merges a configuration file into these options; the command line takes precedence. Settings that a template
/// can also have are merged by [`settings`].
pub(super) fn with_file(mut args: Args, file: &ConfigFile) -> Args {
    let is_on = |name: &str| file.switches.get(name).copied().unwrap_or_default();
    args.merge_configs |= is_on("merge_configs");
    args.ignore_bad_template |= is_on("ignore_bad_template");
    args.debug |= is_on("debug");
    let merge = args.merge_configs;
    let list = |own: &mut Vec<String>, name: &str| {
        if own.is_empty() || merge {
            own.extend(file.lists.get(name).into_iter().flatten().cloned());
        }
    };
    list(&mut args.templates, "templates");
    list(&mut args.ignore_templates, "ignore_templates");
    list(&mut args.deployment_files, "deployment_files");
    list(&mut args.parameter_files, "parameter_files");
    list(&mut args.selection.mandatory_checks, "mandatory_checks");
    list(&mut args.append_rules, "append_rules");
    let mut folders = args
        .registry_schemas
        .iter()
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    list(&mut folders, "registry_schemas");
    args.registry_schemas = folders.into_iter().map(PathBuf::from).collect();
    let text = |name: &str| file.texts.get(name);
    let path = |own: Option<PathBuf>, name: &str| own.or_else(|| text(name).map(PathBuf::from));
    args.format = args.format.or_else(|| Output::named(text("format")?));
    args.output_file = path(args.output_file, "output_file");
    args.override_spec = path(args.override_spec, "override_spec");
    args.custom_rules = path(args.custom_rules, "custom_rules");
    args
}

/// Returns the linter's settings: those of the command line and, as fallback after the template's own, those of
/// the file.
pub(super) fn settings(args: &Args, file: &ConfigFile, knowledge: Knowledge) -> Settings {
    let fallback = Settings {
        regions: file
            .lists
            .get("regions")
            .cloned()
            .or_else(|| default_regions(args.program)),
        ignore_checks: file.lists.get("ignore_checks").cloned(),
        include_checks: file.lists.get("include_checks").cloned(),
        include_experimental: file.switches.get("include_experimental").copied(),
        configure_rules: file.configure_rules.clone(),
        parameter_sets: file.parameters.clone().unwrap_or_default(),
        ..Settings::default()
    };
    let own = Settings {
        regions: (!args.regions.is_empty()).then(|| args.regions.clone()),
        deployment_rules: false,
        compat: if args.compat {
            Compat::CFN_LINT
        } else {
            // No coverage lists these types here.
            Compat::default().with(Quirk::OtherVendors)
        },
        wording: Wording::CfnLint,
        parameter_sets: parameters::set(&args.parameters, ValueRules::CfnLint)
            .into_iter()
            .collect(),
        knowledge,
        limits: Limits::default(),
        fallback: (fallback != Settings::default()).then(|| Box::new(fallback)),
        merge: args.merge_configs,
        custom_rules: Arc::default(),
        suppressions: TemplateSuppressions::Allow,
        fixes: Fixes::Skip,
        ..Settings::default()
    };
    selection::add(&args.selection, own)
}

/// Returns the region of the environment for cfn-lint, which reads it there. The answer of `lint` does not depend on the
/// machine.
fn default_regions(program: Program) -> Option<Vec<String>> {
    (program == Program::CfnLint)
        .then(files::region)
        .flatten()
        .map(|region| vec![region])
}
