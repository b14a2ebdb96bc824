Feature: Documents of Any Size

  Background:
    Given the project
      """
      categories:
        first:
          dir: first
          patterns: ["*.md"]
        middle:
          dir: middle
          patterns: ["*.md"]
        last:
          dir: last
          patterns: ["*.md"]
        alone:
          dir: alone
          patterns: ["*.md"]
        again:
          dir: alone
          patterns: ["**/*.md"]
      collections:
        both:
          categories: [alone, again]
      limits: { response_bytes: 1048576 }
      """
    And the files
      | first/b.md  | second |
      | first/c.md  | third  |
      | middle/a.md | first  |
      | middle/c.md | third  |
      | last/a.md   | first  |
      | last/b.md   | second |

  Scenario Outline: NUL at any byte
    Given the files
      | first/a.md  | <text> |
      | middle/b.md | <text> |
      | last/c.md   | <text> |
      | alone/a.md  | <text> |
    When a document holds a NUL at some byte, and is alone or one of several
      | tool                 | category |
      | get_category_content | first    |
      | get_category_content | middle   |
      | get_category_content | last     |
      | get_category_content | alone    |
    Then it alone is left out, and the reason counts the bytes before it
      | #1 success     | true                                                         |                              |        |
      | #1 part        | text/markdown                                                | guide://category/first/b.md  | second |
      | #1 part        | text/markdown                                                | guide://category/first/c.md  | third  |
      | #1 message     | Left out because it could not be read: a.md (binary: NUL at byte <byte>). |                              |        |
      | #1 instruction | (absent)                                                     |                              |        |
      | #2 success     | true                                                         |                              |        |
      | #2 part        | text/markdown                                                | guide://category/middle/a.md | first  |
      | #2 part        | text/markdown                                                | guide://category/middle/c.md | third  |
      | #2 message     | Left out because it could not be read: b.md (binary: NUL at byte <byte>). |                              |        |
      | #2 instruction | (absent)                                                     |                              |        |
      | #3 success     | true                                                         |                              |        |
      | #3 part        | text/markdown                                                | guide://category/last/a.md   | first  |
      | #3 part        | text/markdown                                                | guide://category/last/b.md   | second |
      | #3 message     | Left out because it could not be read: c.md (binary: NUL at byte <byte>). |                              |        |
      | #3 instruction | (absent)                                                     |                              |        |
      | #4 success     | false                                                        |                              |        |
      | #4 error_type  | io_error                                                     |                              |        |
      | #4 error       | Could not read a.md (binary: NUL at byte <byte>)             |                              |        |
      | #4 instruction | Present this error to the user. File system issue requires user intervention. |                              |        |

    Examples:
      | text                   | byte  |
      | <x00>y                 | 0     |
      | <1023*x><x00>y         | 1023  |
      | <1024*x><x00>y         | 1024  |
      | <4095*x><x00>y         | 4095  |
      | <4096*x><x00>y         | 4096  |
      | <8191*x><x00>y         | 8191  |
      | <8192*x><x00>y         | 8192  |
      | <65535*x><x00>y        | 65535 |
      | <65536*x><x00>y        | 65536 |
      | <1023*x><x00>          | 1023  |
      | <4095*x><x00>          | 4095  |
      | <4096*x><x00>          | 4096  |
      | <65535*x><x00>         | 65535 |
      | <65536*x><x00>         | 65536 |
      | <512*é><x00>           | 1024  |
      | <2047*é>x<x00><4096*y> | 4095  |

  Scenario Outline: Encoding fault at any byte
    Given the files
      | first/a.md  | <text> |
      | middle/b.md | <text> |
      | last/c.md   | <text> |
      | alone/a.md  | <text> |
    When a document stops being UTF-8 at some byte, and is alone or one of several
      | tool                 | category |
      | get_category_content | first    |
      | get_category_content | middle   |
      | get_category_content | last     |
      | get_category_content | alone    |
    Then it alone is left out, and the reason counts the bytes before the fault
      | #1 success     | true                                                         |                              |        |
      | #1 part        | text/markdown                                                | guide://category/first/b.md  | second |
      | #1 part        | text/markdown                                                | guide://category/first/c.md  | third  |
      | #1 message     | Left out because it could not be read: a.md (not UTF-8: invalid at byte <byte>). |                              |        |
      | #1 instruction | (absent)                                                     |                              |        |
      | #2 success     | true                                                         |                              |        |
      | #2 part        | text/markdown                                                | guide://category/middle/a.md | first  |
      | #2 part        | text/markdown                                                | guide://category/middle/c.md | third  |
      | #2 message     | Left out because it could not be read: b.md (not UTF-8: invalid at byte <byte>). |                              |        |
      | #2 instruction | (absent)                                                     |                              |        |
      | #3 success     | true                                                         |                              |        |
      | #3 part        | text/markdown                                                | guide://category/last/a.md   | first  |
      | #3 part        | text/markdown                                                | guide://category/last/b.md   | second |
      | #3 message     | Left out because it could not be read: c.md (not UTF-8: invalid at byte <byte>). |                              |        |
      | #3 instruction | (absent)                                                     |                              |        |
      | #4 success     | false                                                        |                              |        |
      | #4 error_type  | io_error                                                     |                              |        |
      | #4 error       | Could not read a.md (not UTF-8: invalid at byte <byte>)      |                              |        |
      | #4 instruction | Present this error to the user. File system issue requires user intervention. |                              |        |

    Examples:
      | text                     | byte  |
      | <xE9>y                   | 0     |
      | <1023*x><xE9>y           | 1023  |
      | <1024*x><xE9>y           | 1024  |
      | <4095*x><xE9>y           | 4095  |
      | <4096*x><xE9>y           | 4096  |
      | <8191*x><xE9>y           | 8191  |
      | <8192*x><xE9>y           | 8192  |
      | <65535*x><xE9>y          | 65535 |
      | <65536*x><xE9>y          | 65536 |
      | <1022*x><xE2><x82>y      | 1022  |
      | <4094*x><xF0><x9F><xA6>y | 4094  |
      | <8190*x><xC3>            | 8190  |
      | <65535*x><xC3>           | 65535 |
      | <65536*x><xFF>           | 65536 |
      | <1365*漢><x80>            | 4095  |
      | <32768*é><xED><xA0><x80> | 65536 |
      | <4095*x><xC3><xA9><xA9>  | 4097  |

  Scenario Outline: Character outside ASCII at any byte
    Given the files
      | first/a.md  | <text> |
      | middle/b.md | <text> |
      | last/c.md   | <text> |
      | alone/a.md  | <text> |
    When a document holds a character outside ASCII at some byte, and is alone or one of several
      | tool                 | category |
      | get_category_content | first    |
      | get_category_content | middle   |
      | get_category_content | last     |
      | get_category_content | alone    |
    Then its part alone has the parameter "charset=utf-8", and every byte is kept
      | #1 boundary     | guide-boundary                                 |                              |                  |
      | #2 boundary     | guide-boundary                                 |                              |                  |
      | #3 boundary     | guide-boundary                                 |                              |                  |
      | #1 success      | true                                           |                              |                  |
      | #1 part         | text/markdown; charset=utf-8                   | guide://category/first/a.md  | file:first/a.md  |
      | #1 part         | text/markdown                                  | guide://category/first/b.md  | second           |
      | #1 part         | text/markdown                                  | guide://category/first/c.md  | third            |
      | #1 part headers | Content-Type, Content-Location, Content-Length |                              |                  |
      | #2 success      | true                                           |                              |                  |
      | #2 part         | text/markdown                                  | guide://category/middle/a.md | first            |
      | #2 part         | text/markdown; charset=utf-8                   | guide://category/middle/b.md | file:middle/b.md |
      | #2 part         | text/markdown                                  | guide://category/middle/c.md | third            |
      | #2 part headers | Content-Type, Content-Location, Content-Length |                              |                  |
      | #3 success      | true                                           |                              |                  |
      | #3 part         | text/markdown                                  | guide://category/last/a.md   | first            |
      | #3 part         | text/markdown                                  | guide://category/last/b.md   | second           |
      | #3 part         | text/markdown; charset=utf-8                   | guide://category/last/c.md   | file:last/c.md   |
      | #3 part headers | Content-Type, Content-Location, Content-Length |                              |                  |
      | #4 success      | true                                           |                              |                  |
      | #4 value        | file:alone/a.md                                |                              |                  |
      | message         | (absent)                                       |                              |                  |

    Examples:
      | text            |
      | éy              |
      | <1023*x>éy      |
      | <1024*x>éy      |
      | <4095*x>éy      |
      | <4096*x>éy      |
      | <8191*x>éy      |
      | <8192*x>éy      |
      | <65535*x>éy     |
      | <65536*x>éy     |
      | <1022*x>é       |
      | <4093*x>🦀y      |
      | <4094*x>漢       |
      | <8189*x>🦀       |
      | <65533*x>🦀y     |
      | <65535*x>é      |
      | <65536*x><x7F>é |

  Scenario Outline: Delimiter at any byte
    Given the files
      | first/a.md  | <text> |
      | middle/b.md | <text> |
      | last/c.md   | <text> |
      | alone/a.md  | <text> |
    When a line of a document begins with the delimiter at some byte, and it is alone or one of several
      | tool                 | category |
      | get_category_content | first    |
      | get_category_content | middle   |
      | get_category_content | last     |
      | get_category_content | alone    |
    Then the boundary is extended by a UUID wherever there are parts, and every byte is kept
      | #1 boundary like | guide-boundary-{uuid}                          |                              |                  |
      | #2 boundary like | guide-boundary-{uuid}                          |                              |                  |
      | #3 boundary like | guide-boundary-{uuid}                          |                              |                  |
      | #1 success       | true                                           |                              |                  |
      | #1 part          | text/markdown                                  | guide://category/first/a.md  | file:first/a.md  |
      | #1 part          | text/markdown                                  | guide://category/first/b.md  | second           |
      | #1 part          | text/markdown                                  | guide://category/first/c.md  | third            |
      | #1 part headers  | Content-Type, Content-Location, Content-Length |                              |                  |
      | #2 success       | true                                           |                              |                  |
      | #2 part          | text/markdown                                  | guide://category/middle/a.md | first            |
      | #2 part          | text/markdown                                  | guide://category/middle/b.md | file:middle/b.md |
      | #2 part          | text/markdown                                  | guide://category/middle/c.md | third            |
      | #2 part headers  | Content-Type, Content-Location, Content-Length |                              |                  |
      | #3 success       | true                                           |                              |                  |
      | #3 part          | text/markdown                                  | guide://category/last/a.md   | first            |
      | #3 part          | text/markdown                                  | guide://category/last/b.md   | second           |
      | #3 part          | text/markdown                                  | guide://category/last/c.md   | file:last/c.md   |
      | #3 part headers  | Content-Type, Content-Location, Content-Length |                              |                  |
      | #4 success       | true                                           |                              |                  |
      | #4 value         | file:alone/a.md                                |                              |                  |
      | message          | (absent)                                       |                              |                  |

    Examples:
      | text                                   |
      | --guide-boundary\n<4096*x>             |
      | <1022*x><LF>--guide-boundary\nx        |
      | <1023*x><LF>--guide-boundary\nx        |
      | <4094*x><LF>--guide-boundary\nx        |
      | <4095*x><LF>--guide-boundary\nx        |
      | <8190*x><LF>--guide-boundary\nx        |
      | <8191*x><LF>--guide-boundary\nx        |
      | <65534*x><LF>--guide-boundary\nx       |
      | <65535*x><LF>--guide-boundary\nx       |
      | <1015*x><LF>--guide-boundary\nx        |
      | <4086*x><CR>--guide-boundary-of-old\nx |
      | <8178*x><LF>--guide-boundary           |
      | <65519*x><LF>--guide-boundary          |
      | <65535*x><CRLF>--guide-boundary<CRLF>  |

  Scenario Outline: No delimiter at any byte
    Given the files
      | first/a.md  | <text> |
      | middle/b.md | <text> |
      | last/c.md   | <text> |
      | alone/a.md  | <text> |
    When the delimiter stands within a line or is cut short at some byte
      | tool                 | category |
      | get_category_content | first    |
      | get_category_content | middle   |
      | get_category_content | last     |
      | get_category_content | alone    |
    Then the boundary stays as it is, and every byte is kept
      | #1 boundary     | guide-boundary                                 |                              |                  |
      | #2 boundary     | guide-boundary                                 |                              |                  |
      | #3 boundary     | guide-boundary                                 |                              |                  |
      | #1 success      | true                                           |                              |                  |
      | #1 part         | text/markdown                                  | guide://category/first/a.md  | file:first/a.md  |
      | #1 part         | text/markdown                                  | guide://category/first/b.md  | second           |
      | #1 part         | text/markdown                                  | guide://category/first/c.md  | third            |
      | #1 part headers | Content-Type, Content-Location, Content-Length |                              |                  |
      | #2 success      | true                                           |                              |                  |
      | #2 part         | text/markdown                                  | guide://category/middle/a.md | first            |
      | #2 part         | text/markdown                                  | guide://category/middle/b.md | file:middle/b.md |
      | #2 part         | text/markdown                                  | guide://category/middle/c.md | third            |
      | #2 part headers | Content-Type, Content-Location, Content-Length |                              |                  |
      | #3 success      | true                                           |                              |                  |
      | #3 part         | text/markdown                                  | guide://category/last/a.md   | first            |
      | #3 part         | text/markdown                                  | guide://category/last/b.md   | second           |
      | #3 part         | text/markdown                                  | guide://category/last/c.md   | file:last/c.md   |
      | #3 part headers | Content-Type, Content-Location, Content-Length |                              |                  |
      | #4 success      | true                                           |                              |                  |
      | #4 value        | file:alone/a.md                                |                              |                  |
      | message         | (absent)                                       |                              |                  |

    Examples:
      | text                              |
      | <1023*x>--guide-boundary\nx       |
      | <1024*x>--guide-boundary\nx       |
      | <4095*x>--guide-boundary\nx       |
      | <4096*x>--guide-boundary\nx       |
      | <8192*x>--guide-boundary\nx       |
      | <65536*x>--guide-boundary\nx      |
      | <1008*x><LF>--guide-boundar       |
      | <4095*x><LF> --guide-boundary     |
      | <65520*x><LF>--guide-boundar      |
      | <65536*x><LF>-<LF>-guide-boundary |

  Scenario Outline: Size of a document
    Given the files
      | alone/a.md | <text> |
    And the modification times
      | alone/a.md | 2026-01-02T03:04:05Z |
    When a document has some number of bytes
      | tool                 | category | category_or_collection |
      | get_category_content | alone    |                        |
      | list_content         |          | alone                  |
    Then it is returned byte for byte and listed with that number
      | #1 success     | true                                                         |
      | #1 value       | file:alone/a.md                                              |
      | #1 message     | (absent)                                                     |
      | #1 instruction | (absent)                                                     |
      | #2 success     | true                                                         |
      | #2 head        | URI; Media type; Bytes; Modified (UTC)                       |
      | #2 row         | guide://category/alone/a.md; text/markdown; <bytes>; 2026-01-02T03:04:05Z |
      | #2 message     | (absent)                                                     |

    Examples:
      | text        | bytes   |
      | <1*x>       | 1       |
      | <1023*x>    | 1023    |
      | <1024*x>    | 1024    |
      | <1025*x>    | 1025    |
      | <4095*x>    | 4095    |
      | <4096*x>    | 4096    |
      | <4097*x>    | 4097    |
      | <8191*x>    | 8191    |
      | <8192*x>    | 8192    |
      | <8193*x>    | 8193    |
      | <32768*x>   | 32768   |
      | <65535*x>   | 65535   |
      | <65536*x>   | 65536   |
      | <65537*x>   | 65537   |
      | <131072*x>  | 131072  |
      | <262143*x>  | 262143  |
      | <262144*x>  | 262144  |
      | <262145*x>  | 262145  |
      | <1000000*x> | 1000000 |
      | <1366*"é>   | 4098    |
      | <21846*"é>  | 65538   |
      | <4097*\\>   | 4097    |
      | <65537*">   | 65537   |
      | <1366*漢>    | 4098    |
      | <16385*🦀>   | 65540   |
      | x<65536*é>  | 131073  |
      | <1024*a"é🦀> | 8192    |

  Scenario Outline: Names with a long common beginning
    Given the files
      | alone/<prefix>b.md          | letter b |
      | alone/<prefix>a.md          | letter a |
      | alone/<prefix>/x.md         | slash    |
      | alone/<prefix>.md           | dot      |
      | alone/<prefix>-.md          | minus    |
      | alone/<prefix>a.md.mustache | passed over |
    When names are alike in all but their last characters
      | tool                   | category | collection | pattern       |
      | get_category_content   | alone    |            | **/*.md       |
      | get_category_content   | alone    |            | <prefix>?.md  |
      | get_category_content   | alone    |            | *b.md         |
      | get_category_content   | alone    |            | <prefix>a     |
      | get_category_content   | alone    |            | <prefix>[!b]* |
      | get_collection_content |          | both       |               |
    Then each is a document of its own, once and in the order of their bytes
      | success  | true          |                                                       |          |
      | message  | (absent)      |                                                       |          |
      | #1 part  | text/markdown | guide://category/alone/<encoded>-.md                  | minus    |
      | #1 part  | text/markdown | guide://category/alone/<encoded>.md                   | dot      |
      | #1 part  | text/markdown | guide://category/alone/<encoded>/x.md                 | slash    |
      | #1 part  | text/markdown | guide://category/alone/<encoded>a.md                  | letter a |
      | #1 part  | text/markdown | guide://category/alone/<encoded>b.md                  | letter b |
      | #2 part  | text/markdown | guide://category/alone/<encoded>-.md                  | minus    |
      | #2 part  | text/markdown | guide://category/alone/<encoded>a.md                  | letter a |
      | #2 part  | text/markdown | guide://category/alone/<encoded>b.md                  | letter b |
      | #3 value | letter b      |                                                       |          |
      | #4 value | letter a      |                                                       |          |
      | #5 part  | text/markdown | guide://category/alone/<encoded>-.md                  | minus    |
      | #5 part  | text/markdown | guide://category/alone/<encoded>.md                   | dot      |
      | #5 part  | text/markdown | guide://category/alone/<encoded>a.md                  | letter a |
      | #6 part  | text/markdown | guide://collection/both/category/alone/<encoded>-.md  | minus    |
      | #6 part  | text/markdown | guide://collection/both/category/alone/<encoded>.md   | dot      |
      | #6 part  | text/markdown | guide://collection/both/category/alone/<encoded>a.md  | letter a |
      | #6 part  | text/markdown | guide://collection/both/category/alone/<encoded>b.md  | letter b |
      | #6 part  | text/markdown | guide://collection/both/category/again/<encoded>/x.md | slash    |

    Examples:
      | prefix                                                       | encoded                                                      |
      | n                                                            | n                                                            |
      | nnnnnnnnnnnnnnn                                              | nnnnnnnnnnnnnnn                                              |
      | nnnnnnnnnnnnnnnn                                             | nnnnnnnnnnnnnnnn                                             |
      | nnnnnnnnnnnnnnnnn                                            | nnnnnnnnnnnnnnnnn                                            |
      | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn                              | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn                              |
      | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn                             | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn                             |
      | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
      | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
      | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
      | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
      | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
      | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
      | éééééééé                                                     | %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9             |
      | éééééééééééééééé                                             | %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9 |
      | éééééééééééééééééééééééééééééééé                             | %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9 |
      | éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé | %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9 |

  Scenario: Hundreds of documents
    Given the files
      | alone/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn-{001..300}.md | document {001..300}: <800*x> |
    When three documents match, and when three hundred do
      | tool                 | category | pattern    |
      | get_category_content | alone    | *-00[123]* |
      | get_category_content | alone    |            |
    Then all are returned, each with its own body, in the order of their bytes
      | success     | true          |                                                              |                              |
      | message     | (absent)      |                                                              |                              |
      | instruction | (absent)      |                                                              |                              |
      | #1 part     | text/markdown | guide://category/alone/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn-{001..003}.md | document {001..003}: <800*x> |
      | #2 part     | text/markdown | guide://category/alone/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn-{001..300}.md | document {001..300}: <800*x> |

  Scenario Outline: Size of a call
    Given the files
      | alone/a.md | short |
    When the arguments of a call have some number of bytes
      | tool                 | category | pattern |
      | get_category_content | <text>   |         |
      | get_category_content | alone    | <text>  |
      | get_category_content | alone    | a.md    |
    Then they are read whole, repeated in part, and the next call is answered
      | #1 success     | false                                                        |
      | #1 error_type  | not_found                                                    |
      | #1 error       | Category '<shown>…' not found. Valid names: 'first', 'middle', 'last', 'alone', 'again' |
      | #1 instruction | Present this error to the user and take no further action.   |
      | #2 success     | false                                                        |
      | #2 error_type  | invalid_pattern                                              |
      | #2 error       | Invalid pattern '<shown>…': it has <bytes> bytes and the limit is 1024. Pattern syntax: * matches any characters within a name, ? one character, [abc] or [a-z] one of a set, [!abc] none of it, ** any number of directories, {a,b} either alternative. A last name without a dot matches every extension: intro finds intro.md and intro.txt. Patterns are relative to the category; hidden names need a literal dot. |
      | #2 instruction | Present this error to the user with pattern syntax help.     |
      | #3 success     | true                                                         |
      | #3 value       | short                                                        |
      | #3 message     | (absent)                                                     |

    Examples:
      | text       | bytes  | shown   |
      | <1025*n>   | 1025   | <200*n> |
      | <4096*n>   | 4096   | <200*n> |
      | <8192*n>   | 8192   | <200*n> |
      | <65400*n>  | 65400  | <200*n> |
      | <65535*n>  | 65535  | <200*n> |
      | <65536*n>  | 65536  | <200*n> |
      | <65537*n>  | 65537  | <200*n> |
      | <300000*n> | 300000 | <200*n> |
      | <40000*é>  | 80000  | <200*é> |
      | <65536*">  | 65536  | <200*"> |
