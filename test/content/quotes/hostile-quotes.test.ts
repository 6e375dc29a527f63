import { describe, expect, it } from 'vitest'
import { findQuote, searchedText } from '../../../src/content/quotes/find-quote.ts'
import { nearestPassage } from '../../../src/content/quotes/nearest-passage.ts'

const sentence = 'The tower is not 330 metres high and it rose by 14 % in 2024.'
const thousand = `${sentence} `.repeat(17).slice(0, 1000).trim()
const parts = (part: string, last = part) => [...Array<string>(50).fill(part), last].join(' … ')
const ones = Array.from({ length: 500 }, () => 'x').join(' ')

/** Returns how many tokens of a page are read while a quote is searched for. */
function readsFor(quote: string, paragraph: string, chars: number): { reads: number; tokens: number } {
  const page = searchedText(`zeta\n\n${`${paragraph}\n\n`.repeat(Math.ceil(chars / paragraph.length))}`)
  let reads = 0
  const ids = new Proxy(page.index.ids, {
    get(target, name) {
      reads++
      if (name !== 'indexOf') return Reflect.get(target, name)
      return (id: number, from = 0) => {
        const at = target.indexOf(id, from)
        reads += (at < 0 ? target.length : at) - from
        return at
      }
    },
  })
  const counted = { ...page, index: { ...page.index, ids } }
  if (!findQuote(quote, counted)) nearestPassage(quote, counted)
  return { reads, tokens: page.index.ids.length }
}

describe('on a page that repeats the quote', () => {
  it.each([
    ['the quote', thousand, thousand],
    ['the quote with another number', thousand.replace('14', '41'), thousand],
    ['50 omissions', parts('rose by 14 %'), thousand],
    ['50 omissions of which the last goes too far', parts('rose by 14 %', 'zeta'), thousand],
    ['50 omissions of one word', parts('x x x x'), ones],
    ['one word, and another one at its end', `${'x '.repeat(400)}zeta`, ones],
    ['a list', '1. a '.repeat(199), '1. a\n'.repeat(200)],
  ])('the tokens that are read grow with the page at most: %s', (_, quote, paragraph) => {
    const once = readsFor(quote, paragraph, 200_000)
    const twice = readsFor(quote, paragraph, 400_000)
    expect(twice.reads).toBeLessThan(2.3 * once.reads)
    expect(once.reads).toBeLessThan(40 * once.tokens)
  })
})
