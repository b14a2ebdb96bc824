Feature: Names that patterns match
  People ask for `intro` and mean the document, whatever its extension; and they seldom mean what
  begins with a dot. Where the first rule ends, and what lifts the second, is shown case by case.

  Background:
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
        introductions:
          dir: docs
          patterns: [intro]
      """

  Rule: Root Names

    Scenario: Name itself and any extension
      Given the files
        | docs/intro           | bare           |
        | docs/intro.md        | markdown       |
        | docs/intro.tar.gz    | two extensions |
        | docs/intro-old.md    | longer name    |
        | docs/introduction.md | another word   |
        | docs/my.intro        | the other side |
      When the last component of a pattern or default pattern has no dot
        | tool                 | category      | pattern |
        | get_category_content | docs          | intro   |
        | get_category_content | introductions |         |
      Then it matches the name itself and the name with any extension
        | success     | true          |                                             |                |
        | #1 part     | text/plain    | guide://category/docs/intro                 | bare           |
        | #1 part     | text/markdown | guide://category/docs/intro.md              | markdown       |
        | #1 part     | text/plain    | guide://category/docs/intro.tar.gz          | two extensions |
        | #2 part     | text/plain    | guide://category/introductions/intro        | bare           |
        | #2 part     | text/markdown | guide://category/introductions/intro.md     | markdown       |
        | #2 part     | text/plain    | guide://category/introductions/intro.tar.gz | two extensions |
        | message     | (absent)      |                                             |                |
        | instruction | (absent)      |                                             |                |

    Scenario: Extension given
      Given the files
        | docs/notes.tar.gz  | archive   |
        | docs/notes.txt.old | old notes |
      When the last component of a pattern has a dot
        | tool                 | category | pattern   |
        | get_category_content | docs     | notes.tar |
        | get_category_content | docs     | *.txt     |
      Then no further extension is matched
        | error_type | no_matches                                        |
        | #1 error   | No documents in category 'docs' match 'notes.tar'. Nearest: 'notes.tar.gz'. It holds 'notes.tar.gz', 'notes.txt.old' |
        | #2 error   | No documents in category 'docs' match '*.txt'. It holds 'notes.tar.gz', 'notes.txt.old' |
        | instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |

    Scenario: Wildcard without an extension
      Given the files
        | docs/guide-api.md   | api    |
        | docs/guide-cli.rst  | cli    |
        | docs/guide          | all    |
        | docs/other.md       | other  |
        | docs/sub/guide-x.md | deeper |
      When the last component of a pattern has a wildcard and no dot
        | tool                 | category | pattern    |
        | get_category_content | docs     | guide-*    |
        | get_category_content | docs     | **/guide-? |
      Then it matches names with any extension
        | success     | true          |                                     |     |
        | #1 part     | text/markdown | guide://category/docs/guide-api.md  | api |
        | #1 part     | text/x-rst    | guide://category/docs/guide-cli.rst | cli |
        | #2 value    | deeper        |                                     |     |
        | message     | (absent)      |                                     |     |
        | instruction | (absent)      |                                     |     |

    Scenario: Dot in a directory name
      Given the files
        | docs/v1.2/intro.md | one point two   |
        | docs/v1.3/intro.md | one point three |
      When only another component of a pattern has a dot
        | tool                 | category | pattern      |
        | get_category_content | docs     | v1.2/intro   |
        | get_category_content | docs     | ./v1.3/intro |
      Then the last component still matches every extension
        | success  | true            |
        | #1 value | one point two   |
        | #2 value | one point three |
        | message | (absent) |
        | instruction | (absent) |

    Scenario: Root names among alternatives
      Given the files
        | docs/intro.md      | intro     |
        | docs/notes.txt     | notes     |
        | docs/notes.txt.old | old notes |
      When some alternatives have an extension and others have none
        | tool                 | category | pattern           |
        | get_category_content | docs     | {intro,notes.txt} |
      Then each alternative follows the rule on its own
        | success     | true          |                                 |       |
        | part        | text/markdown | guide://category/docs/intro.md  | intro |
        | part        | text/plain    | guide://category/docs/notes.txt | notes |
        | message     | (absent)      |                                 |       |
        | instruction | (absent)      |                                 |       |

  Rule: Hidden Names

    Scenario: Hidden files
      Given the files
        | docs/.draft.md | hidden  |
        | docs/intro.md  | visible |
      When a wildcard or a literal dot stands at the leading dot of a name
        | tool                 | category | pattern       |
        | get_category_content | docs     | *             |
        | get_category_content | docs     | *.md          |
        | get_category_content | docs     | ?draft.md     |
        # A set is a wildcard, whatever it holds.
        | get_category_content | docs     | [.]draft.md   |
        | get_category_content | docs     | [!a]draft.md  |
        | get_category_content | docs     | .draft.md     |
        | get_category_content | docs     | .*.md         |
        # An alternative is written out.
        | get_category_content | docs     | {.,_}draft.md |
      Then only the literal dot matches it
        | #1 value      | visible                                              |
        | #2 value      | visible                                              |
        | #3 error_type | no_matches                                           |
        | #3 error      | No documents in category 'docs' match '?draft.md'. It holds 'intro.md' |
        | #4 error_type | no_matches                                           |
        | #4 error      | No documents in category 'docs' match '[.]draft.md'. It holds 'intro.md' |
        | #5 error_type | no_matches                                           |
        | #5 error      | No documents in category 'docs' match '[!a]draft.md'. It holds 'intro.md' |
        | #6 value      | hidden                                               |
        | #7 value      | hidden                                               |
        | #8 value      | hidden                                               |
        | message | (absent) |
        | #1 instruction | (absent) |
        | #2 instruction | (absent) |
        | #3 instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |
        | #4 instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |
        | #5 instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |
        | #6 instruction | (absent) |
        | #7 instruction | (absent) |
        | #8 instruction | (absent) |

    Scenario: Hidden directories
      Given the files
        | docs/intro.md            | visible                          |
        | docs/.git/notes.md       | inside a hidden directory        |
        | docs/api/.cache/calls.md | deeper inside a hidden directory |
      When a pattern matches everything below a directory
        | tool                 | category | pattern        |
        | get_category_content | docs     | **             |
        | get_category_content | docs     | **/*.md        |
        # This dot is the category itself, and no hidden name.
        | get_category_content | docs     | .              |
        | get_category_content | docs     | */*.md         |
        | get_category_content | docs     | .git/*.md      |
        | get_category_content | docs     | **/.cache/*.md |
      Then hidden directories are entered only where a literal dot names them
        | #1 value      | visible                                        |
        | #2 value      | visible                                        |
        | #3 value      | visible                                        |
        | #4 error_type | no_matches                                     |
        | #4 error      | No documents in category 'docs' match '*/*.md'. It holds 'intro.md' |
        | #5 value      | inside a hidden directory                      |
        | #6 value      | deeper inside a hidden directory               |
        | message | (absent) |
        | #1 instruction | (absent) |
        | #2 instruction | (absent) |
        | #3 instruction | (absent) |
        | #4 instruction | Present this error to the user so they can correct the pattern. Do NOT attempt corrective action. |
        | #5 instruction | (absent) |
        | #6 instruction | (absent) |
