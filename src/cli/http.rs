//! `serve --http`: its options, and the token or issuer that they name.

use std::net::SocketAddr;
use std::panic::catch_unwind;
use std::time::Duration;
use std::{env, io};

use camino::Utf8PathBuf;
#[cfg(feature = "oauth")]
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueHint};
use http::uri::Authority;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::cli::FAILURE;
use crate::cli::output::{failed, say};
use crate::cli::system::{self, terminated};
use crate::documents::sandbox::ambient;
use crate::limits::MAX_CONNECTIONS;
use crate::mcp::http::{Authorizer, HostPolicy, MCP, MIN_TOKEN, Router, parse_host, serve};
#[cfg(feature = "oauth")]
use crate::mcp::http::{Issuer, Url};
use crate::mcp::shutdown::End;
use crate::project::session::Roots;
use crate::server::Server;
use crate::table::Table;
use crate::text::escape::escape_truncated;

/// The environment variable that holds a static token.
const TOKEN: &str = "MCP_GUIDE_TOKEN";
/// The option that names a file with one.
const TOKEN_FILE: &str = "--token-file";
/// Descriptors kept back for calls (about 768), the runtime and inherited files; at most half the
/// limit.
const RESERVED_DESCRIPTORS: usize = 1024;
/// Threads are kept: another one may not be had when it is needed.
const KEPT: Duration = Duration::from_secs(u32::MAX as u64);

/// The options of `serve` for HTTP.
#[derive(Debug, Default, Args)]
pub struct Http {
    /// Serves MCP over HTTP at this address, such as 127.0.0.1:8420, in place of
    /// standard input and output
    #[arg(long, value_name = "ADDRESS", value_parser = listen_address)]
    pub http: Option<SocketAddr>,
    /// A file with the token that clients must send; else what the environment
    /// variable MCP_GUIDE_TOKEN holds
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "http")]
    token_file: Option<Utf8PathBuf>,
    /// Another name by which clients reach the server, NAME or NAME:PORT; may be
    /// given more than once
    #[arg(long, value_name = "HOST", value_parser = host, requires = "http")]
    allow_host: Vec<Authority>,
    /// The authorization server whose tokens clients must send: its issuer identifier
    #[cfg(feature = "oauth")]
    #[arg(
        long, value_name = "URL", value_parser = url, conflicts_with = "token_file",
        requires_all = ["http", "auth_audience", "public_url"]
    )]
    auth_issuer: Option<Url>,
    /// What the tokens must be for: their audience
    #[cfg(feature = "oauth")]
    #[arg(
        long, value_name = "AUDIENCE", value_parser = NonEmptyStringValueParser::new(),
        requires_all = ["http", "auth_issuer"]
    )]
    auth_audience: Option<String>,
    /// The URL by which clients reach the server, such as `https://guide.example.com/mcp`
    #[cfg(feature = "oauth")]
    #[arg(long, value_name = "URL", value_parser = url, requires = "http")]
    public_url: Option<Url>,
    /// What a program with OAuth takes, so that its absence is said.
    #[cfg(not(feature = "oauth"))]
    #[arg(
        long, hide = true, value_parser = without_oauth, aliases = ["auth-audience", "public-url"]
    )]
    auth_issuer: Option<String>,
}

impl Http {
    /// Returns the hosts by which clients reach the server, apart from its address.
    fn host_names(&self) -> impl Iterator<Item = &Authority> {
        let names = self.allow_host.iter();
        #[cfg(feature = "oauth")]
        let names = names.chain(self.public_url.as_ref().and_then(Url::authority));
        names
    }
}

/// Prints the server's URL, and what the server does not allow.
fn announce(address: SocketAddr, open: bool, options: &Http) {
    say(&format!("mcp-guide serves MCP at http://{address}{MCP}"));
    let named = options.host_names().next().is_some();
    if named && open {
        say(
            "This server has a name and no token: anyone who reaches it by that name can read the \
             documents",
        );
    }
    if !named && address.ip().is_unspecified() {
        say(
            "Clients on other machines are refused until the name by which they reach this server \
             is given with --allow-host NAME",
        );
    }
}

/// Refuses what only a program with OAuth takes.
#[cfg(not(feature = "oauth"))]
fn without_oauth(_: &str) -> Result<String, &'static str> {
    Err("this program was built without OAuth; build it with --features oauth")
}

/// Parses an address to listen on: numbers, or `localhost` with a port.
fn listen_address(text: &str) -> Result<SocketAddr, &'static str> {
    let port = text.rsplit(':').next().unwrap_or_default();
    let is_number = !port.is_empty() && port.chars().all(|c| c.is_ascii_digit());
    if is_number && text.contains(':') && port.parse::<u16>().is_err() {
        return Err("a port is a number up to 65535");
    }
    let address = text.replace("localhost:", "127.0.0.1:").parse();
    address.map_err(|_| "it is of the form 127.0.0.1:8420, [::1]:8420 or localhost:8420")
}

fn host(text: &str) -> Result<Authority, &'static str> {
    parse_host(text).ok_or("it is not of the form NAME or NAME:PORT")
}

#[cfg(feature = "oauth")]
fn url(text: &str) -> Result<Url, &'static str> {
    Url::new(text).ok_or("it is of the form https://NAME, or http:// with a loopback address")
}

/// Serves a project over HTTP until SIGTERM or SIGINT.
///
/// # Errors
///
/// The usage error.
pub(super) fn run(server: Server, address: SocketAddr, options: &Http) -> Result<u8, String> {
    let limit = system::raise_descriptors();
    let connections = MAX_CONNECTIONS.min(limit - RESERVED_DESCRIPTORS.min(limit / 2));
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => return Ok(failed(&format!("no runtime can be made: {error}"))),
    };
    let ended = runtime.block_on(async {
        let access = access(&server, address, options)?;
        let bound = TcpListener::bind(address).await;
        let (address, listener) = match bound.and_then(|of| Ok((of.local_addr()?, of))) {
            Ok(listening) => listening,
            Err(error) => return Ok(failed(&format!("cannot listen on {address}: {error}"))),
        };
        let hosts = HostPolicy::new(address, options.host_names());
        if connections < MAX_CONNECTIONS {
            say(&format!(
                "the limit of file descriptors allows at most {connections} connections at once"
            ));
        }
        // The handler is installed before anybody knows that the server runs.
        let stop = terminated();
        announce(address, matches!(access, Authorizer::Open), options);
        if let Err(error) = server.session.bind(&Roots::None) {
            let why = server.table.render(&error);
            say(&format!("Each call fails until this is mended: {why}"));
        }
        let router = Router::new(server, hosts, access, connections);
        // A second signal does not wait for requests in progress.
        let end = serve(listener, router, stop, async { terminated().await }).await;
        Ok(if end == End::Whole { 0 } else { FAILURE })
    });
    runtime.shutdown_background();
    ended
}

/// Makes a runtime with a thread for each processor, and the first of the threads that wait
/// for files: tokio panics where it has no such thread and cannot start one.
fn runtime() -> io::Result<Runtime> {
    let made = catch_unwind(|| {
        let runtime = Builder::new_multi_thread()
            .enable_all()
            .thread_keep_alive(KEPT)
            .build()?;
        runtime.block_on(runtime.spawn_blocking(|| ()))?;
        Ok(runtime)
    });
    made.unwrap_or_else(|_| Err(io::Error::other("there is no thread for it")))
}

/// Returns which requests are authorized.
///
/// # Errors
///
/// The usage error. Without a token only the loopback may be served.
fn access(server: &Server, address: SocketAddr, options: &Http) -> Result<Authorizer, String> {
    let token = static_token(&server.table, options)?;
    #[cfg(feature = "oauth")]
    if let (Some(issuer), Some(audience), Some(url)) = (
        options.auth_issuer.clone(),
        options.auth_audience.clone(),
        options.public_url.clone(),
    ) {
        // clap has refused --token-file.
        if token.is_some() {
            return Err(format!(
                "there is a static token ({TOKEN}) and --auth-issuer; give only one of them"
            ));
        }
        let issuer = Issuer::new(issuer, audience, url);
        return Ok(Authorizer::Issuer(Box::new(issuer)));
    }
    match token {
        Some(token) => Ok(token),
        None if address.ip().is_loopback() => Ok(Authorizer::Open),
        None => Err(format!(
            "{address} is not a loopback address: anyone who reaches it could read the documents. \
             Give a static token ({TOKEN_FILE} FILE, or the environment variable {TOKEN}), or, in a \
             program with OAuth, an authorization server (--auth-issuer, --auth-audience and \
             --public-url)"
        )),
    }
}

/// Authorizes requests with the static token of the file or of the variable, if there is
/// one.
fn static_token(messages: &Table, options: &Http) -> Result<Option<Authorizer>, String> {
    let (token, source) = match &options.token_file {
        Some(file) => {
            let name = escape_truncated(file.as_str());
            let token = ambient::read(file)
                .map_err(|error| format!("{TOKEN_FILE} '{name}': {}", messages.render(&error)))?;
            if ambient::is_world_readable(file) == Ok(true) {
                say(&format!(
                    "every user of this machine can read {TOKEN_FILE} '{name}': chmod o-r '{name}'"
                ));
            }
            (token, TOKEN_FILE)
        }
        // An empty variable, or one that is not UTF-8, is an invalid token.
        None => match env::var_os(TOKEN) {
            Some(token) => (token.into_encoded_bytes(), TOKEN),
            None => return Ok(None),
        },
    };
    let access = Authorizer::token(String::from_utf8_lossy(&token).trim());
    access.map(Some).ok_or_else(|| {
        format!(
            "the token of {source} needs at least {MIN_TOKEN} characters, each a letter, a digit \
             or one of -._~+/="
        )
    })
}
