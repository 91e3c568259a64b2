//! Hook events made of files, as CloudFormation sends them.
//! <https://docs.aws.amazon.com/cloudformation-cli/latest/hooks-userguide/lambda-hooks-create-lambda-function.html>

use std::path::Path;

use super::local_payload::URL;
use crate::{Io, files};
use cfn_warden_arguments::invoke::Args;
use cfn_warden_engine::error::Error;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

/// An event, and the document behind its URL for stacks and change sets.
pub struct HookEvent {
    pub event: Vec<u8>,
    pub payload: Option<Vec<u8>>,
}

/// The names of the Hooks of template.yaml.
const STACKS: &str = "Private::Warden::Stacks";
const RESOURCES: &str = "Private::Warden::Resources";
/// The region without one in the options and in the environment: the linter's default.
const REGION: &str = "us-east-1";
/// The logical ID of a resource, which has no template.
const LOGICAL_ID: &str = "Resource";

/// Makes the event of the files that the options name.
///
/// # Errors
/// [`Error::Read`] if a file cannot be read or is not text; [`Error::Value`] for properties or changes that are not JSON.
pub fn read(args: &Args, io: &mut Io<'_>) -> Result<HookEvent, Error> {
    if let Some(path) = &args.stack {
        let payload = templates(path, args.previous.as_deref(), io)?;
        return Ok(with_payload(
            args,
            "STACK",
            &args.stack_name,
            point(args),
            payload,
        ));
    }
    if let Some(path) = &args.change_set {
        let mut payload = templates(path, args.previous.as_deref(), io)?;
        let changes = match &args.changes {
            Some(path) => changes(path, io)?,
            None => Value::Array(Vec::new()),
        };
        payload.insert("changedResources".to_owned(), changes);
        let id = arn(args, "changeSet");
        return Ok(with_payload(
            args,
            "CHANGE_SET",
            &id,
            "CREATE_PRE_PROVISION",
            payload,
        ));
    }
    resource(args, io)
}

/// Returns the event of a resource.
fn resource(args: &Args, io: &mut Io<'_>) -> Result<HookEvent, Error> {
    let [type_name, path] = args.resource.as_deref().unwrap_or_default() else {
        return Err(Error::Value {
            name: "--resource".to_owned(),
            reason: "expected TYPE FILE".to_owned(),
        });
    };
    if !type_name.contains("::") {
        let reason = format!("`{type_name}` is not a resource type such as AWS::S3::Bucket");
        return Err(Error::Value {
            name: "--resource".to_owned(),
            reason,
        });
    }
    let properties = properties(Path::new(path), io)?;
    let before = args
        .previous
        .as_deref()
        .map(|path| self::properties(path, io))
        .transpose()?;
    let (proposed, previous) = if args.delete {
        (None, Some(properties))
    } else {
        (Some(properties), before)
    };
    // Texts, so that the function reads the properties as they are written, also repeated fields.
    let text = |properties: &Option<Box<RawValue>>| {
        properties
            .as_ref()
            .map_or("null", |properties| properties.get())
            .to_owned()
    };
    let data = format!(
        r#"{{"targetName":{name},"targetType":{name},"targetLogicalId":"{LOGICAL_ID}","targetModel":{{"resourceProperties":{},"previousResourceProperties":{}}}}}"#,
        text(&proposed),
        text(&previous),
        name = json!(type_name),
    );
    let mut event = Value::Object(event(args, RESOURCES, point(args))).to_string();
    event.pop();
    event.push_str(r#","requestData":"#);
    event.push_str(&data);
    event.push('}');
    Ok(HookEvent {
        event: event.into_bytes(),
        payload: None,
    })
}

/// Returns the event of a stack or change set.
fn with_payload(
    args: &Args,
    target: &str,
    logical_id: &str,
    point: &str,
    payload: Map<String, Value>,
) -> HookEvent {
    let mut event = event(args, STACKS, point);
    let data = json!({
        "targetName": target,
        "targetType": target,
        "targetLogicalId": logical_id,
        "payload": URL,
    });
    event.insert("requestData".to_owned(), data);
    if target == "CHANGE_SET" {
        event.insert("changeSetId".to_owned(), Value::from(logical_id));
    }
    HookEvent {
        event: Value::Object(event).to_string().into_bytes(),
        payload: Some(Value::Object(payload).to_string().into_bytes()),
    }
}

/// Returns the fields that all events have.
fn event(args: &Args, hook: &str, point: &str) -> Map<String, Value> {
    [
        (
            "clientRequestToken",
            json!("00000000-0000-4000-8000-000000000000"),
        ),
        ("awsAccountId", json!(args.account)),
        ("stackId", json!(arn(args, "stack"))),
        ("changeSetId", Value::Null),
        ("hookTypeName", json!(hook)),
        ("hookTypeVersion", json!("00000001")),
        ("hookModel", json!({})),
        ("actionInvocationPoint", json!(point)),
        (
            "requestContext",
            json!({"invocation": 1, "callbackContext": null}),
        ),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into_iter()
    .collect()
}

/// Returns the invocation point of the operation.
fn point(args: &Args) -> &'static str {
    match (args.delete, &args.previous) {
        (true, _) => "DELETE_PRE_PROVISION",
        (false, Some(_)) => "UPDATE_PRE_PROVISION",
        (false, None) => "CREATE_PRE_PROVISION",
    }
}

fn arn(args: &Args, kind: &str) -> String {
    let region = args.region.clone().or_else(files::region);
    let region = region.unwrap_or_else(|| REGION.to_owned());
    let Args {
        account,
        stack_name,
        ..
    } = args;
    format!(
        "arn:aws:cloudformation:{region}:{account}:{kind}/{stack_name}/00000000-0000-4000-8000-000000000000"
    )
}

/// Returns the document with the templates, which CloudFormation puts behind a URL.
fn templates(
    template: &Path,
    previous: Option<&Path>,
    io: &mut Io<'_>,
) -> Result<Map<String, Value>, Error> {
    let mut document = Map::new();
    let text = files::read(template, io)?.text()?;
    document.insert("template".to_owned(), Value::from(text));
    if let Some(previous) = previous {
        let text = files::read(previous, io)?.text()?;
        document.insert("previousTemplate".to_owned(), Value::from(text));
    }
    Ok(document)
}

fn properties(path: &Path, io: &mut Io<'_>) -> Result<Box<RawValue>, Error> {
    let file = files::read(path, io)?;
    let name = file.name.clone();
    let text = file.text()?;
    let value: Result<Box<RawValue>, _> = serde_json::from_str(&text);
    let reason = match value {
        Ok(value) if value.get().starts_with('{') => return Ok(value),
        Ok(_) => "it is not an object".to_owned(),
        Err(error) => error.to_string(),
    };
    Err(Error::Value {
        name,
        reason: format!(
            "{reason}; expected the properties of the resource as JSON, such as {{\"BucketName\": \"shop\"}}"
        ),
    })
}

/// Returns the changes in the form of events. The file has those of `describe-change-set`, or a list in the form of events.
fn changes(path: &Path, io: &mut Io<'_>) -> Result<Value, Error> {
    let file = files::read(path, io)?;
    let name = file.name.clone();
    let wrong = |reason: String| Error::Value {
        name: name.clone(),
        reason: format!(
            "{reason}; expected what `aws cloudformation describe-change-set --include-property-values` prints"
        ),
    };
    let value: Value =
        serde_json::from_str(&file.text()?).map_err(|error| wrong(error.to_string()))?;
    let list = match &value {
        Value::Array(list) => list,
        Value::Object(fields) => fields
            .get("Changes")
            .and_then(Value::as_array)
            .ok_or_else(|| wrong("it has no list `Changes`".to_owned()))?,
        _ => return Err(wrong("it is neither an object nor a list".to_owned())),
    };
    Ok(list.iter().map(change).collect())
}

/// Returns a change in the form of events.
fn change(change: &Value) -> Value {
    let Some(described) = change.get("ResourceChange") else {
        return change.clone();
    };
    let action = described.get("Action").and_then(Value::as_str);
    let action = match action {
        Some("Add") => Some("CREATE"),
        Some("Modify") => Some("UPDATE"),
        Some("Remove") => Some("DELETE"),
        other => other,
    };
    json!({
        "logicalResourceId": described.get("LogicalResourceId"),
        "resourceType": described.get("ResourceType"),
        "action": action,
        "lineNumber": null,
        "beforeContext": described.get("BeforeContext"),
        "afterContext": described.get("AfterContext"),
    })
}
