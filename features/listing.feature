Feature: Listings

  Background:
    Given the project
      """
      categories:
        guidelines:
          dir: guidelines
          patterns: ["*.md"]
          description: How we write code here
        examples:
          dir: examples
          patterns: ["*.md", "*.py"]
      collections:
        onboarding:
          categories: [guidelines, examples]
          description: Read this first
        basics:
          categories: [guidelines]
      """
    And the sized files
      | guidelines/naming.md      | 80  |
      | guidelines/style.md       | 120 |
      | guidelines/archive/old.md | 7   |
      | examples/parser.py        | 45  |
    And the modification times
      | guidelines/naming.md | 2026-01-02T03:04:05Z |
      | guidelines/style.md  | 2026-01-01T00:30:00Z |
      | examples/parser.py   | 2024-02-29T12:00:00Z |

  Rule: FileInfo Metadata

    Scenario: Size and modification time
      When the documents of a category are listed
        | tool         | category_or_collection |
        | list_content | guidelines             |
      Then each has its URI, media type, size in bytes and modification time in UTC
        | success | true     |
        | rows    | 2        |
        | row     | guide://category/guidelines/naming.md; text/markdown; 80; 2026-01-02T03:04:05Z |
        | row     | guide://category/guidelines/style.md; text/markdown; 120; 2026-01-01T00:30:00Z |
        | message | (absent) |

    Scenario: Category and collection of a document
      When the documents of a collection are listed
        | tool         | category_or_collection |
        | list_content | onboarding             |
      Then the URI of each names the collection and its category
        | success | true |
        | rows    | 3    |
        | row     | guide://collection/onboarding/category/guidelines/naming.md; text/markdown; 80; 2026-01-02T03:04:05Z |
        | row     | guide://collection/onboarding/category/guidelines/style.md; text/markdown; 120; 2026-01-01T00:30:00Z |
        | row     | guide://collection/onboarding/category/examples/parser.py; text/x-python; 45; 2024-02-29T12:00:00Z |

    Scenario: Path of a document
      Given the sized files
        | guidelines/review.md.mustache | 33 |
      When documents in subdirectories and templates are listed
        | tool         | category_or_collection | pattern   |
        | list_content | guidelines             | archive/* |
        | list_content | guidelines             | review    |
      Then the URI has the path relative to the category without a template's suffix
        | success | true                                                            |
        | rows    | 1                                                               |
        | #1 row  | guide://category/guidelines/archive/old.md; text/markdown; 7; * |
        | #2 row  | guide://category/guidelines/review.md; text/markdown; 33; *     |

  Rule: Listing

    Scenario: Overview
      When list_content is called without a name
        | tool         |
        | list_content |
      Then every category and collection is listed with what it contains
        | success        | true                                                         |
        | rows           | 4                                                            |
        | row            | guidelines; Category; How we write code here; `*.md`; 2; 200 |
        | row            | examples; Category; ; `*.md`, `*.py`; 1; 45                  |
        | row            | onboarding; Collection; Read this first; guidelines, examples; 3; 245 |
        | row            | basics; Collection; ; guidelines; 2; 200                     |
        | value contains | Patterns or members                                          |
        | instruction    | (absent)                                                     |

    Scenario: Listing with a pattern
      When a pattern is given with the name
        | tool         | category_or_collection | pattern |
        | list_content | onboarding             | **/*.py |
        | list_content | guidelines             | **/*.md |
      Then the documents that match it are listed
        | success | true                                                            |
        | #1 rows | 1                                                               |
        | #1 row  | guide://collection/onboarding/category/examples/parser.py; text/x-python; 45; 2024-02-29T12:00:00Z |
        | #2 rows | 3                                                               |
        | #2 row  | guide://category/guidelines/archive/old.md; text/markdown; 7; * |
        | #2 row  | guide://category/guidelines/naming.md; text/markdown; 80; 2026-01-02T03:04:05Z |
        | #2 row  | guide://category/guidelines/style.md; text/markdown; 120; 2026-01-01T00:30:00Z |

    Scenario: Documents are not read
      Given the files
        | examples/binary.py | text<x00>text |
        | examples/latin.py  | caf<xE9>      |
      When documents have contents that cannot be returned
        | tool         | category_or_collection |
        | list_content | examples               |
      Then they are listed all the same
        | success     | true                                                     |
        | rows        | 3                                                        |
        | row         | guide://category/examples/binary.py; text/x-python; 9; * |
        | row         | guide://category/examples/latin.py; text/x-python; 4; *  |
        | row         | guide://category/examples/parser.py; text/x-python; 45; 2024-02-29T12:00:00Z |
        | value omits | Cannot be read:                                          |
        | value omits | caf                                                      |

    Scenario: Unreadable documents in a listing
      Given the sized files
        | examples/huge.py | 1048577 |
      And the links
        | examples/leak.md | ../guidelines/style.md |
      And the pipes
        | examples/pipe.md |
      When documents cannot be opened or are over the size limit
        | tool         | category_or_collection |
        | list_content | examples               |
        | list_content | onboarding             |
      Then they are named after the table with the reason
        | success           | true                                                      |
        | #1 rows           | 1                                                         |
        | #1 row            | guide://category/examples/parser.py; text/x-python; 45; 2024-02-29T12:00:00Z |
        | #1 value contains | \n\nCannot be read:\n                                     |
        | #1 value contains | \n- leak.md (the link leads out of the category)          |
        | #1 value contains | \n- pipe.md (not a regular file)                          |
        | #1 value contains | \n- huge.py (1048577 bytes, over the limit of 1048576)    |
        | #2 rows           | 3                                                         |
        | #2 row            | guide://collection/onboarding/category/guidelines/naming.md; text/markdown; 80; 2026-01-02T03:04:05Z |
        | #2 row            | guide://collection/onboarding/category/guidelines/style.md; text/markdown; 120; 2026-01-01T00:30:00Z |
        | #2 row            | guide://collection/onboarding/category/examples/parser.py; text/x-python; 45; 2024-02-29T12:00:00Z |
        | #2 value contains | \n- examples/leak.md (the link leads out of the category) |

    Scenario: Markdown in names and descriptions
      Given the project
        """
        categories:
          "a|b\\":
            dir: examples
            patterns: ["x|y", "a`b"]
            description: "left | right\\| `code` \\"
          "two\nlines":
            dir: examples
            patterns: ["\u202E*.py"]
            description: |
              one
              two | three
        collections:
          "c`|":
            categories: ["a|b\\"]
        """
      When names, descriptions and patterns hold characters that have a meaning in Markdown
        | tool         |
        | list_content |
      Then none ends its cell or its row
        | success | true |
        | rows    | 3    |
        | row     | a\|b<x5C><x5C>; Category; left \| right<x5C><x5C>\| <x5C>`code<x5C>` <x5C><x5C>; `x\|y`, `` a`b ``; 0; 0 |
        | row     | two lines; Category; one two \| three; <x5C>u{202e}*.py; 0; 0 |
        | row     | c<x5C>`\|; Collection; ; a\|b<x5C><x5C>; 0; 0 |

    Scenario: Failures of a listing
      When a name or a pattern of a listing finds nothing
        | tool         | category_or_collection | pattern |
        | list_content | wiki                   |         |
        | list_content | guidelines             | *.rst   |
        | list_content | onboarding             | *.rst   |
      Then the errors are those of a retrieval
        | success        | false                                                      |
        | #1 error_type  | not_found                                                  |
        | #1 error       | Category or collection 'wiki' not found. Valid names: 'onboarding', 'basics', 'guidelines', 'examples' |
        | #1 instruction | Present this error to the user and take no further action. |
        | #2 error_type  | no_matches                                                 |
        | #2 error       | No documents in category 'guidelines' match '*.rst'        |
        | #2 instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |
        | #3 error_type  | no_matches                                                 |
        | #3 error       | No documents in collection 'onboarding' match '*.rst'      |
        | value          | (absent)                                                   |
