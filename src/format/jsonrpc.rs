//! Why a message is refused before anything is done about it.

use rmcp::model::{ErrorCode, RequestId};
use serde_json::{Map, Value};

use crate::format::json::type_name;

/// The methods that this server answers.
const METHODS: [&str; 9] = [
    "initialize",
    "ping",
    "server/discover",
    "tools/list",
    TOOLS_CALL,
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "completion/complete",
];
const TOOLS_CALL: &str = "tools/call";
/// A field that any method may have, and its place.
const META: (&str, &str) = ("_meta", "params._meta");

/// Why a message is refused; its words are the table's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It is not JSON, or not JSON that can be held: what the parser says.
    Unreadable(String),
    /// The line has more bytes than this.
    TooLong(usize),
    /// The line holds more values than this.
    TooManyValues(usize),
    /// It is JSON, and no message of JSON-RPC 2.0.
    Shape,
    /// A request with this id has not been answered yet.
    InFlight(RequestId),
    /// It is a batch, and the protocol's revision has none.
    Batch,
    /// It is a batch of nothing.
    EmptyBatch,
    /// It is a batch of more messages than this.
    LongBatch(usize),
    /// `initialize` stands in a batch.
    InitializeInBatch,
    /// It is a request of this method, which is not answered.
    Method(String),
    /// The parameters of this method have another shape.
    Params {
        /// The method.
        method: String,
        /// What is wrong with them.
        problem: ParamsProblem,
    },
}

/// What is wrong with a request's parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParamsProblem {
    /// This field, of this JSON type, is not there.
    Missing(&'static str, &'static str),
    /// This field must have the first JSON type and has the second.
    Type(&'static str, &'static str, &'static str),
    /// Anything else.
    Other,
}

impl Refusal {
    /// Why a request is refused that has a known method and none of its shapes;
    /// `None` where the method is not known.
    pub fn of_request(method: &str, params: Option<&Value>) -> Option<Self> {
        METHODS
            .contains(&method)
            .then(|| Self::of_params(method, params))
    }

    /// Why a request of this method is refused, whose parameters have another shape.
    pub fn of_params(method: &str, params: Option<&Value>) -> Self {
        Self::Params {
            method: method.to_owned(),
            problem: match method {
                TOOLS_CALL => call_problem(params),
                _ => params_problem(params),
            },
        }
    }

    /// The code of the JSON-RPC error.
    pub fn code(&self) -> ErrorCode {
        match self {
            Self::Unreadable(_) | Self::TooLong(_) => ErrorCode::PARSE_ERROR,
            Self::Method(_) => ErrorCode::METHOD_NOT_FOUND,
            Self::Params { .. } => ErrorCode::INVALID_PARAMS,
            _ => ErrorCode::INVALID_REQUEST,
        }
    }
}

fn params_problem(params: Option<&Value>) -> ParamsProblem {
    match params {
        None => ParamsProblem::Missing("params", "object"),
        Some(Value::Object(fields)) => {
            objects_problem(fields, &[META]).unwrap_or(ParamsProblem::Other)
        }
        Some(other) => ParamsProblem::Type("params", "object", type_name(other)),
    }
}

/// Which of these fields, by their names and places, is there and no object.
fn objects_problem(
    fields: &Map<String, Value>,
    objects: &[(&str, &'static str)],
) -> Option<ParamsProblem> {
    objects.iter().find_map(|(name, place)| {
        let other = fields.get(*name)?;
        let fits = matches!(other, Value::Object(_) | Value::Null);
        (!fits).then(|| ParamsProblem::Type(place, "object", type_name(other)))
    })
}

/// What keeps a call of a tool from being one.
fn call_problem(params: Option<&Value>) -> ParamsProblem {
    let Some(Value::Object(fields)) = params else {
        return params_problem(params);
    };
    match fields.get("name") {
        None => return ParamsProblem::Missing("params.name", "string"),
        Some(Value::String(_)) => {}
        Some(other) => return ParamsProblem::Type("params.name", "string", type_name(other)),
    }
    let objects = [
        ("arguments", "params.arguments"),
        META,
        ("inputResponses", "params.inputResponses"),
    ];
    objects_problem(fields, &objects).unwrap_or(ParamsProblem::Other)
}
