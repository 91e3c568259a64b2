//! The events of a case: one for each door that the same template may come in by.

use cfn_warden::lambda::request::Text;
use cfn_warden::lambda::{Config, Function};
use cfn_warden_fetch::{Fetch, FetchError};
use serde_json::{Map, Value, json};

use super::case::Case;

/// How the function is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Door {
    /// A Hook on an operation on a stack.
    Stack,
    /// A Hook on the creation of a change set.
    ChangeSet,
    /// A Hook on a resource.
    Resource,
    /// A direct request with the document as a text.
    Text,
    /// A direct request with the document as an object.
    Object,
    /// A Hook whose event the case has whole.
    Event,
}

impl Door {
    pub const ALL: [Door; 6] = [
        Door::Stack,
        Door::ChangeSet,
        Door::Resource,
        Door::Text,
        Door::Object,
        Door::Event,
    ];

    pub fn is_direct(self) -> bool {
        matches!(self, Door::Text | Door::Object)
    }

    fn name(self) -> &'static str {
        match self {
            Door::Stack => "stack",
            Door::ChangeSet => "change_set",
            Door::Resource => "resource",
            Door::Text => "text",
            Door::Object => "object",
            Door::Event => "event",
        }
    }
}

/// An event and the function that it is sent to.
#[derive(Debug)]
pub struct Run {
    /// `ROW/NAME as DOOR, lint on`
    pub name: String,
    pub door: Door,
    pub event: String,
    pub function: Function,
}

/// Behind every URL is the payload of the case.
#[derive(Debug)]
struct Payload(Vec<u8>);

impl Fetch for Payload {
    fn presigned(&self, _url: &str) -> Result<Vec<u8>, FetchError> {
        Ok(self.0.clone())
    }
}

/// The runs of a case with some more settings.
pub fn runs(case: &Case, more: &[(String, String)]) -> Vec<Run> {
    let lint = match case.fields.get("lint").and_then(Value::as_bool) {
        Some(lint) => vec![lint],
        None => vec![true, false],
    };
    let mut runs = Vec::new();
    for door in doors(case) {
        for lint in &lint {
            runs.push(run(case, door, *lint, more));
        }
    }
    runs
}

fn doors(case: &Case) -> Vec<Door> {
    if let Some(named) = case.fields.get("doors") {
        let named: Vec<&str> = named
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        let doors: Vec<Door> = Door::ALL
            .into_iter()
            .filter(|door| named.contains(&door.name()))
            .collect();
        assert_eq!(doors.len(), named.len(), "{}: {named:?}", case.name);
        return doors;
    }
    let has = |name: &str| case.fields.contains_key(name);
    if has("resource") {
        vec![Door::Resource]
    } else if has("event") {
        vec![Door::Event]
    } else if has("changes") {
        vec![Door::ChangeSet]
    } else if has("documents") || has("request") {
        vec![Door::Text]
    } else if has("payload") || has("previous") || has("point") {
        vec![Door::Stack, Door::ChangeSet]
    } else if case.fields["template"].is_object() {
        vec![Door::Stack, Door::ChangeSet, Door::Text, Door::Object]
    } else {
        vec![Door::Stack, Door::ChangeSet, Door::Text]
    }
}

fn run(case: &Case, door: Door, lint: bool, more: &[(String, String)]) -> Run {
    let mut vars: Vec<(String, String)> = case.settings.clone();
    vars.push((
        "WARDEN_HOOK_LINT".to_owned(),
        if lint { "on" } else { "off" }.to_owned(),
    ));
    vars.extend_from_slice(more);
    let config = Config::from_vars(vars).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    let texts = case
        .rules
        .iter()
        .enumerate()
        .filter(|(_, text)| !text.is_empty());
    let rules: Vec<Text> = texts
        .map(|(i, text)| Text {
            name: format!("gate{i}.guard"),
            content: text.clone(),
        })
        .collect();
    let function = Function {
        config,
        rules: if door.is_direct() {
            Vec::new().into()
        } else {
            rules.clone().into()
        },
        fetch: Box::new(Payload(payload(case, door))),
        ..Function::new(cfn_warden_rules::bundled())
    };
    let event = match door {
        Door::Text | Door::Object => direct(case, door, lint, &rules),
        Door::Resource => resource(case),
        Door::Event => case.fields["event"].to_string(),
        Door::Stack | Door::ChangeSet => stack(case, door),
    };
    Run {
        name: format!(
            "{} as {}, lint {}",
            case.name,
            door.name(),
            if lint { "on" } else { "off" }
        ),
        door,
        event,
        function,
    }
}

/// A document as CloudFormation was given it.
fn text_of(document: &Value) -> String {
    document
        .as_str()
        .map_or_else(|| document.to_string(), str::to_owned)
}

fn payload(case: &Case, door: Door) -> Vec<u8> {
    if let Some(payload) = case.fields.get("payload") {
        return text_of(payload).into_bytes();
    }
    let mut payload = Map::new();
    if let Some(template) = case.fields.get("template") {
        payload.insert("template".to_owned(), text_of(template).into());
    }
    if let Some(previous) = case.fields.get("previous") {
        payload.insert("previousTemplate".to_owned(), text_of(previous).into());
    }
    if let Some(changes) = case
        .fields
        .get("changes")
        .filter(|_| door == Door::ChangeSet)
    {
        let changes: Vec<Value> = changes.as_array().unwrap().iter().map(change).collect();
        payload.insert("changedResources".to_owned(), changes.into());
    }
    Value::Object(payload).to_string().into_bytes()
}

/// A change in the form of the documentation: contexts are texts that hold JSON.
fn change(change: &Value) -> Value {
    let context = |name: &str| match &change[name] {
        Value::Null => Value::Null,
        context => text_of(context).into(),
    };
    json!({
        "logicalResourceId": change["id"],
        "resourceType": change["type"],
        "action": change["action"],
        "lineNumber": null,
        "beforeContext": context("before"),
        "afterContext": context("after"),
    })
}

const STACK: &str = "arn:aws:cloudformation:eu-west-1:123456789012:stack/shop/1a2b";

fn hook(point: &str, data: Value) -> String {
    json!({
        "clientRequestToken": "token",
        "awsAccountId": "123456789012",
        "stackId": STACK,
        "hookTypeName": "Private::Lambda::Warden",
        "hookTypeVersion": "00000001",
        "hookModel": {"LambdaFunction": "arn:aws:lambda:eu-west-1:123456789012:function:warden"},
        "actionInvocationPoint": point,
        "requestData": data,
    })
    .to_string()
}

fn stack(case: &Case, door: Door) -> String {
    let is_update = case.fields.contains_key("previous");
    let point = match case.fields.get("point").and_then(Value::as_str) {
        Some(point) => point,
        None if is_update && door == Door::Stack => "UPDATE_PRE_PROVISION",
        None => "CREATE_PRE_PROVISION",
    };
    let name = if door == Door::Stack {
        "STACK"
    } else {
        "CHANGE_SET"
    };
    let url = "https://bucket.s3.eu-west-1.amazonaws.com/payload.json";
    hook(
        point,
        json!({"targetName": name, "targetType": name, "targetLogicalId": "shop", "payload": url}),
    )
}

/// Properties may be given as a text, for JSON that no serializer writes.
fn resource(case: &Case) -> String {
    let resource = &case.fields["resource"];
    let (proposed, previous) = (&resource["properties"], &resource["previous"]);
    let point = match resource["point"].as_str() {
        Some(point) => point,
        None if previous.is_null() => "CREATE_PRE_PROVISION",
        None => "UPDATE_PRE_PROVISION",
    };
    let data = json!({
        "targetName": resource["type"],
        "targetType": resource["type"],
        "targetLogicalId": resource["id"].as_str().unwrap_or("Thing"),
        "targetModel": {"resourceProperties": "PROPOSED", "previousResourceProperties": "PREVIOUS"},
    });
    hook(point, data)
        .replace("\"PROPOSED\"", &text_of(proposed))
        .replace("\"PREVIOUS\"", &text_of(previous))
}

fn direct(case: &Case, door: Door, lint: bool, rules: &[Text]) -> String {
    let rules: Vec<Value> = rules
        .iter()
        .map(|rules| json!({"name": rules.name, "content": rules.content}))
        .collect();
    let mut request = Map::from_iter([
        ("rules".to_owned(), rules.into()),
        ("lint".to_owned(), lint.into()),
    ]);
    let data = match (case.fields.get("documents"), door) {
        (Some(documents), _) => {
            let named =
                |one: &Value| json!({"name": one["name"], "content": text_of(&one["content"])});
            Value::Array(documents.as_array().unwrap().iter().map(named).collect())
        }
        (None, Door::Object) => case.fields["template"].clone(),
        (None, _) => text_of(&case.fields["template"]).into(),
    };
    request.insert("data".to_owned(), data);
    for (name, value) in case
        .fields
        .get("request")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        request.insert(name.clone(), value.clone());
    }
    Value::Object(request).to_string()
}
