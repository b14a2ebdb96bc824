Feature: Arguments
  Models leave arguments out, misspell them, and send null, empty strings and lists. Whatever the
  schema does not allow is refused before anything is read, with a message that makes the next call
  right. Empty optional arguments count as absent.

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      collections: {handbook: {categories: [docs]}}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | docs/notes.txt | notes\n |

  Rule: Tool Argument Schema
    All tools SHALL define argument schemas following ADR-008 tool conventions.

    Schema SHALL include:
    - Argument name and type
    - Required/optional designation
    - Description of purpose
    - Examples of valid values

    Arguments SHALL be checked against the schema before anything is read; Argument Errors gives the rules in full.

    @3.1.2 @3.1.5 @3.1.7 @7.1.2 @7.1.5 @7.1.7 @8.1.2 @8.1.5 @8.1.7
    Scenario: Required argument validation
      Given the links
        # Whoever read first would answer that it cannot be read.
        | docs/broken.md | nowhere.md |
      When required argument is missing
        | tool | pattern |
        | get_content | broken.md |
        | get_category_content | broken.md |
        | get_collection_content | broken.md |
      Then return error before attempting content retrieval
        | #1 error | invalid_argument | Invalid arguments for get_content: 'category_or_collection' is required (string) and is missing or empty. @content_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for get_category_content: 'category' is required (string) and is missing or empty. @category_args | @correct_args |
        | #3 error | invalid_argument | Invalid arguments for get_collection_content: 'collection' is required (string) and is missing or empty. @collection_args | @correct_args |

    @3.1.3 @3.1.7 @7.1.3 @7.1.7 @8.1.3 @8.1.7
    Scenario: Optional argument handling
      When optional argument is omitted
        | tool | category_or_collection | category | collection |
        | get_content | docs | | |
        | get_category_content | | docs | |
        | get_collection_content | | | handbook |
      Then use default behavior (category default patterns)
        | value | file:docs/intro.md |

    @3.1.5 @3.1.7
    Scenario: Argument type validation
      When argument has wrong type
        | tool | category | pattern |
        | get_category_content | docs | json:42 |
        | get_category_content | docs | json:true |
        | get_category_content | docs | json:["*.md"] |
        | get_category_content | docs | json:{"glob": "*.md"} |
        | get_category_content | json:["docs"] | |
      Then return error with clear message about expected type
        | #1 error | invalid_argument | Invalid arguments for get_category_content: 'pattern' must be a string, got number. @category_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for get_category_content: 'pattern' must be a string, got boolean. @category_args | @correct_args |
        | #3 error | invalid_argument | Invalid arguments for get_category_content: 'pattern' must be a string, got array. @category_args | @correct_args |
        | #4 error | invalid_argument | Invalid arguments for get_category_content: 'pattern' must be a string, got object. @category_args | @correct_args |
        | #5 error | invalid_argument | Invalid arguments for get_category_content: 'category' must be a string, got array. @category_args | @correct_args |

  Rule: Argument Errors
    A missing, empty, wrong-typed or unknown argument SHALL be refused with error_type `invalid_argument`; nothing is read. The error SHALL name every fault, the expected type, what came, and the valid arguments, and suggest the nearest valid name for an unknown one. `null` or the empty string for an optional argument SHALL be the same as leaving it out.

    Scenario: Empty required argument
      When a required argument is the empty string or null
        | tool | category_or_collection | category | collection |
        | get_category_content | | "" | |
        | get_category_content | | json:null | |
        | get_collection_content | | | "" |
        | get_collection_content | | | json:null |
        | get_content | "" | | |
        | get_content | json:null | | |
      Then the call is refused with that argument's name
        | #1 error | invalid_argument | Invalid arguments for get_category_content: 'category' is required (string) and is missing or empty. @category_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for get_category_content: 'category' is required (string) and is missing or empty. @category_args | @correct_args |
        | #3 error | invalid_argument | Invalid arguments for get_collection_content: 'collection' is required (string) and is missing or empty. @collection_args | @correct_args |
        | #4 error | invalid_argument | Invalid arguments for get_collection_content: 'collection' is required (string) and is missing or empty. @collection_args | @correct_args |
        | #5 error | invalid_argument | Invalid arguments for get_content: 'category_or_collection' is required (string) and is missing or empty. @content_args | @correct_args |
        | #6 error | invalid_argument | Invalid arguments for get_content: 'category_or_collection' is required (string) and is missing or empty. @content_args | @correct_args |

    Scenario: Empty optional argument
      When an optional argument is null or the empty string
        | tool | category | pattern |
        | get_category_content | docs | |
        | get_category_content | docs | json:null |
        | get_category_content | docs | "" |
      Then the empty argument counts as absent
        | value | # Intro\n |
        | #2 same as | #1 |
        | #3 same as | #1 |

    @3.1.5 @3.6.3
    Scenario: Unknown argument
      When an argument is not one of the tool's
        | tool | category | zzz | patern | Pattern |
        | get_category_content | docs | 1 | | |
        # null leaves out an argument of the tool. It does not make another one known.
        | get_category_content | docs | json:null | | |
        | get_category_content | docs | | *.txt | |
        | get_category_content | docs | | | *.txt |
      Then the call is refused, the valid arguments are named and a similar one is suggested
        | #1 error | invalid_argument | Invalid arguments for get_category_content: 'zzz' @not_an_argument. @category_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for get_category_content: 'zzz' @not_an_argument. @category_args | @correct_args |
        | #3 error | invalid_argument | Invalid arguments for get_category_content: 'patern' @not_an_argument (did you mean 'pattern'?). @category_args | @correct_args |
        | #4 error | invalid_argument | Invalid arguments for get_category_content: 'Pattern' @not_an_argument (did you mean 'pattern'?). @category_args | @correct_args |

    Scenario: Argument over the limit
      When an argument has more than 4,096 bytes
        | tool | category_or_collection | document | section | query | pattern |
        | get_content | docs | | {4097*x} | | |
        | get_content | {2049*é} | | | | |
        | list_content | docs | | | | {9000*x} |
        | search_content | | | | {4097*x} | |
        | get_content | docs | {5000*x} | {4097*x} | | |
        # A pattern has a limit of its own.
        | get_content | docs | | | | {4097*x} |
        # As long as it may be.
        | get_content | docs | | {4096*x} | | |
      Then the call is refused with its name and the limit, before anything is read
        | #1 error | invalid_argument | Invalid arguments for get_content: 'section' has 4097 bytes, over the limit of 4096. @content_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for get_content: 'category_or_collection' has 4098 bytes, over the limit of 4096. @content_args | @correct_args |
        | #3 error_type | invalid_pattern | | |
        | #3 instruction | @explain_pattern | | |
        | #4 error | invalid_argument | Invalid arguments for search_content: 'query' has 4097 bytes, over the limit of 1000. @search_args | @correct_args |
        | #5 error | invalid_argument | Invalid arguments for get_content: 'document' has 5000 bytes, over the limit of 4096; 'section' has 4097 bytes, over the limit of 4096. @content_args | @correct_args |
        | #6 error_type | invalid_pattern | | |
        | #6 instruction | @explain_pattern | | |
        | #7 error_type | no_document | | |
        | #7 instruction | @repair_once | | |

    Scenario: Several invalid arguments
      When several arguments are invalid
        | tool | zzz | pattern | qqq |
        | get_category_content | 1 | json:7 | 2 |
      Then all errors are named, the tool's own arguments first, in the order of the schema
        | error | invalid_argument | Invalid arguments for get_category_content: 'category' is required (string) and is missing or empty; 'pattern' must be a string, got number; 'zzz' @not_an_argument; 'qqq' @not_an_argument. @category_args | @correct_args |

    @7.1.5 @7.1.7 @7.7.3 @8.1.5 @8.1.7 @8.6.3
    Scenario: Arguments of other tools
      When the name is passed in another tool's argument
        | tool | category | collection |
        | get_content | docs | |
        | get_collection_content | docs | |
        | get_category_content | | handbook |
      Then the missing argument and the unknown one are both named
        | #1 error | invalid_argument | Invalid arguments for get_content: 'category_or_collection' is required (string) and is missing or empty; 'category' @not_an_argument (did you mean 'category_or_collection'?). @content_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for get_collection_content: 'collection' is required (string) and is missing or empty; 'category' @not_an_argument. @collection_args | @correct_args |
        | #3 error | invalid_argument | Invalid arguments for get_category_content: 'category' is required (string) and is missing or empty; 'collection' @not_an_argument. @category_args | @correct_args |

    Scenario: Arguments of list_content
      When list_content is called with faulty arguments
        | tool | category_or_collection | name |
        | list_content | json:42 | |
        | list_content | | docs |
      Then the calls are refused in the same way
        | #1 error | invalid_argument | Invalid arguments for list_content: 'category_or_collection' must be a string, got number. @list_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for list_content: 'name' @not_an_argument. @list_args | @correct_args |

    Scenario: Empty optional argument in every tool
      When an optional argument of any tool is null or the empty string
        | tool | category_or_collection | collection | pattern |
        | get_content | docs | | "" |
        | get_content | docs | | json:null |
        | get_collection_content | | handbook | "" |
        | get_collection_content | | handbook | json:null |
        | list_content | "" | | |
        | list_content | json:null | | json:null |
        | list_content | | | "" |
      Then the empty argument counts as absent in every tool
        | #1 value | # Intro\n |
        | #2 value | # Intro\n |
        | #3 value | # Intro\n |
        | #4 value | # Intro\n |
        | #5 head | @names_head |
        | #5 row | docs; Category; ; `*.md`; 1; 8; ~2 |
        | #5 row | handbook; Collection; ; docs; 1; 8; ~2 |
        | #6 head | @names_head |
        | #6 row | docs; Category; ; `*.md`; 1; 8; ~2 |
        | #6 row | handbook; Collection; ; docs; 1; 8; ~2 |
        | #7 head | @names_head |
        | #7 row | docs; Category; ; `*.md`; 1; 8; ~2 |
        | #7 row | handbook; Collection; ; docs; 1; 8; ~2 |

    Scenario: Wrong type of a pattern in every tool
      When the pattern of any tool has the wrong type
        | tool | category_or_collection | collection | pattern | zzz |
        | get_content | docs | | json:42 | |
        | get_collection_content | | handbook | json:["*.md"] | |
        | list_content | docs | | json:42 | |
        | list_content | | | json:true | 1 |
      Then the call is refused by each in the same way
        | #1 error | invalid_argument | Invalid arguments for get_content: 'pattern' must be a string, got number. @content_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for get_collection_content: 'pattern' must be a string, got array. @collection_args | @correct_args |
        | #3 error | invalid_argument | Invalid arguments for list_content: 'pattern' must be a string, got number. @list_args | @correct_args |
        | #4 error | invalid_argument | Invalid arguments for list_content: 'pattern' must be a string, got boolean; 'zzz' @not_an_argument. @list_args | @correct_args |
