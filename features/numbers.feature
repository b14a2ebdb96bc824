Feature: Many documents and long names
  Code that counts, compares or processes data in pieces fails at the ends of the pieces. The sizes
  of documents and calls, the lengths of names and the numbers of files here are on both sides of
  such ends, from one byte up.

  Background:
    Given the project
      """
      categories:
        alone: {dir: alone, patterns: ["*.md"]}
        again: {dir: alone, patterns: ["**/*.md"]}
      collections: {both: {categories: [alone, again]}}
      limits: { response_bytes: 1048576 }
      """

  Rule: Documents of Any Size

    Scenario Outline: Size of a document
      Given the files
        | alone/a.md | <text> | 2026-01-02T03:04:05Z |
      When a document has some number of bytes
        | tool | category | category_or_collection |
        | get_category_content | alone | |
        | list_content | | alone |
      Then the document is returned byte for byte and listed with that size
        | #1 value | file:alone/a.md |
        | #2 head | @documents_head |
        | #2 row | guide://category/alone/a.md; ; ; text/markdown; <bytes>; ~<tokens>; 2026-01-02T03:04:05Z |

      Examples:
        | text | bytes | tokens |
        # Around 1, 4, 8, 32, 64 and 128 KiB, around 256 KiB, and a million.
        | {1*x} | 1 | 0 |
        | {1023*x} | 1023 | 255 |
        | {4096*x} | 4096 | 1024 |
        | {65537*x} | 65537 | 16384 |
        | {262144*x} | 262144 | 65536 |
        | {1000000*x} | 1000000 | 250000 |
        | {21846*"é} | 65538 | 16384 |
        | {4097*\\} | 4097 | 1024 |
        | {16385*🦀} | 65540 | 16385 |
        # Characters of two bytes, each at an odd place.
        | x{65536*é} | 131073 | 32768 |

    Scenario Outline: Names with a long common beginning
      Given the files
        | alone/<prefix>b.md | letter b |
        | alone/<prefix>a.md | letter a |
        | alone/<prefix>/x.md | slash |
        | alone/<prefix>.md | dot |
        | alone/<prefix>-.md | minus |
        | alone/<prefix>a.md.mustache | passed over |
      When names are alike in all but their last characters
        | tool | category | collection | pattern |
        | get_category_content | alone | | **/*.md |
        | get_category_content | alone | | <prefix>?.md |
        | get_category_content | alone | | *b.md |
        | get_category_content | alone | | <prefix>a |
        | get_category_content | alone | | <prefix>[!b]* |
        | get_collection_content | | both | |
      Then each document is returned once, in byte order
        | #1 part | text/markdown | guide://category/alone/<encoded>-.md | minus |
        | #1 part | text/markdown | guide://category/alone/<encoded>.md | dot |
        | #1 part | text/markdown | guide://category/alone/<encoded>/x.md | slash |
        | #1 part | text/markdown | guide://category/alone/<encoded>a.md | letter a |
        | #1 part | text/markdown | guide://category/alone/<encoded>b.md | letter b |
        | #2 part | text/markdown | guide://category/alone/<encoded>-.md | minus |
        | #2 part | text/markdown | guide://category/alone/<encoded>a.md | letter a |
        | #2 part | text/markdown | guide://category/alone/<encoded>b.md | letter b |
        | #3 value | letter b | | |
        | #4 value | letter a | | |
        | #5 part | text/markdown | guide://category/alone/<encoded>-.md | minus |
        | #5 part | text/markdown | guide://category/alone/<encoded>.md | dot |
        | #5 part | text/markdown | guide://category/alone/<encoded>a.md | letter a |
        | #6 part | text/markdown | guide://collection/both/category/alone/<encoded>-.md | minus |
        | #6 part | text/markdown | guide://collection/both/category/alone/<encoded>.md | dot |
        | #6 part | text/markdown | guide://collection/both/category/alone/<encoded>a.md | letter a |
        | #6 part | text/markdown | guide://collection/both/category/alone/<encoded>b.md | letter b |
        | #6 part | text/markdown | guide://collection/both/category/again/<encoded>/x.md | slash |

      Examples:
        | prefix | encoded |
        # 1 byte, around 16, 32, 64 and 128, and 200.
        | n | n |
        | {64*n} | {64*n} |
        | {200*n} | {200*n} |
        | {64*é} | {64*%C3%A9} |

    Scenario: Hundreds of documents
      Given the files
        | alone/{150*n}-{001..300}.md | document {001..300}: {800*x} | 2026-01-02T03:04:05Z |
      When three documents match, and when three hundred do
        | tool | category | pattern | category_or_collection |
        | get_category_content | alone | *-00[123]* | |
        | get_category_content | alone | | |
        | list_content | | | alone |
      Then all documents are returned, each with its own body, and listed, in byte order
        | #1 part | text/markdown | guide://category/alone/{150*n}-{001..003}.md | document {001..003}: {800*x} |
        | #2 part | text/markdown | guide://category/alone/{150*n}-{001..300}.md | document {001..300}: {800*x} |
        | #3 head | @documents_head | | |
        | #3 row | guide://category/alone/{150*n}-{001..300}.md; ; ; text/markdown; 814; ~203; 2026-01-02T03:04:05Z | | |

    Scenario Outline: Size of a call
      Given the files
        | alone/a.md | short |
      When the arguments of a call have some number of bytes
        | tool | category | pattern |
        | get_category_content | <text> | |
        | get_category_content | alone | <text> |
        | get_category_content | alone | a.md |
      Then the arguments are read whole, the error shows their beginning, and the next call is answered
        | #1 error | <type> | <error> | <instruction> |
        | #2 error | invalid_pattern | Invalid pattern '<shown>…': it has <bytes> bytes and the limit is 1024. @pattern_help | @explain_pattern |
        | #3 value | short | | |

      Examples:
        | text | bytes | shown | type | error | instruction |
        | {1025*n} | 1025 | {200*n} | not_found | Category '{200*n}…' not found. Valid names: 'alone', 'again' | @present_error |
        | {4096*n} | 4096 | {200*n} | not_found | Category '{200*n}…' not found. Valid names: 'alone', 'again' | @present_error |
        | {8192*n} | 8192 | {200*n} | invalid_argument | Invalid arguments for get_category_content: 'category' has 8192 bytes, over the limit of 4096. @category_args | @correct_args |
        | {65536*n} | 65536 | {200*n} | invalid_argument | Invalid arguments for get_category_content: 'category' has 65536 bytes, over the limit of 4096. @category_args | @correct_args |
        | {300000*n} | 300000 | {200*n} | invalid_argument | Invalid arguments for get_category_content: 'category' has 300000 bytes, over the limit of 4096. @category_args | @correct_args |
        # Bytes are counted, and characters are shown.
        | {40000*é} | 80000 | {200*é} | invalid_argument | Invalid arguments for get_category_content: 'category' has 80000 bytes, over the limit of 4096. @category_args | @correct_args |
