//! URL allowlist: S3 and the endpoints that the function was deployed with. An event must not be able to make the
//! function send requests elsewhere (SSRF), least of all to hosts that only the function can reach.

/// Custom endpoints that may be fetched in addition to S3, for tests and local use.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Endpoints(Vec<String>);

/// The SDK's endpoint variables that apply to S3, later ones first.
const VARIABLES: [&str; 2] = ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"];

/// The DNS suffixes of the AWS partitions by region prefix.
/// <https://docs.aws.amazon.com/sdkref/latest/guide/feature-endpoints.html>
const DOMAINS: [(&str, &str); 7] = [
    ("cn-", "amazonaws.com.cn"),
    ("eusc-", "amazonaws.eu"),
    ("us-iso-", "c2s.ic.gov"),
    ("us-isob-", "sc2s.sgov.gov"),
    ("us-isof-", "csp.hci.ic.gov"),
    ("eu-isoe-", "cloud.adc-e.uk"),
    ("", "amazonaws.com"),
];

/// Returns the DNS suffix of a region's hosts.
pub fn domain(region: &str) -> &'static str {
    DOMAINS
        .iter()
        .find(|(start, _)| region.starts_with(start))
        .map_or("amazonaws.com", |(_, domain)| domain)
}

impl Endpoints {
    /// Reads the endpoints from environment variables.
    #[expect(
        clippy::disallowed_methods,
        reason = "endpoints are configured by the environment, as for every AWS tool"
    )]
    pub fn from_env() -> Endpoints {
        Endpoints(
            VARIABLES
                .iter()
                .filter_map(|name| std::env::var(name).ok())
                .filter(|url| !url.is_empty())
                .collect(),
        )
    }

    /// Creates endpoints from URLs, as `http://127.0.0.1:9000`.
    pub fn of(urls: &[&str]) -> Endpoints {
        Endpoints(urls.iter().map(|url| (*url).to_owned()).collect())
    }

    /// Returns the custom S3 endpoint; `AWS_ENDPOINT_URL_S3` takes precedence.
    pub fn s3(&self) -> Option<&str> {
        self.0.last().map(String::as_str)
    }

    /// Returns whether a URL may be fetched.
    pub fn allows(&self, url: &str) -> bool {
        let Some((scheme, authority)) = origin(url) else {
            return false;
        };
        self.has(scheme, authority)
            || (scheme == "https" && is_s3(authority.strip_suffix(":443").unwrap_or(authority)))
    }

    /// Returns whether a URL that the user of the command line wrote may be fetched: any host, over https.
    pub fn allows_user(&self, url: &str) -> bool {
        origin(url)
            .is_some_and(|(scheme, authority)| scheme == "https" || self.has(scheme, authority))
    }

    fn has(&self, scheme: &str, authority: &str) -> bool {
        self.0
            .iter()
            .filter_map(|endpoint| origin(endpoint))
            .any(|own| own == (scheme, authority))
    }
}

/// Returns a URL's scheme and authority; `None` when the URL contains parts that clients parse differently: user
/// information, whitespace, backslashes.
fn origin(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    let is_plain = !authority.is_empty()
        && authority.chars().all(plain)
        && url.chars().all(|c| c.is_ascii_graphic());
    is_plain.then_some((scheme, authority))
}

/// Returns whether a host belongs to S3. Labels are read from the right, where AWS owns the names; `s3` further left
/// could belong to anybody.
/// <https://docs.aws.amazon.com/general/latest/gr/s3.html>
fn is_s3(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let own = DOMAINS
        .iter()
        .find_map(|(_, domain)| host.strip_suffix(domain)?.strip_suffix('.'));
    let mut labels = own.unwrap_or_default().rsplit('.').peekable();
    labels.next_if_eq(&"vpce");
    labels.next_if(|label| is_region(label));
    labels.next_if_eq(&"dualstack");
    labels
        .next()
        .is_some_and(|label| label == "s3" || label.starts_with("s3-"))
}

/// Returns whether a label is a region name, as `eu-central-1` or `us-gov-west-1`.
fn is_region(label: &str) -> bool {
    let mut parts = label.split('-');
    let is_word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_lowercase());
    let is_number = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    parts.next_back().is_some_and(is_number) && parts.clone().count() > 1 && parts.all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_may_name_any_host_over_https() {
        let endpoints = Endpoints::of(&["http://127.0.0.1:9000"]);
        for (url, expected) in [
            ("https://policies.example.com/a.toml", true),
            ("http://127.0.0.1:9000/a.toml", true),
            ("http://127.0.0.1:9001/a.toml", false),
            ("http://policies.example.com/a.toml", false),
            ("https://me:secret@policies.example.com/a.toml", false),
            ("file:///etc/passwd", false),
        ] {
            assert_eq!(endpoints.allows_user(url), expected, "{url}");
        }
    }

    #[test]
    fn all_forms_of_s3_urls_are_accepted() {
        for url in [
            "https://bucket.s3.amazonaws.com/key?X-Amz-Signature=1",
            "https://s3.eu-central-1.amazonaws.com/bucket/key",
            "https://a.b.s3.us-gov-west-1.amazonaws.com/key",
            "https://bucket.s3-us-west-2.amazonaws.com:443/key",
            "https://bucket.s3.dualstack.eu-west-1.amazonaws.com/key",
            "https://bucket.s3-accelerate.amazonaws.com/key",
            "https://bucket.s3.cn-north-1.amazonaws.com.cn/key",
            "https://bucket.vpce-1a2b.s3.us-east-1.vpce.amazonaws.com/key",
            "https://mine-123456789012.s3-accesspoint.us-west-2.amazonaws.com/key",
            "https://Bucket.S3.Amazonaws.com/key",
        ] {
            assert!(Endpoints::default().allows(url), "{url}");
        }
    }

    #[test]
    fn other_hosts_are_rejected() {
        for url in [
            "http://bucket.s3.amazonaws.com/key",
            "https://169.254.169.254/latest/meta-data/",
            "https://localhost/s3.amazonaws.com",
            "https://s3.amazonaws.com@evil.example/key",
            "https://evil.example\\@s3.amazonaws.com/key",
            "https://evil.example?s3.amazonaws.com",
            "https://evil.example#.s3.amazonaws.com",
            "https://s3.amazonaws.com.evil.example/key",
            "https://evils3.amazonaws.com/key",
            "https://xs3amazonaws.com/key",
            "https://s3-mine-123.us-east-1.elb.amazonaws.com/key",
            "https://s3.abc123.execute-api.us-east-1.amazonaws.com/key",
            "https://bucket.s3.amazonaws.com:8443/key",
            "https://bucket.s3.amazonaws.com/key with space",
            "ftp://bucket.s3.amazonaws.com/key",
            "file:///etc/passwd",
            "s3://bucket/key",
            "https://",
            "",
        ] {
            assert!(!Endpoints::default().allows(url), "{url}");
        }
    }

    #[test]
    fn an_endpoint_matches_by_scheme_host_and_port() {
        let own = Endpoints::of(&["http://127.0.0.1:9000"]);
        assert!(own.allows("http://127.0.0.1:9000/bucket/key?x=1"));
        for url in [
            "https://127.0.0.1:9000/x",
            "http://127.0.0.1:9001/x",
            "http://127.0.0.1/x",
            "http://127.0.0.1:90000/",
        ] {
            assert!(!own.allows(url), "{url}");
        }
    }
}
