Feature: Templates
  Rendering needs values that this program does not have, and an unrendered template is better than
  none if the agent knows what it is. So a template is found by its document's name, returned as
  stored, and named.

  A template is named like its document with the suffix `.mustache`, whether or not the document has another extension; the suffix by itself is not a template. It SHALL be found by the patterns that find the document. If a pattern matches both in one directory, only the plain file SHALL be returned. An unreadable plain file SHALL be reported, and its template SHALL not replace it.

  Templates SHALL be returned with the location and media type of the document, and as stored unless their category renders them (Rendered Templates). The message SHALL name unrendered templates.

  Background:
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"]}}
      """

  Scenario: Template found by the document's pattern
    Given the files
      | docs/intro.md.mustache | # {{title}}\n\nWelcome, {{user}}.\n |
    When only the template of a document exists
      | tool | category | pattern |
      | get_category_content | docs | |
      | get_category_content | docs | intro.md |
      | get_category_content | docs | intro |
    Then the template is found by the document's pattern, returned as stored, and named
      | value | # {{title}}\n\nWelcome, {{user}}.\n |
      | message | Unrendered templates: intro.md.mustache. |

  Scenario: Plain file and template
    Given the files
      | docs/intro.md | # Plain\n |
      | docs/intro.md.mustache | # {{title}}\n |
    When a pattern matches a document and its template in one directory
      | tool | category | pattern |
      | get_category_content | docs | |
      | get_category_content | docs | intro.md |
      | get_category_content | docs | intro |
      | get_category_content | docs | intro.* |
      | get_category_content | docs | ** |
      | get_category_content | docs | {intro,setup}.md |
    Then only the plain file is returned
      | value | # Plain\n |

  Scenario: Plain file in another directory
    Given the files
      | docs/api/intro.md | # Plain\n |
      | docs/cli/intro.md.mustache | # {{title}}\n |
    When a document and a template of the same name are in different directories
      | tool | category | pattern |
      | get_category_content | docs | **/*.md |
    Then both are returned
      | part | text/markdown | guide://category/docs/api/intro.md | # Plain\n |
      | part | text/markdown | guide://category/docs/cli/intro.md | # {{title}}\n |
      | message | Unrendered templates: cli/intro.md.mustache. | | |

  Scenario: Template requested by its own name
    Given the files
      | docs/intro.md | # Plain\n |
      | docs/intro.md.mustache | # {{title}}\n |
    When a pattern matches the template and not the plain file
      | tool | category | pattern |
      | get_category_content | docs | *.mustache |
      | get_category_content | docs | intro.md.mustache |
    Then the template is returned
      | value | # {{title}}\n |
      | message | Unrendered templates: intro.md.mustache. |

  Scenario: Location and media type of a template
    Given the files
      | docs/config.yaml.mustache | name: {{name}}\n |
      # The suffix stands within the name.
      | docs/intro.mustache.md | # About mustache\n |
      | docs/tools/build.py.mustache | NAME = "{{name}}"\n |
    When names with the suffix are returned
      | tool | category | pattern |
      | get_category_content | docs | ** |
    Then location and media type are those of the document without it where it ends the name
      | part | application/yaml | guide://category/docs/config.yaml | name: {{name}}\n |
      | part | text/markdown | guide://category/docs/intro.mustache.md | # About mustache\n |
      | part | text/x-python | guide://category/docs/tools/build.py | NAME = "{{name}}"\n |
      | message | Unrendered templates: config.yaml.mustache, tools/build.py.mustache. | | |

  Scenario: Template without another extension
    Given the files
      | docs/general.mustache | # {{title}}\n | 2026-01-02T03:04:05Z |
      | docs/.env.mustache | {{key}} | |
      # Without a name there is no document.
      | docs/.mustache | alone | |
      | docs/...mustache | dots | |
    And the project
      """
      categories: {docs: {dir: docs, patterns: [general], hidden: true}}
      """
    When a name and the suffix are all of a file's name
      | tool | category | category_or_collection | pattern |
      | get_category_content | docs | | |
      | get_category_content | docs | | general.mustache |
      | list_content | | docs | * |
      | get_category_content | docs | | .env |
      | get_category_content | docs | | .must* |
      | get_category_content | docs | | ..* |
    Then the template is one of the document of that name
      | #1 value | # {{title}}\n |
      | #1 message | Unrendered templates: general.mustache. |
      | #2 value | # {{title}}\n |
      | #2 message | Unrendered templates: general.mustache. |
      | #3 head | @documents_head |
      | #3 row | guide://category/docs/general; ; ; text/plain; 12; ~3; 2026-01-02T03:04:05Z |
      | #3 message | Unrendered templates: general.mustache. |
      | #4 value | {{key}} |
      | #4 message | Unrendered templates: .env.mustache. |
      | #5 value | alone |
      | #6 value | dots |

  Scenario: Unreadable plain file
    Given the files
      | docs/intro.md.mustache | # {{title}}\n |
    And the links
      | docs/intro.md | nowhere.md |
    When the plain file of a template's name cannot be read
      | tool | category |
      | get_category_content | docs |
    Then the plain file is reported, and the template does not replace it
      | error | io_error | Could not read intro.md (the link's target does not exist) | @file_system_issue |

  Scenario: Templates of a collection
    Given the project
      """
      categories:
        docs: {dir: docs, patterns: ["*"]}
        other: {dir: other, patterns: ["*"]}
      collections: {all: {categories: [docs, other]}}
      """
    And the files
      | docs/a.md | a\n |
      | docs/t.md.mustache | t\n |
      | other/u.md.mustache | u\n |
    When templates are found through a collection
      | tool | collection | category_or_collection | pattern |
      | get_collection_content | all | | |
      | get_content | | all | t.md |
    Then the message names them with their categories
      | #1 part | text/markdown | guide://collection/all/category/docs/a.md | a\n |
      | #1 part | text/markdown | guide://collection/all/category/docs/t.md | t\n |
      | #1 part | text/markdown | guide://collection/all/category/other/u.md | u\n |
      | #1 message | Unrendered templates: docs/t.md.mustache, other/u.md.mustache. | | |
      | #2 value | t\n | | |
      | #2 message | Unrendered templates: docs/t.md.mustache. | | |

  Scenario: Many templates
    Given the files
      | docs/n{01..52}.md.mustache | x |
    When more templates are returned than can be named
      | tool | category |
      | get_category_content | docs |
    Then fifty are named and the others are counted
      | part | text/markdown | guide://category/docs/n{01..52}.md | x |
      | message | Unrendered templates: {01..50*n#.md.mustache, }and 2 more. | | |
