//! Messages that are not errors. `spec/reference.md` says when each message is sent.

use crate::operation::error::Suggestion;
use crate::operation::kind::Kind;
use crate::text::messages::{QuotedName, Verbatim, messages};
use crate::text::truncated::Truncated;

messages! {
    /// Messages that are not errors: names, listings, searches, hooks.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Phrase {
        NameAlone {
            kind: Kind,
            name: QuotedName,
        } = "name_alone";
        NameUseWhen {
            kind: Kind,
            name: QuotedName,
            use_when: Verbatim,
        } = "name_use_when";
        NamesMore { count: usize } = "names_more";
        /// Sent for a project without a `guide.yaml`.
        NamesFound = "names_found";
        AgentsBlock { names: Verbatim } = "agents_block";
        DescribedUseWhen {
            description: Verbatim,
            use_when: Verbatim,
        } = "described_use_when";
        SentenceSeparator = "sentence_separator";
        BudgetInstruction = "budget_instruction";
        ErrorWithNotes {
            error: Verbatim,
            notes: Verbatim,
        } = "error_with_notes";
        ToolUnknown {
            name: String,
            suggestion: Suggestion,
        } = "tool_unknown";
        SkillUnknown { uri: String } = "skill_unknown";
        DirectoryUnknown { uri: String } = "directory_unknown";
        ResourceUnknown { uri: String } = "resource_unknown";
        CompletionUnknown { argument: String } = "completion_unknown";
        CursorUnknown { cursor: String } = "cursor_unknown";
        CallCancelled = "call_cancelled";
        ListDirectory(documents: usize) = "list_directory";
        ListBinary(r#type: Verbatim) = "list_binary";
        ListTokens { count: u64 } = "list_tokens";
        ListRest(documents: usize) = "list_rest";
        ListNothing = "list_nothing";
        ListMissing = "list_missing";
        SearchNothing { words: Truncated<QuotedName> } = "search_nothing";
        SearchNone = "search_none";
        SearchRest(documents: usize) = "search_rest";
        SearchUnreadable(count: usize) = "search_unreadable";
        SearchLinks(count: usize) = "search_links";
        HookHead { paths: Verbatim } = "hook_head";
        HookRule {
            name: Verbatim,
            pattern: Verbatim,
            source: Verbatim,
        } = "hook_rule";
        HookPart {
            name: Verbatim,
            pattern: Verbatim,
            source: Verbatim,
            part: usize,
            parts: usize,
        } = "hook_part";
        HookSame {
            name: Verbatim,
            pattern: Verbatim,
            source: Verbatim,
            same: Verbatim,
        } = "hook_same";
        HookLong {
            name: Verbatim,
            headings: Verbatim,
            command: Verbatim,
        } = "hook_long";
        HookStart = "hook_start";
        HookWaiting = "hook_waiting";
        HookNext {
            names: Verbatim,
            command: Verbatim,
        } = "hook_next";
        HookRest {
            names: Verbatim,
            command: Verbatim,
        } = "hook_rest";
        HookEnd = "hook_end";
        HookUntrusted = "hook_untrusted";
        /// Sent once to each session whose project does not load.
        HookUnloaded { reason: Verbatim } = "hook_unloaded";
    }
}

messages! {
    /// Headings of the columns of a listing.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ColumnHeading {
        Name = "heading_name";
        Kind = "heading_kind";
        Description = "heading_description";
        UseWhen = "heading_use_when";
        Contents = "heading_contents";
        Origin = "heading_origin";
        Documents = "heading_documents";
        Bytes = "heading_bytes";
        Tokens = "heading_tokens";
        Uri = "heading_uri";
        Title = "heading_title";
        Type = "heading_type";
        Modified = "heading_modified";
        Level = "heading_level";
        Text = "heading_text";
    }
}
