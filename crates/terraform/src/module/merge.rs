//! Merging of override files.

use crate::syntax::ast::{Attribute, Block, Body};

/// Merges an override into a block: arguments replace arguments, and nested blocks replace all blocks of their type.
pub fn merge(target: &mut Block, by: Block) {
    let terraform = &*target.kind == "terraform";
    attributes(&mut target.body.attributes, by.body.attributes);
    let backend = |block: &Block| matches!(&*block.kind, "backend" | "cloud");
    if terraform && by.body.blocks.iter().any(backend) {
        target.body.blocks.retain(|block| !backend(block));
    }
    let mut replaced: Vec<&str> = Vec::new();
    let mut merged: Vec<Block> = Vec::new();
    for block in &by.body.blocks {
        let argument_wise =
            &*block.kind == "lifecycle" || (terraform && &*block.kind == "required_providers");
        let existing = target
            .body
            .blocks
            .iter_mut()
            .find(|other| argument_wise && other.kind == block.kind);
        match existing {
            Some(existing) => {
                attributes(&mut existing.body.attributes, block.body.attributes.clone());
                replace_blocks(&mut existing.body, &block.body);
            }
            None => {
                if !argument_wise {
                    replaced.push(&block.kind);
                }
                merged.push(block.clone());
            }
        }
    }
    // A `dynamic` block generates blocks of the type in its label.
    let stands_for = |block: &Block| match (&*block.kind, block.label(0)) {
        ("dynamic", Some(label)) => label.to_string(),
        (kind, _) => kind.to_owned(),
    };
    let gone: Vec<String> = by
        .body
        .blocks
        .iter()
        .filter(|block| replaced.contains(&&*block.kind))
        .map(stands_for)
        .collect();
    target
        .body
        .blocks
        .retain(|block| !gone.contains(&stands_for(block)));
    target.body.blocks.extend(merged);
}

fn attributes(target: &mut Vec<Attribute>, by: Vec<Attribute>) {
    for attribute in by {
        match target.iter_mut().find(|other| other.name == attribute.name) {
            Some(other) => *other = attribute,
            None => target.push(attribute),
        }
    }
}

fn replace_blocks(target: &mut Body, by: &Body) {
    target
        .blocks
        .retain(|block| by.blocks(&block.kind).next().is_none());
    target.blocks.extend(by.blocks.iter().cloned());
}
