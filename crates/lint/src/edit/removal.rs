//! Removal of entries and items, with their lines.

use std::ops::Range;

use super::document::{Document, Member};
use cfn_warden_schema::InstancePath;
use cfn_warden_syntax::fix::Edit;
use cfn_warden_syntax::tree::Style;
use cfn_warden_syntax::{Node, NodeId, Value};

/// What to do when nothing else is left in the object or list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emptied {
    /// Remove the object or list too.
    Remove,
    /// Make no edit.
    Keep,
}

/// Returns the edits that remove the entry or item at a path.
pub fn member<'a>(
    document: &Document<'_, 'a>,
    path: InstancePath<'a>,
    emptied: Emptied,
) -> Option<Vec<Edit>> {
    let found = document.member(path)?;
    if siblings(found.owner).len() == 1 {
        let above = path
            .up()
            .filter(|above| !above.is_empty() && emptied == Emptied::Remove)?;
        return member(document, above, Emptied::Keep);
    }
    one(document, &found)
}

/// Returns the edits that remove one of several members.
pub fn one(document: &Document<'_, '_>, member: &Member<'_>) -> Option<Vec<Edit>> {
    if !is_alone(document, member.owner, member.index) {
        return None;
    }
    match document.is_flow(member.owner.id) {
        true => in_flow(document, member),
        false => in_block(document, member),
    }
}

/// Returns the edits that remove some items of a list, by ascending index; the first item stays.
pub fn items(document: &Document<'_, '_>, list: Node<'_>, indices: &[usize]) -> Option<Vec<Edit>> {
    let items = list
        .as_list()
        .filter(|_| indices.iter().all(|index| is_alone(document, list, *index)))?;
    let member = |index: usize| {
        Some(Member {
            owner: list,
            index,
            value: *items.get(index)?,
        })
    };
    if !document.is_flow(list.id) {
        let edits = indices
            .iter()
            .map(|index| in_block(document, &member(*index)?)?.into_iter().next());
        return edits.collect();
    }
    // The items at the end go in one edit, with the comma before them.
    let kept = (0..items.len())
        .rev()
        .find(|index| !indices.contains(index))?;
    let inner = indices.iter().take_while(|index| **index < kept);
    let mut edits: Vec<Edit> = inner
        .map(|index| in_flow(document, &member(*index)?)?.into_iter().next())
        .collect::<Option<_>>()?;
    if kept.saturating_add(1) < items.len() {
        let start = document.flow_end(*items.get(kept)?)?;
        edits.push(document.edit(start..document.flow_end(*items.last()?)?, "")?);
    }
    Some(edits)
}

/// The parts of a member in the source: the key and the value of an entry, or an item.
fn siblings<'a>(owner: Node<'a>) -> Vec<(NodeId, Node<'a>)> {
    match owner.value {
        Value::Map(entries) => entries
            .iter()
            .map(|entry| (entry.key.id, entry.value))
            .collect(),
        Value::List(items) => items.iter().map(|item| (item.id, *item)).collect(),
        _ => Vec::new(),
    }
}

/// Returns whether a member has no siblings.
pub fn is_only(member: &Member<'_>) -> bool {
    siblings(member.owner).len() == 1
}

/// Whether no other member has the same text, like the copies that a loop makes.
fn is_alone(document: &Document<'_, '_>, owner: Node<'_>, index: usize) -> bool {
    let start = |(first, _): &(NodeId, Node<'_>)| document.range(*first).map(|range| range.start);
    let siblings = siblings(owner);
    let Some(own) = siblings.get(index).and_then(start) else {
        return false;
    };
    siblings
        .iter()
        .filter_map(start)
        .filter(|start| *start == own)
        .count()
        == 1
}

fn in_block(document: &Document<'_, '_>, member: &Member<'_>) -> Option<Vec<Edit>> {
    let range = block_lines(document, member)?;
    Some(vec![document.edit(range, "")?])
}

/// Returns the lines of a member in block style.
fn block_lines(document: &Document<'_, '_>, member: &Member<'_>) -> Option<Range<usize>> {
    let (first, value) = siblings(member.owner).into_iter().nth(member.index)?;
    if document.tree.info(first)?.style == Style::Implied {
        return None;
    }
    let first = document.range(first)?;
    let before = document.line_before(first.start);
    let indicator = if member.owner.as_list().is_some() {
        before.trim_start().strip_prefix('-')?
    } else {
        before
    };
    if !indicator.trim().is_empty() {
        return None;
    }
    let key_end = if member.owner.as_map().is_some() {
        first.end
    } else {
        first.start
    };
    let end = document.content_end(value)?.max(key_end);
    let after = if document.line_before(end).is_empty() {
        ""
    } else {
        document.line_after(end)
    };
    let is_rest = after.trim().is_empty()
        || after.trim_start().starts_with('#') && after.starts_with([' ', '\t']);
    // Only the colon of a key without a value may follow.
    let is_rest = is_rest
        || end == key_end
            && after
                .strip_prefix(':')
                .is_some_and(|rest| rest.trim().is_empty());
    is_rest.then_some(document.line_start(first.start)..end.saturating_add(after.len()))
}

fn in_flow(document: &Document<'_, '_>, member: &Member<'_>) -> Option<Vec<Edit>> {
    let siblings = siblings(member.owner);
    let (first, value) = *siblings.get(member.index)?;
    let start = document.range(first)?.start;
    let end = document.flow_end(value)?;
    let rest = |at: usize| document.text().get(at..).unwrap_or_default();
    let blanks = rest(end).len().saturating_sub(rest(end).trim_start().len());
    let next = end.saturating_add(blanks);
    let is_own_line = document.line_before(start).trim().is_empty();
    if rest(next).starts_with(',') {
        let after = next.saturating_add(1);
        let line = document.line_after(after);
        let range = if is_own_line && line.trim().is_empty() {
            document.line_start(start)..after.saturating_add(line.len())
        } else {
            start..after.saturating_add(line.len().saturating_sub(line.trim_start().len()))
        };
        return Some(vec![document.edit(range, "")?]);
    }
    // The last one: the comma before it goes too.
    let (_, before) = siblings.get(member.index.checked_sub(1)?)?;
    let before = document.flow_end(*before)?;
    let gap = document.slice(before..start)?;
    let comma = before.saturating_add(gap.find(',')?);
    if !gap.replacen(',', "", 1).trim().is_empty() {
        return None;
    }
    Some(vec![document.edit(comma..end, "")?])
}

impl Document<'_, '_> {
    /// Returns the end of a value in a collection with brackets or braces.
    pub fn flow_end(&self, value: Node<'_>) -> Option<usize> {
        let range = self.range(value.id)?;
        (range.start < range.end).then_some(range.end)
    }

    /// Returns the end of the last scalar or bracket of a value: the spans of block collections reach to the next token.
    pub fn content_end(&self, value: Node<'_>) -> Option<usize> {
        let range = self.range(value.id)?;
        if self.is_flow(value.id) {
            return Some(range.end);
        }
        let children: Vec<Node<'_>> = match value.value {
            Value::Map(entries) => entries.iter().map(|entry| entry.value).collect(),
            // The parts of a `GetAtt` that was split have its span.
            Value::List(items) => items.to_vec(),
            Value::Null if self.slice(range.clone())?.trim().is_empty() => Vec::new(),
            _ => return Some(range.end),
        };
        let mut end = range.start;
        if let Value::Map(entries) = value.value {
            for entry in entries {
                let is_written = self.tree.info(entry.key.id)?.style != Style::Implied;
                end = end.max(if is_written {
                    self.range(entry.key.id)?.end
                } else {
                    range.start
                });
            }
        }
        for child in children {
            end = end.max(self.content_end(child)?);
        }
        Some(end)
    }
}
