import { expect, it } from 'vitest'
import { evenOut } from '../../../src/format/main-content/main-content.ts'
import type { PageKind } from '../../../src/format/main-content/page-kind.ts'
import { compose } from './compose.ts'

function evened(html: string, chances: number[], kind: PageKind): number[] {
  const all = Float64Array.from(chances)
  evenOut(compose(html), all, kind)
  return Array.from(all, (chance) => Number(chance.toFixed(2)))
}

it('three posts of a thread that look alike move toward their mean', () => {
  const posts = '<div class="post">one two</div>'.repeat(3)
  expect(evened(posts, [0.9, 0.9, 0.3], 'forum')).toEqual([0.84, 0.84, 0.54])
  expect(evened(posts, [0.9, 0.9, 0.3], 'article')).toEqual([0.9, 0.9, 0.3])
})

it('two blocks that look alike, and blocks of different classes, keep their chances', () => {
  const page = '<div class="post">one</div><div class="post">two</div><p>three</p>'
  expect(evened(page, [0.9, 0.3, 0.1], 'forum')).toEqual([0.9, 0.3, 0.1])
})

it('certain chances stay finite', () => {
  expect(evened('<p>one</p><p>two</p><p>three</p>', [0, 1, 0.5], 'forum')).toEqual([0, 1, 0.5])
})
