//! The linter: takes a template and returns findings with the rule IDs, locations and messages of cfn-lint.
//!
//! [`evaluate`] evaluates the schema of a whole template. At each CloudFormation path with attached rules, it runs their
//! checks, which often continue with a schema of their own: E3002 evaluates the provider's schema of a resource type.
//! Rules on the template as a whole run afterwards.
//!
//! - [`rule`]: the definition of a rule and the kinds of checks ([`rule::Check`]).
//! - [`registry`]: the rules, a value that callers pass, with lookup tables by ID, path and keyword. The rules themselves
//!   are in the crate `cfn-warden-rules`, one file each, or data (`schemas/rules/*.json`).
//! - [`owner`]: maps schema keywords to the rule ID that a violation is reported under.
//! - [`report`]: converts violations to findings; `reasons` selects those that explain a failed `anyOf`, `related` adds
//!   other places, `link` the documentation of properties, and `generated` summarizes what the CDK wrote.
//! - [`edit`]: the edits that fix findings.
//! - [`select`], [`directive`] and `comment`: enable, disable and suppress rules.
//!
//! **To add a rule**, add a file with a `pub static RULE` to a folder of `crates/rules/src` and run `make index`, or add a file
//! to `schemas/rules/`. Add a fixture to `tests/rules/` and a page to `docs/rules/`.
//! - To check values at certain paths, use [`rule::Check::Value`] and report with `assertion.fail`.
//! - To validate a function, add [`rule::Check::Keyword`] for `fn_x` in `functions/` and map the keyword to the
//!   rule ID in [`owner::TEMPLATE`].
//! - To redefine a keyword in resource properties, add [`rule::Check::Keyword`] in `keywords/` and map the
//!   keyword to the rule ID in [`owner::PROPERTIES`].
//! - To check the template as a whole, use [`rule::Check::Template`]; for the document before transforms,
//!   [`rule::Check::Document`].

mod attaching;
mod comment;
pub mod corrections;
pub mod custom;
pub mod directive;
pub mod edit;
pub mod evaluate;
pub mod finding;
pub mod format;
pub mod function;
mod input;
mod link;
mod macros;
pub mod message;
pub mod options;
pub mod owner;
pub mod page;
pub mod parameter_values;
mod reasons;
pub mod registry;
mod related;
pub mod report;
pub mod root_context;
pub mod rule;
pub mod schema_rule;
pub mod select;
pub mod settings;
mod suppression;

use bumpalo::Bump;

use cfn_warden_schema::Budget;
use cfn_warden_syntax::finding::{Finding, RuleId, Suppression, TemplateSuppressions};
use cfn_warden_syntax::python::repr_str;
use cfn_warden_syntax::{Known, SyntaxError, Tree, text};
use cfn_warden_template::condition::sorted::with_sorted_sides;
use cfn_warden_template::transform::{Expansion, Inputs, is_transformed, transform};
use cfn_warden_template::{DerivationLimits, Quirk, Region, Template};
pub use input::Input;
pub use link::page as documentation_of;
pub use page::Page;
pub use registry::{Registry, RuleSet};
pub use rule::Rule;
pub use settings::{Fixes, Settings, Wording};

/// Result of linting a template.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Linted {
    /// Findings, sorted by line, then by rule ID.
    pub findings: Vec<Finding>,
    /// Reason why the template was not fully checked, if so. The findings also contain it as E0002, but users can
    /// ignore E0002, and an incomplete check must not be ignored.
    pub not_checked: Option<String>,
    /// Number of evaluation steps, as [`Budget`] counts them.
    pub steps: u64,
    /// Effective settings, including those in the template's metadata; `None` if the template could not be read or
    /// transformed.
    pub settings: Option<Settings>,
    /// Suppressions in the template.
    pub suppressions: Vec<Suppression>,
}

impl From<Vec<Finding>> for Linted {
    fn from(findings: Vec<Finding>) -> Linted {
        Linted {
            findings,
            ..Linted::default()
        }
    }
}

/// Lints a template.
pub fn lint(arena: &Bump, tree: &Tree<'_>, input: &Input<'_>, settings: &Settings) -> Linted {
    lint_expanded(arena, tree, None, input, settings)
}

/// Lints a template whose transforms may have been applied already.
pub fn lint_expanded<'a>(
    arena: &'a Bump,
    tree: &Tree<'a>,
    expansion: Option<&Expansion<'a, '_>>,
    input: &Input<'_>,
    settings: &Settings,
) -> Linted {
    if tree.root.as_map().is_none() {
        return report::not_an_object(input, settings).into();
    }
    let base_settings = settings;
    let settings = settings.with_template(tree);
    let region = settings
        .regions()
        .iter()
        .next()
        .map_or("us-east-1", Region::name);
    // With several deployments, a loop runs over the default.
    let parameter_values = settings
        .parameter_sets
        .first()
        .filter(|_| settings.parameter_sets.len() == 1);
    let inputs = Inputs {
        region,
        parameter_values,
        compat: settings.compat,
        limits: DerivationLimits::within(settings.limits.memory, input.cancel),
    };
    let own;
    let result = match expansion.and_then(|expansion| expansion.with_inputs(&inputs)) {
        Some(result) => result,
        // The template itself chooses another region or other parameter values for the linter.
        None => {
            own = transform(arena, tree, &inputs);
            &own
        }
    };
    let transformed = match result {
        Ok(transformed) => transformed,
        Err(failures) => return report::not_transformed(input, failures, &settings).into(),
    };
    let original = tree;
    let tree = transformed.tree.as_ref().unwrap_or(tree);
    // cfn-lint parses conditions again after processing transforms, and therefore sorts twice.
    let sorts = if is_transformed(original.root) { 2 } else { 1 };
    let root = (0..sorts).fold(tree.root, |root, _| with_sorted_sides(arena, root));
    let mut template = Template::transformed(arena, root, original.root);
    let mut settings = settings.with_parameters_of(&template);
    if template.is_serverless() && !settings.compat.has(Quirk::ServerlessSpecification) {
        template = template.with_generated_resources(arena);
        settings.knowledge = settings.knowledge.corrected();
    }
    let budget = Budget::new(arena, settings.limits).until(input.cancel);
    let violations = evaluate::run(arena, tree, &template, input, &settings, &budget);
    let mut findings = report::findings(
        arena, tree, &template, input, violations, &budget, &settings,
    );
    findings.append(&mut report::not_transformed(
        input,
        &transformed.refusals,
        &settings,
    ));
    let not_checked = report::not_checked(&budget, &settings);
    findings.extend(
        not_checked
            .iter()
            .map(|words| report::incomplete(input, words)),
    );
    findings.append(&mut parameter_values::findings(
        tree, &template, input, &settings,
    ));
    findings.extend(
        settings
            .rules
            .registry()
            .of_document
            .iter()
            .flat_map(|check| check(original, &template, input)),
    );
    findings.append(&mut custom::findings(
        tree,
        &template,
        input,
        &settings.custom_rules,
    ));
    parameter_values::mask_hidden_values(&mut findings, &template, &settings);
    let counter = suppression::SuppressionCounter {
        original,
        transformed: tree,
        template: &template,
        input,
        settings: &settings,
    };
    let mut suppressions = counter.of_template(base_settings, &findings);
    let mut selected = select::enabled(findings, &settings);
    if !settings.compat.has(Quirk::Globals) {
        selected = report::remove_globals_duplicates(selected);
    }
    let is_allowed = settings.suppressions == TemplateSuppressions::Allow;
    suppressions.append(&mut counter.of_resources(&selected));
    let directed = if is_allowed {
        directive::apply(selected, &template, &settings)
    } else {
        selected
    };
    let comments = comment::all(input.text, Some(original));
    suppressions.append(&mut counter.of_comments(&comments, &directed));
    let commented = if is_allowed {
        comment::apply(directed, &comments, &settings)
    } else {
        directed
    };
    let joined = match settings.wording {
        Wording::Plain => report::join_misplaced_functions(commented),
        Wording::CfnLint => commented,
    };
    let worded = report::worded(joined, settings.wording);
    let findings = report::sorted(macros::lenient(worded, &template, &settings));
    Linted {
        findings,
        not_checked,
        steps: budget.steps(),
        settings: Some(settings),
        suppressions,
    }
}

/// Returns the rule IDs and ID prefixes that comments in a template's text disable, each with its line.
pub fn disabled_in_comments(text: &str) -> Vec<(u32, &str)> {
    comment::ids(text)
}

/// Returns syntax errors as findings of E0000.
pub fn unreadable(errors: &[SyntaxError], input: &Input<'_>, settings: &Settings) -> Vec<Finding> {
    report::unreadable(errors, input, settings)
}

/// Returns the finding of E0200 for a parameter file in an unsupported format.
pub fn unsupported_parameter_file(name: &str) -> Finding {
    finding::file_finding(
        RuleId::new("E0200"),
        name,
        text!("Parameter file {} is not supported", Known(&repr_str(name))),
    )
}

/// Returns the finding of E0100 for a deployment file in an unsupported format.
pub fn unsupported_deployment_file(name: &str) -> Finding {
    finding::file_finding(
        RuleId::new("E0100"),
        name,
        text!(
            "Deployment file {} is not supported",
            Known(&repr_str(name))
        ),
    )
}
