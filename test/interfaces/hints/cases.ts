/** Mistakes that users make on each interface, and the essential words of the hint that they get. */

interface RestMistake {
  via: 'REST'
  /** Default: GET, or POST with a body. */
  method?: string
  /** Path and query, as sent. */
  target: string
  headers?: Record<string, string>
  /** Text, an upload in a form, or a document with a password. */
  body?: string | 'form' | 'locked'
  /** True to send no key. */
  isAnonymous?: boolean
}

interface ToolMistake {
  via: 'MCP'
  tool: string
  args: unknown
}

/** `{folder}` is a folder with `a.pdf` and `b.pdf`. */
interface CommandMistake {
  via: 'command line'
  argv: readonly string[]
}

/** `{origin}` is the URL of the test's site. */
export type Mistake = (RestMistake | ToolMistake | CommandMistake) & { title: string; hint: string }

const rest = (title: string, target: string, hint: string, more: Partial<RestMistake> = {}): Mistake => {
  return { via: 'REST', title, target, hint, ...more }
}
const tool = (title: string, args: unknown, hint: string, name = 'scrape'): Mistake => {
  return { via: 'MCP', title, tool: name, args, hint }
}
const command = (title: string, argv: readonly string[], hint: string): Mistake => {
  return { via: 'command line', title, argv, hint }
}

const noKey = 'Send the key in the header "Authorization: Bearer <API key>", not in'
const json = { 'content-type': 'application/json' }
const page = '/v1/scrape?url=https://example.com/'

export const mistakes: readonly Mistake[] = [
  rest(
    'an unencoded URL with a query string',
    '/v1/scrape?url={origin}/x?b=1&foo=2',
    "If foo belongs to the page's URL, percent-encode url.",
  ),
  rest(
    'an unencoded URL with a parameter that Gleaner has too',
    '/v1/scrape?url={origin}/?q=1&output=2',
    "If output belongs to the page's URL, percent-encode url.",
  ),
  rest(
    'an unencoded URL and the same parameter for Gleaner',
    '/v1/scrape?url={origin}/?q=1&offset=20&offset=0',
    "If offset belongs to the page's URL, percent-encode url.",
  ),
  rest('a URL that is encoded twice', '/v1/scrape?url=https%253A%252F%252Fexample.com%252F', 'Encode it only once.'),
  rest('a URL without a scheme', '/v1/scrape?url=example.com/news', 'Add the scheme: https://example.com/news'),
  rest('a key in API-Key', page, `${noKey} the header API-Key.`, {
    headers: { 'api-key': 'secret' },
    isAnonymous: true,
  }),
  rest('a key in the query string', `${page}&api_key=secret`, `${noKey} the parameter api_key.`, { isAnonymous: true }),
  rest('a key without Bearer', page, 'Send the header "Authorization: Bearer <API key>".', {
    headers: { authorization: 'glnr_secret' },
  }),
  rest('a key from a variable that is not set', page, 'check that the variable is set', {
    headers: { authorization: 'Bearer ' },
  }),
  rest('a host that is not allowed', page, 'add gleaner.example to the setting GLEANER_ALLOWED_HOSTS', {
    headers: { host: 'gleaner.example:8787' },
  }),
  rest(
    'JSON with the type that curl sends by default',
    '/v1/scrape',
    'add the header "Content-Type: application/json"',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '{"url": "https://example.com/"}' },
  ),
  rest(
    'JSON with a trailing comma',
    '/v1/scrape',
    'double quotes around names and strings and no comma after the last entry',
    {
      headers: json,
      body: '{\n  "url": "https://example.com/",\n}',
    },
  ),
  rest('JSON with single quotes', '/v1/scrape', '{"url":"https://example.com/"}', {
    headers: json,
    body: "{'url': 'https://example.com/'}",
  }),
  rest(
    'an object in a query string that is not JSON',
    `${page}&cookies=a=1;b=2`,
    'Pass JSON such as {"session":"VALUE"}',
  ),
  rest('HTML as the output', `${page}&output=html`, 'Did you mean clean_html?'),
  rest('seconds as the time limit', `${page}&timeout_ms=30`, 'milliseconds, without a unit: for 30 seconds, use 30000'),
  rest('an empty upload', '/v1/convert', '--data-binary @FILE', { method: 'POST' }),
  rest('an upload in a form', '/v1/convert', 'not in a form (in curl: --data-binary @FILE)', { body: 'form' }),
  rest('a document with a password', '/v1/convert', 'Use a copy without a password.', { body: 'locked' }),
  rest('a URL to convert', '/v1/convert?url=https://example.com/a.pdf', 'To read a URL, use /v1/scrape.'),
  rest('a URL as the path', '/https://example.com/', 'Pass the URL as a parameter: /v1/scrape?url=URL'),
  rest('the former transport of MCP', '/sse', 'Did you mean /mcp?'),
  tool(
    'JSON as the output',
    { url: '{origin}/', output: 'json' },
    'For fields of the page, omit output and use extract_rules or json_schema.',
  ),
  tool(
    "another service's waiting time",
    { url: '{origin}/', waitFor: 3000 },
    'Did you mean wait_for? It takes a CSS selector',
  ),
  tool('several URLs', { url: ['{origin}/', '{origin}/b'] }, 'Pass one value, not a list.'),
  tool('a search that Google blocks', { query: 'blocked' }, 'Search less often', 'google_ads'),
  command('many files', ['scrape', '--file', '{folder}/a.pdf', '{folder}/b.pdf'], 'as arguments without --file'),
  command(
    'JSON whose quotes the shell has removed',
    ['scrape', '{origin}/', '--json-schema', '{type:object}'],
    'In a shell, put it in single quotes.',
  ),
  command('a page that needs its scripts', ['scrape', '{origin}/shell'], 'retry with --render-js\n'),
]

/** More mistakes whose cause the hint names. */
export const furtherMistakes: readonly Mistake[] = [
  rest(
    'an output that is the name of a built-in property',
    `${page}&output=constructor`,
    'Use one of the allowed values.',
  ),
  tool('a list of outputs', { url: '{origin}/', output: ['links'] }, 'Pass one value, not a list.'),
  rest(
    'a missing parameter beside one in another unit',
    '/v1/scrape?timeout_ms=1',
    'Add the missing parameter. Use milliseconds',
  ),
  rest('many question marks', `/v1/scrape?url=${'?'.repeat(100_000)}`, 'Correct the parameter'),
  rest('a key for Basic authentication', page, 'Send the header "Authorization: Bearer <API key>".', {
    headers: { authorization: 'Basic c2VjcmV0' },
  }),
  rest('half a key', page, 'Send the whole key: it starts with glnr_ and has 56 characters.', {
    headers: { authorization: 'Bearer glnr_secret' },
  }),
  rest('no key', page, 'gleaner keys create --name NAME', { isAnonymous: true }),
  rest('an origin that is not allowed', page, 'add app.example:3000 to the setting GLEANER_ALLOWED_HOSTS', {
    headers: { origin: 'http://app.example:3000' },
  }),
  rest('parameters in the query string and the body', page, 'Move all parameters into the body.', {
    headers: json,
    body: '{}',
  }),
  rest('a list as the body', '/v1/google_ads', 'Send an object such as {"query":"running shoes"}.', {
    headers: json,
    body: '[]',
  }),
  rest('a body that is cut off', '/v1/scrape', 'Send a JSON object', { headers: json, body: '{"url": "https://exam' }),
  rest(
    'an encoded URL and an unknown parameter',
    '/v1/scrape?url=https%3A%2F%2Fexample.com%2F%3Fq%3D1&foo=2',
    'Remove the unknown parameter',
  ),
  rest('a login in the URL', '/v1/scrape?url=https://me:pw@example.com/', 'pass headers to scrape'),
  rest('the URL of a file', '/v1/scrape?url=file:///tmp/a.pdf', 'POST the file to /v1/convert'),
  rest('a media type as the output', `${page}&output=text/markdown`, 'Did you mean markdown?'),
  rest('an unknown extra output', `${page}&extra_outputs=html,links`, 'Did you mean clean_html?'),
  rest("a word that isn't a boolean", `${page}&render_js=maybe`, 'Use true or false.'),
  rest('a unit', `${page}&timeout_ms=30s`, 'Use milliseconds, without a unit'),
  rest('a route that only supports GET', '/v1/explain', 'Use GET, with parameters in the query string.', {
    headers: json,
    body: '{}',
  }),
  rest('MCP by GET', '/mcp', 'Streamable HTTP'),
  tool('text as the arguments', { headers: '{"a":', url: '{origin}/' }, 'Pass JSON such as'),
  command('a folder', ['scrape', '--file', '{folder}'], 'as arguments without --file'),
  command('an unknown flag', ['scrape', '{origin}/', '--timeout', '30'], '--help'),
  command(
    'a parameter in a hint',
    ['scrape', '{origin}/', '--css-selector', '.none'],
    'Compare --css-selector or --extract-rules with',
  ),
  command(
    'JSON as the output',
    ['scrape', '{origin}/', '--output', 'json'],
    'To print the whole result as JSON, use --json.',
  ),
  command('the same flag twice', ['scrape', '{origin}/', '--offset', '0', '--offset', '1'], 'Give it only once.'),
]
