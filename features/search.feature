Feature: Search
  An agent that knows a word, but not its document, would have to read all of them. A search returns
  the matching places, best first, with the URI of each section. The agent then reads only that
  section.

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md", "*.txt"]}
        api: {dir: api, patterns: ["*.md"]}
      collections: {all: {categories: [api, docs]}}
      """
    And the files
      | docs/net.md | # The *Net*\n\n## Errors\n\nA call is tried again.\n\n### Retry\n\nTwice, with a Backoff.\nNo more.\n\n## Limits\n\nNone.\n |
      | docs/retry.md | # When to stop\n\nSooner.\n |
      | docs/plain.txt | retry\nback off\nretry, backoff\n |
      | api/http.md | Intro.\n\n# HTTP\n\nretry: see backoff\n |

  Scenario: Every word must occur
    When words are searched for in one category
      | tool | query | category_or_collection |
      | search_content | retry backoff | docs |
      | search_content | off TRY | docs |
      | search_content | BACKOFF | docs |
    Then the documents that contain all of them are returned, with matches in path, title or headings first
      | #1 head | URI; Heading; Line; Text |
      | #1 row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 7; ### Retry |
      | #1 row | guide://category/docs/plain.txt; ; 3; retry, backoff |
      | #2 line | No document holds every word: 'off' (documents: 2), 'TRY' with these capitals (documents: 0). |
      | #3 line | No document holds every word: 'BACKOFF' with these capitals (documents: 0). |

  Scenario: Case of a word
    Given the files
      | api/case.md | # Case\n\nÄrger, ΑΒΣ and Big\n |
    When words are searched for with and without a capital
      | tool | query | pattern |
      | search_content | ärger | case.md |
      | search_content | αβς big | case.md |
      | search_content | Big ΑΒ | case.md |
      | search_content | äRger | case.md |
    Then a capital makes a word exact, and any other is found in any case
      | #1 head | URI; Heading; Line; Text |
      | #1 row | guide://category/api/case.md#case; Case; 3; Ärger, ΑΒΣ and Big |
      | #2 head | URI; Heading; Line; Text |
      | #2 row | guide://category/api/case.md#case; Case; 3; Ärger, ΑΒΣ and Big |
      | #3 head | URI; Heading; Line; Text |
      | #3 row | guide://category/api/case.md#case; Case; 3; Ärger, ΑΒΣ and Big |
      | #4 line | No document holds every word: 'äRger' with these capitals (documents: 0). |

  Scenario: Phrase
    Given the files
      | docs/quoted.txt | print("a b")\na b\n |
    When words are searched for in double quotes
      | tool | query | category_or_collection |
      | search_content | "back off" | docs |
      | search_content | "back\noff" "" off | docs |
      | search_content | "back off | docs |
      | search_content | "off back" | docs |
      | search_content | "print(""a b" | docs |
    Then the words are found only as that phrase
      | #1 head | URI; Heading; Line; Text |
      | #1 row | guide://category/docs/plain.txt; ; 2; back off |
      | #2 head | URI; Heading; Line; Text |
      | #2 row | guide://category/docs/plain.txt; ; 2; back off |
      | #3 head | URI; Heading; Line; Text |
      | #3 row | guide://category/docs/plain.txt; ; 2; back off |
      | #4 line | No document holds every word: 'off back' (documents: 0). |
      | #5 head | URI; Heading; Line; Text |
      | #5 row | guide://category/docs/quoted.txt; ; 1; print("a b") |

  Scenario: Words of a path or a title
    Given the files
      | api/titled.md | ---\ntitle: "Second\\u0020chances"\n---\nText.\n |
    When words occur only in a path or a title
      | tool | query |
      | search_content | docs/plain |
      | search_content | the net |
      | search_content | "the net" |
      | search_content | "second chances" |
      | search_content | stop retry.md |
    Then words of a path or a title count like words of the text
      | #1 line | No document holds every word: 'docs/plain' (documents: 0). |
      | #2 head | URI; Heading; Line; Text |
      | #2 row | guide://category/docs/net.md#the-net; The Net; 1; # The *Net* |
      | #3 head | URI; Heading; Line; Text |
      | #3 row | guide://category/docs/net.md; ; ; |
      | #4 head | URI; Heading; Line; Text |
      | #4 row | guide://category/api/titled.md; ; ; |
      | #5 head | URI; Heading; Line; Text |
      | #5 row | guide://category/docs/retry.md#when-to-stop; When to stop; 1; # When to stop |

  Scenario: Sections of one document
    Given the files
      | docs/long.md | \u{feff}ping\n# A\nping\n## B\nping\nping pong\npong ping\n# C\npong\n# D\nping\n |
    When words occur in more than three sections of a document
      | tool | query | category_or_collection |
      | search_content | ping pong | docs |
      | search_content | ping | docs |
    Then the best line of each of the three best sections is shown, the best first
      | #1 head | URI; Heading; Line; Text |
      | #1 row | guide://category/docs/long.md#b; A > B; 6; ping pong |
      | #1 row | guide://category/docs/long.md; ; 1; ping |
      | #1 row | guide://category/docs/long.md#a; A; 3; ping |
      | #2 head | URI; Heading; Line; Text |
      | #2 row | guide://category/docs/long.md; ; 1; ping |
      | #2 row | guide://category/docs/long.md#a; A; 3; ping |
      | #2 row | guide://category/docs/long.md#b; A > B; 5; ping |

  Scenario: Order of results
    Given the files
      | docs/a.md | zebra\n |
      | docs/b.md | zebra\nzebra\n |
      | docs/c.md | Text.\n\n# A\n\n## Zebra\n |
      | docs/zebra.md | zebra\n |
      | docs/z.md | zebra\n |
    When a word occurs in paths, headings and texts
      | tool | query |
      | search_content | zebra |
    Then results are ordered by matches in paths and titles, then in headings, then by the number of lines, then by the order of the documents
      | head | URI; Heading; Line; Text |
      | row | guide://category/docs/zebra.md; ; 1; zebra |
      | row | guide://category/docs/c.md#zebra; A > Zebra; 5; ## Zebra |
      | row | guide://category/docs/b.md; ; 1; zebra |
      | row | guide://category/docs/a.md; ; 1; zebra |
      | row | guide://category/docs/z.md; ; 1; zebra |

  Scenario: Search scope
    When words are searched for without a name, in a collection, and with a pattern
      | tool | query | category_or_collection | pattern |
      | search_content | retry backoff | | |
      | search_content | retry backoff | all | |
      | search_content | retry backoff | | h*.md |
      | search_content | retry backoff | api | h* |
    Then every category is searched, or the documents that the name and the pattern find
      | #1 head | URI; Heading; Line; Text |
      | #1 row | guide://category/docs/net.md#retry; The Net > Errors > Retry; 7; ### Retry |
      | #1 row | guide://category/docs/plain.txt; ; 3; retry, backoff |
      | #1 row | guide://category/api/http.md#http; HTTP; 5; retry: see backoff |
      | #2 head | URI; Heading; Line; Text |
      | #2 row | guide://collection/all/category/docs/net.md#retry; The Net > Errors > Retry; 7; ### Retry |
      | #2 row | guide://collection/all/category/docs/plain.txt; ; 3; retry, backoff |
      | #2 row | guide://collection/all/category/api/http.md#http; HTTP; 5; retry: see backoff |
      | #3 head | URI; Heading; Line; Text |
      | #3 row | guide://category/api/http.md#http; HTTP; 5; retry: see backoff |
      | #4 head | URI; Heading; Line; Text |
      | #4 row | guide://category/api/http.md#http; HTTP; 5; retry: see backoff |

  Scenario: Document of two categories
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.txt"]}
        same: {dir: ./docs, patterns: ["*"]}
      """
    When every category is searched
      | tool | query |
      | search_content | backoff |
    Then the document is found once, in the first
      | head | URI; Heading; Line; Text |
      | row | guide://category/docs/plain.txt; ; 3; retry, backoff |
      | row | guide://category/same/net.md#retry; The Net > Errors > Retry; 9; Twice, with a Backoff. |

  Scenario: Search covers the delivered text
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
          exclude: ["kept.md"]
          render: true
          frontmatter: strip
          context: { animal: zebra }
        stored: {dir: stored, patterns: ["*.md"]}
      """
    And the files
      | docs/front.md | ---\nowner: zebra\n---\nText.\n |
      | docs/made.md.mustache | A {{animal}}.\n |
      | docs/kept.md | zebra\n |
      | docs/.hidden.md | zebra\n |
      | stored/made.md.mustache | {{zebra}}\n |
    When a word occurs in frontmatter, templates and documents that are not served
      | tool | query |
      | search_content | zebra |
      | search_content | animal |
    Then only the text that would be delivered is searched
      | #1 head | URI; Heading; Line; Text |
      | #1 row | guide://category/docs/made.md; ; 1; A zebra. |
      | #1 row | guide://category/stored/made.md; ; 1; {{zebra}} |
      | #1 message | Unrendered templates: stored/made.md.mustache. |
      | #2 line | No document holds every word: 'animal' (documents: 0). |

  Scenario: No match
    Given the files
      | docs/gone.txt | abc\x00 |
    When no document contains every word
      | tool | query |
      | search_content | retr bakcoff |
      | search_content | stopp limit |
    Then the search succeeds, and says how many documents contain each word and which names are similar
      | #1 line | No document holds every word: 'retr' (documents: 4), 'bakcoff' (documents: 0). |
      | #2 line | No document holds every word: 'stopp' (documents: 0), 'limit' (documents: 1). Near to them in titles and headings: 'stop'. |
      | line | |
      | line | Cannot be read: |
      | line | - docs/gone.txt (binary: NUL at byte 3; @exclude_it) |

  Scenario: Unreadable documents in a search
    Given the files
      | api/a.md | retry \xff |
      | api/b.md | retry\n |
    When some or all of the searched documents cannot be read
      | tool | query | category_or_collection | pattern |
      | search_content | retry | api | [ab].md |
      | search_content | retry | api | a.md |
    Then unreadable documents are named after the results, and the search fails only if all are unreadable
      | #1 head | URI; Heading; Line; Text | | |
      | #1 row | guide://category/api/b.md; ; 1; retry | | |
      | #1 line | | | |
      | #1 line | Cannot be read: | | |
      | #1 line | - a.md (not UTF-8: invalid at byte 6; @save_as_utf8) | | |
      | #2 error | io_error | Could not read a.md (not UTF-8: invalid at byte 6; @save_as_utf8) | @file_system_issue |

  Scenario: Results over the budget
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits: {response_bytes: 200}
      """
    And the files
      | docs/a.md | retry\n |
      | docs/b.md | retry\n |
    When the results exceed the budget
      | tool | query |
      | search_content | retry |
    Then the best are shown, and the others are counted
      | head | URI; Heading; Line; Text |
      | row | guide://category/docs/retry.md; ; ; |
      | row | and 3 more; ; ; |
      | message | More documents hold all words than the listing shows; add a word, or search in one name or by a pattern. |

  Scenario: Long lines
    Given the files
      | docs/wide.txt | {50*x }needle{150* y}\n |
      | docs/full.txt | needle{154*x}\x0d\n |
    When a word occurs in a line of more than 160 characters
      | tool | query | pattern |
      | search_content | needle | wide.txt |
      | search_content | needle | full.txt |
    Then the text around it is shown
      | head | URI; Heading; Line; Text |
      | #1 row | guide://category/docs/wide.txt; ; 1; …{30*x }needle{47* y}… |
      | #2 row | guide://category/docs/full.txt; ; 1; needle{154*x} |

  Scenario: Invalid query
    When a query is missing, contains no word, or contains too many
      | tool | query |
      | search_content | |
      | search_content | "" |
      | search_content | a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 |
    Then the call fails with error_type "invalid_argument"
      | #1 error | invalid_argument | Invalid arguments for search_content: 'query' is required (string) and is missing. @search_args | @correct_args |
      | #2 error | invalid_argument | Invalid arguments for search_content: 'query' is required (string) and is empty. @search_args | @correct_args |
      | #3 error | invalid_argument | Invalid arguments for search_content: 'query' has more than 32 words. @search_args | @correct_args |

  Scenario: Names and patterns that find nothing
    When the name is unknown, or the pattern finds nothing
      | tool | query | category_or_collection | pattern |
      | search_content | retry | dosc | |
      | search_content | retry | docs | x*.md |
      | search_content | retry | | x*.md |
    Then the search fails as other tools do, and without a name it finds nothing
      | #1 error | not_found | Category or collection 'dosc' not found. Did you mean 'docs'? | @present_error |
      | #2 error | no_matches | No documents in category 'docs' match 'x*.md'. It holds 'net.md', 'plain.txt', 'retry.md' | @correct_pattern |
      | #3 line | No document was searched: the patterns match none. | | |

  Scenario: CR line ends in a search
    Given the files
      | docs/returns.md | # A\x0d\x0dx\x0d\x0d# B\x0dneedle\x0d\n\nneedle |
    When a word occurs in a document with CR line ends
      | tool | query |
      | search_content | needle |
    Then its line and its section are found
      | head | URI; Heading; Line; Text |
      | row | guide://category/docs/returns.md#b; B; 6; needle |

  Scenario: Searching inside a section is refused
    When a search names a section of a document
      | tool | query | category_or_collection |
      | search_content | retry | guide://category/docs/net.md#retry |
    Then the call fails with error_type "invalid_argument"
      | error | invalid_argument | Invalid arguments for search_content: 'query' @not_together 'category_or_collection', whose URI names a section already. @search_args | @correct_args |

  Scenario: Categories that cannot be searched
    Given the project
      """
      categories: {gone: {dir: gone, patterns: ["*"]}}
      """
    When no category can be searched
      | tool | query |
      | search_content | retry |
    Then the search fails as if only the first category had been named
      | error | not_found | Category 'gone' not found: its directory 'gone' does not exist | @present_error |
