Feature: Documents of Any Size
  Files are read, searched and escaped in pieces. A NUL, an encoding error, a character outside
  ASCII or a delimiter has to be found where two pieces meet as anywhere else.

  Background:
    Given the project
      """
      categories:
        middle: {dir: middle, patterns: ["*.md"]}
        alone: {dir: alone, patterns: ["*.md"]}
      limits: { response_bytes: 1048576 }
      """
    And the files
      | middle/a.md | first |
      | middle/c.md | third |

  Scenario Outline: NUL at any byte
    Given the files
      | middle/b.md | <text> |
      | alone/a.md | <text> |
    When a document has a NUL at some byte, and is the only one or one of several
      | tool | category |
      | get_category_content | middle |
      | get_category_content | alone |
    Then only that document is left out, and the reason counts the bytes before the NUL
      | #1 part | text/markdown | guide://category/middle/a.md | first |
      | #1 part | text/markdown | guide://category/middle/c.md | third |
      | #1 message | Left out because it could not be read: b.md (binary: NUL at byte <byte>; @exclude_it). | | |
      | #2 error | io_error | Could not read a.md (binary: NUL at byte <byte>; @exclude_it) | @file_system_issue |

    Examples:
      | text | byte |
      # The first byte of all, the last before and the first after 1, 4, 8 and 64 KiB, and the last of all.
      | \x00y | 0 |
      | {4095*x}\x00y | 4095 |
      | {65536*x}\x00 | 65536 |
      | {2047*é}x\x00{4096*y} | 4095 |

  Scenario Outline: Encoding error at any byte
    Given the files
      | middle/b.md | <text> |
      | alone/a.md | <text> |
    When a document is invalid UTF-8 from some byte on, and is the only one or one of several
      | tool | category |
      | get_category_content | middle |
      | get_category_content | alone |
    Then only that document is left out, and the reason counts the bytes before the error
      | #1 part | text/markdown | guide://category/middle/a.md | first |
      | #1 part | text/markdown | guide://category/middle/c.md | third |
      | #1 message | Left out because it could not be read: b.md (not UTF-8: invalid at byte <byte>; @save_as_utf8). | | |
      | #2 error | io_error | Could not read a.md (not UTF-8: invalid at byte <byte>; @save_as_utf8) | @file_system_issue |

    Examples:
      | text | byte |
      | \xe9y | 0 |
      | {8191*x}\xe9y | 8191 |
      | {4094*x}\xf0\x9f\xa6y | 4094 |
      | {65535*x}\xc3 | 65535 |
      # A byte that continues nothing.
      | {1365*漢}\x80 | 4095 |

  Scenario Outline: Character outside ASCII at any byte
    Given the files
      | middle/b.md | <text> |
      | alone/a.md | <text> |
    When a document has a character outside ASCII at some byte, and is the only one or one of several
      | tool | category |
      | get_category_content | middle |
      | get_category_content | alone |
    Then only its part has the parameter "charset=utf-8", and every byte is kept
      | #1 boundary | guide-boundary | | |
      | #1 part | text/markdown | guide://category/middle/a.md | first |
      | #1 part | text/markdown; charset=utf-8 | guide://category/middle/b.md | file:middle/b.md |
      | #1 part | text/markdown | guide://category/middle/c.md | third |
      | #1 part headers | Content-Type, Content-Location, Content-Length | | |
      | #2 value | file:alone/a.md | | |

    Examples:
      | text |
      | éy |
      | {4095*x}éy |
      | {65533*x}🦀y |
      # U+7F is the last character of ASCII.
      | {65536*x}\x7fé |

  Scenario Outline: Delimiter at any byte
    Given the files
      | middle/b.md | <text> |
      | alone/a.md | <text> |
    When a line of a document begins with the delimiter at some byte, and it is the only one or one of several
      | tool | category |
      | get_category_content | middle |
      | get_category_content | alone |
    Then the boundary is extended by a UUID wherever there are parts, and every byte is kept
      | #1 boundary like | guide-boundary-{uuid} | | |
      | #1 part | text/markdown | guide://category/middle/a.md | first |
      | #1 part | text/markdown | guide://category/middle/b.md | file:middle/b.md |
      | #1 part | text/markdown | guide://category/middle/c.md | third |
      | #1 part headers | Content-Type, Content-Location, Content-Length | | |
      | #2 value | file:alone/a.md | | |

    Examples:
      | text |
      | --guide-boundary\n{4096*x} |
      | {8191*x}\n--guide-boundary\nx |
      | {4086*x}\r--guide-boundary-of-old\nx |
      | {65519*x}\n--guide-boundary |
      | {65535*x}\r\n--guide-boundary\r\n |

  Scenario Outline: No delimiter at any byte
    Given the files
      | middle/b.md | <text> |
      | alone/a.md | <text> |
    When the delimiter is within a line or is incomplete at some byte
      | tool | category |
      | get_category_content | middle |
      | get_category_content | alone |
    Then the boundary is not changed, and every byte is kept
      | #1 boundary | guide-boundary | | |
      | #1 part | text/markdown | guide://category/middle/a.md | first |
      | #1 part | text/markdown | guide://category/middle/b.md | file:middle/b.md |
      | #1 part | text/markdown | guide://category/middle/c.md | third |
      | #1 part headers | Content-Type, Content-Location, Content-Length | | |
      | #2 value | file:alone/a.md | | |

    Examples:
      | text |
      | {4095*x}--guide-boundary\nx |
      | {4095*x}\n --guide-boundary |
      | {65520*x}\n--guide-boundar |
      | {65536*x}\n-\n-guide-boundary |
