Feature: Reading documents
  A document is returned byte for byte or not at all: a repaired or cut one says what nobody wrote.
  An unreadable document, or a link out of its category, is named and never followed.

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      limits: {file_bytes: 1000}
      """

  Rule: Reading and Encodings
    A document SHALL be returned byte for byte: byte order mark, line ends, blanks and a missing final newline are kept. What cannot be returned as text SHALL be reported with its path and the reason, and never altered, cut or filled with replacement characters: a file that holds a NUL byte, is not UTF-8, is larger than `limits.file_bytes`, is not a regular file, or whose name is not UTF-8; on Windows also one whose path has a name that Windows reserves (`aux.md`) or that ends in a dot or a blank. No file SHALL make a call wait.

    @1.3.2 @2.1.2 @2.1.3 @2.1.6 @2.5.5 @2.6.4
    Scenario: Line ends and spaces
      Given the files
        | docs/bare.md | no final newline |
        | docs/blank.md | \n\n\x20\x20indented\t\x20\n\n\n |
        | docs/mixed.md | one\r\ntwo\nthree\rfour\r\n\r\n |
      When documents differ in line ends, blanks and final newline
        | tool | category | pattern |
        | get_category_content | docs | bare.md |
        | get_category_content | docs | blank.md |
        | get_category_content | docs | mixed.md |
        | get_category_content | docs | *.md |
      Then line ends and spaces are kept, nothing is added and nothing is trimmed
        | #1 value | no final newline | | |
        | #2 value | \n\n\x20\x20indented\t\x20\n\n\n | | |
        | #3 value | one\r\ntwo\nthree\rfour\r\n\r\n | | |
        | #4 part | text/markdown | guide://category/docs/bare.md | no final newline |
        | #4 part | text/markdown | guide://category/docs/blank.md | \n\n\x20\x20indented\t\x20\n\n\n |
        | #4 part | text/markdown | guide://category/docs/mixed.md | one\r\ntwo\nthree\rfour\r\n\r\n |

    @1.3.3 @1.3.7 @1.7.2 @2.1.5 @2.5.3
    Scenario: Empty document
      Given the files
        | docs/empty.md | |
        | docs/intro.md | # Intro\n |
      When a document is empty
        | tool | category | pattern |
        | get_category_content | docs | empty.md |
        | get_category_content | docs | *.md |
      Then the document is returned as empty content
        | #1 value | | | |
        | #2 part | text/markdown | guide://category/docs/empty.md | |
        | #2 part | text/markdown | guide://category/docs/intro.md | # Intro\n |
        | #2 part headers | Content-Type, Content-Location, Content-Length | | |

    @1.3.1 @1.7.1 @2.5.4
    Scenario: Characters outside ASCII
      Given the files
        | docs/signs.md | \u{feff}naïve — 漢字 🦀 e\xcc\x81 \xef\xbf\xbd \x1b[0m\x7f\n |
      When a document contains any characters but NUL
        | tool | category |
        | get_category_content | docs |
      Then every character is kept
        | value | file:docs/signs.md |

    @1.3.4
    Scenario: Binary document
      Given the files
        | docs/logo.md | PNG\x00\x01\n |
      When a document contains a NUL byte
        | tool | category |
        | get_category_content | docs |
      Then the document is reported as binary and not returned
        | error | io_error | Could not read logo.md (binary: NUL at byte 3; @exclude_it) | @file_system_issue |

    Scenario: Many binary documents
      Given the files
        | docs/a.md | a |
        | docs/b1.bin | \x00 |
        | docs/b2.bin | \x00 |
        | docs/b3.bin | \x00 |
        | docs/b4.bin | \x00 |
        | docs/b5.bin | \x00 |
        | docs/latin.md | caf\xe9\n |
      When a call matches many of them, beside others
        | tool | category | pattern |
        | get_category_content | docs | * |
      Then the first three are named
        | message | Left out because it could not be read: b1.bin (binary: NUL at byte 0; @exclude_it), b2.bin (binary: NUL at byte 0; @exclude_it), b3.bin (binary: NUL at byte 0; @exclude_it), latin.md (not UTF-8: invalid at byte 3; @save_as_utf8), and 2 more. |

    @1.3.5 @1.3.7 @1.7.1
    Scenario: Document that is not UTF-8
      Given the files
        | docs/latin.md | caf\xe9\n |
        # The last character is cut short.
        | docs/cut.md | äö\xc3\xa4\xc3 |
        # U+D800, half of a pair in UTF-16, has no form in UTF-8.
        | docs/surrogate.md | x\xed\xa0\x80\n |
        # A slash in two bytes.
        | docs/overlong.md | \xc0\xaf\n |
        # A NUL makes it binary, wherever it stands.
        | docs/first.md | \xffabc\x00\x00 |
      When a document contains bytes that are not UTF-8
        | tool | category | pattern |
        | get_category_content | docs | latin.md |
        | get_category_content | docs | cut.md |
        | get_category_content | docs | surrogate.md |
        | get_category_content | docs | overlong.md |
        | get_category_content | docs | first.md |
      Then the document is reported, and no replacement characters are inserted
        | #1 error | io_error | Could not read latin.md (not UTF-8: invalid at byte 3; @save_as_utf8) | @file_system_issue |
        | #2 error | io_error | Could not read cut.md (not UTF-8: invalid at byte 6; @save_as_utf8) | @file_system_issue |
        | #3 error | io_error | Could not read surrogate.md (not UTF-8: invalid at byte 1; @save_as_utf8) | @file_system_issue |
        | #4 error | io_error | Could not read overlong.md (not UTF-8: invalid at byte 0; @save_as_utf8) | @file_system_issue |
        | #5 error | io_error | Could not read first.md (binary: NUL at byte 4; @exclude_it) | @file_system_issue |

    Scenario: Notebook
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["**/*"]}}
        """
      And the files
        | docs/a.md | # A\n |
        | docs/b.ipynb | {"cells":[]} |
      When a notebook is beside documents, or is asked for
        | tool | category | pattern |
        | get_category_content | docs | |
        | get_category_content | docs | *.ipynb |
      Then it is left out and named
        | #1 message | Left out because it could not be read: b.ipynb (@is_notebook). | | |
        | #2 error | io_error | Could not read b.ipynb (@is_notebook) | @file_system_issue |

    Scenario: Document in UTF-16
      Given the files
        | docs/little.md | \xff\xfe#\x00\xe9\x00 |
        | docs/big.md | \xfe\xff\x00# |
        | docs/bare.md | h\x00i\x00\x0d\x00\n\x00 |
        # The mark alone says it: no byte of it is NUL.
        | docs/han.md | \xff\xfe\x2d\x4e |
      When a document is in UTF-16
        | tool | category | pattern |
        | get_category_content | docs | little.md |
        | get_category_content | docs | big.md |
        | get_category_content | docs | bare.md |
        | get_category_content | docs | han.md |
      Then the encoding is named, and what to do
        | #1 error | io_error | Could not read little.md (UTF-16, @as_powershell) | @file_system_issue |
        | #2 error | io_error | Could not read big.md (UTF-16, @as_powershell) | @file_system_issue |
        | #3 error | io_error | Could not read bare.md (UTF-16, @as_powershell) | @file_system_issue |
        | #4 error | io_error | Could not read han.md (UTF-16, @as_powershell) | @file_system_issue |

    Scenario: Large documents
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        limits: {response_bytes: 1048576}
        """
      And the files
        | docs/binary.md | {70000*x}\x00 |
        | docs/forged.md | {70000*x}\n--guide-boundary\n |
        | docs/latin.md | {70000*x}\xe9 |
        | docs/wide.md | {70000*x}é |
      When what decides about a document is far from its beginning
        | tool | category |
        | get_category_content | docs |
      Then it is found there, and its byte is counted
        | boundary like | guide-boundary-{uuid} | | |
        | part | text/markdown | guide://category/docs/forged.md | file:docs/forged.md |
        | part | text/markdown; charset=utf-8 | guide://category/docs/wide.md | file:docs/wide.md |
        | message | Left out because it could not be read: binary.md (binary: NUL at byte 70000; @exclude_it), latin.md (not UTF-8: invalid at byte 70000; @save_as_utf8). | | |

    @1.7.3
    Scenario: File size limit
      Given the files
        | docs/full.md | {1000*x} |
        | docs/over.md | {1001*x} |
        # 1,000, 1,001 and 1,002 bytes of fewer characters.
        | docs/wide-full.md | {500*ä} |
        | docs/wide-over.md | {500*ä}x |
        | docs/wide-long.md | {334*€} |
      When documents are as large as the limit or larger by one byte
        | tool | category | pattern |
        | get_category_content | docs | full.md |
        | get_category_content | docs | wide-full.md |
        | get_category_content | docs | over.md |
        | get_category_content | docs | wide-over.md |
        | get_category_content | docs | *.md |
      Then the larger one is reported with its size and the limit
        | #1 value | file:docs/full.md | | |
        | #2 value | file:docs/wide-full.md | | |
        | #3 error | io_error | Could not read over.md (1001 bytes, over the limit of 1000, @file_bytes_limit) | @file_system_issue |
        | #4 error | io_error | Could not read wide-over.md (1001 bytes, over the limit of 1000, @file_bytes_limit) | @file_system_issue |
        | #5 part | text/markdown | guide://category/docs/full.md | file:docs/full.md |
        | #5 part | text/markdown; charset=utf-8 | guide://category/docs/wide-full.md | file:docs/wide-full.md |
        | #5 message | Left out because it could not be read: over.md (1001 bytes, over the limit of 1000, @file_bytes_limit), wide-long.md (1002 bytes, over the limit of 1000, @file_bytes_limit), wide-over.md (1001 bytes, over the limit of 1000, @file_bytes_limit). | | |

    @1.3.7 @1.5.4
    Scenario: Named pipe
      Given the pipes
        | docs/pipe.md |
      And the files
        | docs/intro.md | # Intro\n |
      When a name matches that is not a regular file
        | tool | category | pattern |
        | get_category_content | docs | pipe.md |
        | get_category_content | docs | *.md |
      Then the pipe is reported without waiting for it
        | #1 error | io_error | Could not read pipe.md (not a regular file) | @file_system_issue |
        | #2 part | text/markdown | guide://category/docs/intro.md | # Intro\n |
        | #2 message | Left out because it could not be read: pipe.md (not a regular file). | | |

    Scenario: Name that is not UTF-8
      Given the files
        | docs/caf\xe9.md | # Menu\n |
        | docs/d\xff/intro.md | # Intro\n |
        | docs/intro.md | # Intro\n |
      When the name of a document or of a directory is not UTF-8
        | tool | category | pattern |
        | get_category_content | docs | **/*.md |
      Then the name is reported with its invalid bytes escaped
        | part | text/markdown | guide://category/docs/intro.md | # Intro\n |
        | message | Left out because it could not be read: caf\x5cxe9.md (the name is not UTF-8), d\x5cxff (the name is not UTF-8). | | |

    Scenario: Name that Windows reserves
      Given the files
        | docs/aux.md | device |
        | docs/lpt².md | device |
        | docs/nul .md. | device |
        | docs/com1.txt\x20 | blank |
        | docs/con/intro.md | below a device |
        | docs/auxiliary.md | help |
        | docs/com10.md | ten |
      When the name of a document or of a directory is a device's on Windows, or ends in a dot or a blank
        | tool | category | pattern |
        | get_category_content | docs | **/* |
        | get_category_content | docs | aux.md |
      Then the document is served on every system but Windows
        | #1 part | text/markdown | @docs/aux.md | device |
        | #1 part | text/markdown | @docs/auxiliary.md | help |
        | #1 part | text/plain | @docs/com1.txt%20 | blank |
        | #1 part | text/markdown | @docs/com10.md | ten |
        | #1 part | text/markdown | @docs/con/intro.md | below a device |
        | #1 part | text/markdown | @docs/lpt%C2%B2.md | device |
        | #1 part | text/plain | @docs/nul%20.md. | device |
        | #2 value | device | | |

  Rule: Symbolic Links
    A link whose target is inside the category SHALL be read as a document of its own. A link that leads out of the category, and an absolute link wherever it points, SHALL never be followed, and SHALL be reported. Wildcards SHALL not follow links to directories; each that they would enter otherwise SHALL be reported, with where it leads in the category, the first ten by their names. A literal component may. A literal component that exists and cannot be entered SHALL be reported like an unreadable document.

    Scenario: Link inside the category
      Given the files
        | docs/intro.md | # Intro\n |
      And the folders
        | docs/api |
      And the links
        | docs/start.md | intro.md |
        | docs/api/back.md | ../intro.md |
      When the target of a link lies inside the category
        | tool | category | pattern |
        | get_category_content | docs | start.md |
        | get_category_content | docs | **/*.md |
      Then the link is a document of its own
        | #1 value | # Intro\n | | |
        | #2 part | text/markdown | guide://category/docs/api/back.md | # Intro\n |
        | #2 part | text/markdown | guide://category/docs/intro.md | # Intro\n |
        | #2 part | text/markdown | guide://category/docs/start.md | # Intro\n |

    @1.4.5 @1.7.4
    Scenario: Link out of the category
      Given the files
        | secret.md | # Secret\n |
      And the folders
        | docs |
      And the links
        | docs/leak.md | ../secret.md |
        | docs/chain.md | leak.md |
        | docs/host.md | /etc/hostname |
      When a link leads out of the category, directly, through another link or by an absolute path
        | tool | category | pattern |
        | get_category_content | docs | leak.md |
        | get_category_content | docs | chain.md |
        | get_category_content | docs | host.md |
        | get_category_content | docs | *.md |
      Then the link is reported and never followed
        | #1 error | io_error | Could not read leak.md @link_out | @file_system_issue |
        | #2 error | io_error | Could not read chain.md @link_out | @file_system_issue |
        | #3 error | io_error | Could not read host.md @link_out | @file_system_issue |
        | #4 error | io_error | Could not read chain.md @link_out, host.md @link_out, leak.md @link_out | @file_system_issue |

    Scenario: Nothing outside is revealed
      Given the files
        | private/plan.md | # Plan\n |
      And the folders
        | docs |
      And the links
        | docs/file.md | ../private/plan.md |
        | docs/folder.md | ../private |
        | docs/none.md | ../private/none.md |
      When links lead out of the category to a file, to a directory and to nothing
        | tool | category | pattern |
        | get_category_content | docs | *.md |
      Then all such links are reported alike
        | error | io_error | Could not read file.md @link_out, folder.md @link_out, none.md @link_out | @file_system_issue |

    @1.5.4 @1.7.6
    Scenario: Link without a target
      Given the folders
        | docs |
      And the links
        | docs/a.md | b.md |
        | docs/b.md | a.md |
        | docs/gone.md | nowhere.md |
      When the target of a link does not exist or links lead to each other
        | tool | category | pattern |
        | get_category_content | docs | gone.md |
        | get_category_content | docs | *.md |
      Then each link is reported
        | #1 error | io_error | Could not read gone.md (the link's target does not exist) | @file_system_issue |
        | #2 error | io_error | Could not read a.md (too many links in a row), b.md (too many links in a row), gone.md (the link's target does not exist) | @file_system_issue |

    Scenario: Link to a directory
      Given the files
        | docs/v2/calls.md | calls |
      And the links
        | docs/current | v2 |
      When a pattern passes through a link to a directory
        | tool | category | pattern |
        | get_category_content | docs | current/calls.md |
        | get_category_content | docs | */calls.md |
        | get_category_content | docs | **/*.md |
        | get_category_content | docs | {current,v2}/*.md |
      Then a literal component follows the link and a wildcard does not, and a document that is found both ways is returned once
        | #1 value | calls |
        | #2 value | calls |
        | #3 value | calls |
        | #4 value | calls |
        | #2 message | Left out because it could not be read: current (a link to the folder 'v2', where its documents are found). |
        | #3 message | Left out because it could not be read: current (a link to the folder 'v2', where its documents are found). |

    Scenario: Link to a folder without documents
      Given the files
        | docs/a.md | a |
        | docs/v2/calls.txt | calls |
      And the links
        | docs/current | v2 |
      When a link leads to a folder that is searched and holds nothing that matches
        | tool | category | pattern |
        | get_category_content | docs | **/*.md |
      Then nothing is said of it
        | value | a |

    Scenario: Link to a folder that another pattern searches
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["links/*/*.md", "v2/*.rs"]}}
        """
      And the files
        | docs/links/a/a.md | a |
        | docs/v2/calls.md | calls |
      And the links
        | docs/links/current | ../v2 |
      When a link leads to a folder in which another pattern finds nothing
        | tool | category |
        | get_category_content | docs |
      Then it is named
        | value | a |
        | message | Left out because it could not be read: links/current (a link to the folder 'v2', where its documents are found). |

    Scenario: Link to a folder that is not served
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["**/*.md"], exclude: [cur, "priv/**"]}}
        """
      And the files
        | docs/ok.md | ok |
        | docs/priv/acme/x.md | x |
        | docs/.vault/x.md | x |
      And the links
        | docs/pub | cur |
        | docs/cur | priv/acme |
        | docs/pub2 | .vault |
      When links inside of the category lead to folders that are excluded or hidden
        | tool | category | pattern |
        | get_category_content | docs | |
      Then no answer names these folders
        | value | ok |

    @1.4.5
    Scenario: Links to what may or may not be outside
      Given the files
        | docs/intro.md | # Intro\n |
        | outside/plan.md | # Plan\n |
      And the links
        | docs/folder | ../outside |
        | docs/file | ../outside/plan.md |
        | docs/none | ../none |
        | docs/image.png | ../outside |
        | docs/v1.2 | /none |
      When links lead out of the category
        | tool | category | pattern |
        | get_category_content | docs | **/*.md |
      Then the answer does not tell what is there
        | value | # Intro\n |
        | message | Left out because it could not be read: file (a link that leads out of the category, which is not followed), folder (a link that leads out of the category, which is not followed), none (a link that leads out of the category, which is not followed), v1.2 (a link that leads out of the category, which is not followed). |

    @1.4.5
    Scenario: Link to a directory outside
      Given the files
        | docs/intro.md | # Intro\n |
        | private/plan.md | # Plan\n |
      And the links
        | docs/private | ../private |
      When a link to a directory leads out of the category
        | tool | category | pattern |
        | get_category_content | docs | private/plan.md |
        | get_category_content | docs | private/*.md |
        | get_category_content | docs | **/*.md |
        | get_category_content | docs | private/none.md |
      Then a literal component reports it and a wildcard passes it by
        | #1 error | io_error | Could not read private @link_out | @file_system_issue |
        | #2 error | io_error | Could not read private @link_out | @file_system_issue |
        | #3 value | # Intro\n | | |
        | #4 error | io_error | Could not read private @link_out | @file_system_issue |
        | #3 message | Left out because it could not be read: private (a link that leads out of the category, which is not followed). | | |
