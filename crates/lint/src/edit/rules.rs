//! Fixes that belong to one rule.

use super::document::{Document, Quotes};
use super::facts::Facts;
use super::removal::{self, Emptied};
use super::{functions, insertion, interface, names};
use crate::message::shown::{code, code_name, code_value};
use cfn_warden_schema::{Json, Operand, Step, Violation, ViolationKind};
use cfn_warden_syntax::fix::{Edit, Fix, Safety};
use cfn_warden_syntax::{Entry, Known, Node, Text, Value, names as similar, text};
use cfn_warden_template::Template;
use cfn_warden_template::template::{INCLUDE, SERVERLESS};

/// The rules about parameters, mappings and conditions that are not used.
pub const UNUSED: [&str; 3] = ["W2001", "W7001", "W8001"];

/// Returns the fix of a violation that a rule states in its own words.
pub fn of<'a>(
    document: &Document<'_, 'a>,
    violation: &Violation<'a>,
    rule: &str,
    facts: Facts<'_, 'a>,
) -> Option<Fix> {
    let instance = violation.instance;
    let message = match violation.kind {
        ViolationKind::Rule(message) => message,
        ViolationKind::AdditionalProperties { .. } if rule == "W3001" => {
            return remove(document, violation, Safety::Safe, Emptied::Keep);
        }
        _ => return None,
    };
    match rule {
        "E1029" => functions::in_sub(document, instance),
        "I1022" => functions::join_as_sub(document, instance),
        "W1020" => functions::without_sub(document, instance),
        "W1053" => functions::without_spaces(document, instance),
        "W1054" => functions::pseudo_parameter(document, instance),
        "I3042" if matches!(message.operands(), [_, Operand::Plain("Partition"), ..]) => {
            functions::partition(document, instance)
        }
        rule if UNUSED.contains(&rule) => {
            let name = violation.instance_path.last()?.text()?;
            if facts.suggested_names.contains(name) || may_macros_use_names(document.template) {
                return None;
            }
            match rule {
                "W2001" => remove_parameter(document, violation),
                _ => remove(document, violation, Safety::Unsafe, Emptied::Remove),
            }
        }
        "W3005" => remove(
            document,
            violation,
            safety_of_order(violation),
            Emptied::Remove,
        ),
        "W1019" | "W3671" | "W3698" | "W3699" | "W3704" => {
            remove(document, violation, Safety::Safe, Emptied::Keep)
        }
        "E3040" => remove(document, violation, Safety::Unsafe, Emptied::Remove),
        "W3687" => remove_ports(document, violation),
        "E3037" | "I3037" => remove_duplicates(document, violation),
        "E3038" => add_transform(document, SERVERLESS),
        "E1032" => add_transform(document, "AWS::LanguageExtensions"),
        "E3006" => {
            let node = document.member(violation.instance_path)?.value;
            let node = node.get("Type").unwrap_or(node);
            let name = node.as_str()?;
            let similar = similar::nearest(name, facts.knowledge.types())
                .filter(|similar| *similar != name)?;
            names::reference(
                document,
                violation.instance_path,
                node,
                (name, similar),
                Safety::Unsafe,
            )
        }
        "E3041" => add_dot(document, violation),
        "W2506" => write_shown(document, violation, "AWS::EC2::Image::Id"),
        "W2501" => hide(document, violation),
        "W2511" => update_version(document, instance),
        "W3011" => add_policy(document, instance),
        "W2531" | "E2531" | "E2533" => {
            rewrite(document, instance, successor(instance.as_str()?, facts)?)
        }
        _ => None,
    }
}

/// Returns the fix that removes the entry or item at the path of a violation.
fn remove<'a>(
    document: &Document<'_, 'a>,
    violation: &Violation<'a>,
    safety: Safety,
    emptied: Emptied,
) -> Option<Fix> {
    let edits = removal::member(document, violation.instance_path, emptied)?;
    let name = match violation.instance_path.last()? {
        Step::Index(_) => document.member(violation.instance_path)?.value.as_str()?,
        step => step.text()?,
    };
    Some(Fix {
        description: text!("Remove {}.", code_name(name)),
        safety,
        edits,
    })
}

/// Whether a macro or an included snippet may use parameters, mappings or conditions by their names. The other transforms of AWS
/// read only the functions that a template has.
fn may_macros_use_names(template: &Template<'_>) -> bool {
    let is_macro = |node: Node<'_>| match node.as_str() {
        Some(name) => !name.starts_with("AWS::") || name == INCLUDE,
        None => true,
    };
    let is_declared =
        template
            .written
            .get("Transform")
            .is_some_and(|section| match section.as_list() {
                Some(transforms) => transforms.iter().copied().any(is_macro),
                None => is_macro(section),
            });
    let mut functions = template.uses_as_written().others.iter();
    is_declared || functions.any(|used| used.entry.key.as_str() == Some("Fn::Transform"))
}

/// Returns the fix that removes a parameter, also from the metadata of the console.
fn remove_parameter<'a>(document: &Document<'_, 'a>, violation: &Violation<'a>) -> Option<Fix> {
    let mut fix = remove(document, violation, Safety::Unsafe, Emptied::Remove)?;
    fix.edits.extend(interface::without(
        document,
        violation.instance_path.last()?.text()?,
    )?);
    fix.edits.sort_by_key(|edit| edit.span.start);
    let is_apart = fix
        .edits
        .windows(2)
        .all(|pair| matches!(pair, [one, other] if one.span.end <= other.span.start));
    is_apart.then_some(fix)
}

/// Returns the safety of removing a `DependsOn` that a reference repeats. A branch of `Fn::If` and what a macro replaces may not be
/// deployed, and then nothing else orders the resources.
fn safety_of_order(violation: &Violation<'_>) -> Safety {
    let steps = violation
        .related
        .iter()
        .flat_map(|related| related.path.steps());
    let mut names = steps.filter_map(|step| step.text());
    if names.any(|name| matches!(name, "Fn::If" | "Fn::Transform")) {
        Safety::Unsafe
    } else {
        Safety::Safe
    }
}

/// Returns the fix that removes the ports of a rule for a protocol without ports.
fn remove_ports<'a>(document: &Document<'_, 'a>, violation: &Violation<'a>) -> Option<Fix> {
    let is_port = |entry: &Entry<'_>| matches!(entry.key.as_str(), Some("FromPort" | "ToPort"));
    let member = document.member(violation.instance_path)?;
    let has_ports = member
        .value
        .as_map()
        .is_some_and(|entries| entries.iter().any(is_port));
    let rule = if has_ports {
        member.value
    } else {
        member.owner
    };
    let entries = rule.as_map()?;
    let mut edits: Vec<Edit> = Vec::new();
    for (index, entry) in entries
        .iter()
        .enumerate()
        .filter(|(_, entry)| is_port(entry))
    {
        let member = super::document::Member {
            owner: rule,
            index,
            value: entry.value,
        };
        edits.extend(removal::one(document, &member)?);
    }
    let is_sorted = edits
        .windows(2)
        .all(|pair| matches!(pair, [one, other] if one.span.end <= other.span.start));
    let description = Text::own("Remove `FromPort` and `ToPort`.");
    (is_sorted && !edits.is_empty()).then_some(Fix {
        description,
        safety: Safety::Safe,
        edits,
    })
}

/// Returns the fix that removes the items of a list that repeat an earlier one.
pub fn remove_duplicates<'a>(
    document: &Document<'_, 'a>,
    violation: &Violation<'a>,
) -> Option<Fix> {
    let list = document.member(violation.instance_path)?.value;
    let items = list.as_list()?;
    let is_repeated = |index: &usize| {
        let earlier = items.get(..*index).unwrap_or_default().iter();
        items
            .get(*index)
            .is_some_and(|item| earlier.into_iter().any(|other| is_equal(*other, *item)))
    };
    let repeated: Vec<usize> = (0..items.len()).filter(is_repeated).collect();
    let edits = removal::items(document, list, &repeated).filter(|edits| !edits.is_empty())?;
    // The items of the list may be repeated.
    let is_optional = violation.rule.is_some_and(|rule| rule.as_str() == "I3037");
    let safety = if is_optional {
        Safety::Unsafe
    } else {
        Safety::Safe
    };
    Some(Fix {
        description: Text::own("Remove the repeated items."),
        safety,
        edits,
    })
}

fn is_equal(one: Node<'_>, other: Node<'_>) -> bool {
    match (one.value, other.value) {
        (Value::Str(one), Value::Str(other)) => one == other,
        (Value::Int(one), Value::Int(other)) => one == other,
        (Value::Bool(one), Value::Bool(other)) => one == other,
        (Value::List(one), Value::List(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_equal(*one, *other))
        }
        (Value::Map(one), Value::Map(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| {
                    is_equal(one.key, other.key) && is_equal(one.value, other.value)
                })
        }
        _ => false,
    }
}

/// Returns the fix that adds the section `Transform`.
pub fn add_transform(document: &Document<'_, '_>, transform: &str) -> Option<Fix> {
    if document.template.root.get("Transform").is_some()
        || document.template.written.get("Transform").is_some()
    {
        return None;
    }
    let value = document.quoted(Quotes::None, transform)?;
    let edits = vec![insertion::at_top(document, "Transform", &value)?];
    Some(Fix {
        description: text!("Add `Transform: {}`.", Known(transform)),
        safety: Safety::Unsafe,
        edits,
    })
}

/// Returns the fix that ends the name of a hosted zone with a dot.
fn add_dot<'a>(document: &Document<'_, 'a>, violation: &Violation<'a>) -> Option<Fix> {
    if violation.instance_path.last()?.text() != Some("HostedZoneName") {
        return None;
    }
    let scalar = document.scalar(document.member(violation.instance_path)?.value)?;
    let text = format!("{}.", scalar.text);
    document.rewrite(
        &scalar,
        &text,
        (Safety::Safe, "Add a dot at the end.".into()),
    )
}

/// Returns the fix that replaces the value at the path where a violation is shown.
fn write_shown<'a>(
    document: &Document<'_, 'a>,
    violation: &Violation<'a>,
    new: &str,
) -> Option<Fix> {
    rewrite(document, document.member(violation.shown_at?)?.value, new)
}

/// Returns the fix that sets `NoEcho` in a parameter.
fn hide<'a>(document: &Document<'_, 'a>, violation: &Violation<'a>) -> Option<Fix> {
    let steps = violation.instance_path.steps();
    if !matches!(steps.as_slice(), [section, _] if section.text() == Some("Parameters")) {
        return None;
    }
    let parameter = document.member(violation.instance_path)?.value;
    let how = (Safety::Unsafe, "Set `NoEcho: true`.".into());
    if let Some(value) = parameter.get("NoEcho") {
        return document.replace(document.scalar(value)?.range, "true", how);
    }
    let edits = vec![insertion::after(
        document,
        parameter,
        parameter.entry("Type")?,
        "NoEcho",
        "true",
    )?];
    Some(Fix {
        description: how.1,
        safety: how.0,
        edits,
    })
}

/// Returns the fix that adds the one of two policies that a resource lacks.
fn add_policy(document: &Document<'_, '_>, resource: Node<'_>) -> Option<Fix> {
    let (entry, missing) = match (
        resource.entry("DeletionPolicy"),
        resource.entry("UpdateReplacePolicy"),
    ) {
        (Some(entry), None) => (entry, "UpdateReplacePolicy"),
        (None, Some(entry)) => (entry, "DeletionPolicy"),
        _ => return None,
    };
    const POLICIES: [&str; 4] = ["Delete", "Retain", "RetainExceptOnCreate", "Snapshot"];
    let scalar = document
        .scalar(entry.value)
        .filter(|scalar| POLICIES.contains(&scalar.text))?;
    // Only `DeletionPolicy` has this value.
    let policy = if scalar.text == "RetainExceptOnCreate" {
        "Retain"
    } else {
        scalar.text
    };
    // This is the default.
    let safety = if policy == "Delete" {
        Safety::Safe
    } else {
        Safety::Unsafe
    };
    let value = document.quoted(scalar.quotes, policy)?;
    let edits = vec![insertion::after(
        document, resource, entry, missing, &value,
    )?];
    Some(Fix {
        description: text!("Add `{}: {}`.", Known(missing), Text::operand(policy)),
        safety,
        edits,
    })
}

/// Returns the fix that writes the current version of the policy language. Without quotes, it is a date in YAML.
fn update_version(document: &Document<'_, '_>, version: Node<'_>) -> Option<Fix> {
    const CURRENT: &str = "2012-10-17";
    match version.value {
        Value::Date(_) => {
            let how = (Safety::Unsafe, text!("Write {}.", code(CURRENT)));
            document.replace(document.scalar(version)?.range, CURRENT, how)
        }
        _ => rewrite(document, version, CURRENT),
    }
}

fn rewrite(document: &Document<'_, '_>, node: Node<'_>, new: &str) -> Option<Fix> {
    document.rewrite(
        &document.scalar(node)?,
        new,
        (Safety::Unsafe, text!("Write {}.", code_value(new))),
    )
}

/// Returns the first successor of a runtime that is not deprecated.
fn successor<'f>(runtime: &str, facts: Facts<'f, '_>) -> Option<&'f str> {
    let lives = facts.knowledge.document("specs/LmbdRuntimeLifecycle")?;
    let next = |runtime: &str| lives.get(runtime)?.get("successor").and_then(Json::as_str);
    let is_deprecated = |runtime: &str| {
        let date = lives
            .get(runtime)
            .and_then(|life| life.get("deprecated")?.as_str());
        date.is_some_and(|date| date <= facts.today)
    };
    let mut chain = std::iter::successors(next(runtime), |runtime| next(runtime));
    chain
        .by_ref()
        .take(lives.entries().count())
        .find(|runtime| !is_deprecated(runtime))
}
