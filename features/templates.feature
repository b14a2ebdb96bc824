Feature: Templates

  Background:
    Given the project
      """
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
      """

  Scenario: Template found by the document's pattern
    Given the files
      | docs/intro.md.mustache | # {{title}}\n\nWelcome, {{user}}.\n |
    When only the template of a document exists
      | tool                 | category | pattern  |
      | get_category_content | docs     |          |
      | get_category_content | docs     | intro.md |
      | get_category_content | docs     | intro    |
    Then it is found by the document's pattern, returned as stored and named
      | success     | true                                     |
      | value       | # {{title}}\n\nWelcome, {{user}}.\n      |
      | message     | Unrendered templates: intro.md.mustache. |
      | instruction | (absent)                                 |

  Scenario: Plain file and template
    Given the files
      | docs/intro.md          | # Plain\n     |
      | docs/intro.md.mustache | # {{title}}\n |
    When a pattern matches a document and its template in one directory
      | tool                 | category | pattern  |
      | get_category_content | docs     |          |
      | get_category_content | docs     | intro.md |
      | get_category_content | docs     | intro    |
      | get_category_content | docs     | intro.*  |
      | get_category_content | docs     | **       |
      | get_category_content | docs     | {intro,setup}.md |
    Then only the plain file is returned
      | success | true      |
      | value   | # Plain\n |
      | message | (absent)  |
      | instruction | (absent) |

  Scenario: Plain file in another directory
    Given the files
      | docs/api/intro.md          | # Plain\n     |
      | docs/cli/intro.md.mustache | # {{title}}\n |
    When a document and a template of the same name stand in different directories
      | tool                 | category | pattern |
      | get_category_content | docs     | **/*.md |
    Then both are returned
      | success     | true                                         |                                    |               |
      | part        | text/markdown                                | guide://category/docs/api/intro.md | # Plain\n     |
      | part        | text/markdown                                | guide://category/docs/cli/intro.md | # {{title}}\n |
      | message     | Unrendered templates: cli/intro.md.mustache. |                                    |               |
      | instruction | (absent)                                     |                                    |               |

  Scenario: Template asked for by its own name
    Given the files
      | docs/intro.md          | # Plain\n     |
      | docs/intro.md.mustache | # {{title}}\n |
    When a pattern matches the template and not the plain file
      | tool                 | category | pattern           |
      | get_category_content | docs     | *.mustache        |
      | get_category_content | docs     | intro.md.mustache |
    Then the template is returned
      | success | true                                     |
      | value   | # {{title}}\n                            |
      | message | Unrendered templates: intro.md.mustache. |
      | instruction | (absent) |

  Scenario: Location and media type of a template
    Given the files
      | docs/config.yaml.mustache    | name: {{name}}\n    |
      | docs/intro.mustache.md       | # About mustache\n  |
      | docs/tools/build.py.mustache | NAME = "{{name}}"\n |
    When names with the suffix are returned
      | tool                 | category | pattern |
      | get_category_content | docs     | **      |
    Then location and media type are those of the document without it where it ends the name
      | success     | true             |                                         |                     |
      | part        | application/yaml | guide://category/docs/config.yaml       | name: {{name}}\n    |
      | part        | text/markdown    | guide://category/docs/intro.mustache.md | # About mustache\n  |
      | part        | text/x-python    | guide://category/docs/tools/build.py    | NAME = "{{name}}"\n |
      | message     | Unrendered templates: config.yaml.mustache, tools/build.py.mustache. |                                         |                     |
      | instruction | (absent)         |                                         |                     |

  Scenario: Unreadable plain file
    Given the files
      | docs/intro.md.mustache | # {{title}}\n |
    And the links
      | docs/intro.md | nowhere.md |
    When the plain file beside a template cannot be read
      | tool                 | category |
      | get_category_content | docs     |
    Then it is reported and the template does not step in
      | success     | false                                                      |
      | error_type  | io_error                                                   |
      | error       | Could not read intro.md (the link's target does not exist) |
      | instruction | Present this error to the user. File system issue requires user intervention. |
      | value       | (absent)                                                   |
