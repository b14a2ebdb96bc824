Feature: Refused patterns

  Background:
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
        unclosed:
          dir: docs
          patterns: ["*.md", "{intro,setup"]
        blank:
          dir: docs
          patterns: [""]
        escaping:
          dir: docs
          patterns: ["../*.md"]
      collections:
        handbook:
          categories: [docs]
      """
    And the files
      | docs/intro.md     | # Intro\n  |
      | docs/api/calls.md | # Calls\n  |
      | secret.md         | # Secret\n |

  Rule: Pattern Errors

    Scenario: Unclosed brace or bracket
      When a brace or a bracket is opened and never closed
        | tool                 | category | pattern              |
        | get_category_content | docs     | {intro,setup         |
        | get_category_content | docs     | api/{calls,types     |
        | get_category_content | docs     | {intro,{setup,usage} |
        | get_category_content | docs     | [abc                 |
        | get_category_content | docs     | api/chapter[12.md    |
      Then the error names its position
        | error_type        | invalid_pattern                                          |
        | instruction       | Present this error to the user with pattern syntax help. |
        | #1 error contains | Invalid pattern '{intro,setup' at character 1: this '{' is never closed. Pattern syntax: |
        | #2 error contains | Invalid pattern 'api/{calls,types' at character 5: this '{' is never closed. Pattern syntax: |
        | #3 error contains | Invalid pattern '{intro,{setup,usage}' at character 1: this '{' is never closed. Pattern syntax: |
        | #4 error contains | Invalid pattern '[abc' at character 1: this '[' is never closed. Pattern syntax: |
        | #5 error contains | Invalid pattern 'api/chapter[12.md' at character 12: this '[' is never closed. Pattern syntax: |

    Scenario: Misplaced stars
      When "**" is only a part of a component or more than two "*" stand in a row
        | tool                 | category | pattern      |
        | get_category_content | docs     | api/v**      |
        | get_category_content | docs     | **v/calls.md |
        | get_category_content | docs     | ***/calls.md |
        | get_category_content | docs     | api/****     |
      Then the error names the position of the first of these stars
        | error_type        | invalid_pattern                                          |
        | instruction       | Present this error to the user with pattern syntax help. |
        | #1 error contains | Invalid pattern 'api/v**' at character 6: '**' must stand alone between slashes. Pattern syntax: |
        | #2 error contains | Invalid pattern '**v/calls.md' at character 1: '**' must stand alone between slashes. Pattern syntax: |
        | #3 error contains | Invalid pattern '***/calls.md' at character 1: more than two '*' in a row are not allowed. Pattern syntax: |
        | #4 error contains | Invalid pattern 'api/****' at character 5: more than two '*' in a row are not allowed. Pattern syntax: |

    Scenario: Backward range
      When a range runs backwards
        | tool                 | category | pattern         |
        | get_category_content | docs     | chapter[3-1].md |
        | get_category_content | docs     | [a-cz-x]*       |
      Then the error names the range and its position
        | error_type        | invalid_pattern                                          |
        | instruction       | Present this error to the user with pattern syntax help. |
        | #1 error contains | Invalid pattern 'chapter[3-1].md' at character 9: the range '3-1' runs backwards. Pattern syntax: |
        | #2 error contains | Invalid pattern '[a-cz-x]*' at character 5: the range 'z-x' runs backwards. Pattern syntax: |

    Scenario: Position of a fault
      When a fault follows characters of several bytes or stands in or after an alternative
        | tool                 | category | pattern           |
        | get_category_content | docs     | résumé/[ab        |
        | get_category_content | docs     | {intro,v**}.md    |
        | get_category_content | docs     | {intro,setup}/v** |
      Then the position counts the characters of the pattern as the user wrote it
        | error_type        | invalid_pattern                                          |
        | instruction       | Present this error to the user with pattern syntax help. |
        | #1 error contains | Invalid pattern 'résumé/[ab' at character 8: this '[' is never closed. Pattern syntax: |
        | #2 error contains | Invalid pattern '{intro,v**}.md' at character 9: '**' must stand alone between slashes. Pattern syntax: |
        | #3 error contains | Invalid pattern '{intro,setup}/v**' at character 16: '**' must stand alone between slashes. Pattern syntax: |

    Scenario: Alternative that leaves nothing
      When nothing is left of a pattern with one of its alternatives
        | tool                 | category | pattern       |
        | get_category_content | docs     | {é,}          |
        | get_category_content | docs     | {,intro.md}   |
        | get_category_content | docs     | {a,{b,}}{c,,} |
      Then the error says so and names the position where the alternative ends
        | error_type        | invalid_pattern                                          |
        | instruction       | Present this error to the user with pattern syntax help. |
        | #1 error contains | Invalid pattern '{é,}' at character 4: the alternative that ends here leaves nothing of the pattern. Pattern syntax: |
        | #2 error contains | Invalid pattern '{,intro.md}' at character 2: the alternative that ends here leaves nothing of the pattern. Pattern syntax: |
        | #3 error contains | Invalid pattern '{a,{b,}}{c,,}' at character 7: the alternative that ends here leaves nothing of the pattern. Pattern syntax: |

    Scenario: Number of alternatives
      Given the files
        | docs/abbaab.md | sixty-four |
      When braces stand for many alternatives
        | tool                 | category | pattern                                |
        | get_category_content | docs     | {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md      |
        | get_category_content | docs     | {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md |
      Then sixty-four are accepted and more are refused
        | #1 value          | sixty-four                                               |
        | #2 error_type     | invalid_pattern                                          |
        | #2 error contains | Invalid pattern '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md': its braces stand for more than 64 alternatives. Pattern syntax: |
        | #2 instruction    | Present this error to the user with pattern syntax help. |

    Scenario: Syntax help
      When a pattern is refused
        | tool                 | category | pattern |
        | get_category_content | docs     | api/[   |
      Then the error ends with the whole pattern syntax in one paragraph
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern 'api/[' at character 5: this '[' is never closed. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |
        | value       | (absent)                                                 |

    Scenario: Invalid default pattern
      When a category with an invalid default pattern is searched
        | tool                 | category | pattern |
        | get_category_content | unclosed |         |
        | get_category_content | blank    |         |
        | get_category_content | escaping |         |
        | get_category_content | unclosed | *.md    |
      Then the default pattern is refused unless an argument replaces it
        | #1 error_type     | invalid_pattern                                           |
        | #1 error contains | Invalid pattern '{intro,setup' at character 1: this '{' is never closed. Pattern syntax: |
        | #2 error_type     | invalid_pattern                                           |
        | #2 error contains | Invalid pattern '': the pattern is empty. Pattern syntax: |
        | #3 error_type     | invalid_pattern                                           |
        | #3 error contains | Invalid pattern '../*.md' at character 1: '..' would leave the category. Pattern syntax: |
        | #3 instruction    | Present this error to the user with pattern syntax help.  |
        | #4 value          | # Intro\n                                                 |

    Scenario: Invalid pattern in every tool
      When any tool is called with an invalid pattern
        | tool                   | category_or_collection | category | collection | pattern |
        | get_content            | handbook               |          |            | a**     |
        | get_category_content   |                        | docs     |            | a**     |
        | get_collection_content |                        |          | handbook   | a**     |
        | list_content           | docs                   |          |            | a**     |
      Then the same error is returned
        | success        | false                                                    |
        | error_type     | invalid_pattern                                          |
        | error contains | Invalid pattern 'a**' at character 2: '**' must stand alone between slashes. Pattern syntax: |
        | instruction    | Present this error to the user with pattern syntax help. |
        | value          | (absent)                                                 |

  Rule: Path Traversal

    Scenario: Parent directory
      When a component of a pattern is ".."
        | tool                 | category | pattern             |
        | get_category_content | docs     | ../secret.md        |
        | get_category_content | docs     | api/../../secret.md |
        | get_category_content | docs     | api/../intro.md     |
        | get_category_content | docs     | ./..                |
      Then the pattern is refused wherever the path would end
        | success           | false                                                    |
        | error_type        | invalid_pattern                                          |
        | instruction       | Present this error to the user with pattern syntax help. |
        | #1 error contains | Invalid pattern '../secret.md' at character 1: '..' would leave the category. Pattern syntax: |
        | #2 error contains | Invalid pattern 'api/../../secret.md' at character 5: '..' would leave the category. Pattern syntax: |
        | #3 error contains | Invalid pattern 'api/../intro.md' at character 5: '..' would leave the category. Pattern syntax: |
        | #4 error contains | Invalid pattern './..' at character 3: '..' would leave the category. Pattern syntax: |
        | value             | (absent)                                                 |

    Scenario: Parent directory among alternatives
      When an alternative in braces produces ".."
        | tool                 | category | pattern            |
        | get_category_content | docs     | {api,..}/secret.md |
        | get_category_content | docs     | .{.,x}/secret.md   |
      Then the pattern is refused
        | success           | false                                                    |
        | error_type        | invalid_pattern                                          |
        | instruction       | Present this error to the user with pattern syntax help. |
        | #1 error contains | Invalid pattern '{api,..}/secret.md' at character 6: '..' would leave the category. Pattern syntax: |
        | #2 error contains | Invalid pattern '.{.,x}/secret.md'                       |
        | #2 error contains | '..' would leave the category                            |
        | value             | (absent)                                                 |

    Scenario: Wildcards that could match the parent directory
      When a component with wildcards could match the name ".."
        | tool                 | category | pattern          |
        | get_category_content | docs     | .*/secret.md     |
        | get_category_content | docs     | .?/secret.md     |
        | get_category_content | docs     | [.][.]/secret.md |
        | get_category_content | docs     | **/secret.md     |
      Then nothing outside the category is found
        | success    | false                                                    |
        | error_type | no_matches                                               |
        | #1 error   | No documents in category 'docs' match '.*/secret.md'     |
        | #2 error   | No documents in category 'docs' match '.?/secret.md'     |
        | #3 error   | No documents in category 'docs' match '[.][.]/secret.md' |
        | #4 error   | No documents in category 'docs' match '**/secret.md'     |
        | value      | (absent)                                                 |

    Scenario: Dots within a name
      Given the files
        | docs/notes..old.md  | old notes  |
        | docs/v1..2/calls.md | calls      |
        | docs/...md          | three dots |
      When ".." is only a part of a component
        | tool                 | category | pattern       |
        | get_category_content | docs     | notes..old.md |
        | get_category_content | docs     | v1..2/*.md    |
        | get_category_content | docs     | ...md         |
      Then it stands for itself
        | success  | true       |
        | #1 value | old notes  |
        | #2 value | calls      |
        | #3 value | three dots |

    Scenario: Absolute path
      When a pattern begins with "/" or a drive prefix
        | tool                 | category | pattern     |
        | get_category_content | docs     | /etc/passwd |
        | get_category_content | docs     | //intro.md  |
        | get_category_content | docs     | C:/notes.md |
        | get_category_content | docs     | c:intro.md  |
      Then the pattern is refused
        | success           | false                                                    |
        | error_type        | invalid_pattern                                          |
        | instruction       | Present this error to the user with pattern syntax help. |
        | #1 error contains | Invalid pattern '/etc/passwd' at character 1: an absolute path is not allowed; patterns are relative to the category. Pattern syntax: |
        | #2 error contains | Invalid pattern '//intro.md' at character 1: an absolute path is not allowed; patterns are relative to the category. Pattern syntax: |
        | #3 error contains | Invalid pattern 'C:/notes.md'                            |
        | #3 error contains | : a drive prefix is not allowed; patterns are relative to the category. Pattern syntax: |
        | #4 error contains | Invalid pattern 'c:intro.md'                             |
        | #4 error contains | : a drive prefix is not allowed; patterns are relative to the category. Pattern syntax: |

    Scenario: Backslash and NUL
      When a pattern contains a backslash or a NUL character
        | tool                 | category | pattern           |
        | get_category_content | docs     | api\\calls.md     |
        | get_category_content | docs     | \\*.md            |
        | get_category_content | docs     | intro.md<x00>.txt |
      Then the error names its position
        | success           | false                                                           |
        | error_type        | invalid_pattern                                                 |
        | instruction       | Present this error to the user with pattern syntax help.        |
        | #1 error contains | Invalid pattern 'api\\calls.md' at character 4: a backslash is not allowed; separate directories with '/'. Pattern syntax: |
        | #2 error contains | Invalid pattern '\\*.md' at character 1: a backslash is not allowed; separate directories with '/'. Pattern syntax: |
        | #3 error contains | at character 9: a NUL character is not allowed. Pattern syntax: |

    Scenario: Length and depth
      Given the files
        | docs/é.md | found |
      When a pattern has as many bytes or components as the limit allows or one more
        | tool                 | category | pattern |
        | get_category_content | docs     | .//////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////é.md |
        | get_category_content | docs     | .///////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////////é.md |
        | get_category_content | docs     | ././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././intro.md |
        | get_category_content | docs     | ./././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././././intro.md |
      Then they are counted as given and one more is refused
        | #1 value          | found                                                    |
        | #2 error_type     | invalid_pattern                                          |
        | #2 error contains | it has 1025 bytes and the limit is 1024. Pattern syntax: |
        | #2 instruction    | Present this error to the user with pattern syntax help. |
        | #3 value          | # Intro\n                                                |
        | #4 error_type     | invalid_pattern                                          |
        | #4 error contains | intro.md': it has 64 components and the limit is 63. Pattern syntax: |
        | #4 instruction    | Present this error to the user with pattern syntax help. |

    Scenario: Traversal in a name
      When the name of a category is written like a path
        | tool                 | category |
        | get_category_content | ../docs  |
        | get_category_content | docs/api |
        | get_category_content | ./docs   |
      Then it is only a name that does not exist
        | success           | false                                                      |
        | error_type        | not_found                                                  |
        | #1 error contains | Category '../docs' not found.                              |
        | #2 error contains | Category 'docs/api' not found.                             |
        | #3 error contains | Category './docs' not found.                               |
        | instruction       | Present this error to the user and take no further action. |
