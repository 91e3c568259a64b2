//! The payload of a Hook event that is not behind a presigned URL.

use cfn_warden_fetch::client::Aws;
use cfn_warden_fetch::{
    Fetch, FetchError, Limits, Listed, Object, ObjectRequest, S3Uri, Stack, StackTemplate,
    WriteMode,
};

/// The URL of the payload. The top-level domain is reserved and has no hosts (RFC 2606).
pub const URL: &str = "https://payload.invalid/";

/// Returns the payload for its URL; the client fetches everything else.
#[derive(Debug)]
pub struct LocalPayload {
    pub payload: Vec<u8>,
    pub limits: Limits,
    pub client: Aws,
}

impl Fetch for LocalPayload {
    fn presigned(&self, url: &str) -> Result<Vec<u8>, FetchError> {
        match url {
            URL if self.payload.len() > self.limits.bytes => Err(self.limits.too_large()),
            URL => Ok(self.payload.clone()),
            _ => self.client.presigned(url),
        }
    }

    fn objects(&self, wanted: &[ObjectRequest]) -> Vec<Result<Option<Object>, FetchError>> {
        self.client.objects(wanted)
    }

    fn list(&self, prefix: &S3Uri, most: usize) -> Result<Vec<Listed>, FetchError> {
        self.client.list(prefix, most)
    }

    fn put(
        &self,
        at: &S3Uri,
        content_type: &str,
        body: Vec<u8>,
        mode: WriteMode,
    ) -> Result<(), FetchError> {
        self.client.put(at, content_type, body, mode)
    }

    fn set_deadline(&self, until: Option<std::time::Instant>) {
        self.client.set_deadline(until);
    }

    fn template(&self, stack: &Stack) -> Result<StackTemplate, FetchError> {
        self.client.template(stack)
    }

    fn type_schema(&self, type_name: &str) -> Result<Option<String>, FetchError> {
        self.client.type_schema(type_name)
    }
}
