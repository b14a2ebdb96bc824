Feature: Determinism and Order

  Scenario: Byte order of paths
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["**"]
      """
    And the files
      | docs/é.md   | 8 |
      | docs/b.md   | 7 |
      | docs/a/z.md | 4 |
      | docs/a.md   | 3 |
      | docs/a-b.md | 2 |
      | docs/Z.md   | 1 |
      | docs/a10.md | 5 |
      | docs/a9.md  | 6 |
    When several documents match one pattern
      | tool                 | category |
      | get_category_content | docs     |
    Then they are returned in the byte order of their paths
      | success     | true          |                                 |   |
      | part        | text/markdown | guide://category/docs/Z.md      | 1 |
      | part        | text/markdown | guide://category/docs/a-b.md    | 2 |
      | part        | text/markdown | guide://category/docs/a.md      | 3 |
      | part        | text/markdown | guide://category/docs/a/z.md    | 4 |
      | part        | text/markdown | guide://category/docs/a10.md    | 5 |
      | part        | text/markdown | guide://category/docs/a9.md     | 6 |
      | part        | text/markdown | guide://category/docs/b.md      | 7 |
      | part        | text/markdown | guide://category/docs/%C3%A9.md | 8 |
      | message     | (absent)      |                                 |   |
      | instruction | (absent)      |                                 |   |

  Scenario: Order of patterns
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: [start.md, "*.txt", "*.md"]
      """
    And the files
      | docs/a.md     | a     |
      | docs/b.txt    | b     |
      | docs/c.txt    | c     |
      | docs/start.md | start |
    When a category has several default patterns
      | tool                 | category |
      | get_category_content | docs     |
    Then documents are returned in the order of the patterns, each at the first that matches it
      | success     | true          |                                |       |
      | part        | text/markdown | guide://category/docs/start.md | start |
      | part        | text/plain    | guide://category/docs/b.txt    | b     |
      | part        | text/plain    | guide://category/docs/c.txt    | c     |
      | part        | text/markdown | guide://category/docs/a.md     | a     |
      | message     | (absent)      |                                |       |
      | instruction | (absent)      |                                |       |

  Scenario: Order of categories
    Given the project
      """
      categories:
        alpha:
          dir: alpha
          patterns: ["*.md"]
        beta:
          dir: beta
          patterns: ["*.md"]
      collections:
        backwards:
          categories: [beta, alpha]
      """
    And the files
      | alpha/a.md | first in the project    |
      | beta/b.md  | first in the collection |
    When a collection names its categories in another order than the project
      | tool                   | collection | pattern |
      | get_collection_content | backwards  |         |
      | get_collection_content | backwards  | *.md    |
    Then documents are returned in the order of the collection
      | success     | true          |                                                  |                         |
      | part        | text/markdown | guide://collection/backwards/category/beta/b.md  | first in the collection |
      | part        | text/markdown | guide://collection/backwards/category/alpha/a.md | first in the project    |
      | message     | (absent)      |                                                  |                         |
      | instruction | (absent)      |                                                  |                         |

  Scenario: Same call
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      collections:
        handbook:
          categories: [docs]
      """
    And the files
      | docs/a.md | a |
      | docs/b.md | b |
    And the links
      | docs/leak.md | ../guide.yaml |
    When a call is repeated and nothing has changed
      | tool        | category_or_collection |
      | get_content | handbook               |
      | get_content | handbook               |
      | get_content | handbook               |
    Then the results are the same, byte for byte
      | part        | text/markdown  | guide://collection/handbook/category/docs/a.md | a |
      | part        | text/markdown  | guide://collection/handbook/category/docs/b.md | b |
      | message     | Left out because it could not be read: docs/leak.md (the link leads out of the category). |                                                |   |
      | instruction | (absent)       |                                                |   |
      | boundary    | guide-boundary |                                                |   |
      | #2 same as  | #1             |                                                |   |
      | #3 same as  | #1             |                                                |   |
