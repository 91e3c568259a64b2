//! Functions that are not needed, missing or written as text.

use super::document::{Document, Quotes, is_plain};
use cfn_warden_schema::resolve::sub_names;
use cfn_warden_syntax::fix::{Edit, Fix, Safety};
use cfn_warden_syntax::{Node, Operand, Text, Value, text};
use cfn_warden_template::function::lone_function;
use cfn_warden_template::{Function, PseudoParameter};

/// Returns the fix that replaces a `Fn::Sub` without variables by its text.
pub fn without_sub(document: &Document<'_, '_>, sub: Node<'_>) -> Option<Fix> {
    let (_, entry) = lone_function(sub)?;
    let text = entry.value.as_str().filter(|text| !text.contains("${"))?;
    let how = (Safety::Safe, "Remove `Fn::Sub`.".into());
    let whole = document.range(sub.id)?;
    let content = document.content(entry.value.id)?;
    if document.is_flow(sub.id) {
        return document.replace(whole, document.slice(content)?, how);
    }
    let before = document.slice(whole.start..content.start)?;
    if before.contains('&') {
        return None;
    }
    let source = document.slice(content.clone())?;
    match document.written(entry.value.id) {
        Some(scalar) if scalar.quotes == Quotes::None && !is_plain(text) => document.replace(
            whole.start..scalar.range.end,
            document.quoted(Quotes::Double, text)?,
            how,
        ),
        Some(_) => document.replace(whole.start..content.start, "", how),
        None if source.starts_with(['|', '>', '"', '\'']) => {
            document.replace(whole.start..content.start, "", how)
        }
        None => None,
    }
}

/// Returns the fix that replaces the name of a pseudo parameter by a `Ref` to it.
pub fn pseudo_parameter(document: &Document<'_, '_>, node: Node<'_>) -> Option<Fix> {
    let name = node.as_str()?;
    let scalar = document.scalar(node)?;
    let text = match document.is_json {
        true => format!("{{\"Ref\": \"{name}\"}}"),
        false => format!("!Ref {}", document.quoted(Quotes::None, name)?),
    };
    document.replace(
        scalar.range,
        text,
        (
            Safety::Unsafe,
            text!("Write `!Ref {}`.", Operand::Name(name)),
        ),
    )
}

/// Returns the fix that puts a text with variables into `Fn::Sub`.
pub fn in_sub(document: &Document<'_, '_>, node: Node<'_>) -> Option<Fix> {
    let scalar = document
        .scalar(node)
        .filter(|scalar| scalar.text.contains("${"))?;
    let template = document.template;
    let is_declared = |name: &str| {
        let name = name.split('.').next().unwrap_or_default();
        template.parameter(name).is_some()
            || template.resource(name).is_some()
            || PseudoParameter::named(name).is_some()
    };
    if !sub_names(scalar.text).all(is_declared) {
        return None;
    }
    let how = (Safety::Unsafe, "Put the text into `Fn::Sub`.".into());
    if document.range(node.id)?.start != scalar.range.start {
        return None;
    }
    match document.is_json {
        true => {
            let source = document.slice(scalar.range.clone())?;
            document.replace(scalar.range, format!("{{\"Fn::Sub\": {source}}}"), how)
        }
        false => document.replace(scalar.range.start..scalar.range.start, "!Sub ", how),
    }
}

/// Returns the fix that replaces a `Fn::Join` with an empty delimiter by a `Fn::Sub`.
pub fn join_as_sub(document: &Document<'_, '_>, join: Node<'_>) -> Option<Fix> {
    let (Function::Join, entry) = lone_function(join)? else {
        return None;
    };
    let [_, parts] = entry.value.as_list()? else {
        return None;
    };
    let mut text = String::new();
    for part in parts.as_list()? {
        text.push_str(&part_of_sub(document, *part)?);
    }
    let range = document.range(join.id)?.start..document.content_end(join)?;
    let source = document.slice(range.clone())?;
    // A comment in the list would be lost.
    if !document.is_json && source.contains('#') || source.contains('&') {
        return None;
    }
    let text = document.quoted(Quotes::Double, &text)?;
    let how = (
        Safety::Unsafe,
        Text::own("Write `Fn::Sub` in place of `Fn::Join`."),
    );
    match document.is_json {
        true => document.replace(range, format!("{{\"Fn::Sub\": {text}}}"), how),
        false => document.replace(range, format!("!Sub {text}"), how),
    }
}

/// Returns an item of a `Fn::Join` in the language of `Fn::Sub`.
fn part_of_sub(document: &Document<'_, '_>, part: Node<'_>) -> Option<String> {
    match part.value {
        Value::Str(text) => Some(text.replace("${", "${!")),
        Value::Int(number) => Some(number.to_string()),
        _ => {
            let (function, entry) = lone_function(part)?;
            match (function, entry.value.value) {
                (Function::Ref, Value::Str(name)) => {
                    let is_list = document
                        .template
                        .parameter(name)
                        .is_some_and(|parameter| parameter.kind.contains("List"));
                    (!is_list).then(|| format!("${{{name}}}"))
                }
                (Function::Sub, Value::Str(text)) => Some(text.to_owned()),
                (Function::GetAtt, Value::Str(text)) => Some(format!("${{{text}}}")),
                (Function::GetAtt, Value::List([resource, attribute])) => Some(format!(
                    "${{{}.{}}}",
                    resource.as_str()?,
                    attribute.as_str()?
                )),
                _ => None,
            }
        }
    }
}

/// Returns the fix that replaces the partitions in the ARNs of a `Fn::Sub` by the pseudo parameter.
pub fn partition(document: &Document<'_, '_>, text: Node<'_>) -> Option<Fix> {
    const PARTITIONS: [&str; 3] = ["aws", "aws-cn", "aws-us-gov"];
    let range = document.range(text.id)?;
    let source = document.slice(range.clone())?;
    let mut edits: Vec<Edit> = Vec::new();
    for (at, start) in source.match_indices("arn:") {
        let at = at.saturating_add(start.len());
        let (partition, _) = source.get(at..)?.split_once(':')?;
        if PARTITIONS.contains(&partition) {
            let start = range.start.saturating_add(at);
            edits.push(document.edit(
                start..start.saturating_add(partition.len()),
                "${AWS::Partition}",
            )?);
        }
    }
    let description = Text::own("Write `${AWS::Partition}` for the partition.");
    (!edits.is_empty()).then_some(Fix {
        description,
        safety: Safety::Safe,
        edits,
    })
}

/// Returns the fix that removes the spaces in the dynamic references of a text.
pub fn without_spaces(document: &Document<'_, '_>, node: Node<'_>) -> Option<Fix> {
    let scalar = document.scalar(node)?;
    let mut text = String::new();
    let mut rest = scalar.text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (inside, after) = after.split_once("}}")?;
        let is_reference = inside.trim_start().starts_with("resolve");
        text.push_str(before);
        let inside = if is_reference {
            inside.replace(' ', "")
        } else {
            inside.to_owned()
        };
        text.push_str(&format!("{{{{{inside}}}}}"));
        rest = after;
    }
    text.push_str(rest);
    let how = (
        Safety::Unsafe,
        Text::own("Remove the spaces in the dynamic reference."),
    );
    if text == scalar.text {
        None
    } else {
        document.rewrite(&scalar, &text, how)
    }
}
