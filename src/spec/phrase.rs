//! Messages that are no errors: parts of errors, notes, listings. The reference in
//! `spec/reference.md` says when each is sent.

use crate::text::message::{MessageArg, MessageDef, MessageGroup, ToMessage};

macro_rules! phrases {
    ($(
        $title:literal: $(
            $variant:ident = $key:literal ($($placeholder:literal),*);
        )+
    )+) => {
        /// A message that is no error.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the reference has them")]
        pub enum Phrase {
            $($($variant,)+)+
        }

        impl Phrase {
            /// Every phrase, by its use.
            pub const MESSAGES: &'static [&'static MessageGroup] = &[$(&MessageGroup {
                of: "Phrase",
                title: $title,
                all: &[$(MessageDef {
                    key: $key,
                    placeholders: &[$($placeholder),*],
                }),+],
            }),+];

        }

        impl ToMessage for Phrase {
            fn def(&self) -> &'static MessageDef {
                match self {
                    $($(Self::$variant => const {
                        &MessageDef { key: $key, placeholders: &[$($placeholder),*] }
                    },)+)+
                }
            }

            fn args(&self) -> Vec<(&'static str, MessageArg<'_>)> {
                Vec::new()
            }
        }
    };
}

phrases! {
    "Lists and names":
    KindCategory = "kind_category" ();
    KindCollection = "kind_collection" ();
    KindSkill = "kind_skill" ();
    KindEither = "kind_either" ();
    KindDocument = "kind_document" ();
    KindSection = "kind_section" ();
    InCategory = "in_category" ();
    InCollection = "in_collection" ();
    InEither = "in_either" ();
    Separator = "separator" ();
    Quoted = "quoted" ("text");
    More = "more" ("count");
    NameAlone = "name_alone" ("kind", "name");
    NameUseWhen = "name_use_when" ("kind", "name", "use_when");
    NamesMore = "names_more" ("count");
    AgentsBlock = "agents_block" ("names");
    DescribedUseWhen = "described_use_when" ("description", "use_when");

    "`not_found`, `no_matches`, `invalid_pattern`":
    CauseDirectory = "cause_directory" ("path");
    CauseUnopened = "cause_unopened" ("path", "reason");
    CauseElsewhere = "cause_elsewhere" ("kind", "name");
    CauseDirectories = "cause_directories" ("names");
    SuggestionNearest = "suggestion_nearest" ("names");
    SuggestionValid = "suggestion_valid" ("names");
    SuggestionEmpty = "suggestion_empty" ();
    NoPatterns = "no_patterns" ();
    NearbyDefaults = "nearby_defaults" ();
    NearbyDirectory = "nearby_directory" ("path");
    NearbyCase = "nearby_case" ("names");
    NearbyDeeper = "nearby_deeper" ("pattern");
    NearbyNear = "nearby_near" ("names");
    NearbyHolds = "nearby_holds" ("names");
    NearbyPartly = "nearby_partly" ("names");
    NearbyNothing = "nearby_nothing" ();
    NearbyHeadings = "nearby_headings" ("headings");
    NearbyOtherHeadings = "nearby_other_headings" ("headings");
    NearbyNoHeadings = "nearby_no_headings" ();
    HeadingPlace = "heading_place" ("heading", "uri");
    AtCharacter = "at_character" ("position");
    PatternOf = "pattern_of" ("name");

    "`invalid_argument`":
    ArgumentRow = "argument_row" ("argument", "type", "need");
    ArgumentRequired = "argument_required" ();
    ArgumentOptional = "argument_optional" ();
    ArgumentNearest = "argument_nearest" ("names");
    ReasonSeparator = "reason_separator" ();
    ArgumentsNone = "arguments_none" ();

    "Beside a result":
    Unreadable = "unreadable" ("path", "reason");
    SentenceSeparator = "sentence_separator" ();
    MessageUnreadable = "message_unreadable" ("documents");
    MessageCategories = "message_categories" ("collection", "categories");
    MemberUnknown = "member_unknown" ("name");
    MemberPattern = "member_pattern" ("name", "place", "reason");
    CategoryDirectory = "category_directory" ("path", "name");
    CategoryUnopened = "category_unopened" ("path", "name", "reason");
    MessagePattern = "message_pattern" ("pattern");
    MessageEndings = "message_endings" ("endings");
    MessageHidden = "message_hidden" ("categories");
    MessageTemplates = "message_templates" ("documents");
    MessageVariables = "message_variables" ("variables");
    Variable = "variable" ("name", "path");
    MessageBudget = "message_budget" ("limit", "documents");
    MessageLarge = "message_large" ("limit", "document");
    MessageWithout = "message_without" ("count");
    MessageHeadings = "message_headings" ("limit");
    MessageLone = "message_lone" ("document");
    MessageDirectories = "message_directories" ("limit");
    MessageMembers = "message_members" ("limit");
    MessageRest = "message_rest" ("limit");
    MessageRestNames = "message_rest_names" ("limit");
    MessageReplaced = "message_replaced" ("words");
    MessageIgnored = "message_ignored" ("count", "limit");
    MessageLeftOut = "message_left_out" ("words");
    MessageUnquoted = "message_unquoted" ("quoted");
    MessageSkill = "message_skill" ("files");
    GuidanceNothing = "guidance_nothing" ("paths", "names");
    GuidanceNone = "guidance_none" ("paths");
    GuidanceHeaders = "guidance_headers" ("documents");
    GuidanceDescribed = "guidance_described" ("documents");
    GuidanceImports = "guidance_imports" ("paths");
    MessageStale = "message_stale" ("problem");
    DocumentBytes = "document_bytes" ("uri", "bytes");
    DocumentSections = "document_sections" ("uri", "bytes", "sections");
    BudgetInstruction = "budget_instruction" ("argument", "narrower");
    BudgetArgument = "budget_argument" ("argument");
    BudgetNarrower = "budget_narrower" ("argument");
    ErrorWithNotes = "error_with_notes" ("error", "notes");
    SessionSeparator = "session_separator" ();

    "Protocol errors":
    ToolUnknown = "tool_unknown" ("name", "suggestion");
    SkillUnknown = "skill_unknown" ("uri");
    DirectoryUnknown = "directory_unknown" ("uri");
    ResourceUnknown = "resource_unknown" ("uri");
    CompletionUnknown = "completion_unknown" ("argument");
    CursorUnknown = "cursor_unknown" ("cursor");
    CallCancelled = "call_cancelled" ();

    "Listings":
    HeadingName = "heading_name" ();
    HeadingKind = "heading_kind" ();
    HeadingDescription = "heading_description" ();
    HeadingUseWhen = "heading_use_when" ();
    HeadingContents = "heading_contents" ();
    HeadingOrigin = "heading_origin" ();
    HeadingDocuments = "heading_documents" ();
    HeadingBytes = "heading_bytes" ();
    HeadingTokens = "heading_tokens" ();
    HeadingUri = "heading_uri" ();
    HeadingTitle = "heading_title" ();
    HeadingType = "heading_type" ();
    HeadingModified = "heading_modified" ();
    HeadingLevel = "heading_level" ();
    HeadingText = "heading_text" ();
    ListDirectory = "list_directory" ("documents");
    ListBinary = "list_binary" ("type");
    ListTokens = "list_tokens" ("count");
    ListRest = "list_rest" ("documents");
    ListUnreadable = "list_unreadable" ();
    ListNothing = "list_nothing" ();
    SearchNothing = "search_nothing" ("words");
    SearchLeftOut = "search_left_out" ();
    SearchReplaced = "search_replaced" ("word", "names");
    SearchNone = "search_none" ();
    SearchRest = "search_rest" ("documents");
    SearchUnreadable = "search_unreadable" ("count");

    "Hooks of clients":
    HookHead = "hook_head" ("paths");
    HookRule = "hook_rule" ("name", "pattern", "source");
    HookRest = "hook_rest" ("names", "command");
    HookEnd = "hook_end" ();
    HookUnread = "hook_unread" ();
}
