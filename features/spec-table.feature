Feature: Declarative Table
  Tools, arguments, locations and media types are rows of a table. Here only the table changes, and
  the program has to follow. A name that is also fixed in the code would show.

  Tools, arguments, error types, wording, boundary, locations, media types and template suffixes SHALL be rows of the spec table. Another row or another word SHALL need no change of the program and take effect everywhere: in schemas, results, listings and the server's description.

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.md"]}
      collections: {handbook: {categories: [docs, examples]}}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | docs/setup.md | # Setup\n |
      | docs/start.md.hbs | # {{start}}\n |
      | docs/notes.rst | Notes\n |
      | examples/parser.md | # Parser\n |

  @3.6.4 @7.7.4
  Scenario: Additional tool
    Given the spec table with
      """
      tools:
        - name: get_category_content
          title: Get category content
          description: Returns the documents of a category.
          operation: retrieve
          search: [category]
          arguments: {category: {role: name, type: string, required: true, description: Name of a category}}
        - name: read_examples
          title: Read examples
          description: Returns the documents of a category, under another name.
          operation: retrieve
          search: [category]
          arguments:
            from: {role: name, type: string, required: true, description: Where, examples: [docs]}
            only: {role: pattern, type: string, description: Which, examples: [parser]}
          annotations: {readOnlyHint: true, openWorldHint: false}
      """
    When the table has a row for another tool
      | tool | from | only | category |
      | tools/list | | | |
      | read_examples | examples | | |
      | read_examples | docs | setup | |
      # A collection, where its row does not search.
      | read_examples | handbook | | |
      | get_category_content | | | examples |
    Then the tool is offered and answers by its row
      | #1 tools | spec-table/additional.json | | |
      | #2 value | # Parser\n | | |
      | #3 value | # Setup\n | | |
      | #4 error | not_found | Category 'handbook' not found. Valid names: 'docs', 'examples' | @present_error |
      | #5 value | # Parser\n | | |

  Scenario: Renamed tool and arguments
    Given the spec table with
      """
      tools:
        - name: fetch
          title: Fetch
          description: Fetches documents.
          operation: retrieve
          search: [category]
          arguments:
            area: {role: name, type: string, required: true, description: Which area}
            files: {role: pattern, type: string, description: Which files, examples: ["*.md"]}
      """
    When the table gives a tool and its arguments other names
      | tool | area | files | category | pattern |
      | tools/list | | | | |
      | fetch | docs | intro.md | | |
      | fetch | | json:7 | | |
      | fetch | docs | | docs | |
      | get_category_content | | | docs | |
    Then only the new names are known
      | #1 tools | spec-table/renamed.json | | |
      | #2 value | # Intro\n | | |
      | #3 error | invalid_argument | Invalid arguments for fetch: 'area' is required (string) and is missing or empty; 'files' must be a string, got number. Valid arguments: 'area' (string, required), 'files' (string, optional) | @correct_args |
      | #4 error | invalid_argument | Invalid arguments for fetch: 'category' @not_an_argument. Valid arguments: 'area' (string, required), 'files' (string, optional) | @correct_args |
      | #5 protocol error | -32602 | Unknown tool 'get_category_content'. Valid names: 'fetch' | |

  Scenario: Other names of arguments in errors
    Given the spec table with
      """
      tools:
        - name: fetch
          title: Fetch
          description: Fetches documents.
          operation: retrieve
          search: [category]
          arguments:
            area: {role: name, type: string, required: true, description: Which area}
            file: {role: document, type: string, description: Which file}
        - name: find
          title: Find
          description: Finds sections.
          operation: search
          search: [category]
          arguments:
            words: {role: query, type: string, required: true, description: Which words}
        - name: rules
          title: Rules
          description: Returns the rules of files.
          operation: guidance
          search: [category]
          arguments:
            files: {role: path, type: string, required: true, description: Which files}
      """
    When arguments are wrong, each in its own way
      | tool | area | file | words | files |
      | fetch | docs | guide://category/examples/parser.md | | |
      | find | | | !? | |
      | rules | | | | *.rs |
    Then errors have the names of the table
      | #1 error | invalid_argument | Invalid arguments for fetch: 'file' is a document of category 'examples', which the call does not name. Valid arguments: 'area' (string, required), 'file' (string, optional) | @correct_args |
      | #2 error | invalid_argument | Invalid arguments for find: 'words' @no_words. Valid arguments: 'words' (string, required) | @correct_args |
      | #3 error | invalid_argument | Invalid arguments for rules: 'files': '*.rs' has a wildcard; name the files themselves, one path a line. Valid arguments: 'files' (string, required) | @correct_args |

  Scenario: Other boundary
    Given the spec table with
      """
      multipart: {boundary: {base: project-documents}}
      """
    And the files
      | docs/split.txt | --project-documents\n |
      | docs/split.adoc | --guide-boundary\n |
    When the table gives another boundary
      | tool | category | pattern |
      | get_category_content | docs | *.md |
      | get_category_content | docs | {intro.md,split.txt} |
      # The default boundary means nothing now.
      | get_category_content | docs | {intro.md,split.adoc} |
    Then the table's boundary separates the parts and does not collide with the documents
      | #1 boundary | project-documents | | |
      | #1 part | text/markdown | guide://category/docs/intro.md | # Intro\n |
      | #1 part | text/markdown | guide://category/docs/setup.md | # Setup\n |
      | #2 boundary like | project-documents-{uuid} | | |
      | #2 part | text/markdown | guide://category/docs/intro.md | # Intro\n |
      | #2 part | text/plain | guide://category/docs/split.txt | --project-documents\n |
      | #3 boundary | project-documents | | |
      | #3 part | text/markdown | guide://category/docs/intro.md | # Intro\n |
      | #3 part | text/asciidoc | guide://category/docs/split.adoc | --guide-boundary\n |

  @2.2.1 @2.4.1 @2.4.2 @2.4.3 @2.4.4 @2.4.5 @2.4.6
  Scenario: Unique boundary for each response
    Given the spec table with
      """
      multipart: {boundary: {unique: always}}
      """
    When the table asks for a unique boundary always
      | tool | category |
      | get_category_content | docs |
      | get_category_content | docs |
    Then each response has another UUID in it
      | boundary like | guide-boundary-{uuid} | | |
      | part | text/markdown | guide://category/docs/intro.md | # Intro\n |
      | part | text/markdown | guide://category/docs/setup.md | # Setup\n |
      | #2 differs from | #1 | | |

  Scenario: Other locations
    Given the spec table with
      """
      locations:
        category: docs://of
        collection: docs://through
      """
    And the modification times
      | examples/parser.md | 2026-01-02T03:04:05Z |
    When the table gives other locations
      | tool | category_or_collection |
      | get_content | docs |
      | get_content | handbook |
      | list_content | examples |
    Then Content-Location and listings follow it
      | #1 part | text/markdown | docs://of/docs/intro.md | # Intro\n |
      | #1 part | text/markdown | docs://of/docs/setup.md | # Setup\n |
      | #2 part | text/markdown | docs://through/handbook/category/docs/intro.md | # Intro\n |
      | #2 part | text/markdown | docs://through/handbook/category/docs/setup.md | # Setup\n |
      | #2 part | text/markdown | docs://through/handbook/category/examples/parser.md | # Parser\n |
      | #3 head | @documents_head | | |
      | #3 row | docs://of/examples/parser.md; Parser; ; text/markdown; 9; ~2; 2026-01-02T03:04:05Z | | |
      | #3 line | | | |
      | #3 head | @sections_head | | |
      | #3 row | 1; Parser; 9; ~2; docs://of/examples/parser.md#parser | | |

  Scenario: Other media types
    Given the spec table with
      """
      media_types:
        md: text/x-guide
        rst: null
        hbs: text/x-handlebars
      """
    When the table changes, removes and adds media types
      | tool | category | pattern |
      | get_category_content | docs | ** |
    Then Content-Type follows it
      | part | text/x-guide | guide://category/docs/intro.md | # Intro\n |
      | part | text/plain | guide://category/docs/notes.rst | Notes\n |
      | part | text/x-guide | guide://category/docs/setup.md | # Setup\n |
      | part | text/x-handlebars | guide://category/docs/start.md.hbs | # {{start}}\n |

  Scenario: Other template suffix
    Given the spec table with
      """
      template_suffixes: [.hbs]
      """
    And the files
      | docs/setup.md.hbs | # {{setup}}\n |
      | docs/tour.md.mustache | # {{tour}}\n |
    When the table gives another template suffix
      | tool | category | pattern |
      | get_category_content | docs | |
      | get_category_content | docs | tour.md |
      | get_category_content | docs | tour.md.mustache |
    Then templates are found only by that suffix
      | #1 part | text/markdown | guide://category/docs/intro.md | # Intro\n |
      | #1 part | text/markdown | guide://category/docs/setup.md | # Setup\n |
      | #1 part | text/markdown | guide://category/docs/start.md | # {{start}}\n |
      | #1 message | Unrendered templates: start.md.hbs. | | |
      | #2 error | no_matches | No documents in category 'docs' match 'tour.md'. It holds 'intro.md', 'notes.rst', 'setup.md', 'start.md', 'tour.md.mustache' | @correct_pattern |
      | #3 value | # {{tour}}\n | | |

  @1.1.5 @8.5.1 @8.5.2 @8.5.3 @8.5.5 @8.5.6
  Scenario: No match as a success
    Given the spec table with
      """
      outcomes: {no_matches: success}
      """
    When the table makes a call without a match a success
      | tool | category_or_collection | category | collection | pattern |
      | get_content | docs | | | *.xyz |
      | get_category_content | | docs | | *.xyz |
      | get_collection_content | | | handbook | *.xyz |
      | get_content | wiki | | | *.xyz |
    Then return Result.ok with an empty value, the message and the instruction
      | #1 value | | | |
      | #1 message | No documents in category 'docs' match '*.xyz'. It holds 'intro.md', 'notes.rst', 'setup.md', 'start.md.hbs' | | |
      | #1 instruction | @correct_pattern | | |
      | #2 value | | | |
      | #2 message | No documents in category 'docs' match '*.xyz'. It holds 'intro.md', 'notes.rst', 'setup.md', 'start.md.hbs' | | |
      | #2 instruction | @correct_pattern | | |
      | #3 value | | | |
      | #3 message | No documents in collection 'handbook' match '*.xyz'. It holds 'docs/intro.md', 'docs/notes.rst', 'docs/setup.md', 'docs/start.md.hbs', 'examples/parser.md' | | |
      | #3 instruction | @correct_pattern | | |
      | #4 error | not_found | Category or collection 'wiki' not found. Valid names: 'handbook', 'docs', 'examples' | @present_error |

  Scenario: Other message and instruction
    Given the spec table with
      """
      errors:
        not_found:
          message: "Nothing is called {name}"
          instruction: Ask the user what was meant.
        no_matches: {instruction: Try once more without a pattern.}
      """
    When the table words an error differently
      | tool | category | pattern |
      | get_category_content | wiki | |
      | get_category_content | docs | *.xyz |
    Then results have those words
      | #1 error | not_found | Nothing is called wiki | Ask the user what was meant. |
      | #2 error | no_matches | No documents in category 'docs' match '*.xyz'. It holds 'intro.md', 'notes.rst', 'setup.md', 'start.md.hbs' | Try once more without a pattern. |

  Scenario: Other phrases
    Given the spec table with
      """
      errors: {invalid_pattern: {message: "Invalid pattern '{pattern}'{place}: {reason}. See the manual."}}
      phrases:
        separator: " and "
        quoted: "<{text}>"
        pattern_open_brace: "the brace is left open"
        suggestion_valid: " (known are {names})"
        message_unreadable: "Not returned: {documents}!"
        fault_outside: "elsewhere"
        heading_uri: Where
        kind_category: Area
      """
    And the links
      | docs/leak.md | ../examples/parser.md |
      | docs/loose.md | ../guide.yaml |
    And the modification times
      | examples/parser.md | 2026-01-02T03:04:05Z |
    When the table words phrases differently
      | tool | category | category_or_collection | pattern |
      | get_category_content | wiki | | |
      | get_category_content | docs | | {intro |
      | get_category_content | docs | | |
      | list_content | | examples | |
    Then errors, messages and listings are composed from them
      | #1 error | not_found | Area 'wiki' not found (known are <docs> and <examples>) | @present_error |
      | #2 error | invalid_pattern | Invalid pattern '{intro' at character 1: the brace is left open. See the manual. | @explain_pattern |
      | #3 part | text/markdown | guide://category/docs/intro.md | # Intro\n |
      | #3 part | text/markdown | guide://category/docs/setup.md | # Setup\n |
      | #3 message | Not returned: leak.md (elsewhere) and loose.md (elsewhere)! | | |
      | #4 head | Where; Title; Description; Media type; Bytes; Tokens (estimate); Modified (UTC) | | |
      | #4 row | guide://category/examples/parser.md; Parser; ; text/markdown; 9; ~2; 2026-01-02T03:04:05Z | | |
      | #4 line | | | |
      | #4 head | Level; Heading; Bytes; Tokens (estimate); Where | | |
      | #4 row | 1; Parser; 9; ~2; guide://category/examples/parser.md#parser | | |

  Scenario: Other server instructions
    Given the spec table with
      """
      server: {instructions: "Ask here first. {names}"}
      phrases: {name_alone: "{name} ({kind})"}
      """
    When the table words the server's instructions differently
      | tool |
      | initialize |
    Then a client receives those instructions
      | instructions | Ask here first. 'handbook' (Collection)\n'docs' (Category)\n'examples' (Category) |
