//! What is said and is no fault: the parts of messages, listings, findings.

use crate::text::sentence::{Sentence, Sentences};

macro_rules! phrases {
    ($(
        $title:literal: $(
            $(#[doc = $when:literal])+
            $variant:ident = $key:literal ($($placeholder:literal),*);
        )+
    )+) => {
        /// Every phrase that is no fault's sentence.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Phrase {
            $($($(#[doc = $when])+ $variant,)+)+
        }

        impl Phrase {
            /// Every phrase, by what it stands in.
            pub const SENTENCES: &'static [&'static Sentences] = &[$(&Sentences {
                of: "Phrase",
                title: $title,
                all: &[$(Sentence {
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
    /// A directory stands at what was asked for.
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
    /// Where the fault of a pattern is, counted from 1.
    AtCharacter = "at_character" ("position");
    /// Whose pattern it is, where no call gave it.
    PatternOf = "pattern_of" ("name");

    "`invalid_argument`":
    /// A valid argument; its need is one of the next two.
    ArgumentRow = "argument_row" ("argument", "type", "need");
    /// An argument that is required; in `docs` too.
    ArgumentRequired = "argument_required" ();
    /// An argument that may be left out; in `docs` too.
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
    /// What could not be read, each an `unreadable`; `init` says it too.
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
    /// A variable, and the document in whose template it stands; in a finding too.
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
    /// The same; in `docs` too.
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

    "`check`":
    /// No project is loaded; a `project_…`.
    FindingProject = "finding_project" ("file", "fault");
    /// A default pattern or a member's is none; the place is empty or `at_character`, the reason a `pattern_…`.
    FindingPattern = "finding_pattern" ("path", "pattern", "place", "reason");
    /// A category's directory cannot be opened; a `fault_…`.
    FindingDirectory = "finding_directory" ("path", "directory", "reason");
    /// A member of a collection is nothing that there is.
    FindingMember = "finding_member" ("path", "name", "suggestion");
    /// A category and a collection have the same name.
    FindingTwice = "finding_twice" ("path", "name");
    /// A collection names no categories.
    FindingEmpty = "finding_empty" ("path");
    /// A collection names a member twice.
    FindingRepeated = "finding_repeated" ("path", "name");
    /// A collection is nested in itself.
    FindingCircle = "finding_circle" ("path", "name");
    /// A document cannot be read; an `unreadable`.
    FindingDocument = "finding_document" ("path", "document");
    /// A category's variables that have no value, each a `variable`.
    FindingVariables = "finding_variables" ("path", "variables");
    /// The frontmatter of a document is none; a `project_…`.
    FindingFrontmatter = "finding_frontmatter" ("path", "document", "fault");
    /// A document begins as frontmatter does, and that does not end within so many bytes.
    FindingEndless = "finding_endless" ("path", "document", "limit");
    /// No document matches a category's default patterns, or one of several.
    FindingNoMatch = "finding_no_match" ("path", "patterns");
    /// All documents that a category's patterns match are excluded.
    FindingExcluded = "finding_excluded" ("path", "count");
    /// Documents that an answer leaves out, and how many of how many bytes there are in all.
    FindingBudget = "finding_budget" ("path", "documents", "bytes", "all", "all_bytes", "limit");
    /// Documents of a collection's category that another of its categories has already.
    FindingShared = "finding_shared" ("path", "count", "name", "first", "document");
    /// A name that differs from another in case or Unicode normalisation alone.
    FindingAlike = "finding_alike" ("path", "name");
    /// Before a finding that is an error.
    CheckError = "check_error" ("finding");
    /// Before one that is a warning.
    CheckWarning = "check_warning" ("finding");
    /// A category's count.
    CheckCount = "check_count" ("name", "documents", "bytes");
    /// The last line.
    CheckTotal = "check_total" ("errors", "warnings");

    "`init`":
    /// The first lines of the file.
    InitHeader = "init_header" ();
    /// The line before them, where the schema lies beside the file.
    InitSchema = "init_schema" ("file");
    /// A category in the file; the fourth is empty or an `init_exclude`.
    InitCategory = "init_category" ("name", "dir", "patterns", "exclude", "description");
    /// What a category must not serve, as a line of it.
    InitExclude = "init_exclude" ("exclude");
    /// A category's description, where none of its documents has a heading.
    InitDescription = "init_description" ("dir");
    /// In place of categories, where nothing to serve was found.
    InitExample = "init_example" ();
    /// The collection in the file.
    InitCollection = "init_collection" ("name", "categories", "description");
    /// The collection's name.
    InitCollectionName = "init_collection_name" ();
    /// The collection's description.
    InitCollectionDescription = "init_collection_description" ();
    /// The name of the category of the folder itself.
    InitRootName = "init_root_name" ();
    /// The limits, at the end of the file.
    InitLimits = "init_limits" ("file_bytes", "response_bytes");
    /// There are more categories than the file has room for; in the file as a comment, and said.
    InitLeftOut = "init_left_out" ("count");
    /// Folders of which more is not to be served than can be looked over; they are no categories.
    InitCrowded = "init_crowded" ("folders", "count");
    /// Folders that hold more entries than are looked at of one.
    InitLarge = "init_large" ("count", "folders");
    /// The folder holds more than is looked at in all.
    InitCut = "init_cut" ("count");
    /// The file was written.
    InitDone = "init_done" ("file", "count");
    /// The file was written, and holds an example.
    InitDoneEmpty = "init_done_empty" ("file");
    /// There is another further up, which held in the folder until now.
    InitShadows = "init_shadows" ("file", "above");
    /// There is one already.
    InitExists = "init_exists" ("file");
    /// The folder is not there, or cannot be listed; a `fault_…`.
    InitFolder = "init_folder" ("folder", "reason");
    /// It cannot be written; a `fault_…` or a `project_…`.
    InitFailed = "init_failed" ("file", "reason");
    /// `--client`: which file the block that is printed belongs into.
    InitClient = "init_client" ("client", "file");
    /// The same, where the folder has no `guide.yaml`; the second is quoted for a shell.
    InitClientEmpty = "init_client_empty" ("folder", "project");
    /// There is no such client.
    InitClientUnknown = "init_client_unknown" ("client", "names");
    /// The path of the program cannot be told; a `fault_…`.
    InitClientProgram = "init_client_program" ("reason");
    /// A configuration of the Python mcp-guide cannot be taken over; a `fault_…`, a `project_…` or one of the next.
    InitFormer = "init_former" ("file", "reason");
    /// It has no projects.
    InitFormerNone = "init_former_none" ();
    /// None of its projects has the name, or several have.
    InitFormerChoose = "init_former_choose" ("name", "projects");
    /// Its `docroot` is relative.
    InitFormerDocroot = "init_former_docroot" ("docroot");
    /// A comment of the file: where it is from.
    InitFormerHeader = "init_former_header" ("file", "project");
    /// A comment of the file: what does not carry over, as JSON; the third is one of the next.
    InitFormerLeft = "init_former_left" ("path", "value", "reason");
    /// Why: flags.
    InitFormerFlags = "init_former_flags" ();
    /// Why: where files may be written or read.
    InitFormerPaths = "init_former_paths" ();
    /// Why: what was exported.
    InitFormerExports = "init_former_exports" ();
    /// Why: what was found out of OpenSpec.
    InitFormerOpenspec = "init_former_openspec" ();
    /// Why: any other field.
    InitFormerUnknown = "init_former_unknown" ();
    /// Why: the keys of the other projects.
    InitFormerProjects = "init_former_projects" ();
    /// Why: the name of a category or a collection.
    InitFormerName = "init_former_name" ();
    /// Why: a pattern that is none here; a `pattern_…`.
    InitFormerPattern = "init_former_pattern" ("reason");
    /// Why: a pattern with a set that begins with `^`.
    InitFormerCaret = "init_former_caret" ();
    /// Why: a pattern that ends in `/`, or is `.`.
    InitFormerDirectory = "init_former_directory" ();
    /// Why: an expression of a collection.
    InitFormerMember = "init_former_member" ();
    /// The pattern of a category that has none.
    InitFormerNothing = "init_former_nothing" ();
    /// A line of each category: the Python server takes frontmatter away.
    InitFormerFrontmatter = "init_former_frontmatter" ();
    /// A collection in the file that has no description.
    InitFormerCollection = "init_former_collection" ("name", "categories");
    /// The file was written; the third is the folder, quoted for a shell.
    InitFormerDone = "init_former_done" ("file", "count", "project");
    /// Categories that lie outside of the folder.
    InitFormerOutside = "init_former_outside" ("count");
    /// Categories without patterns.
    InitFormerWithout = "init_former_without" ("categories", "pattern");
    /// What does not carry over.
    InitFormerComments = "init_former_comments" ("count");
    /// A file of documents beside the configuration.
    InitFormerStore = "init_former_store" ("store");

    "The command line":
    /// `not_found`: what a person can do.
    AdviceNames = "advice_names" ();
    /// The same of `no_matches`; the name is quoted for a shell.
    AdviceDocuments = "advice_documents" ("name");
    /// The same of `invalid_pattern`.
    AdvicePattern = "advice_pattern" ();
    /// The same where the pattern is the project's.
    AdviceMend = "advice_mend" ();
    /// The same of `no_session`, where no project was found.
    AdviceInit = "advice_init" ();
    /// The same, where the one that was found cannot be loaded.
    AdviceFound = "advice_found" ();
    /// The same, where there is none at the path that was given, by an option or a variable.
    AdviceMissing = "advice_missing" ("by", "path");
    /// The same, where the one at the path cannot be loaded.
    AdviceBroken = "advice_broken" ("by", "path");
    /// The same of `io_error`.
    AdviceUnreadable = "advice_unreadable" ();
    /// The same of `invalid_argument`.
    AdviceArguments = "advice_arguments" ("command");
    /// The same of `unknown`.
    AdviceUnknown = "advice_unknown" ();
    /// The same where documents were left out of an answer.
    AdviceBudget = "advice_budget" ();
    /// More patterns than one: a shell has put file names in the place of one; the name is quoted for a shell.
    UsagePatterns = "usage_patterns" ("count", "command", "name");
    /// `--project` is empty.
    UsageProjectEmpty = "usage_project_empty" ();
    /// The path that an option or a variable names is not UTF-8.
    UsageProjectEncoding = "usage_project_encoding" ("by", "path");
    /// `serve` at a terminal, before it waits.
    ServeWaiting = "serve_waiting" ();
    /// `serve --http`, once it listens.
    ServeHttp = "serve_http" ("url");
    /// The same, where clients have a name for it and need no token.
    ServeOpen = "serve_open" ();
    /// The same, where it listens on every address and has no name of its own.
    ServeUnnamed = "serve_unnamed" ();
    /// The same, where there can be fewer connections than it would have.
    ServeFew = "serve_few" ("count");
    /// The same, where it cannot listen; the fault is the system's.
    ServeTaken = "serve_taken" ("address", "fault");
    /// `serve --http` without a project that is named.
    UsageHttpProject = "usage_http_project" ();
    /// The same at an address that others reach, and nothing says who may come in.
    UsageHttpOpen = "usage_http_open" ("address");
    /// Two things say who may come in; what gave the token.
    UsageHttpBoth = "usage_http_both" ("by");
    /// The static token is none.
    UsageHttpToken = "usage_http_token" ("by", "least");
    /// An option is missing beside another one.
    UsageHttpIssuer = "usage_http_issuer" ("option");
    /// An option's URL is none.
    UsageHttpUrl = "usage_http_url" ("url", "option");
    /// A host that is none.
    UsageHttpHost = "usage_http_host" ("host");

    "`docs`":
    /// Above the tools.
    DocsHeading = "docs_heading" ();
    /// A column of a tool's arguments.
    DocsArgument = "docs_argument" ();
    /// The same.
    DocsType = "docs_type" ();
    /// The same.
    DocsNeed = "docs_need" ();
    /// The same.
    DocsExamples = "docs_examples" ();
    /// Above the error types.
    DocsErrors = "docs_errors" ();
    /// A column of the error types.
    DocsErrorType = "docs_error_type" ();
    /// The same.
    DocsMessage = "docs_message" ();
    /// The same.
    DocsInstruction = "docs_instruction" ();
}
