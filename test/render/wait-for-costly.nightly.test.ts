import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from '../../src/page/page.ts'
import { type Origin, openOrigin } from '../origin.ts'
import { lacksBrowser, openRenderer, type TestRenderer } from './open-renderer.ts'

const page = (body: string) => ({ body: `<!DOCTYPE html><title>T</title><body>${body}` })
const codesOf = ({ warnings }: Page) => warnings.map(({ code }) => code)

describe.skipIf(lacksBrowser)('wait_for with a slow selector', { timeout: 120_000 }, () => {
  let origin: Origin
  let rendering: TestRenderer
  beforeAll(async () => {
    origin = await openOrigin({
      '/quiet': page('<h1>Quiet</h1>'),
      '/many': page(`<div>${'<i>x</i>'.repeat(8_000)}</div>`),
    })
    rendering = openRenderer()
  })
  afterAll(async () => {
    await rendering[Symbol.asyncDispose]()
    await origin.close()
  })
  const load = (path: string, waitFor: string, timeoutMs = 20_000) =>
    rendering.load(origin.url + path, { waitFor, timeoutMs })

  it.each([
    'i:has(~ q)',
    'i:not(:has(~ i ~ q)) ~ q',
    ':is(i:has(~ .a), i:has(~ .b), i:has(~ .c)) ~ i:nth-last-child(1) ~ q',
    'i ~ i ~ i ~ i ~ i ~ i ~ i ~ q',
  ])('%s does not freeze the page, which is read or abandoned at the time limit', async (selector) => {
    const ended = await load('/many', selector, 10_000).then(codesOf, ({ type }) => [type])
    expect([['wait_for_not_met'], ['target_timeout']]).toContainEqual(ended)
  })

  it('a selector that takes seconds per element stops at the time limit, and delays no other page', async () => {
    const heavy = load('/many', 'i:has(~ .a) ~ i', 6000).then(codesOf, ({ type }) => [type])
    expect(codesOf(await load('/quiet', 'h1'))).toEqual([])
    expect([['wait_for_not_met'], ['target_timeout']]).toContainEqual(await heavy)
    await expect.poll(() => rendering.renderer.state().active).toBe(0)
  })
})
