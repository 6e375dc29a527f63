import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenApi } from '../../../../src/interfaces/http/openapi/openapi-document.ts'
import { createRegistry } from '../../../../src/operations/registry.ts'
import { curlCommand } from '../../../../src/playground/operations/curl.ts'
import { parametersOf, withPlaceholders } from '../../../../src/playground/operations/parameters.ts'
import { readOpenApi } from '../../../../src/playground/operations/read-openapi.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { openTestService, type TestService } from '../../../service.ts'

const run = promisify(execFile)

/** Characters that shells and query strings could misinterpret. */
const hostile = [
  `it's "quoted"`,
  '$(touch /tmp/never) `id` $HOME !! \\ \\n %s %20 + & = # ? ; | < > * ~',
  'a line\nand another\ttab\r',
  '\x03\x1b[201~\x07\x7f\u009b',
  'ü 😀 \u2028 \u200d 漢字',
  '-x --help @file',
  '</script> {{x}} %{x} #{x}',
]

/** A selector that has the text in both kinds of quotes. */
const selectorOf = (text: string) =>
  `p:not([title="${[...text].map((char) => `\\${char.codePointAt(0)?.toString(16)} `).join('')}"]):not([title='${text.replace(/[\\'\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}'])`

describe('the copied curl command', () => {
  let service: TestService
  let origin: Origin
  beforeAll(async () => {
    service = await openTestService()
    origin = await openOrigin({ '/page': { body: '<title>A page</title><main><p>Found by its selector.</p></main>' } })
  })
  afterAll(async () => {
    await service.close()
    await origin.close()
  })

  const [scrape] = readOpenApi(createOpenApi(Object.values(createRegistry(['m']))))

  /** Runs the command and resolves with the content that the service returns. */
  async function contentOf(text: string, more: Record<string, string>): Promise<string> {
    if (!scrape) throw new Error('there is no operation')
    const url = `${origin.url}/page?q=${encodeURIComponent(text)}&plain=${text.replace(/[^\x21-\x7e]/g, '')}`
    const filledIn = { url, css_selector: selectorOf(text), output: 'clean_html', ...more }
    const parameters = withPlaceholders(parametersOf(scrape, filledIn))
    const command = curlCommand({ operation: scrape, parameters, headers: {}, origin: service.url })
    const { stdout } = await run('bash', ['-c', command], { env: { PATH: process.env.PATH, GLEANER_KEY: service.key } })
    return JSON.parse(stdout).content
  }

  it.each(hostile)('requests %j', async (text) => {
    expect(await contentOf(text, {})).toBe('<p>Found by its selector.</p>')
    const [asked = ''] = origin.requests.slice(-1)
    expect(new URL(asked, origin.url).searchParams.get('q')).toBe(text)
  })

  it.each(hostile)('sends secrets in a body, and requests %j', async (text) => {
    const more = { headers: '{"X-A":"s3cret","X-B":"s3cret"}', render_js: 'false', max_chars: '1000' }
    expect(await contentOf(text, more)).toBe('<p>Found by its selector.</p>')
    const [asked = ''] = origin.requests.slice(-1)
    expect(new URL(asked, origin.url).searchParams.get('q')).toBe(text)
  })
})
