//! Other places that explain a violation: where a value is used, and which declaration was meant.

use cfn_warden_schema::{InstancePath, Step, Violation, ViolationKind as Kind};
use cfn_warden_syntax::{Operand, Text, names, text};
use cfn_warden_template::Template;

/// The sections with names that functions refer to, and what their entries are.
const SECTIONS: &[(&str, &str)] = &[
    ("Parameters", "parameter"),
    ("Resources", "resource"),
    ("Conditions", "condition"),
    ("Mappings", "mapping"),
    ("Rules", "rule"),
];

/// A related place: the names and indices of its path, and what it is.
pub struct RelatedPath<'a> {
    pub steps: Vec<Step<'a>>,
    pub text: Text,
}

/// Returns the related places of a violation, without the place that it is shown at.
pub fn of<'a>(violation: &Violation<'a>, template: &Template<'a>) -> Vec<RelatedPath<'a>> {
    let place = |path: InstancePath<'a>, text: &'static str| RelatedPath {
        steps: path.steps(),
        text: Text::own(text),
    };
    let mut all: Vec<RelatedPath<'a>> = violation
        .related
        .iter()
        .map(|one| place(one.path, one.text))
        .collect();
    if violation.shown_at.is_some_and(is_definition) {
        all.push(place(violation.instance_path, "used here"));
    }
    all.extend(declaration(&violation.kind, template));
    all
}

/// Returns whether a path leads to a value that is used elsewhere.
fn is_definition(path: InstancePath<'_>) -> bool {
    let section = path.steps().first().and_then(Step::text);
    matches!(section, Some("Parameters" | "Mappings"))
}

/// Returns the declaration of the name that was probably meant, or of the mapping that lacks a key.
fn declaration<'a>(kind: &Kind<'a>, template: &Template<'a>) -> Option<RelatedPath<'a>> {
    match *kind {
        Kind::Circumstanced { violated, .. } => declaration(violated, template),
        Kind::Undeclared { instance, declared } => {
            let name = instance.as_str()?;
            let nearest = declared
                .iter()
                .find(|other| other.eq_ignore_ascii_case(name))
                .copied();
            declared_as(
                nearest.or_else(|| names::nearest(name, declared.iter().copied()))?,
                SECTIONS,
                template,
            )
        }
        Kind::UnknownMapKey { map, .. }
        | Kind::UnknownFirstLevelKey { map, .. }
        | Kind::UnknownSecondLevelKey { map, .. } => {
            let mappings: Vec<_> = SECTIONS
                .iter()
                .filter(|(section, _)| *section == "Mappings")
                .copied()
                .collect();
            declared_as(map, &mappings, template)
        }
        _ => None,
    }
}

fn declared_as<'a>(
    name: &'a str,
    sections: &[(&'static str, &'static str)],
    template: &Template<'a>,
) -> Option<RelatedPath<'a>> {
    // An attribute, as in `Fn::GetAtt`, belongs to its resource.
    let name = name.split('.').next()?;
    let found = sections.iter().find(|(section, _)| {
        template
            .root
            .get(section)
            .is_some_and(|entries| entries.get(name).is_some())
    });
    let (section, kind) = found?;
    Some(RelatedPath {
        steps: vec![Step::Name(section), Step::Name(name)],
        text: text!("the {} `{}`", *kind, Operand::Name(name)),
    })
}
