//! The names of a template: where they are declared, and where they are used.

use std::ops::Range;

use super::function;
use crate::outline::{NodeId, Outline, Step, Value};
use cfn_warden_template::Function;

/// What a name refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A parameter.
    Parameter,
    /// A resource.
    Resource,
    /// A condition.
    Condition,
    /// A mapping.
    Mapping,
    /// An output.
    Output,
}

impl Kind {
    const ALL: [(Kind, &'static str); 5] = [
        (Kind::Parameter, "Parameters"),
        (Kind::Resource, "Resources"),
        (Kind::Condition, "Conditions"),
        (Kind::Mapping, "Mappings"),
        (Kind::Output, "Outputs"),
    ];

    /// Returns the section that declares names of this kind.
    pub fn section(self) -> &'static str {
        Kind::ALL
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, section)| section)
    }
}

/// A declared name.
#[derive(Debug, Clone)]
pub struct Declaration<'t> {
    /// What it refers to.
    pub kind: Kind,
    /// The name as written.
    pub name: &'t str,
    /// The bytes of the name.
    pub range: Range<usize>,
    /// What is declared.
    pub node: NodeId,
}

/// A use of a name.
#[derive(Debug, Clone)]
pub struct Use<'t> {
    /// What it may refer to.
    pub kinds: &'static [Kind],
    /// The name as written.
    pub name: &'t str,
    /// The bytes of the name.
    pub range: Range<usize>,
    /// The attribute of the resource, and its bytes.
    pub attribute: Option<(&'t str, Range<usize>)>,
}

/// The names of a template.
#[derive(Debug, Default)]
pub struct Names<'t> {
    /// In the order of the text.
    pub declarations: Vec<Declaration<'t>>,
    /// In the order of the text.
    pub uses: Vec<Use<'t>>,
}

/// What `Ref` and `Fn::Sub` can name.
pub const VALUES: &[Kind] = &[Kind::Parameter, Kind::Resource];
const RESOURCES: &[Kind] = &[Kind::Resource];
const CONDITIONS: &[Kind] = &[Kind::Condition];
const MAPPINGS: &[Kind] = &[Kind::Mapping];

impl<'t> Names<'t> {
    /// Collects the names of a template.
    pub fn of(outline: &Outline<'t>) -> Names<'t> {
        let mut names = Names {
            declarations: declarations(outline),
            uses: Vec::new(),
        };
        for (id, _) in outline.all() {
            names.add_uses(outline, id);
        }
        names
    }

    /// Returns the declaration of a name.
    pub fn declaration(&self, kinds: &[Kind], name: &str) -> Option<&Declaration<'t>> {
        self.declarations
            .iter()
            .find(|one| kinds.contains(&one.kind) && one.name == name)
    }

    /// Returns the use at an offset.
    pub fn use_at(&self, offset: usize) -> Option<&Use<'t>> {
        let holds = |range: &Range<usize>| range.start <= offset && offset <= range.end;
        let in_attribute = |one: &&Use<'t>| {
            one.attribute
                .as_ref()
                .is_some_and(|(_, range)| holds(range))
        };
        self.uses
            .iter()
            .find(|one| holds(&one.range) || in_attribute(one))
    }

    /// Returns the declaration of the name that is declared or used at an offset.
    pub fn declaration_at(&self, offset: usize) -> Option<&Declaration<'t>> {
        let is_here = |one: &&Declaration<'t>| one.range.start <= offset && offset <= one.range.end;
        let own = self.declarations.iter().find(is_here);
        own.or_else(|| {
            self.use_at(offset)
                .and_then(|one| self.declaration(one.kinds, one.name))
        })
    }

    /// Returns the uses of a declared name.
    pub fn uses_of(&self, declaration: &Declaration<'t>) -> impl Iterator<Item = &Use<'t>> {
        let (kind, name) = (declaration.kind, declaration.name);
        self.uses
            .iter()
            .filter(move |one| one.name == name && one.kinds.contains(&kind))
    }

    fn add_uses(&mut self, outline: &Outline<'t>, id: NodeId) {
        match function(outline, id) {
            Some(Function::Ref) => self.add_scalar(outline, id, VALUES),
            Some(Function::GetAtt) => self.add_get_att(outline, id),
            Some(Function::Sub) => self.add_sub(outline, id),
            Some(Function::Condition) => self.add_scalar(outline, id, CONDITIONS),
            Some(Function::If) => self.add_first(outline, id, CONDITIONS),
            Some(Function::FindInMap) => self.add_first(outline, id, MAPPINGS),
            _ => match (outline.key(id), outline.path(id).as_slice()) {
                (Some("DependsOn"), [Step::Key("Resources"), _, _]) => {
                    self.add_scalar(outline, id, RESOURCES);
                    outline
                        .children(id)
                        .for_each(|item| self.add_scalar(outline, item, RESOURCES));
                }
                (Some("Condition"), [Step::Key("Resources" | "Outputs"), _, _]) => {
                    self.add_scalar(outline, id, CONDITIONS);
                }
                _ => {}
            },
        }
    }

    fn add_first(&mut self, outline: &Outline<'t>, list: NodeId, kinds: &'static [Kind]) {
        if let Some(first) = outline.item(list, 0) {
            self.add_scalar(outline, first, kinds);
        }
    }

    fn add_scalar(&mut self, outline: &Outline<'t>, id: NodeId, kinds: &'static [Kind]) {
        if let Some((name, token)) = outline.scalar(id) {
            self.uses.push(Use {
                kinds,
                name,
                range: token.range.clone(),
                attribute: None,
            });
        }
    }

    fn add_get_att(&mut self, outline: &Outline<'t>, id: NodeId) {
        if let Some((text, token)) = outline.scalar(id) {
            return self.uses.push(dotted(text, token.range.start));
        }
        let Some((name, token)) = outline.item(id, 0).and_then(|first| outline.scalar(first))
        else {
            return;
        };
        let attribute = outline
            .item(id, 1)
            .and_then(|second| outline.scalar(second));
        let attribute = attribute.map(|(text, token)| (text, token.range.clone()));
        self.uses.push(Use {
            kinds: RESOURCES,
            name,
            range: token.range.clone(),
            attribute,
        });
    }

    fn add_sub(&mut self, outline: &Outline<'t>, id: NodeId) {
        let text = outline.item(id, 0).unwrap_or(id);
        let Some((content, token)) = outline.scalar(text) else {
            return;
        };
        let own = outline.item(id, 1);
        for (name, at) in placeholders(content) {
            let is_own = own.is_some_and(|own| outline.get(own, name).is_some());
            if !is_own {
                self.uses
                    .push(dotted(name, token.range.start.saturating_add(at)));
            }
        }
    }
}

/// Returns the use of `Name` or `Name.Attribute` at an offset.
fn dotted(text: &str, start: usize) -> Use<'_> {
    let range = |at: usize, part: &str| at..at.saturating_add(part.len());
    match text.split_once('.') {
        Some((name, attribute)) => {
            let after = start.saturating_add(name.len()).saturating_add(1);
            let attribute = Some((attribute, range(after, attribute)));
            Use {
                kinds: RESOURCES,
                name,
                range: range(start, name),
                attribute,
            }
        }
        None => Use {
            kinds: VALUES,
            name: text,
            range: range(start, text),
            attribute: None,
        },
    }
}

/// Returns the names in `${}` of a text, and their offsets in it.
fn placeholders(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut at = 0_usize;
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let open = at.saturating_add(rest.find("${")?).saturating_add(2);
            let inside = text.get(open..)?;
            let length = inside.find(['}', '\n'])?;
            at = open.saturating_add(length);
            let written = inside.get(..length)?;
            let name = written.trim();
            if !name.is_empty() && !name.starts_with('!') && inside.get(length..)?.starts_with('}')
            {
                let blank = written.len().saturating_sub(written.trim_start().len());
                return Some((name, open.saturating_add(blank)));
            }
        }
    })
}

fn declarations<'t>(outline: &Outline<'t>) -> Vec<Declaration<'t>> {
    let mut found = Vec::new();
    for (kind, section) in Kind::ALL {
        let Some(section) = outline.get(Outline::ROOT, section) else {
            continue;
        };
        if outline.node(section).value != Value::Map {
            continue;
        }
        for node in outline.children(section) {
            let Some(key) = outline.node(node).key.as_ref() else {
                continue;
            };
            let name = outline.text_of(key);
            // `Fn::ForEach` and `Fn::Transform` declare no name.
            if !name.starts_with("Fn::") {
                found.push(Declaration {
                    kind,
                    name,
                    range: key.range.clone(),
                    node,
                });
            }
        }
    }
    found.sort_by_key(|one| one.range.start);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::read;

    const TEMPLATE: &str = "\
Parameters:
  Env: {Type: String}
Mappings:
  Sizes: {a: {b: 1}}
Conditions:
  IsProd: !Equals [!Ref Env, prod]
  Both: !And [!Condition IsProd, {Condition: IsProd}]
Resources:
  Queue:
    Type: AWS::SQS::Queue
    Condition: IsProd
  Topic:
    Type: AWS::SNS::Topic
    DependsOn: [Queue]
    Properties:
      TopicName: !Sub '${Env}-${ Queue.Arn }-${!No}-${AWS::Region}'
      DisplayName: !Sub ['${Own}-${Env}', {Own: x}]
      Subscription:
        - Endpoint: !GetAtt Queue.Arn
          Protocol: {'Fn::GetAtt': [Queue, QueueName]}
        - !If [IsProd, !FindInMap [Sizes, a, b], !Ref 'AWS::NoValue']
";

    #[test]
    fn uses_have_the_ranges_of_their_names() {
        let outline = read(TEMPLATE);
        let names = Names::of(&outline);
        let found: Vec<&str> = names
            .uses
            .iter()
            .map(|one| TEMPLATE.get(one.range.clone()).unwrap())
            .collect();
        assert!(
            names
                .uses
                .iter()
                .zip(&found)
                .all(|(one, text)| one.name == *text)
        );
        let mut sorted = found.clone();
        sorted.sort_unstable();
        let expected = [
            "AWS::NoValue",
            "AWS::Region",
            "Env",
            "Env",
            "Env",
            "IsProd",
            "IsProd",
            "IsProd",
            "IsProd",
            "Queue",
            "Queue",
            "Queue",
            "Queue",
            "Sizes",
        ];
        assert_eq!(sorted, expected);
        let attributes: Vec<_> = names
            .uses
            .iter()
            .filter_map(|one| one.attribute.clone())
            .collect();
        assert_eq!(
            attributes.iter().map(|(text, _)| *text).collect::<Vec<_>>(),
            ["Arn", "Arn", "QueueName"]
        );
        assert!(
            attributes
                .iter()
                .all(|(text, range)| TEMPLATE.get(range.clone()) == Some(text))
        );
    }

    #[test]
    fn a_name_leads_to_its_declaration_and_uses() {
        let outline = read(TEMPLATE);
        let names = Names::of(&outline);
        let at = TEMPLATE.find("IsProd, !Find").unwrap();
        let declaration = names.declaration_at(at).unwrap();
        assert_eq!(
            (declaration.kind, declaration.range.start),
            (Kind::Condition, TEMPLATE.find("IsProd").unwrap())
        );
        assert_eq!(names.uses_of(declaration).count(), 4);
        let attribute = names
            .declaration_at(TEMPLATE.find("QueueName").unwrap())
            .unwrap();
        assert_eq!((attribute.kind, attribute.name), (Kind::Resource, "Queue"));
        assert!(
            names
                .declaration_at(TEMPLATE.find("AWS::Region").unwrap())
                .is_none()
        );
    }
}
