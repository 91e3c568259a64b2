//! Checks context metadata against its schema.

use std::borrow::Cow;

use super::w4011_reason::{CONTEXT, context, resources_to_describe};
use cfn_warden_lint::Rule;
use cfn_warden_lint::message::render;
use cfn_warden_lint::root_context::standalone_context;
use cfn_warden_lint::rule::{Check, Lint, Sink};
use cfn_warden_schema::{
    InstancePath, Json, Operand, Step, Violation, Violations, keyword, message,
};
use cfn_warden_syntax::Node;
use cfn_warden_syntax::finding::RuleId;
use cfn_warden_syntax::python;

pub static RULE: Rule = Rule {
    id: RuleId::new("W4012"),
    tags: &["metadata", "context"],
    checks: Cow::Borrowed(&[Check::Template(check)]),
};

/// Location of a context, and its level.
struct ContextLocation<'a> {
    /// Name in messages: a logical ID, or `Template`.
    label: &'a str,
    instance_path: InstancePath<'a>,
    /// Whether this is the context of the template, not of a resource.
    is_template: bool,
}

fn check<'a>(lint: &Lint<'a, '_>, sink: &mut Sink<'a>) {
    let Some(schema) = lint.evaluation.knowledge.document("other/metadata/context") else {
        return;
    };
    for entry in resources_to_describe(lint, RULE.id) {
        let (Some(label), Some(context)) = (entry.key.as_str(), context(entry.value)) else {
            continue;
        };
        let instance_path =
            InstancePath::ROOT.names(lint.arena, ["Resources", label, "Metadata", CONTEXT]);
        check_context(
            lint,
            schema,
            &ContextLocation {
                label,
                instance_path,
                is_template: false,
            },
            context,
            sink,
        );
    }
    let own = lint
        .template
        .root
        .get("Metadata")
        .and_then(|metadata| metadata.get(CONTEXT));
    if let Some(context) = own.filter(|_| !lint.template.is_from_cdk()) {
        let instance_path = InstancePath::ROOT.names(lint.arena, ["Metadata", CONTEXT]);
        check_context(
            lint,
            schema,
            &ContextLocation {
                label: "Template",
                instance_path,
                is_template: true,
            },
            context,
            sink,
        );
    }
}

fn check_context<'a>(
    lint: &Lint<'a, '_>,
    schema: Json<'a>,
    location: &ContextLocation<'a>,
    context: Node<'a>,
    sink: &mut Sink<'a>,
) {
    let mut report = |steps: &[Step<'a>], message: String| {
        // Keys from YAML short tags have no span. With names in the path, the span is looked up by path.
        let step = |step: &Step<'a>| step.text().map_or(*step, Step::Name);
        let instance_path = steps
            .iter()
            .fold(location.instance_path, |instance_path, one| {
                instance_path.step(lint.arena, step(one))
            });
        let message = Operand::Plain(lint.arena.alloc_str(&message));
        sink.report(
            instance_path,
            context,
            message!("{}: {}", [Operand::Plain(location.label), message]),
        );
    };
    let Some(entries) = context.as_map() else {
        let message = "'Context' does not match expected shape. Expected a mapping of Context fields, got a scalar/list. \
                       Fix the field to match the expected shape: object.";
        return report(&[], message.to_owned());
    };
    let (of_resources, of_templates) = (
        definition(schema, "ResourceContext"),
        definition(schema, "TemplateContext"),
    );
    let (Some((of_resources, resource_fields)), Some((of_templates, template_fields))) =
        (of_resources, of_templates)
    else {
        return;
    };
    let (form, own, elsewhere, level) = match location.is_template {
        true => (of_templates, &template_fields, &resource_fields, "resource"),
        false => (of_resources, &resource_fields, &template_fields, "template"),
    };
    for entry in entries {
        let key = &*lint.arena.alloc_str(&python::str(entry.key));
        if own.contains(&key) {
            continue;
        }
        let message = match elsewhere.contains(&key) {
            true => format!(
                "'{key}' belongs at {level} level. Move the field to the correct level. Template level: {}. Resource \
                 level: {}.",
                template_fields.join(", "),
                resource_fields.join(", ")
            ),
            false => format!(
                "'{key}' is not a recognized Context field. Remove it or use one of: {}.",
                own.join(", ")
            ),
        };
        report(&[Step::Name(key)], message);
    }
    let mut found = Violations::new();
    lint.evaluation.check(
        &standalone_context(schema, lint.settings),
        form,
        context,
        &mut found,
    );
    for violation in found.into_list() {
        let steps = violation.instance_path.steps();
        // Unknown fields are reported above.
        if violation.keyword != keyword::ADDITIONAL_PROPERTIES || steps.len() > 1 {
            report(&steps, message(schema, form, &violation, &steps));
        }
    }
}

/// Returns the message for a field with an invalid value.
fn message(
    schema: Json<'_>,
    form: Json<'_>,
    violation: &Violation<'_>,
    steps: &[Step<'_>],
) -> String {
    let field = violation.instance_path.to_string();
    let field = if steps.is_empty() {
        "Context".to_owned()
    } else {
        field.replace('/', ".")
    };
    let allowed = violation
        .schema
        .and_then(|schema| schema.keyword(keyword::ENUM));
    if let Some(allowed) = allowed.filter(|_| violation.keyword == keyword::ENUM) {
        let allowed: Vec<_> = allowed.items().map(python::str).collect();
        let value = python::str(violation.instance);
        return format!(
            "'{field}' value '{value}' is not a recognized value. Use one of the allowed values: {}.",
            allowed.join(", ")
        );
    }
    let top = steps.first().and_then(Step::text).unwrap_or("Context");
    let expected = expected(schema, form, top);
    let violated = render(&violation.kind);
    format!(
        "'{field}' does not match expected shape. {violated}. Fix the field to match the expected shape: {expected}."
    )
}

/// Describes the expected value of a field.
fn expected(schema: Json<'_>, form: Json<'_>, field: &str) -> String {
    let property = form
        .keyword(keyword::PROPERTIES)
        .and_then(|properties| properties.get(field));
    let text = |json: Option<Json<'_>>, key| {
        json.and_then(|json| json.keyword(key)?.as_str().map(str::to_owned))
    };
    let reference = text(property, keyword::REF).unwrap_or_default();
    if reference.ends_with("TrustObject") {
        return "object with required 'src' and 'conf'".to_owned();
    }
    if reference.ends_with("MutabilityLevel") {
        let levels = schema
            .keyword(keyword::DEFINITIONS)
            .and_then(|all| all.get("MutabilityLevel")?.keyword(keyword::ENUM));
        let levels: Vec<_> = levels
            .into_iter()
            .flat_map(Json::items)
            .filter_map(Json::as_str)
            .collect();
        return format!("one of: {}", levels.join(", "));
    }
    let items = text(
        property.and_then(|property| property.keyword(keyword::ITEMS)),
        keyword::REF,
    );
    match (text(property, keyword::TYPE).as_deref(), items) {
        (Some("array"), Some(of)) if of.ends_with("RefEntry") => {
            "array of ref entries (each a URI string or {at, has?, scope?} object)".to_owned()
        }
        (Some("array"), _) => "array of strings".to_owned(),
        (Some("object"), _) => "mapping of property name to mutability level".to_owned(),
        (Some("string"), _) => "string".to_owned(),
        _ => format!("see the '{field}' definition in the Context schema"),
    }
}

/// Returns a definition in the schema and the sorted names of its fields.
fn definition<'a>(schema: Json<'a>, name: &str) -> Option<(Json<'a>, Vec<&'a str>)> {
    let form = schema.keyword(keyword::DEFINITIONS)?.get(name)?;
    let mut fields: Vec<_> = form
        .keyword(keyword::PROPERTIES)?
        .entries()
        .map(|(key, _)| key.text)
        .collect();
    fields.sort_unstable();
    Some((form, fields))
}
