Feature: Determinism and Order
  Agents' prompt caches compare bytes, and two answers can only be compared if the documents alone
  decide them. So the order is fixed, and the same call gives the same bytes.

  Documents SHALL be returned in the order of the patterns, and within a pattern in the byte order of their paths; the categories of a collection in the collection's order. The same call on the same files SHALL give the same bytes.

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

  Scenario: Many calls
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections: {handbook: {categories: [docs]}}
      """
    And the files
      | docs/a.md | a |
      | docs/n{001..100}.md | another |
    When a call is made
      | tool | category | pattern |
      | get_category_content | docs | a.md |
    Then it is answered
      | value | a |
    When a hundred others follow
      | tool | category | pattern |
      # More than run at once.
      | get_category_content | docs | n{001..100}.md |
    Then each is answered
      | value | another |
    When it is made again
      | tool | category | pattern |
      | get_category_content | docs | a.md |
    Then every call is answered alike
      | same as | #1 |
      | value | a |

  Scenario: Hundreds of documents
    Given the project
      """
      categories: {alone: {dir: alone, patterns: ["*.md"]}}
      limits: {response_bytes: 1048576}
      """
    And the files
      | alone/{150*n}-{001..300}.md | document {001..300}: {800*x} | 2026-01-02T03:04:05Z |
      # These are made in the other order.
      | alone/{150*n}-b.md | letter b | 2026-01-02T03:04:05Z |
      | alone/{150*n}-a.md | letter a | 2026-01-02T03:04:05Z |
    When three documents match, and when three hundred do
      | tool | category | pattern | category_or_collection |
      | get_category_content | alone | *-00[123]* | |
      | get_category_content | alone | | |
      | list_content | | | alone |
    Then all documents are returned, each with its own body, and listed, in byte order
      | #1 part | text/markdown | guide://category/alone/{150*n}-{001..003}.md | document {001..003}: {800*x} |
      | #2 part | text/markdown | guide://category/alone/{150*n}-{001..300}.md | document {001..300}: {800*x} |
      | #2 part | text/markdown | guide://category/alone/{150*n}-a.md | letter a |
      | #2 part | text/markdown | guide://category/alone/{150*n}-b.md | letter b |
      | #3 head | @documents_head | | |
      | #3 row | guide://category/alone/{150*n}-{001..300}.md; ; ; text/markdown; 814; ~203; 2026-01-02T03:04:05Z | | |
      | #3 row | guide://category/alone/{150*n}-a.md; ; ; text/markdown; 8; ~2; 2026-01-02T03:04:05Z | | |
      | #3 row | guide://category/alone/{150*n}-b.md; ; ; text/markdown; 8; ~2; 2026-01-02T03:04:05Z | | |
