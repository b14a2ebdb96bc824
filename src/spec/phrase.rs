//! Templates, and the closed set of phrases that are made of them.

use std::fmt::Display;

use crate::format::shown::echo;

/// A text with `{placeholders}`; `{{` and `}}` stand for the braces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Slot(String),
}

impl Template {
    /// Parses a template whose placeholders are all among `supplied`.
    ///
    /// # Errors
    ///
    /// Names the placeholder that is not supplied, or the brace that is alone,
    /// and what would be valid.
    pub fn parse(text: &str, supplied: &[&str]) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, after) = rest.split_at(at);
            literal.push_str(before);
            if let Some(tail) = after.strip_prefix("{{").or(after.strip_prefix("}}")) {
                literal.push_str(&after[..1]);
                rest = tail;
                continue;
            }
            let slot = after
                .strip_prefix('{')
                .and_then(|inner| inner.split_once('}'));
            let Some((name, tail)) = slot else {
                return Err(format!(
                    "a single '{}' is not allowed; write it twice",
                    &after[..1]
                ));
            };
            if !supplied.contains(&name) {
                return Err(format!(
                    "placeholder {{{}}} is not supplied; valid are: {}",
                    echo(name),
                    list(supplied.iter().map(|name| format!("{{{name}}}")))
                ));
            }
            if !literal.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut literal)));
            }
            pieces.push(Piece::Slot(name.to_owned()));
            rest = tail;
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            pieces.push(Piece::Text(literal));
        }
        Ok(Self(pieces))
    }

    /// The text with each placeholder replaced by its value.
    pub fn fill(&self, values: &[(&str, &dyn Display)]) -> String {
        let mut text = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(literal) => text.push_str(literal),
                Piece::Slot(name) => {
                    if let Some((_, value)) = values.iter().find(|(known, _)| known == name) {
                        text.push_str(&value.to_string());
                    }
                }
            }
        }
        text
    }
}

/// Names for an error message.
pub(crate) fn list(names: impl IntoIterator<Item = impl Display>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    if names.is_empty() {
        "none".into()
    } else {
        names.join(", ")
    }
}

macro_rules! phrases {
    ($($variant:ident = $key:literal ($($placeholder:literal),*);)*) => {
        /// Every phrase that a result, a listing or a finding is made of: the
        /// keys of the table's `phrases`, closed both ways.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Phrase {
            $(#[doc = concat!("`", $key, "`")] $variant,)*
        }

        impl Phrase {
            /// Every phrase, its key, and the placeholders that it is supplied.
            pub const ALL: &[(Self, &'static str, &'static [&'static str])] =
                &[$((Self::$variant, $key, &[$($placeholder),*]),)*];
        }
    };
}

phrases! {
    KindCategory = "kind_category" ();
    KindCollection = "kind_collection" ();
    KindEither = "kind_either" ();
    InCategory = "in_category" ();
    InCollection = "in_collection" ();
    InEither = "in_either" ();
    Separator = "separator" ();
    Quoted = "quoted" ("text");
    More = "more" ("count");
    Nothing = "nothing" ();
    CauseDirectory = "cause_directory" ("path");
    CauseUnopened = "cause_unopened" ("path", "reason");
    CauseDirectories = "cause_directories" ("names");
    SuggestionNearest = "suggestion_nearest" ("names");
    SuggestionValid = "suggestion_valid" ("names");
    SuggestionEmpty = "suggestion_empty" ();
    NoPatterns = "no_patterns" ();
    AtCharacter = "at_character" ("position");
    PatternEmpty = "pattern_empty" ();
    PatternEmptyAlternative = "pattern_empty_alternative" ();
    PatternTraversal = "pattern_traversal" ();
    PatternAbsolute = "pattern_absolute" ();
    PatternDrive = "pattern_drive" ();
    PatternBackslash = "pattern_backslash" ();
    PatternNul = "pattern_nul" ();
    PatternTooLong = "pattern_too_long" ("bytes", "limit");
    PatternTooDeep = "pattern_too_deep" ("components", "limit");
    PatternTooMany = "pattern_too_many" ("limit");
    PatternOpenBrace = "pattern_open_brace" ();
    PatternOpenBracket = "pattern_open_bracket" ();
    PatternRecursive = "pattern_recursive" ();
    PatternStars = "pattern_stars" ();
    PatternRange = "pattern_range" ("range");
    SessionNone = "session_none" ("ways");
    SessionUnloadable = "session_unloadable" ("fault");
    SessionSeparator = "session_separator" ();
    WayOption = "way_option" ();
    WayEnvironment = "way_environment" ();
    WayRootsNone = "way_roots_none" ();
    WayRootsEmpty = "way_roots_empty" ("count");
    WayRootsSilent = "way_roots_silent" ("seconds");
    WayRootsFailed = "way_roots_failed" ();
    WayUpward = "way_upward" ();
    ProjectMissing = "project_missing" ();
    ProjectUnreadable = "project_unreadable" ("reason");
    ProjectSyntax = "project_syntax" ("fault", "line", "column");
    ProjectField = "project_field" ("path", "fault", "line", "column");
    YamlEncoding = "yaml_encoding" ();
    YamlEmpty = "yaml_empty" ();
    YamlTooDeep = "yaml_too_deep" ("limit");
    YamlTooMany = "yaml_too_many" ("limit");
    YamlDirective = "yaml_directive" ();
    YamlTag = "yaml_tag" ();
    YamlEndlessAlias = "yaml_endless_alias" ();
    YamlExpansion = "yaml_expansion" ();
    YamlRepeatedKey = "yaml_repeated_key" ("key");
    YamlSecondDocument = "yaml_second_document" ();
    ProjectNoPatterns = "project_no_patterns" ("path");
    ProjectEmptyName = "project_empty_name" ("path");
    ProjectDotName = "project_dot_name" ("path");
    ProjectZeroLimit = "project_zero_limit" ("path");
    ProjectLargeLimit = "project_large_limit" ("path", "limit");
    FindingPattern = "finding_pattern" ("path", "pattern", "place", "reason");
    FindingDirectory = "finding_directory" ("path", "directory", "reason");
    FindingMember = "finding_member" ("path", "name", "suggestion");
    FindingTwice = "finding_twice" ("path", "name");
    FindingEmpty = "finding_empty" ("path");
    FindingRepeated = "finding_repeated" ("path", "name");
    FindingDocument = "finding_document" ("path", "document");
    FindingNoMatch = "finding_no_match" ("path", "patterns");
    CheckCount = "check_count" ("name", "documents", "bytes");
    CheckClean = "check_clean" ();
    InitHeader = "init_header" ();
    InitCategory = "init_category" ("name", "dir", "patterns", "description");
    InitDescription = "init_description" ("dir");
    InitCollection = "init_collection" ("name", "categories", "description");
    InitCollectionName = "init_collection_name" ();
    InitCollectionDescription = "init_collection_description" ();
    InitRootName = "init_root_name" ();
    InitLimits = "init_limits" ("file_bytes", "response_bytes");
    InitLeftOut = "init_left_out" ("count");
    InitDone = "init_done" ("file", "count");
    InitExists = "init_exists" ("file");
    InitFailed = "init_failed" ("file", "reason");
    ArgumentMissing = "argument_missing" ("argument", "type");
    ArgumentEmpty = "argument_empty" ("argument", "type");
    ArgumentType = "argument_type" ("argument", "type", "got");
    ArgumentUnknown = "argument_unknown" ("argument", "suggestion");
    ArgumentRow = "argument_row" ("argument", "type", "need");
    ArgumentRequired = "argument_required" ();
    ArgumentOptional = "argument_optional" ();
    ReasonSeparator = "reason_separator" ();
    ArgumentsNone = "arguments_none" ();
    Unreadable = "unreadable" ("path", "reason");
    FaultMissing = "fault_missing" ();
    FaultDangling = "fault_dangling" ();
    FaultOutside = "fault_outside" ();
    FaultOutsideProject = "fault_outside_project" ();
    FaultLoop = "fault_loop" ();
    FaultPermission = "fault_permission" ();
    FaultNotRegular = "fault_not_regular" ();
    FaultNotDirectory = "fault_not_directory" ();
    FaultTooLong = "fault_too_long" ();
    FaultBinary = "fault_binary" ("position");
    FaultEncoding = "fault_encoding" ("position");
    FaultName = "fault_name" ();
    FaultTooLarge = "fault_too_large" ("bytes", "limit");
    FaultBusy = "fault_busy" ();
    FaultChanging = "fault_changing" ();
    FaultMemory = "fault_memory" ();
    FaultOther = "fault_other" ("detail");
    SentenceSeparator = "sentence_separator" ();
    MessageUnreadable = "message_unreadable" ("documents");
    MessageCategories = "message_categories" ("collection", "categories");
    CategoryUnknown = "category_unknown" ("name");
    CategoryDirectory = "category_directory" ("path", "name");
    CategoryUnopened = "category_unopened" ("path", "name", "reason");
    MessageTemplates = "message_templates" ("documents");
    MessageBudget = "message_budget" ("limit", "documents");
    MessageLone = "message_lone" ("document");
    MessageDirectories = "message_directories" ("limit", "pattern");
    MessageDirectoriesAlone = "message_directories_alone" ("limit");
    MessageMembers = "message_members" ("limit", "name");
    MessageMembersAlone = "message_members_alone" ("limit");
    MessageRest = "message_rest" ("limit");
    MessageRestNames = "message_rest_names" ("limit");
    MessageStale = "message_stale" ("fault");
    DocumentBytes = "document_bytes" ("path", "bytes");
    BudgetInstruction = "budget_instruction" ();
    ErrorWithNotes = "error_with_notes" ("error", "notes");
    ToolUnknown = "tool_unknown" ("name", "suggestion");
    CallCancelled = "call_cancelled" ();
    ProtocolUnreadable = "protocol_unreadable" ("fault");
    ProtocolTooLong = "protocol_too_long" ("limit");
    ProtocolTooManyValues = "protocol_too_many_values" ("limit");
    ProtocolShape = "protocol_shape" ();
    ProtocolInFlight = "protocol_in_flight" ("id");
    ProtocolBatch = "protocol_batch" ();
    ProtocolBatchEmpty = "protocol_batch_empty" ();
    ProtocolBatchLong = "protocol_batch_long" ("limit");
    ProtocolBatchInitialize = "protocol_batch_initialize" ();
    ProtocolMethod = "protocol_method" ("method");
    ProtocolParams = "protocol_params" ("method", "reason");
    ProtocolParamsMissing = "protocol_params_missing" ("field", "type");
    ProtocolParamsType = "protocol_params_type" ("field", "type", "got");
    ProtocolParamsOther = "protocol_params_other" ();
    HeadingName = "heading_name" ();
    HeadingKind = "heading_kind" ();
    HeadingDescription = "heading_description" ();
    HeadingContents = "heading_contents" ();
    HeadingDocuments = "heading_documents" ();
    HeadingBytes = "heading_bytes" ();
    HeadingUri = "heading_uri" ();
    HeadingType = "heading_type" ();
    HeadingModified = "heading_modified" ();
    ListDirectory = "list_directory" ("documents");
    ListRest = "list_rest" ("documents");
    ListUnreadable = "list_unreadable" ();
    ListNothing = "list_nothing" ();
    DocsHeading = "docs_heading" ();
    DocsArgument = "docs_argument" ();
    DocsType = "docs_type" ();
    DocsNeed = "docs_need" ();
    DocsExamples = "docs_examples" ();
    DocsErrors = "docs_errors" ();
    DocsErrorType = "docs_error_type" ();
    DocsMessage = "docs_message" ();
    DocsInstruction = "docs_instruction" ();
}
