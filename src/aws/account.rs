//! Who the account is: its region and credentials, found as it is where the program runs.

use aws_config::environment::EnvironmentVariableCredentialsProvider;
use aws_config::{BehaviorVersion, SdkConfig};
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_smithy_async::rt::sleep::{SharedAsyncSleep, TokioSleep};
use aws_smithy_runtime_api::client::http::SharedHttpClient;
use aws_types::region::Region;
use tokio::runtime::Handle;

/// Finds the account, where need be by asking for it.
pub type Account = fn(&Handle, SharedHttpClient) -> SdkConfig;

/// As Lambda hands it to a function: by the environment alone. Whatever else the SDK would look at, files, other roles, the
/// services of machines and containers, stays out of the program: a quarter of a megabyte and more.
/// <https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime>
#[expect(clippy::disallowed_methods, reason = "Lambda hands the account over by the environment")]
pub fn of_environment(_: &Handle, client: SharedHttpClient) -> SdkConfig {
    let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let is_on = |name: &str| value(name).is_some_and(|value| value.eq_ignore_ascii_case("true"));
    let mut config = SdkConfig::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(SharedCredentialsProvider::new(EnvironmentVariableCredentialsProvider::new()))
        .region(value("AWS_REGION").or_else(|| value("AWS_DEFAULT_REGION")).map(Region::new))
        .use_fips(is_on("AWS_USE_FIPS_ENDPOINT"))
        .use_dual_stack(is_on("AWS_USE_DUALSTACK_ENDPOINT"))
        .sleep_impl(SharedAsyncSleep::new(TokioSleep::new()))
        .http_client(client);
    config.set_endpoint_url(value("AWS_ENDPOINT_URL_CLOUDFORMATION").or_else(|| value("AWS_ENDPOINT_URL")));
    config.build()
}

/// As every program with the SDK finds it: environment, profiles, roles, the services of machines and containers.
/// <https://docs.aws.amazon.com/sdkref/latest/guide/standardized-credentials.html>
pub fn of_desk(runtime: &Handle, client: SharedHttpClient) -> SdkConfig {
    runtime.block_on(aws_config::from_env().http_client(client).load())
}
