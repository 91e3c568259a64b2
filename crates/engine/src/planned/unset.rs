//! Arguments of new resources that a plan does not know because the configuration does not set them.
//!
//! Terraform prints `true` in `after_unknown` for an argument that the provider computes, whether it is set to an unknown
//! value or not at all. The `configuration` of the plan tells these apart. It does not show `dynamic` blocks.
//! Source: <https://developer.hashicorp.com/terraform/internals/json-format#configuration-representation>

use std::collections::HashMap;

use bumpalo::Bump;

use cfn_warden_syntax::derive::edited;
use cfn_warden_syntax::{Node, Value};

/// Lines of a resource type and arguments, which are names or `BLOCK.ARGUMENT`.
const COMPUTED: &str = include_str!("computed.txt");

/// The resources of a plan's configuration that have arguments in [`COMPUTED`].
pub(super) struct Unset<'a> {
    arena: &'a Bump,
    /// The arguments in [`COMPUTED`], by resource type.
    computed: HashMap<&'static str, &'static str>,
    /// The numbers of called modules, by the number of the caller and the name of the call. The root module is 0.
    modules: HashMap<(usize, &'a str), usize>,
    /// The `expressions` of resources by module, type and name; `None` if no argument is set.
    expressions: HashMap<(usize, &'a str, &'a str), Option<Node<'a>>>,
}

impl<'a> Unset<'a> {
    /// Reads the configuration of a plan. In plans of static evaluation, arguments that are not set are absent already, and
    /// unknown blocks are `dynamic`.
    pub fn of(arena: &'a Bump, plan: Node<'a>) -> Unset<'a> {
        let lines = COMPUTED.lines().filter(|line| !line.starts_with('#'));
        let mut unset = Unset {
            arena,
            computed: lines.filter_map(|line| line.split_once(' ')).collect(),
            modules: HashMap::new(),
            expressions: HashMap::new(),
        };
        if plan.get("x_static").is_none()
            && let Some(root) = plan
                .get("configuration")
                .and_then(|configuration| configuration.get("root_module"))
        {
            unset.add_module(root, 0);
        }
        unset
    }

    fn add_module(&mut self, module: Node<'a>, number: usize) {
        for resource in items(module.get("resources")) {
            if let Some((kind, name)) =
                managed(*resource).filter(|(kind, _)| self.computed.contains_key(kind))
            {
                self.expressions
                    .insert((number, kind, name), resource.get("expressions"));
            }
        }
        for call in module
            .get("module_calls")
            .and_then(|calls| calls.as_map())
            .unwrap_or_default()
        {
            if let (Some(name), Some(inner)) = (call.key.as_str(), call.value.get("module")) {
                let called = self.modules.len().saturating_add(1);
                self.modules.insert((number, name), called);
                self.add_module(inner, called);
            }
        }
    }

    /// Returns what is unknown of a resource, without the arguments of a new resource that its configuration does not set.
    pub fn without(&self, resource: Node<'a>, unknown: Node<'a>) -> Node<'a> {
        let Some((computed, expressions)) = self.configured(resource) else {
            return unknown;
        };
        edited(self.arena, unknown, &mut |name, mark| {
            let set = expressions
                .and_then(|expressions| expressions.get(name))
                .filter(|set| !is_empty(*set));
            if is_true(mark) {
                return (set.is_some() || !computed.split(' ').any(|argument| argument == name))
                    .then_some(mark);
            }
            // A block that is not in the configuration is `dynamic`.
            let (Some([block]), Some([mark_of_block])) =
                (set.and_then(|set| set.as_list()), mark.as_list())
            else {
                return Some(mark);
            };
            let inner = computed
                .split(' ')
                .filter_map(|argument| argument.strip_prefix(name)?.strip_prefix('.'));
            let inner = edited(self.arena, *mark_of_block, &mut |argument, mark| {
                let set = block.get(argument).is_some_and(|set| !is_empty(set));
                (set || !is_true(mark) || !inner.clone().any(|name| name == argument))
                    .then_some(mark)
            });
            Some(Node {
                value: Value::List(self.arena.alloc_slice_copy(&[inner])),
                ..mark
            })
        })
    }

    /// Returns the computed arguments of a new resource, and the expressions of its configuration.
    fn configured(&self, resource: Node<'a>) -> Option<(&'static str, Option<Node<'a>>)> {
        let (kind, name) = managed(resource)?;
        let computed = self.computed.get(kind)?;
        let actions = items(resource.get("change")?.get("actions"));
        actions
            .iter()
            .find(|action| action.as_str() == Some("create"))?;
        let names = match resource.get("module_address") {
            Some(address) => module_names(address.as_str()?)?,
            None => Vec::new(),
        };
        let module = names.iter().try_fold(0, |caller, name| {
            self.modules.get(&(caller, *name)).copied()
        })?;
        Some((computed, *self.expressions.get(&(module, kind, name))?))
    }
}

/// Returns the type and the name of a managed resource, in a change or in the configuration.
fn managed<'a>(resource: Node<'a>) -> Option<(&'a str, &'a str)> {
    resource
        .get("mode")?
        .as_str()
        .filter(|mode| *mode == "managed")?;
    Some((
        resource.get("type")?.as_str()?,
        resource.get("name")?.as_str()?,
    ))
}

/// Returns the names in a module address, which may have indexes: `module.a["x.y"].module.b[0]`.
fn module_names(address: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = address;
    loop {
        rest = rest.strip_prefix("module.")?;
        let (name, after) = rest.split_at(rest.find(['.', '[']).unwrap_or(rest.len()));
        names.push(name);
        rest = match after.strip_prefix('[') {
            Some(index) => after_index(index)?,
            None => after,
        };
        if rest.is_empty() {
            return Some(names);
        }
        rest = rest.strip_prefix('.')?;
    }
}

/// Returns what follows an index, without its opening bracket: a number, or a quoted text with escapes.
fn after_index(index: &str) -> Option<&str> {
    let Some(text) = index.strip_prefix('"') else {
        return Some(index.split_once(']')?.1);
    };
    let mut escaped = false;
    let end = text.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    text.get(end..)?.strip_prefix("\"]")
}

/// Whether an expression sets nothing: it is the constant null, or an empty list, which providers compute as well.
fn is_empty(expression: Node<'_>) -> bool {
    expression
        .get("constant_value")
        .is_some_and(|value| matches!(value.value, Value::Null | Value::List([])))
}

fn is_true(mark: Node<'_>) -> bool {
    matches!(mark.value, Value::Bool(true))
}

fn items<'a>(list: Option<Node<'a>>) -> &'a [Node<'a>] {
    list.and_then(|list| list.as_list()).unwrap_or_default()
}
