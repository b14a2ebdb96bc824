Feature: Error Types

  Background:
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      """
    And the files
      | docs/intro.md       | # Intro\n    |
      | private/salaries.md | # Salaries\n |
    And the links
      | docs/leak.md | ../private/salaries.md |

  Scenario: Error type classification
    When error occurs
      | tool                 | category | pattern      |
      | get_category_content | wiki     |              |
      | get_category_content | docs     | *.rst        |
      | get_category_content | docs     | {intro,setup |
      | get_category_content | docs     | leak.md      |
      | get_category_content | docs     | json:true    |
    Then classify with appropriate error_type
      | success        | false                                                      |
      | #1 error_type  | not_found                                                  |
      | #1 instruction | Present this error to the user and take no further action. |
      | #2 error_type  | no_matches                                                 |
      | #2 instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |
      | #3 error_type  | invalid_pattern                                            |
      | #3 instruction | Present this error to the user with pattern syntax help.   |
      | #4 error_type  | io_error                                                   |
      | #4 instruction | Present this error to the user. File system issue requires user intervention. |
      | #5 error_type  | invalid_argument                                           |
      | #5 instruction | Correct the arguments as the error describes and call the tool again once. |

  Scenario: Error message clarity
    When returning error
      | tool                 | category | pattern           |
      | get_category_content | wiki     |                   |
      | get_category_content | docs     | *.rst             |
      | get_category_content | docs     | api/{calls,types  |
      | get_category_content | docs     | leak.md           |
      | get_category_content | docs     | json:{"glob":"*"} |
    Then include specific details about what went wrong
      | success           | false                                                       |
      | #1 error          | Category 'wiki' not found. Valid names: 'docs'              |
      | #2 error          | No documents in category 'docs' match '*.rst'               |
      | #3 error contains | Invalid pattern 'api/{calls,types' at character 5: this '{' is never closed. Pattern syntax: |
      | #4 error          | Could not read leak.md (the link leads out of the category) |
      | #5 error contains | 'pattern' must be a string, got object                      |
