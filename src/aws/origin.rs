//! Which URLs are fetched: those of S3, and of endpoints that the function was deployed with. An event must not make
//! the function talk to anybody else, least of all to what only the function can reach.

/// What may be fetched beside S3: the endpoints that stand in for it, in tests and on a desk.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Endpoints(Vec<String>);

/// The SDK's own variables for endpoints that S3 is reached by.
const VARIABLES: [&str; 2] = ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"];

/// The domains of AWS's partitions, by how the names of their regions begin.
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

/// The domain that a region's hosts are in.
pub fn domain(region: &str) -> &'static str {
    DOMAINS.iter().find(|(start, _)| region.starts_with(start)).map_or("amazonaws.com", |(_, domain)| domain)
}

impl Endpoints {
    /// Those that this process's environment names.
    #[expect(clippy::disallowed_methods, reason = "endpoints are configured by the environment, as for every AWS tool")]
    pub fn from_env() -> Endpoints {
        Endpoints(VARIABLES.iter().filter_map(|name| std::env::var(name).ok()).filter(|url| !url.is_empty()).collect())
    }

    /// These, as `http://127.0.0.1:9000`.
    pub fn of(urls: &[&str]) -> Endpoints {
        Endpoints(urls.iter().map(|url| (*url).to_owned()).collect())
    }

    /// What stands in for S3: its own variable is the last.
    pub fn of_s3(&self) -> Option<&str> {
        self.0.last().map(String::as_str)
    }

    /// Whether a URL is one that is fetched.
    pub fn may_be_fetched(&self, url: &str) -> bool {
        let Some((scheme, authority)) = origin(url) else { return false };
        let is_endpoint = self.0.iter().filter_map(|endpoint| origin(endpoint)).any(|own| own == (scheme, authority));
        is_endpoint || (scheme == "https" && is_s3(authority.strip_suffix(":443").unwrap_or(authority)))
    }
}

/// A URL's scheme and authority. Nothing where a URL holds what clients read in different ways: a user's name, white
/// space, a backslash.
fn origin(url: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    let is_plain = !authority.is_empty() && authority.chars().all(plain) && url.chars().all(|c| c.is_ascii_graphic());
    is_plain.then_some((scheme, authority))
}

/// Whether a host is S3's. Read from the right, where names are AWS's own: `s3` further left could be anybody's.
/// <https://docs.aws.amazon.com/general/latest/gr/s3.html>
fn is_s3(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let own = DOMAINS.iter().find_map(|(_, domain)| host.strip_suffix(domain)?.strip_suffix('.'));
    let mut labels = own.unwrap_or_default().rsplit('.').peekable();
    labels.next_if_eq(&"vpce");
    labels.next_if(|label| is_region(label));
    labels.next_if_eq(&"dualstack");
    labels.next().is_some_and(|label| label == "s3" || label.starts_with("s3-"))
}

/// `eu-central-1`, `us-gov-west-1`.
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
    fn s3_is_fetched_in_every_form_that_its_urls_have() {
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
            assert!(Endpoints::default().may_be_fetched(url), "{url}");
        }
    }

    #[test]
    fn nobody_else_is_asked() {
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
            assert!(!Endpoints::default().may_be_fetched(url), "{url}");
        }
    }

    #[test]
    fn an_endpoint_is_fetched_by_scheme_host_and_port() {
        let own = Endpoints::of(&["http://127.0.0.1:9000"]);
        assert!(own.may_be_fetched("http://127.0.0.1:9000/bucket/key?x=1"));
        for url in
            ["https://127.0.0.1:9000/x", "http://127.0.0.1:9001/x", "http://127.0.0.1/x", "http://127.0.0.1:90000/"]
        {
            assert!(!own.may_be_fetched(url), "{url}");
        }
    }
}
