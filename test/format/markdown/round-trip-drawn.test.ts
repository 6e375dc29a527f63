import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnPage, holdsTex } from '../../../bench/conformance/markdown/drawn-pages.ts'
import { drawnDifference } from '../../../bench/conformance/markdown/round-trip.ts'
import { foundPages } from './found-pages.ts'

describe('markdown, rendered by three parsers', () => {
  it('restores generated pages with text that looks like markup', () => {
    const property = fc.property(drawnPage, (html) => {
      fc.pre(!holdsTex(html))
      expect(drawnDifference(html)).toBeNull()
    })
    fc.assert(property, { numRuns: 300 })
  })

  it.each(foundPages)('restores %s', (html) => {
    expect(drawnDifference(html)).toBeNull()
  })
})
