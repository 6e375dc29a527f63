import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeContent } from './active-content.ts'
import { cleaned, findings } from './cleaned.ts'
import { drawnHtml } from './drawn-html.ts'
import { namedPayloads } from './payloads.ts'

describe('clean_html, parsed again with and without scripting', () => {
  it.each(namedPayloads)('runs nothing from %s', (_, html) => {
    expect(findings([html], html.length > 4000 ? ['<svg>'] : undefined)).toEqual([])
  })

  it('runs nothing from generated HTML', () => {
    fc.assert(
      fc.property(drawnHtml, (html) => {
        expect(findings([html])).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('runs nothing after repeated cleaning', () => {
    fc.assert(
      fc.property(drawnHtml, (html) => {
        let clean = html
        for (let round = 0; round < 3; round++) {
          clean = cleaned(clean)[0] ?? ''
          expect(activeContent(clean)).toEqual([])
        }
      }),
      { numRuns: 20 },
    )
  })
})
