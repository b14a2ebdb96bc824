Feature: Refused patterns
  An agent that gets a refusal without a reason tries another guess. So each error names the
  character, counted in the pattern as it was written, and explains the whole syntax.

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"]}
        unclosed: {dir: docs, patterns: ["*.md", "{intro,setup"]}
        blank: {dir: docs, patterns: [""]}
        escaping: {dir: docs, patterns: ["../*.md"]}
      collections:
        handbook: {categories: [docs]}
        mixed: {categories: [docs, escaping, unclosed]}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | docs/api/calls.md | # Calls\n |
      | secret.md | # Secret\n |

  Rule: Pattern Errors
    A malformed pattern SHALL be refused with error_type `invalid_pattern` before any file is looked up. The error SHALL give the pattern, the reason and the position, and end with the syntax help.

    - The position SHALL be that of the first character that the reason names, counted from 1 in characters of the pattern as the user wrote it; of several braces that are never closed it is the first
    - An alternative in braces that leaves an empty pattern SHALL be refused at the comma or the brace that ends it
    - A pattern that is empty, too long, too deep or has too many alternatives has no position
    - A very long pattern MAY be shortened in the error
    - Braces SHALL expand to at most 64 alternatives
    - The names with `?` and sets of all alternatives SHALL have at most 1,024 characters, so that no pattern takes long; one with more SHALL be refused at the component that exceeds them

    A pattern or an alternative that begins with `!` SHALL be refused, with the category's `exclude` as the remedy; in other tools `!` excludes.

    An invalid default pattern SHALL be reported in the same way when its category is searched without a pattern argument.

    @1.6.5
    Scenario Outline: Unclosed brace or bracket
      When a brace or a bracket is opened and never closed
        | tool | category | pattern |
        | get_category_content | docs | <pattern> |
      Then the error names its position
        | error | invalid_pattern | Invalid pattern '<pattern>' at character <position>: this '<sign>' is never closed. @pattern_help | @explain_pattern |

      Examples:
        | pattern | position | sign |
        | {intro,setup | 1 | { |
        | api/{calls,types | 5 | { |
        | {intro,{setup,usage} | 1 | { |
        | [abc | 1 | [ |
        | api/chapter[12.md | 12 | [ |
        # The first character of a set is a member, a bracket too.
        | [] | 1 | [ |
        | a[!] | 2 | [ |
        # No set reaches beyond a slash.
        | [a/b] | 1 | [ |
        | {a,[b} | 4 | [ |
        | [a]{b,[c | 7 | [ |
        # Of several braces the first that is never closed.
        | {{{a | 1 | { |
        | a{b,{c | 2 | { |
        | {a,b}{c,{d,e} | 6 | { |
        | {a{b,c} | 1 | { |
        | {a,b}{c}{d | 9 | { |
        | é{ü,{b,c},{d | 2 | { |
        | {a,{b,{c,d} | 1 | { |

    @1.6.5
    Scenario Outline: Misplaced stars
      When "**" is only a part of a component or there are more than two "*" in a row
        | tool | category | pattern |
        | get_category_content | docs | <pattern> |
      Then the error names the position of the first of these stars
        | error | invalid_pattern | Invalid pattern '<pattern>' at character <position>: <reason>. @pattern_help | @explain_pattern |

      Examples:
        | pattern | position | reason |
        | api/v** | 6 | '**' must stand alone between slashes |
        | **v/calls.md | 1 | '**' must stand alone between slashes |
        | ä**ö | 2 | '**' must stand alone between slashes |
        | a*b** | 4 | '**' must stand alone between slashes |
        # A bracket that closes nothing is a character.
        | a]** | 3 | '**' must stand alone between slashes |
        | **/a**/b*** | 5 | '**' must stand alone between slashes |
        | ***/calls.md | 1 | '**' must stand alone between slashes |
        | api/**** | 5 | '**' must stand alone between slashes |
        | é/*** | 3 | '**' must stand alone between slashes |

    @1.6.5
    Scenario Outline: Backward range
      When a range runs backwards
        | tool | category | pattern |
        | get_category_content | docs | <pattern> |
      Then the error names the range and its position
        | error | invalid_pattern | Invalid pattern '<pattern>' at character <position>: the range '<range>' runs backwards. @pattern_help | @explain_pattern |

      Examples:
        | pattern | position | range |
        | chapter[3-1].md | 9 | 3-1 |
        | [a-cz-x]* | 5 | z-x |
        | [!b-a] | 3 | b-a |
        | [^b-a] | 3 | b-a |
        | [é-a] | 2 | é-a |
        # The range begins at the fourth character, whatever they have in bytes.
        | [漢é🦀-é] | 4 | 🦀-é |
        # A range of one character is in order.
        | [a-a][b-a] | 7 | b-a |
        | {x,[d-b]} | 5 | d-b |

    Scenario Outline: Position of an error
      When an error follows characters of several bytes, or is in or after an alternative
        | tool | category | pattern |
        | get_category_content | docs | <pattern> |
      Then the position counts the characters of the pattern as the user wrote it
        | error | invalid_pattern | Invalid pattern '<shown>' at character <position>: <reason>. @pattern_help | @explain_pattern |

      Examples:
        | pattern | shown | position | reason |
        | résumé/[ab | résumé/[ab | 8 | this '[' is never closed |
        | {intro,v**}.md | {intro,v**}.md | 9 | '**' must stand alone between slashes |
        | {intro,setup}/v** | {intro,setup}/v** | 16 | '**' must stand alone between slashes |
        # The first alternative makes `a**c` of it.
        | {a*,b}*c | {a*,b}*c | 3 | '**' must stand alone between slashes |
        # The first alternative makes three in a row of it.
        | *{*,a}* | *{*,a}* | 1 | '**' must stand alone between slashes |
        | 漢字/🦀{a,b | 漢字/🦀{a,b | 5 | this '{' is never closed |
        # An e and the accent above it: two characters.
        | e\xcc\x81/.. | e\xcc\x81/.. | 4 | '..' would leave the category |
        # A tab is shown as two characters and counted as one.
        | é\t** | é\x5ct** | 3 | '**' must stand alone between slashes |
        | ./././é[ | ./././é[ | 8 | this '[' is never closed |
        | {60*é}/.. | {60*é}/.. | 62 | '..' would leave the category |
        | {a,é}{b,ü/..} | {a,é}{b,ü/..} | 11 | '..' would leave the category |

    Scenario Outline: Empty alternative
      When nothing is left of a pattern with one of its alternatives
        | tool | category | pattern |
        | get_category_content | docs | <pattern> |
      Then return Result.failure that says so
        | error | invalid_pattern | Invalid pattern '<pattern>': it, or an alternative of it, is empty. @pattern_help | @explain_pattern |

      Examples:
        | pattern |
        | {é,} |
        | {,intro.md} |
        | {a,{b,}}{c,,} |
        | {,}{,} |
        | {a,,b} |
        | {漢,🦀,{é,}} |

    Scenario: Number of alternatives
      Given the files
        | docs/abbaab.md | sixty-four |
      When braces expand to many alternatives
        | tool | category | pattern |
        # 64 and 128; 5 times 13; 64 and 65 in a single brace.
        | get_category_content | docs | {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md |
        | get_category_content | docs | {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md |
        | get_category_content | docs | {a,b,c,d,e}{a,b,c,d,e,f,g,h,i,j,k,l,m} |
        | get_category_content | docs | {abbaab.md,{62*a,}b} |
        | get_category_content | docs | {abbaab.md,{63*a,}b} |
      Then sixty-four are accepted and more are refused
        | #1 value | sixty-four | | |
        | #2 error | invalid_pattern | Invalid pattern '{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md': its braces stand for more than 64 alternatives. @pattern_help | @explain_pattern |
        | #3 error | invalid_pattern | Invalid pattern '{a,b,c,d,e}{a,b,c,d,e,f,g,h,i,j,k,l,m}': its braces stand for more than 64 alternatives. @pattern_help | @explain_pattern |
        | #4 value | sixty-four | | |
        | #5 error | invalid_pattern | Invalid pattern '{abbaab.md,{63*a,}b}': its braces stand for more than 64 alternatives. @pattern_help | @explain_pattern |

    Scenario: Cost of wildcards
      Given the files
        | docs/abbaab.md | sixty-four |
      When wildcards have large sets, or are in many alternatives
        | tool | category | pattern |
        | get_category_content | docs | *[{900*a}]bbaab.md |
        | get_category_content | docs | api/*?????????{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md |
      Then up to so many characters they are accepted, and beyond they are refused with the position of their component
        | #1 value | sixty-four | | |
        | #2 error | invalid_pattern | Invalid pattern 'api/*?????????{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}.md' at character 5: its names with '?' or sets have from here on more than 1024 characters in all alternatives by braces, twice counted where any extension matches. Use fewer alternatives or shorter sets. @pattern_help | @explain_pattern |

    Scenario: Invalid default pattern
      When a category with an invalid default pattern is searched
        | tool | category | pattern | collection |
        | get_category_content | unclosed | | |
        | get_category_content | blank | | |
        | get_category_content | escaping | | |
        | get_category_content | unclosed | *.md | |
        # Two of its categories are at fault; a third is not.
        | get_collection_content | | | mixed |
        | get_category_content | unclosed | a** | |
      Then the default pattern is refused unless an argument replaces it, and a collection goes without that category
        | #1 error | invalid_pattern | Invalid pattern '{intro,setup' at character 1 of 'unclosed' in guide.yaml: this '{' is never closed. @pattern_help | @explain_pattern |
        | #2 error | invalid_pattern | Invalid pattern '' of 'blank' in guide.yaml: it, or an alternative of it, is empty. @pattern_help | @explain_pattern |
        | #3 error | invalid_pattern | Invalid pattern '../*.md' at character 1 of 'escaping' in guide.yaml: '..' would leave the category. @pattern_help | @explain_pattern |
        | #4 value | # Intro\n | | |
        | #5 value | # Intro\n | | |
        | #5 message | Not searched: the pattern '../*.md' at character 1 of 'escaping' in guide.yaml is invalid ('..' would leave the category), the pattern '{intro,setup' at character 1 of 'unclosed' in guide.yaml is invalid (this '{' is never closed). | | |
        | #6 error | invalid_pattern | Invalid pattern 'a**' at character 2: '**' must stand alone between slashes. @pattern_help | @explain_pattern |

    Scenario Outline: Leading exclamation mark
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["*.md"]}
          without: {dir: docs, patterns: ["<pattern>"]}
        """
      And the files
        | docs/!a.md | mark |
      When a pattern or an alternative begins with an exclamation mark
        | tool | category | category_or_collection | pattern |
        | get_category_content | docs | | <pattern> |
        | list_content | | docs | <pattern> |
        | get_category_content | without | | |
      Then the error names the category's exclude as the remedy
        | #1 error | invalid_pattern | Invalid pattern '<pattern>' at character <position>: @no_exclamation @pattern_help | @explain_pattern |
        | #2 error | invalid_pattern | Invalid pattern '<pattern>' at character <position>: @no_exclamation @pattern_help | @explain_pattern |
        | #3 error | invalid_pattern | Invalid pattern '<pattern>' at character <position> of 'without' in guide.yaml: @no_exclamation @pattern_help | @explain_pattern |

      Examples:
        | pattern | position |
        | !a.md | 1 |
        | ! | 1 |
        | !**/*.md | 1 |
        | {b,!a}.md | 4 |

    Scenario: Literal exclamation mark
      Given the files
        | docs/!a.md | mark |
        | docs/sub/!b.md | below |
        | docs/c!.md | at end |
      When an exclamation mark is elsewhere in a pattern
        | tool | category | pattern |
        | get_category_content | docs | ./!a.md |
        | get_category_content | docs | ?a.md |
        | get_category_content | docs | sub/!b |
        | get_category_content | docs | c!.md |
        | get_category_content | docs | [z!]a.md |
      Then the exclamation mark is an ordinary character
        | #1 value | mark |
        | #2 value | mark |
        | #3 value | below |
        | #4 value | at end |
        | #5 value | mark |

    Scenario: Invalid pattern in every tool
      When any tool is called with an invalid pattern
        | tool | category_or_collection | category | collection | pattern |
        | get_content | handbook | | | a** |
        | get_category_content | | docs | | a** |
        | get_collection_content | | | handbook | a** |
        | list_content | docs | | | a** |
        | list_content | | | | a** |
      Then the same error is returned
        | error | invalid_pattern | Invalid pattern 'a**' at character 2: '**' must stand alone between slashes. @pattern_help | @explain_pattern |
