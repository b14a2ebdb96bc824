//! Messages that are no errors: parts of errors, notes, listings.

use crate::text::message::{MessageDef, MessageGroup};

macro_rules! phrases {
    ($(
        $title:literal: $(
            $(#[doc = $when:literal])+
            $variant:ident = $key:literal ($($placeholder:literal),*);
        )+
    )+) => {
        /// A message that is no error.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Phrase {
            $($($(#[doc = $when])+ $variant,)+)+
        }

        impl Phrase {
            /// Every phrase, by its use.
            pub const MESSAGES: &'static [&'static MessageGroup] = &[$(&MessageGroup {
                of: "Phrase",
                title: $title,
                all: &[$(MessageDef {
                    key: $key,
                    placeholders: &[$($placeholder),*],
                    when: concat!($($when),+),
                }),+],
            }),+];

            /// Its key in the table.
            pub const fn key(self) -> &'static str {
                match self {
                    $($(Self::$variant => $key,)+)+
                }
            }
        }
    };
}

phrases! {
    "Lists and names":
    /// A category, at the beginning of a sentence and in listings.
    KindCategory = "kind_category" ();
    /// A collection, at the same places.
    KindCollection = "kind_collection" ();
    /// Where both were searched, at the same places.
    KindEither = "kind_either" ();
    /// One document, at the beginning of a sentence.
    KindDocument = "kind_document" ();
    /// A section that a URI names.
    KindSection = "kind_section" ();
    /// A category, within a sentence.
    InCategory = "in_category" ();
    /// A collection, within a sentence.
    InCollection = "in_collection" ();
    /// Both, within a sentence.
    InEither = "in_either" ();
    /// Between names, patterns and documents.
    Separator = "separator" ();
    /// Around a name or a pattern.
    Quoted = "quoted" ("text");
    /// At the end of a list of more than 50.
    More = "more" ("count");
    /// For an empty list of names in `server.names`.
    Nothing = "nothing" ();

    "`not_found`, `no_matches`, `invalid_pattern`":
    /// The category's directory does not exist.
    CauseDirectory = "cause_directory" ("path");
    /// Something else stands where the category's directory should; a `fault_…`.
    CauseUnopened = "cause_unopened" ("path", "reason");
    /// A document, and what was searched for it.
    CauseElsewhere = "cause_elsewhere" ("kind", "name");
    /// None of the collection's categories has a directory.
    CauseDirectories = "cause_directories" ("names");
    /// Up to three near names.
    SuggestionNearest = "suggestion_nearest" ("names");
    /// All valid names, where none is near.
    SuggestionValid = "suggestion_valid" ("names");
    /// There are no names.
    SuggestionEmpty = "suggestion_empty" ();
    /// For the patterns of a collection without categories.
    NoPatterns = "no_patterns" ();
    /// The call gave no pattern: those of the categories match nothing.
    NearbyDefaults = "nearby_defaults" ();
    /// A directory has the path that was asked for.
    NearbyDirectory = "nearby_directory" ("path");
    /// Documents whose names differ in case alone.
    NearbyCase = "nearby_case" ("names");
    /// What was asked for is further down, where this pattern finds it.
    NearbyDeeper = "nearby_deeper" ("pattern");
    /// Documents of nearly the same name.
    NearbyNear = "nearby_near" ("names");
    /// What can be asked for.
    NearbyHolds = "nearby_holds" ("names");
    /// The same, of a category that was not looked at to its end.
    NearbyPartly = "nearby_partly" ("names");
    /// There is nothing that can be asked for.
    NearbyNothing = "nearby_nothing" ();
    /// The headings that are nearly the one that was asked for; each a `heading_place`.
    NearbyHeadings = "nearby_headings" ("headings");
    /// The first headings, where none is near.
    NearbyOtherHeadings = "nearby_other_headings" ("headings");
    /// No document that matches has a heading.
    NearbyNoHeadings = "nearby_no_headings" ();
    /// In place of patterns: the section that was asked for.
    WantedSection = "wanted_section" ("section");
    /// A heading, quoted, and its section's URI.
    HeadingPlace = "heading_place" ("heading", "uri");
    /// Where the error of a pattern is, counted from 1.
    AtCharacter = "at_character" ("position");
    /// Whose pattern it is, where no call gave it.
    PatternOf = "pattern_of" ("name");

    "`invalid_argument`":
    /// A valid argument; its need is one of the next two.
    ArgumentRow = "argument_row" ("argument", "type", "need");
    /// An argument that is required.
    ArgumentRequired = "argument_required" ();
    /// An argument that may be left out.
    ArgumentOptional = "argument_optional" ();
    /// Up to three near names, after one that is unknown.
    ArgumentNearest = "argument_nearest" ("names");
    /// Between what is wrong with several arguments.
    ReasonSeparator = "reason_separator" ();
    /// The tool has no arguments.
    ArgumentsNone = "arguments_none" ();

    "Beside a result":
    /// A document, or a category in a listing, and why it cannot be read; a `fault_…`.
    Unreadable = "unreadable" ("path", "reason");
    /// Between the sentences of `message`.
    SentenceSeparator = "sentence_separator" ();
    /// What could not be read, each an `unreadable`.
    MessageUnreadable = "message_unreadable" ("documents");
    /// The collection is incomplete; each member a `category_…` or a `member_…`.
    MessageCategories = "message_categories" ("collection", "categories");
    /// A member of the collection is nothing that there is.
    MemberUnknown = "member_unknown" ("name");
    /// The pattern of a member is none; the place is empty or `at_character`, the reason a `pattern_…`.
    MemberPattern = "member_pattern" ("name", "place", "reason");
    /// The category's directory does not exist.
    CategoryDirectory = "category_directory" ("path", "name");
    /// Something else stands where the category's directory should; a `fault_…`.
    CategoryUnopened = "category_unopened" ("path", "name", "reason");
    /// Nothing matched, and the pattern asks for hidden names, which these categories do not serve; it says nothing about what is there.
    MessageHidden = "message_hidden" ("categories");
    /// The unrendered templates.
    MessageTemplates = "message_templates" ("documents");
    /// The variables of rendered templates that have no value, each a `variable`.
    MessageVariables = "message_variables" ("variables");
    /// A variable, and the document in whose template it stands.
    Variable = "variable" ("name", "path");
    /// What was left out, each a `document_bytes`; the limit bounds the whole `value`.
    MessageBudget = "message_budget" ("limit", "documents");
    /// How many documents that match have no such section.
    MessageWithout = "message_without" ("count");
    /// Headings are left out of a listing.
    MessageHeadings = "message_headings" ("limit");
    /// The only document begins as a `multipart/mixed` message does.
    MessageLone = "message_lone" ("document");
    /// A listing has directories as rows; the pattern finds everything below the first for which one works.
    MessageDirectories = "message_directories" ("limit", "pattern");
    /// The same where the call's own pattern finds it of a category alone.
    MessageDirectoriesOf = "message_directories_of" ("limit", "name");
    /// The same, where no pattern works.
    MessageDirectoriesAlone = "message_directories_alone" ("limit");
    /// A collection's listing has categories as rows; the name is the first that is shown as it is.
    MessageMembers = "message_members" ("limit", "name");
    /// The same, where no name is.
    MessageMembersAlone = "message_members_alone" ("limit");
    /// The last row of a name's listing counts the rest.
    MessageRest = "message_rest" ("limit");
    /// The last row of the listing without a name counts the rest.
    MessageRestNames = "message_rest_names" ("limit");
    /// The last row of what was found counts the rest.
    MessageFound = "message_found" ("limit");
    /// The last good `guide.yaml` is in use; a `project_…`.
    MessageStale = "message_stale" ("fault");
    /// A document that was left out.
    DocumentBytes = "document_bytes" ("path", "bytes");
    /// The `instruction` of a success where documents were left out.
    BudgetInstruction = "budget_instruction" ();
    /// An error, and the sentences that a success would have in `message`. Where the error ends in `.`, `?` or `!`, `sentence_separator` alone stands between.
    ErrorWithNotes = "error_with_notes" ("error", "notes");

    /// Between the ways of finding a project.
    SessionSeparator = "session_separator" ();

    "Protocol errors":
    /// No such tool.
    ToolUnknown = "tool_unknown" ("name", "suggestion");
    /// No such resource.
    ResourceUnknown = "resource_unknown" ("uri");
    /// An argument or variable for which nothing is completed, or what it is of.
    CompletionUnknown = "completion_unknown" ("argument");
    /// A list does not go on after this cursor.
    CursorUnknown = "cursor_unknown" ("cursor");
    /// The call was cancelled.
    CallCancelled = "call_cancelled" ();

    "Listings":
    /// A column of the listing without a name.
    HeadingName = "heading_name" ();
    /// The same.
    HeadingKind = "heading_kind" ();
    /// The same.
    HeadingDescription = "heading_description" ();
    /// The same.
    HeadingContents = "heading_contents" ();
    /// The same.
    HeadingDocuments = "heading_documents" ();
    /// A column of both listings.
    HeadingBytes = "heading_bytes" ();
    /// The same: how many tokens the bytes are, as an estimate.
    HeadingTokens = "heading_tokens" ();
    /// A column of the listing of a name.
    HeadingUri = "heading_uri" ();
    /// The same.
    HeadingTitle = "heading_title" ();
    /// The same.
    HeadingType = "heading_type" ();
    /// The same.
    HeadingModified = "heading_modified" ();
    /// A column of what was found.
    HeadingLine = "heading_line" ();
    /// The same.
    HeadingFound = "heading_found" ();
    /// A column of the headings of a document.
    HeadingLevel = "heading_level" ();
    /// The same.
    HeadingText = "heading_text" ();
    /// A directory's kind, in place of a media type.
    ListDirectory = "list_directory" ("documents");
    /// The type of a document whose extension says that it is no text.
    ListBinary = "list_binary" ("type");
    /// An estimate of tokens: a quarter of the bytes.
    ListTokens = "list_tokens" ("count");
    /// The last row, where rows were left out.
    ListRest = "list_rest" ("documents");
    /// Above what cannot be read.
    ListUnreadable = "list_unreadable" ();
    /// The project is empty.
    ListNothing = "list_nothing" ();
    /// No document holds all words of a query; the words are each a `search_word`.
    SearchNothing = "search_nothing" ("words", "near");
    /// A word, and how many documents hold it.
    SearchWord = "search_word" ("word", "documents");
    /// A word with a capital, and how many documents hold it as it is written.
    SearchExact = "search_exact" ("word", "documents");
    /// There is no document to be searched.
    SearchNone = "search_none" ();
    /// Words of titles and headings that are near to those that no document holds.
    SearchNear = "search_near" ("names");
}
