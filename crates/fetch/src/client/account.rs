//! AWS account configuration: region and credentials from the environment of the program.

use aws_config::environment::EnvironmentVariableCredentialsProvider;
use aws_config::{BehaviorVersion, SdkConfig};
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_async::rt::sleep::{SharedAsyncSleep, TokioSleep};
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_types::region::Region;
use tokio::runtime::Handle;

/// A function that loads the SDK configuration: region, credentials, endpoints.
pub type Account = fn(&Handle, SharedHttpClient) -> SdkConfig;

/// Reads the configuration from environment variables, as Lambda sets them. The SDK's other sources (files, roles,
/// metadata services) are left out: they would add more than 250 KB to the binary.
/// <https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime>
#[expect(
    clippy::disallowed_methods,
    reason = "Lambda provides region and credentials in environment variables"
)]
pub fn from_environment(_: &Handle, client: SharedHttpClient) -> SdkConfig {
    let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let is_on = |name: &str| value(name).is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let mut config = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(SharedCredentialsProvider::new(
            EnvironmentVariableCredentialsProvider::new(),
        ))
        .region(
            value("AWS_REGION")
                .or_else(|| value("AWS_DEFAULT_REGION"))
                .map(Region::new),
        )
        .use_fips(is_on("AWS_USE_FIPS_ENDPOINT"))
        .use_dual_stack(is_on("AWS_USE_DUALSTACK_ENDPOINT"))
        .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
        .http_client(client);
    config.set_endpoint_url(
        value("AWS_ENDPOINT_URL_CLOUDFORMATION").or_else(|| value("AWS_ENDPOINT_URL")),
    );
    config.build()
}

/// Loads the configuration from the SDK's default chain: environment, profiles, roles, container and instance
/// metadata.
/// <https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html>
pub fn from_default_chain(runtime: &Handle, client: SharedHttpClient) -> SdkConfig {
    runtime.block_on(aws_config::from_env().http_client(client).load())
}
