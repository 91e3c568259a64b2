//! Mock values for providers, from `.tfmock.hcl` files.

use cfn_warden_syntax::{Operand, text};
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::diagnostic::{Diagnostic, Errors};
use crate::eval::{Texts, constant_value};
use crate::module::{Resource, ResourceMode};
use crate::syntax::ast::{Block, ExprKind, Step};
use crate::syntax::parse_body;
use crate::value::Value;

type MockValues = BTreeMap<Rc<str>, Value>;

/// Mock values by resource type and by resource.
#[derive(Debug, Clone, Default)]
pub struct Mocks {
    types: BTreeMap<(ResourceMode, Rc<str>), MockValues>,
    resources: BTreeMap<(ResourceMode, Rc<str>, Rc<str>), MockValues>,
}

impl Mocks {
    /// Adds the mocks of a file.
    ///
    /// # Errors
    /// Returns all errors with their locations.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), Vec<String>> {
        let texts = Texts::default();
        let read = texts.read(name, text, parse_body).and_then(|body| {
            let mut errors = Errors::new();
            for block in &body.blocks {
                errors.extend(self.block(block).err().unwrap_or_default());
            }
            if errors.is_empty() {
                Ok(())
            } else {
                Err(errors)
            }
        });
        read.map_err(|errors| {
            texts.with(|sources| {
                errors
                    .iter()
                    .map(|error| error.located(sources).escaped())
                    .collect()
            })
        })
    }

    fn block(&mut self, block: &Block) -> Result<(), Errors> {
        let mode = match &*block.kind {
            "mock_resource" | "override_resource" => ResourceMode::Managed,
            "mock_data" | "override_data" => ResourceMode::Data,
            other => {
                let detail = text!(
                    "Blocks of type \"{}\" are not expected here; expected mock_data, mock_resource, override_data or override_resource.",
                    Operand::Name(other)
                );
                return Err(vec![Diagnostic::error(
                    "Unsupported block type",
                    detail,
                    block.range,
                )]);
            }
        };
        let attribute = if block.kind.starts_with("mock_") {
            "defaults"
        } else {
            "values"
        };
        let values = match block.body.attribute(attribute) {
            Some(attribute) => constant_value(&attribute.expr)?,
            None => Value::object(BTreeMap::new()),
        };
        let Some(mock_values) = values.elements().cloned() else {
            let detail = text!(
                "The argument \"{}\" must be an object.",
                Operand::Name(attribute)
            );
            return Err(vec![Diagnostic::error(
                "Unsuitable value type",
                detail,
                block.range,
            )]);
        };
        if block.kind.starts_with("mock_") {
            let Some(kind) = block.label(0) else {
                let detail = "A mock block must have exactly one label: the resource type.";
                return Err(vec![Diagnostic::error(
                    "Wrong number of labels",
                    detail,
                    block.range,
                )]);
            };
            self.types
                .entry((mode, Rc::clone(kind)))
                .or_default()
                .extend(mock_values);
            return Ok(());
        }
        let Some((kind, name)) = target(block) else {
            let detail = "The argument \"target\" must name a resource or a data source of the configuration.";
            return Err(vec![Diagnostic::error(
                "Invalid target",
                detail,
                block.range,
            )]);
        };
        self.resources
            .entry((mode, kind, name))
            .or_default()
            .extend(mock_values);
        Ok(())
    }

    /// Adds the mock values for a resource. Mocks of the resource override its arguments; mocks of its type do not.
    pub fn apply(&self, resource: &Resource, written: &mut BTreeMap<Rc<str>, Value>) {
        if let Some(mock_values) = self.types.get(&(resource.mode, Rc::clone(&resource.kind))) {
            for (name, value) in mock_values {
                written
                    .entry(Rc::clone(name))
                    .or_insert_with(|| value.clone());
            }
        }
        let key = (
            resource.mode,
            Rc::clone(&resource.kind),
            Rc::clone(&resource.name),
        );
        if let Some(mock_values) = self.resources.get(&key) {
            written.extend(
                mock_values
                    .iter()
                    .map(|(name, value)| (Rc::clone(name), value.clone())),
            );
        }
    }
}

/// Returns the type and name of a target. Module names are ignored: `module.a.data.aws_x.y` matches `aws_x.y` in all
/// modules.
fn target(block: &Block) -> Option<(Rc<str>, Rc<str>)> {
    let ExprKind::Traversal(first, steps) = &block.body.attribute("target")?.expr.kind else {
        return None;
    };
    let mut names = vec![Rc::clone(&first.text)];
    names.extend(steps.iter().filter_map(|step| match step {
        Step::Attribute(name) => Some(Rc::clone(&name.text)),
        Step::Index(..) => None,
    }));
    let name = names.pop()?;
    Some((names.pop()?, name))
}
