import { describe, expect, it } from 'vitest'
import type { PageKind } from '../../../src/format/main-content/page-kind.ts'
import { dropUnlikely } from '../../../src/format/main-content/unlikely-parts.ts'
import { compose } from './compose.ts'

const text = `<p>${'A sentence of the text. '.repeat(10)}</p>`

/** Returns the kept blocks when the choice keeps them all. */
function keptOf(html: string, chances: number[], kind: PageKind = 'article') {
  const page = compose(html)
  expect(page.blocks).toHaveLength(chances.length)
  const choice = { kept: chances.map(() => true), expected: 0.9 }
  return dropUnlikely(page, Float64Array.from(chances), choice, kind).kept
}

describe('on an article', () => {
  const withComments = `<main>${text}<div class="comments"><p>Nice!</p><p>Agreed, I made it too.</p></div>${text}</main>`

  it('comments are dropped if they are clearly less likely to be content than the rest', () => {
    expect(keptOf(withComments, [0.9, 0.5, 0.5, 0.9])).toEqual([true, false, false, true])
    expect(keptOf(withComments, [0.9, 0.7, 0.7, 0.9])).toEqual([true, true, true, true])
  })

  it('a part is kept or dropped as a whole', () => {
    expect(keptOf(withComments, [0.9, 0.9, 0.1, 0.9])).toEqual([true, false, false, true])
  })

  it('what follows the text is dropped without a telling name', () => {
    const html = `<section>${text}${text}</section><div>Our other guides</div><div>Our partners</div>`
    expect(keptOf(html, [0.9, 0.9, 0.4, 0.4])).toEqual([true, true, false, false])
    expect(keptOf(html, [0.9, 0.9, 0.8, 0.8])).toEqual([true, true, true, true])
  })

  it('only comments may be longer than the text', () => {
    const long = (name: string) => `${text}<div class="${name}">${text}${text}</div>`
    expect(keptOf(long('comments'), [0.9, 0.4, 0.4])).toEqual([true, false, false])
    expect(keptOf(long('sidebar'), [0.9, 0.4, 0.4])).toEqual([true, true, true])
  })

  it('nothing is dropped from a page whose text is in the part itself', () => {
    expect(keptOf(`<div class="comments"><p>Nice!</p></div><p>Hello</p>`, [0.3, 0.9])).toEqual([true, true])
  })
})

it.each(['forum', 'product', 'documentation', 'service'] as const)(
  'on a page of kind %s, nothing is dropped',
  (kind) => {
    expect(keptOf(`${text}<div class="comments"><p>Nice!</p></div>`, [0.9, 0.4], kind)).toEqual([true, true])
  },
)
