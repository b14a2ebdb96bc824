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
                // Its values are given where it is filled.
                Vec::new()
            }
        }
    };
}

phrases! {
    "Lists and names":
    NameAlone = "name_alone" ("kind", "name");
    NameUseWhen = "name_use_when" ("kind", "name", "use_when");
    NamesMore = "names_more" ("count");
    AgentsBlock = "agents_block" ("names");
    DescribedUseWhen = "described_use_when" ("description", "use_when");

    "Beside a result":
    SentenceSeparator = "sentence_separator" ();
    BudgetInstruction = "budget_instruction" ("argument", "narrower");
    BudgetArgument = "budget_argument" ("argument");
    BudgetNarrower = "budget_narrower" ("argument");
    ErrorWithNotes = "error_with_notes" ("error", "notes");

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
    ListNothing = "list_nothing" ();
    SearchNothing = "search_nothing" ("words");
    SearchLeftOut = "search_left_out" ();
    SearchNone = "search_none" ();
    SearchCut = "search_cut" ("rows");
    SearchRest = "search_rest" ("documents");
    SearchUnreadable = "search_unreadable" ("count");
    SearchLinks = "search_links" ("count");

    "Hooks of clients":
    HookHead = "hook_head" ("paths");
    HookRule = "hook_rule" ("name", "pattern", "source");
    HookRest = "hook_rest" ("names", "command");
    HookEnd = "hook_end" ();
}
