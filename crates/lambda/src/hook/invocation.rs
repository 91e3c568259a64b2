//! Parsing of Hook events: the operation, its target and the location of its data.
//! <https://docs.aws.amazon.com/cloudformation-cli/latest/hooks-userguide/lambda-hooks-create-lambda-function.html>

use super::error::HookError;
use crate::event::{Fields, unique_fields};
use crate::field;
use crate::log::Place;
use cfn_warden_fetch::Stack;

/// A Hook invocation.
#[derive(Debug, PartialEq, Eq)]
pub struct Invocation<'e> {
    /// The context: account, stack and Hook.
    pub context: Context,
    /// The target and the operation.
    pub target: Target<'e>,
}

impl Invocation<'_> {
    /// Returns what the log says of the invocation.
    pub fn place(&self) -> Place {
        let target = match &self.target {
            Target::Resource(resource) => &resource.type_name,
            Target::Stack { .. } | Target::DeletedStack => "STACK",
            Target::ChangeSet { .. } => "CHANGE_SET",
            Target::Unknown(name) => name,
        };
        Place {
            account: self.context.account_id.clone(),
            stack: self.context.stack_name().unwrap_or_default().to_owned(),
            target: target.to_owned(),
            point: self.context.invocation_point.clone(),
        }
    }
}

/// The context of an invocation. Fields that the event lacks are empty.
#[derive(Debug, PartialEq, Eq)]
pub struct Context {
    /// The account that owns the target.
    pub account_id: String,
    /// Empty for Cloud Control API.
    pub stack_id: String,
    /// Set when a change set is created or executed.
    pub change_set_id: String,
    /// The Hook's name.
    pub hook_type_name: String,
    /// The Hook's version.
    pub hook_type_version: String,
    /// The function's ARN.
    pub function: String,
    /// The invocation point, as `CREATE_PRE_PROVISION`.
    pub invocation_point: String,
}

/// The target of an operation.
#[derive(Debug, PartialEq, Eq)]
pub enum Target<'e> {
    /// A resource with resolved properties.
    Resource(Resource<'e>),
    /// A stack that is created or updated; the payload is the URL of its templates.
    Stack { name: String, payload: String },
    /// A stack that is deleted, without a template.
    DeletedStack,
    /// A change set that is created; the payload is the URL of its template and changes.
    ChangeSet { id: String, payload: String },
    /// A target of an unknown kind, by name: neither a stack, a change set nor a resource type.
    Unknown(String),
}

/// A resource of an operation.
#[derive(Debug, PartialEq, Eq)]
pub struct Resource<'e> {
    /// The type, as `AWS::S3::Bucket`.
    pub type_name: String,
    /// The logical ID in the template, or the one that Cloud Control API generated.
    pub logical_id: String,
    /// The service that makes the change.
    pub origin: Origin,
    /// The operation and the properties before and after it.
    pub change: Change<'e>,
}

/// The service that changes a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A stack operation: the logical ID is that of the template.
    CloudFormation,
    /// Cloud Control API: the logical ID is generated.
    CloudControl,
}

/// A change of a resource. Properties are JSON objects as sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change<'e> {
    /// Creation.
    Create { proposed: &'e str },
    /// Update.
    Update {
        proposed: &'e str,
        previous: &'e str,
    },
    /// Deletion.
    Delete { previous: &'e str },
}

impl<'e> Change<'e> {
    /// Returns all properties of the change.
    pub fn properties(&self) -> impl Iterator<Item = &'e str> + use<'e> {
        let (first, second) = match *self {
            Change::Create { proposed } => (proposed, None),
            Change::Update { proposed, previous } => (proposed, Some(previous)),
            Change::Delete { previous } => (previous, None),
        };
        std::iter::once(first).chain(second)
    }
}

/// The operation that an invocation point precedes. CloudFormation may add others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Create,
    Update,
    Delete,
    Other,
}

/// The properties of a resource without properties.
const NO_PROPERTIES: &str = "{}";

impl<'e> Invocation<'e> {
    /// Returns the service that makes the change.
    pub fn origin(&self) -> Origin {
        match &self.target {
            Target::Resource(resource) => resource.origin,
            _ => Origin::CloudFormation,
        }
    }

    /// Decodes an event leniently: only the target and its data are required.
    ///
    /// # Errors
    /// [`HookError::Event`] with what is missing.
    pub fn decode(fields: &Fields<'e>) -> Result<Invocation<'e>, HookError> {
        let text = |name| field::text(fields, name).unwrap_or_default();
        let data = object(
            fields,
            "requestData",
            "requestData is not an object, or one with a repeated field",
        )?
        .ok_or(HookError::Event("requestData is missing"))?;
        let target_name =
            field::text(&data, "targetName").or_else(|| field::text(&data, "targetType"));
        let target_name = target_name.ok_or(HookError::Event("requestData has no targetName"))?;
        let point = text("actionInvocationPoint");
        let model = field::object(fields, "hookModel");
        let mut context = Context {
            account_id: text("awsAccountId"),
            stack_id: text("stackId"),
            change_set_id: text("changeSetId"),
            hook_type_name: text("hookTypeName"),
            hook_type_version: text("hookTypeVersion"),
            function: model
                .and_then(|model| field::text(&model, "LambdaFunction"))
                .unwrap_or_default(),
            invocation_point: point,
        };
        let target = match target_name.as_str() {
            "STACK" => stack(&data, &context)?,
            "CHANGE_SET" => {
                // Change sets have only this invocation point, and their events may omit it. They are never
                // deletions.
                if context.invocation_point.is_empty() || context.deletes() {
                    "CREATE_PRE_PROVISION".clone_into(&mut context.invocation_point);
                }
                let id = field::text(&data, "targetLogicalId").unwrap_or_default();
                Target::ChangeSet {
                    id,
                    payload: payload(&data)?,
                }
            }
            name if name.contains("::") => {
                Target::Resource(resource(target_name, &data, &context)?)
            }
            _ => Target::Unknown(target_name),
        };
        Ok(Invocation { context, target })
    }
}

impl Context {
    fn action(&self) -> Action {
        match self.invocation_point.as_str() {
            "CREATE_PRE_PROVISION" => Action::Create,
            "UPDATE_PRE_PROVISION" => Action::Update,
            "DELETE_PRE_PROVISION" => Action::Delete,
            _ => Action::Other,
        }
    }

    /// Returns the stack's name from its ARN.
    pub fn stack_name(&self) -> Option<&str> {
        Stack::name_in(&self.stack_id)
    }

    /// Returns the region of the first ARN among stack, change set and function.
    pub fn region(&self) -> Option<&str> {
        let arns = [&self.stack_id, &self.change_set_id, &self.function];
        arns.into_iter()
            .find_map(|arn| arn.split(':').nth(3).filter(|region| !region.is_empty()))
    }

    /// Returns whether the operation deletes its target.
    pub fn deletes(&self) -> bool {
        self.action() == Action::Delete
    }
}

fn stack<'e>(data: &Fields<'e>, context: &Context) -> Result<Target<'e>, HookError> {
    match payload(data) {
        Ok(payload) => {
            let name = context
                .stack_name()
                .map(str::to_owned)
                .or_else(|| field::text(data, "targetLogicalId"));
            Ok(Target::Stack {
                name: name.unwrap_or_default(),
                payload,
            })
        }
        Err(_) if context.deletes() => Ok(Target::DeletedStack),
        Err(missing) => Err(missing),
    }
}

fn payload(data: &Fields<'_>) -> Result<String, HookError> {
    field::text(data, "payload").ok_or(HookError::Event(
        "requestData has no payload; expected the URL of the template",
    ))
}

/// Returns the fields of an object, whose names are unique; `None` if it is missing.
fn object<'e>(
    fields: &Fields<'e>,
    name: &str,
    reason: &'static str,
) -> Result<Option<Fields<'e>>, HookError> {
    field::raw(fields, name)
        .map(|value| unique_fields(value.get()).map_err(|_| HookError::Event(reason)))
        .transpose()
}

/// The properties in the model of a target.
const MODEL: [&str; 2] = ["resourceProperties", "previousResourceProperties"];

fn resource<'e>(
    type_name: String,
    data: &Fields<'e>,
    context: &Context,
) -> Result<Resource<'e>, HookError> {
    let model = object(
        data,
        "targetModel",
        "requestData.targetModel is not an object, or one with a repeated field",
    )?;
    let properties = |name| field::raw(model.as_ref()?, name).map(|value| value.get());
    let proposed = properties("resourceProperties");
    let previous = properties("previousResourceProperties");
    if [proposed, previous]
        .into_iter()
        .flatten()
        .any(|properties| !properties.starts_with('{'))
    {
        return Err(HookError::Event(
            "the properties in requestData.targetModel are not an object",
        ));
    }
    let is_known = |name: &str| MODEL.iter().any(|known| known.eq_ignore_ascii_case(name));
    if proposed.is_none()
        && !context.deletes()
        && model
            .iter()
            .flat_map(Fields::keys)
            .any(|name| !is_known(name))
    {
        return Err(HookError::Event(
            "requestData.targetModel has no resourceProperties",
        ));
    }
    let change = match (context.action(), model.is_some()) {
        // For deletions, older Hooks have the properties in place of the proposed ones, or none.
        (Action::Delete, _) => Change::Delete {
            previous: previous.or(proposed).unwrap_or(NO_PROPERTIES),
        },
        (_, false) => {
            return Err(HookError::Event(
                "requestData has neither a targetModel nor a payload",
            ));
        }
        (Action::Update, true) => Change::Update {
            proposed: proposed.unwrap_or(NO_PROPERTIES),
            previous: previous.unwrap_or(NO_PROPERTIES),
        },
        (Action::Create, true) => Change::Create {
            proposed: proposed.unwrap_or(NO_PROPERTIES),
        },
        (Action::Other, true) => match previous {
            Some(previous) => Change::Update {
                proposed: proposed.unwrap_or(NO_PROPERTIES),
                previous,
            },
            None => Change::Create {
                proposed: proposed.unwrap_or(NO_PROPERTIES),
            },
        },
    };
    Ok(Resource {
        type_name,
        logical_id: field::text(data, "targetLogicalId")
            .ok_or(HookError::Event("requestData has no targetLogicalId"))?,
        origin: if context.stack_id.is_empty() {
            Origin::CloudControl
        } else {
            Origin::CloudFormation
        },
        change,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(event: &str) -> Result<Target<'_>, HookError> {
        let fields: Fields<'_> = serde_json::from_str(event).unwrap();
        Invocation::decode(&fields).map(|invocation| invocation.target)
    }

    fn change<'e>(event: &'e str) -> Change<'e> {
        match target(event) {
            Ok(Target::Resource(resource)) => resource.change,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn deletions_have_the_previous_properties_if_any() {
        let event = |model: &str| {
            format!(
                r#"{{"actionInvocationPoint": "DELETE_PRE_PROVISION", "requestData":
                    {{"targetName": "A::B::C", "targetLogicalId": "X"{model}}}}}"#
            )
        };
        for (model, previous) in [
            ("", "{}"),
            (r#", "targetModel": {}"#, "{}"),
            (r#", "targetModel": {"resourceProperties": {}}"#, "{}"),
            (
                r#", "targetModel": {"resourceProperties": {"A": 1}}"#,
                r#"{"A": 1}"#,
            ),
            (
                r#", "targetModel": {"resourceProperties": null, "previousResourceProperties": {"B": 1}}"#,
                r#"{"B": 1}"#,
            ),
        ] {
            assert_eq!(
                change(&event(model)),
                Change::Delete { previous },
                "{model}"
            );
        }
    }

    #[test]
    fn a_resource_without_properties_can_be_created_but_not_without_a_model() {
        let event = r#"{"actionInvocationPoint": "CREATE_PRE_PROVISION", "requestData": {"targetName": "AWS::SQS::Queue",
            "targetLogicalId": "Q", "targetModel": {"resourceProperties": {}}}}"#;
        assert_eq!(change(event), Change::Create { proposed: "{}" });
        let event = event.replace(r#", "targetModel": {"resourceProperties": {}}"#, "");
        assert_eq!(
            target(&event),
            Err(HookError::Event(
                "requestData has neither a targetModel nor a payload"
            ))
        );
    }

    #[test]
    fn unknown_invocation_points_are_classified_by_their_properties() {
        let event = r#"{"actionInvocationPoint": "IMPORT_PRE_PROVISION", "requestData": {"targetType": "AWS::SQS::Queue",
            "targetLogicalId": "Q", "targetModel": {"resourceProperties": {"A": 1}, "previousResourceProperties": ""}}}"#;
        assert_eq!(
            change(event),
            Change::Create {
                proposed: r#"{"A": 1}"#
            }
        );
    }

    #[test]
    fn a_stack_needs_its_payload_unless_it_is_deleted() {
        let event = r#"{"actionInvocationPoint": "UPDATE_PRE_PROVISION", "requestData": {"targetName": "STACK",
            "targetModel": {}, "payload": ""}}"#;
        assert_eq!(
            target(event),
            Err(HookError::Event(
                "requestData has no payload; expected the URL of the template"
            ))
        );
        assert_eq!(
            target(&event.replace("UPDATE", "DELETE")),
            Ok(Target::DeletedStack)
        );
    }

    #[test]
    fn properties_other_than_objects_are_an_error() {
        let event = r#"{"requestData": {"targetName": "A::B::C", "targetLogicalId": "X",
            "targetModel": {"resourceProperties": "x"}}}"#;
        assert_eq!(
            target(event),
            Err(HookError::Event(
                "the properties in requestData.targetModel are not an object"
            ))
        );
    }
}
