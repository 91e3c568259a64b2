//! Tests against an in-process server with scripted responses.

use std::net::TcpListener;
use std::time::Duration;

use super::*;
use crate::client::connector::connector;
use crate::client::test_server::{LIMITS, Reply, answer, answer_with, serve};

fn fetch(replies: Vec<Reply>, limits: &Limits) -> Result<Vec<u8>, FetchError> {
    let runtime = crate::client::runtime().unwrap();
    let (endpoint, _requests) = serve(replies);
    let url = format!("{endpoint}/bucket/key?X-Amz-Signature=secret");
    runtime.block_on(get(&connector(limits), &url, limits))
}

#[test]
fn a_body_is_returned() {
    assert_eq!(
        fetch(vec![answer("200 OK", b"text")], &LIMITS),
        Ok(b"text".to_vec())
    );
    assert_eq!(fetch(vec![answer("200 OK", b"")], &LIMITS), Ok(Vec::new()));
}

#[test]
fn transient_errors_are_retried() {
    let then = || answer("200 OK", b"text");
    for first in [
        answer("500 Oops", b"x"),
        answer("503 Slow Down", b""),
        Reply::Send(Vec::new()),
        Reply::Stall,
    ] {
        assert_eq!(fetch(vec![first, then()], &LIMITS), Ok(b"text".to_vec()));
    }
}

#[test]
fn permanent_errors_are_returned() {
    let error = |replies| fetch(replies, &LIMITS).unwrap_err();
    assert_eq!(
        error(vec![answer("403 Forbidden", b"<Error/>")]),
        FetchError::Status(403)
    );
    assert_eq!(
        error(vec![answer("404 Not Found", b"")]),
        FetchError::Status(404)
    );
    assert_eq!(
        error(vec![answer("301 Moved", b"")]),
        FetchError::Status(301)
    );
    let thrice = || (0..3).map(|_| answer("500 Oops", b"")).collect();
    assert_eq!(error(thrice()), FetchError::Status(500));
    let cut = || Reply::Send(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort".to_vec());
    assert_eq!(
        error((0..3).map(|_| cut()).collect()),
        FetchError::Connection
    );
    assert_eq!(
        error((0..3).map(|_| Reply::Stall).collect()),
        FetchError::TooSlow
    );
}

#[test]
fn bodies_over_the_limit_are_rejected() {
    assert_eq!(
        fetch(vec![answer("200 OK", &[b'x'; 1000])], &LIMITS),
        Ok(vec![b'x'; 1000])
    );
    assert_eq!(
        fetch(vec![answer("200 OK", &[b'x'; 1001])], &LIMITS),
        Err(FetchError::TooLarge(1000))
    );
    // Without a `Content-Length`, the size is checked while reading.
    let head = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".to_vec();
    let unannounced = Reply::Send([head, vec![b'x'; 20 << 20]].concat());
    assert_eq!(
        fetch(vec![unannounced], &LIMITS),
        Err(FetchError::TooLarge(1000))
    );
}

#[test]
fn the_total_time_limit_returns_the_last_error() {
    let limits = Limits {
        total: Duration::from_millis(100),
        backoff: Duration::from_secs(3),
        ..LIMITS
    };
    assert_eq!(
        fetch(vec![answer("503 Slow Down", b"")], &limits),
        Err(FetchError::Status(503))
    );
    let limits = Limits {
        total: Duration::from_millis(100),
        attempt: Duration::from_secs(3),
        ..LIMITS
    };
    assert_eq!(fetch(vec![Reply::Stall], &limits), Err(FetchError::TooSlow));
}

#[test]
fn a_closed_port_is_a_connection_error() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    let runtime = crate::client::runtime().unwrap();
    let got = runtime.block_on(get(&connector(&LIMITS), &url, &LIMITS));
    assert_eq!(got, Err(FetchError::Connection));
}

fn fetch_redirected(
    replies: Vec<Reply>,
    allows: impl Fn(&str) -> bool,
) -> Result<Vec<u8>, FetchError> {
    let runtime = crate::client::runtime().unwrap();
    let (endpoint, _requests) = serve(replies);
    let url = format!("{endpoint}/a.toml");
    runtime.block_on(get_redirected(&connector(&LIMITS), &url, &LIMITS, allows))
}

#[test]
fn redirects_to_allowed_urls_are_followed() {
    let moved = |to: &str| answer_with("302 Found", &format!("Location: {to}\r\n"), b"");
    let replies = vec![moved("/b.toml"), answer("200 OK", b"text")];
    assert_eq!(fetch_redirected(replies, |_| true), Ok(b"text".to_vec()));
    let is_first = |url: &str| url.ends_with("/a.toml");
    assert_eq!(
        fetch_redirected(vec![moved("http://169.254.169.254/")], is_first),
        Err(FetchError::Url)
    );
    assert_eq!(
        fetch_redirected(Vec::new(), |_| false),
        Err(FetchError::Url)
    );
    let endless = (0..9).map(|_| moved("/a.toml")).collect();
    assert_eq!(
        fetch_redirected(endless, |_| true),
        Err(FetchError::Broken("too many redirects"))
    );
    assert_eq!(
        fetch_redirected(vec![answer("301 Moved", b"")], |_| true),
        Err(FetchError::Status(301))
    );
    for (location, expected) in [
        ("/c", "https://a.example.com/c"),
        ("//b.example.com/c", "//b.example.com/c"),
        ("https://b.example.com/c", "https://b.example.com/c"),
    ] {
        assert_eq!(resolve("https://a.example.com/b?x=1", location), expected);
    }
}
