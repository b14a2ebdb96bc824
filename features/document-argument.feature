Feature: Documents by their URI or path
  An agent that has seen a listing, or a message of documents that were left out, knows exactly
  which document it wants. A pattern is a detour: file names may contain wildcards, and a URI is not
  a pattern.

  Background:
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*.md"]}
        docs/deep: {dir: deep, patterns: ["*.md"]}
        empty: {dir: empty, patterns: ["*.md"]}
      collections:
        shelf: {categories: [docs, docs/deep]}
        docs: {categories: [docs/deep]}
      """
    And the files
      | docs/intro.md | # Intro\n |
      | docs/notes.txt | notes |
      | docs/[slug].md | the slug |
      | docs/s.md | an s |
      | docs/a/b/setup.md | # Setup\n |
      | docs/deep/x.md | docs, x |
      | docs/tour.md.mustache | {{tour}} |
      | docs/both.md | plain |
      | docs/both.md.mustache | {{template}} |
      | docs/logo.png | a\x00b |
      | deep/x.md | deep, x |
      | deep/only.md | deep, only |
      | outside.md | outside |
    And the links
      | docs/out.md | ../outside.md |
      | docs/in.md | intro.md |
    And the folders
      | empty |

  Rule: Future Document Support
    Tool argument schemas SHALL be designed to accommodate future document-specific arguments.

    Current arguments:
    - `category_or_collection` / `category` / `collection`
    - `pattern` (optional)
    - `document` (optional): Specific document identifier

    Scenario: Design for future expansion
      When designing tool argument schemas
        | tool | category_or_collection | category | collection | document |
        | tools/list | | | | |
        | get_content | docs | | | intro.md |
        | get_category_content | | docs | | intro.md |
        | get_collection_content | | | shelf | docs/intro.md |
      Then accommodate future document-specific arguments
        # All of the tools' schemas are compared in another scenario.
        | #1 argument | get_content | document | string |
        | #1 argument | get_category_content | document | string |
        | #1 argument | get_collection_content | document | string |
        | #2 value | # Intro\n | | |
        | #3 value | # Intro\n | | |
        | #4 value | # Intro\n | | |

  Rule: One Document
    The retrieval tools SHALL take exactly one document by `document`:

    - It is a URI from an answer or a listing, or a path relative to the category. In a collection the path SHALL begin with the name of one of its categories and a `/`
    - Nothing in it SHALL be a wildcard, and no extension SHALL be added to it. A template SHALL be found by the name of its document and by its own
    - It SHALL NOT matter whether a default pattern matches the document
    - If a name is both a collection and a category, the collection SHALL be searched first, and the category only if the document is not in the collection
    - A document that does not exist, or is not served, SHALL be failure `not_found`, with the most similar names and with what exists
    - `document` together with `pattern`, and the URI of a document of another category or collection than the call names, SHALL be failure `invalid_argument` before anything is read
    - A URI given as the name SHALL mean the document that it names, in every tool that takes a name of its kind

    Scenario: Document by its path
      When a call gives the path of a document, in a directory, outside the default patterns, or with characters that are wildcards elsewhere
        | tool | category | document |
        | get_category_content | docs | a/b/setup.md |
        | get_category_content | docs | notes.txt |
        | get_category_content | docs | [slug].md |
        | get_category_content | docs | in.md |
        | get_category_content | docs | ./a//b/./setup.md |
      Then exactly that document is returned
        | #1 value | # Setup\n |
        | #2 value | notes |
        | #3 value | the slug |
        | #4 value | # Intro\n |
        | #5 value | # Setup\n |

    Scenario: Document by its URI
      When a call gives a URI that an answer gave out, of the category or of the collection that it names
        | tool | category_or_collection | category | collection | document |
        | get_category_content | | docs | | guide://category/docs/a/b/setup.md |
        | get_category_content | | docs | | guide://category/docs/%5Bslug%5D.md |
        | get_collection_content | | | shelf | guide://collection/shelf/category/docs%2Fdeep/x.md |
        | get_content | shelf | | | guide://collection/shelf/category/docs/notes.txt |
        | get_content | docs | | | guide://category/docs/deep/x.md |
        | get_content | docs | | | guide://collection/docs/category/docs%2Fdeep/x.md |
      Then exactly that document is returned
        | #1 value | # Setup\n |
        | #2 value | the slug |
        | #3 value | deep, x |
        | #4 value | notes |
        | #5 value | docs, x |
        | #6 value | deep, x |

    Scenario: Document of a collection
      When a call of a collection gives a path that begins with the name of one of its categories
        | tool | collection | document |
        | get_collection_content | shelf | docs/notes.txt |
        | get_collection_content | shelf | docs/deep/x.md |
        # It is not in 'docs/deep', but in the directory of 'docs'.
        | get_collection_content | shelf | docs/a/b/setup.md |
      Then the document of that category is returned, of two that begin so that of the longer name
        | #1 value | notes |
        | #2 value | deep, x |
        | #3 value | # Setup\n |

    Scenario: Document of a category and a collection of one name
      When the name is a collection and a category, and both have documents of the path
        | tool | category_or_collection | document |
        | get_content | docs | docs/deep/x.md |
        | get_content | docs | deep/x.md |
        | get_content | docs | a/b/setup.md |
      Then the collection's document is returned, and the category's where the collection has none
        | #1 value | deep, x |
        | #2 value | docs, x |
        | #3 value | # Setup\n |

    Scenario: Document stored as a template
      When a call gives the name of a document that is stored as a template, with the suffix and without
        | tool | category | document |
        | get_category_content | docs | tour.md |
        | get_category_content | docs | tour.md.mustache |
        | get_category_content | docs | both.md |
        | get_category_content | docs | both.md.mustache |
      Then the template is returned as stored, and a plain document where there is one and the suffix was not given
        | #1 value | {{tour}} |
        | #1 message | Unrendered templates: tour.md.mustache. |
        | #2 value | {{tour}} |
        | #2 message | Unrendered templates: tour.md.mustache. |
        | #3 value | plain |
        | #4 value | {{template}} |
        | #4 message | Unrendered templates: both.md.mustache. |

    Scenario: Document that cannot be read
      When a requested document is binary, or a link that leads out of the category
        | tool | category | collection | document |
        | get_category_content | docs | | logo.png |
        | get_category_content | docs | | out.md |
        | get_collection_content | | shelf | docs/logo.png |
      Then the call fails with io_error and says why
        | #1 error | io_error | Could not read logo.png (binary: NUL at byte 1; @exclude_it) | @file_system_issue |
        | #2 error | io_error | Could not read out.md @link_out | @file_system_issue |
        | #3 error | io_error | Could not read docs/logo.png (binary: NUL at byte 1; @exclude_it) | @file_system_issue |

    Scenario: Document that does not exist
      When a call gives a document that does not exist, is a directory, has the name of another but for case or a letter, leads out of the category, or adds an extension
        | tool | category | collection | document |
        | get_category_content | docs | | c:wiki.html |
        | get_category_content | docs | | a/b |
        | get_category_content | docs | | guide://category/docs/a/b/ |
        | get_category_content | docs | | INTRO.md |
        | get_category_content | docs | | intor.md |
        | get_category_content | docs | | ../outside.md |
        | get_category_content | docs | | intro |
        | get_category_content | docs | | *.md |
        | get_category_content | docs | | intro.md/x |
        | get_collection_content | | shelf | intro.md |
        | get_collection_content | | shelf | docs/intor.md |
        | get_category_content | empty | | intro.md |
      Then the call fails with not_found, and names the nearest and what there is
        | #1 error | no_document | Document 'c:wiki.html' not found in category 'docs'. @docs_names | @repair_once |
        | #2 error | no_document | Document 'a/b' not found in category 'docs'. 'a/b/' is a directory. @docs_names | @repair_once |
        | #3 error | no_document | Document '@docs/a/b/' not found in category 'docs'. 'a/b/' is a directory. @docs_names | @repair_once |
        | #4 error | no_document | Document 'INTRO.md' not found in category 'docs'. @case_differs: 'intro.md'. @docs_names | @repair_once |
        | #5 error | no_document | Document 'intor.md' not found in category 'docs'. Nearest: 'intro.md'. @docs_names | @repair_once |
        | #6 error | no_document | Document '../outside.md' not found in category 'docs'. @docs_names | @repair_once |
        | #7 error | no_document | Document 'intro' not found in category 'docs'. Nearest: 'intro.md'. @docs_names | @repair_once |
        | #8 error | no_document | Document '*.md' not found in category 'docs'. @docs_names | @repair_once |
        | #9 error | no_document | Document 'intro.md/x' not found in category 'docs'. Nearest: 'intro.md'. @docs_names | @repair_once |
        | #10 error | no_document | Document 'intro.md' not found in collection 'shelf'. It holds 'docs/[slug].md', 'docs/a/b/setup.md', 'docs/both.md', 'docs/deep/only.md', 'docs/deep/x.md', 'docs/in.md', 'docs/intro.md', 'docs/logo.png', 'docs/notes.txt', 'docs/s.md', 'docs/tour.md' | @repair_once |
        | #11 error | no_document | Document 'docs/intor.md' not found in collection 'shelf'. Nearest: 'docs/intro.md'. It holds 'docs/[slug].md', 'docs/a/b/setup.md', 'docs/both.md', 'docs/deep/only.md', 'docs/deep/x.md', 'docs/in.md', 'docs/intro.md', 'docs/logo.png', 'docs/notes.txt', 'docs/s.md', 'docs/tour.md' | @repair_once |
        | #12 error | no_document | Document 'intro.md' not found in category 'empty'. It holds no documents | @repair_once |

    Scenario: Documents of one name in several directories
      Given the project
        """
        categories:
          many: {dir: many, patterns: ["**/*.md"]}
        """
      And the files
        | many/first/setup.md | one |
        | many/second/setup.md | two |
      When a requested document has the name of several in other directories
        | tool | category | document |
        | get_category_content | many | somewhere-else/quite-far/below/setup.md |
      Then the call fails with no_document, and names all of them
        | #1 error | no_document | Document 'somewhere-else/quite-far/below/setup.md' not found in category 'many'. Nearest: 'first/setup.md', 'second/setup.md'. It holds 'first/setup.md', 'second/setup.md' | @repair_once |

    Scenario: Hidden or excluded document
      Given the project
        """
        categories:
          narrow: {dir: work, patterns: ["*.md", .github/*.md], exclude: ["drafts/**", "secret*"]}
          open: {dir: work, patterns: ["*.md"], hidden: true}
        """
      And the files
        | work/plan.md | plan |
        | work/secret.md.mustache | secret |
        | work/drafts/a.md | draft |
        | work/.env | TOKEN |
        | work/.github/rules.md | rules |
        | work/.github/x.yml | x: 1 |
      When a requested document, or a directory of its path, is excluded, or is hidden and the category does not serve hidden names
        | tool | category | document |
        | get_category_content | narrow | secret.md |
        | get_category_content | narrow | drafts/a.md |
        | get_category_content | narrow | .env |
        | get_category_content | narrow | .github/x.yml |
        | get_category_content | narrow | .github/rules.md |
        | get_category_content | open | .env |
        | get_category_content | open | .github/x.yml |
      Then it is treated as missing, and a hidden one is returned if a default pattern matches it or the category serves hidden names
        | #1 error | no_document | Document 'secret.md' not found in category 'narrow'. It holds '.github/rules.md', 'plan.md' | @repair_once |
        | #2 error | no_document | Document 'drafts/a.md' not found in category 'narrow'. It holds '.github/rules.md', 'plan.md' | @repair_once |
        | #3 error | no_document | Document '.env' not found in category 'narrow'. It holds '.github/rules.md', 'plan.md'. Hidden names of 'narrow' @hidden_where | @repair_once |
        | #4 error | no_document | Document '.github/x.yml' not found in category 'narrow'. It holds '.github/rules.md', 'plan.md'. Hidden names of 'narrow' @hidden_where | @repair_once |
        | #5 value | rules | | |
        | #6 value | TOKEN | | |
        | #7 value | x: 1 | | |

    Scenario: Hidden document outside of the categories
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["*.md"]}
        """
      And the files
        | .changeset/README.md | changes |
      When a call names a hidden folder or a document in it, which no category serves
        | tool | category_or_collection | document |
        | get_content | docs | ../.changeset/README.md |
        | get_content | docs | guide://category/docs/../.changeset/README.md |
        | get_content | .changeset | |
        | get_content | .changeset | README.md |
        | get_content | guide://category/.changeset/README.md | |
        | get_content | docs/../.changeset/README.md | |
        | list_content | .changeset | |
        | get_content | docs | ../README.md |
      Then the error says how hidden names are served
        | #1 error | no_document | Document '../.changeset/README.md' not found in category 'docs'. @docs_names. @hidden_name | @repair_once |
        | #2 error | no_document | Document '@docs/../.changeset/README.md' not found in category 'docs'. @docs_names. @hidden_name | @repair_once |
        | #3 error | not_found | Category or collection '.changeset' not found. Valid names: 'docs'. @hidden_name | @present_error |
        | #4 error | not_found | Category or collection '.changeset' not found. Valid names: 'docs'. @hidden_name | @present_error |
        | #5 error | not_found | Category or collection '.changeset' not found. Valid names: 'docs'. @hidden_name | @present_error |
        | #6 error | no_document | Document '../.changeset/README.md' not found in category 'docs'. @docs_names. @hidden_name | @repair_once |
        | #7 error | not_found | Category or collection '.changeset' not found. Valid names: 'docs'. @hidden_name | @present_error |
        | #8 error | no_document | Document '../README.md' not found in category 'docs'. @docs_names | @repair_once |

    Scenario: Document together with a pattern
      When a call gives a document and a pattern
        | tool | category_or_collection | category | collection | pattern | document |
        | get_content | docs | | | *.md | intro.md |
        | get_category_content | | wiki | | [ | intro.md |
        | get_collection_content | | | shelf | *.md | docs/intro.md |
        | get_content | guide://category/docs/intro.md | | | *.md | |
      Then the call fails with invalid_argument and nothing is read
        | #1 error | invalid_argument | Invalid arguments for get_content: 'pattern' @not_together 'document', which names one document. @content_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for get_category_content: 'pattern' @not_together 'document', which names one document. @category_args | @correct_args |
        | #3 error | invalid_argument | Invalid arguments for get_collection_content: 'pattern' @not_together 'document', which names one document. @collection_args | @correct_args |
        | #4 error | invalid_argument | Invalid arguments for get_content: 'pattern' @not_together 'category_or_collection', which names one document. @content_args | @correct_args |

    Scenario: Document of another name
      When a call gives the URI of a document of another category or collection than it names
        | tool | category_or_collection | category | collection | document |
        | get_category_content | | empty | | guide://category/docs/intro.md |
        | get_collection_content | | | shelf | guide://collection/docs/category/docs%2Fdeep/x.md |
        | get_collection_content | | | docs | guide://category/docs/intro.md |
        | get_category_content | | docs | | guide://collection/docs/category/docs%2Fdeep/x.md |
        | get_content | guide://category/docs/intro.md | | | guide://category/docs/intro.md |
      Then the call fails with invalid_argument and names the document's category or collection
        | #1 error | invalid_argument | Invalid arguments for get_category_content: 'document' is a document of category 'docs', which the call does not name. @category_args | @correct_args |
        | #2 error | invalid_argument | Invalid arguments for get_collection_content: 'document' is a document of collection 'docs', which the call does not name. @collection_args | @correct_args |
        | #3 error | invalid_argument | Invalid arguments for get_collection_content: 'document' is a document of category 'docs', which the call does not name. @collection_args | @correct_args |
        | #4 error | invalid_argument | Invalid arguments for get_category_content: 'document' is a document of collection 'docs', which the call does not name. @category_args | @correct_args |
        | #5 error | invalid_argument | Invalid arguments for get_content: 'document' @not_together 'category_or_collection', which names one document. @content_args | @correct_args |

    Scenario: Document URI as the name
      Given the modification times
        | docs/intro.md | 2026-01-02T03:04:05Z |
      When a call gives the URI of a document as the name
        | tool | category_or_collection | category | collection |
        | get_content | guide://category/docs/intro.md | | |
        | get_content | guide://collection/shelf/category/docs/notes.txt | | |
        | get_category_content | | guide://category/docs/intro.md | |
        | list_content | guide://category/docs/intro.md | | |
        | get_collection_content | | | guide://category/docs/intro.md |
        | get_content | guide://category/wiki/intro.md | | |
      Then the document is returned or listed, and a URI of a kind that the tool does not search is not found
        | #1 value | # Intro\n | | |
        | #2 value | notes | | |
        | #3 value | # Intro\n | | |
        | #4 head | @documents_head | | |
        | #4 row | guide://category/docs/intro.md; Intro; ; text/markdown; 8; ~2; 2026-01-02T03:04:05Z | | |
        | #4 line | | | |
        | #4 head | @sections_head | | |
        | #4 row | 1; Intro; 8; ~2; guide://category/docs/intro.md#intro | | |
        | #5 error | not_found | Collection 'guide://category/docs/intro.md' not found. Valid names: 'shelf', 'docs' | @present_error |
        | #6 error | not_found | Category or collection 'wiki' not found. Valid names: 'shelf', 'docs', 'docs/deep', 'empty' | @present_error |

    Scenario: Documents as messages and listings name them
      When a document is asked for by its category and path, with a section, or by a URI through a collection
        | tool | category_or_collection | document | category |
        | get_content | docs/intro.md | | |
        | get_content | docs/deep/only.md | | |
        | get_content | docs | docs/intro.md | |
        | get_content | docs/intro.md#intro | | |
        | get_content | docs | intro.md#intro | |
        | get_category_content | | | guide://collection/shelf/category/docs/intro.md |
        | get_category_content | | guide://collection/shelf/category/docs/intro.md | docs |
        | get_category_content | | docs/intro.md | docs |
        | get_category_content | | intro.md | guide://category/docs |
      Then that document is returned, or the section
        | #1 value | # Intro\n |
        | #2 value | file:deep/only.md |
        | #3 value | # Intro\n |
        | #4 value | # Intro\n |
        | #5 value | # Intro\n |
        | #6 value | # Intro\n |
        | #7 value | # Intro\n |
        | #8 value | # Intro\n |
        | #9 value | # Intro\n |

    Scenario: Empty document argument
      When a call gives null or an empty string as the document
        | tool | category | document |
        | get_category_content | docs/deep | json:null |
        | get_category_content | docs/deep | "" |
      Then the empty argument counts as absent
        | part | text/markdown | guide://category/docs%2Fdeep/only.md | deep, only |
        | part | text/markdown | guide://category/docs%2Fdeep/x.md | deep, x |
