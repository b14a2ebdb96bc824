//! Checks of `Host` and `Origin`, against DNS rebinding and pages of other sites.

use std::net::SocketAddr;

use http::header::{HOST, ORIGIN};
use http::uri::Authority;
use http::{HeaderMap, Uri};

use crate::text::http::HttpError;

/// The names that this machine has for its loopback.
pub(super) const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The hosts that requests may be for. A page that sends one must be of such a host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostPolicy {
    hosts: Vec<HostPort>,
    /// The port that the server listens on.
    port: u16,
}

/// A host, with its port where that is not the scheme's default.
#[derive(Debug, Clone, PartialEq, Eq)]
struct HostPort {
    host: String,
    port: Option<u16>,
}

impl HostPort {
    fn new(host: &str, port: Option<u16>) -> Self {
        Self {
            host: host.to_ascii_lowercase(),
            port,
        }
    }

    /// Parses `HOST` or `HOST:PORT`. User information and a port that is not a
    /// number of 16 bits are refused, which [`Authority`] accepts.
    fn parse(text: &str) -> Option<Self> {
        let authority = Authority::try_from(text).ok()?;
        let host = authority.host();
        let in_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        let is_name = !host.is_empty() && host.bytes().all(in_name);
        let is_ipv6 = host.starts_with('[');
        let port = match text.strip_prefix(host)? {
            "" => None,
            rest => {
                let digits = rest.strip_prefix(':')?;
                // `parse` accepts a leading `+`.
                let digits = Some(digits).filter(|it| it.bytes().all(|it| it.is_ascii_digit()));
                Some(digits?.parse().ok()?)
            }
        };
        (is_name || is_ipv6).then(|| Self::new(host, port))
    }

    /// Returns the port, or the default one of the scheme.
    fn port_or(&self, default: u16) -> u16 {
        self.port.unwrap_or(default)
    }
}

impl HostPolicy {
    /// Allows the address that a server listens on, and the names of the loopback
    /// with its port.
    pub fn new(address: SocketAddr) -> Self {
        let port = Some(address.port()).filter(|port| *port != 80);
        let mut hosts: Vec<_> = LOOPBACK.map(|host| HostPort::new(host, port)).into();
        if !address.ip().is_unspecified() {
            let host = match address {
                SocketAddr::V4(address) => address.ip().to_string(),
                SocketAddr::V6(address) => format!("[{}]", address.ip()),
            };
            hosts.push(HostPort::new(&host, port));
        }
        Self {
            hosts,
            port: address.port(),
        }
    }

    /// Also allows `HOST` or `HOST:PORT`. Without a port it allows the default ones of
    /// `http` and `https`, and the port that the server listens on. Returns `None` if
    /// the text is neither.
    #[must_use]
    pub fn allow(mut self, host: &str) -> Option<Self> {
        let allowed = HostPort::parse(host)?;
        if allowed.port.is_none() {
            let ports = [80, 443, self.port];
            let with_port = ports.map(|port| HostPort::new(&allowed.host, Some(port)));
            self.hosts.extend(with_port);
        }
        self.hosts.push(allowed);
        Some(self)
    }

    /// Checks `Host`, `Origin` and the request target's authority.
    ///
    /// # Errors
    ///
    /// [`HttpError::Host`] or [`HttpError::Origin`], also where a header is repeated.
    pub(super) fn check(&self, headers: &HeaderMap, target: &Uri) -> Result<(), HttpError> {
        // A target in absolute form counts before `Host` (RFC 9112 §3.2.2).
        if let Some(host) = target.authority()
            && !self.allows_host(host.as_str())
        {
            return Err(HttpError::Host(host.to_string()));
        }
        match single_value(headers, HOST.as_str()) {
            Ok(Some(host)) if self.allows_host(&host) => {}
            other => return Err(HttpError::Host(text_of(other))),
        }
        match single_value(headers, ORIGIN.as_str()) {
            Ok(None) => Ok(()),
            Ok(Some(origin)) if self.allows_origin(&origin) => Ok(()),
            other => Err(HttpError::Origin(text_of(other))),
        }
    }

    fn allows_host(&self, host: &str) -> bool {
        HostPort::parse(host).is_some_and(|host| self.hosts.contains(&host))
    }

    fn allows_origin(&self, origin: &str) -> bool {
        let (default, host) = match origin.split_once("://") {
            Some(("http", host)) => (80, host),
            Some(("https", host)) => (443, host),
            _ => return false,
        };
        HostPort::parse(host).is_some_and(|origin| {
            self.hosts.iter().any(|allowed| {
                allowed.host == origin.host && allowed.port_or(default) == origin.port_or(default)
            })
        })
    }
}

/// Whether the text is `HOST` or `HOST:PORT`.
#[cfg(feature = "oauth")]
pub(super) fn is_host(authority: &str) -> bool {
    HostPort::parse(authority).is_some()
}

/// Returns the value of a header that must not be repeated.
///
/// # Errors
///
/// The first value, where the header is repeated or is not ASCII text.
pub(super) fn single_value(headers: &HeaderMap, name: &str) -> Result<Option<String>, String> {
    let mut values = headers.get_all(name).iter();
    let Some(first) = values.next() else {
        return Ok(None);
    };
    match (first.to_str(), values.next()) {
        (Ok(text), None) => Ok(Some(text.to_owned())),
        _ => Err(String::from_utf8_lossy(first.as_bytes()).into_owned()),
    }
}

fn text_of(value: Result<Option<String>, String>) -> String {
    value.unwrap_or_else(Some).unwrap_or_default()
}
