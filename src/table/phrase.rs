//! Messages that are no errors: parts of errors, notes, listings. The reference in
//! `spec/reference.md` says when each is sent.

use crate::text::message::messages;

messages! {
    /// What is said beside errors: names, listings, and around results.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Phrase {
        NameAlone = "name_alone" within kind, name;
        NameUseWhen = "name_use_when" within kind, name, use_when;
        NamesMore = "names_more" within count;
        /// Of a project without a `guide.yaml`.
        NamesFound = "names_found";
        AgentsBlock = "agents_block" within names;
        DescribedUseWhen = "described_use_when" within description, use_when;
        SentenceSeparator = "sentence_separator";
        BudgetInstruction = "budget_instruction";
        ErrorWithNotes = "error_with_notes" within error, notes;
        ToolUnknown = "tool_unknown" within name, suggestion;
        SkillUnknown = "skill_unknown" within uri;
        DirectoryUnknown = "directory_unknown" within uri;
        ResourceUnknown = "resource_unknown" within uri;
        CompletionUnknown = "completion_unknown" within argument;
        CursorUnknown = "cursor_unknown" within cursor;
        CallCancelled = "call_cancelled";
        HeadingName = "heading_name";
        HeadingKind = "heading_kind";
        HeadingDescription = "heading_description";
        HeadingUseWhen = "heading_use_when";
        HeadingContents = "heading_contents";
        HeadingOrigin = "heading_origin";
        HeadingDocuments = "heading_documents";
        HeadingBytes = "heading_bytes";
        HeadingTokens = "heading_tokens";
        HeadingUri = "heading_uri";
        HeadingTitle = "heading_title";
        HeadingType = "heading_type";
        HeadingModified = "heading_modified";
        HeadingLevel = "heading_level";
        HeadingText = "heading_text";
        ListDirectory = "list_directory" within documents;
        ListBinary = "list_binary" within type;
        ListTokens = "list_tokens" within count;
        ListRest = "list_rest" within documents;
        ListNothing = "list_nothing";
        SearchNothing = "search_nothing" within words;
        SearchLeftOut = "search_left_out";
        SearchNone = "search_none";
        SearchRest = "search_rest" within documents;
        SearchUnreadable = "search_unreadable" within count;
        SearchLinks = "search_links" within count;
        HookHead = "hook_head" within paths;
        HookRule = "hook_rule" within name, pattern, source;
        HookPart = "hook_part" within name, pattern, source, part, parts;
        HookSame = "hook_same" within name, pattern, source, same;
        HookLong = "hook_long" within name, headings, command;
        HookStart = "hook_start";
        HookWaiting = "hook_waiting";
        HookNext = "hook_next" within names, command;
        HookRest = "hook_rest" within names, command;
        HookEnd = "hook_end";
        HookUntrusted = "hook_untrusted";
    }
}
