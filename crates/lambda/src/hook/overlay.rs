//! Resources as a change set describes them: with resolved values, and including those that macros and transforms
//! generate.
//! <https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ResourceChange.html>

use std::collections::BTreeSet;

use bumpalo::Bump;

use super::document::read;
use super::evaluator::{Engines, Evaluator};
use super::existing_findings::ExistingFindings;
use super::payload::ResourceChange;
use super::scope;
use super::unknown_values;
use super::value_schema::ValueSchema;
use super::write;
use cfn_warden_engine::coverage::{Kind, NotSeen};
use cfn_warden_engine::{self as engine, Incomplete, IncompleteKind, Part};
use cfn_warden_schema::Knowledge;
use cfn_warden_syntax::finding::Finding;
use cfn_warden_syntax::{self as syntax, Known, Operand, Path, Span, Step, Tree, text};
use cfn_warden_template::{ParameterSet, Resource};

/// The state of the resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Before the change.
    Before,
    /// After the change.
    After,
}

/// A template whose resources are replaced by those of a change set.
#[derive(Debug, Default)]
pub struct Overlay {
    /// The template as JSON.
    pub json: String,
    /// The resources that the change set describes.
    ids: BTreeSet<String>,
    /// The positions of the template's resources.
    places: Vec<(String, Span)>,
    /// The resources from which transforms and modules generate others.
    generating: BTreeSet<String>,
    /// Unseen parts.
    gaps: Vec<NotSeen>,
    /// The paths of values that are known only after the change.
    unknown: Vec<Path>,
}

/// Returns the entry for a change whose state afterwards is not a JSON object, or one with a repeated key: what rules cannot see
/// must not pass.
pub fn unreadable(change: &ResourceChange) -> Option<Incomplete> {
    let context = change.after.as_ref()?;
    let arena = Bump::new();
    let reason = match read(&arena, context, "afterContext") {
        Ok(context) if context.root.as_map().is_some() => return None,
        Ok(_) => "afterContext is not an object",
        Err(_) => "afterContext cannot be parsed",
    };
    Some(Incomplete {
        kind: IncompleteKind::Document,
        message: text!(
            "{} of the change set: {}",
            Operand::Name(&change.logical_id),
            Known(reason)
        ),
        file: "template".to_owned(),
        at: None,
    })
}

/// Replaces the resources of a template by those that changes describe; `None` if there are no changes, or if the
/// previous state of a resource is unknown.
pub fn of(
    template: &Tree<'_>,
    changes: &[ResourceChange],
    side: Side,
    evaluator: &Evaluator<'_>,
) -> Option<Overlay> {
    // The previous state of a change without a description is unknown.
    let is_unknown = |change: &ResourceChange| change.before.is_none() && !change.is_added;
    if changes.is_empty() || side == Side::Before && changes.iter().any(is_unknown) {
        return None;
    }
    let arena = Bump::new();
    let expanded = engine::expanded(&arena, template, &ParameterSet::default());
    let template = expanded.as_ref().unwrap_or(template);
    let mut overlay = Overlay::default();
    let mut members = Vec::new();
    for change in changes {
        match member(template, change, side, &evaluator.knowledge) {
            Ok(Some((member, unknown))) => {
                overlay.ids.insert(change.logical_id.clone());
                overlay.unknown.extend(unknown);
                members.push(member);
            }
            Ok(None) => {}
            Err(reason) if side == Side::After => {
                let reason = text!(
                    "{} of the change set: {}",
                    Operand::Name(&change.logical_id),
                    Operand::Value(reason)
                );
                let gap = NotSeen::of(Kind::Unresolved, "template", reason);
                overlay.gaps.push(NotSeen {
                    path: Some(path_of(&change.logical_id)),
                    ..gap
                });
            }
            Err(_) => return None,
        }
    }
    if let Some(resources) = template
        .root
        .get("Resources")
        .filter(|section| section.as_map().is_some())
    {
        // Loops that are not expanded are not resources.
        let mut without: Vec<&str> = changes
            .iter()
            .map(|change| change.logical_id.as_str())
            .collect();
        let names = resources
            .as_map()
            .unwrap_or_default()
            .iter()
            .filter_map(|entry| entry.key.as_str());
        without.extend(names.clone().filter(|name| name.starts_with("Fn::")));
        let named = resources
            .as_map()
            .unwrap_or_default()
            .iter()
            .filter_map(|entry| Some((entry.key.as_str()?, entry.value)));
        // Without a string `Type` it is unknown whether the resource generates others.
        let generating = named.filter(|(id, node)| {
            Resource::of(id, *node).is_none_or(|resource| resource.has_parts())
        });
        overlay.generating = generating.map(|(id, _)| id.to_owned()).collect();
        let mut others = String::new();
        write::members(&mut others, template, resources, None, &without);
        members.extend(Some(others).filter(|others| !others.is_empty()));
        let place = |name: &str| {
            (
                name.to_owned(),
                syntax::location(template, template.root, &path_of(name)),
            )
        };
        overlay.places = names
            .filter(|name| overlay.ids.contains(*name))
            .map(place)
            .collect();
    }
    let mut sections = format!("\"Resources\":{{{}}}", members.join(","));
    let mut others = String::new();
    write::members(&mut others, template, template.root, None, &["Resources"]);
    if !others.is_empty() {
        sections.push(',');
        sections.push_str(&others);
    }
    overlay.json = format!("{{{sections}}}");
    Some(overlay)
}

fn path_of(logical_id: &str) -> Path {
    Path(vec![
        Step::Key("Resources".to_owned()),
        Step::Key(logical_id.to_owned()),
    ])
}

/// Returns `"ID":{"Type":...,"Properties":{...}}`, and the paths of the values in it that are known only after the change;
/// `None` if the resource does not exist on this side.
fn member(
    template: &Tree<'_>,
    change: &ResourceChange,
    side: Side,
    knowledge: &Knowledge,
) -> Result<Option<(String, Vec<Path>)>, &'static str> {
    let context = match side {
        Side::Before => &change.before,
        Side::After => &change.after,
    };
    let written = template
        .root
        .get("Resources")
        .and_then(|resources| resources.get(&change.logical_id));
    let Some(context) = context else {
        // A resource in the template is evaluated there.
        let is_gap = side == Side::After && !change.is_removed && written.is_none();
        return if is_gap {
            Err("the resource is not in the template and has no afterContext")
        } else {
            Ok(None)
        };
    };
    let arena = Bump::new();
    let context =
        read(&arena, context, "afterContext").map_err(|_| "afterContext cannot be parsed")?;
    if context.root.as_map().is_none() {
        return Err("afterContext is not an object");
    }
    let mut json = String::new();
    let own_type = written
        .and_then(|written| written.get("Type"))
        .and_then(|kind| kind.as_str());
    let resource_type = match (change.resource_type.as_str(), own_type) {
        ("", Some(own_type)) => own_type,
        (named, _) => named,
    };
    write::string(&mut json, &change.logical_id);
    json.push_str(":{\"Type\":");
    write::string(&mut json, resource_type);
    json.push_str(",\"Properties\":");
    match context.root.get("Properties") {
        Some(properties) => {
            let value_schema = ValueSchema::of(resource_type, knowledge);
            write::value(&mut json, &context, properties, value_schema.as_ref());
        }
        None => json.push_str("{}"),
    }
    let own: Vec<&str> = context
        .root
        .as_map()
        .unwrap_or_default()
        .iter()
        .filter_map(|e| e.key.as_str())
        .collect();
    let without: Vec<&str> = ["Type", "Properties"].into_iter().chain(own).collect();
    let mut rest = |tree: &Tree<'_>, node, without: &[&str]| {
        let mut others = String::new();
        write::members(&mut others, tree, node, None, without);
        if !others.is_empty() {
            json.push(',');
            json.push_str(&others);
        }
    };
    rest(&context, context.root, &["Type", "Properties"]);
    if let Some(written) = written.filter(|written| written.as_map().is_some()) {
        rest(template, written, &without);
    }
    json.push('}');
    let unknown = match side {
        // What is deployed is known.
        Side::Before => Vec::new(),
        Side::After => unknown_values::of(template, &change.logical_id, context.root),
    };
    Ok(Some((json, unknown)))
}

/// Evaluates rules on the resources that a change set describes and adds the findings that the template does not have.
/// With `existing`, a finding of the template that existed before does not stand for one that did not.
pub fn evaluate(
    evaluator: &Evaluator<'_>,
    overlay: &Overlay,
    sections: &str,
    part: &mut Part<'static>,
    existing: Option<&ExistingFindings>,
) {
    let policies = &evaluator.function.config.coverage;
    overlay
        .gaps
        .iter()
        .for_each(|gap| part.add_not_seen(policies, gap.clone()));
    if overlay.ids.is_empty() || !evaluator.has_rules() {
        return;
    }
    // The values of functions that the template leaves open are in the description of the change.
    part.not_seen_mut().retain(|part| {
        let id = part.path.as_ref().and_then(engine::logical_id);
        part.kind != Kind::Unresolved || !id.is_some_and(|id| overlay.ids.contains(id))
    });
    let engines = Engines {
        lint: false,
        guard: true,
        covers: false,
        unknown: &overlay.unknown,
    };
    let mut found = evaluator.check(&overlay.json, sections, engines);
    found.findings_mut().retain_mut(|finding| {
        if !overlay.is_about(finding) || is_known(part.findings(), finding, existing) {
            return false;
        }
        if scope::is_undecided(finding) {
            let reason = text!(
                "rule {} is undecided: the value is known only after the change",
                Known(&finding.rule.id)
            );
            let gap = NotSeen::of(Kind::Unresolved, "template", reason);
            let gap = NotSeen {
                path: finding.path.clone(),
                ..gap
            };
            part.add_not_seen(policies, gap);
            return false;
        }
        let id = finding.path.as_ref().and_then(engine::logical_id);
        let place = id.and_then(|id| overlay.places.iter().find(|(known, _)| known == id));
        finding.span = place.map_or(Span::START, |(_, span)| *span);
        finding.value_span = None;
        true
    });
    // A rule that failed only elsewhere or on unknown values has no verdict here.
    found.forget_failures_without_findings();
    part.add_view(found);
}

impl Overlay {
    /// Returns whether the previous state of a resource is known: the changes describe it, or it would be among them
    /// if it changed. The previous state of a resource that a transform replaces is never known.
    pub fn knows(&self, id: &str) -> bool {
        self.ids.contains(id) || !self.generating.contains(id)
    }

    /// Returns whether a finding is about a resource that the change set describes, or about the document as a whole.
    fn is_about(&self, finding: &Finding) -> bool {
        let id = finding.path.as_ref().and_then(engine::logical_id);
        id.is_none_or(|id| self.ids.contains(id))
    }
}

/// Returns whether the same rule has a finding about the same thing on the template that counts as this one does. The template has
/// functions where the change set has values, and list items that the change set lacks: the same thing has the same part or path.
fn is_known(findings: &[Finding], finding: &Finding, existing: Option<&ExistingFindings>) -> bool {
    let is_same = |known: &&Finding| {
        known.rule.id == finding.rule.id
            && (known.path == finding.path || is_about_same(known, finding))
    };
    let counts_alike = |known: &Finding| match existing {
        Some(existing) => !existing.contains(known) || existing.contains(finding),
        None => true,
    };
    findings.iter().filter(is_same).any(counts_alike)
}

fn is_about_same(one: &Finding, other: &Finding) -> bool {
    one.identity.is_some() && one.identity == other.identity
}
