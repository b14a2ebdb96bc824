Feature: Incomplete answers

  Background:
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
        examples:
          dir: examples
          patterns: ["*.py", "*.md"]
        drafts:
          dir: work/drafts
          patterns: ["*.md"]
      collections:
        handbook:
          categories: [examples, docs]
        renamed:
          categories: [guides, docs]
        torn:
          categories: [docs, drafts]
        ragged:
          categories: [guides, docs, drafts, manuals]
        twice:
          categories: [guides, docs, guides]
        lost:
          categories: [guides, drafts]
      """
    And the files
      | private/plan.md | # Plan\n |

  Rule: Partial Success

    Scenario: Some of several documents
      Given the files
        | docs/binary.md | <x00>       |
        | docs/intro.md  | # Intro\n   |
        | docs/latin.md  | <xE9>t<xE9> |
        | docs/setup.md  | # Setup\n   |
      And the links
        | docs/leak.md | ../private/plan.md |
      When some of several matching documents cannot be read
        | tool                 | category | pattern               |
        | get_category_content | docs     | *.md                  |
        | get_category_content | docs     | {intro,leak,setup}.md |
      Then return the others and name each of them with the reason
        | success             | true                                            |                                |           |
        | part                | text/markdown                                   | guide://category/docs/intro.md | # Intro\n |
        | part                | text/markdown                                   | guide://category/docs/setup.md | # Setup\n |
        | #1 message contains | Left out because it could not be read: binary.md (binary: NUL at byte |                                |           |
        | #1 message contains | , latin.md (not UTF-8: invalid at byte          |                                |           |
        | #1 message contains | , leak.md (the link leads out of the category). |                                |           |
        | #2 message          | Left out because it could not be read: leak.md (the link leads out of the category). |                                |           |
        | instruction         | (absent)                                        |                                |           |

    Scenario: Only one document left
      Given the files
        | docs/intro.md | # Intro\n |
      And the links
        | docs/gone.md | nowhere.md |
      When only one of several matching documents can be read
        | tool                 | category |
        | get_category_content | docs     |
      Then it is still returned as MIME multipart that says which document it is
        | success  | true           |                                |           |
        | parts    | 1              |                                |           |
        | part     | text/markdown  | guide://category/docs/intro.md | # Intro\n |
        | boundary | guide-boundary |                                |           |
        | message  | Left out because it could not be read: gone.md (the link's target does not exist). |                                |           |

    Scenario: No readable document
      Given the folders
        | docs |
      And the links
        | docs/gone.md | nowhere.md         |
        | docs/leak.md | ../private/plan.md |
      When none of the matching documents can be read
        | tool                 | category |
        | get_category_content | docs     |
      Then return Result.failure with error_type "io_error" that names each with its reason
        | success     | false    |
        | error_type  | io_error |
        | error       | Could not read gone.md (the link's target does not exist), leak.md (the link leads out of the category) |
        | instruction | Present this error to the user. File system issue requires user intervention. |
        | value       | (absent) |
        | message     | (absent) |

    Scenario: Unreadable document of a collection
      Given the files
        | docs/intro.md      | # Intro\n          |
        | examples/parser.py | def parse(): ...\n |
      And the links
        | docs/gone.md     | nowhere.md         |
        | examples/leak.md | ../private/plan.md |
      When a document found through a collection cannot be read
        | tool                   | collection | pattern |
        | get_collection_content | handbook   |         |
        | get_collection_content | handbook   | leak.md |
      Then it is named with its category
        | #1 success     | true          |                                                         |                    |
        | #1 part        | text/x-python | guide://collection/handbook/category/examples/parser.py | def parse(): ...\n |
        | #1 part        | text/markdown | guide://collection/handbook/category/docs/intro.md      | # Intro\n          |
        | #1 message     | Left out because it could not be read: examples/leak.md (the link leads out of the category), docs/gone.md (the link's target does not exist). |                                                         |                    |
        | #2 error_type  | io_error      |                                                         |                    |
        | #2 error       | Could not read examples/leak.md (the link leads out of the category) |                                                         |                    |
        | #2 instruction | Present this error to the user. File system issue requires user intervention. |                                                         |                    |

    Scenario: File in the place of a directory
      Given the files
        | docs/intro.md | # Intro\n |
      When a literal component of a pattern names a file where a directory is needed
        | tool                 | category | pattern          |
        | get_category_content | docs     | intro.md/part.md |
      Then it is reported as unreadable
        | success        | false                   |
        | error_type     | io_error                |
        | error contains | Could not read intro.md |
        | error contains | (not a directory)       |
        | instruction    | Present this error to the user. File system issue requires user intervention. |

  Rule: Missing Categories and Directories

    Scenario: Unknown category in a collection
      Given the files
        | docs/intro.md | # Intro\n |
        | docs/setup.md | # Setup\n |
      When a collection names a category that does not exist
        | tool                   | collection |
        | get_collection_content | renamed    |
        | get_collection_content | twice      |
      Then return the content of the other categories and name the missing one
        | success    | true          |                                                   |           |
        | #1 part    | text/markdown | guide://collection/renamed/category/docs/intro.md | # Intro\n |
        | #1 part    | text/markdown | guide://collection/renamed/category/docs/setup.md | # Setup\n |
        | #2 part    | text/markdown | guide://collection/twice/category/docs/intro.md   | # Intro\n |
        | #2 part    | text/markdown | guide://collection/twice/category/docs/setup.md   | # Setup\n |
        | #1 message | Collection 'renamed' is incomplete: category 'guides' does not exist. |                                                   |           |
        | #2 message | Collection 'twice' is incomplete: category 'guides' does not exist.   |                                                   |           |

    Scenario: Missing directory in a collection
      Given the files
        | docs/intro.md | # Intro\n |
      When the directory of a category in a collection does not exist
        | tool                   | collection |
        | get_collection_content | torn       |
        | get_collection_content | ragged     |
      Then return the content of the other categories and name all that is missing, in the collection's order
        | success    | true      |
        | value      | # Intro\n |
        | #1 message | Collection 'torn' is incomplete: the directory 'work/drafts' of category 'drafts' does not exist. |
        | #2 message | Collection 'ragged' is incomplete: category 'guides' does not exist, the directory 'work/drafts' of category 'drafts' does not exist, category 'manuals' does not exist. |

    Scenario: No category left
      When no category of a collection exists with a directory
        | tool                   | collection |
        | get_collection_content | lost       |
      Then return Result.failure with error_type "not_found" that names the categories
        | success        | false                                                      |
        | error_type     | not_found                                                  |
        | error contains | Collection 'lost' not found: none of its categories (      |
        | error contains | guides                                                     |
        | error contains | drafts                                                     |
        | error contains | ) exists with a directory                                  |
        | error omits    | Valid names                                                |
        | instruction    | Present this error to the user and take no further action. |
        | value          | (absent)                                                   |

    Scenario: Missing directory of a category
      When the directory of a category does not exist
        | tool                 | category |
        | get_category_content | drafts   |
      Then return Result.failure with error_type "not_found" that names the directory
        | success     | false                                                      |
        | error_type  | not_found                                                  |
        | error       | Category 'drafts' not found: its directory 'work/drafts' does not exist |
        | instruction | Present this error to the user and take no further action. |
        | value       | (absent)                                                   |

    Scenario: Directory of a category that is none
      Given the files
        | work/drafts   | a file    |
        | docs/intro.md | # Intro\n |
      When something else stands where a category has its directory
        | tool                   | category | collection |
        | get_category_content   | drafts   |            |
        | get_collection_content |          | torn       |
      Then it is not found, and said to be what it is
        | #1 error_type | not_found                                                                               |
        | #1 error      | Category 'drafts' not found: its directory 'work/drafts' cannot be opened: not a directory |
        | #2 value      | # Intro\n                                                                               |
        | #2 message    | Collection 'torn' is incomplete: the directory 'work/drafts' of category 'drafts' cannot be opened (not a directory). |

    Scenario: Nothing left beside a missing directory
      Given the folders
        | docs |
      And the links
        | docs/leak.md | ../private/plan.md |
      When an incomplete collection has only unreadable documents or no match
        | tool                   | collection | pattern |
        | get_collection_content | torn       |         |
        | get_collection_content | torn       | *.rst   |
      Then return Result.failure with error_type "io_error" or "no_matches"
        | success        | false      |
        | #1 error_type  | io_error   |
        | #1 error       | Could not read docs/leak.md (the link leads out of the category). Collection 'torn' is incomplete: the directory 'work/drafts' of category 'drafts' does not exist. |
        | #1 instruction | Present this error to the user. File system issue requires user intervention. |
        | #2 error_type  | no_matches |
        | #2 error       | No documents in collection 'torn' match '*.rst'. Collection 'torn' is incomplete: the directory 'work/drafts' of category 'drafts' does not exist. |
        | #2 instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |

    Scenario: Empty directory
      Given the folders
        | docs     |
        | examples |
      When the directories that are searched are empty
        | tool                   | category | collection |
        | get_category_content   | docs     |            |
        | get_category_content   | examples |            |
        | get_collection_content |          | handbook   |
      Then return Result.failure with error_type "no_matches" that names each default pattern once
        | success     | false                                                      |
        | error_type  | no_matches                                                 |
        | #1 error    | No documents in category 'docs' match '*.md'               |
        | #2 error    | No documents in category 'examples' match '*.py', '*.md'   |
        | #3 error    | No documents in collection 'handbook' match '*.py', '*.md' |
        | instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |

    Scenario: Sentences of a message
      Given the files
        | docs/intro.md          | # Intro\n             |
        | docs/setup.md.mustache | # Setup {{version}}\n |
      And the links
        | docs/leak.md | ../private/plan.md |
      When several things are to be said about one success
        | tool                   | collection |
        | get_collection_content | torn       |
      Then the message says what is missing, what could not be read and what is a template, in this order
        | success | true          |                                                |                       |
        | part    | text/markdown | guide://collection/torn/category/docs/intro.md | # Intro\n             |
        | part    | text/markdown | guide://collection/torn/category/docs/setup.md | # Setup {{version}}\n |
        | message | Collection 'torn' is incomplete: the directory 'work/drafts' of category 'drafts' does not exist. Left out because it could not be read: docs/leak.md (the link leads out of the category). Unrendered templates: docs/setup.md.mustache. |                                                |                       |
