import { isTag, isText } from 'domhandler'
import { describe, expect, it } from 'vitest'
import { findRemoval } from '../../../src/format/main-content/removal.ts'
import { compose } from './compose.ts'

/** Returns the root and the removed nodes when the blocks with an x are kept. */
function removalOf(html: string): { root: string; removed: string[] } {
  const page = compose(html)
  const { root, removed } = findRemoval(
    page,
    page.blocks.map(({ text }) => text.includes('x')),
  )
  const nameOf = (node: unknown) =>
    isTag(node as never)
      ? (node as { name: string }).name
      : isText(node as never)
        ? (node as { data: string }).data
        : ''
  return { root: root.name, removed: [...removed].map(nameOf) }
}

describe('the removal', () => {
  it('uses the smallest element around all kept blocks as its root', () => {
    expect(removalOf('<nav>a</nav><main><p>x1</p><p>x2</p></main>')).toEqual({ root: 'main', removed: ['nav'] })
    expect(removalOf('<p>a</p>')).toMatchObject({ root: 'body' })
  })

  it('includes the list or table around parts that are meaningless alone', () => {
    expect(removalOf('<p>a</p><table><tr><td>x</td></tr></table>').root).toBe('table')
    expect(removalOf('<p>a</p><ul><li>x</li></ul>').root).toBe('ul')
  })

  it('removes outermost elements, and single texts in kept elements', () => {
    expect(removalOf('<div><section><p>a</p><p>b</p></section>c<p>x</p></div>').removed).toEqual(['section', 'c'])
  })

  it('keeps images and rules next to kept text, and removes others', () => {
    const html = '<div><p>x1</p><p><img></p><hr><p>x2</p></div><div><p>a</p><p><img></p></div>'
    expect(removalOf(html).removed).toEqual(['div'])
  })

  it('keeps an image a few texts away, and removes one further away', () => {
    const texts = (count: number) => '<p>a</p>'.repeat(count)
    expect(removalOf(`<p>x</p>${texts(5)}<img-box><img></img-box>`).removed).not.toContain('img-box')
    expect(removalOf(`<p>x</p>${texts(6)}<img-box><img></img-box><p>x</p>`).removed).not.toContain('img-box')
    expect(removalOf(`<p>x</p>${texts(6)}<img-box><img></img-box>${texts(6)}<p>x</p>`).removed).toContain('img-box')
  })

  it('keeps the image of a figure among kept text, but not its caption', () => {
    const html = '<article><p>x1</p><figure><img><figcaption>a</figcaption></figure><p>x2</p></article>'
    expect(removalOf(html).removed).toEqual(['a'])
  })
})
