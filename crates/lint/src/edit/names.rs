//! Other names: of keys, and of what values refer to.

use super::document::Document;
use cfn_warden_schema::InstancePath;
use cfn_warden_syntax::fix::{Fix, Safety};
use cfn_warden_syntax::tree::At;
use cfn_warden_syntax::{Node, Operand, Text, text};

/// Returns the fix that renames a key, unless the object already has the other key.
pub fn key(document: &Document<'_, '_>, key: Node<'_>, new: &str) -> Option<Fix> {
    let old = key.as_str()?;
    if document.tree.info(key.id)?.at != At::Key || document.owner_of(key.id)?.get(new).is_some() {
        return None;
    }
    let scalar = document.scalar(key)?;
    document.rewrite(
        &scalar,
        new,
        (
            Safety::Safe,
            text!(
                "Rename `{}` to `{}`.",
                Operand::Name(old),
                Operand::Name(new)
            ),
        ),
    )
}

/// Returns the fix that writes another name in place of `old`, which is a whole scalar, a part of a `Fn::GetAtt`, or a
/// variable of the `Fn::Sub` at the path.
pub fn reference(
    document: &Document<'_, '_>,
    path: InstancePath<'_>,
    node: Node<'_>,
    (old, new): (&str, &str),
    safety: Safety,
) -> Option<Fix> {
    if document.tree.info(node.id)?.at == At::Key {
        return None;
    }
    let how = (
        safety,
        text!(
            "Write `{}` in place of `{}`.",
            Operand::Name(new),
            Operand::Name(old)
        ),
    );
    if let Some(scalar) = document.written(node.id) {
        if scalar.text == old {
            return document.rewrite(&scalar, new, how);
        }
        let dotted = |name: &str| match scalar.text.split_once('.') {
            Some((first, second)) if first == old => Some(format!("{name}.{second}")),
            Some((first, second)) if second == old => Some(format!("{first}.{name}")),
            _ => None,
        };
        let in_get_att = path
            .steps()
            .iter()
            .any(|step| step.text() == Some("Fn::GetAtt"));
        if let Some(text) = dotted(new).filter(|_| in_get_att) {
            return document.rewrite(&scalar, &text, how);
        }
    }
    let is_sub = path.last().and_then(|step| step.text()) == Some("Fn::Sub");
    if is_sub {
        variables(document, node, (old, new), how)
    } else {
        None
    }
}

/// Returns the fix that renames the variables of a `Fn::Sub`.
fn variables(
    document: &Document<'_, '_>,
    sub: Node<'_>,
    (old, new): (&str, &str),
    (safety, description): (Safety, Text),
) -> Option<Fix> {
    let range = document.range(sub.id)?;
    let source = document.slice(range.clone())?;
    let mut edits = Vec::new();
    let (first, second) = old.split_once('.').unwrap_or((old, ""));
    for (at, _) in source.match_indices("${") {
        let name = source.get(at.saturating_add(2)..)?.split_once('}')?.0;
        let blanks = name.len().saturating_sub(name.trim_start().len());
        let start = range
            .start
            .saturating_add(at)
            .saturating_add(2)
            .saturating_add(blanks);
        let is_it = name.trim() == old
            || second.is_empty()
                && name
                    .trim()
                    .split_once('.')
                    .is_some_and(|(own, _)| own == first);
        if is_it {
            edits.push(document.edit(start..start.saturating_add(old.len()), new)?);
        }
    }
    (!edits.is_empty()).then_some(Fix {
        description,
        safety,
        edits,
    })
}
