//! `Fn::FindInMap`: the mapped value for every combination of keys, or the errors if no combination has a value.

use std::ops::ControlFlow;

use super::value;
use super::value::{ResolutionError, Resolved, ValueVisitor, from, pseudo_reference};
use crate::mode::PseudoValues;
use crate::{Context, Evaluation, InstancePath, Step, ViolationKind, equal};
use cfn_warden_syntax::python;
use cfn_warden_syntax::{Node, Value};
use cfn_warden_template::mapping::Keys;
use cfn_warden_template::{PseudoParameter, Region};

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let (map, top, second, options) = match argument.value {
        Value::List([map, top, second]) => (*map, *top, *second, None),
        Value::List([map, top, second, options]) => (*map, *top, *second, Some(*options)),
        _ => return ControlFlow::Continue(()),
    };
    let default = options.and_then(|options| options.get("DefaultValue"));
    if let Some(default) = default {
        super::resolve(evaluation, cx, default, &mut |resolved| {
            take(Resolved {
                cx: from(&resolved.cx, None),
                value: resolved.value,
            })
        })?;
    }
    let mappings = &evaluation.template.mappings;
    let mut search = Search {
        evaluation,
        top,
        second,
        lenient: default.is_some(),
        found: false,
        errors: Vec::new(),
    };
    if default.is_none() && mappings.iter().next().is_none() {
        if mappings.is_transform() {
            return ControlFlow::Continue(());
        }
        take(error(
            cx,
            0,
            ViolationKind::Undeclared {
                instance: map,
                declared: &[],
            },
        ))?;
    }
    if pseudo_reference(map).is_some() {
        return ControlFlow::Continue(());
    }
    super::resolve(evaluation, cx, map, &mut |name| {
        let Some(text) = name.value.as_ref().ok().and_then(Node::as_str) else {
            return ControlFlow::Continue(());
        };
        match mappings.get(text) {
            Some(keys) if keys.is_transform() => ControlFlow::Continue(()),
            Some(keys) => search.in_map(cx, &name.cx, keys, take),
            None => {
                if !search.lenient && !mappings.is_transform() {
                    let names: Vec<_> = mappings.iter().map(|map| map.name).collect();
                    let declared = evaluation.arena.alloc_slice_copy(&names);
                    let instance = name.value.unwrap_or(map);
                    search.errors.push(error(
                        &name.cx,
                        0,
                        ViolationKind::Undeclared { instance, declared },
                    ));
                }
                ControlFlow::Continue(())
            }
        }
    })?;
    if search.found {
        return ControlFlow::Continue(());
    }
    std::mem::take(&mut search.errors)
        .into_iter()
        .try_for_each(take)
}

struct Search<'s, 'a> {
    evaluation: &'s Evaluation<'a>,
    top: Node<'a>,
    second: Node<'a>,
    /// Whether missing keys are allowed because there is a default.
    lenient: bool,
    found: bool,
    /// Errors to return if no value is found.
    errors: Vec<Resolved<'a>>,
}

impl<'a> Search<'_, 'a> {
    fn in_map(
        &mut self,
        base: &Context<'a>,
        cx: &Context<'a>,
        map: Keys<'a>,
        take: &mut ValueVisitor<'_, 'a>,
    ) -> ControlFlow<()> {
        if pseudo_reference(self.second).is_some() {
            return ControlFlow::Continue(());
        }
        if let Some(pseudo) = pseudo_reference(self.top) {
            return match self.second.as_str() {
                Some(_) => self.at_pseudo(base, map, pseudo, take),
                None => ControlFlow::Continue(()),
            };
        }
        let _ = cx;
        let (evaluation, top) = (self.evaluation, self.top);
        super::resolve(evaluation, base, top, &mut |key| {
            let Some(node) = key.value.ok().and_then(|node| as_key(evaluation, node)) else {
                return ControlFlow::Continue(());
            };
            let name = node.as_str().unwrap_or_default();
            let Some(keys) = map.iter().find(|keys| same(evaluation, keys.name, node)) else {
                if !self.lenient {
                    let names: Vec<_> = map.iter().map(|keys| keys.name).collect();
                    let declared = evaluation.arena.alloc_slice_copy(&names);
                    let kind = ViolationKind::UnknownMapKey {
                        key: node,
                        declared,
                        map: map.name,
                        top: None,
                    };
                    self.errors.push(error(&key.cx, 1, kind));
                }
                return ControlFlow::Continue(());
            };
            if name.is_empty() || keys.is_transform() {
                return ControlFlow::Continue(());
            }
            self.at_key(
                &Context {
                    pseudo_values: PseudoValues::Unknown,
                    ..key.cx
                },
                map,
                keys,
                take,
            )
        })
    }

    fn at_key(
        &mut self,
        cx: &Context<'a>,
        map: Keys<'a>,
        keys: Keys<'a>,
        take: &mut ValueVisitor<'_, 'a>,
    ) -> ControlFlow<()> {
        let (evaluation, second) = (self.evaluation, self.second);
        super::resolve(evaluation, cx, second, &mut |key| {
            let Some(node) = key.value.ok().and_then(|node| as_key(evaluation, node)) else {
                return ControlFlow::Continue(());
            };
            match keys
                .values()
                .find(|(known, _)| same(evaluation, known, node))
            {
                Some((known, value)) => {
                    self.found = true;
                    take(Resolved {
                        value: Ok(value),
                        cx: from(
                            &key.cx,
                            Some(place(evaluation, [map.name, keys.name, known])),
                        ),
                    })
                }
                None => {
                    if !self.lenient {
                        let names: Vec<_> = keys.values().map(|(name, _)| name).collect();
                        let declared = evaluation.arena.alloc_slice_copy(&names);
                        let (map, top) = (map.name, Some(keys.name));
                        let kind = ViolationKind::UnknownMapKey {
                            key: node,
                            declared,
                            map,
                            top,
                        };
                        self.errors.push(error(&key.cx, 2, kind));
                    }
                    ControlFlow::Continue(())
                }
            }
        })
    }

    /// Resolves a first key that is a pseudo parameter, with every key that it can equal.
    fn at_pseudo(
        &mut self,
        cx: &Context<'a>,
        map: Keys<'a>,
        pseudo: PseudoParameter,
        take: &mut ValueVisitor<'_, 'a>,
    ) -> ControlFlow<()> {
        let evaluation = self.evaluation;
        let second = self.second.as_str().unwrap_or_default();
        let fits = |key: &str| match pseudo {
            PseudoParameter::AccountId => {
                key.strip_suffix('\n').unwrap_or(key).len() == 12
                    && key.bytes().take(12).all(|b| b.is_ascii_digit())
            }
            PseudoParameter::Region => Region::named(key).is_some(),
            _ => true,
        };
        let tops: Vec<_> = map.iter().filter(|keys| fits(keys.name)).collect();
        let mut found = false;
        for keys in &tops {
            for (name, value) in keys.values().filter(|(name, _)| *name == second) {
                found = true;
                let cx = from(cx, Some(place(evaluation, [map.name, keys.name, name])));
                take(Resolved {
                    value: Ok(value),
                    cx,
                })?;
            }
        }
        if tops.is_empty() {
            take(error(
                cx,
                1,
                ViolationKind::UnknownFirstLevelKey {
                    key: self.top,
                    map: map.name,
                },
            ))
        } else if !found {
            let kind = ViolationKind::UnknownSecondLevelKey {
                key: self.second,
                top: self.top,
                map: map.name,
            };
            take(error(cx, 2, kind))
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Creates an error in the argument at an index.
fn error<'a>(cx: &Context<'a>, index: u32, kind: ViolationKind<'a>) -> Resolved<'a> {
    Resolved {
        value: Err(ResolutionError {
            kind,
            steps: vec![Step::Index(index)],
        }),
        cx: *cx,
    }
}

/// Returns a key as a string: a string itself, or the text of an integer.
fn as_key<'a>(evaluation: &Evaluation<'a>, node: Node<'a>) -> Option<Node<'a>> {
    match node.value {
        Value::Str(_) => Some(node),
        Value::Int(_) | Value::BigInt(_) => Some(value::text(evaluation, node, &python::str(node))),
        Value::Float(number) if number.fract() == 0.0 => {
            Some(value::text(evaluation, node, &python::str(node)))
        }
        _ => None,
    }
}

/// Returns whether a key equals the requested one, with the equality of values: `true` equals `True`.
fn same<'a>(evaluation: &Evaluation<'a>, key: &'a str, node: Node<'a>) -> bool {
    equal::equals(
        Node {
            value: Value::Str(key),
            ..evaluation.template.root
        },
        node,
    )
}

fn place<'a>(evaluation: &Evaluation<'a>, names: [&'a str; 3]) -> InstancePath<'a> {
    InstancePath::ROOT
        .names(evaluation.arena, ["Mappings"])
        .names(evaluation.arena, names)
}
