Feature: Resources
  Clients show resources to people, and agents read them by their URIs. They are the same documents
  as the tools return, found by the same rules. What a call would leave out, a resource leaves out
  too.

  Rule: Resources
    Everything that has a location SHALL be readable as a resource, by the same rules as a call: limits, `exclude`, hidden names, links and faults.

    - `resources/list` gives the help, every category, every collection, and the documents that the categories' default patterns find and that can be opened, in the project's order; then the SKILL.md of each skill, by its own URI only. Every other location can be read but is not listed
    - The list has pages. The cursor is the last URI of a page, so any server of the same project can continue the list, whatever was added or removed meanwhile
    - `resources/read` gives one text per document: its URI, its media type and the file's bytes. Messages of a call are a last text under the requested URI
    - A failure is an error of the protocol that says what went wrong and what to do; if nothing is found it has the code for that

    Background:
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["*.txt", "*.md"], exclude: ["secret*"], description: How we work}
          api: {dir: api, patterns: ["**/*.md"]}
        collections: {all: {categories: [docs, api], description: Everything}}
        """
      And the files
        | docs/style.md | # Style\n | 2026-01-02T03:04:05Z |
        | docs/notes.txt | notes | 2026-01-02T03:04:06Z |
        | docs/secret.md | secret | |
        | docs/a b#1.rst | b | |
        | api/v1/routes.md | über\r\n | 2026-01-02T03:04:07Z |

    Scenario: Listed resources
      When the client lists the resources
        | tool |
        | resources/list |
      Then the list has the help, the categories, the collections, and the documents that the categories' default patterns find, in this order
        | answer | resources/listed-resources.json |

    Scenario: Pages of a list
      Given the spec table with
        """
        resources: {page: 3}
        """
      When the client lists the resources, and goes on after the last of each page
        | tool | cursor |
        | resources/list | |
        | resources/list | guide://category/api |
        | resources/list | guide://category/docs/style.md |
      Then each page continues where the one before ended, and the last has no cursor
        | #1 answer | resources/pages-of-a-list-1.json |
        | #2 answer | resources/pages-of-a-list-2.json |
        | #3 answer | resources/pages-of-a-list-3.json |

    Scenario: Removed document in a list
      When the documents change while a client lists them
        | removed |
        | docs/notes.txt |
      And the client continues after the removed one, and after one that never existed
        | tool | cursor |
        | resources/list | guide://category/docs/notes.txt |
        | resources/list | guide://category/wiki |
        | resources/list | notes.txt |
      Then the list continues with the documents after it, and an invalid cursor is refused
        | #1 answer | resources/removed-document-in-a-list.json | |
        | #2 protocol error | -32602 | The cursor 'guide://category/wiki' leads nowhere; list from the beginning, without a cursor |
        | #3 protocol error | -32602 | The cursor 'notes.txt' leads nowhere; list from the beginning, without a cursor |

    Scenario: Invalid cursors
      When a list is requested with an unknown or non-string cursor
        | tool | cursor |
        | tools/list | get_content |
        | prompts/list | docs |
        | resources/templates/list | guide://help |
        | resources/list | json:7 |
        | tools/list | json:["next"] |
      Then the request is refused, and the list does not start again
        | #1 protocol error | -32602 | The cursor 'get_content' leads nowhere; list from the beginning, without a cursor |
        | #2 protocol error | -32602 | The cursor 'docs' leads nowhere; list from the beginning, without a cursor |
        | #3 protocol error | -32602 | The cursor 'guide://help' leads nowhere; list from the beginning, without a cursor |
        | #4 protocol error | -32602 | The params of 'resources/list' are not valid: 'params.cursor': invalid type: integer `7`, expected a string |
        | #5 protocol error | -32602 | The params of 'tools/list' are not valid: 'params.cursor': invalid type: sequence, expected a string |

    Scenario: One document
      When the client reads a document by its URI, listed or not
        | tool | uri |
        | resources/read | guide://category/api/v1/routes.md |
        | resources/read | guide://category/api/v1%2Froutes.md |
        | resources/read | guide://collection/all/category/api/v1/routes.md |
        | resources/read | guide://category/docs/a%20b%231.rst |
      Then the text is the file's, with the URI that the tools give it
        | #1 result | /contents | [{"uri": "guide://category/api/v1/routes.md", "mimeType": "text/markdown", "text": "über\\r\\n"}] |
        | #2 result | /contents | [{"uri": "guide://category/api/v1/routes.md", "mimeType": "text/markdown", "text": "über\\r\\n"}] |
        | #3 result | /contents | [{"uri": "guide://collection/all/category/api/v1/routes.md", "mimeType": "text/markdown", "text": "über\\r\\n"}] |
        | #4 result | /contents | [{"uri": "guide://category/docs/a%20b%231.rst", "mimeType": "text/x-rst", "text": "b"}] |

    Scenario: Several documents
      When the client reads a category or a collection
        | tool | uri |
        | resources/read | guide://category/docs |
        | resources/read | guide://category/api |
        | resources/read | guide://collection/all |
        | resources/read | guide://category/docs/ |
        | resources/read | guide://collection/all/ |
      Then each document is one content with its own URI, the same documents as the tools return
        | #1 answer | resources/several-documents-1.json | |
        | #2 result | /contents | [{"uri": "guide://category/api/v1/routes.md", "mimeType": "text/markdown", "text": "über\\r\\n"}] |
        | #3 answer | resources/several-documents-3.json | |
        | #4 answer | resources/several-documents-1.json | |
        | #5 answer | resources/several-documents-3.json | |

    Scenario: Incomplete resources
      Given the project
        """
        categories:
          more: {dir: more, patterns: ["*"]}
          forms: {dir: forms, patterns: ["*"]}
        limits: { response_bytes: 1 }
        """
      And the files
        | more/a.txt | NUL\x00 |
        | more/b.txt | beta |
        | more/c.txt | gamma |
        | forms/letter.md.mustache | Dear {{name}} |
      When the client reads categories with documents that are unreadable, unrendered or over the budget
        | tool | uri |
        | resources/read | guide://category/more |
        | resources/read | guide://category/forms |
      Then a last text under the requested URI says what is left out, and why
        | #1 answer | resources/incomplete-resources-1.json |
        | #2 answer | resources/incomplete-resources-2.json |

    Scenario: Unreadable document as a resource
      Given the files
        | docs/image.md | PNG\x00 |
      When the client reads a document that is not text
        | tool | uri |
        | resources/read | guide://category/docs/image.md |
      Then the error says why, and what to do
        | protocol error | -32603 | Could not read image.md (binary: NUL at byte 3; @exclude_it). @file_system_issue |
        | protocol data | {"error_type": "io_error", "instruction": "@file_system_issue", "uri": "guide://category/docs/image.md"} | |

    Scenario: Resource that does not exist
      When the client reads a URI that does not exist, is never served, or is not of this server
        | tool | uri |
        | resources/read | guide://category/docs/setup.md |
        | resources/read | guide://category/docs/secret.md |
        | resources/read | guide://collection/wiki |
        | resources/read | guide://category/docs/old/ |
        | resources/read | file:///style.md |
      Then the error is the protocol's for a resource that is not found
        | #1 protocol error | -32002 | Document '@docs/setup.md' not found in category 'docs'. It holds 'a b#1.rst', 'notes.txt', 'style.md'. @repair_once |
        | #1 protocol data | {"error_type": "no_document", "instruction": "@repair_once", "uri": "guide://category/docs/setup.md"} | |
        | #2 protocol error | -32002 | Document '@docs/secret.md' not found in category 'docs'. It holds 'a b#1.rst', 'notes.txt', 'style.md'. @repair_once |
        | #2 protocol data | {"error_type": "no_document", "instruction": "@repair_once", "uri": "guide://category/docs/secret.md"} | |
        | #3 protocol error | -32002 | Collection 'wiki' not found. Valid names: 'all'. @present_error |
        | #3 protocol data | {"error_type": "not_found", "instruction": "@present_error", "uri": "guide://collection/wiki"} | |
        | #4 protocol error | -32002 | There is no resource 'guide://category/docs/old/'; list the resources and their templates to see what there is |
        | #4 protocol data | {"uri": "guide://category/docs/old/"} | |
        | #5 protocol error | -32002 | There is no resource 'file:///style.md'; list the resources and their templates to see what there is |
        | #5 protocol data | {"uri": "file:///style.md"} | |

    Scenario: Category and collection of one name as resources
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["style.md"]}
          api/v1: {dir: api/v1, patterns: ["*.md"]}
        collections: {docs: {categories: [api/v1]}}
        """
      When the client reads each by its URI
        | tool | uri |
        | resources/read | guide://category/docs |
        | resources/read | guide://collection/docs |
        | resources/read | guide://category/api%2Fv1 |
      Then each URI returns its own kind, and names with slashes work
        | #1 result | /contents | [{"uri": "guide://category/docs/style.md", "mimeType": "text/markdown", "text": "# Style\\n"}] |
        | #2 result | /contents | [{"uri": "guide://collection/docs/category/api%2Fv1/routes.md", "mimeType": "text/markdown", "text": "über\\r\\n"}] |
        | #3 result | /contents | [{"uri": "guide://category/api%2Fv1/routes.md", "mimeType": "text/markdown", "text": "über\\r\\n"}] |

    Scenario: Resources without a project
      Given the project is found from
        | working directory | elsewhere |
      And the files
        | guide.yaml | categories: { docs: 7 } |
      When the client lists the resources and reads one, and no project can be loaded
        | tool | uri |
        | resources/list | |
        | resources/read | guide://category/docs |
      Then the error says why, like that of a call
        | protocol error | -32603 | @project_not_loaded categories.docs: expected a map, found the number 7 at line 1 column 21. @project_required |
        | #1 protocol data | {"error_type": "no_session", "instruction": "@project_required"} | |
        | #2 protocol data | {"error_type": "no_session", "instruction": "@project_required", "uri": "guide://category/docs"} | |

  Rule: Resource Templates
    `resources/templates/list` SHALL give one URI template for each kind of location, in the table's order. A client may encode the slashes of a path when it fills in a template.

    Scenario: Listed resource templates
      When the client lists the templates
        | tool |
        | resources/templates/list |
      Then there is one for each kind of location, and the variables are named
        | answer | resources/listed-resource-templates.json |

  Rule: Help
    `guide://help` SHALL explain patterns and the multipart message, with an example, whether or not there is a project.

    Scenario: Help resource
      When the client reads the help without a project
        | tool | uri |
        | resources/read | guide://help |
      Then the help explains patterns and shows a multipart message
        | answer | resources/help-resource.json |

    Scenario: Other help resource
      Given the spec table with
        """
        resources: {help: { uri: "guide://about", media_type: text/plain, text: Ask for it. }}
        """
      When the table has another help
        | tool | uri |
        | resources/read | guide://about |
        | resources/read | guide://help |
      Then the help is read only under its own URI
        | #1 result | /contents | [{"uri": "guide://about", "mimeType": "text/plain", "text": "Ask for it."}] |
        | #2 protocol error | -32002 | There is no resource 'guide://help'; list the resources and their templates to see what there is |
        | #2 protocol data | {"uri": "guide://help"} | |

  Rule: Completion
    `completion/complete` SHALL give the possible values of a variable of a template, or of the pattern of a prompt: names of the project, and the paths of documents that default patterns and the members of collections find. They begin with the given text, ignoring case. At most 100 are given, with the total.

    Background:
      Given the project
        """
        categories:
          Docs: {dir: docs, patterns: ["**/*.md"]}
          api: {dir: api, patterns: ["*"]}
          apps: {dir: apps, patterns: ["*"]}
        collections:
          all: {categories: [Docs, apps]}
          few: {categories: ["Docs/sub/**", "apps/*.html"]}
          api: {categories: [api]}
        """
      And the files
        | docs/Intro.md | a |
        | docs/sub/inner.md | b |
        | docs/notes.txt | c |
        | api/intro.yaml | d |
        | apps/index.html | e |

    Scenario: Completed names
      When the client completes a name
        | tool | ref | argument |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://category/{name}"} | json:{"name": "name", "value": "AP"} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://category/{name}"} | json:{"name": "name", "value": ""} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://collection/{id}"} | json:{"name": "id", "value": "a"} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://collection/{id}"} | json:{"name": "id", "value": "wiki"} |
      Then names with that prefix are suggested, ignoring case
        | #1 result | /completion | {"values": ["api", "apps"], "total": 2, "hasMore": false} |
        | #2 result | /completion | {"values": ["Docs", "api", "apps"], "total": 3, "hasMore": false} |
        | #3 result | /completion | {"values": ["all", "api"], "total": 2, "hasMore": false} |
        | #4 result | /completion | {"values": [], "total": 0, "hasMore": false} |

    Scenario: Completed paths
      When the client completes a path, with and without a chosen name
        | tool | ref | argument | context |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://category/{name}/{path}"} | json:{"name": "path", "value": "in"} | json:{"arguments": {"name": "Docs"}} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://category/{name}/{path}"} | json:{"name": "path", "value": "in"} | |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://category/{name}/{path}"} | json:{"name": "path", "value": ""} | json:{"arguments": {"name": "wiki"}} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://category/{name}/{path}"} | json:{"name": "path", "value": "s"} | json:{"arguments": {"name": "Docs"}} |
      Then the documents that default patterns find are suggested, only those of the chosen name if there is one
        | #1 result | /completion | {"values": ["Intro.md"], "total": 1, "hasMore": false} |
        | #2 result | /completion | {"values": ["Intro.md", "index.html", "intro.yaml"], "total": 3, "hasMore": false} |
        | #3 result | /completion | {"values": [], "total": 0, "hasMore": false} |
        | #4 result | /completion | {"values": ["sub/inner.md"], "total": 1, "hasMore": false} |

    Scenario: Completed paths within a collection
      When the client completes a location through a collection
        | tool | ref | argument | context |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://collection/{id}/category/{name}/{path}"} | json:{"name": "name", "value": ""} | json:{"arguments": {"id": "all"}} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://collection/{id}/category/{name}/{path}"} | json:{"name": "path", "value": "in"} | json:{"arguments": {"id": "all"}} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://collection/{id}/category/{name}/{path}"} | json:{"name": "path", "value": "in"} | json:{"arguments": {"id": "all", "name": "apps"}} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://collection/{id}/category/{name}/{path}"} | json:{"name": "name", "value": ""} | json:{"arguments": {"id": "few"}} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://collection/{id}/category/{name}/{path}"} | json:{"name": "path", "value": ""} | json:{"arguments": {"id": "few"}} |
      Then names and paths are those of the collection's members
        | #1 result | /completion | {"values": ["Docs", "apps"], "total": 2, "hasMore": false} |
        | #2 result | /completion | {"values": ["Intro.md", "index.html"], "total": 2, "hasMore": false} |
        | #3 result | /completion | {"values": ["index.html"], "total": 1, "hasMore": false} |
        | #4 result | /completion | {"values": ["Docs", "apps"], "total": 2, "hasMore": false} |
        | #5 result | /completion | {"values": ["index.html", "sub/inner.md"], "total": 2, "hasMore": false} |

    Scenario: Pattern of a prompt
      When the client completes a prompt's pattern
        | tool | ref | argument |
        | completion/complete | json:{"type": "ref/prompt", "name": "api"} | json:{"name": "pattern", "value": "I"} |
        | completion/complete | json:{"type": "ref/prompt", "name": "all"} | json:{"name": "pattern", "value": "i"} |
        | completion/complete | json:{"type": "ref/prompt", "name": "few"} | json:{"name": "pattern", "value": ""} |
      Then the documents of the prompt's category or collection are suggested
        | #1 result | /completion | {"values": ["intro.yaml"], "total": 1, "hasMore": false} |
        | #2 result | /completion | {"values": ["Intro.md", "index.html"], "total": 2, "hasMore": false} |
        | #3 result | /completion | {"values": ["index.html", "sub/inner.md"], "total": 2, "hasMore": false} |

    Scenario: Special characters in a completed pattern
      Given the project
        """
        categories: {odd: {dir: odd, patterns: ["**"]}}
        """
      And the files
        | odd/!bang.md | a |
        | odd/a:b.md | b |
        | odd/{198*l}.md | a completed value is shown whole |
        | odd/{x.md | c |
        | odd/ΣΑΣ.md | d |
      When the client completes a pattern, and paths have special characters
        | tool | ref | argument |
        | completion/complete | json:{"type": "ref/prompt", "name": "odd"} | json:{"name": "pattern", "value": ""} |
        | completion/complete | json:{"type": "ref/prompt", "name": "odd"} | json:{"name": "pattern", "value": "!B"} |
        | completion/complete | json:{"type": "ref/prompt", "name": "odd"} | json:{"name": "pattern", "value": "./"} |
        | completion/complete | json:{"type": "ref/prompt", "name": "odd"} | json:{"name": "pattern", "value": "ΣΑΣ"} |
      Then escaped patterns that find the documents are suggested
        | #1 result | /completion | {"values": ["./!bang.md", "[{]x.md", "a[:]b.md", "ΣΑΣ.md"], "total": 4, "hasMore": false} |
        | #2 result | /completion | {"values": ["./!bang.md"], "total": 1, "hasMore": false} |
        | #3 result | /completion | {"values": ["./!bang.md"], "total": 1, "hasMore": false} |
        | #4 result | /completion | {"values": ["ΣΑΣ.md"], "total": 1, "hasMore": false} |

    Scenario: More than a hundred completions
      Given the files
        | apps/page-{001..130}.md | x |
      When more than a hundred values match
        | tool | ref | argument |
        | completion/complete | json:{"type": "ref/prompt", "name": "all"} | json:{"name": "pattern", "value": "page-"} |
      Then the client gets a hundred, and the total
        | answer | resources/more-than-a-hundred-completions.json |

    Scenario: Completion without its fields
      When the request has no reference or no argument
        | tool | ref | argument |
        | completion/complete | | json:{"name": "a"} |
        | completion/complete | json:{"type": "ref/prompt", "name": "all"} | |
        | completion/complete | guide://wiki | json:{"name": "a"} |
      Then the error says what was expected
        | #1 protocol error | -32602 | The params of 'completion/complete' are not valid: 'params.argument': missing field `value` |
        | #2 protocol error | -32602 | The params of 'completion/complete' are not valid: 'params': missing field `argument` |
        | #3 protocol error | -32602 | The params of 'completion/complete' are not valid: 'params.ref': invalid type: string "guide://wiki", expected internally tagged enum Reference |

    Scenario: Nothing to complete
      When the reference does not exist
        | tool | ref | argument |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://wiki/{name}"} | json:{"name": "name", "value": "a"} |
        | completion/complete | json:{"type": "ref/resource", "uri": "guide://category/{name}"} | json:{"name": "path", "value": "a"} |
        | completion/complete | json:{"type": "ref/prompt", "name": "wiki"} | json:{"name": "pattern", "value": "a"} |
        | completion/complete | json:{"type": "ref/prompt", "name": "api"} | json:{"name": "document", "value": ""} |
      Then the error says so
        | #1 protocol error | -32602 | Nothing is completed for 'name' there |
        | #2 protocol error | -32602 | Nothing is completed for 'path' there |
        | #3 protocol error | -32602 | Nothing is completed for 'pattern' there |
        | #4 protocol error | -32602 | Nothing is completed for 'document' there |

  Rule: Prompts
    Each category and each collection SHALL be a prompt of its name; a name of both is one prompt, searched like `get_content`. Its description ends with the name's `use_when`. Its messages are the documents as embedded resources, then a text with the messages of a call.

    Background:
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["*.md"], description: How we work}
          both: {dir: both, patterns: ["*.md"]}
        collections:
          all: {categories: [docs, both]}
          both: {categories: [docs], description: Two of a name}
        """
      And the files
        | docs/style.md | # "Style"\n |
        | docs/tone.txt | plain |
        | both/own.md | own |

    Scenario: Listed prompts
      When the client lists the prompts
        | tool |
        | prompts/list |
      Then there is one for each collection and category, with an optional pattern
        | answer | resources/listed-prompts.json |

    Scenario: When a prompt is needed
      Given the project
        """
        categories:
          docs: {dir: docs, patterns: ["*.md"], description: How we work, use_when: Before a release}
          both: {dir: both, patterns: ["*.md"], use_when: Never}
        collections: {both: {categories: [docs], use_when: When you begin}}
        """
      When the client lists the prompts of a project that says when its names are needed
        | tool |
        | prompts/list |
      Then the description of each such prompt says so
        | result has | /prompts/0/description | "Puts the documents of both before the model (use when: When you begin)" | its arguments are compared in another scenario |
        | result has | /prompts/1/description | "How we work (use when: Before a release)" | its arguments are compared in another scenario |

    Scenario: Documents as messages
      When the client gets prompts
        | tool | name |
        | prompts/get | docs |
        | prompts/get | all |
      Then each document is a message with the resource, under its own URI
        | #1 result | /description | "How we work" |
        | #1 result | /messages | [{"role": "user", "content": {"type": "resource", "resource": {"uri": "guide://category/docs/style.md", "mimeType": "text/markdown", "text": "# \\"Style\\"\\n"}}}] |
        | #2 answer | resources/documents-as-messages-2.json | |

    Scenario: Prompt with a pattern
      When the client gets a prompt with a pattern, or an empty one
        | tool | name | arguments |
        | prompts/get | docs | json:{"pattern": "tone"} |
        | prompts/get | docs | json:{"pattern": ""} |
      Then the pattern replaces the default ones
        | #1 result | /description | "How we work" |
        | #1 result | /messages | [{"role": "user", "content": {"type": "resource", "resource": {"uri": "guide://category/docs/tone.txt", "mimeType": "text/plain", "text": "plain"}}}] |
        | #2 result | /description | "How we work" |
        | #2 result | /messages | [{"role": "user", "content": {"type": "resource", "resource": {"uri": "guide://category/docs/style.md", "mimeType": "text/markdown", "text": "# \\"Style\\"\\n"}}}] |

    Scenario: Prompt for a category and collection of one name
      When the client gets a prompt that is named like a collection and a category
        | tool | name |
        | prompts/get | both |
      Then both are searched, the collection first
        | answer | resources/prompt-for-a-category-and-collection-of-one-name.json |

    Scenario: Incomplete prompt
      Given the files
        | docs/zip.md | PK\x00 |
      When the client gets a prompt with unreadable documents
        | tool | name |
        | prompts/get | docs |
      Then a last message says what is left out, and why
        | answer | resources/incomplete-prompt.json |

    Scenario: Prompt that fails
      When the client gets prompts that do not exist or find nothing
        | tool | name | arguments |
        | prompts/get | wiki | |
        | prompts/get | docs | json:{"pattern": "x.md"} |
        | prompts/get | docs | json:{"pattern": ".."} |
        | prompts/get | docs | json:{"patern": "x"} |
      Then the error says what went wrong, and what to do
        | #1 protocol error | -32602 | Category or collection 'wiki' not found. Valid names: 'all', 'both', 'docs'. @present_error |
        | #1 protocol data | {"error_type": "not_found", "instruction": "@present_error"} | |
        | #2 protocol error | -32602 | No documents in category 'docs' match 'x.md'. It holds 'style.md', 'tone.txt'. @correct_pattern |
        | #2 protocol data | {"error_type": "no_matches", "instruction": "@correct_pattern"} | |
        | #3 protocol error | -32602 | Invalid pattern '..' at character 1: '..' would leave the category. @pattern_help @explain_pattern |
        | #3 protocol data | {"error_type": "invalid_pattern", "instruction": "@explain_pattern"} | |
        | #4 protocol error | -32602 | Invalid arguments for docs: 'patern' @not_an_argument (did you mean 'pattern'?). Valid arguments: 'pattern' (string, optional). @correct_args |
        | #4 protocol data | {"error_type": "invalid_argument", "instruction": "@correct_args"} | |

  Rule: Bounds on requests
    Names, URIs, cursors and arguments of resources, prompts and completions SHALL be refused beyond 4,096 bytes, before anything else is done with them.

    Background:
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        """
      And the files
        | docs/style.md | # Style\n |

    Scenario: Request over the limit
      When a name, a URI, a cursor or an argument has more than 4,096 bytes
        | tool | uri | cursor | name |
        | resources/read | guide://category/docs/{4075*x} | | |
        | resources/list | | {4097*x} | |
        | prompts/get | | | {4097*x} |
      Then the request fails with the code for invalid parameters, and names the argument and the limit
        | #1 protocol error | -32602 | 'uri' has 4097 bytes, over the limit of 4096 |
        | #2 protocol error | -32602 | 'cursor' has 4097 bytes, over the limit of 4096 |
        | #3 protocol error | -32602 | 'name' has 4097 bytes, over the limit of 4096 |

  Rule: Caching
    From revision 2026-07-28 on, lists and contents SHALL say for how long they are fresh and who may share them: those that depend only on the table are public, those of the project private.

    Background:
      Given the project
        """
        categories: {docs: {dir: docs, patterns: ["*.md"]}}
        """
      And the files
        | docs/style.md | # Style\n |

    Scenario: Freshness of a list
      When the client of revision 2026-07-28 lists and reads
        | tool | uri | _meta |
        | resources/templates/list | | @project_meta |
        | prompts/list | | @project_meta |
        | resources/read | guide://category/docs | @project_meta |
      Then lists that depend only on the table are public and long-lived, and those of the project are private and short-lived
        | #1 result has | /ttlMs | 3600000 | the templates themselves are compared in another scenario |
        | #1 result has | /cacheScope | "public" | the templates themselves are compared in another scenario |
        | #2 result has | /ttlMs | 5000 | the prompts themselves are compared in another scenario |
        | #2 result has | /cacheScope | "private" | the prompts themselves are compared in another scenario |
        | #3 result | /resultType | "complete" | |
        | #3 result | /ttlMs | 5000 | |
        | #3 result | /cacheScope | "private" | |
        | #3 result | /contents | [{"uri": "guide://category/docs/style.md", "mimeType": "text/markdown", "text": "# Style\\n"}] | |

    Scenario: Revisions and codes
      When clients of both revisions read a resource that does not exist
        | tool | uri | _meta |
        | resources/read | guide://category/docs/x.txt | @project_meta |
        | resources/read | guide://category/docs/x.txt | |
      Then the code is the revision's own
        | #1 protocol error | -32602 | Document '@docs/x.txt' not found in category 'docs'. It holds 'style.md'. @repair_once |
        | #2 protocol error | -32002 | Document '@docs/x.txt' not found in category 'docs'. It holds 'style.md'. @repair_once |
        | protocol data | {"error_type": "no_document", "instruction": "@repair_once", "uri": "guide://category/docs/x.txt"} | |

    Scenario: Other caching times
      Given the spec table with
        """
        caching:
          resources: { ttl_ms: 7, scope: public }
          tools: { ttl_ms: 8, scope: private }
        """
      When the table has other times
        | tool | _meta |
        | resources/list | @project_meta |
        | tools/list | @project_meta |
      Then the client gets those times
        | #1 result has | /ttlMs | 7 | the resources themselves are compared in another scenario |
        | #1 result has | /cacheScope | "public" | the resources themselves are compared in another scenario |
        | #2 result has | /ttlMs | 8 | the tools themselves are compared in another scenario |
        | #2 result has | /cacheScope | "private" | the tools themselves are compared in another scenario |
