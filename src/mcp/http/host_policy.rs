//! Checks of `Host` and `Origin` against DNS rebinding and pages of other sites, and the URLs of an
//! authorization server.

use std::net::SocketAddr;

use http::header::{HOST, ORIGIN};
use http::uri::Authority;
use http::{HeaderMap, HeaderName, Uri};

use crate::server::refusal::HttpError;

/// The names of this machine's loopback interface.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The hosts that requests may address, as `HOST:PORT` in lower case. The `Origin` of a request
/// must be one of these hosts as well.
pub struct HostPolicy(Vec<String>);

impl HostPolicy {
    /// Creates a policy that allows the server's `address`, the names of the loopback interface
    /// with the server's port, and `hosts`. A host without a port is allowed with the ports 80 and
    /// 443 and with the server's port.
    pub fn new<'a>(address: SocketAddr, hosts: impl Iterator<Item = &'a Authority>) -> Self {
        let port = address.port();
        let mut allowed: Vec<String> = LOOPBACK.map(|host| format!("{host}:{port}")).into();
        if !address.ip().is_unspecified() {
            allowed.push(address.to_string());
        }
        for host in hosts {
            let name = host.host().to_ascii_lowercase();
            let ports = host.port_u16().map_or(vec![80, 443, port], |own| vec![own]);
            allowed.extend(ports.iter().map(|port| format!("{name}:{port}")));
        }
        Self(allowed)
    }

    /// Checks `Host`, `Origin` and the authority of the request target.
    ///
    /// # Errors
    ///
    /// Returns [`HttpError::Host`] or [`HttpError::Origin`], including for repeated headers.
    pub(super) fn check(&self, headers: &HeaderMap, target: &Uri) -> Result<(), HttpError> {
        // A target in absolute form takes precedence over `Host` (RFC 9112 §3.2.2).
        if let Some(host) = target.authority()
            && !self.allows(host.as_str(), &[80, 443])
        {
            return Err(HttpError::Host(host.to_string()));
        }
        match single_value(headers, &HOST) {
            Ok(Some(host)) if self.allows(host, &[80, 443]) => {}
            _ => return Err(HttpError::Host(first_value(headers, &HOST))),
        }
        match single_value(headers, &ORIGIN) {
            Ok(None) => Ok(()),
            Ok(Some(origin)) if self.allows_origin(origin) => Ok(()),
            _ => Err(HttpError::Origin(first_value(headers, &ORIGIN))),
        }
    }

    /// Returns whether a host is allowed. A host without a port is allowed if it is allowed with
    /// one of the `default_ports`.
    fn allows(&self, host: &str, default_ports: &[u16]) -> bool {
        let host = host.to_ascii_lowercase();
        let with_default = |port: &u16| self.0.contains(&format!("{host}:{port}"));
        self.0.contains(&host) || default_ports.iter().any(with_default)
    }

    fn allows_origin(&self, origin: &str) -> bool {
        match origin.split_once("://") {
            Some(("http", host)) => self.allows(host, &[80]),
            Some(("https", host)) => self.allows(host, &[443]),
            _ => false,
        }
    }
}

/// Parses `HOST` or `HOST:PORT`. Unlike [`Authority`], refuses user information and ports that are
/// not 16-bit numbers.
pub fn parse_host(text: &str) -> Option<Authority> {
    let authority = Authority::try_from(text).ok()?;
    let host = authority.host();
    let in_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    let is_name = !host.is_empty() && host.bytes().all(in_name);
    let is_whole = match authority.port_u16() {
        Some(port) => format!("{host}:{port}") == text,
        None => host == text,
    };
    ((is_name || host.starts_with('[')) && is_whole).then_some(authority)
}

/// Returns the value of a header that must not be repeated, or `None` if the header is missing.
///
/// # Errors
///
/// Returns [`HttpError::Headers`] if the header is repeated or is not ASCII text.
pub(super) fn single_value<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'a str>, HttpError> {
    let mut values = headers.get_all(name).iter();
    match (values.next().map(|value| value.to_str()), values.next()) {
        (None, _) => Ok(None),
        (Some(Ok(value)), None) => Ok(Some(value)),
        _ => Err(HttpError::Headers),
    }
}

/// Returns the first value of a header, for logs and error messages.
fn first_value(headers: &HeaderMap, name: &HeaderName) -> String {
    let value = headers.get(name).map(|value| value.as_bytes());
    String::from_utf8_lossy(value.unwrap_or_default()).into_owned()
}

/// An absolute URL without a query. Its scheme is `https`, or `http` for this machine's loopback
/// interface.
#[cfg(feature = "oauth")]
#[derive(Debug, Clone)]
pub struct Url {
    text: String,
    uri: Uri,
}

#[cfg(feature = "oauth")]
impl Url {
    /// Parses `text`. Returns `None` if it is not a URL that this type allows.
    pub fn new(text: &str) -> Option<Self> {
        let uri = Uri::try_from(text).ok()?;
        parse_host(uri.authority()?.as_str())?;
        let plain = |byte: u8| byte.is_ascii_graphic() && !b"#?@\"\\<>^`{|}".contains(&byte);
        let plain = text.bytes().all(plain) && !uri.path().starts_with("//");
        let text = text.to_owned();
        let url = Self { text, uri };
        let is_safe = match url.uri.scheme_str()? {
            "https" => true,
            "http" => url.is_local(),
            _ => false,
        };
        (is_safe && plain).then_some(url)
    }

    /// Returns whether the host is this machine's loopback interface.
    pub(super) fn is_local(&self) -> bool {
        LOOPBACK.contains(&self.uri.host().unwrap_or_default())
    }

    /// Returns the URL as it was given.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the host, with the port if the URL has one.
    pub fn authority(&self) -> Option<&Authority> {
        self.uri.authority()
    }

    /// Returns the path, without a `/` at the end.
    pub(super) fn path(&self) -> &str {
        self.uri.path().trim_end_matches('/')
    }

    /// Returns this URL with `well_known` inserted before the path. `well_known` is a path that
    /// begins with `/.well-known`.
    pub(super) fn well_known(&self, well_known: &str) -> String {
        let path = self.path();
        let text = self.text.trim_end_matches('/');
        let origin = text.strip_suffix(path).unwrap_or(text);
        format!("{origin}{well_known}{path}")
    }
}
