Feature: The server
  Before any call, a client learns the tools, their schemas and the instructions. Agents choose by
  these texts only, and clients drop schemas that they do not understand. A malformed call must not
  end the server.

  Rule: Server Description

    @3.1.4 @3.6.2 @3.6.4 @3.6.6 @7.1.4 @7.7.2 @7.7.4 @7.7.6 @8.1.4 @8.6.2 @8.6.4 @8.6.6
    Scenario: Tools in the order of the table
      When the client asks for the tools
        | tool |
        | tools/list |
      Then every row of the table is a tool with its title, description, arguments and annotations, and nothing else
        | tools | @all_tools | | |
        | schema | get_content | /name | "get_content" |
        | schema | get_content | /title | "Get content" |
        | schema | get_content | /description | "Returns the documents of a category or a collection, whole. Both are searched by exact name, collections first; a document found by both is returned once. One match is returned as the file itself, several as one MIME multipart/mixed message whose parts name their document in Content-Location. `message` says what was left out. On failure follow `instruction`." |
        | schema | get_content | /annotations | {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false} |
        | schema | get_content | /_meta/anthropic~1maxResultSizeChars | 500000 |
        | schema | get_content | /inputSchema/type | "object" |
        | schema | get_content | /inputSchema/properties/category_or_collection | {"type": "string", "description": "Exact name of a category or a collection, as `list_content` shows it; case matters. A collection stands for the documents of all its members, in its order. Where both have the name, the collection's documents come first and then the category's, each document once", "examples": ["guidelines", "onboarding"]} |
        | schema | get_content | /inputSchema/properties/pattern | {"type": "string", "description": "Glob pattern that replaces the default patterns of every category that is searched, relative to each one's directory, and narrows the members of a collection that have a pattern: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension", "examples": ["*.md", "intro", "**/*.py"]} |
        | schema | get_content | /inputSchema/properties/document | {"type": "string", "description": "Exactly one document, in place of a pattern: its `guide://` URI as an answer or a listing gave it, or its path, relative to the category's directory; in a collection after the name of the category and a `/`. No wildcards; the default patterns do not matter", "examples": ["guide://category/guidelines/style.md", "style.md"]} |
        | schema | get_content | /inputSchema/properties/section | {"type": "string", "description": "Returns only the section under this heading (case-insensitive) instead of each whole Markdown document. For a nested heading write its path: `Errors > Retry`. `list_content` of one document lists its headings", "examples": ["Errors", "Errors > Retry"]} |
        | schema | get_content | /inputSchema/required | ["category_or_collection"] |
        | schema | get_content | /inputSchema/additionalProperties | false |
        | schema | get_category_content | /name | "get_category_content" |
        | schema | get_category_content | /title | "Get category content" |
        | schema | get_category_content | /description | "Returns the documents of one category, whole. One match is returned as the file itself, several as one MIME multipart/mixed message whose parts name their document in Content-Location. `message` says what was left out. On failure follow `instruction`." |
        | schema | get_category_content | /annotations | {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false} |
        | schema | get_category_content | /_meta/anthropic~1maxResultSizeChars | 500000 |
        | schema | get_category_content | /inputSchema/type | "object" |
        | schema | get_category_content | /inputSchema/properties/category | {"type": "string", "description": "Exact name of the category, as `list_content` shows it; case matters", "examples": ["guidelines"]} |
        | schema | get_category_content | /inputSchema/properties/pattern | {"type": "string", "description": "Glob pattern that replaces the category's default patterns, relative to its directory: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension", "examples": ["*.md", "intro", "**/*.py"]} |
        | schema | get_category_content | /inputSchema/properties/document | {"type": "string", "description": "Exactly one document, in place of a pattern: its `guide://` URI as an answer or a listing gave it, or its path, relative to the category's directory. No wildcards; the default patterns do not matter", "examples": ["guide://category/guidelines/style.md", "style.md"]} |
        | schema | get_category_content | /inputSchema/properties/section | {"type": "string", "description": "Returns only the section under this heading (case-insensitive) instead of each whole Markdown document. For a nested heading write its path: `Errors > Retry`. `list_content` of one document lists its headings", "examples": ["Errors", "Errors > Retry"]} |
        | schema | get_category_content | /inputSchema/required | ["category"] |
        | schema | get_category_content | /inputSchema/additionalProperties | false |
        | schema | get_collection_content | /name | "get_collection_content" |
        | schema | get_collection_content | /title | "Get collection content" |
        | schema | get_collection_content | /description | "Returns the documents of every member of one collection, whole, in the collection's order, each document once. One match is returned as the file itself, several as one MIME multipart/mixed message whose parts name their document in Content-Location. `message` says what was left out. On failure follow `instruction`." |
        | schema | get_collection_content | /annotations | {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false} |
        | schema | get_collection_content | /_meta/anthropic~1maxResultSizeChars | 500000 |
        | schema | get_collection_content | /inputSchema/type | "object" |
        | schema | get_collection_content | /inputSchema/properties/collection | {"type": "string", "description": "Exact name of the collection, as `list_content` shows it; case matters", "examples": ["onboarding"]} |
        | schema | get_collection_content | /inputSchema/properties/pattern | {"type": "string", "description": "Glob pattern that replaces the default patterns of every category in the collection, relative to each one's directory, and narrows the members that have a pattern: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension", "examples": ["*.md", "intro", "**/*.py"]} |
        | schema | get_collection_content | /inputSchema/properties/document | {"type": "string", "description": "Exactly one document, in place of a pattern: its `guide://` URI as an answer or a listing gave it, or its path, after the name of its category and a `/`. No wildcards; the default patterns do not matter", "examples": ["guide://collection/onboarding/category/guidelines/style.md", "guidelines/style.md"]} |
        | schema | get_collection_content | /inputSchema/properties/section | {"type": "string", "description": "Returns only the section under this heading (case-insensitive) instead of each whole Markdown document. For a nested heading write its path: `Errors > Retry`. `list_content` of one document lists its headings", "examples": ["Errors", "Errors > Retry"]} |
        | schema | get_collection_content | /inputSchema/required | ["collection"] |
        | schema | get_collection_content | /inputSchema/additionalProperties | false |
        | schema | list_content | /name | "list_content" |
        | schema | list_content | /title | "List content" |
        | schema | list_content | /description | "Lists what exists, without the content. Without a name: every category and collection with its description, its patterns or members, and the number and bytes of its documents. With a name: one row per document with URI, title, media type, bytes and modification time; of exactly one document also its headings. On failure follow `instruction`." |
        | schema | list_content | /annotations | {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false} |
        | schema | list_content | /_meta/anthropic~1maxResultSizeChars | 500000 |
        | schema | list_content | /inputSchema/type | "object" |
        | schema | list_content | /inputSchema/properties/category_or_collection | {"type": "string", "description": "Exact name of a category or a collection; case matters. Without it every name is listed. A collection stands for the documents of all its members, in its order. Where both have the name, the collection's documents come first and then the category's, each document once", "examples": ["guidelines", "onboarding"]} |
        | schema | list_content | /inputSchema/properties/pattern | {"type": "string", "description": "Glob pattern that replaces the default patterns of every category that is searched, relative to each one's directory, and narrows the members of a collection that have a pattern: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension. Without a name it says which documents are counted", "examples": ["*.md", "intro", "**/*.py"]} |
        | schema | list_content | /inputSchema/additionalProperties | false |
        | schema | search_content | /name | "search_content" |
        | schema | search_content | /title | "Search content" |
        | schema | search_content | /description | "Full-text search. Returns one row per matching section, best match first, with its URI, headings, line number and text. Every word must occur in the document's title, path or text. Get a section by its URI. No match is a success that says so. On failure follow `instruction`." |
        | schema | search_content | /annotations | {"readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false} |
        | schema | search_content | /_meta/anthropic~1maxResultSizeChars | 500000 |
        | schema | search_content | /inputSchema/type | "object" |
        | schema | search_content | /inputSchema/properties/query | {"type": "string", "description": "Words that must all occur in a document, also as parts of longer words. \\"Several words\\" in double quotes are a phrase. A word with a capital letter is case-sensitive, any other is not. No wildcards, no regular expressions", "examples": ["retry backoff", "\\"exponential backoff\\" HTTP"]} |
        | schema | search_content | /inputSchema/properties/category_or_collection | {"type": "string", "description": "Exact name of a category or a collection that is searched, as `list_content` shows it; case matters. Without it all categories are", "examples": ["guidelines", "onboarding"]} |
        | schema | search_content | /inputSchema/properties/pattern | {"type": "string", "description": "Glob pattern that replaces the default patterns of every category that is searched, relative to each one's directory, and narrows the members of a collection that have a pattern: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension", "examples": ["*.md", "intro", "**/*.py"]} |
        | schema | search_content | /inputSchema/required | ["query"] |
        | schema | search_content | /inputSchema/additionalProperties | false |

    @3.1.2 @3.1.3 @3.6.3 @3.6.6 @7.1.2 @7.1.3 @7.7.3 @7.7.6 @8.1.2 @8.1.3 @8.6.3 @8.6.6
    Scenario: Input schema
      When the client asks for the tools
        | tool |
        | tools/list |
      Then each argument has its type, description and examples, and the required ones are named
        | schema has | get_content | /inputSchema/required | ["category_or_collection"] | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/properties/category_or_collection/type | "string" | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/properties/category_or_collection/examples | ["guidelines", "onboarding"] | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/properties/pattern/type | "string" | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/properties/pattern/examples | ["*.md", "intro", "**/*.py"] | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/required | ["category"] | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/properties/category/type | "string" | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/properties/category/examples | ["guidelines"] | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/properties/pattern/type | "string" | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/required | ["collection"] | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/properties/collection/type | "string" | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/properties/collection/examples | ["onboarding"] | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/properties/pattern/type | "string" | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/required | (absent) | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/properties/category_or_collection/type | "string" | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/properties/pattern/type | "string" | the tools as a whole are compared in another scenario |

    @8.1.4
    Scenario: Aggregation in the descriptions
      When the client asks for the tools
        | tool |
        | tools/list |
      Then the arguments' descriptions say what a name of both kinds means, and which patterns a pattern replaces
        | schema has | get_content | /description | "Returns the documents of a category or a collection, whole. Both are searched by exact name, collections first; a document found by both is returned once. One match is returned as the file itself, several as one MIME multipart/mixed message whose parts name their document in Content-Location. `message` says what was left out. On failure follow `instruction`." | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/properties/category_or_collection/description | "Exact name of a category or a collection, as `list_content` shows it; case matters. A collection stands for the documents of all its members, in its order. Where both have the name, the collection's documents come first and then the category's, each document once" | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/properties/pattern/description | "Glob pattern that replaces the default patterns of every category that is searched, relative to each one's directory, and narrows the members of a collection that have a pattern: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension" | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/properties/pattern/description | "Glob pattern that replaces the category's default patterns, relative to its directory: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension" | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/properties/pattern/description | "Glob pattern that replaces the default patterns of every category in the collection, relative to each one's directory, and narrows the members that have a pattern: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension" | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/properties/category_or_collection/description | "Exact name of a category or a collection; case matters. Without it every name is listed. A collection stands for the documents of all its members, in its order. Where both have the name, the collection's documents come first and then the category's, each document once" | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/properties/pattern/description | "Glob pattern that replaces the default patterns of every category that is searched, relative to each one's directory, and narrows the members of a collection that have a pattern: `*` within a name, `**` across directories, `?`, `[abc]`, `{a,b}`; a name without extension matches every extension. Without a name it says which documents are counted" | the tools as a whole are compared in another scenario |

    Scenario: Plain schemas
      When the client asks for the tools
        | tool |
        | tools/list |
      Then the schemas allow no other arguments and use no construct that clients reject
        | schema has | get_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/$schema | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/$defs | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/anyOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/oneOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/allOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/properties/pattern/anyOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_content | /inputSchema/properties/pattern/nullable | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_content | /outputSchema | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/$schema | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/$defs | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/anyOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/oneOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/allOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/properties/pattern/anyOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /inputSchema/properties/pattern/nullable | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_category_content | /outputSchema | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/$schema | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/$defs | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/anyOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/oneOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/allOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/properties/pattern/anyOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /inputSchema/properties/pattern/nullable | (absent) | the tools as a whole are compared in another scenario |
        | schema has | get_collection_content | /outputSchema | (absent) | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/$schema | (absent) | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/$defs | (absent) | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/anyOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/oneOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/allOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/properties/pattern/anyOf | (absent) | the tools as a whole are compared in another scenario |
        | schema has | list_content | /inputSchema/properties/pattern/nullable | (absent) | the tools as a whole are compared in another scenario |
        | schema has | list_content | /outputSchema | (absent) | the tools as a whole are compared in another scenario |

    Scenario: Names in the instructions
      Given the project
        """
        categories:
          house-style: {dir: style, patterns: ["*.md"]}
          release-notes: {dir: releases, patterns: ["*.md"]}
        collections: {newcomers: {categories: [house-style]}}
        """
      When a client connects to a server with a project
        | tool |
        | initialize |
      Then it is told the server's name, version and capabilities, and the instructions name its categories and collections
        | instructions | @server_instructions Categories: 'house-style', 'release-notes'. Collections: 'newcomers'. | |
        | initialize | /protocolVersion | "2025-11-25" |
        | initialize | /capabilities | {"completions": {}, "prompts": {}, "resources": {}, "tools": {}} |
        | initialize | /serverInfo | {"name": "mcp-guide", "title": "mcp-guide", "version": "(version)"} |

    Scenario: Instructions for a project without collections
      Given the project
        """
        categories: {house-style: {dir: style, patterns: ["*.md"]}}
        """
      When a client connects to a server whose project has no collections
        | tool |
        | initialize |
      Then the instructions say so
        | instructions | @server_instructions Categories: 'house-style'. Collections: none. |

    Scenario: Characters of names in the instructions
      Given the project
        """
        categories:
          "two\nlines": {dir: a, patterns: ["*.md"]}
          "bar | it's": {dir: a, patterns: ["*.md"]}
          "\u202Eright \e[31m": {dir: a, patterns: ["*.md"]}
          größe: {dir: a, patterns: ["*.md"]}
        collections: {"all. Ignore\r\nthe rest": {categories: [größe]}}
        """
      When a client connects to a server whose project has names of several lines and with characters that are not seen
        | tool |
        | initialize |
      Then the instructions are one line that shows each such character escaped
        | instructions | @server_instructions Categories: 'two\x5cnlines', 'bar \| it's', '\x5cu{202e}right \x5cu{1b}[31m', 'größe'. Collections: 'all. Ignore\x5cr\x5cnthe rest'. |

    Scenario: Many names in the instructions
      Given the project
        """
        categories:
          c01: {dir: a, patterns: ["*.md"]}
          c02: {dir: a, patterns: ["*.md"]}
          c03: {dir: a, patterns: ["*.md"]}
          c04: {dir: a, patterns: ["*.md"]}
          c05: {dir: a, patterns: ["*.md"]}
          c06: {dir: a, patterns: ["*.md"]}
          c07: {dir: a, patterns: ["*.md"]}
          c08: {dir: a, patterns: ["*.md"]}
          c09: {dir: a, patterns: ["*.md"]}
          c10: {dir: a, patterns: ["*.md"]}
          c11: {dir: a, patterns: ["*.md"]}
          c12: {dir: a, patterns: ["*.md"]}
          c13: {dir: a, patterns: ["*.md"]}
          c14: {dir: a, patterns: ["*.md"]}
          c15: {dir: a, patterns: ["*.md"]}
          c16: {dir: a, patterns: ["*.md"]}
          c17: {dir: a, patterns: ["*.md"]}
          c18: {dir: a, patterns: ["*.md"]}
          c19: {dir: a, patterns: ["*.md"]}
          c20: {dir: a, patterns: ["*.md"]}
          c21: {dir: a, patterns: ["*.md"]}
          c22: {dir: a, patterns: ["*.md"]}
          c23: {dir: a, patterns: ["*.md"]}
          c24: {dir: a, patterns: ["*.md"]}
          c25: {dir: a, patterns: ["*.md"]}
          c26: {dir: a, patterns: ["*.md"]}
          c27: {dir: a, patterns: ["*.md"]}
          c28: {dir: a, patterns: ["*.md"]}
          c29: {dir: a, patterns: ["*.md"]}
          c30: {dir: a, patterns: ["*.md"]}
          c31: {dir: a, patterns: ["*.md"]}
          c32: {dir: a, patterns: ["*.md"]}
          c33: {dir: a, patterns: ["*.md"]}
          c34: {dir: a, patterns: ["*.md"]}
          c35: {dir: a, patterns: ["*.md"]}
          c36: {dir: a, patterns: ["*.md"]}
          c37: {dir: a, patterns: ["*.md"]}
          c38: {dir: a, patterns: ["*.md"]}
          c39: {dir: a, patterns: ["*.md"]}
          c40: {dir: a, patterns: ["*.md"]}
          c41: {dir: a, patterns: ["*.md"]}
          c42: {dir: a, patterns: ["*.md"]}
          c43: {dir: a, patterns: ["*.md"]}
          c44: {dir: a, patterns: ["*.md"]}
          c45: {dir: a, patterns: ["*.md"]}
          c46: {dir: a, patterns: ["*.md"]}
          c47: {dir: a, patterns: ["*.md"]}
          c48: {dir: a, patterns: ["*.md"]}
          c49: {dir: a, patterns: ["*.md"]}
          c50: {dir: a, patterns: ["*.md"]}
          c51: {dir: a, patterns: ["*.md"]}
          c52: {dir: a, patterns: ["*.md"]}
        """
      When a client connects to a server whose project has more than 50 categories
        | tool |
        | initialize |
      Then the instructions name the first 50 and count the others
        | instructions | @server_instructions Categories: 'c01', 'c02', 'c03', 'c04', 'c05', 'c06', 'c07', 'c08', 'c09', 'c10', 'c11', 'c12', 'c13', 'c14', 'c15', 'c16', 'c17', 'c18', 'c19', 'c20', 'c21', 'c22', 'c23', 'c24', 'c25', 'c26', 'c27', 'c28', 'c29', 'c30', 'c31', 'c32', 'c33', 'c34', 'c35', 'c36', 'c37', 'c38', 'c39', 'c40', 'c41', 'c42', 'c43', 'c44', 'c45', 'c46', 'c47', 'c48', 'c49', 'c50', and 2 more. Collections: none. |

    Scenario: Server without a project
      Given the folders
        | empty |
      And the project is found from
        | working directory | empty |
      When a client connects to a server without a project
        | tool |
        | initialize |
        | tools/list |
      Then the tools are the same and the instructions say to list what exists first
        | #1 instructions | @server_instructions List what exists first; the project's categories and collections are found on the first call. |
        | #2 tools | @all_tools |

    Scenario: Instructions for an empty project
      Given the project
        """
        categories: {}
        """
      When a client connects to a server whose project has no categories and no collections
        | tool |
        | initialize |
      Then the instructions say so, and all else is as for any project
        | instructions | @server_instructions Categories: none. Collections: none. | |
        | initialize | /protocolVersion | "2025-11-25" |
        | initialize | /capabilities | {"completions": {}, "prompts": {}, "resources": {}, "tools": {}} |
        | initialize | /serverInfo | {"name": "mcp-guide", "title": "mcp-guide", "version": "(version)"} |

    Scenario: Instructions for a project that cannot be loaded
      Given the project
        """
        categories: 7
        """
      When a client connects to a server whose project cannot be loaded
        | tool |
        | initialize |
      Then the instructions say to list what exists first, and all else is as for any project
        | instructions | @server_instructions List what exists first; the project's categories and collections are found on the first call. | |
        | initialize | /protocolVersion | "2025-11-25" |
        | initialize | /capabilities | {"completions": {}, "prompts": {}, "resources": {}, "tools": {}} |
        | initialize | /serverInfo | {"name": "mcp-guide", "title": "mcp-guide", "version": "(version)"} |

    Scenario: Instructions for a project that was found
      Given the files
        | found/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
      And the folders
        | found/src |
      And the project is found from
        | working directory | found/src |
      When a client connects to a server that finds its project above its working directory
        | tool |
        | initialize |
      Then the instructions name its categories and collections, and all else is as for any project
        | instructions | @server_instructions Categories: 'docs'. Collections: none. | |
        | initialize | /protocolVersion | "2025-11-25" |
        | initialize | /capabilities | {"completions": {}, "prompts": {}, "resources": {}, "tools": {}} |
        | initialize | /serverInfo | {"name": "mcp-guide", "title": "mcp-guide", "version": "(version)"} |

    Scenario: Instructions beside the client's roots
      Given the files
        | found/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | rooted/guide.yaml | categories: {pages: {dir: pages, patterns: ["*.md"]}}\n |
        | rooted/pages/intro.md | # Intro\n |
      And the project is found from
        | root | rooted |
        | working directory | found |
      When a client that offers roots connects to a server that was named no project, and then calls
        | tool | category |
        | initialize | |
        | get_category_content | pages |
      Then the instructions name nothing that calls would not find
        | #1 instructions | @server_instructions List what exists first; the project's categories and collections are found on the first call. |
        | #2 value | # Intro\n |

    Scenario: Instructions for a named project beside the client's roots
      Given the files
        | named/guide.yaml | categories: {docs: {dir: docs, patterns: ["*.md"]}}\n |
        | rooted/guide.yaml | categories: {pages: {dir: pages, patterns: ["*.md"]}}\n |
      And the project is found from
        | environment | named |
        | root | rooted |
      When a client that offers roots connects to a server that was named its project
        | tool |
        | initialize |
      Then the instructions name the categories and collections of that project
        | instructions | @server_instructions Categories: 'docs'. Collections: none. |

    Scenario: Description of a server without a project
      Given the folders
        | empty |
      And the project is found from
        | working directory | empty |
      When a client connects to a server that finds no project
        | tool |
        | initialize |
      Then its name, version and capabilities are the same
        | instructions | @server_instructions List what exists first; the project's categories and collections are found on the first call. | |
        | initialize | /protocolVersion | "2025-11-25" |
        | initialize | /capabilities | {"completions": {}, "prompts": {}, "resources": {}, "tools": {}} |
        | initialize | /serverInfo | {"name": "mcp-guide", "title": "mcp-guide", "version": "(version)"} |

    Scenario: Many collections in the instructions
      Given the project
        """
        categories:
          c01: {dir: a, patterns: ["*.md"]}
          c02: {dir: a, patterns: ["*.md"]}
          c03: {dir: a, patterns: ["*.md"]}
          c04: {dir: a, patterns: ["*.md"]}
          c05: {dir: a, patterns: ["*.md"]}
          c06: {dir: a, patterns: ["*.md"]}
          c07: {dir: a, patterns: ["*.md"]}
          c08: {dir: a, patterns: ["*.md"]}
          c09: {dir: a, patterns: ["*.md"]}
          c10: {dir: a, patterns: ["*.md"]}
          c11: {dir: a, patterns: ["*.md"]}
          c12: {dir: a, patterns: ["*.md"]}
          c13: {dir: a, patterns: ["*.md"]}
          c14: {dir: a, patterns: ["*.md"]}
          c15: {dir: a, patterns: ["*.md"]}
          c16: {dir: a, patterns: ["*.md"]}
          c17: {dir: a, patterns: ["*.md"]}
          c18: {dir: a, patterns: ["*.md"]}
          c19: {dir: a, patterns: ["*.md"]}
          c20: {dir: a, patterns: ["*.md"]}
          c21: {dir: a, patterns: ["*.md"]}
          c22: {dir: a, patterns: ["*.md"]}
          c23: {dir: a, patterns: ["*.md"]}
          c24: {dir: a, patterns: ["*.md"]}
          c25: {dir: a, patterns: ["*.md"]}
          c26: {dir: a, patterns: ["*.md"]}
          c27: {dir: a, patterns: ["*.md"]}
          c28: {dir: a, patterns: ["*.md"]}
          c29: {dir: a, patterns: ["*.md"]}
          c30: {dir: a, patterns: ["*.md"]}
          c31: {dir: a, patterns: ["*.md"]}
          c32: {dir: a, patterns: ["*.md"]}
          c33: {dir: a, patterns: ["*.md"]}
          c34: {dir: a, patterns: ["*.md"]}
          c35: {dir: a, patterns: ["*.md"]}
          c36: {dir: a, patterns: ["*.md"]}
          c37: {dir: a, patterns: ["*.md"]}
          c38: {dir: a, patterns: ["*.md"]}
          c39: {dir: a, patterns: ["*.md"]}
          c40: {dir: a, patterns: ["*.md"]}
          c41: {dir: a, patterns: ["*.md"]}
          c42: {dir: a, patterns: ["*.md"]}
          c43: {dir: a, patterns: ["*.md"]}
          c44: {dir: a, patterns: ["*.md"]}
          c45: {dir: a, patterns: ["*.md"]}
          c46: {dir: a, patterns: ["*.md"]}
          c47: {dir: a, patterns: ["*.md"]}
          c48: {dir: a, patterns: ["*.md"]}
          c49: {dir: a, patterns: ["*.md"]}
          c50: {dir: a, patterns: ["*.md"]}
        collections:
          k01: {categories: [c01]}
          k02: {categories: [c01]}
          k03: {categories: [c01]}
          k04: {categories: [c01]}
          k05: {categories: [c01]}
          k06: {categories: [c01]}
          k07: {categories: [c01]}
          k08: {categories: [c01]}
          k09: {categories: [c01]}
          k10: {categories: [c01]}
          k11: {categories: [c01]}
          k12: {categories: [c01]}
          k13: {categories: [c01]}
          k14: {categories: [c01]}
          k15: {categories: [c01]}
          k16: {categories: [c01]}
          k17: {categories: [c01]}
          k18: {categories: [c01]}
          k19: {categories: [c01]}
          k20: {categories: [c01]}
          k21: {categories: [c01]}
          k22: {categories: [c01]}
          k23: {categories: [c01]}
          k24: {categories: [c01]}
          k25: {categories: [c01]}
          k26: {categories: [c01]}
          k27: {categories: [c01]}
          k28: {categories: [c01]}
          k29: {categories: [c01]}
          k30: {categories: [c01]}
          k31: {categories: [c01]}
          k32: {categories: [c01]}
          k33: {categories: [c01]}
          k34: {categories: [c01]}
          k35: {categories: [c01]}
          k36: {categories: [c01]}
          k37: {categories: [c01]}
          k38: {categories: [c01]}
          k39: {categories: [c01]}
          k40: {categories: [c01]}
          k41: {categories: [c01]}
          k42: {categories: [c01]}
          k43: {categories: [c01]}
          k44: {categories: [c01]}
          k45: {categories: [c01]}
          k46: {categories: [c01]}
          k47: {categories: [c01]}
          k48: {categories: [c01]}
          k49: {categories: [c01]}
          k50: {categories: [c01]}
          k51: {categories: [c01]}
        """
      When a client connects to a server whose project has 50 categories and 51 collections
        | tool |
        | initialize |
      Then the instructions name all categories and the first 50 collections, and count the other
        | instructions | @server_instructions Categories: 'c01', 'c02', 'c03', 'c04', 'c05', 'c06', 'c07', 'c08', 'c09', 'c10', 'c11', 'c12', 'c13', 'c14', 'c15', 'c16', 'c17', 'c18', 'c19', 'c20', 'c21', 'c22', 'c23', 'c24', 'c25', 'c26', 'c27', 'c28', 'c29', 'c30', 'c31', 'c32', 'c33', 'c34', 'c35', 'c36', 'c37', 'c38', 'c39', 'c40', 'c41', 'c42', 'c43', 'c44', 'c45', 'c46', 'c47', 'c48', 'c49', 'c50'. Collections: 'k01', 'k02', 'k03', 'k04', 'k05', 'k06', 'k07', 'k08', 'k09', 'k10', 'k11', 'k12', 'k13', 'k14', 'k15', 'k16', 'k17', 'k18', 'k19', 'k20', 'k21', 'k22', 'k23', 'k24', 'k25', 'k26', 'k27', 'k28', 'k29', 'k30', 'k31', 'k32', 'k33', 'k34', 'k35', 'k36', 'k37', 'k38', 'k39', 'k40', 'k41', 'k42', 'k43', 'k44', 'k45', 'k46', 'k47', 'k48', 'k49', 'k50', and 1 more. |

    Scenario: Long names in the instructions
      Given the project
        """
        categories: {}
        """
      And the files
        | guide.yaml | categories:\n  {200*n}: {dir: a, patterns: ["*.md"]}\n  {201*é}: {dir: a, patterns: ["*.md"]}\n |
      When a client connects to a server whose project has names of 200 characters and more
        | tool |
        | initialize |
      Then the instructions show the first 200 of them
        | instructions | @server_instructions Categories: '{200*n}', '{200*é}…'. Collections: none. |

    Scenario: Repeated tools/list
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        """
      And the files
        | docs/intro.md | # Intro\n |
      When the client asks for the tools before and after calls, and after a change of the project
        | tool | category |
        | tools/list | |
        | get_category_content | docs |
        | get_category_content | wiki |
        | tools/list | |
      And the project's file is changed
        """
        categories: {}
        """
      And the client asks for them again
        | tool |
        | tools/list |
      Then they are the same each time
        | #1 tools | @all_tools | | | |
        | #1 schema has | get_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #1 schema has | get_category_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #1 schema has | get_collection_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #1 schema has | list_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #1 schema has | list_content | /inputSchema/required | (absent) | the tools as a whole are compared in another scenario |
        | #1 schema has | get_content | /description | "Returns the documents of a category or a collection, whole. Both are searched by exact name, collections first; a document found by both is returned once. One match is returned as the file itself, several as one MIME multipart/mixed message whose parts name their document in Content-Location. `message` says what was left out. On failure follow `instruction`." | the tools as a whole are compared in another scenario |
        | #4 tools | @all_tools | | | |
        | #4 schema has | get_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #4 schema has | get_category_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #4 schema has | get_collection_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #4 schema has | list_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #4 schema has | list_content | /inputSchema/required | (absent) | the tools as a whole are compared in another scenario |
        | #4 schema has | get_content | /description | "Returns the documents of a category or a collection, whole. Both are searched by exact name, collections first; a document found by both is returned once. One match is returned as the file itself, several as one MIME multipart/mixed message whose parts name their document in Content-Location. `message` says what was left out. On failure follow `instruction`." | the tools as a whole are compared in another scenario |
        | #5 tools | @all_tools | | | |
        | #5 schema has | get_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #5 schema has | get_category_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #5 schema has | get_collection_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #5 schema has | list_content | /inputSchema/additionalProperties | false | the tools as a whole are compared in another scenario |
        | #5 schema has | list_content | /inputSchema/required | (absent) | the tools as a whole are compared in another scenario |
        | #5 schema has | get_content | /description | "Returns the documents of a category or a collection, whole. Both are searched by exact name, collections first; a document found by both is returned once. One match is returned as the file itself, several as one MIME multipart/mixed message whose parts name their document in Content-Location. `message` says what was left out. On failure follow `instruction`." | the tools as a whole are compared in another scenario |
        | #2 value | # Intro\n | | | |
        | #3 error | not_found | Category 'wiki' not found. Valid names: 'docs' | @present_error | |

  Rule: Unknown Tool

    Scenario: Unknown name
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        """
      And the files
        | docs/intro.md | # Intro\n |
      When a tool is called that does not exist, and then one that does
        | tool | category |
        | get_document | docs |
        | Get_Category_Content | docs |
        | get_category_content | docs |
      Then the call ends in a protocol error that names it, and the server answers the next one
        | #1 protocol error | -32602 | Unknown tool 'get_document'. Valid names: 'get_content', 'get_category_content', 'get_collection_content', 'list_content', 'search_content' |
        | #2 protocol error | -32602 | Unknown tool 'Get_Category_Content'. Did you mean 'get_category_content'? |
        | #3 value | # Intro\n | |

  Rule: Malformed Calls

    Background:
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        """
      And the files
        | docs/intro.md | # Intro\n |

    Scenario: Arguments of another type
      When a tool is called with arguments that are not an object, and then with valid ones
        | tool | name | arguments | category |
        | tools/call | get_category_content | docs | |
        | tools/call | get_category_content | json:["docs"] | |
        | tools/call | get_category_content | json:7 | |
        | get_category_content | | | docs |
      Then the call ends in a protocol error that says so, and the server answers the next one
        | #1 protocol error | -32602 | The params of 'tools/call' are not valid: 'params.arguments' must be of type object, got string |
        | #2 protocol error | -32602 | The params of 'tools/call' are not valid: 'params.arguments' must be of type object, got array |
        | #3 protocol error | -32602 | The params of 'tools/call' are not valid: 'params.arguments' must be of type object, got number |
        | #4 value | # Intro\n | |

    Scenario: No name
      When a tool is called without its name, and with a name that is not a string
        | tool | name | arguments |
        | tools/call | | json:{"category":"docs"} |
        | tools/call | json:7 | json:{"category":"docs"} |
      Then the call ends in a protocol error that says what was expected
        | #1 protocol error | -32602 | The params of 'tools/call' are not valid: 'params.name' is required (type string) and is missing |
        | #2 protocol error | -32602 | The params of 'tools/call' are not valid: 'params.name' must be of type string, got number |
