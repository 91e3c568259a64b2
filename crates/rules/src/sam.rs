//! Values of SAM templates with their paths, for the rules on what SAM refuses.

use bumpalo::Bump;

use cfn_warden_lint::rule::{Lint, Sink};
use cfn_warden_schema::{InstancePath, Message, Step};
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::function::{Function, function_of, is_no_value, lone_function};

/// A value and its path.
#[derive(Clone, Copy)]
pub struct Located<'a> {
    /// The value.
    pub node: Node<'a>,
    /// The path from the root of the template.
    pub path: InstancePath<'a>,
    arena: &'a Bump,
}

/// A resource of a serverless type.
#[derive(Clone, Copy)]
pub struct Serverless<'a> {
    /// The logical ID.
    pub id: &'a str,
    /// The type without `AWS::Serverless::`.
    pub kind: &'a str,
    /// The whole resource.
    pub resource: Located<'a>,
    /// `Properties`; the resource if there are none.
    pub properties: Located<'a>,
}

/// An event source of a function or state machine.
#[derive(Clone, Copy)]
pub struct Event<'a> {
    /// The name of the event.
    pub id: &'a str,
    /// `Type`; empty if it is not a string.
    pub kind: &'a str,
    /// `Properties`; the event if there are none.
    pub properties: Located<'a>,
}

impl<'a> Located<'a> {
    /// Returns the value of a key.
    pub fn get(self, key: &str) -> Option<Located<'a>> {
        let entry = self.node.entry(key)?;
        Some(Located {
            node: entry.value,
            path: self.path.step(self.arena, Step::Key(entry.key)),
            ..self
        })
    }

    /// Returns the value of a key unless it is null, or `Ref: AWS::NoValue`.
    pub fn present(self, key: &str) -> Option<Located<'a>> {
        self.get(key)
            .filter(|found| !matches!(found.node.value, Value::Null) && !is_no_value(found.node))
    }

    /// Returns the value of a key unless it is empty, zero, false or absent.
    pub fn filled(self, key: &str) -> Option<Located<'a>> {
        self.present(key).filter(|found| !found.node.is_false())
    }

    /// Returns the entries with text keys; none if the value is a function.
    pub fn entries(self) -> impl Iterator<Item = (&'a str, Located<'a>)> {
        let entries = self
            .node
            .as_map()
            .filter(|_| !self.is_function())
            .unwrap_or_default();
        entries.iter().filter_map(move |entry| {
            let path = self.path.step(self.arena, Step::Key(entry.key));
            Some((
                entry.key.as_str()?,
                Located {
                    node: entry.value,
                    path,
                    ..self
                },
            ))
        })
    }

    /// Returns the items of a list.
    pub fn items(self) -> impl Iterator<Item = Located<'a>> {
        let items = self.node.as_list().unwrap_or_default();
        (0u32..).zip(items).map(move |(index, node)| {
            let path = self.path.step(self.arena, Step::Index(index));
            Located {
                node: *node,
                path,
                ..self
            }
        })
    }

    /// Returns the text of a string.
    pub fn text(self) -> Option<&'a str> {
        self.node.as_str()
    }

    /// Whether the value is a function, which SAM may not be able to resolve.
    pub fn is_function(self) -> bool {
        function_of(self.node).is_some() || self.node.entry("Fn::Transform").is_some()
    }

    /// Whether the value is a map and not a function.
    pub fn is_map(self) -> bool {
        self.node.as_map().is_some() && !self.is_function()
    }

    /// Returns the name in a `Ref`.
    pub fn reference(self) -> Option<&'a str> {
        let (function, entry) = lone_function(self.node)?;
        entry.value.as_str().filter(|_| function == Function::Ref)
    }

    /// Returns the values in the arguments of a function, with the path of the function.
    pub fn arguments(self) -> impl Iterator<Item = Located<'a>> {
        let inner = |argument: Node<'a>| match argument.value {
            Value::List(items) => items.to_vec(),
            Value::Map(entries) if function_of(argument).is_none() => {
                entries.iter().map(|entry| entry.value).collect()
            }
            _ => vec![argument],
        };
        let arguments = self
            .node
            .as_map()
            .unwrap_or_default()
            .iter()
            .map(|entry| entry.value);
        arguments
            .flat_map(inner)
            .map(move |node| Located { node, ..self })
    }

    /// Reports a violation of the rule of the sink.
    pub fn report(self, sink: &mut Sink<'a>, message: Message<'a>) {
        sink.report(self.path, self.node, message);
    }

    /// Stores a text for a message.
    pub fn keep(self, text: &str) -> &'a str {
        self.arena.alloc_str(text)
    }

    /// Stores a list of names for a message.
    pub fn names(self, names: &[&'a str]) -> &'a [&'a str] {
        self.arena.alloc_slice_copy(names)
    }
}

impl<'a> Serverless<'a> {
    /// Returns the event sources.
    pub fn events(self) -> impl Iterator<Item = Event<'a>> {
        let events = self
            .properties
            .get("Events")
            .into_iter()
            .flat_map(Located::entries);
        events.map(|(id, event)| Event {
            id,
            kind: event
                .get("Type")
                .and_then(Located::text)
                .unwrap_or_default(),
            properties: event.get("Properties").unwrap_or(event),
        })
    }
}

impl<'a> Event<'a> {
    /// Returns the logical ID of the API of an `Api` or `HttpApi` event; `None` if it is not known.
    pub fn api(self) -> Option<&'a str> {
        let (property, implied) = match self.kind {
            "Api" => ("RestApiId", "ServerlessRestApi"),
            "HttpApi" => ("ApiId", "ServerlessHttpApi"),
            _ => return None,
        };
        match self.properties.get(property) {
            None => Some(implied),
            Some(api) => api.text().or_else(|| api.reference()),
        }
    }
}

/// Returns the resources of serverless types.
pub fn resources<'a>(lint: &Lint<'a, '_>) -> Vec<Serverless<'a>> {
    let root = Located {
        node: lint.template.root,
        path: InstancePath::ROOT,
        arena: lint.arena,
    };
    let all = root.get("Resources").into_iter().flat_map(Located::entries);
    all.filter_map(|(id, resource)| {
        let kind = resource
            .get("Type")?
            .text()?
            .strip_prefix("AWS::Serverless::")?;
        let properties = resource
            .get("Properties")
            .filter(|properties| properties.is_map())
            .unwrap_or(resource);
        Some(Serverless {
            id,
            kind,
            resource,
            properties,
        })
    })
    .collect()
}

/// Returns the APIs: resources, and the APIs that SAM generates for events without an API, with their `Globals`.
pub fn apis<'a>(lint: &Lint<'a, '_>, resources: &[Serverless<'a>]) -> Vec<Serverless<'a>> {
    let mut found: Vec<_> = resources
        .iter()
        .filter(|one| matches!(one.kind, "Api" | "HttpApi"))
        .copied()
        .collect();
    let root = Located {
        node: lint.template.root,
        path: InstancePath::ROOT,
        arena: lint.arena,
    };
    for (id, kind) in [
        ("ServerlessRestApi", "Api"),
        ("ServerlessHttpApi", "HttpApi"),
    ] {
        let mut events = resources.iter().flat_map(|resource| resource.events());
        if found.iter().any(|api| api.id == id) || !events.any(|event| event.api() == Some(id)) {
            continue;
        }
        let globals = root
            .get("Globals")
            .and_then(|globals| globals.get(kind))
            .filter(|globals| globals.is_map());
        let none = Node {
            id: root.node.id,
            value: Value::Map(&[]),
        };
        let properties = globals.unwrap_or(Located { node: none, ..root });
        found.push(Serverless {
            id,
            kind,
            resource: properties,
            properties,
        });
    }
    found
}

/// Returns the resources of one serverless type.
pub fn of_kind<'a>(lint: &Lint<'a, '_>, kind: &str) -> Vec<Serverless<'a>> {
    let mut found = resources(lint);
    found.retain(|resource| resource.kind == kind);
    found
}

/// Whether a name is a parameter, or a pseudo parameter.
pub fn is_parameter(lint: &Lint<'_, '_>, name: &str) -> bool {
    lint.template.parameter(name).is_some() || name.starts_with("AWS::")
}

/// Returns the resources with `Connectors`, and their connectors.
pub fn with_connectors<'a>(lint: &Lint<'a, '_>) -> Vec<(Located<'a>, Located<'a>)> {
    let root = Located {
        node: lint.template.root,
        path: InstancePath::ROOT,
        arena: lint.arena,
    };
    let all = root.get("Resources").into_iter().flat_map(Located::entries);
    all.filter_map(|(_, resource)| Some((resource, resource.get("Connectors")?)))
        .collect()
}
