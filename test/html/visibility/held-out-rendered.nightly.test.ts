import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { heldOutHidden, heldOutVisible } from './held-out-ways.ts'
import { hiddenFrames, visibleFrames } from './srcdoc-frames.ts'
import { losing, passing } from './ways.ts'
import { openWays } from './ways-in-browser.ts'

const none = { markdown: [], 'whole markdown': [], clean_html: [], model: [] }

describe.skipIf(lacksBrowser)('on a rendered page', () => {
  let ways: Awaited<ReturnType<typeof openWays>>
  beforeAll(async () => {
    ways = await openWays()
  })
  afterAll(() => ways[Symbol.asyncDispose]())

  it('at most 4 of 100 ways that the rules were not written for reach a reader', async () => {
    const { clean_html: html, ...others } = await passing(heldOutHidden, ways.load)
    for (const names of Object.values(others)) expect(names.length, names.join()).toBeLessThanOrEqual(4)
    expect(html.length, html.join()).toBeLessThanOrEqual(5)
  })

  it('no visible text that resembles hidden text is lost', async () => {
    expect(await losing(heldOutVisible, ways.load)).toEqual(none)
  })

  it('returns the text of visible frames and leaves out that of hidden ones, in every output', async () => {
    expect(await passing(hiddenFrames, ways.load)).toEqual(none)
    expect(await losing(visibleFrames, ways.load)).toEqual(none)
  })
})
