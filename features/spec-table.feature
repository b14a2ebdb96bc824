Feature: Declarative Table
  Tools, arguments, locations and media types are rows of a table. Here only the table changes, and
  the program has to follow. A name that is also fixed in the code would show.

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
      | #3 error | invalid_argument | Invalid arguments for fetch: 'area' is required (string) and is missing; 'files' must be a string, got number. Valid arguments: 'area' (string, required), 'files' (string, optional) | @correct_args |
      | #4 error | invalid_argument | Invalid arguments for fetch: 'category' @not_an_argument. Valid arguments: 'area' (string, required), 'files' (string, optional) | @correct_args |
      | #5 protocol error | -32602 | Unknown tool 'get_category_content'. Valid names: 'fetch' | |

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
