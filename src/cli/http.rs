//! `serve --http`: what it is given, and who may come in.

use std::env;
use std::net::SocketAddr;

use camino::Utf8PathBuf;
use clap::{Args, ValueHint};

use crate::cli::output::{failed, say};
use crate::cli::system::terminated;
use crate::cli::{FAILURE, runtime};
use crate::dispatch::Dispatcher;
use crate::documents::sandbox::ambient;
use crate::mcp::http::{
    Access, HostPolicy, Listening, MAX_CONNECTIONS, MCP, MIN_TOKEN, Router, serve,
};
#[cfg(feature = "oauth")]
use crate::mcp::http::{Issuer, Resource, Url};
use crate::mcp::serve::End;
use crate::render::wording::Wording;
use crate::text::shown::echo;

/// The environment variable that holds a static token.
const TOKEN: &str = "MCP_GUIDE_TOKEN";
/// The option that names a file with one.
const TOKEN_FILE: &str = "--token-file";

/// What `serve` is given for HTTP.
#[derive(Debug, Default, Args)]
pub struct Http {
    /// Serves MCP over HTTP at this address, such as 127.0.0.1:8420, in place of
    /// standard input and output
    #[arg(long, value_name = "ADDRESS", value_parser = listened)]
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
    #[arg(long, value_name = "URL", requires = "http")]
    auth_issuer: Option<String>,
    /// What the tokens must be for: their audience
    #[cfg(feature = "oauth")]
    #[arg(long, value_name = "AUDIENCE", requires = "http")]
    auth_audience: Option<String>,
    /// The URL by which clients reach the server, such as `https://guide.example.com/mcp`
    #[cfg(feature = "oauth")]
    #[arg(long, value_name = "URL", requires = "http")]
    public_url: Option<String>,
}

/// Where it serves, and what clients find there.
fn said(address: SocketAddr, open: bool, asked: &Http) -> Vec<String> {
    let mut said = vec![format!("mcp-guide serves MCP at http://{address}{MCP}")];
    let named = asked.is_named();
    if named && open {
        said.push(
            "This server has a name and no token: anyone who reaches it by that name can read the \
             documents"
                .to_owned(),
        );
    }
    if !named && address.ip().is_unspecified() {
        said.push(
            "Clients on other machines are refused until the name by which they reach this server \
             is given with --allow-host NAME"
                .to_owned(),
        );
    }
    said
}

impl Http {
    /// Whether clients have a name for it.
    fn is_named(&self) -> bool {
        #[cfg(feature = "oauth")]
        if self.public_url.is_some() {
            return true;
        }
        !self.allow_host.is_empty()
    }
}

/// An address that is listened on: a number, or this machine by its name.
fn listened(text: &str) -> Result<SocketAddr, String> {
    let number = match text.strip_prefix("localhost:") {
        Some(port) => format!("127.0.0.1:{port}"),
        None => text.to_owned(),
    };
    let address = number.parse();
    address.map_err(|_| "it is of the form 127.0.0.1:8420, [::1]:8420 or localhost:8420".to_owned())
}

/// Serves a project over HTTP until SIGTERM or SIGINT.
///
/// # Errors
///
/// The usage error.
pub(super) fn run(mut engine: Dispatcher, address: SocketAddr, asked: &Http) -> Result<u8, String> {
    let access = access(&engine, address, asked)?;
    let (runtime, descriptors, connections) = match runtime::for_connections(MAX_CONNECTIONS) {
        Ok(made) => made,
        Err(problem) => return Ok(failed(&format!("mcp-guide: {problem}"))),
    };
    engine.descriptors = descriptors;
    let listening = match runtime.block_on(async { Listening::on(address) }) {
        Ok(listening) => listening,
        Err(fault) => {
            return Ok(failed(&format!("cannot listen on {address}: {fault}")));
        }
    };
    let hosts = hosts(listening.address, asked)?;
    if connections < MAX_CONNECTIONS {
        say(&format!(
            "the limit of file descriptors allows at most {connections} connections at once"
        ));
    }
    let (address, open) = (listening.address, matches!(access, Access::Open));
    let said = said(address, open, asked);
    let router = Router::new(engine, hosts, access, connections);
    let end = runtime.block_on(async {
        // Who knows that it serves may end it as it should.
        let stop = terminated();
        for line in said {
            say(&line);
        }
        // The second signal does not wait for what is in flight.
        serve(listening, router, stop, async { terminated().await }).await
    });
    runtime.shutdown_background();
    Ok(match end {
        End::Whole => 0,
        End::Cut => FAILURE,
    })
}

/// The names by which the server is reached.
fn hosts(address: SocketAddr, asked: &Http) -> Result<HostPolicy, String> {
    let hosts = asked.allow_host.iter().cloned();
    #[cfg(feature = "oauth")]
    let hosts = {
        let public = public_url(asked)?;
        hosts.chain(public.map(|url| url.authority().to_owned()))
    };
    let mut hosts = hosts;
    hosts.try_fold(HostPolicy::new(address), |policy, host| {
        let host = &host;
        policy.allow(host).ok_or_else(|| {
            let host = echo(host);
            format!("'{host}', given with --allow-host, is not of the form NAME or NAME:PORT")
        })
    })
}

/// Who may come in.
fn access(engine: &Dispatcher, address: SocketAddr, asked: &Http) -> Result<Access, String> {
    let wording = Wording::new(&engine.table);
    let token = token(wording, asked)?;
    #[cfg(feature = "oauth")]
    if let Some(resource) = resource(asked)? {
        return match token {
            Some((_, by)) => Err(format!(
                "there is a static token ({by}) and --auth-issuer; give only one of them"
            )),
            None => Ok(Access::Issuer(Box::new(Issuer::new(resource)))),
        };
    }
    match token {
        Some((token, by)) => Access::token(&token).ok_or_else(|| {
            format!(
                "the token of {by} needs at least {MIN_TOKEN} characters, each a letter, a digit \
                 or one of -._~+/="
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

/// The server as an authorization server knows it, if one is named.
#[cfg(feature = "oauth")]
fn resource(asked: &Http) -> Result<Option<Resource>, String> {
    let issuer = match &asked.auth_issuer {
        Some(issuer) => Some(url(issuer, "--auth-issuer")?),
        None => None,
    };
    let audience = asked.auth_audience.clone().filter(|it| !it.is_empty());
    let missing = |option| {
        Err(format!(
            "{option} is missing: --auth-issuer, --auth-audience and --public-url are needed together"
        ))
    };
    match (issuer, audience, public_url(asked)?) {
        (Some(issuer), Some(audience), Some(url)) => Ok(Some(Resource {
            issuer,
            audience,
            url,
        })),
        (Some(_), None, _) => missing("--auth-audience"),
        (Some(_), _, None) => missing("--public-url"),
        (None, Some(_), _) => missing("--auth-issuer"),
        // The name of a server with a static token, or with none.
        (None, None, _) => Ok(None),
    }
}

#[cfg(feature = "oauth")]
fn public_url(asked: &Http) -> Result<Option<Url>, String> {
    let url = |text: &String| url(text, "--public-url");
    asked.public_url.as_ref().map(url).transpose()
}

#[cfg(feature = "oauth")]
fn url(text: &str, option: &str) -> Result<Url, String> {
    Url::new(text).ok_or_else(|| {
        let text = echo(text);
        format!(
            "'{text}', given with {option}, is not a URL of the form https://NAME, or http:// with a \
             loopback address"
        )
    })
}

/// The static token, and what gave it.
fn token(wording: Wording<'_>, asked: &Http) -> Result<Option<(String, &'static str)>, String> {
    let Some(file) = &asked.token_file else {
        // One that is not UTF-8, or empty, is no token, and not none.
        let given = env::var_os(TOKEN);
        let given = given.map(|token| token.to_string_lossy().trim().to_owned());
        return Ok(given.map(|token| (token, TOKEN)));
    };
    let content = ambient::read(file).map_err(|fault| {
        format!(
            "{TOKEN_FILE} '{}': {}",
            echo(file.as_str()),
            wording.said(&fault)
        )
    })?;
    if ambient::is_world_readable(file) == Ok(true) {
        say(&format!(
            "every user of this machine can read {TOKEN_FILE} '{0}': chmod o-r '{0}'",
            echo(file.as_str())
        ));
    }
    let text = String::from_utf8_lossy(&content).trim().to_owned();
    Ok(Some((text, TOKEN_FILE)))
}
