Feature: Determinism and Order
  Agents' prompt caches compare bytes, and two answers can only be compared if the documents alone
  decide them. So the order is fixed, and the same call gives the same bytes.

  Scenario: Byte order of paths
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["**"]}}
      """
    And the files
      | docs/é.md | 8 |
      | docs/b.md | 7 |
      | docs/a/z.md | 4 |
      | docs/a.md | 3 |
      | docs/a-b.md | 2 |
      | docs/Z.md | 1 |
      | docs/a10.md | 5 |
      | docs/a9.md | 6 |
    When several documents match one pattern
      | tool | category |
      | get_category_content | docs |
    Then the documents are returned in the byte order of their paths
      | part | text/markdown | guide://category/docs/Z.md | 1 |
      # `-` comes before `.`, `.` before `/`, `/` before digits, and 1 before 9.
      | part | text/markdown | guide://category/docs/a-b.md | 2 |
      | part | text/markdown | guide://category/docs/a.md | 3 |
      | part | text/markdown | guide://category/docs/a/z.md | 4 |
      | part | text/markdown | guide://category/docs/a10.md | 5 |
      | part | text/markdown | guide://category/docs/a9.md | 6 |
      | part | text/markdown | guide://category/docs/b.md | 7 |
      # The bytes of é are C3 A9, greater than any of ASCII.
      | part | text/markdown | guide://category/docs/%C3%A9.md | 8 |

  Scenario: Order of patterns
    Given the project
      """
      categories: {docs: {dir: docs, patterns: [start.md, "*.txt", "*.md"]}}
      """
    And the files
      | docs/a.md | a |
      | docs/b.txt | b |
      | docs/c.txt | c |
      | docs/start.md | start |
    When a category has several default patterns
      | tool | category |
      | get_category_content | docs |
    Then documents are returned in the order of the patterns, each at the first that matches it
      | part | text/markdown | guide://category/docs/start.md | start |
      | part | text/plain | guide://category/docs/b.txt | b |
      | part | text/plain | guide://category/docs/c.txt | c |
      | part | text/markdown | guide://category/docs/a.md | a |

  @7.3.1 @7.3.7 @7.4.2 @7.8.6
  Scenario: Order of categories
    Given the project
      """
      categories:
        alpha: {dir: alpha, patterns: ["*.md"]}
        beta: {dir: beta, patterns: ["*.md"]}
      collections: {backwards: {categories: [beta, alpha]}}
      """
    And the files
      | alpha/a.md | first in the project |
      | beta/b.md | first in the collection |
    When a collection names its categories in another order than the project
      | tool | collection | pattern |
      | get_collection_content | backwards | |
      | get_collection_content | backwards | *.md |
    Then documents are returned in the order of the collection
      | part | text/markdown | guide://collection/backwards/category/beta/b.md | first in the collection |
      | part | text/markdown | guide://collection/backwards/category/alpha/a.md | first in the project |

  Scenario: Same call
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections: {handbook: {categories: [docs]}}
      """
    And the files
      | docs/a.md | a |
      | docs/b.md | b |
    And the links
      | docs/leak.md | ../guide.yaml |
    When a call is repeated and nothing has changed
      | tool | category_or_collection |
      | get_content | handbook |
      | get_content | handbook |
      | get_content | handbook |
    Then the results are the same, byte for byte
      | part | text/markdown | guide://collection/handbook/category/docs/a.md | a |
      | part | text/markdown | guide://collection/handbook/category/docs/b.md | b |
      | message | Left out because it could not be read: docs/leak.md @link_out. | | |
      | boundary | guide-boundary | | |
      | #2 same as | #1 | | |
      | #3 same as | #1 | | |

  Scenario: Many calls
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections: {handbook: {categories: [docs]}}
      """
    And the files
      | docs/a.md | a |
      | docs/n{001..100}.md | document {001..100} |
    When a call is made, a hundred others follow, and it is made again
      | tool | category | pattern |
      | get_category_content | docs | a.md |
      # More than run at once.
      | get_category_content | docs | n{001..100}.md |
      | get_category_content | docs | a.md |
    Then every call is answered alike
      | #1 value | a |
      | #2 value | document 001 |
      | #3 value | document 002 |
      | #4 value | document 003 |
      | #5 value | document 004 |
      | #6 value | document 005 |
      | #7 value | document 006 |
      | #8 value | document 007 |
      | #9 value | document 008 |
      | #10 value | document 009 |
      | #11 value | document 010 |
      | #12 value | document 011 |
      | #13 value | document 012 |
      | #14 value | document 013 |
      | #15 value | document 014 |
      | #16 value | document 015 |
      | #17 value | document 016 |
      | #18 value | document 017 |
      | #19 value | document 018 |
      | #20 value | document 019 |
      | #21 value | document 020 |
      | #22 value | document 021 |
      | #23 value | document 022 |
      | #24 value | document 023 |
      | #25 value | document 024 |
      | #26 value | document 025 |
      | #27 value | document 026 |
      | #28 value | document 027 |
      | #29 value | document 028 |
      | #30 value | document 029 |
      | #31 value | document 030 |
      | #32 value | document 031 |
      | #33 value | document 032 |
      | #34 value | document 033 |
      | #35 value | document 034 |
      | #36 value | document 035 |
      | #37 value | document 036 |
      | #38 value | document 037 |
      | #39 value | document 038 |
      | #40 value | document 039 |
      | #41 value | document 040 |
      | #42 value | document 041 |
      | #43 value | document 042 |
      | #44 value | document 043 |
      | #45 value | document 044 |
      | #46 value | document 045 |
      | #47 value | document 046 |
      | #48 value | document 047 |
      | #49 value | document 048 |
      | #50 value | document 049 |
      | #51 value | document 050 |
      | #52 value | document 051 |
      | #53 value | document 052 |
      | #54 value | document 053 |
      | #55 value | document 054 |
      | #56 value | document 055 |
      | #57 value | document 056 |
      | #58 value | document 057 |
      | #59 value | document 058 |
      | #60 value | document 059 |
      | #61 value | document 060 |
      | #62 value | document 061 |
      | #63 value | document 062 |
      | #64 value | document 063 |
      | #65 value | document 064 |
      | #66 value | document 065 |
      | #67 value | document 066 |
      | #68 value | document 067 |
      | #69 value | document 068 |
      | #70 value | document 069 |
      | #71 value | document 070 |
      | #72 value | document 071 |
      | #73 value | document 072 |
      | #74 value | document 073 |
      | #75 value | document 074 |
      | #76 value | document 075 |
      | #77 value | document 076 |
      | #78 value | document 077 |
      | #79 value | document 078 |
      | #80 value | document 079 |
      | #81 value | document 080 |
      | #82 value | document 081 |
      | #83 value | document 082 |
      | #84 value | document 083 |
      | #85 value | document 084 |
      | #86 value | document 085 |
      | #87 value | document 086 |
      | #88 value | document 087 |
      | #89 value | document 088 |
      | #90 value | document 089 |
      | #91 value | document 090 |
      | #92 value | document 091 |
      | #93 value | document 092 |
      | #94 value | document 093 |
      | #95 value | document 094 |
      | #96 value | document 095 |
      | #97 value | document 096 |
      | #98 value | document 097 |
      | #99 value | document 098 |
      | #100 value | document 099 |
      | #101 value | document 100 |
      | #102 same as | #1 |
      | #102 value | a |
