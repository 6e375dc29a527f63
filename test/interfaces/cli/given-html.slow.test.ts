import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outputs } from '../../../src/contract/scrape.ts'
import { answers, openScriptedModel, testKey } from '../../model/scripted-model.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { startProgram } from '../../program.ts'
import { runMain } from '../../run-main.ts'
import { type Json, typesOf } from '../../service.ts'

const html = `<!doctype html><html lang="en"><head><title>Oak</title><meta name="description" content="A tree"></head>
<body><nav><a href="/">Home</a></nav><main><h1>The oak</h1><p>An oak is a tree of the genus Quercus, and lives for centuries.
<a href="acorn">Its fruit</a> is the acorn. Write to tree@example.com.</p></main></body></html>`

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

const given = (...argv: string[]) => scrape('--html', page, '--base', `${origin.url}/trees/oak`, ...argv)

describe('--html', () => {
  it.each(outputs)('gives as %s what a fetch of the page gives, without one, and for nothing', async (output) => {
    const { request_id, fetched_at, credits_charged, ...fetched } = await scrape(
      ...[`${origin.url}/trees/oak`, '--output', output],
    )
    const before = origin.requests.length
    expect(await given('--output', output)).toMatchObject({ ...fetched, status_code: 200, credits_charged: 0 })
    expect([credits_charged, origin.requests.length]).toEqual([1, before])
  })

  it('takes the parameters that shape a result', async () => {
    expect(await given('--css-selector', 'h1')).toMatchObject({ content: '# The oak', title: 'Oak' })
    expect(await given('--max-chars', '5', '--offset', '2')).toMatchObject({ content: 'The o', offset: 2 })
    expect(typesOf(await given('--css-selector', 'h7'))).toEqual(['selector_not_matched'])
  })

  it('finds the encoding as a fetch does', async () => {
    for (const bytes of [
      Buffer.from('<meta charset=iso-8859-1><p>K\xe4se', 'latin1'),
      Buffer.from('\uFEFF<p>Käse', 'utf16le'),
      Buffer.from('<p>Käse'),
    ]) {
      writeFileSync(join(folder, 'cheese.html'), bytes)
      const { content } = await scrape('--html', join(folder, 'cheese.html'), '--base', 'http://intranet.local/')
      expect(content).toBe('Käse')
    }
  })

  it('reads standard input, and prints the content alone', async () => {
    const child = startProgram(['scrape', '--html', '-', '--base=https://example.com/a/b'])
    child.stdin?.end(html)
    const printed = await Promise.all([child.stdout, child.stderr].map((one) => text(one as NodeJS.ReadableStream)))
    expect(printed).toEqual([expect.stringContaining('[Its fruit](https://example.com/a/acorn)'), 'title: Oak\n'])
  })

  it('is answered about by the language model, whose answer costs what it always does', async () => {
    const model = await openScriptedModel(() => answers('An oak.'))
    const { stdout } = await runMain(
      ['scrape', '--html', page, '--base', 'https://example.com/', '--prompt', 'Which tree?', '--json'],
      { ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: model.url },
    )
    await model[Symbol.asyncDispose]()
    expect(JSON.parse(stdout)).toMatchObject({ content: 'An oak.', credits_charged: 5 })
  })

  it('is refused if it is larger than a page may be, is missing, or has no valid base', async () => {
    const limited = await runMain(['scrape', '--html', page, '--base', 'https://example.com/', '--json'], {
      GLEANER_MAX_BODY_BYTES: '1024',
    })
    writeFileSync(join(folder, 'large.html'), 'x'.repeat(1025))
    expect(limited.code).toBe(0)
    const large = ['scrape', '--html', join(folder, 'large.html'), '--base', 'https://example.com/', '--json']
    expect(typesOf(JSON.parse((await runMain(large, { GLEANER_MAX_BODY_BYTES: '1024' })).stdout))).toEqual([
      'response_too_large',
    ])
    for (const [file, base, words] of [
      [join(folder, 'none.html'), 'https://example.com/', "--html: can't read the file: ENOENT"],
      [page, 'nowhere', 'url_parsing: url: '],
      [page, 'file:///etc/passwd', 'url_scheme: url: '],
    ] as const) {
      const { code, stdout, stderr } = await runMain(['scrape', '--html', file, '--base', base])
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)])
    }
  })
})
