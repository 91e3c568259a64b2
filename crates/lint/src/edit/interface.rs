//! The metadata `AWS::CloudFormation::Interface`, which names parameters.

use super::document::{Document, Member};
use super::removal;
use cfn_warden_syntax::fix::Edit;
use cfn_warden_syntax::{Node, Value};

/// Returns the edits that remove a parameter from the groups and labels, if it is there; `None` if they are not possible.
pub fn without(document: &Document<'_, '_>, parameter: &str) -> Option<Vec<Edit>> {
    let path = ["Metadata", "AWS::CloudFormation::Interface"];
    let Some(interface) = within(vec![], document.template.root, &path) else {
        return Some(Vec::new());
    };
    let mut edits = Vec::new();
    if let Some(label) =
        child(&interface, "ParameterLabels").and_then(|labels| child(&labels, parameter))
    {
        edits.extend(remove(document, &label)?);
    }
    let groups = child(&interface, "ParameterGroups");
    for group in groups.iter().flat_map(|groups| items(groups)) {
        let Some(members) = child(&group, "Parameters") else {
            continue;
        };
        let all = items(&members);
        let is_it = |member: &Vec<Member<'_>>| {
            value(member).is_some_and(|value| value.as_str() == Some(parameter))
        };
        if !all.is_empty() && all.iter().all(is_it) {
            edits.extend(remove(document, &group)?);
        } else {
            for own in all.iter().filter(|member| is_it(member)) {
                edits.extend(remove(document, own)?);
            }
        }
    }
    Some(edits)
}

/// Returns the members that lead to the value of some keys.
fn within<'a>(
    mut chain: Vec<Member<'a>>,
    root: Node<'a>,
    keys: &[&str],
) -> Option<Vec<Member<'a>>> {
    let mut at = root;
    for key in keys {
        let member = entry(at, key)?;
        at = member.value;
        chain.push(member);
    }
    Some(chain)
}

fn child<'a>(chain: &[Member<'a>], key: &str) -> Option<Vec<Member<'a>>> {
    within(chain.to_vec(), value(chain)?, &[key])
}

fn value<'a>(chain: &[Member<'a>]) -> Option<Node<'a>> {
    chain.last().map(|member| member.value)
}

fn entry<'a>(owner: Node<'a>, key: &str) -> Option<Member<'a>> {
    let entries = owner.as_map()?;
    let index = entries
        .iter()
        .position(|entry| entry.key.as_str() == Some(key))?;
    Some(Member {
        owner,
        index,
        value: entries.get(index)?.value,
    })
}

fn items<'a>(chain: &[Member<'a>]) -> Vec<Vec<Member<'a>>> {
    let Some(
        owner @ Node {
            value: Value::List(items),
            ..
        },
    ) = value(chain)
    else {
        return Vec::new();
    };
    let item = |(index, value): (usize, &Node<'a>)| {
        [
            chain,
            &[Member {
                owner,
                index,
                value: *value,
            }],
        ]
        .concat()
    };
    items.iter().enumerate().map(item).collect()
}

/// Returns the edits that remove the last member of a chain, with what would be empty without it.
fn remove(document: &Document<'_, '_>, chain: &[Member<'_>]) -> Option<Vec<Edit>> {
    let member = chain
        .iter()
        .rev()
        .find(|member| !removal::is_only(member))?;
    removal::one(document, member)
}
