Feature: Response Budget
  A client may truncate a large answer without notice, and half a guideline can say the opposite of
  the whole. So documents are delivered whole up to a budget, and the rest are named with their
  sizes. These scenarios define to the byte what counts.

  The value of one response SHALL not exceed `limits.response_bytes`, counted in bytes before it is written as JSON: bodies, the headers and delimiters of their parts, and the message's own, with its actual boundary. In their order, each document that fits into what is left SHALL be returned, whole, and the others SHALL be left out. If none fits, the first that can be read SHALL be returned. The same holds for sections, and for what applies to files, of which the most specific is placed first.

  The message SHALL name what is left out by its URI, with its bytes, up to fifty of them and then their number. Of the first three that have more bytes than the budget it SHALL name up to five of the largest sections by their URIs; in place of a section that is over the budget it SHALL name those inside it. What cannot fit is not read, but for its headings; one that cannot even be opened is reported as unreadable. The instruction SHALL say to request what was left out by its URI, or with a narrower pattern, in the words of the tool's own arguments.

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"]}
        examples: {dir: examples, patterns: ["*.md"]}
      collections: {handbook: {categories: [docs, examples]}}
      limits: {response_bytes: 500}
      """

  Scenario: Documents that fit exactly
    Given the files
      | docs/a.md | {100*x} |
      # Headers and delimiters take the other 315 bytes.
      | docs/b.md | {85*x} |
    When the message of all matching documents is as large as the budget
      | tool | category |
      | get_category_content | docs |
    Then all of them are returned
      | value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: guide://category/docs/a.md\r\nContent-Length: 100\r\n\r\n{100*x}\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: guide://category/docs/b.md\r\nContent-Length: 85\r\n\r\n{85*x}\r\n--guide-boundary--\r\n |

  Scenario: Documents over the budget
    Given the files
      | docs/a.md | {100*x} |
      # One byte too many.
      | docs/b.md | {86*x} |
      # It fits into what is left.
      | docs/c.md | {10*x} |
    When a document does not fit into the budget
      | tool | category | pattern |
      | get_category_content | docs | |
      | get_category_content | docs | {b,c}.md |
    Then each document that fits into what is left is returned, and the others are named by their URIs with their sizes, and can be requested
      | boundary | guide-boundary | | |
      | #1 part | text/markdown | @docs/a.md | file:docs/a.md |
      | #1 part | text/markdown | @docs/c.md | file:docs/c.md |
      | #1 message | Left out because the answer would exceed 500 bytes: @docs/b.md (86 B). | | |
      | #1 instruction | @by_uri | | |
      | #2 part | text/markdown | guide://category/docs/b.md | file:docs/b.md |
      | #2 part | text/markdown | guide://category/docs/c.md | file:docs/c.md |

  Scenario: One document over the budget
    Given the files
      # 500 bytes are not over the budget, whatever the headers of a part add.
      | docs/500.md | {500*x} |
      | docs/501.txt | # A\n{497*x} |
      # The section named "one" gives way to what is inside it; "two" has nothing inside.
      | docs/a.md | # Title\n## one\n### A\n{300*a}\n### B\n{301*b}\n## two\n{600*x}\n## three\n3\n## Ä\n## 5\n5\n## 6\n66\n |
    When the only document or section is larger than the budget
      | tool | category | pattern | section |
      | get_category_content | docs | 500.md | |
      | get_category_content | docs | 501.txt | |
      | get_category_content | docs | a.md | |
      | get_category_content | docs | a.md | one |
      | get_category_content | docs | a.md | two |
    Then it is returned whole, and named with its largest sections
      | #1 value | file:docs/500.md |
      | #2 value | file:docs/501.txt |
      | #2 message | @whole 500 bytes: @docs/501.txt (501 B). |
      | #3 value | file:docs/a.md |
      | #3 message | @whole 500 bytes: @docs/a.md (1270 B; @largest @docs/a.md#two (608 B), @docs/a.md#b (308 B), @docs/a.md#a (307 B), @docs/a.md#three (11 B), @docs/a.md#6 (8 B)). |
      | #4 value | ## one\n### A\n{300*a}\n### B\n{301*b}\n |
      | #4 message | @whole 500 bytes: @docs/a.md#one (622 B; @largest @docs/a.md#b (308 B), @docs/a.md#a (307 B)). |
      | #5 value | ## two\n{600*x}\n |
      | #5 message | @whole 500 bytes: @docs/a.md#two (608 B). |

  Scenario: Documents each over the budget
    Given the files
      | docs/a.md | # A\n{550*x}\n# B\n |
      | docs/b.md | {100*x} |
      | docs/c.txt | {551*x} |
      | docs/d.md | {86*x} |
      | docs/e.md | # E\n{550*x}\n# F\n |
      | docs/f.md | f |
    When some of several documents are larger than the budget
      | tool | category | pattern |
      | get_category_content | docs | * |
      | get_category_content | docs | {a,e,f}.md |
    Then the others are returned as far as they fit, and these are named with their largest sections
      | #1 part | text/markdown | @docs/b.md | file:docs/b.md |
      | #1 part | text/markdown | @docs/f.md | file:docs/f.md |
      | #1 message | Left out because the answer would exceed 500 bytes: @docs/a.md (559 B; @largest @docs/a.md#a (555 B), @docs/a.md#b (4 B)), @docs/c.txt (551 B), @docs/d.md (86 B), @docs/e.md (559 B; @largest @docs/e.md#e (555 B), @docs/e.md#f (4 B)). | | |
      | #2 part | text/markdown | guide://category/docs/f.md | f |
      | #2 message | Left out because the answer would exceed 500 bytes: @docs/a.md (559 B; @largest @docs/a.md#a (555 B), @docs/a.md#b (4 B)), @docs/e.md (559 B; @largest @docs/e.md#e (555 B), @docs/e.md#f (4 B)). | | |
      | instruction | @by_uri | | |

  Scenario: All documents over the budget
    Given the files
      | docs/a.md | # A\n{550*x}\n |
      | docs/b.txt | {550*x} |
      | docs/c.md | # A\n{551*x}\n# A\n{560*x} |
      # Not a document, and so not the first.
      | docs/0.txt | {550*x}\x00 |
    When each of several documents or sections is larger than the budget
      | tool | category | pattern | section |
      | get_category_content | docs | * | |
      | get_category_content | docs | | A |
    Then the first is returned whole, and the others are named with their largest sections
      | #1 part | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | #2 part | text/markdown | guide://category/docs/a.md#a | file:docs/a.md |
      | #1 message | Left out because it could not be read: 0.txt (binary: NUL at byte 550; @exclude_it). Left out because the answer would exceed 500 bytes: @docs/b.txt (550 B), @docs/c.md (1120 B; @largest @docs/c.md#a-1 (564 B), @docs/c.md#a (556 B)). @whole 500 bytes: @docs/a.md (555 B). | | |
      | #2 message | Left out because the answer would exceed 500 bytes: @docs/c.md#a (556 B), @docs/c.md#a-1 (564 B). @whole 500 bytes: @docs/a.md#a (555 B). | | |
      | instruction | @by_uri | | |

  Scenario: Sections of many documents
    Given the files
      | docs/a.md | # A\n{550*x}\n# B\n |
      | docs/b.md | # A\n{550*x}\n# B\n |
      | docs/c.md | # A\n{550*x}\n# B\n |
      | docs/d.md | # A\n{550*x}\n# B\n |
      | docs/e.md | e |
    When more than three documents are larger than the budget
      | tool | category |
      | get_category_content | docs |
    Then sections of the first three are named
      | part | text/markdown | guide://category/docs/e.md | e |
      | message | Left out because the answer would exceed 500 bytes: @docs/a.md (559 B; @largest @docs/a.md#a (555 B), @docs/a.md#b (4 B)), @docs/b.md (559 B; @largest @docs/b.md#a (555 B), @docs/b.md#b (4 B)), @docs/c.md (559 B; @largest @docs/c.md#a (555 B), @docs/c.md#b (4 B)), @docs/d.md (559 B). | | |
      | instruction | @by_uri | | |

  Scenario: Budget of multibyte characters
    Given the files
      # In 1, 2 and 3 the budget is met, and in 4, 5 and 6 it is passed by one byte.
      | docs/1/a.md | {10*ä} |
      | docs/1/b.md | {9*x} |
      | docs/1/c.md | {20*x} |
      | docs/2/a.md | {9*x} |
      | docs/2/b.md | {10*ä} |
      | docs/2/c.md | {20*x} |
      | docs/3/a.md | {9*x} |
      | docs/3/b.md | {20*x} |
      | docs/3/c.md | {10*ä} |
      | docs/4/a.md | {10*ä} |
      | docs/4/b.md | {9*x} |
      | docs/4/c.md | {21*x} |
      | docs/5/a.md | {9*x} |
      | docs/5/b.md | {10*ä} |
      | docs/5/c.md | {21*x} |
      | docs/6/a.md | {9*x} |
      | docs/6/b.md | {21*x} |
      | docs/6/c.md | {10*ä} |
    When only the first, the second or the last document has characters of several bytes, and all are as large as the budget or larger by one byte
      | tool | category | pattern |
      | get_category_content | docs | 1/*.md |
      | get_category_content | docs | 2/*.md |
      | get_category_content | docs | 3/*.md |
      | get_category_content | docs | 4/*.md |
      | get_category_content | docs | 5/*.md |
      | get_category_content | docs | 6/*.md |
    Then the budget counts their bytes and the charset of their parts
      | #1 value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown; charset=utf-8\r\nContent-Location: guide://category/docs/1/a.md\r\nContent-Length: 20\r\n\r\n{10*ä}\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: guide://category/docs/1/b.md\r\nContent-Length: 9\r\n\r\n{9*x}\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: guide://category/docs/1/c.md\r\nContent-Length: 20\r\n\r\n{20*x}\r\n--guide-boundary--\r\n | | |
      | #2 value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: guide://category/docs/2/a.md\r\nContent-Length: 9\r\n\r\n{9*x}\r\n--guide-boundary\r\nContent-Type: text/markdown; charset=utf-8\r\nContent-Location: guide://category/docs/2/b.md\r\nContent-Length: 20\r\n\r\n{10*ä}\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: guide://category/docs/2/c.md\r\nContent-Length: 20\r\n\r\n{20*x}\r\n--guide-boundary--\r\n | | |
      | #3 value | Content-Type: multipart/mixed; boundary="guide-boundary"\r\n\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: guide://category/docs/3/a.md\r\nContent-Length: 9\r\n\r\n{9*x}\r\n--guide-boundary\r\nContent-Type: text/markdown\r\nContent-Location: guide://category/docs/3/b.md\r\nContent-Length: 20\r\n\r\n{20*x}\r\n--guide-boundary\r\nContent-Type: text/markdown; charset=utf-8\r\nContent-Location: guide://category/docs/3/c.md\r\nContent-Length: 20\r\n\r\n{10*ä}\r\n--guide-boundary--\r\n | | |
      | #4 part | text/markdown; charset=utf-8 | guide://category/docs/4/a.md | file:docs/4/a.md |
      | #4 part | text/markdown | guide://category/docs/4/b.md | file:docs/4/b.md |
      | #4 message | Left out because the answer would exceed 500 bytes: @docs/4/c.md (21 B). | | |
      | #4 instruction | @by_uri | | |
      | #5 part | text/markdown | guide://category/docs/5/a.md | file:docs/5/a.md |
      | #5 part | text/markdown; charset=utf-8 | guide://category/docs/5/b.md | file:docs/5/b.md |
      | #5 message | Left out because the answer would exceed 500 bytes: @docs/5/c.md (21 B). | | |
      | #5 instruction | @by_uri | | |
      | #6 part | text/markdown | guide://category/docs/6/a.md | file:docs/6/a.md |
      | #6 part | text/markdown | guide://category/docs/6/b.md | file:docs/6/b.md |
      | #6 message | Left out because the answer would exceed 500 bytes: @docs/6/c.md (20 B). | | |
      | #6 instruction | @by_uri | | |

  Scenario: Budget across categories
    Given the files
      | docs/a.md | {70*x} |
      | examples/a.md | {73*x} |
      | examples/b.md | {5*x} |
    When the documents of a collection do not fit into the budget
      | tool | collection |
      | get_collection_content | handbook |
    Then the documents left out are named by their URIs through the collection
      | part | text/markdown | guide://collection/handbook/category/docs/a.md | file:docs/a.md |
      | part | text/markdown | guide://collection/handbook/category/examples/b.md | file:examples/b.md |
      | message | Left out because the answer would exceed 500 bytes: guide://collection/handbook/category/examples/a.md (73 B). | | |
      | instruction | @by_uri | | |

  Scenario: Many documents over the budget
    Given the files
      | docs/a.md | {250*x} |
      | docs/n{01..52}.md | {1*x} |
    When more documents are left out than can be named
      | tool | category |
      | get_category_content | docs |
    Then fifty are named and the others are counted
      | part | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | message | Left out because the answer would exceed 500 bytes: {01..50*@docs/n#.md (1 B), }and 2 more. | | |
      | instruction | @by_uri | | |

  Scenario: Longer boundary
    Given the files
      | docs/a.md | {100*x} |
      | docs/b.md | --guide-boundary\n |
      # As long as b.md, and no delimiter.
      | docs/c.md | ==guide-boundary\n |
    When a document fits only without the UUID that its lines require
      | tool | category | pattern |
      | get_category_content | docs | {a,b}.md |
      | get_category_content | docs | {a,c}.md |
    Then the document is left out as if it were larger
      | boundary | guide-boundary | | |
      | #1 part | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | #1 message | Left out because the answer would exceed 500 bytes: @docs/b.md (17 B). | | |
      | #1 instruction | @by_uri | | |
      | #2 part | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | #2 part | text/markdown | guide://category/docs/c.md | file:docs/c.md |

  Scenario: Unreadable documents after the budget is spent
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits:
        file_bytes: 150
        response_bytes: 500
      """
    And the files
      | docs/a.md | {100*x} |
      | docs/b.md | {86*x} |
      | docs/e.md | {1*x} |
      | docs/g.md | {151*x} |
      # It fits, and reading tells that it is binary.
      | docs/d.md | \x00 |
    And the links
      | docs/c.md | nowhere.md |
    And the pipes
      | docs/f.md |
    When documents that cannot be read follow the first that does not fit
      | tool | category |
      | get_category_content | docs |
    Then documents that cannot be read are named with the reason, and those that do not fit with their sizes
      | part | text/markdown | @docs/a.md | file:docs/a.md |
      | part | text/markdown | @docs/e.md | file:docs/e.md |
      | message | Left out because it could not be read: c.md (the link's target does not exist), d.md (binary: NUL at byte 0; @exclude_it), f.md (not a regular file), g.md (151 bytes, over the limit of 150, @file_bytes_limit). Left out because the answer would exceed 500 bytes: @docs/b.md (86 B). | | |
      | instruction | @by_uri | | |

  Scenario: Unreadable documents after the budget is met exactly
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits:
        file_bytes: 150
        response_bytes: 500
      """
    And the files
      | docs/a.md | {100*x} |
      | docs/b.md | {85*x} |
      | docs/g.md | {151*x} |
      | docs/d.md | \x00 |
    And the links
      | docs/c.md | nowhere.md |
    When documents that cannot be read follow those that are as large as the budget
      | tool | category | pattern |
      | get_category_content | docs | {a,b,c}.md |
      | get_category_content | docs | {a,b,g}.md |
      | get_category_content | docs | {a,b,d}.md |
      | get_category_content | docs | |
    Then documents that cannot be opened are named with the reason, and only documents with a size count as left out
      | part | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | part | text/markdown | guide://category/docs/b.md | file:docs/b.md |
      | #1 message | Left out because it could not be read: c.md (the link's target does not exist). | | |
      | #2 message | Left out because it could not be read: g.md (151 bytes, over the limit of 150, @file_bytes_limit). | | |
      | #3 message | Left out because the answer would exceed 500 bytes: @docs/d.md (1 B). | | |
      | #3 instruction | @by_uri | | |
      | #4 message | Left out because it could not be read: c.md (the link's target does not exist), g.md (151 bytes, over the limit of 150, @file_bytes_limit). Left out because the answer would exceed 500 bytes: @docs/d.md (1 B). | | |
      | #4 instruction | @by_uri | | |

  Scenario: Unreadable documents before the budget is spent
    Given the files
      | docs/a.md | {100*x} |
      | docs/b.md | {85*x} |
      | docs/large/a.md | {550*x} |
      | docs/0.md | {150*x}\x00 |
      | docs/a1.md | {150*x}\xff |
      | docs/large/0.md | \x00 |
      | docs/large/b.md | b |
    When unreadable documents come before others
      | tool | category | pattern |
      | get_category_content | docs | |
      | get_category_content | docs | large/*.md |
    Then unreadable documents use no budget, and a readable document over the budget is left out as before others
      | #1 part | text/markdown | guide://category/docs/a.md | file:docs/a.md |
      | #1 part | text/markdown | guide://category/docs/b.md | file:docs/b.md |
      | #1 message | Left out because it could not be read: 0.md (binary: NUL at byte 150; @exclude_it), a1.md (not UTF-8: invalid at byte 150; @save_as_utf8). | | |
      | #2 part | text/markdown | guide://category/docs/large/b.md | file:docs/large/b.md |
      | #2 message | Left out because it could not be read: large/0.md (binary: NUL at byte 0; @exclude_it). Left out because the answer would exceed 500 bytes: @docs/large/a.md (550 B). | | |
      | #2 instruction | @by_uri | | |

  Scenario: Large documents over the budget
    Given the files
      | docs/a.md | {1*x} |
      | docs/b.md | {100000*x} |
      | docs/c.md | {1048576*x} |
    When documents that are left out have many bytes
      | tool | category_or_collection |
      | get_content | docs |
      | get_content | handbook |
    Then their sizes are written only in digits
      | #1 part | text/markdown | guide://category/docs/a.md | x |
      | #1 message | Left out because the answer would exceed 500 bytes: @docs/b.md (100000 B), @docs/c.md (1048576 B). | | |
      | #2 part | text/markdown | guide://collection/handbook/category/docs/a.md | x |
      | #2 message | Not searched: @no_examples. Left out because the answer would exceed 500 bytes: guide://collection/handbook/category/docs/b.md (100000 B), guide://collection/handbook/category/docs/c.md (1048576 B). | | |
      | instruction | @by_uri | | |
