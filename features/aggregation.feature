Feature: Aggregation and De-duplication
  A name may belong to both a category and a collection, and a document may be found in several
  ways. Returning a document twice wastes tokens, and returning only one kind hides documents. So
  both are searched, and each document comes once.

  `get_content` and `list_content` SHALL search collections by exact name first and then categories by exact name, always both, and return the documents of both. `get_category_content` and `get_collection_content` SHALL search only their own kind.

  Documents SHALL be de-duplicated before any is read; the first occurrence, with its location, wins. Two documents are one if their directory, as the system identifies directories, and their name are equal, however the path to that directory is written. A link to a file and its target are two documents. The same SHALL hold within a collection whose categories overlap.

  Background:
    Given the project
      """
      categories:
        guidelines: {dir: docs, patterns: ["*.md"]}
        python: {dir: docs/python, patterns: ["*.md"]}
        docs: {dir: docs, patterns: ["**/*.md"]}
        references: {dir: references, patterns: ["*.md"]}
      collections:
        references: {categories: [guidelines]}
        docs: {categories: [guidelines]}
        overlapping: {categories: [docs, python]}
        repeated: {categories: [guidelines, guidelines]}
      """
    And the files
      | docs/style.md | # Style\n |
      | docs/python/loops.md | # Loops\n |
      | references/api.md | # API\n |

  @8.2.1 @8.2.5 @8.2.6 @8.2.11 @8.3.4 @8.3.6 @8.4.2 @8.4.5 @8.7.3 @8.8.1 @8.8.2
  Scenario: Collection and category of one name
    When category_or_collection names both a collection and a category
      | tool | category_or_collection |
      | get_content | references |
    Then return the collection's documents and after them the category's
      | part | text/markdown | guide://collection/references/category/guidelines/style.md | file:docs/style.md |
      | part | text/markdown | guide://category/references/api.md | file:references/api.md |

  @8.2.3 @8.2.5 @8.2.7 @8.2.11 @8.3.4 @8.4.3 @8.4.6 @8.4.7 @8.7.3 @8.7.6 @8.8.2 @8.8.3 @8.8.6
  Scenario: Document found by category and collection
    Given the modification times
      | docs/style.md | 2026-01-02T03:04:05Z |
      | docs/python/loops.md | 2026-01-01T00:30:00Z |
    When a document is found through a collection and through a category
      | tool | category_or_collection | pattern |
      | get_content | docs | |
      | get_content | docs | style.md |
      | list_content | docs | |
    Then the document is returned once, as found through the collection
      | #1 part | text/markdown | guide://collection/docs/category/guidelines/style.md | file:docs/style.md |
      | #1 part | text/markdown | guide://category/docs/python/loops.md | file:docs/python/loops.md |
      | #2 value | # Style\n | | |
      | #3 head | @documents_head | | |
      | #3 row | guide://collection/docs/category/guidelines/style.md; Style; ; text/markdown; 8; ~2; 2026-01-02T03:04:05Z | | |
      | #3 row | guide://category/docs/python/loops.md; Loops; ; text/markdown; 8; ~2; 2026-01-01T00:30:00Z | | |

  @7.3.7 @7.5.6 @8.4.1 @8.4.2 @8.4.3 @8.4.6 @8.8.4 @8.8.5
  Scenario: Overlapping categories
    When categories of a collection contain the same document or one is listed twice
      | tool | collection |
      | get_collection_content | overlapping |
      | get_collection_content | repeated |
    Then the document is returned once, as found through the first category
      | #1 part | text/markdown | guide://collection/overlapping/category/docs/python/loops.md | file:docs/python/loops.md |
      | #1 part | text/markdown | guide://collection/overlapping/category/docs/style.md | file:docs/style.md |
      | #2 value | # Style\n | | |

  Scenario: Two categories of one directory
    Given the project
      """
      categories:
        pages: {dir: docs, patterns: ["*.md"]}
        linked: {dir: current, patterns: ["**/*.md"]}
      collections: {both: {categories: [pages, linked]}}
      """
    And the links
      | current | docs |
    When two categories of a collection name one directory, one of them by a link
      | tool | collection |
      | get_collection_content | both |
    Then each document is returned once, as found through the first category
      | part | text/markdown | guide://collection/both/category/pages/style.md | file:docs/style.md |
      | part | text/markdown | guide://collection/both/category/linked/python/loops.md | file:docs/python/loops.md |

  Scenario: Two categories of similar paths
    Given the project
      """
      categories:
        here: {dir: b, patterns: ["*.md"]}
        there: {dir: link/../b, patterns: ["*.md"]}
      collections: {both: {categories: [here, there]}}
      """
    And the files
      | b/intro.md | # Here\n |
      | else/b/intro.md | # There\n |
      | else/inner/notes.txt | notes |
    And the links
      # `link/..` is where the target of the link lies: `else`.
      | link | else/inner |
    When the paths of two categories look alike but for a link and `..`
      | tool | collection |
      | get_collection_content | both |
    Then the documents of both are returned
      | part | text/markdown | guide://collection/both/category/here/intro.md | # Here\n |
      | part | text/markdown | guide://collection/both/category/there/intro.md | # There\n |

  @8.4.4
  Scenario: Unreadable document found twice
    Given the links
      | docs/leak.md | ../references/api.md |
    When an unreadable document is found through a collection and through a category
      | tool | category_or_collection |
      | get_content | docs |
    Then the document is named once
      | part | text/markdown | guide://collection/docs/category/guidelines/style.md | file:docs/style.md |
      | part | text/markdown | guide://category/docs/python/loops.md | file:docs/python/loops.md |
      | message | Left out because it could not be read: guidelines/leak.md @link_out. | | |

  @8.2.4 @8.7.5
  Scenario: Pattern for category and collection
    Given the files
      | docs/notes.txt | notes\n |
      | references/links.txt | links\n |
    When a pattern is given for a name that is both
      | tool | category_or_collection | pattern |
      | get_content | references | *.txt |
      | get_content | references | api.md |
      | get_content | references | style.md |
    Then the pattern replaces the default patterns of both, and a match in either is enough
      | #1 part | text/plain | guide://collection/references/category/guidelines/notes.txt | notes\n |
      | #1 part | text/plain | guide://category/references/links.txt | links\n |
      | #2 value | # API\n | | |
      | #3 value | # Style\n | | |

  Scenario: No match in category and collection
    When neither a collection nor a category of one name has a match
      | tool | category_or_collection | pattern |
      | get_content | references | *.rst |
      | get_content | python | *.rst |
      | get_content | repeated | *.rst |
    Then the error names what was searched
      | #1 error | no_matches | No documents in category or collection 'references' match '*.rst'. It holds 'api.md', 'guidelines/python/loops.md', 'guidelines/style.md' | @correct_pattern |
      | #2 error | no_matches | No documents in category 'python' match '*.rst'. It holds 'loops.md' | @correct_pattern |
      | #3 error | no_matches | No documents in collection 'repeated' match '*.rst'. It holds 'guidelines/python/loops.md', 'guidelines/style.md' | @correct_pattern |

  @7.2.5
  Scenario: Tools for one kind
    When a tool for one kind is called with a name that is both
      | tool | category | collection |
      | get_category_content | references | |
      | get_collection_content | | references |
    Then only that kind is searched
      | #1 value | # API\n |
      | #2 value | # Style\n |

  @8.2.1 @8.3.1
  Scenario: Exact name
    When a name differs slightly from that of a category or collection
      | tool | category_or_collection |
      | get_content | References |
      # A blank belongs to the name.
      | get_content | references\x20 |
      | get_content | reference |
    Then the name is not found and the similar name is suggested
      | #1 error | not_found | Category or collection 'References' not found. Did you mean 'references'? | @present_error |
      | #2 error | not_found | Category or collection 'references ' not found. Did you mean 'references'? | @present_error |
      | #3 error | not_found | Category or collection 'reference' not found. Did you mean 'references'? | @present_error |
