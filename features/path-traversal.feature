Feature: Patterns that lead out
  A pattern comes from a model, which may have read a hostile document. No pattern reaches out of
  its category, however it is written. A name that only looks like a way out is still a name.

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | docs/api/calls.md | # Calls\n |
      | secret.md | # Secret\n |

  Rule: Path Traversal
    No pattern SHALL reach a file outside its category. A pattern SHALL be refused with error_type `invalid_pattern`, even if only an alternative has the fault, if it

    - has a component `..`, wherever the path would end
    - begins with `/` or a drive prefix (an ASCII letter and a colon)
    - contains a backslash or a NUL character
    - has more than 1,024 bytes or 63 components, counted as given

    Names of categories and collections are names, never paths.

    @1.4.2 @1.4.6 @1.4.7 @1.7.4
    Scenario Outline: Parent directory
      When a component of a pattern is ".."
        | tool | category | pattern |
        | get_category_content | docs | <pattern> |
      Then the pattern is refused wherever the path would end
        | error | invalid_pattern | Invalid pattern '<pattern>' at character <position>: '..' would leave the category. @pattern_help | @explain_pattern |

      Examples:
        | pattern | position |
        | .. | 1 |
        | ../ | 1 |
        | ../secret.md | 1 |
        | api/../../secret.md | 5 |
        | api/../intro.md | 5 |
        | ./.. | 3 |
        # Every character is counted, what makes no difference too.
        | é//./.. | 6 |
        | **/.. | 4 |

    @1.4.2
    Scenario Outline: Parent directory among alternatives
      When an alternative in braces produces ".."
        | tool | category | pattern |
        | get_category_content | docs | <pattern> |
      Then the pattern is refused
        | error | invalid_pattern | Invalid pattern '<pattern>' at character <position>: '..' would leave the category. @pattern_help | @explain_pattern |

      Examples:
        | pattern | position |
        | {api,..}/secret.md | 6 |
        # Two dots that only the choice brings together: the first of them is named.
        | .{.,x}/secret.md | 1 |
        | {a,.}./secret.md | 4 |
        | {é,a/}../secret.md | 7 |
        | {.,a}{b,.} | 2 |
        | x{/..,y} | 4 |

    @1.4.2 @1.7.4
    Scenario: Wildcards that could match the parent directory
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"], hidden: true}}
        """
      When a component with wildcards could match the name ".."
        | tool | category | pattern |
        | get_category_content | docs | .*/secret.md |
        | get_category_content | docs | .?/secret.md |
        | get_category_content | docs | [.][.]/secret.md |
        | get_category_content | docs | **/secret.md |
      Then nothing outside the category is found
        | #1 error | no_matches | No documents in category 'docs' match '.*/secret.md'. It holds 'api/calls.md', 'intro.md' | @correct_pattern |
        | #2 error | no_matches | No documents in category 'docs' match '.?/secret.md'. It holds 'api/calls.md', 'intro.md' | @correct_pattern |
        | #3 error | no_matches | No documents in category 'docs' match '[.][.]/secret.md'. It holds 'api/calls.md', 'intro.md' | @correct_pattern |
        | #4 error | no_matches | No documents in category 'docs' match '**/secret.md'. It holds 'api/calls.md', 'intro.md' | @correct_pattern |

    Scenario: Dots within a name
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"], hidden: true}}
        """
      And the files
        | docs/notes..old.md | old notes |
        | docs/v1..2/calls.md | calls |
        | docs/...md | three dots |
      When ".." is only a part of a component
        | tool | category | pattern |
        | get_category_content | docs | notes..old.md |
        | get_category_content | docs | v1..2/*.md |
        | get_category_content | docs | ...md |
      Then it is literal
        | #1 value | old notes |
        | #2 value | calls |
        | #3 value | three dots |

    @1.4.3 @1.4.7
    Scenario Outline: Absolute path
      When a pattern begins with "/" or a drive prefix
        | tool | category | pattern |
        | get_category_content | docs | <pattern> |
      Then the pattern is refused
        | error | invalid_pattern | Invalid pattern '<pattern>' at character <position>: <what> is not allowed; patterns are relative to the category. @pattern_help | @explain_pattern |

      Examples:
        | pattern | position | what |
        | / | 1 | an absolute path or a drive prefix |
        | /etc/passwd | 1 | an absolute path or a drive prefix |
        | //intro.md | 1 | an absolute path or a drive prefix |
        | {/etc,api}/a | 2 | an absolute path or a drive prefix |
        | {é,/}intro | 4 | an absolute path or a drive prefix |
        # With the empty alternative the slash is the first character.
        | {,api}/a | 7 | an absolute path or a drive prefix |
        | C:/notes.md | 1 | an absolute path or a drive prefix |
        | c:intro.md | 1 | an absolute path or a drive prefix |
        | z: | 1 | an absolute path or a drive prefix |
        | {api,C:}/a | 6 | an absolute path or a drive prefix |
        # The place is that of the drive's letter.
        | {é,c}:a.md | 4 | an absolute path or a drive prefix |
        | {,c:}a.md | 3 | an absolute path or a drive prefix |

    Scenario: Colon within a name
      Given the files
        | docs/api/c:notes.md | in a directory |
        | docs/ab:notes.md | two letters |
        | docs/1:notes.md | a digit |
        | docs/é:notes.md | no ASCII |
        | docs/c:notes.md | a set |
      When a colon does not follow a letter at the beginning of a pattern
        | tool | category | pattern |
        | get_category_content | docs | api/c:notes.md |
        | get_category_content | docs | ab:notes.md |
        | get_category_content | docs | 1:notes.md |
        | get_category_content | docs | é:notes.md |
        # Neither begins with a letter and a colon.
        | get_category_content | docs | [c]:notes.md |
        | get_category_content | docs | ./c:notes.md |
      Then it is literal
        | #1 value | in a directory |
        | #2 value | two letters |
        | #3 value | a digit |
        | #4 value | no ASCII |
        | #5 value | a set |
        | #6 value | a set |

    @1.4.6
    Scenario Outline: Backslash and NUL
      When a pattern contains a backslash or a NUL character
        | tool | category | pattern |
        | get_category_content | docs | <pattern> |
      Then the error names its position
        | error | invalid_pattern | Invalid pattern '<shown>' at character <position>: <reason>. @pattern_help | @explain_pattern |

      Examples:
        | pattern | shown | position | reason |
        | api\\calls.md | api\\calls.md | 4 | a backslash is not allowed; separate directories with '/' |
        | \\*.md | \\*.md | 1 | a backslash is not allowed; separate directories with '/' |
        | é漢\\ | é漢\\ | 3 | a backslash is not allowed; separate directories with '/' |
        | ab[\\]/[ | ab[\\]/[ | 4 | a backslash is not allowed; separate directories with '/' |
        | intro.md\x00.txt | intro.md\x5cu{0}.txt | 9 | a NUL character is not allowed |
        | é\x00\\ | é\x5cu{0}\\ | 2 | a NUL character is not allowed |

    Scenario: Length and depth
      Given the files
        | docs/é.md | found |
      When a pattern has as many bytes or components as the limit allows or one more
        | tool | category | pattern |
        # 1,024 bytes and 1,025: é has two.
        | get_category_content | docs | .{1018*/}é.md |
        | get_category_content | docs | .{1019*/}é.md |
        | get_category_content | docs | .{1023*/}{508*é} |
        # 63 components and 64.
        | get_category_content | docs | {62*./}intro.md |
        | get_category_content | docs | {63*./}intro.md |
        # Between two slashes and after the last there is none: these are 64.
        | get_category_content | docs | {63*a//}*/ |
      Then bytes and components are counted as given, and one more than the limit is refused
        | #1 value | found | | |
        | #2 error | invalid_pattern | Invalid pattern '.{199*/}…': it has 1025 bytes and the limit is 1024. @pattern_help | @explain_pattern |
        | #3 error | invalid_pattern | Invalid pattern '.{199*/}…': it has 2040 bytes and the limit is 1024. @pattern_help | @explain_pattern |
        | #4 value | # Intro\n | | |
        | #5 error | invalid_pattern | Invalid pattern '{63*./}intro.md': it has 64 components and the limit is 63. @pattern_help | @explain_pattern |
        | #6 error | invalid_pattern | Invalid pattern '{63*a//}*/': it has 64 components and the limit is 63. @pattern_help | @explain_pattern |

    @1.4.7
    Scenario: Traversal in a name
      When the name of a category is written like a path
        | tool | category |
        | get_category_content | ../docs |
        | get_category_content | docs/api |
        | get_category_content | ./docs |
      Then the name does not exist
        | #1 error | not_found | Category '../docs' not found. Valid names: 'docs' | @present_error |
        | #2 error | no_document | Document 'api' not found in category 'docs'. 'api/' is a directory. It holds 'api/calls.md', 'intro.md' | @repair_once |
        | #3 error | not_found | Category './docs' not found. Valid names: 'docs' | @present_error |
