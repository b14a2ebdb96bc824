Feature: Response Budget

  Background:
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
        examples:
          dir: examples
          patterns: ["*.md"]
      collections:
        handbook:
          categories: [docs, examples]
      limits:
        response_bytes: 500
      """

  Scenario: Documents that fit exactly
    Given the sized files
      | docs/a.md | 100 |
      | docs/b.md | 85  |
    When the message of all matching documents is as large as the budget
      | tool                 | category |
      | get_category_content | docs     |
    Then all of them are returned
      | success     | true          |                            |                |
      | part        | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | part        | text/markdown | guide://category/docs/b.md | file:docs/b.md |
      | message     | (absent)      |                            |                |
      | instruction | (absent)      |                            |                |

  Scenario: Documents over the budget
    Given the sized files
      | docs/a.md | 100 |
      | docs/b.md | 86  |
      | docs/c.md | 10  |
    When a document does not fit into the budget
      | tool                 | category | pattern  |
      | get_category_content | docs     |          |
      | get_category_content | docs     | {b,c}.md |
    Then that one and all that follow are left out, named with their sizes, and can be asked for
      | success        | true          |                            |                |
      | #1 parts       | 1             |                            |                |
      | #1 part        | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | #1 message     | Left out because the answer would exceed 500 bytes: b.md (86 bytes), c.md (10 bytes). |                            |                |
      | #1 instruction | Documents were left out to bound the size of this answer. Ask for those you need with a narrower pattern. |                            |                |
      | #2 part        | text/markdown | guide://category/docs/b.md | file:docs/b.md |
      | #2 part        | text/markdown | guide://category/docs/c.md | file:docs/c.md |
      | #2 message     | (absent)      |                            |                |
      | #2 instruction | (absent)      |                            |                |

  Scenario: First document over the budget
    Given the sized files
      | docs/a.md | 550 |
      | docs/b.md | 1   |
    When the first document alone is larger than the budget
      | tool                 | category | pattern |
      | get_category_content | docs     | a.md    |
      | get_category_content | docs     | *.md    |
    Then it is returned whole
      | success        | true           |                            |                |
      | #1 value       | file:docs/a.md |                            |                |
      | #1 message     | (absent)       |                            |                |
      | #1 instruction | (absent)       |                            |                |
      | #2 part        | text/markdown  | guide://category/docs/a.md | file:docs/a.md |
      | #2 message     | Left out because the answer would exceed 500 bytes: b.md (1 bytes). |                            |                |
      | #2 instruction | Documents were left out to bound the size of this answer. Ask for those you need with a narrower pattern. |                            |                |

  Scenario: Budget in bytes
    Given the sized files
      | docs/a.md | 60 |
    And the files
      | docs/b.md | äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü |
    When documents contain characters of several bytes
      | tool                 | category |
      | get_category_content | docs     |
    Then the budget counts bytes
      | success     | true          |                            |                |
      | part        | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | message     | Left out because the answer would exceed 500 bytes: b.md (120 bytes). |                            |                |
      | instruction | Documents were left out to bound the size of this answer. Ask for those you need with a narrower pattern. |                            |                |

  Scenario: Budget across categories
    Given the sized files
      | docs/a.md     | 70 |
      | examples/a.md | 73 |
      | examples/b.md | 5  |
    When the documents of a collection do not fit into the budget
      | tool                   | collection |
      | get_collection_content | handbook   |
    Then those left out are named with their categories
      | success     | true          |                                                |                |
      | part        | text/markdown | guide://collection/handbook/category/docs/a.md | file:docs/a.md |
      | message     | Left out because the answer would exceed 500 bytes: examples/a.md (73 bytes), examples/b.md (5 bytes). |                                                |                |
      | instruction | Documents were left out to bound the size of this answer. Ask for those you need with a narrower pattern. |                                                |                |

  Scenario: Many documents over the budget
    Given the sized files
      | docs/a.md   | 250 |
      | docs/n01.md | 1   |
      | docs/n02.md | 1   |
      | docs/n03.md | 1   |
      | docs/n04.md | 1   |
      | docs/n05.md | 1   |
      | docs/n06.md | 1   |
      | docs/n07.md | 1   |
      | docs/n08.md | 1   |
      | docs/n09.md | 1   |
      | docs/n10.md | 1   |
      | docs/n11.md | 1   |
      | docs/n12.md | 1   |
      | docs/n13.md | 1   |
      | docs/n14.md | 1   |
      | docs/n15.md | 1   |
      | docs/n16.md | 1   |
      | docs/n17.md | 1   |
      | docs/n18.md | 1   |
      | docs/n19.md | 1   |
      | docs/n20.md | 1   |
      | docs/n21.md | 1   |
      | docs/n22.md | 1   |
      | docs/n23.md | 1   |
      | docs/n24.md | 1   |
      | docs/n25.md | 1   |
      | docs/n26.md | 1   |
      | docs/n27.md | 1   |
      | docs/n28.md | 1   |
      | docs/n29.md | 1   |
      | docs/n30.md | 1   |
      | docs/n31.md | 1   |
      | docs/n32.md | 1   |
      | docs/n33.md | 1   |
      | docs/n34.md | 1   |
      | docs/n35.md | 1   |
      | docs/n36.md | 1   |
      | docs/n37.md | 1   |
      | docs/n38.md | 1   |
      | docs/n39.md | 1   |
      | docs/n40.md | 1   |
      | docs/n41.md | 1   |
      | docs/n42.md | 1   |
      | docs/n43.md | 1   |
      | docs/n44.md | 1   |
      | docs/n45.md | 1   |
      | docs/n46.md | 1   |
      | docs/n47.md | 1   |
      | docs/n48.md | 1   |
      | docs/n49.md | 1   |
      | docs/n50.md | 1   |
      | docs/n51.md | 1   |
      | docs/n52.md | 1   |
    When more documents are left out than can be named
      | tool                 | category |
      | get_category_content | docs     |
    Then fifty are named and the others are counted
      | success          | true             |                            |                |
      | part             | text/markdown    | guide://category/docs/a.md | file:docs/a.md |
      | message contains | Left out because the answer would exceed 500 bytes: n01.md (1 bytes), n02.md (1 bytes), |                            |                |
      | message contains | n50.md (1 bytes) |                            |                |
      | message contains | and 2 more.      |                            |                |
      | message omits    | n51.md           |                            |                |
      | message omits    | n52.md           |                            |                |
      | instruction      | Documents were left out to bound the size of this answer. Ask for those you need with a narrower pattern. |                            |                |

  Scenario: Headers and delimiters
    Given the sized files
      | docs/a.md | 0 |
      | docs/b.md | 0 |
      | docs/c.md | 0 |
      | docs/d.md | 0 |
      | docs/e.md | 0 |
    When the documents are empty
      | tool                 | category |
      | get_category_content | docs     |
    Then the budget counts the headers and delimiters of their parts
      | success     | true          |                            |                |
      | part        | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | part        | text/markdown | guide://category/docs/b.md | file:docs/b.md |
      | part        | text/markdown | guide://category/docs/c.md | file:docs/c.md |
      | message     | Left out because the answer would exceed 500 bytes: d.md (0 bytes), e.md (0 bytes). |                            |                |
      | instruction | Documents were left out to bound the size of this answer. Ask for those you need with a narrower pattern. |                            |                |

  Scenario: Longer boundary
    Given the sized files
      | docs/a.md | 100 |
    And the files
      | docs/b.md | --guide-boundary\n |
      | docs/c.md | ==guide-boundary\n |
    When a document fits only without the UUID that its lines require
      | tool                 | category | pattern  |
      | get_category_content | docs     | {a,b}.md |
      | get_category_content | docs     | {a,c}.md |
    Then it is left out as though it were larger
      | success        | true           |                            |                |
      | boundary       | guide-boundary |                            |                |
      | #1 part        | text/markdown  | guide://category/docs/a.md | file:docs/a.md |
      | #1 message     | Left out because the answer would exceed 500 bytes: b.md (17 bytes). |                            |                |
      | #1 instruction | Documents were left out to bound the size of this answer. Ask for those you need with a narrower pattern. |                            |                |
      | #2 part        | text/markdown  | guide://category/docs/a.md | file:docs/a.md |
      | #2 part        | text/markdown  | guide://category/docs/c.md | file:docs/c.md |
      | #2 message     | (absent)       |                            |                |
