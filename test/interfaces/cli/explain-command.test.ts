import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExplainResult } from '../../../src/contract/explain.ts'
import { type Origin, openOrigin } from '../../origin.ts'
import { runMain } from '../../run-main.ts'

const prose = '<p>The harbour was rebuilt after the great storm, and the town has lived from it ever since.</p>'.repeat(
  8,
)
const page = `<title>A harbour town</title><nav class="menu"><a href="/">Home of it</a> <a href="/b">Boats of it</a></nav>
  <article><h1>A harbour town</h1>${prose}</article><aside class="related">Related: <a href="/r">another town</a></aside>
  <footer>© 2026 All rights reserved</footer>`

let origin: Origin
beforeAll(async () => {
  origin = await openOrigin({
    '/town': { body: page },
    '/text': { headers: { 'content-type': 'text/plain' }, body: 'plain' },
  })
})
afterAll(() => origin.close())

describe('gleaner explain', () => {
  it('prints the kind of page, the kept and dropped parts, and why', async () => {
    const { code, stdout, stderr } = await runMain(['explain', `${origin.url}/town`])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^http:\/\/127[^\n]*\/town\ntitle: A harbour town\nkind: \w+ 0\.\d\d.*\nconfidence: [01]\.\d\d\n/,
    )
    const [kept = '', dropped = ''] = stdout.split('\ndropped: ')
    expect(kept).toMatch(/\nkept: \d+ parts?, \d+ characters\n/)
    expect(kept).toContain('text in the content')
    expect(dropped).toMatch(/in <nav>; \d+ characters\n\s+body > nav\.menu\n\s+Home of it/)
    expect(dropped).toContain('in <aside>')
    expect(dropped).toContain('in <footer>')
  })

  it('prints one object with --json', async () => {
    const { code, stdout } = await runMain(['explain', `${origin.url}/town`, '--json', '--timeout-ms', '9000'])
    const { kept, dropped, ...rest } = JSON.parse(stdout) as ExplainResult
    expect(code).toBe(0)
    expect(rest).toMatchObject({
      url: `${origin.url}/town`,
      status_code: 200,
      title: 'A harbour town',
      level: 'strict',
      warnings: [],
      credits_charged: 1,
      credits_remaining: null,
    })
    expect(Object.values(rest.kinds).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 1)
    expect(kept.map(({ text }) => text).join()).toContain('The harbour')
    expect(Object.keys(dropped[0] ?? {})).toEqual(['order', 'where', 'reason', 'chance', 'chars', 'text'])
  })

  it('refuses input that scrape would refuse, and pages without main content', async () => {
    const faulty = await runMain(['explain', 'ftp://example.com/', '--json'])
    expect([faulty.code, JSON.parse(faulty.stdout).detail[0].type]).toEqual([2, 'url_scheme'])
    expect((await runMain(['explain', `${origin.url}/town`, '--output', 'links'])).stderr).toContain(
      'unknown flag --output',
    )
    const text = await runMain(['explain', `${origin.url}/text`])
    expect([text.code, text.stderr]).toEqual([3, expect.stringContaining('unsupported_content_type')])
    const inner = await runMain(['explain', `${origin.url}/town`], { GLEANER_ALLOW_ADDRESSES: '' })
    expect([inner.code, inner.stderr]).toEqual([2, expect.stringContaining('address_refused')])
  })

  it('takes a word after -- as a URL, even if it looks like a flag for help', async () => {
    expect(await runMain(['explain', '--', '-h'])).toMatchObject({ code: 3, stdout: '' })
  })

  it('lists its flags in its help', async () => {
    const { code, stdout } = await runMain(['explain', '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('gleaner explain URL [flags]')
    expect(stdout).toContain('--render-js')
    expect(stdout).not.toContain('--css-selector')
  })
})
