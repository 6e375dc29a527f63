/**
 * The folders of `src/`: the purpose of each, and which folders it may import. `scripts/layers.ts` enforces this, and the map in
 * CONTRIBUTING.md is generated from it.
 */

export interface Room {
  /** The folder's name. `.` means the files directly in the folder above. */
  name: string
  /** The folder's purpose, which the map shows. */
  purpose?: string
  /** The only file that other rooms may import. */
  entry?: string
  /** Subfolders from the bottom up. Each imports only from lower levels. */
  inside?: Levels
}

/** Levels from the bottom up. Rooms on the same level don't import each other. */
export type Levels = readonly (readonly Room[])[]

const own: Room = { name: '.' }
const room = (name: string, purpose?: string, inside?: Levels): Room => ({ name, purpose, inside })

const html: Room = room('html', 'text → tree; which parts of the tree a visitor sees', [
  [own],
  [
    room('parse', 'bytes → text → tree, with absolute URLs'),
    room('recognize', 'challenge pages and application shells'),
  ],
  [room('select', 'CSS selectors, in a bounded number of steps')],
  [
    room('visibility', 'what a page hides', [
      [room('styles', 'the CSS cascade, for properties that hide or show')],
      [own],
    ]),
  ],
  [room('failures', 'pages that a site returns instead of the requested page: sign-in pages, errors')],
])

const content: Room = room('content', 'pieces, tokens, outline', [
  [own, room('relevance', 'matches the words in text against a query')],
  [room('quotes', 'whether text contains quotes, and URLs of passages')],
  [room('highlights', 'the passages that are relevant to a query')],
])

const fetch: Room = room('fetch', 'HTTP: URL → page, with redirects, retries and robots.txt', [
  [
    room('body', 'bytes → body: limits, decoding, charset, media type'),
    room('guard', 'address policy, domain lists, and every outgoing connection'),
  ],
  [room('http', 'one request and its response'), room('egress', 'the proxy that all browser traffic uses')],
  [own],
  [room('service', 'calls to services configured by the operator')],
])

const render: Room = room('render', 'Chromium: URL → page; the pool of browsers', [
  [
    room('browser', 'finding, starting and stopping a browser, and its DevTools messages'),
    room('in-page', 'functions that are sent to the page, with separate types'),
  ],
  [room('tab', 'one page in the browser: its requests, frames and isolated world')],
  [
    room('farm', 'a browser on another machine, reached through its DevTools endpoint'),
    room('settle', 'when a page is complete'),
  ],
  [room('frames', 'frames whose documents are read separately')],
  [room('screenshot', 'images of a page')],
  [own],
])

const documents: Room = {
  ...room('documents', 'PDF, Office, OpenDocument, EPUB, RTF, CSV → HTML', [
    [
      room('converted', 'shared by the converters: the HTML that they write, errors and warnings', [
        [own],
        [room('flow', 'runs, paragraphs, lists, tables and notes of word processors')],
      ]),
    ],
    [
      room('office', 'shared by Office and OpenDocument files', [
        [room('xml', 'XML as events or as a tree; nothing is expanded')],
        [room('archive', 'ZIP archives in memory, with limits on entries and bytes')],
        [room('parts', 'relations, properties, locked documents')],
        [room('drawings', 'charts as tables, diagrams as lists, equations')],
      ]),
      room('pdf', 'glyphs by position → lines, columns, tables, headings', [
        [room('page', 'the content of a page from pdf.js, and its visible parts')],
        [
          room('layout', 'runs → lines, columns and rows', [[own], [room('tables', 'tables with and without rules')]]),
          room('objects', 'the structure tree, read from the file'),
        ],
        [room('text', 'lines → paragraphs, headings, lists, code')],
        [room('html', 'blocks → HTML'), room('tagged', 'tagged documents, which contain their structure')],
        [own],
      ]),
      room('rtf', 'tokens, groups and destinations of RTF'),
      room('mail', 'MIME messages as trees of parts'),
    ],
    [
      room('containers', 'e-mail, saved web pages, notebooks, ZIP archives, web archives'),
      room('odt', 'ODT'),
      room('epub', 'EPUB: chapters as one document'),
    ],
    [room('sheets', 'XLSX, XLS, ODS and CSV'), room('slides', 'PPTX and ODP'), room('word', 'DOCX')],
    [own],
  ]),
  entry: 'read-document.ts',
}

const format: Room = room('format', 'tree → outputs', [
  [
    room('tables', 'rows of cells → a grid'),
    room('main-content', 'blocks, features, a learned model, the choice, the fallback'),
    room('metadata', 'title, author, dates, Open Graph, JSON-LD'),
    room('html', 'clean HTML'),
    room('links', 'links, internal and external'),
    room('images', 'images, including lazily loaded ones'),
    room('emails', 'e-mail addresses'),
  ],
  [
    room('markdown', 'tree → markdown', [
      [room('survey', 'facts about the whole page that rules need: footnotes, tabs, anchors')],
      [room('syntax', 'the shape of a rule, delimiters, escaping, indentation')],
      [room('elements', 'how each element is converted')],
      [own],
    ]),
    room('fields', '`extract_rules`: values by selector'),
  ],
  [own],
])

const ads: Room = {
  ...room('ads', 'Google result pages and provider answers → ads', [
    [
      room('text', 'prices, displayed URLs, telephone numbers, ad labels'),
      room('search', 'query → URL of a result page'),
    ],
    [room('ad', "the shape of an ad; recognizing Google's own URLs")],
    [
      room('page', 'a result page → status and ads', [
        [room('dom', 'headings, lines of text, size limits')],
        [room('survey', 'ad links, titles and organic results of a page')],
        [room('ads', 'one reader for each kind of ad')],
        [own],
      ]),
      room('providers', 'requests to search-result services and their answers'),
    ],
    [own],
  ]),
  entry: 'read-ads.ts',
}

const model: Room = room('model', 'page and question → answer', [
  [room('model', 'the port to language models: allowed models, retries, failures')],
  [
    room('anthropic', "the adapter for Anthropic's API"),
    room('openai', 'the adapter for chat completions: OpenAI, Ollama, vLLM'),
    room('prompt', 'the kinds of prompts'),
    room('json', 'answers in JSON: schema, parsing, merging'),
  ],
  [room('long-pages', 'selects the parts of a long page to read')],
  [own],
])

const playground: Room = {
  ...room('playground', 'the web app at `/`; runs in browsers and imports nothing from the service', [
    [room('operations', "the service's OpenAPI document as operations and fields")],
    [room('session', 'form input, requests and responses')],
    [room('form', 'the request'), room('controls', 'buttons, tabs and links')],
    [room('results', 'the views of a result')],
    [own, room('styles')],
  ]),
  entry: 'main.tsx',
}

const interfaces: Room = room('interfaces', 'the four interfaces; the only folder that imports the MCP SDKs', [
  [
    own,
    room('monitoring', 'log, metrics and traces, from the diagnostics channels', [
      [room('log'), room('metrics'), room('traces')],
    ]),
  ],
  [
    room('http', 'the HTTP server, host check, REST routes, health', [
      [room('openapi', 'the OpenAPI document')],
      [own],
      [
        room('compat', 'many URLs in one request, and the routes of other services'),
        room('reference', 'the page of the API reference at `/docs`', [[room('page')]]),
      ],
    ]),
  ],
  [
    room('mcp', 'MCP over HTTP and stdio; passes each message to the server for its revision', [
      [room('features', 'tools, resources, prompts: no SDK'), room('wire', 'lines and Node streams ↔ messages')],
      [room('legacy', 'revisions up to 2025-11-25'), room('modern', 'revision 2026-07-28')],
      [own],
    ]),
    room('oauth', 'the authorization server for MCP clients'),
  ],
  [room('service', 'REST, MCP and monitoring on one server')],
  [
    room('cli', 'the commands', [
      [
        room('help', 'command arguments, as data'),
        room('doctor', 'the checks of `gleaner doctor`'),
        room('terminal', 'the streams of a command'),
        room('given', 'documents, headers and cookies from files'),
      ],
      [room('batch', 'many URLs')],
      [own],
    ]),
  ],
])

/** The levels of `src/`, from the bottom up. */
export const levels: Levels = [
  [
    room('base', 'errors, deadline, semaphore, retry, stages: imports nothing above itself', [
      [own, room('terminal', 'text for a terminal')],
    ]),
  ],
  [
    room(
      'contract',
      'zod schemas, defaults, prices, free operations, service limits (parameter limits are with the parameter), warnings',
      [[room('ads', 'places, domains and countries of Google searches')], [own]],
    ),
    room('config', 'settings from the environment, with their bounds and defaults'),
  ],
  [room('page', 'what a page is: media types, encodings, sites, kinds of frames, the directory of a ZIP file')],
  [html, content],
  [fetch],
  [documents, render],
  [format, ads],
  [model, room('access', 'keys, limits, credits')],
  [room('readers', 'threads and child processes in which untrusted input is parsed')],
  [
    room('pages', 'from a URL to a parsed page', [
      [room('snapshot', 'stored results and pages'), room('queue', 'pages that workers render')],
      [
        room('visit', 'loads a page or takes a stored one, and parses it'),
        room('results', "Google's result pages, from Google or a search-result service"),
        room('nodes', 'state shared by the nodes of one service'),
      ],
    ]),
  ],
  [
    room('store', 'adapters; the only folder that imports a database or queue driver', [
      [own, room('memory')],
      [room('sqlite'), room('postgres'), room('redis')],
    ]),
  ],
  [room('operations', 'registry, invoke, charge, and one file for each operation')],
  [interfaces, playground],
  [room('compose', 'wiring: the only folder that maps adapters to ports')],
  [room('main.ts', 'argv → exit code')],
]
