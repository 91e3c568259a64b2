//! CloudFormation client: stack templates and registered types.

use aws_sdk_cloudformation::Client;
use aws_sdk_cloudformation::config::{Builder, Region};
use aws_sdk_cloudformation::types::{RegistryType, TemplateStage};
use tokio::time::timeout;

use super::sdk_error::{Operation, fetch_error};
use crate::fetch::{FetchError, Stack, StackTemplate, Stage};
use crate::limits::Limits;

const GET_TEMPLATE: Operation = Operation {
    action: "cloudformation:GetTemplate",
    resource: "stack",
};
const DESCRIBE_TYPE: Operation = Operation {
    action: "cloudformation:DescribeType",
    resource: "type",
};

/// Fetches the template of a stack. A stack that is named by its ARN is read in the ARN's region.
///
/// # Errors
/// [`FetchError`] when the call fails, exceeds the time limit, or the stack has no template in the requested stage.
pub async fn template(
    client: &Client,
    stack: &Stack,
    limits: Limits,
) -> Result<StackTemplate, FetchError> {
    let mut config = Builder::new();
    if let Some(region) = stack.region() {
        config.set_region(Some(Region::new(region.to_owned())));
    }
    let request = client
        .get_template()
        .stack_name(&stack.name)
        .template_stage(match stack.stage {
            Stage::Original => TemplateStage::Original,
            Stage::Processed => TemplateStage::Processed,
        });
    let response = timeout(
        limits.total,
        request.customize().config_override(config).send(),
    )
    .await;
    let found = response
        .map_err(|_| FetchError::TooSlow)?
        .map_err(|error| fetch_error(&error, GET_TEMPLATE))?;
    let own = || {
        client
            .config()
            .region()
            .map(|region| region.as_ref().to_owned())
    };
    let region = stack.region().map(str::to_owned).or_else(own);
    let text = found.template_body.ok_or(FetchError::Missing(
        "template: the stack has no template in this stage",
    ))?;
    Ok(StackTemplate { text, region })
}

/// Fetches the schema of a resource type that is registered or activated in the account; `None` if the type
/// does not exist.
///
/// # Errors
/// [`FetchError`] when the call fails or exceeds the time limit.
pub async fn type_schema(
    client: &Client,
    type_name: &str,
    limits: Limits,
) -> Result<Option<String>, FetchError> {
    let request = client
        .describe_type()
        .r#type(RegistryType::Resource)
        .type_name(type_name)
        .send();
    match timeout(limits.total, request)
        .await
        .map_err(|_| FetchError::TooSlow)?
    {
        Ok(found) => Ok(found.schema),
        Err(error)
            if error
                .as_service_error()
                .is_some_and(|error| error.is_type_not_found_exception()) =>
        {
            Ok(None)
        }
        Err(error) => Err(fetch_error(&error, DESCRIBE_TYPE)),
    }
}
