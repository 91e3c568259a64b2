//! HTTP/1.1 over TLS for all requests, those of the SDK included. The SDK's own connector would bring HTTP/2 and proxies.

use std::error::Error;
use std::fmt;
use std::io;

use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_types::body::SdkBody;
use hyper_rustls::{ConfigBuilderExt, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector as TcpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use rustls::crypto::ring;
use rustls::{ClientConfig, RootCertStore};

use crate::limits::Limits;

/// Returns the connector. It keeps connections open, trusts the system's root certificates (without any, HTTPS fails,
/// HTTP does not) and limits the time to connect; callers limit the time of a request.
pub fn connector(limits: &Limits) -> SharedHttpConnector {
    let mut tcp = TcpConnector::new();
    tcp.set_nodelay(true);
    tcp.set_connect_timeout(Some(limits.connect));
    tcp.enforce_http(false);
    let tls = HttpsConnectorBuilder::new()
        .with_tls_config(tls())
        .https_or_http()
        .enable_http1()
        .wrap_connector(tcp);
    SharedHttpConnector::new(Connector(
        Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .build(tls),
    ))
}

struct Connector(Client<HttpsConnector<TcpConnector>, SdkBody>);

fn tls() -> ClientConfig {
    // Another provider that is installed stays.
    let _ = ring::default_provider().install_default();
    let builder = ClientConfig::builder();
    match builder.clone().with_native_roots() {
        Ok(config) => config,
        Err(_) => builder.with_root_certificates(RootCertStore::empty()),
    }
    .with_no_client_auth()
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let request = match request.try_into_http1x() {
            Ok(request) => request,
            Err(error) => {
                return HttpConnectorFuture::ready(Err(ConnectorError::user(error.into())));
            }
        };
        let sent = self.0.request(request);
        HttpConnectorFuture::new(async move {
            let response = sent
                .await
                .map_err(connector_error)?
                .map(SdkBody::from_body_1_x);
            HttpResponse::try_from(response)
                .map_err(|error| ConnectorError::other(error.into(), None))
        })
    }
}

/// The SDK retries both kinds.
fn connector_error(error: hyper_util::client::legacy::Error) -> ConnectorError {
    let is_timeout = |error: &io::Error| error.kind() == io::ErrorKind::TimedOut;
    if sources(&error)
        .filter_map(<dyn Error>::downcast_ref)
        .any(is_timeout)
    {
        return ConnectorError::timeout(error.into());
    }
    ConnectorError::io(error.into())
}

fn sources<'e>(
    error: &'e (dyn Error + 'static),
) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

impl fmt::Debug for Connector {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Connector")
    }
}
