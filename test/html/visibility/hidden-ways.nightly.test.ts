import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { hiddenByMarkup, notOnThePage } from './hiding-by-markup.ts'
import { hiddenByLayout, hiddenBySheet, hiddenInline } from './hiding-by-style.ts'
import { visibleWays } from './visible-ways.ts'
import { losing, passing, type Reader } from './ways.ts'
import { openWays } from './ways-in-browser.ts'

const all = [...hiddenInline, ...hiddenBySheet, ...hiddenByLayout, ...hiddenByMarkup]
const known = ['under a layer that lets the pointer through']

describe.skipIf(lacksBrowser)('on a rendered page', () => {
  let ways: Awaited<ReturnType<typeof openWays>>
  beforeAll(async () => {
    ways = await openWays()
  })
  afterAll(() => ways[Symbol.asyncDispose]())

  it(`hidden text reaches no reader in ${all.length} cases, except ${known.length}`, async () => {
    expect(all.length).toBeGreaterThanOrEqual(85)
    const expected: Record<Reader, string[]> = {
      markdown: known,
      'whole markdown': known,
      clean_html: known,
      model: known,
    }
    expect(await passing(all, ways.load)).toEqual(expected)
  })

  it('text in attributes and in the head reaches readers that use the head or the HTML', async () => {
    const names = notOnThePage.map(({ name }) => name)
    expect(await passing(notOnThePage, ways.load)).toEqual({
      markdown: [],
      'whole markdown': [],
      clean_html: names,
      model: ['the description that search engines show'],
    })
  })

  it('visible text is not lost', async () => {
    expect(visibleWays.length).toBeGreaterThanOrEqual(40)
    expect(await losing(visibleWays, ways.load)).toEqual({
      markdown: [],
      'whole markdown': [],
      clean_html: [],
      model: [],
    })
  })
})
