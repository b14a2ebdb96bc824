Feature: Words of the table
  Every message that reaches an agent is a row of the table, so that an organisation can translate
  or sharpen it without a build. Here some are reworded, and the old ones must be gone.

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

  Rule: Declarative Table

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
        pattern_help: See the manual.
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
