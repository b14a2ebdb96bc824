Feature: Live Reload

  Background:
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      """
    And the files
      | docs/intro.md  | # Intro\n |
      | docs/notes.txt | notes\n   |

  Scenario: Changed documents
    When a tool is called
      | tool                 | category |
      | get_category_content | docs     |
    And documents are changed and added
      | path          | content            |
      | docs/intro.md | # Intro, revised\n |
      | docs/setup.md | # Setup\n          |
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    Then the second call returns the documents as they are now
      | #1 value | # Intro\n     |                                |                    |
      | #2 part  | text/markdown | guide://category/docs/intro.md | # Intro, revised\n |
      | #2 part  | text/markdown | guide://category/docs/setup.md | # Setup\n          |

  Scenario: Removed documents
    When a tool is called
      | tool                 | category |
      | get_category_content | docs     |
    And a document is removed
      | removed       |
      | docs/intro.md |
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    And the directory is removed as well
      | removed |
      | docs    |
    And the tool is called once more
      | tool                 | category |
      | get_category_content | docs     |
    Then each call returns what is there at that time
      | #1 value      | # Intro\n                                                      |
      | #2 error_type | no_matches                                                     |
      | #2 error      | No documents in category 'docs' match '*.md'                   |
      | #3 error_type | not_found                                                      |
      | #3 error      | Category 'docs' not found: its directory 'docs' does not exist |

  Scenario: Changed project
    When a tool is called
      | tool                 | category |
      | get_category_content | docs     |
    And the project's file is changed
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.txt"]
        extras:
          dir: docs
          patterns: ["*.md"]
      """
    And the tool is called with the old name and with a new one
      | tool                 | category |
      | get_category_content | docs     |
      | get_category_content | extras   |
    Then the change is in force without a restart
      | #1 value | # Intro\n |
      | #2 value | notes\n   |
      | #3 value | # Intro\n |
      | message  | (absent)  |

  Scenario: Broken change
    When a tool is called
      | tool                 | category |
      | get_category_content | docs     |
    And the project's file is changed so that it cannot be loaded
      """
      categories:
        docs:
          dir: docs
          patterns: []
      """
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    And the project's file is repaired
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.txt"]
      """
    And the tool is called once more
      | tool                 | category |
      | get_category_content | docs     |
    Then the last good project is used and the message says so until the file can be loaded
      | #1 value            | # Intro\n                                                |
      | #1 message          | (absent)                                                 |
      | #2 value            | # Intro\n                                                |
      | #2 message contains | guide.yaml was changed but cannot be loaded (            |
      | #2 message contains | categories.docs.patterns: at least one pattern is needed |
      | #2 message contains | ); the last good version is in use.                      |
      | #3 value            | notes\n                                                  |
      | #3 message          | (absent)                                                 |

  Scenario: Removed project
    When a tool is called
      | tool                 | category |
      | get_category_content | docs     |
    And the project's file is removed
      | removed    |
      | guide.yaml |
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    Then the last good project is used and the message says that the file is missing
      | success             | true                             |
      | value               | # Intro\n                        |
      | #2 message contains | the file does not exist          |
      | #2 message contains | the last good version is in use. |

  Scenario: Project that is being written
    When a tool is called
      | tool                 | category |
      | get_category_content | docs     |
    And the project's file is empty or breaks off while it is written
      | path       | content |
      | guide.yaml |         |
    And the tool is called again
      | tool                 | category |
      | get_category_content | docs     |
    And the project's file breaks off elsewhere
      | path       | content         |
      | guide.yaml | # What\ncategor |
    And the tool is called once more
      | tool                 | category |
      | get_category_content | docs     |
    Then the last good project is used and the message says so
      | value               | # Intro\n                                   |
      | #1 message          | (absent)                                    |
      | #2 message contains | guide.yaml was changed but cannot be loaded |
      | #2 message contains | the last good version is in use.            |
      | #3 message contains | guide.yaml was changed but cannot be loaded |
