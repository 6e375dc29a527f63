import { describe, expect, it } from 'vitest'
import type { ApiOperation } from '../../../../src/playground/operations/api-operation.ts'
import { withPlaceholders } from '../../../../src/playground/operations/secrets.ts'
import { snippetLanguages } from '../../../../src/playground/snippets/languages.ts'
import { pythonLiteral, shellWord, stringLiteral } from '../../../../src/playground/snippets/quoting.ts'

const field = (name: string, kind: ApiOperation['subject']['kind'] = 'text') => ({
  ...{ name, kind, isHeader: false, required: name === 'url', description: '' },
  ...{ defaultText: '', example: '', choices: [], bounds: '' },
})

const scrape: ApiOperation = {
  ...{ name: 'scrape', title: '', description: '', path: '/v1/scrape', takesJson: false, price: null },
  ...{
    tool: 'scrape',
    command: 'scrape',
    subject: field('url'),
    fields: [field('render_js', 'boolean'), field('prompt'), field('headers', 'pairs')],
  },
}

const write = (language: string, parameters: Record<string, string>, operation = scrape) =>
  snippetLanguages
    .find(({ name }) => name === language)
    ?.write({ operation, parameters, headers: { 'Idempotency-Key': "a'b" }, origin: 'http://127.0.0.1:8787' })

describe('a snippet', () => {
  const parameters = { url: 'https://a.example/?x=1&y=2', render_js: 'true' }

  it('is a line of curl', () => {
    expect(write('curl', parameters)).toBe(
      `curl -sS -G http://127.0.0.1:8787/v1/scrape \\
  -H "Authorization: Bearer $GLEANER_KEY" \\
  -H 'Idempotency-Key: a'\\''b' \\
  --data-urlencode 'url=https://a.example/?x=1&y=2' \\
  --data-urlencode render_js=true`,
    )
  })

  it('is a tool call with the types of JSON', () => {
    expect(JSON.parse(write('MCP', parameters) ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'scrape', arguments: { url: 'https://a.example/?x=1&y=2', render_js: true } },
    })
  })

  it('is a command, and takes a subject that looks like a flag for what it is', () => {
    expect(write('Command line', parameters)).toBe("gleaner scrape 'https://a.example/?x=1&y=2' --render-js=true")
    expect(write('Command line', { url: '--help', prompt: '-x' })).toBe('gleaner scrape --prompt=-x -- --help')
  })

  it('is not there for an interface that does not have the operation', () => {
    const explain = { ...scrape, tool: null, command: null }
    expect([write('MCP', parameters, explain), write('Command line', parameters, explain)]).toEqual([null, null])
  })

  describe('with secrets', () => {
    const posting = { ...scrape, takesJson: true }
    const secret = { ...parameters, headers: '{"Authorization":"Bearer s3cret","X-A":"s3cret"}' }
    const shown = withPlaceholders(secret)

    it('has placeholders for them, in every language', () => {
      for (const { name } of snippetLanguages) {
        const text = write(name, shown, posting)
        expect(text).toContain('<Authorization>')
        expect(text).not.toContain('s3cret')
      }
      expect(withPlaceholders({ url: 'u', cookies: '{"a' })).toEqual({ url: 'u', cookies: '<cookies>' })
    })

    it('sends them in a body, by curl and by Python', () => {
      expect(write('curl', shown, posting)).toBe(
        `curl -sS http://127.0.0.1:8787/v1/scrape \\
  -H "Authorization: Bearer $GLEANER_KEY" \\
  -H 'Idempotency-Key: a'\\''b' \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://a.example/?x=1&y=2","render_js":true,"headers":{"Authorization":"<Authorization>","X-A":"<X-A>"}}'`,
      )
      expect(write('Python', shown, posting)).toContain(`parameters = {
    "url": "https://a.example/?x=1&y=2",
    "render_js": True,
    "headers": {
        "Authorization": "<Authorization>",
        "X-A": "<X-A>",
    },
}
request = urllib.request.Request(
    "http://127.0.0.1:8787/v1/scrape",
    data=json.dumps(parameters).encode(),
    headers={
        "Authorization": "Bearer " + os.environ.get("GLEANER_KEY", ""),
        "Content-Type": "application/json",
`)
    })
  })

  it('never holds a key', () => {
    for (const { name } of snippetLanguages) expect(write(name, parameters)).not.toMatch(/glnr_/)
  })
})

describe('quoting', () => {
  it('leaves a plain word of the shell as it is, and expands nothing in another', () => {
    expect(['a/b.c', 'a b', '$(id)', "it's", '', '*', '~', '#'].map(shellWord)).toEqual([
      ...['a/b.c', "'a b'", "'$(id)'", "'it'\\''s'", "''", "'*'", "'~'", "'#'"],
    ])
  })

  it('writes control characters, which a terminal would obey, as escapes of the shell', () => {
    expect(shellWord("it's \\ \x03\x1b[201~ü\x9b\r")).toBe("$'it\\'s \\\\ \\x03\\x1b[201~ü\\xc2\\x9b\\x0d'")
    expect(shellWord('two\nlines')).toBe("'two\nlines'")
  })

  it('writes values of JSON as Python has them', () => {
    expect(pythonLiteral({ a: [true, null, 1.5], b: {}, c: [] })).toBe(
      '{\n    "a": [\n        True,\n        None,\n        1.5,\n    ],\n    "b": {},\n    "c": [],\n}',
    )
  })

  it('writes half a surrogate pair as it is sent', () => {
    expect(stringLiteral('a\ud83d "b"\n')).toBe('"a\ufffd \\"b\\"\\n"')
  })
})
