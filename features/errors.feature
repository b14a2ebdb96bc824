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

  Scenario: Characters that are not seen
    Given the files
      | docs/a<x1B>[31m.md          | red <x1B>[31m<xE2><x80><xAE>\n |
      | docs/b<xE2><x80><xAE>dm.<LF>md | <x00>                         |
    When a name, a pattern or a file's name holds control characters or changes the direction of writing
      | tool                 | category                | pattern                    |
      | get_category_content | do<xE2><x80><xAE>cs<xC2><x85> |                      |
      | get_category_content | docs                    | x<xE2><x80><xA8><xEF><xBB><xBF>y |
      | get_category_content | docs                    | b*                         |
      | get_category_content | docs                    | *                          |
      | get_category_content | docs                    | a*                         |
    Then errors and messages show each such character escaped, and a document's own text keeps it
      | #1 error   | Category 'do<x5C>u{202e}cs<x5C>u{85}' not found. Did you mean 'docs'? |
      | #2 error   | No documents in category 'docs' match 'x<x5C>u{2028}<x5C>u{feff}y'    |
      | #3 error   | Could not read b<x5C>u{202e}dm.<x5C>nmd (binary: NUL at byte 0)   |
      | #4 message | Left out because it could not be read: b<x5C>u{202e}dm.<x5C>nmd (binary: NUL at byte 0), leak.md (the link leads out of the category). |
      | #5 value   | red <x1B>[31m<xE2><x80><xAE>\n                                |
