//! `serve --http`: its options, and the token or issuer that they name.

use std::net::SocketAddr;
use std::os::fd::AsRawFd;
use std::panic::catch_unwind;
use std::time::Duration;
use std::{env, io};

use camino::Utf8PathBuf;
#[cfg(feature = "oauth")]
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueHint};
use tokio::runtime::{Builder, Runtime};

use crate::cli::FAILURE;
use crate::cli::output::{failed, say};
use crate::cli::system::{self, terminated};
use crate::dispatch::Dispatcher;
use crate::documents::sandbox::ambient;
use crate::mcp::http::{
    Access, HostPolicy, MAX_CONNECTIONS, MCP, MIN_TOKEN, Router, listen, serve,
};
#[cfg(feature = "oauth")]
use crate::mcp::http::{Issuer, Url};
use crate::mcp::shutdown::End;
use crate::render::messages::MessageFormatter;
use crate::text::escape::escape_truncated;

/// The environment variable that holds a static token.
const TOKEN: &str = "MCP_GUIDE_TOKEN";
/// The option that names a file with one.
const TOKEN_FILE: &str = "--token-file";
/// Descriptors beside those of connections and calls: the runtime's, the listener, the
/// clients that are refused, and what libraries open.
const OWN_DESCRIPTORS: usize = 6 + 1 + 64 + 15;
/// How many descriptors connections leave to calls, if so many can be had.
const CALL_DESCRIPTORS: usize = 768;
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
    #[arg(long, value_name = "HOST", requires = "http")]
    allow_host: Vec<String>,
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
}

impl Http {
    /// Returns the hosts by which clients reach the server, apart from its address.
    fn host_names(&self) -> impl Iterator<Item = &str> {
        let names = self.allow_host.iter().map(String::as_str);
        #[cfg(feature = "oauth")]
        let names = names.chain(self.public_url.as_ref().map(Url::authority));
        names
    }
}

/// Returns what is printed at the start: the server's URL, and what it does not allow.
fn start_lines(address: SocketAddr, open: bool, options: &Http) -> Vec<String> {
    let mut lines = vec![format!("mcp-guide serves MCP at http://{address}{MCP}")];
    let named = options.host_names().next().is_some();
    if named && open {
        lines.push(
            "This server has a name and no token: anyone who reaches it by that name can read the \
             documents"
                .to_owned(),
        );
    }
    if !named && address.ip().is_unspecified() {
        lines.push(
            "Clients on other machines are refused until the name by which they reach this server \
             is given with --allow-host NAME"
                .to_owned(),
        );
    }
    lines
}

/// Parses an address to listen on: numbers, or `localhost` with a port.
fn listen_address(text: &str) -> Result<SocketAddr, String> {
    let numbers = match text.strip_prefix("localhost:") {
        Some(port) => format!("127.0.0.1:{port}"),
        None => text.to_owned(),
    };
    let address = numbers.parse();
    address.map_err(|_| "it is of the form 127.0.0.1:8420, [::1]:8420 or localhost:8420".to_owned())
}

#[cfg(feature = "oauth")]
fn url(text: &str) -> Result<Url, String> {
    let form = "it is of the form https://NAME, or http:// with a loopback address";
    Url::new(text).ok_or_else(|| form.to_owned())
}

/// Serves a project over HTTP until SIGTERM or SIGINT.
///
/// # Errors
///
/// The usage error.
pub(super) fn run(engine: Dispatcher, address: SocketAddr, options: &Http) -> Result<u8, String> {
    let access = access(&engine, address, options)?;
    let (runtime, connections) = match runtime() {
        Ok(made) => made,
        Err(problem) => return Ok(failed(&format!("mcp-guide: {problem}"))),
    };
    let listening = runtime.block_on(async {
        let listener = listen(address)?;
        io::Result::Ok((listener.local_addr()?, listener))
    });
    let (address, listener) = match listening {
        Ok(listening) => listening,
        Err(error) => return Ok(failed(&format!("cannot listen on {address}: {error}"))),
    };
    let hosts = host_policy(address, options)?;
    if connections < MAX_CONNECTIONS {
        say(&format!(
            "the limit of file descriptors allows at most {connections} connections at once"
        ));
    }
    let lines = start_lines(address, matches!(access, Access::Open), options);
    let router = Router::new(engine, hosts, access, connections);
    let end = runtime.block_on(async {
        // The handler is installed before anybody knows that the server runs.
        let stop = terminated();
        for line in lines {
            say(&line);
        }
        // A second signal does not wait for requests in progress.
        serve(listener, router, stop, async { terminated().await }).await
    });
    runtime.shutdown_background();
    Ok(match end {
        End::Whole => 0,
        End::Cut => FAILURE,
    })
}

/// Makes a runtime, and returns it with the number of connections that the limit of
/// descriptors allows.
///
/// # Errors
///
/// Says what the system does not give.
fn runtime() -> Result<(Runtime, usize), String> {
    let limit = system::raise_descriptors();
    // The lowest number that is free: so many are open.
    let open = system::descriptor().map_or(limit, |free| {
        usize::try_from(free.as_raw_fd()).unwrap_or(limit)
    });
    let left = limit.saturating_sub(open + OWN_DESCRIPTORS);
    let connections = (left - CALL_DESCRIPTORS.min(left / 2)).min(MAX_CONNECTIONS);
    if connections == 0 {
        return Err(format!(
            "{OWN_DESCRIPTORS} more file descriptors are needed and cannot be had"
        ));
    }
    // tokio panics where it has no thread for a call, and cannot start one: so the first
    // is started here, and kept.
    let made = catch_unwind(|| {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .thread_keep_alive(KEPT)
            .build()?;
        runtime.block_on(runtime.spawn_blocking(|| ()))?;
        io::Result::Ok(runtime)
    });
    match made {
        Ok(Ok(runtime)) => Ok((runtime, connections)),
        Ok(Err(error)) => Err(format!("no runtime can be made: {error}")),
        Err(_) => Err("a thread is needed and cannot be had".to_owned()),
    }
}

fn host_policy(address: SocketAddr, options: &Http) -> Result<HostPolicy, String> {
    let mut names = options.host_names();
    names.try_fold(HostPolicy::new(address), |policy, host| {
        policy.allow(host).ok_or_else(|| {
            let host = escape_truncated(host);
            format!("'{host}', given with --allow-host, is not of the form NAME or NAME:PORT")
        })
    })
}

fn access(engine: &Dispatcher, address: SocketAddr, options: &Http) -> Result<Access, String> {
    let token = static_token(MessageFormatter::new(&engine.table), options)?;
    #[cfg(feature = "oauth")]
    if let Http {
        auth_issuer: Some(issuer),
        auth_audience: Some(audience),
        public_url: Some(url),
        ..
    } = options
    {
        return match token {
            // clap has refused --token-file.
            Some((_, source)) => Err(format!(
                "there is a static token ({source}) and --auth-issuer; give only one of them"
            )),
            None => {
                let issuer = Issuer::new(issuer.clone(), audience.clone(), url.clone());
                Ok(Access::Issuer(Box::new(issuer)))
            }
        };
    }
    match token {
        Some((token, source)) => Access::token(&token).ok_or_else(|| {
            format!(
                "the token of {source} needs at least {MIN_TOKEN} characters, each a letter, a \
                 digit or one of -._~+/="
            )
        }),
        None if address.ip().is_loopback() => Ok(Access::Open),
        None => Err(format!(
            "{address} is not a loopback address: anyone who reaches it could read the documents. \
             Give a static token (--token-file FILE, or the environment variable {TOKEN}), or an \
             authorization server (--auth-issuer, --auth-audience and --public-url)"
        )),
    }
}

/// Returns the static token, and the option or variable that it is from.
fn static_token(
    wording: MessageFormatter<'_>,
    options: &Http,
) -> Result<Option<(String, &'static str)>, String> {
    let Some(file) = &options.token_file else {
        // An empty variable, or one that is not UTF-8, is an invalid token.
        let given = env::var_os(TOKEN);
        let given = given.map(|token| token.to_string_lossy().trim().to_owned());
        return Ok(given.map(|token| (token, TOKEN)));
    };
    let content = ambient::read(file).map_err(|fault| {
        format!(
            "{TOKEN_FILE} '{}': {}",
            escape_truncated(file.as_str()),
            wording.said(&fault)
        )
    })?;
    if ambient::is_world_readable(file) == Ok(true) {
        say(&format!(
            "every user of this machine can read {TOKEN_FILE} '{0}': chmod o-r '{0}'",
            escape_truncated(file.as_str())
        ));
    }
    let text = String::from_utf8_lossy(&content).trim().to_owned();
    Ok(Some((text, TOKEN_FILE)))
}
