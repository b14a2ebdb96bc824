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
        mixed:
          categories: [docs, escaping, unclosed]
      """
    And the files
      | docs/intro.md     | # Intro\n  |
      | docs/api/calls.md | # Calls\n  |
      | secret.md         | # Secret\n |

  Rule: Pattern Errors

    Scenario Outline: Unclosed brace or bracket
      When a brace or a bracket is opened and never closed
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the error names its position
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<pattern>' at character <position>: this '<sign>' is never closed. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern              | position | sign |
        | {intro,setup         | 1        | {    |
        | api/{calls,types     | 5        | {    |
        | {intro,{setup,usage} | 1        | {    |
        | [abc                 | 1        | [    |
        | api/chapter[12.md    | 12       | [    |
        | []                   | 1        | [    |
        | a[!]                 | 2        | [    |
        | [a/b]                | 1        | [    |
        | {a,[b}               | 4        | [    |
        | [a]{b,[c             | 7        | [    |

    Scenario Outline: Nested open braces
      When several braces are opened and not all of them are closed
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the error names the position of the first that is never closed
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<pattern>' at character <position>: this '{' is never closed. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern         | position |
        | {{{a            | 1        |
        | a{b,{c          | 2        |
        | {a,b}{c,{d,e}   | 6        |
        | {a{b,c}         | 1        |
        | {a,b}{c}{d      | 9        |
        | é{ü,{b,c},{d    | 2        |
        | {a,{b,{c,d}     | 1        |

    Scenario Outline: Misplaced stars
      When "**" is only a part of a component or more than two "*" stand in a row
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the error names the position of the first of these stars
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<pattern>' at character <position>: <reason>. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern      | position | reason                                     |
        | api/v**      | 6        | '**' must stand alone between slashes      |
        | **v/calls.md | 1        | '**' must stand alone between slashes      |
        | ä**ö         | 2        | '**' must stand alone between slashes      |
        | a*b**        | 4        | '**' must stand alone between slashes      |
        | a]**         | 3        | '**' must stand alone between slashes      |
        | **/a**/b***  | 5        | '**' must stand alone between slashes      |
        | ***/calls.md | 1        | more than two '*' in a row are not allowed |
        | api/****     | 5        | more than two '*' in a row are not allowed |
        | é/***        | 3        | more than two '*' in a row are not allowed |

    Scenario Outline: Backward range
      When a range runs backwards
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the error names the range and its position
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<pattern>' at character <position>: the range '<range>' runs backwards. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern         | position | range |
        | chapter[3-1].md | 9        | 3-1   |
        | [a-cz-x]*       | 5        | z-x   |
        | [!b-a]          | 3        | b-a   |
        | [^b-a]          | 3        | b-a   |
        | [é-a]           | 2        | é-a   |
        | [漢é🦀-é]         | 4        | 🦀-é   |
        | [a-a][b-a]      | 7        | b-a   |
        | {x,[d-b]}       | 5        | d-b   |

    Scenario Outline: Position of a fault
      When a fault follows characters of several bytes or stands in or after an alternative
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the position counts the characters of the pattern as the user wrote it
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<shown>' at character <position>: <reason>. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern           | shown             | position | reason                                |
        | résumé/[ab        | résumé/[ab        | 8        | this '[' is never closed              |
        | {intro,v**}.md    | {intro,v**}.md    | 9        | '**' must stand alone between slashes |
        | {intro,setup}/v** | {intro,setup}/v** | 16       | '**' must stand alone between slashes |
        | {a*,b}*c          | {a*,b}*c          | 3        | '**' must stand alone between slashes |
        | *{*,a}*           | *{*,a}*           | 1        | more than two '*' in a row are not allowed |
        | 漢字/🦀{a,b          | 漢字/🦀{a,b          | 5        | this '{' is never closed              |
        | e<xCC><x81>/..    | e<xCC><x81>/..    | 4        | '..' would leave the category         |
        | é<TAB>**          | é\\t**            | 3        | '**' must stand alone between slashes |
        | ./././é[          | ./././é[          | 8        | this '[' is never closed              |
        | <60*é>/..         | <60*é>/..         | 62       | '..' would leave the category         |
        | {a,é}{b,ü/..}     | {a,é}{b,ü/..}     | 11       | '..' would leave the category         |

    Scenario Outline: Alternative that leaves nothing
      When nothing is left of a pattern with one of its alternatives
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the error says so and names the position where the alternative ends
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<pattern>' at character <position>: the alternative that ends here leaves nothing of the pattern. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern       | position |
        | {é,}          | 4        |
        | {,intro.md}   | 2        |
        | {a,{b,}}{c,,} | 7        |
        | {,}{,}        | 2        |
        | {a,,b}        | 4        |
        | {漢,🦀,{é,}}    | 9        |

    Scenario: Number of alternatives
      Given the files
        | docs/abbaab.md | sixty-four |
      When braces stand for many alternatives
        | tool                 | category | pattern                                |
        | get_category_content | docs     | {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md      |
        | get_category_content | docs     | {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md |
        | get_category_content | docs     | {a,b,c,d,e}{a,b,c,d,e,f,g,h,i,j,k,l,m} |
        | get_category_content | docs     | {abbaab.md,<62*a,>b}                   |
        | get_category_content | docs     | {abbaab.md,<63*a,>b}                   |
      Then sixty-four are accepted and more are refused
        | #1 success     | true                                                     |
        | #1 value       | sixty-four                                               |
        | #1 message     | (absent)                                                 |
        | #2 success     | false                                                    |
        | #2 error_type  | invalid_pattern                                          |
        | #2 error       | Invalid pattern '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md': its braces stand for more than 64 alternatives. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #2 instruction | Present this error to the user with pattern syntax help. |
        | #3 success     | false                                                    |
        | #3 error_type  | invalid_pattern                                          |
        | #3 error       | Invalid pattern '{a,b,c,d,e}{a,b,c,d,e,f,g,h,i,j,k,l,m}': its braces stand for more than 64 alternatives. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #3 instruction | Present this error to the user with pattern syntax help. |
        | #4 success     | true                                                     |
        | #4 value       | sixty-four                                               |
        | #4 message     | (absent)                                                 |
        | #5 success     | false                                                    |
        | #5 error_type  | invalid_pattern                                          |
        | #5 error       | Invalid pattern '{abbaab.md,<63*a,>b}': its braces stand for more than 64 alternatives. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #5 instruction | Present this error to the user with pattern syntax help. |

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
        | tool                   | category | pattern | collection |
        | get_category_content   | unclosed |         |            |
        | get_category_content   | blank    |         |            |
        | get_category_content   | escaping |         |            |
        | get_category_content   | unclosed | *.md    |            |
        | get_collection_content |          |         | mixed      |
        | get_category_content   | unclosed | a**     |            |
      Then the default pattern is refused unless an argument replaces it
        | #1 success     | false                                                    |
        | #1 error_type  | invalid_pattern                                          |
        | #1 error       | Invalid pattern '{intro,setup' at character 1: this '{' is never closed. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #1 instruction | Present this error to the user with pattern syntax help. |
        | #2 success     | false                                                    |
        | #2 error_type  | invalid_pattern                                          |
        | #2 error       | Invalid pattern '': the pattern is empty. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot.         |
        | #2 instruction | Present this error to the user with pattern syntax help. |
        | #3 success     | false                                                    |
        | #3 error_type  | invalid_pattern                                          |
        | #3 error       | Invalid pattern '../*.md' at character 1: '..' would leave the category. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #3 instruction | Present this error to the user with pattern syntax help. |
        | #4 success     | true                                                     |
        | #4 value       | # Intro\n                                                |
        | #4 message     | (absent)                                                 |
        | #5 success     | false                                                    |
        | #5 error_type  | invalid_pattern                                          |
        | #5 error       | Invalid pattern '../*.md' at character 1: '..' would leave the category. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #5 instruction | Present this error to the user with pattern syntax help. |
        | #6 success     | false                                                    |
        | #6 error_type  | invalid_pattern                                          |
        | #6 error       | Invalid pattern 'a**' at character 2: '**' must stand alone between slashes. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #6 instruction | Present this error to the user with pattern syntax help. |

    Scenario: Invalid pattern in every tool
      When any tool is called with an invalid pattern
        | tool                   | category_or_collection | category | collection | pattern |
        | get_content            | handbook               |          |            | a**     |
        | get_category_content   |                        | docs     |            | a**     |
        | get_collection_content |                        |          | handbook   | a**     |
        | list_content           | docs                   |          |            | a**     |
      Then the same error is returned
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern 'a**' at character 2: '**' must stand alone between slashes. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |
        | value       | (absent)                                                 |

  Rule: Path Traversal

    Scenario Outline: Parent directory
      When a component of a pattern is ".."
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the pattern is refused wherever the path would end
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<pattern>' at character <position>: '..' would leave the category. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern             | position |
        | ..                  | 1        |
        | ../                 | 1        |
        | ../secret.md        | 1        |
        | api/../../secret.md | 5        |
        | api/../intro.md     | 5        |
        | ./..                | 3        |
        | é//./..             | 6        |
        | **/..               | 4        |

    Scenario Outline: Parent directory among alternatives
      When an alternative in braces produces ".."
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the pattern is refused
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<pattern>' at character <position>: '..' would leave the category. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern            | position |
        | {api,..}/secret.md | 6        |
        | .{.,x}/secret.md   | 1        |
        | {a,.}./secret.md   | 4        |
        | {é,a/}../secret.md | 7        |
        | {.,a}{b,.}         | 2        |
        | x{/..,y}           | 4        |

    Scenario: Wildcards that could match the parent directory
      When a component with wildcards could match the name ".."
        | tool                 | category | pattern          |
        | get_category_content | docs     | .*/secret.md     |
        | get_category_content | docs     | .?/secret.md     |
        | get_category_content | docs     | [.][.]/secret.md |
        | get_category_content | docs     | **/secret.md     |
      Then nothing outside the category is found
        | success     | false                                                    |
        | error_type  | no_matches                                               |
        | #1 error    | No documents in category 'docs' match '.*/secret.md'     |
        | #2 error    | No documents in category 'docs' match '.?/secret.md'     |
        | #3 error    | No documents in category 'docs' match '[.][.]/secret.md' |
        | #4 error    | No documents in category 'docs' match '**/secret.md'     |
        | instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |
        | value       | (absent)                                                 |

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
        | message  | (absent)   |
        | #1 value | old notes  |
        | #2 value | calls      |
        | #3 value | three dots |

    Scenario Outline: Absolute path
      When a pattern begins with "/" or a drive prefix
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the pattern is refused
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<pattern>' at character <position>: <what> is not allowed; patterns are relative to the category. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern      | position | what             |
        | /            | 1        | an absolute path |
        | /etc/passwd  | 1        | an absolute path |
        | //intro.md   | 1        | an absolute path |
        | {/etc,api}/a | 2        | an absolute path |
        | {é,/}intro   | 4        | an absolute path |
        | {,api}/a     | 7        | an absolute path |
        | C:/notes.md  | 1        | a drive prefix   |
        | c:intro.md   | 1        | a drive prefix   |
        | z:           | 1        | a drive prefix   |
        | {api,C:}/a   | 6        | a drive prefix   |
        | {é,c}:a.md   | 4        | a drive prefix   |
        | {,c:}a.md    | 3        | a drive prefix   |

    Scenario: Colon within a name
      Given the files
        | docs/api/c:notes.md | in a directory |
        | docs/ab:notes.md    | two letters    |
        | docs/1:notes.md     | a digit        |
        | docs/é:notes.md     | no ASCII       |
        | docs/c:notes.md     | a set          |
      When a colon does not follow a letter at the beginning of a pattern
        | tool                 | category | pattern         |
        | get_category_content | docs     | api/c:notes.md  |
        | get_category_content | docs     | ab:notes.md     |
        | get_category_content | docs     | 1:notes.md      |
        | get_category_content | docs     | é:notes.md      |
        | get_category_content | docs     | [c]:notes.md    |
        | get_category_content | docs     | ./c:notes.md    |
      Then it stands for itself
        | success  | true           |
        | message  | (absent)       |
        | #1 value | in a directory |
        | #2 value | two letters    |
        | #3 value | a digit        |
        | #4 value | no ASCII       |
        | #5 value | a set          |
        | #6 value | a set          |

    Scenario Outline: Backslash and NUL
      When a pattern contains a backslash or a NUL character
        | tool                 | category | pattern   |
        | get_category_content | docs     | <pattern> |
      Then the error names its position
        | success     | false                                                    |
        | error_type  | invalid_pattern                                          |
        | error       | Invalid pattern '<shown>' at character <position>: <reason>. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | instruction | Present this error to the user with pattern syntax help. |

      Examples:
        | pattern           | shown             | position | reason                                                     |
        | api\\calls.md     | api\\calls.md     | 4        | a backslash is not allowed; separate directories with '/'  |
        | \\*.md            | \\*.md            | 1        | a backslash is not allowed; separate directories with '/'  |
        | é漢\\             | é漢\\             | 3        | a backslash is not allowed; separate directories with '/'  |
        | ab[\\]/[          | ab[\\]/[          | 4        | a backslash is not allowed; separate directories with '/'  |
        | intro.md<x00>.txt | intro.md\\u{0}.txt | 9       | a NUL character is not allowed                             |
        | é<x00>\\          | é\\u{0}\\         | 2        | a NUL character is not allowed                             |

    Scenario: Length and depth
      Given the files
        | docs/é.md | found |
      When a pattern has as many bytes or components as the limit allows or one more
        | tool                 | category | pattern              |
        | get_category_content | docs     | .<1018*/>é.md        |
        | get_category_content | docs     | .<1019*/>é.md        |
        | get_category_content | docs     | .<1023*/><508*é>     |
        | get_category_content | docs     | <62*./>intro.md      |
        | get_category_content | docs     | <63*./>intro.md      |
        | get_category_content | docs     | <63*a//>*/           |
      Then they are counted as given and one more is refused
        | #1 success     | true                                                     |
        | #1 value       | found                                                    |
        | #1 message     | (absent)                                                 |
        | #2 error_type  | invalid_pattern                                          |
        | #2 error       | Invalid pattern '.<199*/>…': it has 1025 bytes and the limit is 1024. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #2 instruction | Present this error to the user with pattern syntax help. |
        | #3 error_type  | invalid_pattern                                          |
        | #3 error       | Invalid pattern '.<199*/>…': it has 2040 bytes and the limit is 1024. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #3 instruction | Present this error to the user with pattern syntax help. |
        | #4 success     | true                                                     |
        | #4 value       | # Intro\n                                                |
        | #4 message     | (absent)                                                 |
        | #5 error_type  | invalid_pattern                                          |
        | #5 error       | Invalid pattern '<63*./>intro.md': it has 64 components and the limit is 63. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #5 instruction | Present this error to the user with pattern syntax help. |
        | #6 error_type  | invalid_pattern                                          |
        | #6 error       | Invalid pattern '<63*a//>*/': it has 64 components and the limit is 63. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
        | #6 instruction | Present this error to the user with pattern syntax help. |

    Scenario: Traversal in a name
      When the name of a category is written like a path
        | tool                 | category |
        | get_category_content | ../docs  |
        | get_category_content | docs/api |
        | get_category_content | ./docs   |
      Then it is only a name that does not exist
        | success     | false                                                      |
        | error_type  | not_found                                                  |
        | #1 error    | Category '../docs' not found. Valid names: 'docs', 'unclosed', 'blank', 'escaping' |
        | #2 error    | Category 'docs/api' not found. Valid names: 'docs', 'unclosed', 'blank', 'escaping' |
        | #3 error    | Category './docs' not found. Did you mean 'docs'?          |
        | instruction | Present this error to the user and take no further action. |
        | value       | (absent)                                                   |
