Feature: Documents of Any Size
  Files are read, searched and escaped in pieces. A NUL, an encoding error, a character outside
  ASCII or a delimiter has to be found where two pieces meet as anywhere else.

  Background:
    Given the project
      """
      categories:
        first: {dir: first, patterns: ["*.md"]}
        middle: {dir: middle, patterns: ["*.md"]}
        last: {dir: last, patterns: ["*.md"]}
        alone: {dir: alone, patterns: ["*.md"]}
        again: {dir: alone, patterns: ["**/*.md"]}
      collections: {both: {categories: [alone, again]}}
      limits: { response_bytes: 1048576 }
      """
    And the files
      | first/b.md | second |
      | first/c.md | third |
      | middle/a.md | first |
      | middle/c.md | third |
      | last/a.md | first |
      | last/b.md | second |

  Scenario Outline: NUL at any byte
    Given the files
      | first/a.md | <text> |
      | middle/b.md | <text> |
      | last/c.md | <text> |
      | alone/a.md | <text> |
    When a document holds a NUL at some byte, and is alone or one of several
      | tool | category |
      | get_category_content | first |
      | get_category_content | middle |
      | get_category_content | last |
      | get_category_content | alone |
    Then it alone is left out, and the reason counts the bytes before it
      | #1 part | text/markdown | guide://category/first/b.md | second |
      | #1 part | text/markdown | guide://category/first/c.md | third |
      | #1 message | Left out because it could not be read: a.md (binary: NUL at byte <byte>; exclude it, or ask for another). | | |
      | #2 part | text/markdown | guide://category/middle/a.md | first |
      | #2 part | text/markdown | guide://category/middle/c.md | third |
      | #2 message | Left out because it could not be read: b.md (binary: NUL at byte <byte>; exclude it, or ask for another). | | |
      | #3 part | text/markdown | guide://category/last/a.md | first |
      | #3 part | text/markdown | guide://category/last/b.md | second |
      | #3 message | Left out because it could not be read: c.md (binary: NUL at byte <byte>; exclude it, or ask for another). | | |
      | #4 error | io_error | Could not read a.md (binary: NUL at byte <byte>; exclude it, or ask for another) | @file_system_issue |

    Examples:
      | text | byte |
      # The first byte of all, the last before and the first after 1, 4, 8 and 64 KiB, and the last of all.
      | \x00y | 0 |
      | {1023*x}\x00y | 1023 |
      | {1024*x}\x00y | 1024 |
      | {4095*x}\x00y | 4095 |
      | {4096*x}\x00y | 4096 |
      | {8191*x}\x00y | 8191 |
      | {8192*x}\x00y | 8192 |
      | {65535*x}\x00y | 65535 |
      | {65536*x}\x00y | 65536 |
      | {1023*x}\x00 | 1023 |
      | {4095*x}\x00 | 4095 |
      | {4096*x}\x00 | 4096 |
      | {65535*x}\x00 | 65535 |
      | {65536*x}\x00 | 65536 |
      # Bytes are counted, and no characters.
      | {512*é}\x00 | 1024 |
      | {2047*é}x\x00{4096*y} | 4095 |

  Scenario Outline: Encoding fault at any byte
    Given the files
      | first/a.md | <text> |
      | middle/b.md | <text> |
      | last/c.md | <text> |
      | alone/a.md | <text> |
    When a document stops being UTF-8 at some byte, and is alone or one of several
      | tool | category |
      | get_category_content | first |
      | get_category_content | middle |
      | get_category_content | last |
      | get_category_content | alone |
    Then it alone is left out, and the reason counts the bytes before the fault
      | #1 part | text/markdown | guide://category/first/b.md | second |
      | #1 part | text/markdown | guide://category/first/c.md | third |
      | #1 message | Left out because it could not be read: a.md (not UTF-8: invalid at byte <byte>; save it as UTF-8, or ask for another). | | |
      | #2 part | text/markdown | guide://category/middle/a.md | first |
      | #2 part | text/markdown | guide://category/middle/c.md | third |
      | #2 message | Left out because it could not be read: b.md (not UTF-8: invalid at byte <byte>; save it as UTF-8, or ask for another). | | |
      | #3 part | text/markdown | guide://category/last/a.md | first |
      | #3 part | text/markdown | guide://category/last/b.md | second |
      | #3 message | Left out because it could not be read: c.md (not UTF-8: invalid at byte <byte>; save it as UTF-8, or ask for another). | | |
      | #4 error | io_error | Could not read a.md (not UTF-8: invalid at byte <byte>; save it as UTF-8, or ask for another) | @file_system_issue |

    Examples:
      | text | byte |
      | \xe9y | 0 |
      | {1023*x}\xe9y | 1023 |
      | {1024*x}\xe9y | 1024 |
      | {4095*x}\xe9y | 4095 |
      | {4096*x}\xe9y | 4096 |
      | {8191*x}\xe9y | 8191 |
      | {8192*x}\xe9y | 8192 |
      | {65535*x}\xe9y | 65535 |
      | {65536*x}\xe9y | 65536 |
      # A character that is cut short: the fault stands where it begins.
      | {1022*x}\xe2\x82y | 1022 |
      | {4094*x}\xf0\x9f\xa6y | 4094 |
      | {8190*x}\xc3 | 8190 |
      | {65535*x}\xc3 | 65535 |
      | {65536*x}\xff | 65536 |
      # A byte that continues nothing.
      | {1365*漢}\x80 | 4095 |
      | {32768*é}\xed\xa0\x80 | 65536 |
      | {4095*x}\xc3\xa9\xa9 | 4097 |

  Scenario Outline: Character outside ASCII at any byte
    Given the files
      | first/a.md | <text> |
      | middle/b.md | <text> |
      | last/c.md | <text> |
      | alone/a.md | <text> |
    When a document holds a character outside ASCII at some byte, and is alone or one of several
      | tool | category |
      | get_category_content | first |
      | get_category_content | middle |
      | get_category_content | last |
      | get_category_content | alone |
    Then its part alone has the parameter "charset=utf-8", and every byte is kept
      | #1 boundary | guide-boundary | | |
      | #2 boundary | guide-boundary | | |
      | #3 boundary | guide-boundary | | |
      | #1 part | text/markdown; charset=utf-8 | guide://category/first/a.md | file:first/a.md |
      | #1 part | text/markdown | guide://category/first/b.md | second |
      | #1 part | text/markdown | guide://category/first/c.md | third |
      | #1 part headers | Content-Type, Content-Location, Content-Length | | |
      | #2 part | text/markdown | guide://category/middle/a.md | first |
      | #2 part | text/markdown; charset=utf-8 | guide://category/middle/b.md | file:middle/b.md |
      | #2 part | text/markdown | guide://category/middle/c.md | third |
      | #2 part headers | Content-Type, Content-Location, Content-Length | | |
      | #3 part | text/markdown | guide://category/last/a.md | first |
      | #3 part | text/markdown | guide://category/last/b.md | second |
      | #3 part | text/markdown; charset=utf-8 | guide://category/last/c.md | file:last/c.md |
      | #3 part headers | Content-Type, Content-Location, Content-Length | | |
      | #4 value | file:alone/a.md | | |

    Examples:
      | text |
      | éy |
      | {1023*x}éy |
      | {1024*x}éy |
      | {4095*x}éy |
      | {4096*x}éy |
      | {8191*x}éy |
      | {8192*x}éy |
      | {65535*x}éy |
      | {65536*x}éy |
      # Two, three and four bytes up to or across such a place.
      | {1022*x}é |
      | {4093*x}🦀y |
      | {4094*x}漢 |
      | {8189*x}🦀 |
      | {65533*x}🦀y |
      | {65535*x}é |
      # U+7F is the last character of ASCII.
      | {65536*x}\x7fé |

  Scenario Outline: Delimiter at any byte
    Given the files
      | first/a.md | <text> |
      | middle/b.md | <text> |
      | last/c.md | <text> |
      | alone/a.md | <text> |
    When a line of a document begins with the delimiter at some byte, and it is alone or one of several
      | tool | category |
      | get_category_content | first |
      | get_category_content | middle |
      | get_category_content | last |
      | get_category_content | alone |
    Then the boundary is extended by a UUID wherever there are parts, and every byte is kept
      | #1 boundary like | guide-boundary-{uuid} | | |
      | #2 boundary like | guide-boundary-{uuid} | | |
      | #3 boundary like | guide-boundary-{uuid} | | |
      | #1 part | text/markdown | guide://category/first/a.md | file:first/a.md |
      | #1 part | text/markdown | guide://category/first/b.md | second |
      | #1 part | text/markdown | guide://category/first/c.md | third |
      | #1 part headers | Content-Type, Content-Location, Content-Length | | |
      | #2 part | text/markdown | guide://category/middle/a.md | first |
      | #2 part | text/markdown | guide://category/middle/b.md | file:middle/b.md |
      | #2 part | text/markdown | guide://category/middle/c.md | third |
      | #2 part headers | Content-Type, Content-Location, Content-Length | | |
      | #3 part | text/markdown | guide://category/last/a.md | first |
      | #3 part | text/markdown | guide://category/last/b.md | second |
      | #3 part | text/markdown | guide://category/last/c.md | file:last/c.md |
      | #3 part headers | Content-Type, Content-Location, Content-Length | | |
      | #4 value | file:alone/a.md | | |

    Examples:
      | text |
      | --guide-boundary\n{4096*x} |
      | {1022*x}\n--guide-boundary\nx |
      | {1023*x}\n--guide-boundary\nx |
      | {4094*x}\n--guide-boundary\nx |
      | {4095*x}\n--guide-boundary\nx |
      | {8190*x}\n--guide-boundary\nx |
      | {8191*x}\n--guide-boundary\nx |
      | {65534*x}\n--guide-boundary\nx |
      | {65535*x}\n--guide-boundary\nx |
      # The place lies within the delimiter.
      | {1015*x}\n--guide-boundary\nx |
      | {4086*x}\r--guide-boundary-of-old\nx |
      # The document ends with it.
      | {8178*x}\n--guide-boundary |
      | {65519*x}\n--guide-boundary |
      | {65535*x}\r\n--guide-boundary\r\n |

  Scenario Outline: No delimiter at any byte
    Given the files
      | first/a.md | <text> |
      | middle/b.md | <text> |
      | last/c.md | <text> |
      | alone/a.md | <text> |
    When the delimiter is within a line or is incomplete at some byte
      | tool | category |
      | get_category_content | first |
      | get_category_content | middle |
      | get_category_content | last |
      | get_category_content | alone |
    Then the boundary is not changed, and every byte is kept
      | #1 boundary | guide-boundary | | |
      | #2 boundary | guide-boundary | | |
      | #3 boundary | guide-boundary | | |
      | #1 part | text/markdown | guide://category/first/a.md | file:first/a.md |
      | #1 part | text/markdown | guide://category/first/b.md | second |
      | #1 part | text/markdown | guide://category/first/c.md | third |
      | #1 part headers | Content-Type, Content-Location, Content-Length | | |
      | #2 part | text/markdown | guide://category/middle/a.md | first |
      | #2 part | text/markdown | guide://category/middle/b.md | file:middle/b.md |
      | #2 part | text/markdown | guide://category/middle/c.md | third |
      | #2 part headers | Content-Type, Content-Location, Content-Length | | |
      | #3 part | text/markdown | guide://category/last/a.md | first |
      | #3 part | text/markdown | guide://category/last/b.md | second |
      | #3 part | text/markdown | guide://category/last/c.md | file:last/c.md |
      | #3 part headers | Content-Type, Content-Location, Content-Length | | |
      | #4 value | file:alone/a.md | | |

    Examples:
      | text |
      | {1023*x}--guide-boundary\nx |
      | {1024*x}--guide-boundary\nx |
      | {4095*x}--guide-boundary\nx |
      | {4096*x}--guide-boundary\nx |
      | {8192*x}--guide-boundary\nx |
      | {65536*x}--guide-boundary\nx |
      # Cut short, after a blank, and broken over two lines.
      | {1008*x}\n--guide-boundar |
      | {4095*x}\n --guide-boundary |
      | {65520*x}\n--guide-boundar |
      | {65536*x}\n-\n-guide-boundary |
