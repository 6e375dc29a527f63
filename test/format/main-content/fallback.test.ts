import { describe, expect, it } from 'vitest'
import { dropApart, isSetApart, keepEnough } from '../../../src/format/main-content/corrections.ts'
import { blockWith, compose } from './compose.ts'

const text = (chars: number) => 'ten chars '.repeat(chars / 10)

/** Returns the result for blocks with these chances, when the choice keeps those above one half. */
function keptOf(html: string, chances: number[], expected = 0.9) {
  const page = compose(html)
  const kept = chances.map((chance) => chance > 0.5)
  return keepEnough(page, Float64Array.from(chances), { kept, expected })
}

describe('the fallback', () => {
  it('keeps the choice if it has enough content', () => {
    const { kept, level, confidence } = keptOf(`<p>${text(300)}</p><p>${text(300)}</p>`, [0.9, 0.1])
    expect([kept, level, confidence]).toEqual([[true, false], 'strict', 0.9])
  })

  it('keeps a small share of the page only if its expected F1 is at least 0.4', () => {
    const html = `<p>${text(200)}</p><p>${text(8000)}</p>`
    expect(keptOf(html, [0.9, 0.1], 0.41)).toEqual({ kept: [true, false], level: 'strict', confidence: 0.41 })
    expect(keptOf(html, [0.9, 0.1], 0.39).level).toBe('tags')
  })

  it('is less confident in a choice that the HTML marks as separate', () => {
    expect(keptOf(`<nav>${text(300)}</nav><p>${text(300)}</p>`, [0.9, 0.1]).confidence).toBe(0.4)
  })

  it('keeps blocks with a small chance if the choice keeps too little', () => {
    const { kept, level, confidence } = keptOf(`<p>${text(300)}</p><p>${text(300)}</p><p>x</p>`, [0.2, 0.1, 0.9])
    expect([kept, level, confidence]).toEqual([[true, false, true], 'loose', 0.6])
  })

  it('keeps everything on a short page except parts that the HTML marks as separate', () => {
    const { kept, level } = keptOf('<p>Sign in</p><footer>Imprint</footer>', [0.1, 0.1])
    expect([kept, level]).toEqual([[true, false], 'tags'])
  })

  it('keeps everything if nothing else is left', () => {
    const { kept, level, confidence } = keptOf(`<nav>${text(300)}</nav>`, [0.1])
    expect([kept, level, confidence]).toEqual([[true], 'nothing', 0.3])
  })

  it('counts a Han character as three letters', () => {
    const signs = '駅前の広場'.repeat(8)
    expect(keptOf(`<p>${signs}</p><p>${text(300)}</p>`, [0.9, 0.1]).level).toBe('strict')
    expect(keptOf(`<p>${'x'.repeat(40)}</p><p>${text(300)}</p>`, [0.9, 0.1]).level).not.toBe('strict')
  })
})

it('parts that the HTML marks as separate need a high chance, unless they are nearly all of the choice', () => {
  const of = (html: string, chances: number[]) => {
    const kept = chances.map((chance) => chance > 0.2)
    return dropApart(compose(html), Float64Array.from(chances), { kept, expected: 0.9 }).kept
  }
  const html = `<nav>${text(200)}</nav><aside>${text(200)}</aside><p>${text(100)}</p>`
  expect(of(html, [0.4, 0.6, 0.3])).toEqual([false, true, true])
  expect(of(`<nav>${text(200)}</nav><p>${text(50)}</p>`, [0.4, 0.3])).toEqual([true, true])
})

it.each([
  ['<nav>x</nav>', true],
  ['<div role="complementary">x</div>', true],
  ['<header>x</header>', true],
  ['<article><header>x</header></article>', false],
  ['<aside><article>x</article></aside>', false],
  ['<div>x</div>', false],
])('in %s the text is marked as separate: %s', (html, isApart) => {
  expect(isSetApart(blockWith(compose(html), 'x').section)).toBe(isApart)
})
