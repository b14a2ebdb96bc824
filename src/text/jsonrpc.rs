//! Why a message is refused before anything is done about it.

use rmcp::model::{ErrorCode, RequestId};
use serde_json::{Map, Value};

use crate::text::escape::escape_truncated;
use crate::text::json::type_name;
use crate::text::message::{MessageArg, ToMessageArg, messages};

/// The methods that this server answers.
const METHODS: &[Method] = &[
    method(INITIALIZE, &[]),
    method("ping", &[]),
    method("server/discover", &[]),
    method("tools/list", &[CURSOR]),
    method(TOOLS_CALL, &[NAME, ARGUMENTS, ANSWERS]),
    method("resources/list", &[CURSOR]),
    method("resources/templates/list", &[CURSOR]),
    method("resources/read", &[URI, ANSWERS]),
    method("prompts/list", &[CURSOR]),
    method("prompts/get", &[NAME, ARGUMENTS, ANSWERS]),
    method("completion/complete", &[REF, ARGUMENT, CONTEXT]),
];
/// The method that begins a session, in the revisions before 2026-07-28.
pub const INITIALIZE: &str = "initialize";
/// The method that calls a tool.
pub const TOOLS_CALL: &str = "tools/call";
/// A field that any method may have.
const META: Field = object("_meta", "params._meta");
const CURSOR: Field = Field {
    needed: false,
    ..text("cursor", "params.cursor")
};
const NAME: Field = text("name", "params.name");
const URI: Field = text("uri", "params.uri");
const ARGUMENTS: Field = object("arguments", "params.arguments");
const ANSWERS: Field = object("inputResponses", "params.inputResponses");
const REF: Field = Field {
    needed: true,
    ..object("ref", "params.ref")
};
const ARGUMENT: Field = Field {
    needed: true,
    ..object("argument", "params.argument")
};
const CONTEXT: Field = object("context", "params.context");

/// Any other method.
const UNKNOWN: Method = method("", &[]);

/// A field of a request's parameters.
struct Field {
    name: &'static str,
    place: &'static str,
    /// Its JSON type: an object or a string.
    type_: &'static str,
    /// Whether it must be there. What need not be may be null.
    needed: bool,
}

const fn text(name: &'static str, place: &'static str) -> Field {
    Field {
        name,
        place,
        type_: "string",
        needed: true,
    }
}

const fn object(name: &'static str, place: &'static str) -> Field {
    Field {
        name,
        place,
        type_: "object",
        needed: false,
    }
}

/// What is known of a method's parameters.
struct Method {
    name: &'static str,
    fields: &'static [Field],
}

const fn method(name: &'static str, fields: &'static [Field]) -> Method {
    Method { name, fields }
}

messages! {
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

messages! {
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

/// Whether a request of this method says what it is about.
pub fn has_arguments(method: &str) -> bool {
    known(method).is_some_and(|known| known.fields.iter().any(|field| field.needed))
}

fn known(method: &str) -> Option<&'static Method> {
    METHODS.iter().find(|known| known.name == method)
}

impl ToMessageArg for RequestId {
    fn to_arg(&self) -> MessageArg<'_> {
        MessageArg::Text(escape_truncated(&self.to_string()))
    }
}

impl Refusal {
    /// Why a request is refused that has none of the shapes of a method that is
    /// answered.
    pub fn of_request(method: &str, params: Option<&Value>) -> Self {
        match known(method) {
            Some(_) => Self::of_params(method, params),
            None => Self::Method(method.to_owned()),
        }
    }

    /// Why a request of this method is refused, whose parameters have another shape.
    pub fn of_params(method: &str, params: Option<&Value>) -> Self {
        Self::Params {
            method: method.to_owned(),
            reason: match params {
                None => ParamsFault::Missing("params", "object"),
                Some(Value::Object(fields)) => known(method).unwrap_or(&UNKNOWN).fault(fields),
                Some(other) => ParamsFault::Type("params", "object", type_name(other)),
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

impl Method {
    /// What keeps parameters from being this method's.
    fn fault(&self, params: &Map<String, Value>) -> ParamsFault {
        let mut fields = self.fields.iter().chain([&META]);
        let fault = fields.find_map(|field| field.fault(params.get(field.name)));
        fault.unwrap_or(ParamsFault::Other)
    }
}

impl Field {
    /// What is wrong with it.
    fn fault(&self, value: Option<&Value>) -> Option<ParamsFault> {
        match value {
            None => self
                .needed
                .then_some(ParamsFault::Missing(self.place, self.type_)),
            Some(Value::Null) if !self.needed => None,
            Some(value) => {
                let got = type_name(value);
                (got != self.type_).then_some(ParamsFault::Type(self.place, self.type_, got))
            }
        }
    }
}
