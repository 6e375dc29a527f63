import { describe, expect, it } from 'vitest'
import { curlCommand, shellWord } from '../../../../src/playground/operations/curl.ts'
import { withPlaceholders } from '../../../../src/playground/operations/parameters.ts'
import type { ApiOperation } from '../../../../src/playground/operations/read-openapi.ts'

const field = (name: string, kind: ApiOperation['subject']['kind'] = 'text') => ({
  ...{ name, kind, isHeader: false, required: name === 'url', description: '' },
  ...{ defaultText: '', example: '', choices: [] },
})

const operation: ApiOperation = {
  ...{
    name: 'scrape',
    title: '',
    path: '/v1/scrape',
    filePath: '/v1/convert',
    batchPath: null,
    takesJson: true,
    price: null,
  },
  subject: field('url'),
  fields: [field('render_js', 'boolean'), field('prompt'), field('headers', 'pairs')],
}

const write = (parameters: Record<string, string>) =>
  curlCommand({ operation, parameters, headers: { 'Idempotency-Key': "a'b" }, origin: 'http://127.0.0.1:8787' })

describe('the curl command', () => {
  const parameters = { url: 'https://a.example/?x=1&y=2', render_js: 'true' }

  it('sends a file as the body', () => {
    const file = { name: "Ada's report.pdf", type: 'application/pdf' }
    const headers = { 'Idempotency-Key': 'a' }
    expect(
      curlCommand({ operation, parameters: { output: 'links' }, headers, origin: 'http://127.0.0.1:8787', file }),
    ).toBe(
      `curl -sS 'http://127.0.0.1:8787/v1/convert?output=links' \\
  -H "Authorization: Bearer $GLEANER_KEY" \\
  -H 'Idempotency-Key: a' \\
  -H 'Content-Type: application/pdf' \\
  --data-binary '@Ada'\\''s report.pdf'`,
    )
  })

  it('reads the key from a variable', () => {
    expect(write(parameters)).toBe(
      `curl -sS -G http://127.0.0.1:8787/v1/scrape \\
  -H "Authorization: Bearer $GLEANER_KEY" \\
  -H 'Idempotency-Key: a'\\''b' \\
  --data-urlencode 'url=https://a.example/?x=1&y=2' \\
  --data-urlencode render_js=true`,
    )
  })

  it('sends secrets in a body, with placeholders instead of values', () => {
    const secret = { ...parameters, headers: '{"Authorization":"Bearer s3cret","X-A":"s3cret"}' }
    expect(write(withPlaceholders(secret))).toBe(
      `curl -sS http://127.0.0.1:8787/v1/scrape \\
  -H "Authorization: Bearer $GLEANER_KEY" \\
  -H 'Idempotency-Key: a'\\''b' \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://a.example/?x=1&y=2","render_js":true,"headers":{"Authorization":"<Authorization>","X-A":"<X-A>"}}'`,
    )
    expect(withPlaceholders({ url: 'u', cookies: '{"a' })).toEqual({ url: 'u', cookies: '<cookies>' })
  })
})

describe('quoting', () => {
  it('leaves a plain shell word unchanged, and prevents expansion in any other', () => {
    expect(['a/b.c', 'a b', '$(id)', "it's", '', '*', '~', '#'].map(shellWord)).toEqual([
      ...['a/b.c', "'a b'", "'$(id)'", "'it'\\''s'", "''", "'*'", "'~'", "'#'"],
    ])
  })

  it('writes terminal control characters as shell escapes', () => {
    expect(shellWord("it's \\ \x03\x1b[201~ü\x9b\r")).toBe("$'it\\'s \\\\ \\x03\\x1b[201~ü\\xc2\\x9b\\x0d'")
    expect(shellWord('two\nlines')).toBe("'two\nlines'")
  })

  it('writes a lone surrogate as it is sent', () => {
    expect(write({ url: 'a\ud83d' })).toContain("'url=a\ufffd'")
  })
})
