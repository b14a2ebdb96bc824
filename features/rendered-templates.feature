Feature: Rendered Templates
  A guideline that names the product, its versions and its teams by hand is wrong in a month. A
  project that defines them once, in guide.yaml, serves documents that are always current. An agent
  must get a whole document: a template that cannot be rendered is reported like an unreadable file,
  and variables without a value are named, not guessed.

  A category MAY have `render: true`. Its templates SHALL then be rendered as Mustache: variables, sections, inverted sections, comments, partials and delimiters, as the Mustache specification defines them, without lambdas and without escaping. Plain files SHALL not be rendered.

  The value of a name SHALL come from the category's `context`, else from the project's; each is a map with any YAML values. `project.name` (the name of the project's folder), `category.name`, `document.path` and `document.name` SHALL be defined unless a `context` defines them. Environment variables SHALL not be available.

  A partial SHALL be searched beside the template that includes it, then in the category's directory: as `_name.EXT.mustache` (EXT is the document's extension), `_name.mustache`, `name.EXT.mustache` and `name.mustache`. `exclude`, `hidden` and the boundary of the directory SHALL apply to it as to a call. A template whose name begins with `_` SHALL be found only as a partial.

  A variable without a value SHALL render nothing and be named in the message, unless it is only tested. A template SHALL be reported as unreadable, with line and column, if it is invalid, misses a partial, nests more than 64 sections and partials, renders to more than `limits.file_bytes` or takes too many steps.

  Length, charset, boundary and budget SHALL be those of the rendered text. Listings SHALL have the file's size, and the title and description of the rendered text. `frontmatter: strip` SHALL remove the frontmatter of the rendered text.

  Background:
    Given the project
      """
      context:
        product: Acme <One>
        versions: [1, 2.5]
        team: { lead: Ann, size: 3 }
      categories:
        docs:
          dir: docs
          patterns: ["*.md"]
          render: true
          context: { tone: plain, lead: none }
      """

  Scenario: Template rendered
    Given the files
      | docs/intro.md.mustache | # {{product}}\n\nLed by {{team.lead}}, in a {{tone}} tone.\n |
    When a category that renders its templates has one
      | tool | category | category_or_collection | pattern | document |
      | get_category_content | docs | | | |
      | get_content | | docs | intro | |
      | get_category_content | docs | | intro.md.mustache | |
      | get_category_content | docs | | | intro.md |
    Then the template is returned with its variables replaced by the project's values
      | value | # Acme <One>\n\nLed by Ann, in a plain tone.\n |

  Scenario: Values of the category
    Given the project
      """
      context: { name: project, of: { project: true, deep: [1, { a: null }] } }
      categories:
        docs: {dir: docs, patterns: ["*.md"], render: true, context: { name: category, of: { category: true } }}
        other: {dir: docs, patterns: ["*.md"], render: true}
      """
    And the files
      | docs/a.md.mustache | {{name}} {{of}} {{#of.project}}{{name}}{{/of.project}} |
    When the project and a category give values of the same name
      | tool | category |
      | get_category_content | docs |
      | get_category_content | other |
    Then the category's values take precedence
      | #1 value | category {"category":true}\x20 |
      | #2 value | project {"project":true,"deep":[1,{"a":null}]} project |

  Scenario: Names that every template has
    Given the files
      | acme/guide.yaml | categories:\n  docs: {dir: docs, patterns: ["**"], render: true}\n  own: {dir: docs, patterns: ["**"], render: true, context: {project: {name: Acme, size: 1}, category: none}}\n |
      | acme/docs/api/a.md.mustache | {{project.name}}/{{category.name}}/{{document.path}}/{{document.name}}/{{project.size}} |
    And the project is found from
      | working directory | acme |
    When templates use the names of the project, the category and the document
      | tool | category |
      | get_category_content | docs |
      | get_category_content | own |
    Then the names are the project's folder, the category, and the document's path and name, unless the project defines them
      | #1 value | acme/docs/api/a.md/a.md/ |
      | #1 message | Variables without a value, rendered as nothing: project.size in api/a.md.mustache. |
      | #2 value | Acme//api/a.md/a.md/1 |
      | #2 message | Variables without a value, rendered as nothing: category.name in api/a.md.mustache. |

  Scenario: Sections, comments and delimiters
    Given the files
      | docs/a.md.mustache | {{#versions}}\n- {{.}}\n{{/versions}}\n{{^gone}}\nnone\n{{/gone}}\n{{! said to nobody }}\n{{#team}}{{lead}} of {{size}}{{/team}}{{=<% %>=}}<%product%> {{product}}\n |
    When a template has sections, comments and other delimiters
      | tool | category |
      | get_category_content | docs |
    Then the tags are rendered as Mustache specifies
      | value | - 1\n- 2.5\nnone\nAnn of 3Acme <One> {{product}}\n |

  Scenario: Values are not escaped
    Given the files
      | docs/a.md.mustache | {{product}} {{{product}}} {{&product}} & |
    When a value contains characters that HTML escapes
      | tool | category |
      | get_category_content | docs |
    Then the value is rendered unchanged
      | value | Acme <One> Acme <One> Acme <One> & |

  Scenario: Partials
    Given the files
      | docs/_head.md.mustache | # {{product}} ({{document.name}})\n |
      | docs/_head.mustache | another head |
      | docs/api/_foot.mustache | api\n |
      | docs/_foot.md.mustache | foot\n |
      | docs/parts/_x.mustache | {{>y}} |
      | docs/parts/y.md.mustache | \u{feff}y beside x\n |
      | docs/api/a.md.mustache | {{>head}}\n  {{>foot}}\n{{>parts/x}} |
      | docs/api/b.txt.mustache | {{>head}} |
    When templates include others
      | tool | category | pattern |
      | get_category_content | docs | api/a.md |
      | get_category_content | docs | api/b.txt |
    Then a partial is searched in the including template's directory, then at the category's root, first with an underscore before its name and the document's extension
      | #1 value | # Acme <One> (a.md)\n  api\ny beside x\n |
      | #2 value | another head |

  Scenario: Partials are not documents
    Given the files
      | docs/_head.md.mustache | # {{product}}\n | |
      | docs/sub/_part.mustache | part | |
      | docs/_plain.md | plain\n | 2026-01-02T03:04:05Z |
      | docs/a.md.mustache | {{>head}} | 2026-01-02T03:04:06Z |
    When partials are requested
      | tool | category | category_or_collection | pattern | document |
      | get_category_content | docs | | ** | |
      | get_category_content | docs | | _head.md | |
      | get_category_content | docs | | _head.md.mustache | |
      | get_category_content | docs | | | _head.md.mustache |
      | list_content | | docs | ** | |
    Then partials are not found, listed or named
      | #1 part | text/markdown | guide://category/docs/_plain.md | plain\n |
      | #1 part | text/markdown | guide://category/docs/a.md | # Acme <One>\n |
      | #2 error | no_matches | No documents in category 'docs' match '_head.md'. It holds '_plain.md', 'a.md' | @correct_pattern |
      | #3 error | no_matches | No documents in category 'docs' match '_head.md.mustache'. It holds '_plain.md', 'a.md' | @correct_pattern |
      | #4 error | no_document | Document '_head.md.mustache' not found in category 'docs'. It holds '_plain.md', 'a.md' | @repair_once |
      | #5 head | @documents_head | | |
      | #5 row | guide://category/docs/_plain.md; ; ; text/markdown; 6; ~1; 2026-01-02T03:04:05Z | | |
      | #5 row | guide://category/docs/a.md; Acme; ; text/markdown; 9; ~2; 2026-01-02T03:04:06Z | | |

  Scenario: Partials that are not served
    Given the project
      """
      categories: {docs: {dir: docs, patterns: ["*.md"], exclude: ["kept/**", "_no.md"], render: true}}
      """
    And the files
      | docs/kept/x.md.mustache | kept |
      | docs/_no.md.mustache | kept |
      | docs/.hid.md.mustache | hidden |
      | other/x.md.mustache | outside |
      | docs/a.md.mustache | {{>kept/x}} |
      | docs/b.md.mustache | b\n\n b {{>no}} |
      | docs/c.md.mustache | {{> .hid }} |
      | docs/d.md.mustache | {{>../other/x}} |
      | docs/e.md.mustache | {{>out}} |
    And the links
      | docs/_out.mustache | ../other/x.md.mustache |
    When templates include excluded, hidden or outside files
      | tool | category |
      | get_category_content | docs |
    Then rendering fails as if the partial did not exist, and a link that leads out is named
      | error | io_error | Could not read a.md.mustache (there is no partial 'kept/x' (line 1 column 1)), b.md.mustache (there is no partial 'no' (line 3 column 4)), c.md.mustache (there is no partial '.hid' (line 1 column 1)), d.md.mustache (there is no partial '../other/x' (line 1 column 1)), e.md.mustache (in its partial _out.mustache: the link leads out of the category; only what is inside can be served) | @file_system_issue |

  Scenario: Variables without a value
    Given the files
      | docs/a.md.mustache | {{user}}-{{team.mate}}{{#team}}{{user}}{{/team}}{{#gone}}{{/gone}}{{^gone}}!{{/gone}}\n |
      | docs/b.md.mustache | {{#versions}}{{user}}{{/versions}}{{home.dir}}{{PATH}}{{HOME}}\n |
    When templates have variables that have no value
      | tool | category |
      | get_category_content | docs |
    Then such variables render nothing and are named with their documents, except those that are only tested
      | part | text/markdown | guide://category/docs/a.md | -!\n |
      | part | text/markdown | guide://category/docs/b.md | \n |
      | message | Variables without a value, rendered as nothing: user in a.md.mustache, team.mate in a.md.mustache, user in b.md.mustache, home.dir in b.md.mustache, PATH in b.md.mustache, HOME in b.md.mustache. | | |

  Scenario: Many variables without a value
    Given the files
      | docs/n{01..52}.md.mustache | {{x}} |
    When more variables have no value than can be named
      | tool | category | pattern |
      | get_category_content | docs | {n01,n02}.md |
      | get_category_content | docs | |
    Then fifty are named and the others are counted
      | #1 part | text/markdown | guide://category/docs/n{01..02}.md | |
      | #1 message | Variables without a value, rendered as nothing: x in n01.md.mustache, x in n02.md.mustache. | | |
      | #2 part | text/markdown | guide://category/docs/n{01..52}.md | |
      | #2 message | Variables without a value, rendered as nothing: {01..50*x in n#.md.mustache, }and 2 more. | | |

  Scenario: Template that cannot be rendered
    Given the files
      | docs/a.md.mustache | # {{product}}\n |
      | docs/b.md.mustache | # é {{product\n |
      | docs/c.md.mustache | \n{{#team}}\n |
    When a template is invalid
      | tool | category | pattern |
      | get_category_content | docs | b.md |
      | get_category_content | docs | |
    Then the template is reported as unreadable, with line and column
      | #1 error | io_error | Could not read b.md.mustache (this tag is never closed (line 1 column 5)) | @file_system_issue |
      | #2 part | text/markdown | guide://category/docs/a.md | # Acme <One>\n |
      | #2 message | Left out because it could not be read: b.md.mustache (this tag is never closed (line 1 column 5)), c.md.mustache (the section 'team' is never closed (line 2 column 1)). | | |

  Scenario Outline: Errors in templates
    Given the files
      | docs/a.md.mustache | <template> |
      | docs/_self.mustache | {{>self}} |
      | docs/_open.md.mustache | a\n {{/b}} |
      | docs/_zip.mustache | PK\x00 |
    When a template has one of several errors
      | tool | category |
      | get_category_content | docs |
    Then the error and its place are reported
      | error | io_error | Could not read a.md.mustache (<fault>) | @file_system_issue |

    Examples:
      | template | fault |
      | a {{}} | this tag has no name (line 1 column 3) |
      | {{two words}} | 'two words' is no name; @no_helpers (line 1 column 1) |
      | {{#if a}}x{{/if}} | 'if a' is no name; @no_helpers (line 1 column 1) |
      | {{=a=}} | delimiters are set by two texts without '=' and spaces (line 1 column 1) |
      | {{#a}}{{/b}} | 'b' is closed where the section 'a' is open (line 1 column 7) |
      | {{/a}} | 'a' is closed and is not open (line 1 column 1) |
      | \n{{>gone}} | there is no partial 'gone' (line 2 column 1) |
      | {131073*\x7b\x7ba\x7d\x7d.} | it and its partials have more than 16777216 bytes together, where a tag, and a text between two, counts 64 more (line 1 column 749569) |
      | {{>self}} | in its partial _self.mustache: more than 64 sections and partials within each other; a partial may include itself (line 1 column 1) |
      | {{>open}} | in its partial _open.md.mustache: 'b' is closed and is not open (line 2 column 2) |
      | {{>zip}} | in its partial _zip.mustache: binary: NUL at byte 2; @exclude_it |

  Scenario: Unbounded rendering
    Given the project
      """
      context:
        n: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
        text: a text of twenty-two b
        nul: "a\0"
      limits: { file_bytes: 200 }
      categories: {docs: {dir: docs, patterns: ["*.md"], render: true}}
      """
    And the files
      | docs/a.md.mustache | {{#n}}{{text}}{{/n}} |
      | docs/b.md.mustache | {{#n}}{{#n}}{{#n}}{{#n}}{{#n}}{{#n}}{{#n}}{{#n}}{{/n}}{{/n}}{{/n}}{{/n}}{{/n}}{{/n}}{{/n}}{{/n}} |
      | docs/c.md.mustache | {{nul}} |
    When rendering would produce too much, take too long, or produce something that is not text
      | tool | category |
      | get_category_content | docs |
    Then the documents are reported as unreadable
      | error | io_error | Could not read a.md.mustache (what is rendered is over the limit of 200 bytes, @file_bytes_limit (line 1 column 7)), b.md.mustache (rendering takes more than 4194304 steps (line 1 column 37)), c.md.mustache (binary: NUL at byte 1; @exclude_it) | @file_system_issue |

  Scenario: Plain files are not rendered
    Given the files
      | docs/a.md | {{product}} {{\n |
      | docs/a.md.mustache | template\n |
    When a category that renders has a plain file with tags
      | tool | category |
      | get_category_content | docs |
    Then the file is returned byte for byte
      | value | file:docs/a.md |

  Scenario: Headers of rendered documents
    Given the project
      """
      context: { umlaut: ü, line: "\n--guide-boundary" }
      categories: {docs: {dir: docs, patterns: ["*.md"], render: true}}
      """
    And the files
      | docs/a.md.mustache | {{umlaut}}x |
      | docs/b.md | plain |
      | docs/c.md.mustache | {{! none }} |
      | docs/d.md.mustache | {{line}} |
    When rendered documents are longer, shorter, use other characters or contain the boundary
      | tool | category | pattern |
      | get_category_content | docs | {a,b,c}.md |
      | get_category_content | docs | |
    Then length, charset and boundary are those of the rendered text
      | #1 boundary | guide-boundary | | |
      | #1 part | text/markdown; charset=utf-8 | guide://category/docs/a.md | üx |
      | #1 part | text/markdown | guide://category/docs/b.md | plain |
      | #1 part | text/markdown | guide://category/docs/c.md | |
      | #2 boundary like | guide-boundary-{uuid} | | |
      | #2 part | text/markdown; charset=utf-8 | guide://category/docs/a.md | üx |
      | #2 part | text/markdown | guide://category/docs/b.md | plain |
      | #2 part | text/markdown | guide://category/docs/c.md | |
      | #2 part | text/markdown | guide://category/docs/d.md | \n--guide-boundary |

  Scenario: Budget of rendered documents
    Given the project
      """
      context: { n: [1, 2, 3, 4, 5, 6, 7, 8, 9, 0], ten: 0123456789 and more }
      limits: { response_bytes: 500 }
      categories: {docs: {dir: docs, patterns: ["*.md"], render: true}}
      """
    And the files
      | docs/a.md.mustache | a{{! {400*x} }} |
      | docs/b.md.mustache | {{#n}}{{#n}}{{ten}}{{/n}}{{/n}} |
      | docs/c.md.mustache | c |
    When templates are longer or shorter than their rendered text
      | tool | category |
      | get_category_content | docs |
    Then the rendered bytes count
      | part | text/markdown | guide://category/docs/a.md | a |
      | part | text/markdown | guide://category/docs/c.md | c |
      | message | Left out because the answer would exceed 500 bytes: @docs/b.md (1900 B). | | |
      | instruction | @by_uri | | |

  Scenario: Rendered documents of a collection
    Given the project
      """
      context: { product: Acme }
      categories:
        docs: {dir: docs, patterns: ["*.md"], render: true}
        raw: {dir: raw, patterns: ["*.md"]}
      collections: {all: {categories: [docs, raw, "docs/*.txt"]}}
      """
    And the files
      | docs/a.md.mustache | {{product}} {{user}}\n |
      | docs/b.txt.mustache | {{category.name}}\n |
      | raw/c.md.mustache | {{product}}\n |
    When a collection has a category that renders and one that does not
      | tool | collection |
      | get_collection_content | all |
    Then each category's setting applies, and the message names the unrendered ones with their categories
      | part | text/markdown | guide://collection/all/category/docs/a.md | Acme\x20\n |
      | part | text/markdown | guide://collection/all/category/raw/c.md | {{product}}\n |
      | part | text/plain | guide://collection/all/category/docs/b.txt | docs\n |
      | message | Unrendered templates: raw/c.md.mustache. Variables without a value, rendered as nothing: user in docs/a.md.mustache. | | |

  Scenario: Rendered resources and prompts
    Given the files
      | docs/a.md.mustache | {{product}} {{user}} | 2026-01-02T03:04:05Z |
    When the client reads a rendered document and gets it by a prompt
      | tool | uri | name |
      | resources/read | guide://category/docs/a.md | |
      | prompts/get | | docs |
    Then the template is rendered as in a call, and variables without a value are named in a further text
      | #1 answer | rendered-templates/rendered-resources-and-prompts-1.json |
      | #2 answer | rendered-templates/rendered-resources-and-prompts-2.json |

  Scenario: Listed templates
    Given the files
      | docs/a.md.mustache | # {{product}}\n | 2026-01-02T03:04:05Z |
      | docs/b.md.mustache | # b\n{{#wrong}} | 2026-01-02T03:04:06Z |
      | docs/c.md.mustache | ---\ntitle: Of {{team.lead}}\ndescription: "{{tone}}"\n---\n# {{more}}\n | 2026-01-02T03:04:07Z |
    When the documents of a category that renders are listed
      | tool | category_or_collection |
      | list_content | docs |
    Then titles and descriptions are those of the rendered text, and sizes those of the files
      | head | @documents_head |
      | row | guide://category/docs/a.md; Acme; ; text/markdown; 14; ~3; 2026-01-02T03:04:05Z |
      | row | guide://category/docs/b.md; ; ; text/markdown; 14; ~3; 2026-01-02T03:04:06Z |
      | row | guide://category/docs/c.md; Of Ann; plain; text/markdown; 67; ~16; 2026-01-02T03:04:07Z |

  Scenario: Rendered without frontmatter
    Given the project
      """
      context: { product: Acme, line: "---" }
      categories: {docs: {dir: docs, patterns: ["*.md"], render: true, frontmatter: strip}}
      """
    And the files
      | docs/a.md.mustache | ---\ntitle: {{product}}\n---\n{{product}}\n |
      | docs/b.md.mustache | {{line}}\ntitle: {{product}}\n{{line}}\nü\n |
      | docs/c.md | ---\ntitle: {{product}}\n---\n{{product}}\n |
    When the category strips the frontmatter of a rendered document
      | tool | category |
      | get_category_content | docs |
    Then the rendered frontmatter is removed
      | part | text/markdown | guide://category/docs/a.md | Acme\n |
      | part | text/markdown; charset=utf-8 | guide://category/docs/b.md | ü\n |
      | part | text/markdown | guide://category/docs/c.md | {{product}}\n |

  Scenario: Sections of a rendered document
    Given the files
      | docs/a.md.mustache | # {{product}}\n\n## Of {{team.lead}}\n\n{{tone}}{{more}}\n |
    When a section of a rendered document is requested
      | tool | category | section |
      | get_category_content | docs | Of Ann |
    Then the section of the rendered text is returned
      | value | ## Of Ann\n\nplain\n |
      | message | Variables without a value, rendered as nothing: more in a.md.mustache. |

  Scenario: Variables of documents that are left out
    Given the project
      """
      limits: { response_bytes: 700 }
      categories: {docs: {dir: docs, patterns: ["*.md"], render: true}}
      """
    And the files
      | docs/a.md.mustache | ## S\n\n{{one}}a\n\n## S\n\n{800*x}\n |
      | docs/b.md.mustache | ## S\n\n{{two}}{800*x}\n |
    When sections with variables without a value exceed the budget
      | tool | category | section |
      | get_category_content | docs | S |
    Then variables of documents that are left out completely are not named
      | part | text/markdown | guide://category/docs/a.md#s | ## S\n\na\n\n |
      | message | Left out because the answer would exceed 700 bytes: @docs/a.md#s-1 (807 B), @docs/b.md#s (807 B). Variables without a value, rendered as nothing: one in a.md.mustache. | | |
      | instruction | @by_uri | | |

  Scenario: Changed templates and values
    Given the files
      | docs/a.md.mustache | {{>b}}{{tone}} |
      | docs/_b.md.mustache | before\x20 |
    When a tool is called
      | tool | category |
      | get_category_content | docs |
    And a partial is changed
      | path | content |
      | docs/_b.md.mustache | after\x20 |
    And the tool is called again
      | tool | category |
      | get_category_content | docs |
    And the project's file is changed
      """
      categories: {docs: {dir: docs, patterns: ["*.md"], render: true, context: { tone: loud }}}
      """
    And the tool is called once more
      | tool | category |
      | get_category_content | docs |
    Then each call renders what is there at that time
      | #1 value | before plain |
      | #2 value | after plain |
      | #3 value | after loud |

  Scenario Outline: Invalid values for templates
    Given the project
      """
      <context>
      categories:
        docs: { dir: docs, patterns: ["*.md"]<field> }
      """
    When the project's file has a context that is not a map of names, a number that JSON does not have, or a render that is not a boolean
      | tool | category |
      | get_category_content | docs |
    Then the file cannot be loaded, with field, line and column
      | error | no_session | @project_not_loaded <fault> | @project_required |

    Examples:
      | context | field | fault |
      | context: [a] | | context: expected a map, found a list at line 1 column 10 |
      | context: { 1: a } | | context.1: expected a string, found the number 1 (quote it) at line 1 column 12 |
      | context: { a: 18446744073709551616 } | | context.a: expected a string, found the number 18446744073709551616 (quote it) at line 1 column 15 |
      | context: { a: [.nan] } | | context.a[0]: expected a string, found the number .nan (quote it) at line 1 column 16 |
      | context: { a: 1, a: 2 } | | context.a: duplicate key 'a' (move what this one holds under the first, or rename one) at line 1 column 18 |
      | context: | | context: expected a map, found nothing at line 1 column 8 |
      | limits: {} | , context: plain | categories.docs.context: expected a map, found the string 'plain' at line 3 column 51 |
      | limits: {} | , render: yes | categories.docs.render: expected true or false, found the string 'yes' at line 3 column 50 |
