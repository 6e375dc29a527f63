import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outputs } from '../../../src/contract/scrape.ts'
import { documentTypes } from '../../../src/page/document-types.ts'
import { answers, openScriptedModel, testKey } from '../../model/scripted-model.ts'
import { documents, email } from '../../operations/document-kinds.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { startProgram } from '../../program.ts'
import { runMain } from '../../run-main.ts'
import { type Json, typesOf } from '../../service.ts'

const html = `<!doctype html><html lang="en"><head><title>Oak</title><meta name="description" content="A tree"></head>
<body><nav><a href="/">Home</a></nav><main><h1>The oak</h1><p>An oak is a tree of the genus Quercus, and lives for centuries.
<a href="acorn">Its fruit</a> is the acorn. Write to tree@example.com.</p></main></body></html>`

const someKinds = new Set(['pdf', 'docx', 'epub', 'tsv'])

let origin: Origin
let folder: string
let page: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-html-'))
  page = join(folder, 'page.html')
  writeFileSync(page, html)
  origin = await openOrigin({ '/trees/oak': { headers: { 'content-type': 'text/html' }, body: html } })
})
afterAll(async () => {
  await origin.close()
  rmSync(folder, { recursive: true })
})

async function scrape(...argv: string[]): Promise<Json> {
  const { stdout } = await runMain(['scrape', ...argv, '--json'])
  return JSON.parse(stdout)
}

const given = (...argv: string[]) => scrape('--file', page, '--base', `${origin.url}/trees/oak`, ...argv)

describe('--file', () => {
  it.each(outputs.filter((output) => output !== 'screenshot'))(
    'returns the same %s as a fetch of the page, without a request and for free',
    async (output) => {
      const { request_id, fetched_at, credits_charged, ...fetched } = await scrape(
        ...[`${origin.url}/trees/oak`, '--output', output],
      )
      const before = origin.requests.length
      expect(await given('--output', output)).toMatchObject({ ...fetched, status_code: 200, credits_charged: 0 })
      expect([credits_charged, origin.requests.length]).toEqual([1, before])
    },
  )

  it.each(documents.filter(({ kind }) => someKinds.has(kind)))(
    'recognizes $kind by its content or its name, for free',
    async ({ kind, body }) => {
      const file = join(folder, `report.${kind}`)
      writeFileSync(file, body)
      expect(await scrape('--file', file, '--output', 'emails')).toMatchObject({
        ...{ url: null, final_url: null, status_code: 200, content_type: documentTypes[kind], credits_charged: 0 },
        content: [email],
      })
    },
  )

  it('looks for the kind in the first bytes, then in the name', async () => {
    const read = async (name: string, body: string | Uint8Array) => {
      writeFileSync(join(folder, name), body)
      const { content_type, content } = await scrape('--file', join(folder, name))
      return [content_type, content]
    }
    const pdf = documents.find(({ kind }) => kind === 'pdf')?.body ?? ''
    expect(await read('report.html', pdf)).toEqual(['application/pdf', expect.stringContaining('# Trees')])
    expect(await read('part.htm', 'Hello <b>you</b>')).toEqual(['text/html', 'Hello **you**'])
    expect(await read('README.md', '<h1>Logo</h1>')).toEqual(['text/markdown', '<h1>Logo</h1>'])
    expect(await read('notes', 'Hello <b>you</b>')).toEqual(['text/plain', 'Hello <b>you</b>'])
    const { code, stderr } = await runMain(['scrape', '--file', join(folder, 'notes'), '--output', 'images'])
    expect([code, stderr]).toEqual([3, expect.stringContaining('unsupported_content_type')])
  })

  it('has the older name --html, which reads text as HTML', async () => {
    expect(await scrape('--html', join(folder, 'notes'))).toMatchObject({
      ...{ content: 'Hello **you**', content_type: 'text/html', url: null, credits_charged: 0 },
    })
  })

  it('leaves out links that cannot be resolved without a base', async () => {
    const { stdout } = await runMain(['scrape', '--file', page])
    expect(stdout).toContain('Its fruit is the acorn')
  })

  it('accepts the parameters that shape a result', async () => {
    expect(await given('--css-selector', 'h1')).toMatchObject({ content: '# The oak', title: 'Oak' })
    expect(await given('--max-chars', '5', '--offset', '2')).toMatchObject({ content: 'The ', offset: 2 })
    expect(typesOf(await given('--css-selector', 'h7'))).toEqual(['selector_not_matched'])
  })

  it('determines the encoding as a fetch does', async () => {
    for (const bytes of [
      Buffer.from('<meta charset=iso-8859-1><p>K\xe4se', 'latin1'),
      Buffer.from('\uFEFF<p>Käse', 'utf16le'),
      Buffer.from('<p>Käse'),
    ]) {
      writeFileSync(join(folder, 'cheese.html'), bytes)
      const { content } = await scrape('--file', join(folder, 'cheese.html'), '--base', 'http://intranet.local/')
      expect(content).toBe('Käse')
    }
  })

  it('reads standard input, and prints only the content', async () => {
    const child = startProgram(['scrape', '--file', '-', '--base=https://example.com/a/b'])
    child.stdin?.end(html)
    const printed = await Promise.all([child.stdout, child.stderr].map((one) => text(one as NodeJS.ReadableStream)))
    expect(printed).toEqual([expect.stringContaining('[Its fruit](https://example.com/a/acorn)'), 'title: Oak\n'])
  })

  it('can be read by the language model, whose answer costs the usual price', async () => {
    const model = await openScriptedModel(() => answers('An oak.'))
    const { stdout } = await runMain(
      ['scrape', '--html', page, '--base', 'https://example.com/', '--prompt', 'Which tree?', '--json'],
      { ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: model.url },
    )
    await model[Symbol.asyncDispose]()
    expect(JSON.parse(stdout)).toMatchObject({ content: 'An oak.', credits_charged: 5 })
  })

  it('is refused if it is larger than a page may be, is missing or empty, or has no valid base', async () => {
    const limited = await runMain(['scrape', '--file', page, '--base', 'https://example.com/', '--json'], {
      GLEANER_MAX_BODY_BYTES: '1024',
    })
    writeFileSync(join(folder, 'large.html'), 'x'.repeat(1025))
    expect(limited.code).toBe(0)
    const large = ['scrape', '--file', join(folder, 'large.html'), '--base', 'https://example.com/', '--json']
    expect(typesOf(JSON.parse((await runMain(large, { GLEANER_MAX_BODY_BYTES: '1024' })).stdout))).toEqual([
      'response_too_large',
    ])
    writeFileSync(join(folder, 'empty.html'), '')
    for (const [file, base, words] of [
      [join(folder, 'empty.html'), 'https://example.com/', 'missing: --file: the document is empty'],
      [join(folder, 'none.html'), 'https://example.com/', '--file: the file does not exist'],
      [page, 'no where', 'url_parsing: URL: '],
      [page, 'file:///etc/passwd', '--base should be an http or https URL'],
    ] as const) {
      const { code, stdout, stderr } = await runMain(['scrape', '--file', file, '--base', base])
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)])
    }
  })
})
