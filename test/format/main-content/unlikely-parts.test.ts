import { describe, expect, it } from 'vitest'
import { dropUnlikely } from '../../../src/format/main-content/corrections.ts'
import { pageKinds } from '../../../src/format/main-content/page-kind.ts'
import { compose } from './compose.ts'

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`
const article = words(200)

/** Returns which blocks stay. A block is chosen if its chance is at least 0.2. */
function staysOf(html: string, chances: number[], kind: (typeof pageKinds)[number] = 'article') {
  const page = compose(html)
  expect(page.blocks).toHaveLength(chances.length)
  const kept = chances.map((chance) => chance >= 0.2)
  const choice = dropUnlikely(page, Float64Array.from(chances), { kept, expected: 0.9 }, kind)
  expect(kept).toEqual(chances.map((chance) => chance >= 0.2))
  return choice.kept
}

describe('on an article', () => {
  const within = (name: string) => `<main>${article}<div class="${name}">${words(9)}${words(9)}</div>${article}</main>`

  it.each(['comments', 'sidebar', 'signup-form'])('a part named %s is dropped if it is much less likely', (name) => {
    expect(staysOf(within(name), [0.9, 0.64, 0.64, 0.9])).toEqual([true, false, false, true])
    expect(staysOf(within(name), [0.9, 0.66, 0.66, 0.9])).toEqual([true, true, true, true])
  })

  it.each(['related', 'author', 'widget', 'note'])('a part named %s stays', (name) => {
    expect(staysOf(within(name), [0.9, 0.3, 0.3, 0.9])).toEqual([true, true, true, true])
  })

  it('the mean of a part decides, without the blocks that were not chosen', () => {
    expect(staysOf(within('comments'), [0.9, 0.9, 0.3, 0.9])).toEqual([true, false, false, true])
    expect(staysOf(within('comments'), [0.9, 0.8, 0.1, 0.9])).toEqual([true, true, false, true])
  })

  it('what follows the text needs no name', () => {
    const html = `<section>${article}${article}</section><div>${words(9)}</div><div>${words(9)}</div>`
    expect(staysOf(html, [0.9, 0.9, 0.6, 0.6])).toEqual([true, true, false, false])
    expect(staysOf(html, [0.9, 0.9, 0.7, 0.7])).toEqual([true, true, true, true])
  })

  it('only comments may be longer than the rest, if that has at least 150 words', () => {
    const below = (name: string, before: number) => `${words(before)}<div class="${name}">${words(300)}</div>`
    expect(staysOf(below('comments', 150), [0.9, 0.5])).toEqual([true, false])
    expect(staysOf(below('comments', 149), [0.9, 0.5])).toEqual([true, true])
    expect(staysOf(below('sidebar', 299), [0.9, 0.5])).toEqual([true, true])
    expect(staysOf(below('sidebar', 300), [0.9, 0.5])).toEqual([true, false])
  })

  it('at least 20 words are left', () => {
    const below = (before: number) => `${words(before)}<div class="sidebar">${words(9)}</div>`
    expect(staysOf(below(19), [0.9, 0.5])).toEqual([true, true])
    expect(staysOf(below(20), [0.9, 0.5])).toEqual([true, false])
  })

  it('nothing happens to a page without text', () => {
    expect(staysOf('<main></main>', [])).toEqual([])
    expect(staysOf(article, [0.1])).toEqual([false])
  })
})

it.each(pageKinds.filter((kind) => kind !== 'article'))('on a page of the kind %s, comments stay', (kind) => {
  expect(staysOf(`${article}<div class="comments">${words(9)}</div>`, [0.9, 0.3], kind)).toEqual([true, true])
})
