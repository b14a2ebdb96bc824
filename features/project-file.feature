Feature: Project File
  These scenarios define what guide.yaml may omit, the defaults, and the smallest and largest
  values. A project has to work with a few lines, without surprises at the limits.

  @7.2.4
  Scenario: Optional fields
    Given the project
      """
      # Only what is needed.
      categories: {docs: {dir: docs, patterns: [intro.md]}}
      """
    And the files
      | docs/intro.md | # Intro\n |
    When a project leaves out descriptions, collections and limits
      | tool | category_or_collection | collection |
      | get_content | docs | |
      | get_collection_content | | handbook |
    Then the project still loads
      | #1 value | # Intro\n | | |
      | #2 error | not_found | Collection 'handbook' not found. The project defines none | @present_error |

  @1.7.3
  Scenario: Default limits
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """
    And the files
      | docs/a.md | {1048576*x} |
      | docs/b.md | {1048577*x} |
      | docs/c.md | {1*x} |
    When a project sets no limits
      | tool | category | pattern |
      | get_category_content | docs | a.md |
      | get_category_content | docs | b.md |
      | get_category_content | docs | {a,c}.md |
    Then a file may have 1,048,576 bytes and a response 32,000
      | #1 value | file:docs/a.md | | |
      | #1 message | @whole 32000 bytes: a.md (1048576 B, ~262144 tokens). | | |
      | #2 error | io_error | Could not read b.md @over_file_bytes | @file_system_issue |
      | #3 part | text/markdown | guide://category/docs/c.md | file:docs/c.md |
      | #3 message | @over 32000 bytes: a.md (1048576 B, ~262144 tokens). | | |
      | #3 instruction | @narrow_pattern | | |

  Scenario: Project without categories
    Given the project
      """
      categories: {}
      """
    When a project defines no categories and no collections
      | tool | category_or_collection |
      | list_content | |
      | get_content | docs |
    Then the listing and the errors say so
      | #1 value | The project defines no categories and no collections.\n | | |
      | #2 error | not_found | Category or collection 'docs' not found. The project defines none | @present_error |

  @7.2.6
  Scenario: Empty collection
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections: {later: {categories: []}}
      """
    And the files
      | docs/intro.md | # Intro\n |
    When a collection has no categories
      | tool | collection | category |
      | get_collection_content | later | |
      | get_category_content | | docs |
    Then return Result.failure with error_type "no_matches" only for that collection
      | #1 error | no_matches | No documents in collection 'later' match any pattern, because it has no categories | @correct_pattern |
      | #2 value | # Intro\n | | |

  Scenario: Brackets in strings and comments
    Given the project
      """
      # [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
          description: "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
      """
    And the files
      | docs/intro.md | # Intro\n |
    When strings and comments of the project's file contain brackets that are never closed
      | tool | category |
      | get_category_content | docs |
    Then the project loads, and the brackets are literal
      | value | # Intro\n |

  Scenario: Aliases
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: &markdown ["*.md"]}
        notes: {dir: notes, patterns: *markdown}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | notes/a.md | # A\n |
    When the project's file repeats a list by an alias
      | tool | category |
      | get_category_content | docs |
      | get_category_content | notes |
    Then the project is read as if the aliases were written out
      | #1 value | # Intro\n |
      | #2 value | # A\n |

  Scenario: Limits of one byte
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits: {file_bytes: 1, response_bytes: 1}
      """
    And the files
      | docs/a.md | a |
      | docs/b.md | b |
      | docs/c.md | |
      # One character, two bytes.
      | docs/d.md | ä |
    When both limits are one byte
      | tool | category | pattern |
      | get_category_content | docs | a.md |
      | get_category_content | docs | c.md |
      | get_category_content | docs | d.md |
      | get_category_content | docs | {a,b}.md |
    Then documents of one byte are read, and one of them fills an answer
      | #1 value | a | | |
      | #2 value | | | |
      | #3 error | io_error | Could not read d.md (2 bytes, over the limit of 1, @file_bytes_limit) | @file_system_issue |
      | #4 part | text/markdown | guide://category/docs/a.md | a |
      | #4 message | Left out because the answer would exceed 1 bytes: b.md (1 B). | | |
      | #4 instruction | @narrow_pattern | | |

  Scenario: Project file that is too large
    Given the project
      """
      categories: {}
      """
    And the files
      | guide.yaml | {1048577*x} |
    When the project's file has more than 1,048,576 bytes
      | tool | category_or_collection |
      | list_content | |
      | get_content | docs |
    Then return Result.failure with error_type "no_session" that says how large it is and may be
      | error | no_session | @project_not_loaded the file cannot be read (1048577 bytes, over the limit of 1048576) | @project_required |
