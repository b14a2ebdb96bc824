Feature: Live Reload
  People edit guide.yaml and documents while the server runs. Their changes apply from the next call
  on. A broken edit must neither stop an agent in the middle of its work nor go unmentioned.

  Documents and the project's file SHALL be checked again on each call. If a changed project cannot be loaded, the last good project SHALL stay in use, and the message, or the error of a failure, SHALL say so until the file can be loaded. A call with invalid arguments or an invalid pattern is refused before the project is checked, and does not mention it.

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | docs/notes.txt | notes\n |

  Scenario: Changed documents
    When a tool is called
      | tool | category |
      | get_category_content | docs |
    And documents are changed and added
      | path | content |
      | docs/intro.md | # Intro, revised\n |
      | docs/setup.md | # Setup\n |
    And the tool is called again
      | tool | category |
      | get_category_content | docs |
    Then the second call returns the changed documents
      | #1 value | # Intro\n | | |
      | #2 part | text/markdown | guide://category/docs/intro.md | # Intro, revised\n |
      | #2 part | text/markdown | guide://category/docs/setup.md | # Setup\n |

  @1.1.6 @1.7.6
  Scenario: Removed documents
    When a tool is called
      | tool | category |
      | get_category_content | docs |
    And a document is removed
      | removed |
      | docs/intro.md |
    And the tool is called again
      | tool | category |
      | get_category_content | docs |
    And the directory is removed as well
      | removed |
      | docs |
    And the tool is called once more
      | tool | category |
      | get_category_content | docs |
    Then each call returns what is there at that time
      | #1 value | # Intro\n | | |
      | #2 error | no_matches | No documents in category 'docs' match '*.md' @own_patterns. It holds 'notes.txt' | @correct_pattern |
      | #3 error | not_found | Category 'docs' not found: the directory 'docs' of category 'docs' cannot be opened (it does not exist) | @present_error |

  Scenario: Change of the same length and time
    Given the modification times
      | guide.yaml | 2020-02-02T02:02:02Z |
    When a tool is called
      | tool | category |
      | get_category_content | docs |
    And the project's file is changed to another of the same length
      """
      categories: {docs: {dir: docs, patterns: ["*.tx"]}}
      """
    And it is given the time that it had
      | modified | to |
      | guide.yaml | 2020-02-02T02:02:02Z |
    And the tool is called again
      | tool | category |
      | get_category_content | docs |
    Then the change is in force without a restart
      | #1 value | # Intro\n | | |
      | #2 error | no_matches | No documents in category 'docs' match '*.tx' @own_patterns. It holds 'intro.md', 'notes.txt' | @correct_pattern |

  Scenario: Broken change
    When a tool is called
      | tool | category |
      | get_category_content | docs |
    And the project's file is changed so that it cannot be loaded
      """
      categories:
        docs:
          dir: docs
          patterns: []
      """
    And the tool is called again
      | tool | category |
      | get_category_content | docs |
    And the project's file is repaired
      """
      categories: {docs: {dir: docs, patterns: ["*.txt"]}}
      """
    And the tool is called once more
      | tool | category |
      | get_category_content | docs |
    Then the last good project is used, with a message, until the file can be loaded
      | #1 value | # Intro\n |
      | #2 value | # Intro\n |
      | #2 message | guide.yaml cannot be loaded any more (categories.docs.patterns: at least one pattern is needed at line 4 column 15); @last_good. |
      | #3 value | notes\n |

  Scenario: Failure while a change cannot be loaded
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"]}
        faulty: {dir: docs, patterns: ["*.md", "[a"]}
        gone: {dir: gone, patterns: ["*.md"]}
        binary: {dir: docs, patterns: ["*.bin"]}
      collections: {both: {categories: [docs, gone]}}
      """
    And the files
      | docs/b.bin | bin\x00 |
    When a tool is called
      | tool | category |
      | get_category_content | docs |
    And the project's file is changed so that it cannot be loaded
      """
      categories: {}
      limits: {file_bytes: 0}
      """
    And calls fail in every way
      | tool | category | collection | category_or_collection | pattern |
      | get_category_content | doc | | | |
      | get_category_content | gone | | | |
      | get_category_content | docs | | | *.rst |
      | get_collection_content | | both | | *.rst |
      | get_category_content | faulty | | | |
      | get_category_content | binary | | | |
      | list_content | | | nothing | |
    Then each error also says that the change cannot be loaded
      | #1 value | # Intro\n | | |
      | #2 error | not_found | Category 'doc' not found. Did you mean 'docs'? @limit_not_loaded | @present_error |
      # After a question mark no full stop is added.
      | #3 error | not_found | Category 'gone' not found: the directory 'gone' of category 'gone' cannot be opened (it does not exist). @limit_not_loaded | @present_error |
      | #4 error | no_matches | No documents in category 'docs' match '*.rst'. It holds 'b.bin', 'intro.md', 'notes.txt'. @limit_not_loaded | @correct_pattern |
      | #5 error | no_matches | No documents in collection 'both' match '*.rst'. It holds 'docs/b.bin', 'docs/intro.md', 'docs/notes.txt'. @limit_not_loaded Not searched: the directory 'gone' of category 'gone' cannot be opened (it does not exist). | @correct_pattern |
      | #6 error | invalid_pattern | Invalid pattern '[a' at character 1 of 'faulty' in guide.yaml: this '[' is never closed. @pattern_help @limit_not_loaded | @explain_pattern |
      | #7 error | io_error | Could not read b.bin (binary: NUL at byte 3; @exclude_it). @limit_not_loaded | @file_system_issue |
      | #8 error | not_found | Category or collection 'nothing' not found. Valid names: 'both', 'docs', 'faulty', 'gone', 'binary'. @limit_not_loaded | @present_error |

  Scenario: Invalid call while a change cannot be loaded
    When a tool is called
      | tool | category |
      | get_category_content | docs |
    And the project's file is changed so that it cannot be loaded
      """
      categories: 7
      """
    And calls fail by their own arguments
      | tool | category | pattern |
      | get_category_content | docs | a/**b |
      | get_category_content | | |
      | get_category_content | docs | |
    Then the errors are only about the arguments
      | #1 value | # Intro\n | | |
      | #2 error | invalid_pattern | Invalid pattern 'a/**b' at character 3: '**' must stand alone between slashes. @pattern_help | @explain_pattern |
      | #3 error | invalid_argument | Invalid arguments for get_category_content: 'category' is required (string) and is missing or empty. @category_args | @correct_args |
      | #4 value | # Intro\n | | |
      | #4 message | @not_loaded | | |

  Scenario: Documents while a change cannot be loaded
    When a tool is called
      | tool | category |
      | get_category_content | docs |
    And the project's file is changed so that it cannot be loaded
      """
      categories: {docs: {dir: docs}}
      """
    And documents are changed and added
      | path | content |
      | docs/intro.md | # Intro, revised\n |
      | docs/setup.md | # Setup\n |
    And the tool is called again
      | tool | category |
      | get_category_content | docs |
    And a document is removed
      | removed |
      | docs/intro.md |
    And the tool is called once more
      | tool | category |
      | get_category_content | docs |
    Then the documents are as they are now, of the last good project
      | #1 value | # Intro\n | | |
      | #2 part | text/markdown | guide://category/docs/intro.md | # Intro, revised\n |
      | #2 part | text/markdown | guide://category/docs/setup.md | # Setup\n |
      | #2 message | guide.yaml cannot be loaded any more (categories.docs: missing field 'patterns' at line 1 column 20); @last_good. | | |
      | #3 value | # Setup\n | | |
      | #3 message | guide.yaml cannot be loaded any more (categories.docs: missing field 'patterns' at line 1 column 20); @last_good. | | |

  Scenario: Reverted change
    When a tool is called
      | tool | category |
      | get_category_content | docs |
    And the project's file is removed
      | removed |
      | guide.yaml |
    And the tool is called again
      | tool | category |
      | get_category_content | docs |
    And the project's file is written as it was
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """
    And the tool is called once more
      | tool | category |
      | get_category_content | docs |
    Then the messages no longer mention it
      | value | # Intro\n |
      | #2 message | guide.yaml cannot be loaded any more (the file does not exist); @last_good. |

  Scenario: Listing while a change cannot be loaded
    Given the modification times
      | docs/intro.md | 2024-02-29T12:30:00Z |
    When a tool is called
      | tool |
      | list_content |
    And the project's file is changed so that it cannot be loaded
      """
      categories: {}
      collections: []
      """
    And the tool is called again
      | tool | category_or_collection |
      | list_content | |
      | list_content | docs |
    Then the last good project is listed, with a message
      | #1 head | @names_head |
      | #1 row | docs; Category; ; `*.md`; 1; 8; ~2 |
      | #2 head | @names_head |
      | #2 row | docs; Category; ; `*.md`; 1; 8; ~2 |
      | #2 message | guide.yaml cannot be loaded any more (collections: expected a map, found a list at line 2 column 14); @last_good. |
      | #3 head | @documents_head |
      | #3 row | guide://category/docs/intro.md; Intro; ; text/markdown; 8; ~2; 2024-02-29T12:30:00Z |
      | #3 line | |
      | #3 head | @sections_head |
      | #3 row | 1; Intro; 8; ~2; guide://category/docs/intro.md#intro |
      | #3 message | guide.yaml cannot be loaded any more (collections: expected a map, found a list at line 2 column 14); @last_good. |

  Scenario: Changed document in every tool
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections: {handbook: {categories: [docs]}}
      """
    And the modification times
      | docs/intro.md | 2024-02-29T12:30:00Z |
    When every tool is called, with a pattern and without
      | tool | category | collection | category_or_collection | pattern |
      | get_category_content | docs | | | intro.md |
      | get_collection_content | | handbook | | |
      | get_content | | | docs | |
      | list_content | | | | |
      | list_content | | | handbook | intro.md |
    And a document is changed
      | path | content |
      | docs/intro.md | # Intro, revised\n |
    And it is given another time
      | modified | to |
      | docs/intro.md | 2025-03-01T00:00:00Z |
    And every tool is called again in the same way
      | tool | category | collection | category_or_collection | pattern |
      | get_category_content | docs | | | intro.md |
      | get_collection_content | | handbook | | |
      | get_content | | | docs | |
      | list_content | | | | |
      | list_content | | | handbook | intro.md |
    Then the second calls return, count and list it as it is now
      | #1 value | # Intro\n |
      | #2 value | # Intro\n |
      | #3 value | # Intro\n |
      | #4 head | @names_head |
      | #4 row | docs; Category; ; `*.md`; 1; 8; ~2 |
      | #4 row | handbook; Collection; ; docs; 1; 8; ~2 |
      | #5 head | @documents_head |
      | #5 row | guide://collection/handbook/category/docs/intro.md; Intro; ; text/markdown; 8; ~2; 2024-02-29T12:30:00Z |
      | #5 line | |
      | #5 head | @sections_head |
      | #5 row | 1; Intro; 8; ~2; guide://collection/handbook/category/docs/intro.md#intro |
      | #6 value | # Intro, revised\n |
      | #7 value | # Intro, revised\n |
      | #8 value | # Intro, revised\n |
      | #9 head | @names_head |
      | #9 row | docs; Category; ; `*.md`; 1; 17; ~4 |
      | #9 row | handbook; Collection; ; docs; 1; 17; ~4 |
      | #10 head | @documents_head |
      | #10 row | guide://collection/handbook/category/docs/intro.md; Intro, revised; ; text/markdown; 17; ~4; 2025-03-01T00:00:00Z |
      | #10 line | |
      | #10 head | @sections_head |
      | #10 row | 1; Intro, revised; 17; ~4; guide://collection/handbook/category/docs/intro.md#intro-revised |

  Scenario: Changed parts of a project
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections: {handbook: {categories: [docs]}}
      """
    When tools are called
      | tool | category_or_collection |
      | get_content | handbook |
      | list_content | |
    And the limits, a description, the patterns and the name of a collection are changed
      """
      categories: {docs: {dir: docs, patterns: ["*.txt", "*.md"], description: Read me}}
      collections: {manual: {categories: [docs]}}
      limits: {file_bytes: 7, response_bytes: 1000}
      """
    And tools are called with the old names and with the new ones
      | tool | category_or_collection |
      | get_content | handbook |
      | get_content | manual |
      | list_content | |
    Then each change applies to results, listings and suggestions
      | #1 value | # Intro\n | | |
      | #2 head | @names_head | | |
      | #2 row | docs; Category; ; `*.md`; 1; 8; ~2 | | |
      | #2 row | handbook; Collection; ; docs; 1; 8; ~2 | | |
      | #3 error | not_found | Category or collection 'handbook' not found. Valid names: 'manual', 'docs' | @present_error |
      | #4 part | text/plain | guide://collection/manual/category/docs/notes.txt | notes\n |
      | #4 message | Left out because it could not be read: docs/intro.md (8 bytes, over the limit of 7, @file_bytes_limit). | | |
      | #5 head | @names_head | | |
      | #5 row | docs; Category; Read me; `*.txt`, `*.md`; 1; 6; ~1 | | |
      | #5 row | manual; Collection; ; docs; 1; 6; ~1 | | |
      | #5 message | Left out because it could not be read: docs/intro.md (8 bytes, over the limit of 7, @file_bytes_limit). | | |
