Feature: Project File

  Scenario: Optional fields
    Given the project
      """
      # Only what is needed.
      categories:
        docs:
          dir: docs
          patterns: [intro.md]
      """
    And the files
      | docs/intro.md | # Intro\n |
    When a project leaves out descriptions, collections and limits
      | tool                   | category_or_collection | collection |
      | get_content            | docs                   |            |
      | get_collection_content |                        | handbook   |
    Then it is loaded all the same
      | #1 value      | # Intro\n                                                 |
      | #2 error_type | not_found                                                 |
      | #2 error      | Collection 'handbook' not found. The project defines none |

  Scenario: Default limits
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      """
    And the sized files
      | docs/a.md | 1048576 |
      | docs/b.md | 1048577 |
      | docs/c.md | 1       |
    When a project sets no limits
      | tool                 | category | pattern  |
      | get_category_content | docs     | a.md     |
      | get_category_content | docs     | b.md     |
      | get_category_content | docs     | {a,c}.md |
    Then a file may have 1,048,576 bytes and a response 262,144
      | #1 value      | file:docs/a.md                                                 |                            |                |
      | #2 error_type | io_error                                                       |                            |                |
      | #2 error      | Could not read b.md (1048577 bytes, over the limit of 1048576) |                            |                |
      | #3 part       | text/markdown                                                  | guide://category/docs/a.md | file:docs/a.md |
      | #3 message    | Left out because the answer would exceed 262144 bytes: c.md (1 bytes). |                            |                |

  Scenario: Project without categories
    Given the project
      """
      categories: {}
      """
    When a project defines no categories and no collections
      | tool         | category_or_collection |
      | list_content |                        |
      | get_content  | docs                   |
    Then the listing and the errors say so
      | #1 success        | true                                                  |
      | #1 value contains | The project defines no categories and no collections. |
      | #2 error_type     | not_found                                             |
      | #2 error          | Category or collection 'docs' not found. The project defines none |

  Scenario: Empty collection
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      collections:
        later:
          categories: []
      """
    And the files
      | docs/intro.md | # Intro\n |
    When a collection has no categories
      | tool                   | collection | category |
      | get_collection_content | later      |          |
      | get_category_content   |            | docs     |
    Then return Result.failure with error_type "no_matches" for that collection alone
      | #1 error_type  | no_matches |
      | #1 error       | No documents in collection 'later' match any pattern, because it has no categories |
      | #1 instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |
      | #2 value       | # Intro\n  |

  Scenario: YAML syntax
    Given the project
      """
      categories:
        docs: [dir: docs
      """
    When the project's file is not YAML
      | tool         | category_or_collection |
      | get_content  | docs                   |
      | list_content |                        |
    Then each call returns Result.failure with error_type "no_session" that says where
      | success        | false                                                   |
      | error_type     | no_session                                              |
      | error contains | No active project session: guide.yaml cannot be loaded: |
      | error contains | line                                                    |
      | instruction    | Inform user that project context is required.           |
      | value          | (absent)                                                |

  Scenario: Brackets that open nothing
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
    When texts and comments of the project's file hold brackets that are never closed
      | tool                 | category |
      | get_category_content | docs     |
    Then it is loaded, and they are text
      | value   | # Intro\n |
      | message | (absent)  |

  Scenario: Aliases
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: &markdown ["*.md"]
        notes:
          dir: notes
          patterns: *markdown
      """
    And the files
      | docs/intro.md | # Intro\n |
      | notes/a.md    | # A\n     |
    When the project's file repeats a list by an alias
      | tool                 | category |
      | get_category_content | docs     |
      | get_category_content | notes    |
    Then it is read as if it were written out
      | #1 value | # Intro\n |
      | #2 value | # A\n     |

  Scenario: YAML that is not taken
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      """
    And the files
      | docs/intro.md | # Intro\n |
    When a tool is called
      | tool                 | category |
      | get_category_content | docs     |
    And the project's file has a directive
      """
      %TAG !a! tag:a
      ---
      categories: {}
      """
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    And an alias stands within what it stands for
      """
      categories:
        docs: &docs
          patterns: *docs
      """
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    And aliases stand for more than the file holds
      """
      a0: &a0 [xxxxxxxx, xxxxxxxx, xxxxxxxx, xxxxxxxx, xxxxxxxx, xxxxxxxx, xxxxxxxx, xxxxxxxx, xxxxxxxx]
      a1: &a1 [*a0, *a0, *a0, *a0, *a0, *a0, *a0, *a0, *a0]
      a2: &a2 [*a1, *a1, *a1, *a1, *a1, *a1, *a1, *a1, *a1]
      a3: &a3 [*a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2, *a2]
      a4: &a4 [*a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3]
      """
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    And lists are nested too deep
      """
      categories: [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]
      """
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    And a second document begins
      """
      categories: {}
      ---
      categories: {}
      """
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    And a value has a tag
      """
      categories:
        docs: {dir: !path docs, patterns: ["*.md"]}
      """
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    Then each message says what is not taken, and where
      | value               | # Intro\n                                          |
      | #1 message          | (absent)                                           |
      | #2 message contains | a directive ('%') is not allowed at line 1 column 1 |
      | #3 message contains | categories.docs.patterns: an alias within what it stands for at line 3 column 15 |
      | #4 message contains | the aliases stand for more than the file holds     |
      | #5 message contains | more than 16 lists and mappings within each other at line 1 column |
      | #6 message contains | a second document begins, and one is allowed at line 2 column 1 |
      | #7 message contains | categories.docs.dir: a tag ('!') other than !!str is not allowed |

  Scenario: Nothing where a value is expected
    Given the project
      """
      categories: # to be filled in
      """
    When the categories have no value
      | tool                 | category |
      | get_category_content | docs     |
    Then return Result.failure with error_type "no_session" that names the place
      | success        | false                                                   |
      | error_type     | no_session                                              |
      | error contains | No active project session: guide.yaml cannot be loaded: categories: |
      | instruction    | Inform user that project context is required.           |

  Scenario: Unknown field
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
          pattern: "*.txt"
      """
    When the project's file has an unknown field
      | tool                 | category |
      | get_category_content | docs     |
    Then return Result.failure with error_type "no_session" that names the field
      | success        | false                                                   |
      | error_type     | no_session                                              |
      | error contains | No active project session: guide.yaml cannot be loaded: |
      | error contains | categories.docs                                         |
      | error contains | `pattern`                                               |
      | instruction    | Inform user that project context is required.           |

  Scenario: Duplicate key
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
        docs:
          dir: other
          patterns: ["*.txt"]
      """
    When the project's file defines one key twice
      | tool                 | category |
      | get_category_content | docs     |
    Then return Result.failure with error_type "no_session" that names the key
      | success        | false                                                   |
      | error_type     | no_session                                              |
      | error contains | No active project session: guide.yaml cannot be loaded: |
      | error contains | duplicate                                               |
      | error contains | docs                                                    |
      | instruction    | Inform user that project context is required.           |

  Scenario: Wrong type of a field
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: "*.md"
      """
    When a field of the project's file has the wrong type
      | tool                 | category |
      | get_category_content | docs     |
    Then return Result.failure with error_type "no_session" that names the place
      | success        | false                                                   |
      | error_type     | no_session                                              |
      | error contains | No active project session: guide.yaml cannot be loaded: |
      | error contains | categories.docs.patterns                                |
      | instruction    | Inform user that project context is required.           |

  Scenario: Missing field
    Given the project
      """
      categories:
        docs:
          patterns: ["*.md"]
      """
    When a category has no directory
      | tool                 | category |
      | get_category_content | docs     |
    Then return Result.failure with error_type "no_session" that names the category and the field
      | success        | false                                                   |
      | error_type     | no_session                                              |
      | error contains | No active project session: guide.yaml cannot be loaded: |
      | error contains | categories.docs                                         |
      | error contains | `dir`                                                   |
      | instruction    | Inform user that project context is required.           |

  Scenario: Empty list of patterns
    Given the project
      """
      categories:
        good:
          dir: good
          patterns: ["*.md"]
        docs:
          dir: docs
          patterns: []
      """
    And the files
      | good/intro.md | # Intro\n |
    When a category has no patterns
      | tool                 | category |
      | get_category_content | docs     |
      | get_category_content | good     |
    Then return Result.failure with error_type "no_session" for every category
      | success        | false                                                    |
      | error_type     | no_session                                               |
      | error contains | No active project session: guide.yaml cannot be loaded:  |
      | error contains | categories.docs.patterns: at least one pattern is needed |
      | instruction    | Inform user that project context is required.            |

  Scenario: Empty name
    Given the project
      """
      categories:
        "":
          dir: docs
          patterns: ["*.md"]
      """
    When a category or a collection has an empty name
      | tool         | category_or_collection |
      | list_content |                        |
    Then return Result.failure with error_type "no_session" that says so
      | success        | false                                                   |
      | error_type     | no_session                                              |
      | error contains | No active project session: guide.yaml cannot be loaded: |
      | error contains | a name must not be empty                                |
      | instruction    | Inform user that project context is required.           |

  Scenario: Name that no location can hold
    Given the project
      """
      categories:
        "..":
          dir: docs
          patterns: ["*.md"]
      """
    When a category or a collection is named "." or ".."
      | tool         |
      | list_content |
    Then return Result.failure with error_type "no_session" that names the place
      | success     | false                                                   |
      | error_type  | no_session                                              |
      | error       | No active project session: guide.yaml cannot be loaded: categories...: a name must not be '.' or '..' |
      | instruction | Inform user that project context is required.           |

  Scenario: Limit of zero
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      limits:
        file_bytes: 0
      """
    When a limit is zero
      | tool                 | category |
      | get_category_content | docs     |
    Then return Result.failure with error_type "no_session" that names the limit
      | success        | false                                                   |
      | error_type     | no_session                                              |
      | error contains | No active project session: guide.yaml cannot be loaded: |
      | error contains | limits.file_bytes: a limit must be at least 1           |
      | instruction    | Inform user that project context is required.           |

  Scenario: Limit over the most that is allowed
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      limits:
        response_bytes: 1073741824
        file_bytes: 1073741825
      """
    And the files
      | docs/a.md | a |
    When a limit is over 1,073,741,824 bytes
      | tool                 | category |
      | get_category_content | docs     |
    Then return Result.failure with error_type "no_session" that names the limit and the most
      | success        | false                                                   |
      | error_type     | no_session                                              |
      | error          | No active project session: guide.yaml cannot be loaded: limits.file_bytes: a limit must be at most 1073741824 |
      | instruction    | Inform user that project context is required.           |

  Scenario: Repaired project
    Given the project
      """
      categories:
        docs:
          dir: docs
          pattern: ["*.md"]
      """
    And the files
      | docs/intro.md | # Intro\n |
    When a tool is called while the project cannot be loaded
      | tool                 | category |
      | get_category_content | docs     |
    And the project's file is repaired
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      """
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    Then the server has stayed and uses the repaired project
      | #1 error_type  | no_session                                    |
      | #1 instruction | Inform user that project context is required. |
      | #2 value       | # Intro\n                                     |
      | #2 message     | (absent)                                      |
