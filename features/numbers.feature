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
      Then it is returned byte for byte and listed with that number
        | #1 value | file:alone/a.md |
        | #2 head | @documents_head |
        | #2 row | guide://category/alone/a.md; ; ; text/markdown; <bytes>; ~<tokens>; 2026-01-02T03:04:05Z |

      Examples:
        | text | bytes | tokens |
        # Around 1, 4, 8, 32, 64 and 128 KiB, around 256 KiB, and a million.
        | {1*x} | 1 | 0 |
        | {1023*x} | 1023 | 255 |
        | {1024*x} | 1024 | 256 |
        | {1025*x} | 1025 | 256 |
        | {4095*x} | 4095 | 1023 |
        | {4096*x} | 4096 | 1024 |
        | {4097*x} | 4097 | 1024 |
        | {8191*x} | 8191 | 2047 |
        | {8192*x} | 8192 | 2048 |
        | {8193*x} | 8193 | 2048 |
        | {32768*x} | 32768 | 8192 |
        | {65535*x} | 65535 | 16383 |
        | {65536*x} | 65536 | 16384 |
        | {65537*x} | 65537 | 16384 |
        | {131072*x} | 131072 | 32768 |
        | {262143*x} | 262143 | 65535 |
        | {262144*x} | 262144 | 65536 |
        | {262145*x} | 262145 | 65536 |
        | {1000000*x} | 1000000 | 250000 |
        # With what JSON escapes, and with characters of two, three and four bytes.
        | {1366*"é} | 4098 | 1024 |
        | {21846*"é} | 65538 | 16384 |
        | {4097*\\} | 4097 | 1024 |
        | {65537*"} | 65537 | 16384 |
        | {1366*漢} | 4098 | 1024 |
        | {16385*🦀} | 65540 | 16385 |
        # Characters of two bytes, each at an odd place.
        | x{65536*é} | 131073 | 32768 |
        | {1024*a"é🦀} | 8192 | 2048 |

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
      Then each is a document of its own, once and in the order of their bytes
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
        | nnnnnnnnnnnnnnn | nnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
        | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn | nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn |
        # 16, 32, 64 and 128 bytes of half as many characters.
        | éééééééé | %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9 |
        | éééééééééééééééé | %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9 |
        | éééééééééééééééééééééééééééééééé | %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9 |
        | éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé | %C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9 |

    Scenario: Hundreds of documents
      Given the files
        | alone/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn-{001..300}.md | document {001..300}: {800*x} | 2026-01-02T03:04:05Z |
      When three documents match, and when three hundred do
        | tool | category | pattern | category_or_collection |
        | get_category_content | alone | *-00[123]* | |
        | get_category_content | alone | | |
        | list_content | | | alone |
      Then all are returned, each with its own body, and listed, in the order of their bytes
        | #1 part | text/markdown | guide://category/alone/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn-{001..003}.md | document {001..003}: {800*x} |
        | #2 part | text/markdown | guide://category/alone/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn-{001..300}.md | document {001..300}: {800*x} |
        | #3 head | @documents_head | | |
        | #3 row | guide://category/alone/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn-{001..300}.md; ; ; text/markdown; 814; ~203; 2026-01-02T03:04:05Z | | |

    Scenario Outline: Size of a call
      Given the files
        | alone/a.md | short |
      When the arguments of a call have some number of bytes
        | tool | category | pattern |
        | get_category_content | <text> | |
        | get_category_content | alone | <text> |
        | get_category_content | alone | a.md |
      Then they are read whole, repeated in part, and the next call is answered
        | #1 error | <type> | <error> | <instruction> |
        | #2 error | invalid_pattern | Invalid pattern '<shown>…': it has <bytes> bytes and the limit is 1024. @pattern_help | @explain_pattern |
        | #3 value | short | | |

      Examples:
        | text | bytes | shown | type | error | instruction |
        | {1025*n} | 1025 | {200*n} | not_found | Category '{200*n}…' not found. Valid names: 'alone', 'again' | @present_error |
        | {4096*n} | 4096 | {200*n} | not_found | Category '{200*n}…' not found. Valid names: 'alone', 'again' | @present_error |
        | {8192*n} | 8192 | {200*n} | invalid_argument | Invalid arguments for get_category_content: 'category' has 8192 bytes, over the limit of 4096. @get_category_arguments | @correct_arguments |
        # With the rest of its line about 64 KiB.
        | {65400*n} | 65400 | {200*n} | invalid_argument | Invalid arguments for get_category_content: 'category' has 65400 bytes, over the limit of 4096. @get_category_arguments | @correct_arguments |
        | {65535*n} | 65535 | {200*n} | invalid_argument | Invalid arguments for get_category_content: 'category' has 65535 bytes, over the limit of 4096. @get_category_arguments | @correct_arguments |
        | {65536*n} | 65536 | {200*n} | invalid_argument | Invalid arguments for get_category_content: 'category' has 65536 bytes, over the limit of 4096. @get_category_arguments | @correct_arguments |
        | {65537*n} | 65537 | {200*n} | invalid_argument | Invalid arguments for get_category_content: 'category' has 65537 bytes, over the limit of 4096. @get_category_arguments | @correct_arguments |
        | {300000*n} | 300000 | {200*n} | invalid_argument | Invalid arguments for get_category_content: 'category' has 300000 bytes, over the limit of 4096. @get_category_arguments | @correct_arguments |
        # Bytes are counted, and characters are shown.
        | {40000*é} | 80000 | {200*é} | invalid_argument | Invalid arguments for get_category_content: 'category' has 80000 bytes, over the limit of 4096. @get_category_arguments | @correct_arguments |
        | {65536*"} | 65536 | {200*"} | invalid_argument | Invalid arguments for get_category_content: 'category' has 65536 bytes, over the limit of 4096. @get_category_arguments | @correct_arguments |
