import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenApi } from '../../../../src/interfaces/http/openapi/openapi-document.ts'
import { createRegistry } from '../../../../src/operations/registry.ts'
import { parametersOf } from '../../../../src/playground/operations/parameters.ts'
import { readOpenApi } from '../../../../src/playground/operations/read-openapi.ts'
import { withPlaceholders } from '../../../../src/playground/operations/secrets.ts'
import { snippetLanguages } from '../../../../src/playground/snippets/languages.ts'
import { type Origin, openOrigin } from '../../../origin.ts'
import { bin } from '../../../program.ts'
import { openTestService, type TestService, testSettings } from '../../../service.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const run = promisify(execFile)

/** What shells, query strings and literals of other languages could take for something else. */
const hostile = [
  `it's "quoted"`,
  '$(touch /tmp/never) `id` $HOME !! \\ \\n %s %20 + & = # ? ; | < > * ~',
  'a line\nand another\ttab\r',
  '\x03\x1b[201~\x07\x7f\u009b',
  'ü 😀 \u2028 \u200d 漢字',
  '-x --help @file',
  '</script> {{x}} %{x} #{x}',
]

/** The selector of an element whose title is the text. */
const selectorOf = (text: string) =>
  `p:not([title="${[...text].map((char) => `\\${char.codePointAt(0)?.toString(16)} `).join('')}"]):not([title='${text.replace(/[\\'\n\r\f]/g, (char) => `\\${char.charCodeAt(0).toString(16)} `)}'])`

describe('a snippet, run as it is copied', () => {
  let service: TestService
  let origin: Origin
  let folder: string
  beforeAll(async () => {
    service = await openTestService()
    origin = await openOrigin({ '/page': { body: '<title>A page</title><main><p>Found by its selector.</p></main>' } })
    folder = mkdtempSync(join(tmpdir(), 'gleaner-snippet-'))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(join(root, 'packages/client'), join(folder, 'node_modules/gleaner-client'), 'junction')
    writeFileSync(join(folder, 'gleaner'), `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 })
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await service.close()
    await origin.close()
  })

  const [scrape] = readOpenApi(createOpenApi(Object.values(createRegistry(['m'])), '1'), new Intl.NumberFormat('en'))

  function snippet(language: string, text: string, more: Record<string, string> = {}): string {
    if (!scrape) throw new Error('there is no operation')
    const url = `${origin.url}/page?q=${encodeURIComponent(text)}&plain=${text.replace(/[^\x21-\x7e]/g, '')}`
    const parameters = parametersOf(scrape, { url, css_selector: selectorOf(text), output: 'clean_html', ...more })
    const written = snippetLanguages.find(({ name }) => name === language)
    const request = { operation: scrape, parameters: withPlaceholders(parameters), headers: {}, origin: service.url }
    return written?.write(request) ?? ''
  }

  const environment = () => ({
    ...testSettings,
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    HOME: folder,
    GLEANER_KEY: service.key,
  })

  /** Starts a program and resolves with what it prints. */
  async function output(program: string, ...argv: string[]): Promise<string> {
    const { stdout } = await run(program, argv, { cwd: folder, env: environment() })
    return stdout
  }

  /** The address that was asked for, as it arrived at the page's server. */
  const arrived = () => origin.requests.at(-1)

  it.each(hostile)('is right in curl, Python, TypeScript, over MCP and at the command line for %j', async (text) => {
    const expected = '<p>Found by its selector.</p>'
    const printed = JSON.parse(await output('bash', '-c', snippet('curl', text)))
    expect(printed.content).toBe(expected)
    const address = arrived()

    writeFileSync(join(folder, 'snippet.py'), snippet('Python', text))
    expect(JSON.parse(await output('python3', 'snippet.py')).content).toBe(expected)
    expect(arrived()).toBe(address)

    writeFileSync(join(folder, 'snippet.mts'), snippet('TypeScript', text))
    expect(await output(process.execPath, 'snippet.mts')).toContain(expected)
    expect(arrived()).toBe(address)

    expect(await output('bash', '-c', snippet('Command line', text))).toBe(`${expected}\n`)
    expect(arrived()).toBe(address)

    const client = new Client({ name: 'snippet', version: '1' })
    const headers = { authorization: `Bearer ${service.key}` }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }))
    const { structuredContent } = await client.callTool(JSON.parse(snippet('MCP', text)).params)
    expect(structuredContent).toMatchObject({ content: expected })
    expect(arrived()).toBe(address)
    await client.close()
  })

  it.each(hostile)('is right where it sends secrets in a body, for %j', async (text) => {
    const more = { headers: '{"X-A":"s3cret","X-B":"s3cret"}', render_js: 'false', max_chars: '1000' }
    const expected = '<p>Found by its selector.</p>'
    expect(JSON.parse(await output('bash', '-c', snippet('curl', text, more))).content).toBe(expected)
    const address = arrived()
    writeFileSync(join(folder, 'snippet.py'), snippet('Python', text, more))
    expect(JSON.parse(await output('python3', 'snippet.py')).content).toBe(expected)
    expect(arrived()).toBe(address)
    expect(await output('bash', '-c', snippet('Command line', text, more))).toBe(`${expected}\n`)
    expect(arrived()).toBe(address)
  })
})
