//! `serve --http`: its options, and the token or issuer that they select.

mod named_folder;

use std::ffi::OsString;
use std::net::SocketAddr;
use std::panic::catch_unwind;
use std::sync::Arc;
use std::time::Duration;
use std::{env, io};

use camino::{Utf8Path, Utf8PathBuf};
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
use crate::mcp::http::{
    Authorizer, HostPolicy, MCP, MCP_NAME, MIN_TOKEN, Projects, Router, parse_host, serve,
};
#[cfg(feature = "oauth")]
use crate::mcp::http::{Issuer, Url};
use crate::mcp::shutdown::End;
use crate::project::session::Roots;
use crate::server::Server;
use crate::table::Table;
use crate::text::escaped::escape_truncated;

use named_folder::{Access, NamedFolder, TOKENS};

/// The environment variable for a static token.
const TOKEN: &str = "MCP_GUIDE_TOKEN";
/// The option for a file with a static token.
const TOKEN_FILE: &str = "--token-file";
/// The number of file descriptors that are reserved for calls (about 768), the runtime and inherited
/// files. At most half of the process's limit is reserved.
const RESERVED_DESCRIPTORS: usize = 1024;
/// The time for which idle threads are kept. It is long because a new thread may not be available
/// later.
const KEPT: Duration = Duration::from_secs(u32::MAX as u64);

/// The options of `serve` for HTTP.
#[derive(Debug, Default, Args)]
pub struct Http {
    /// Serve MCP over HTTP at this address, for example 127.0.0.1:8420, instead of
    /// standard input and output
    #[arg(long, value_name = "ADDRESS", value_parser = listen_address)]
    pub http: Option<SocketAddr>,
    /// Serve each project in DIR at /mcp/NAME, instead of one project: each folder with a
    /// guide.yaml, or link to such a folder
    #[arg(
        long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "http",
        conflicts_with = "token_file"
    )]
    pub projects: Option<Utf8PathBuf>,
    /// A folder with a token for each of these projects, in a file with the project's name
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, requires = "projects")]
    #[cfg_attr(feature = "oauth", arg(conflicts_with = "auth_issuer"))]
    tokens: Option<Utf8PathBuf>,
    /// A file with the token that clients must send, instead of the token in the
    /// environment variable MCP_GUIDE_TOKEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "http")]
    token_file: Option<Utf8PathBuf>,
    /// Another host name that clients use for the server, NAME or NAME:PORT; may be
    /// repeated
    #[arg(long, value_name = "HOST", value_parser = host, requires = "http")]
    allow_host: Vec<Authority>,
    /// The issuer identifier of the authorization server whose tokens clients must send
    #[cfg(feature = "oauth")]
    #[arg(
        long, value_name = "URL", value_parser = url, conflicts_with = "token_file",
        requires_all = ["http", "auth_audience", "public_url"]
    )]
    auth_issuer: Option<Url>,
    /// The audience that tokens must have; with --projects, the audience of a project is
    /// AUDIENCE/NAME
    #[cfg(feature = "oauth")]
    #[arg(
        long, value_name = "AUDIENCE", value_parser = NonEmptyStringValueParser::new(),
        requires_all = ["http", "auth_issuer"]
    )]
    auth_audience: Option<String>,
    /// The URL that clients use for the server, for example `https://guide.example.com/mcp`;
    /// with --projects, a project is at URL/NAME
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
    /// Returns the hosts by which clients reach the server, in addition to its address.
    fn host_names(&self) -> impl Iterator<Item = &Authority> {
        let names = self.allow_host.iter();
        #[cfg(feature = "oauth")]
        let names = names.chain(self.public_url.as_ref().and_then(Url::authority));
        names
    }
}

/// Prints the server's URL, and warnings about who can or cannot reach the server.
fn announce(address: SocketAddr, open: bool, options: &Http) {
    let endpoint = match &options.projects {
        Some(_) => MCP_NAME,
        None => MCP,
    };
    say(&format!(
        "mcp-guide serves MCP at http://{address}{endpoint}"
    ));
    let named = options.host_names().next().is_some();
    if named && open {
        say(
            "This server has a host name but no token: anyone who can reach it by this name can \
             read the documents",
        );
    }
    if !named && address.ip().is_unspecified() {
        say(
            "Clients on other machines are refused until you give the host name that they use, \
             with --allow-host NAME",
        );
    }
}

/// Refuses an option that only a program with OAuth accepts.
#[cfg(not(feature = "oauth"))]
fn without_oauth(_: &str) -> Result<String, &'static str> {
    Err("this program was built without OAuth; build it with --features oauth")
}

/// Parses an address to listen on: an IP address or `localhost`, with a port.
fn listen_address(text: &str) -> Result<SocketAddr, &'static str> {
    let port = text.rsplit(':').next().unwrap_or_default();
    let is_number = !port.is_empty() && port.chars().all(|c| c.is_ascii_digit());
    if is_number && text.contains(':') && port.parse::<u16>().is_err() {
        return Err("a port is a number up to 65535");
    }
    let address = text.replace("localhost:", "127.0.0.1:").parse();
    address.map_err(|_| "expected an address such as 127.0.0.1:8420, [::1]:8420 or localhost:8420")
}

fn host(text: &str) -> Result<Authority, &'static str> {
    parse_host(text).ok_or("expected NAME or NAME:PORT")
}

#[cfg(feature = "oauth")]
fn url(text: &str) -> Result<Url, &'static str> {
    Url::new(text).ok_or("expected https://NAME, or http:// with a loopback address")
}

/// Serves the project of `server`, or the projects in the folder that `options` select, over HTTP until
/// SIGTERM or SIGINT. Returns the exit code.
///
/// # Errors
///
/// Returns a usage error if the options cannot be used.
pub(super) fn run(server: Server, address: SocketAddr, options: &Http) -> Result<u8, String> {
    let limit = system::raise_descriptors();
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => return Ok(failed(&format!("cannot start the runtime: {error}"))),
    };
    let ended = runtime.block_on(async {
        let server = Arc::new(server);
        let projects = projects(&server, address, options)?;
        let bound = TcpListener::bind(address).await;
        let (address, listener) =
            match bound.and_then(|listener| Ok((listener.local_addr()?, listener))) {
                Ok(listening) => listening,
                Err(error) => return Ok(failed(&format!("cannot listen on {address}: {error}"))),
            };
        // With several projects, the server keeps their folders open.
        let limit = limit - projects.kept_folders().min(limit / 2);
        let connections = MAX_CONNECTIONS.min(limit - RESERVED_DESCRIPTORS.min(limit / 2));
        let hosts = HostPolicy::new(address, options.host_names());
        if connections < MAX_CONNECTIONS {
            say(&format!(
                "the limit of file descriptors allows at most {connections} connections at once"
            ));
        }
        // The handler is installed before anyone learns that the server is running.
        let stop = terminated();
        announce(address, projects.access().is_open(), options);
        if options.projects.is_none()
            && let Err(error) = server.session.bind(&Roots::None)
        {
            let why = server.table.render(&error);
            say(&format!("All calls fail until this is corrected: {why}"));
        }
        let router = Router::new(projects, hosts, connections);
        // After a second signal, the server does not wait for requests in progress.
        let end = serve(listener, router, stop, async { terminated().await }).await;
        Ok(if end == End::Whole { 0 } else { FAILURE })
    });
    runtime.shutdown_background();
    ended
}

/// Returns the projects that are served, and who may access them.
///
/// # Errors
///
/// Returns a usage error if the options cannot be used.
fn projects(server: &Arc<Server>, address: SocketAddr, options: &Http) -> Result<Projects, String> {
    let Some(path) = &options.projects else {
        let access = access(server, address, options)?;
        return Ok(Projects::one(Arc::clone(server), access));
    };
    if env::var_os(TOKEN).is_some() {
        return Err(format!(
            "the environment variable {TOKEN} is for one project; with --projects, use {TOKENS} \
             DIR, a folder with a token for each"
        ));
    }
    let access = match &options.tokens {
        Some(tokens) => Access::Tokens(tokens.clone()),
        None => Access::Same(access(server, address, options)?),
    };
    let folder = NamedFolder::new(Arc::clone(&server.table), path.clone(), access);
    let found = folder.begin()?;
    Ok(Projects::several(Box::new(folder), found))
}

/// Creates a runtime with a thread for each processor, and starts the first blocking thread. Without
/// this thread, tokio panics if it cannot start one later.
fn runtime() -> io::Result<Runtime> {
    let made = catch_unwind(|| {
        let runtime = Builder::new_multi_thread()
            .enable_all()
            .thread_keep_alive(KEPT)
            .build()?;
        runtime.block_on(runtime.spawn_blocking(|| ()))?;
        Ok(runtime)
    });
    made.unwrap_or_else(|_| Err(io::Error::other("no thread is available")))
}

/// Returns the authorizer for requests.
///
/// # Errors
///
/// Returns a usage error if the options conflict, or if an address other than loopback has no token.
fn access(server: &Server, address: SocketAddr, options: &Http) -> Result<Authorizer, String> {
    let token = static_token(&server.table, options)?;
    #[cfg(feature = "oauth")]
    if let (Some(issuer), Some(audience), Some(url)) = (
        options.auth_issuer.clone(),
        options.auth_audience.clone(),
        options.public_url.clone(),
    ) {
        // clap has already refused --token-file.
        if token.is_some() {
            return Err(format!(
                "a static token ({TOKEN}) and --auth-issuer cannot be used together"
            ));
        }
        let issuer = Issuer::new(issuer, audience, url);
        return Ok(Authorizer::Issuer(Arc::new(issuer)));
    }
    if let Some(token) = token {
        return Ok(token);
    }
    if address.ip().is_loopback() {
        return Ok(Authorizer::Open);
    }
    let token = match &options.projects {
        Some(_) => format!("a static token for each project ({TOKENS} DIR)"),
        None => {
            format!("a static token ({TOKEN_FILE} FILE, or the environment variable {TOKEN})")
        }
    };
    Err(format!(
        "{address} is not a loopback address: anyone who can reach it could read the documents. \
         Use {token}, or, in a program built with OAuth, an authorization server (--auth-issuer, \
         --auth-audience and --public-url)"
    ))
}

/// Returns an authorizer for the static token in the file or in the environment variable, or `None` if
/// there is no token.
fn static_token(messages: &Table, options: &Http) -> Result<Option<Authorizer>, String> {
    let Some(file) = &options.token_file else {
        // A variable that is empty or not UTF-8 is an invalid token.
        let token = env::var_os(TOKEN).map(OsString::into_encoded_bytes);
        return token.map(|token| by_token(&token, TOKEN)).transpose();
    };
    let access = token_of(messages, TOKEN_FILE, file)?;
    if ambient::is_world_readable(file) == Ok(true) {
        let name = escape_truncated(file.as_str());
        say(&format!(
            "every user of this machine can read {TOKEN_FILE} '{name}': chmod o-r '{name}'"
        ));
    }
    Ok(Some(access))
}

/// Returns an authorizer for the static token in `file`. `option` is the option that selects the file.
fn token_of(messages: &Table, option: &str, file: &Utf8Path) -> Result<Authorizer, String> {
    let token = ambient::read(file).map_err(|error| {
        let name = escape_truncated(file.as_str());
        format!("{option} '{name}': {}", messages.render(&error))
    })?;
    by_token(&token, option)
}

/// Returns an authorizer for a static token. `source` describes the token's origin in messages.
fn by_token(token: &[u8], source: &str) -> Result<Authorizer, String> {
    let access = Authorizer::token(String::from_utf8_lossy(token).trim());
    access.ok_or_else(|| {
        format!(
            "the token of {source} needs at least {MIN_TOKEN} characters, each a letter, a digit \
             or one of -._~+/="
        )
    })
}
