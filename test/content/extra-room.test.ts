import { describe, expect, it } from 'vitest'
import { contentTokensOf } from '../../src/content/content-tokens.ts'
import { fitExtra } from '../../src/content/window.ts'
import type { WrittenExtra } from '../../src/content/written.ts'
import { writeContent } from '../../src/content/written.ts'

const text = (chars: number) => writeContent('a'.repeat(chars))
const namesIn = (extra: WrittenExtra) => Object.entries(extra).flatMap(([name, written]) => (written ? [name] : []))

describe('additional outputs next to a piece', () => {
  it('take at most half of its characters, and leave the rest to the piece', () => {
    const { extra, cut, bounds } = fitExtra({ links: text(30), emails: text(20) }, { maxChars: 100 })
    expect([namesIn(extra), cut]).toEqual([['links', 'emails'], []])
    expect(bounds).toEqual({ maxChars: 50 })
  })

  it('are kept completely or left out, in order', () => {
    const { extra, cut, bounds } = fitExtra(
      { clean_html: text(51), links: text(30), raw_html: text(21), emails: text(20) },
      { maxChars: 101 },
    )
    expect(Object.keys(extra)).toEqual(['clean_html', 'links', 'raw_html', 'emails'])
    expect([namesIn(extra), cut]).toEqual([
      ['links', 'emails'],
      ['clean_html', 'raw_html'],
    ])
    expect(bounds).toEqual({ maxChars: 51 })
  })

  it('take at most half of its tokens', () => {
    const written = writeContent(['漢'.repeat(40)])
    const tokens = contentTokensOf(JSON.stringify(['漢'.repeat(40)]))
    expect(fitExtra({ links: written }, { maxChars: 1000, resultTokens: 2 * tokens - 1 }).cut).toEqual(['links'])
    expect(fitExtra({ links: written }, { maxChars: 1000, resultTokens: 2 * tokens })).toMatchObject({
      cut: [],
      bounds: { maxChars: 1000 - written.chars, resultTokens: tokens },
    })
  })

  it('are not reported as cut if they were missing anyway', () => {
    expect(fitExtra({ links: null }, { maxChars: 1 })).toMatchObject({
      extra: { links: null },
      cut: [],
      bounds: { maxChars: 1 },
    })
  })

  it('are complete if the piece has no limits', () => {
    expect(fitExtra({ links: text(5000) }, {})).toMatchObject({ cut: [], bounds: { maxChars: undefined } })
  })
})
