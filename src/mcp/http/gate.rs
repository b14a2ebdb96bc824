//! From which names and pages requests are taken.

use std::net::SocketAddr;

use http::header::{HOST, ORIGIN};
use http::uri::Authority;
use http::{HeaderMap, Uri};

use crate::text::http::HttpRefusal;

/// The names that this machine has for itself.
pub(super) const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The hosts that a server is: each request must be for one of them, and may come
/// from a page of one of them, or from none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gate {
    hosts: Vec<Name>,
    /// Where it listens.
    port: u16,
}

/// A host, with its port where that is not the scheme's own.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Name {
    host: String,
    port: Option<u16>,
}

impl Name {
    fn new(host: &str, port: Option<u16>) -> Self {
        Self {
            host: host.to_ascii_lowercase(),
            port,
        }
    }

    /// The name and port of an authority in which nothing else stands.
    fn read(text: &str) -> Option<Self> {
        let authority = Authority::try_from(text).ok()?;
        let host = authority.host();
        let of_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
        let named = !host.is_empty() && host.bytes().all(of_name);
        let address = host.starts_with('[');
        // What the library does not take for a port it passes over.
        let port = match text.strip_prefix(host)? {
            "" => None,
            rest => {
                let digits = rest.strip_prefix(':')?;
                let digits = Some(digits).filter(|it| it.bytes().all(|it| it.is_ascii_digit()));
                Some(digits?.parse().ok()?)
            }
        };
        (named || address).then(|| Self::new(host, port))
    }

    fn text(&self) -> String {
        match self.port {
            Some(port) => format!("{}:{port}", self.host),
            None => self.host.clone(),
        }
    }

    /// The origin of its pages by this scheme, with its port.
    fn origin(&self, scheme: &str, port: u16) -> String {
        format!("{scheme}://{}:{}", self.host, self.port.unwrap_or(port))
    }
}

impl Gate {
    /// The hosts of a server that listens there: its address, and this machine's
    /// own names, with its port.
    pub fn new(address: SocketAddr) -> Self {
        let port = Some(address.port()).filter(|port| *port != 80);
        let mut hosts: Vec<Name> = LOCAL.iter().map(|host| Name::new(host, port)).collect();
        if !address.ip().is_unspecified() {
            let host = match address {
                SocketAddr::V4(address) => address.ip().to_string(),
                SocketAddr::V6(address) => format!("[{}]", address.ip()),
            };
            hosts.push(Name::new(&host, port));
        }
        Self {
            hosts,
            port: address.port(),
        }
    }

    /// The same with another one, `NAME` or `NAME:PORT`: what clients send in `Host`.
    /// Without a port it has those of `http` and `https`, and its own. `None` where it
    /// is neither.
    #[must_use]
    pub fn and(mut self, host: &str) -> Option<Self> {
        let name = Name::read(host)?;
        if name.port.is_none() {
            let ports = [80, 443, self.port];
            let named = ports.map(|port| Name::new(&name.host, Some(port)));
            self.hosts.extend(named);
        }
        self.hosts.push(name);
        Some(self)
    }

    /// The hosts as rmcp takes them.
    pub(super) fn hosts(&self) -> impl Iterator<Item = String> {
        self.hosts.iter().map(Name::text)
    }

    /// The origins of their pages, each with its port.
    pub(super) fn origins(&self) -> impl Iterator<Item = String> {
        let of = |name: &Name| [name.origin("http", 80), name.origin("https", 443)];
        self.hosts.iter().flat_map(of)
    }

    /// Whether a request with these headers, for this target, may come in.
    pub(super) fn check(&self, headers: &HeaderMap, target: &Uri) -> Result<(), HttpRefusal> {
        // A target that names its host counts before `Host` (RFC 9112 §3.2.2).
        let ours = |host: &str| Name::read(host).is_some_and(|name| self.hosts.contains(&name));
        if let Some(host) = target.authority().filter(|host| !ours(host.as_str())) {
            return Err(HttpRefusal::Host(host.to_string()));
        }
        let host = one(headers, HOST.as_str());
        if !matches!(&host, Ok(Some(host)) if ours(host)) {
            return Err(HttpRefusal::Host(shown(host)));
        }
        match one(headers, ORIGIN.as_str()) {
            Ok(None) => Ok(()),
            Ok(Some(origin)) if self.is_ours(&origin) => Ok(()),
            other => Err(HttpRefusal::Origin(shown(other))),
        }
    }

    fn is_ours(&self, origin: &str) -> bool {
        let Some((scheme, authority)) = origin.split_once("://") else {
            return false;
        };
        let port = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return false,
        };
        let Some(name) = Name::read(authority) else {
            return false;
        };
        let asked = name.origin(scheme, port);
        self.hosts
            .iter()
            .any(|host| host.origin(scheme, port) == asked)
    }
}

/// Whether this is a host, with or without its port, and nothing else.
#[cfg(feature = "oauth")]
pub(super) fn is_host(authority: &str) -> bool {
    Name::read(authority).is_some()
}

/// The one value of a header; an error where there are several, or it is no text.
pub(super) fn one(headers: &HeaderMap, name: &str) -> Result<Option<String>, String> {
    let mut values = headers.get_all(name).iter();
    let Some(first) = values.next() else {
        return Ok(None);
    };
    match (first.to_str(), values.next()) {
        (Ok(text), None) => Ok(Some(text.to_owned())),
        _ => Err(String::from_utf8_lossy(first.as_bytes()).into_owned()),
    }
}

fn shown(value: Result<Option<String>, String>) -> String {
    value.unwrap_or_else(Some).unwrap_or_default()
}
