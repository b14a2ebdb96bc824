//! The methods that the server answers, and the fields of their parameters.

use serde_json::{Map, Value};

use crate::text::jsonrpc::{ParamsError, type_name};

/// The methods that this server answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Method {
    Initialize,
    Ping,
    Discover,
    ListTools,
    CallTool,
    ListResources,
    ListResourceTemplates,
    ReadResource,
    ListPrompts,
    GetPrompt,
    Complete,
    ListSkills,
    GetSkill,
    ReadDirectory,
}

/// A field of a request's parameters: its name, its JSON type, and whether it must be
/// there. A field that need not be there may be null.
type ParamsField = (&'static str, &'static str, bool);

const NAME: ParamsField = ("name", "string", true);
const URI: ParamsField = ("uri", "string", true);
const REF: ParamsField = ("ref", "object", true);
const ARGUMENT: ParamsField = ("argument", "object", true);
const CONTEXT: ParamsField = ("context", "object", false);
const CURSOR: ParamsField = ("cursor", "string", false);
const ARGUMENTS: ParamsField = ("arguments", "object", false);
const INPUT_RESPONSES: ParamsField = ("inputResponses", "object", false);
/// A field that the parameters of any method may have.
const META: ParamsField = ("_meta", "object", false);

impl Method {
    const ALL: [Self; 14] = [
        Self::CallTool,
        Self::Ping,
        Self::Initialize,
        Self::Discover,
        Self::ListTools,
        Self::ListResources,
        Self::ListResourceTemplates,
        Self::ReadResource,
        Self::ListPrompts,
        Self::GetPrompt,
        Self::Complete,
        Self::ListSkills,
        Self::GetSkill,
        Self::ReadDirectory,
    ];

    /// Returns the method's name, as it is in messages, and the fields that are checked by
    /// name.
    fn row(self) -> (&'static str, &'static [ParamsField]) {
        match self {
            Self::CallTool => ("tools/call", &[NAME, ARGUMENTS, INPUT_RESPONSES]),
            Self::Ping => ("ping", &[]),
            Self::Initialize => ("initialize", &[]),
            Self::Discover => ("server/discover", &[]),
            Self::ListTools => ("tools/list", &[CURSOR]),
            Self::ListResources => ("resources/list", &[CURSOR]),
            Self::ListResourceTemplates => ("resources/templates/list", &[CURSOR]),
            Self::ReadResource => ("resources/read", &[URI, INPUT_RESPONSES]),
            Self::ListPrompts => ("prompts/list", &[CURSOR]),
            Self::GetPrompt => ("prompts/get", &[NAME, ARGUMENTS, INPUT_RESPONSES]),
            Self::Complete => ("completion/complete", &[REF, ARGUMENT, CONTEXT]),
            Self::ListSkills => ("skills/list", &[CURSOR]),
            Self::GetSkill => ("skills/get", &[URI]),
            Self::ReadDirectory => ("resources/directory/read", &[URI, CURSOR]),
        }
    }

    /// Returns whether the method is one of the extension for skills, which is for revision
    /// 2026-07-28 and later.
    pub(super) fn is_of_skills(self) -> bool {
        self.name().starts_with("skills/") || self == Self::ReadDirectory
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    pub(super) fn name(self) -> &'static str {
        self.row().0
    }

    fn fields(self) -> &'static [ParamsField] {
        self.row().1
    }

    /// Tells whether the method cannot do without parameters.
    fn needs_params(self) -> bool {
        self == Self::Initialize || self.fields().iter().any(|(_, _, needed)| *needed)
    }

    /// Returns what is wrong with the method's parameters, if it can be told by a field.
    pub(super) fn params_error(self, params: Option<&Map<String, Value>>) -> Option<ParamsError> {
        let Some(params) = params else {
            let missing = || ParamsError::Missing("params".to_owned(), "object");
            return self.needs_params().then(missing);
        };
        let mut fields = self.fields().iter().chain([&META]);
        fields.find_map(|(name, type_, needed)| {
            let place = || format!("params.{name}");
            match params.get(*name) {
                None => needed.then(|| ParamsError::Missing(place(), type_)),
                Some(Value::Null) if !needed => None,
                Some(value) => {
                    let got = type_name(value);
                    (got != *type_).then(|| ParamsError::Type(place(), type_, got))
                }
            }
        })
    }
}
