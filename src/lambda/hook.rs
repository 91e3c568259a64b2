//! CloudFormation Hook invocations.
//! <https://docs.aws.amazon.com/cloudformation-cli/latest/hooks-userguide/lambda-hooks-create-lambda-function.html>

use serde::Serialize;
use serde_json::value::RawValue;

use super::event::Fields;

/// What is read of a Hook's invocation.
pub struct Hook {
    token: Option<Box<RawValue>>,
}

/// The answer to a Hook's invocation.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HookAnswer {
    hook_status: &'static str,
    error_code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    client_request_token: Option<Box<RawValue>>,
}

impl Hook {
    /// The invocation of an event's fields.
    pub fn of(fields: &Fields<'_>) -> Hook {
        let token = fields.get("clientRequestToken").or_else(|| fields.get("clientRequesttoken"));
        Hook { token: token.map(|token| (*token).to_owned()) }
    }

    /// The answer to an invocation that cannot be evaluated: never a pass.
    pub fn not_evaluated(self, reason: &str) -> HookAnswer {
        HookAnswer {
            hook_status: "FAILED",
            error_code: "InternalFailure",
            message: format!("cfn-warden could not evaluate this operation: {reason}"),
            client_request_token: self.token,
        }
    }
}
