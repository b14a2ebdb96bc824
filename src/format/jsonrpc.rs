//! Why a message is refused before anything is done about it.

use rmcp::model::{ErrorCode, RequestId};
use serde_json::{Map, Value};

use crate::format::json::type_name;
use crate::format::sentence::{Fill, Filling, sentences};
use crate::format::shown::echo;

/// The methods that this server answers.
const METHODS: [&str; 5] = [
    INITIALIZE,
    "ping",
    "server/discover",
    "tools/list",
    TOOLS_CALL,
];
/// The method that begins a session, in the revisions before 2026-07-28.
pub const INITIALIZE: &str = "initialize";
/// The method that calls a tool.
pub const TOOLS_CALL: &str = "tools/call";
/// A field that any method may have, and its place.
const META: (&str, &str) = ("_meta", "params._meta");

sentences! {
    /// Why a message is refused: protocol errors.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Refusal {
        /// It is not JSON, or not JSON that can be held: what the parser says.
        Unreadable(fault: String) = "protocol_unreadable";
        /// The line has more than 16 MiB; the limit in bytes.
        TooLong(limit: usize) = "protocol_too_long";
        /// The line holds more values than this.
        TooManyValues(limit: usize) = "protocol_too_many_values";
        /// It is JSON, and no message of JSON-RPC 2.0.
        Shape = "protocol_shape";
        /// A request with this id has not been answered yet.
        InFlight(id: RequestId) = "protocol_in_flight";
        /// It is a batch, and the protocol's revision has none.
        Batch = "protocol_batch";
        /// It is a batch of nothing.
        EmptyBatch = "protocol_batch_empty";
        /// It is a batch of more messages than this.
        LongBatch(limit: usize) = "protocol_batch_long";
        /// `initialize` stands in a batch.
        InitializeInBatch = "protocol_batch_initialize";
        /// `initialize`, where the session has begun.
        Begun = "protocol_begun";
        /// A request names this revision of the protocol, which is not spoken.
        Revision(revision: String) = "protocol_revision";
        /// It is a request of this method, which is not answered.
        Method(method: String) = "protocol_method";
        /// The parameters of this method have another shape; a `protocol_params_…`.
        Params {
            /// The method.
            method: String,
            /// What is wrong with them.
            reason: ParamsFault,
        } = "protocol_params";
    }
}

sentences! {
    /// What is wrong with a request's parameters.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ParamsFault {
        /// This field, of this JSON type, is not there.
        Missing(field: &'static str, type_: &'static str) = "protocol_params_missing";
        /// This field must have the first JSON type and has the second.
        Type(field: &'static str, type_: &'static str, got: &'static str) = "protocol_params_type";
        /// This field is given more than once.
        Repeated(field: String) = "protocol_params_repeated";
        /// `_meta` does not hold these fields, which stand for an `initialize` that did not come before.
        Meta(fields: Vec<&'static str>) = "protocol_params_meta";
        /// Anything else: no one field is to be named.
        Other = "protocol_params_other";
    }
}

impl Fill for RequestId {
    fn filling(&self) -> Filling<'_> {
        Filling::Text(echo(&self.to_string()))
    }
}

impl Refusal {
    /// Why a request is refused that has none of the shapes of a method that is
    /// answered.
    pub fn of_request(method: &str, params: Option<&Value>) -> Self {
        match METHODS.contains(&method) {
            true => Self::of_params(method, params),
            false => Self::Method(method.to_owned()),
        }
    }

    /// Why a request of this method is refused, whose parameters have another shape.
    pub fn of_params(method: &str, params: Option<&Value>) -> Self {
        Self::Params {
            method: method.to_owned(),
            reason: match method {
                TOOLS_CALL => call_fault(params),
                _ => params_fault(params),
            },
        }
    }

    /// The code of the JSON-RPC error.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Unreadable(_) | Self::TooLong(_) => ErrorCode::PARSE_ERROR,
            Self::Method(_) => ErrorCode::METHOD_NOT_FOUND,
            Self::Revision(_) => ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
            Self::Params { .. } => ErrorCode::INVALID_PARAMS,
            _ => ErrorCode::INVALID_REQUEST,
        }
    }
}

fn params_fault(params: Option<&Value>) -> ParamsFault {
    match params {
        None => ParamsFault::Missing("params", "object"),
        Some(Value::Object(fields)) => objects_fault(fields, &[META]).unwrap_or(ParamsFault::Other),
        Some(other) => ParamsFault::Type("params", "object", type_name(other)),
    }
}

/// Which of these fields, by their names and places, is there and no object.
fn objects_fault(
    fields: &Map<String, Value>,
    objects: &[(&str, &'static str)],
) -> Option<ParamsFault> {
    objects.iter().find_map(|(name, place)| {
        let other = fields.get(*name)?;
        let fits = matches!(other, Value::Object(_) | Value::Null);
        (!fits).then(|| ParamsFault::Type(place, "object", type_name(other)))
    })
}

/// What keeps a call of a tool from being one.
fn call_fault(params: Option<&Value>) -> ParamsFault {
    let Some(Value::Object(fields)) = params else {
        return params_fault(params);
    };
    match fields.get("name") {
        None => return ParamsFault::Missing("params.name", "string"),
        Some(Value::String(_)) => {}
        Some(other) => return ParamsFault::Type("params.name", "string", type_name(other)),
    }
    let objects = [
        ("arguments", "params.arguments"),
        META,
        ("inputResponses", "params.inputResponses"),
    ];
    objects_fault(fields, &objects).unwrap_or(ParamsFault::Other)
}
