Feature: Incomplete answers
  Something is often missing: a link is broken, a file is binary, a directory was renamed. An agent
  that is not told believes that it has read everything, and one that gets an error has nothing. So
  the rest is returned, and each gap is named with its reason.

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.py", "*.md"]}
        drafts: {dir: work/drafts, patterns: ["*.md"]}
      collections:
        handbook: {categories: [examples, docs]}
        renamed: {categories: [guides, docs]}
        torn: {categories: [docs, drafts]}
        ragged: {categories: [guides, docs, drafts, manuals]}
        twice: {categories: [guides, docs, guides]}
        lost: {categories: [guides, drafts]}
      """
    And the files
      | private/plan.md | # Plan\n |

  Rule: Partial Success
    Where some matching documents can be read and others cannot, the result SHALL be a success with those that can be read and a message that names each of the others with its reason. Where none can be read, the result SHALL be a failure with error_type `io_error` that names them. No document SHALL be left out silently. A document SHALL be named by its path relative to the category, and by category and path where it was found through a collection or several categories were searched.

    Scenario: Some of several documents
      Given the files
        | docs/binary.md | GIF\x00\x00 |
        | docs/intro.md | # Intro\n |
        | docs/latin.md | un \xe9t\xe9 |
        | docs/setup.md | # Setup\n |
      And the links
        | docs/leak.md | ../private/plan.md |
      When some of several matching documents cannot be read
        | tool | category | pattern |
        | get_category_content | docs | *.md |
        | get_category_content | docs | {intro,leak,setup}.md |
      Then return the others and name each of them with the reason
        | part | text/markdown | guide://category/docs/intro.md | # Intro\n |
        | part | text/markdown | guide://category/docs/setup.md | # Setup\n |
        | #1 message | Left out because it could not be read: binary.md (binary: NUL at byte 3; @exclude_it), latin.md (not UTF-8: invalid at byte 3; @save_as_utf8), leak.md @link_out. | | |
        | #2 message | Left out because it could not be read: leak.md @link_out. | | |

    Scenario: Only one readable document
      Given the files
        | docs/intro.md | # Intro\n |
      And the links
        | docs/gone.md | nowhere.md |
      When only one of several matching documents can be read
        | tool | category |
        | get_category_content | docs |
      Then the document is still returned as MIME multipart, with its location
        | parts | 1 | | |
        | part | text/markdown | guide://category/docs/intro.md | # Intro\n |
        | boundary | guide-boundary | | |
        | message | Left out because it could not be read: gone.md (the link's target does not exist). | | |

    @1.5.5 @1.5.7 @3.4.4 @3.5.4 @3.8.4
    Scenario: No readable document
      Given the folders
        | docs |
      And the links
        | docs/gone.md | nowhere.md |
        | docs/leak.md | ../private/plan.md |
      When none of the matching documents can be read
        | tool | category |
        | get_category_content | docs |
      Then return Result.failure with error_type "io_error" that names each with its reason
        | error | io_error | Could not read gone.md (the link's target does not exist), leak.md @link_out | @file_system_issue |

    Scenario: Many unreadable documents
      Given the files
        | docs/00.md | # First\n |
        | docs/99.md | # Last\n |
      And the pipes
        | docs/{01..52}.md |
      When more documents cannot be read than can be named
        | tool | category | pattern |
        | get_category_content | docs | |
        | get_category_content | docs | *[1-9].md |
      Then fifty are named and the others are counted, and those that can be read are returned
        | #1 part | text/markdown | guide://category/docs/00.md | # First\n |
        | #1 part | text/markdown | guide://category/docs/99.md | # Last\n |
        | #1 message | Left out because it could not be read: {01..50*#.md (not a regular file), }and 2 more. | | |
        | #2 part | text/markdown | guide://category/docs/99.md | # Last\n |
        | #2 message | Left out because it could not be read: 01.md (not a regular file), 02.md (not a regular file), 03.md (not a regular file), 04.md (not a regular file), 05.md (not a regular file), 06.md (not a regular file), 07.md (not a regular file), 08.md (not a regular file), 09.md (not a regular file), 11.md (not a regular file), 12.md (not a regular file), 13.md (not a regular file), 14.md (not a regular file), 15.md (not a regular file), 16.md (not a regular file), 17.md (not a regular file), 18.md (not a regular file), 19.md (not a regular file), 21.md (not a regular file), 22.md (not a regular file), 23.md (not a regular file), 24.md (not a regular file), 25.md (not a regular file), 26.md (not a regular file), 27.md (not a regular file), 28.md (not a regular file), 29.md (not a regular file), 31.md (not a regular file), 32.md (not a regular file), 33.md (not a regular file), 34.md (not a regular file), 35.md (not a regular file), 36.md (not a regular file), 37.md (not a regular file), 38.md (not a regular file), 39.md (not a regular file), 41.md (not a regular file), 42.md (not a regular file), 43.md (not a regular file), 44.md (not a regular file), 45.md (not a regular file), 46.md (not a regular file), 47.md (not a regular file), 48.md (not a regular file), 49.md (not a regular file), 51.md (not a regular file), 52.md (not a regular file). | | |

    Scenario: Unreadable document of a collection
      Given the files
        | docs/intro.md | # Intro\n |
        | examples/parser.py | def parse(): ...\n |
      And the links
        | docs/gone.md | nowhere.md |
        | examples/leak.md | ../private/plan.md |
      When a document found through a collection cannot be read
        | tool | collection | pattern |
        | get_collection_content | handbook | |
        | get_collection_content | handbook | leak.md |
      Then the document is named with its category
        | #1 part | text/x-python | guide://collection/handbook/category/examples/parser.py | def parse(): ...\n |
        | #1 part | text/markdown | guide://collection/handbook/category/docs/intro.md | # Intro\n |
        | #1 message | Left out because it could not be read: examples/leak.md @link_out, docs/gone.md (the link's target does not exist). | | |
        | #2 error | io_error | Could not read examples/leak.md @link_out | @file_system_issue |

    Scenario: File instead of a directory
      Given the files
        | docs/intro.md | # Intro\n |
      When a literal component of a pattern names a file where a directory is needed
        | tool | category | pattern |
        | get_category_content | docs | intro.md/part.md |
      Then the file is reported as unreadable
        | error | io_error | Could not read intro.md (not a directory) | @file_system_issue |

  Rule: Missing Categories and Directories
    If a collection names a category that does not exist, or one whose directory does not exist, the others SHALL be returned, and the message SHALL name it. If nothing is left, the failure SHALL be `io_error` if a matching document could not be read, else `not_found` if every category or directory is missing, else `no_matches`; a failure SHALL also say what is missing. A single category whose directory does not exist SHALL be `not_found`.

    A message of several sentences SHALL have this order: the project is stale (Live Reload), missing categories and directories, unreadable documents, documents left out for size, templates, variables without a value.

    @7.3.6
    Scenario: Unknown category in a collection
      Given the files
        | docs/intro.md | # Intro\n |
        | docs/setup.md | # Setup\n |
      When a collection names a category that does not exist
        | tool | collection |
        | get_collection_content | renamed |
        | get_collection_content | twice |
      Then return the content of the other categories and name the missing one
        | #1 part | text/markdown | guide://collection/renamed/category/docs/intro.md | # Intro\n |
        | #1 part | text/markdown | guide://collection/renamed/category/docs/setup.md | # Setup\n |
        | #2 part | text/markdown | guide://collection/twice/category/docs/intro.md | # Intro\n |
        | #2 part | text/markdown | guide://collection/twice/category/docs/setup.md | # Setup\n |
        | #1 message | Not searched: 'guides' @neither. | | |
        # It is named once, though the collection has it twice.
        | #2 message | Not searched: 'guides' @neither. | | |

    @7.3.6
    Scenario: Missing directory in a collection
      Given the files
        | docs/intro.md | # Intro\n |
      When the directory of a category in a collection does not exist
        | tool | collection |
        | get_collection_content | torn |
        | get_collection_content | ragged |
      Then return the content of the other categories and name all that is missing, in the collection's order
        | value | # Intro\n |
        | #1 message | Not searched: @drafts_missing. |
        | #2 message | Not searched: 'guides' @neither, 'manuals' @neither, @drafts_missing. |

    @7.2.6
    Scenario: Only unknown categories
      When no category of a collection exists with a directory
        | tool | collection |
        | get_collection_content | lost |
      Then return Result.failure with error_type "not_found" that names the categories
        | error | not_found | Collection 'lost' not found: 'guides' @neither, @drafts_missing | @present_error |

    @1.1.6 @1.2.6 @1.2.7 @1.5.1 @1.5.5 @1.5.7
    Scenario: Missing directory of a category
      When the directory of a category does not exist
        | tool | category |
        | get_category_content | drafts |
      Then return Result.failure with error_type "not_found" that names the directory
        | error | not_found | Category 'drafts' not found: @drafts_missing | @present_error |

    Scenario: Directory of a category that is not a directory
      Given the files
        | work/drafts | a file |
        | docs/intro.md | # Intro\n |
      When the path of a category's directory is something else
        | tool | category | collection |
        | get_category_content | drafts | |
        | get_collection_content | | torn |
      Then the call fails with not_found, and the error says what it is
        | #1 error | not_found | Category 'drafts' not found: the directory 'work/drafts' of category 'drafts' cannot be opened (not a directory) | @present_error |
        | #2 value | # Intro\n | | |
        | #2 message | Not searched: the directory 'work/drafts' of category 'drafts' cannot be opened (not a directory). | | |

    @7.4.4
    Scenario: Only a missing directory and no matches
      Given the folders
        | docs |
      And the links
        | docs/leak.md | ../private/plan.md |
      When an incomplete collection has only unreadable documents or no match
        | tool | collection | pattern |
        | get_collection_content | torn | |
        | get_collection_content | torn | *.rst |
      Then return Result.failure with error_type "io_error" or "no_matches"
        | #1 error | io_error | Could not read docs/leak.md @link_out. Not searched: @drafts_missing. | @file_system_issue |
        | #2 error | no_matches | No documents in collection 'torn' match '*.rst'. It holds no documents. Not searched: @drafts_missing. | @correct_pattern |

    @1.5.7 @1.6.6
    Scenario: Empty directory
      Given the folders
        | docs |
        | examples |
      When the directories that are searched are empty
        | tool | category | collection |
        | get_category_content | docs | |
        | get_category_content | examples | |
        | get_collection_content | | handbook |
      Then return Result.failure with error_type "no_matches" that names each default pattern once
        | #1 error | no_matches | No documents in category 'docs' match '*.md' @own_patterns. It holds no documents | @correct_pattern |
        | #2 error | no_matches | No documents in category 'examples' match '*.py', '*.md' @own_patterns. It holds no documents | @correct_pattern |
        | #3 error | no_matches | No documents in collection 'handbook' match '*.py', '*.md' @own_patterns. It holds no documents | @correct_pattern |

    Scenario: Every warning in one message
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        collections: {torn: {categories: [docs, drafts]}}
        limits: {response_bytes: 400}
        """
      And the files
        | docs/a.md.mustache | # {{a}}\n |
        | docs/c.md.mustache | # {{c}}\n |
        | docs/b.md | {300*x} |
        | docs/d.md | {1000*x} |
      And the links
        | docs/leak.md | ../private/plan.md |
      When a tool is called
        | tool | collection |
        | get_collection_content | torn |
      And the project's file is changed so that it cannot be loaded
        """
        limits: {}
        """
      And one success has every kind of warning
        | tool | collection | pattern |
        | get_collection_content | torn | |
        # Nothing of this can be read: the sentences follow an error.
        | get_collection_content | torn | {leak,x}.md |
      Then the message says what is stale, what is missing, what could not be read, what was left out and what is a template, in this order
        | #1 part | text/markdown | guide://collection/torn/category/docs/a.md | # {{a}}\n |
        | #1 part | text/markdown | guide://collection/torn/category/docs/c.md | # {{c}}\n |
        | #1 message | Not searched: 'drafts' @neither. Left out because it could not be read: docs/leak.md @link_out. Left out because the answer would exceed 400 bytes: guide://collection/torn/category/docs/b.md (300 B), guide://collection/torn/category/docs/d.md (1000 B). Unrendered templates: docs/a.md.mustache, docs/c.md.mustache. | | |
        | #1 instruction | @by_uri | | |
        | #2 part | text/markdown | guide://collection/torn/category/docs/a.md | # {{a}}\n |
        | #2 part | text/markdown | guide://collection/torn/category/docs/c.md | # {{c}}\n |
        | #2 message | guide.yaml cannot be loaded any more (missing field 'categories' (write 'categories: {}', or what mcp-guide init --dry-run prints) at line 1 column 1); @last_good. Not searched: 'drafts' @neither. Left out because it could not be read: docs/leak.md @link_out. Left out because the answer would exceed 400 bytes: guide://collection/torn/category/docs/b.md (300 B), guide://collection/torn/category/docs/d.md (1000 B). Unrendered templates: docs/a.md.mustache, docs/c.md.mustache. | | |
        | #2 instruction | @by_uri | | |
        | #3 error | io_error | Could not read docs/leak.md @link_out. guide.yaml cannot be loaded any more (missing field 'categories' (write 'categories: {}', or what mcp-guide init --dry-run prints) at line 1 column 1); @last_good. Not searched: 'drafts' @neither. | @file_system_issue |

    Scenario: Many missing categories and patterns
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["*.md"]}
          many: {dir: docs, patterns: [{01..51*x#.md, }x52.md]}
        collections: {lack: {categories: [docs, {01..51*g#, }g52]}}
        """
      And the files
        | docs/intro.md | # Intro\n |
      When more categories are missing, or more patterns match nothing, than can be named
        | tool | collection | category |
        | get_collection_content | lack | |
        | get_category_content | | many |
      Then fifty are named and the others are counted
        | #1 value | # Intro\n | | |
        | #1 message | Not searched: {01..50*'g#' @neither, }and 2 more. | | |
        | #2 error | no_matches | No documents in category 'many' match {01..50*'x#.md', }and 2 more @own_patterns. It holds 'intro.md' | @correct_pattern |
