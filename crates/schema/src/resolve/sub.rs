//! `Fn::Sub`: a string with its variables replaced.

use std::ops::ControlFlow;

use super::reference;
use super::value;
use super::value::{Resolved, ValueVisitor, joinable};
use crate::context::RefValue;
use crate::{Context, Evaluation};
use cfn_warden_syntax::arena::ArenaValue;
use cfn_warden_syntax::hash::HashSet;
use cfn_warden_syntax::{Entry, Node, Value, split_pair};
use cfn_warden_template::delimiter_scanner::DelimiterScanner;

pub(super) fn resolve<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    argument: Node<'a>,
    take: &mut ValueVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let (text, own) = match argument.value {
        Value::Str(text) => (text, None),
        Value::List([text, variables]) => match (text.as_str(), variables.as_map()) {
            (Some(text), Some(entries)) => (text, Some(entries)),
            _ => return ControlFlow::Continue(()),
        },
        _ => return ControlFlow::Continue(()),
    };
    let own = own.unwrap_or_default();
    let mut variables: Vec<(&'a str, Node<'a>)> = own
        .iter()
        .filter_map(|entry| Some((entry.key.as_str()?, entry.value)))
        .collect();
    let mut known: HashSet<&str> = variables.iter().map(|(name, _)| *name).collect();
    for name in names(text) {
        if known.insert(name) {
            variables.push((name, referred(evaluation, argument, name)));
        }
        if !evaluation.spend(1) {
            return ControlFlow::Continue(());
        }
    }
    let mut settled: Option<&'a RefValue<'a>> = cx.refs;
    fill(evaluation, cx, &variables, &mut settled, &mut |refs| {
        let cx = Context { refs, ..*cx };
        let Some((filled, cx)) = write(evaluation, &cx, text) else {
            return ControlFlow::Continue(());
        };
        let refs = without(evaluation, cx.refs, own);
        take(Resolved {
            value: Ok(value::text(evaluation, argument, &filled)),
            cx: Context { refs, ..cx },
        })
    })
}

/// Returns `{Ref: name}`, or `{Fn::GetAtt: name}` if the name contains a dot.
fn referred<'a>(evaluation: &Evaluation<'a>, argument: Node<'a>, name: &'a str) -> Node<'a> {
    let function = if name.contains('.') {
        "Fn::GetAtt"
    } else {
        "Ref"
    };
    let node = |text| Node {
        value: Value::Str(text),
        ..argument
    };
    let entry = Entry {
        key: node(function),
        value: node(name),
    };
    Node {
        value: Value::Map(evaluation.arena.alloc_slice_copy(&[entry])),
        ..argument
    }
}

/// Receives the values of the variables.
type RefsVisitor<'f, 'a> = dyn FnMut(Option<&'a RefValue<'a>>) -> ControlFlow<()> + 'f;

/// Passes every combination of the variables' possible values to the callback.
fn fill<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    variables: &[(&'a str, Node<'a>)],
    refs: &mut Option<&'a RefValue<'a>>,
    filled: &mut RefsVisitor<'_, 'a>,
) -> ControlFlow<()> {
    let Some(((name, node), rest)) = variables.split_first() else {
        return filled(*refs);
    };
    let Some(_depth) = evaluation.deeper() else {
        return ControlFlow::Continue(());
    };
    let before = *refs;
    super::resolve(evaluation, cx, *node, &mut |resolved| {
        // In cfn-lint, a variable that cannot be resolved has the value None, so the string has no value.
        let Ok(value) = resolved.value else {
            return ControlFlow::Continue(());
        };
        let mut refs: Option<&'a RefValue<'a>> = Some(evaluation.arena.keep(RefValue {
            name,
            value,
            rest: before,
        }));
        fill(evaluation, cx, rest, &mut refs, filled)
    })
}

/// Replaces the variables in the string and returns the resulting context; `None` if a variable does not have a scalar
/// value, or if the string exceeds the memory limit.
fn write<'a>(
    evaluation: &Evaluation<'a>,
    cx: &Context<'a>,
    text: &str,
) -> Option<(String, Context<'a>)> {
    let mut out = String::new();
    let mut cx = *cx;
    let mut ends = DelimiterScanner::of(text, ENDS);
    let mut at = 0;
    while let Some((before, after)) = split_pair(text.get(at..)?, *b"${") {
        let open = text.len().saturating_sub(after.len());
        value::push(evaluation, &mut out, before)?;
        let end = ends
            .from(open)
            .filter(|end| *end > open && ends.is(*end, b'}') && !after.starts_with('!'));
        let Some((name, end)) = end.and_then(|end| Some((text.get(open..end)?, end))) else {
            value::push(evaluation, &mut out, "${")?;
            at = open;
            continue;
        };
        let (value, then) = reference::values(evaluation, &cx, name.trim())
            .into_iter()
            .next()?;
        value::push(evaluation, &mut out, &joinable(value)?)?;
        cx.refs = then.refs;
        at = end.saturating_add(1);
    }
    value::push(evaluation, &mut out, text.get(at..)?)?;
    Some((out, cx))
}

/// Characters that end a variable, or its line.
const ENDS: &[u8] = b"}\n";

/// Returns the names of the variables: `\${\s*([^!\s].*?)\s*}`.
pub fn names(text: &str) -> impl Iterator<Item = &str> {
    let mut ends = DelimiterScanner::of(text, ENDS);
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = split_pair(text.get(at..)?, *b"${")?;
            at = text.len().saturating_sub(after.len());
            let trimmed = after.trim_start();
            if trimmed.starts_with(['!', '}']) && !trimmed.starts_with("}}") {
                continue;
            }
            let start = text.len().saturating_sub(trimmed.len());
            let end = ends.from(start.saturating_add(trimmed.chars().next()?.len_utf8()))?;
            if ends.is(end, b'}') {
                at = end.saturating_add(1);
                return Some(text.get(start..end)?.trim_end());
            }
        }
    })
}

/// Returns the values of references without those of the function's own variables.
fn without<'a>(
    evaluation: &Evaluation<'a>,
    refs: Option<&'a RefValue<'a>>,
    own: &[Entry<'a>],
) -> Option<&'a RefValue<'a>> {
    if own.is_empty() {
        return refs;
    }
    let is_own = |name: &str| own.iter().any(|entry| entry.key.as_str() == Some(name));
    let kept: Vec<_> = std::iter::successors(refs, |value| value.rest)
        .filter(|value| !is_own(value.name))
        .collect();
    kept.into_iter().rev().fold(None, |rest, value| {
        Some(evaluation.arena.keep(RefValue { rest, ..*value }))
    })
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn variables_are_found_and_literals_are_not() {
        let found: Vec<_> = names("a ${B} ${!C} ${ D.E } $ {F} ${} ${G").collect();
        assert_eq!(found, ["B", "D.E"]);
    }
}
