import { describe, expect, it } from 'vitest'
import { levelsTo, levelsToTag } from '../../../src/format/main-content/sections.ts'
import { purposes } from '../../../src/html/class-names.ts'
import { blockWith, compose } from './compose.ts'

describe('sections', () => {
  it('contain the blocks from the first to the last', () => {
    const { sections } = compose('<div><p>a</p><p>b</p></div><p>c</p>')
    expect(sections.map(({ element, first, last }) => [element.name, first, last])).toEqual([
      ['body', 0, 3],
      ['div', 0, 2],
      ['p', 0, 1],
      ['p', 1, 2],
      ['p', 2, 3],
    ])
  })

  it('know how many levels up an element with a given purpose or tag is', () => {
    const { section } = blockWith(compose('<article class="post-content"><div><p>a</p></div></article>'), 'a')
    expect(levelsTo(section, purposes.indexOf('content'))).toBe(2)
    expect(levelsTo(section, purposes.indexOf('footer'))).toBe(255)
    expect(levelsToTag(section, 'article')).toBe(2)
    expect(levelsToTag(section, 'main')).toBe(255)
  })

  it('know the purposes of inline elements between two of them', () => {
    const { section } = blockWith(compose('<div><span class="sidebar"><p>a</p></span></div>'), 'a')
    expect(levelsTo(section, purposes.indexOf('sidebar'))).toBe(0)
  })

  it('form groups of siblings with the same tag and class, ignoring digits in the class', () => {
    const page = compose(
      '<div class="card-1">aa</div><div class="card-2"><a href="/x">bb</a></div><div>c</div><p>d</p>',
    )
    const { group, indexInGroup } = blockWith(page, 'bb').section
    expect(group).toMatchObject({ chars: 4, linked: 2 })
    expect([group.count, indexInGroup]).toEqual([2, 1])
    expect(blockWith(page, 'c').section.group.count).toBe(1)
  })

  it('have wider sections around them, which contain more blocks', () => {
    const { section } = blockWith(compose('<article><div><div><p>a</p></div></div><p>b</p></article><p>c</p>'), 'a')
    expect(section.element.name).toBe('p')
    expect(section.wider?.element.name).toBe('article')
    expect(section.wider?.wider?.element.name).toBe('body')
    expect(section.wider?.wider?.wider).toBeNull()
  })

  it('are not counted as inside a form that contains the whole page', () => {
    const isInForm = (html: string) => levelsToTag(blockWith(compose(html), 'a').section, 'form') < 255
    expect(isInForm('<form id="form1"><div><nav>b</nav><p>a</p></div></form>')).toBe(false)
    expect(isInForm('<form><label>a</label></form>')).toBe(true)
  })

  it('are in the group of their shape even with other sections in between', () => {
    const page = compose('<p>a</p><h2>b</h2><p>c</p><h2>d</h2><div>e</div><p>f</p>')
    const groupOf = (text: string) => blockWith(page, text).section.group
    expect([groupOf('a').count, groupOf('b').count, groupOf('e').count]).toEqual([3, 2, 1])
    expect(groupOf('f')).toBe(groupOf('a'))
    expect(groupOf('d')).toBe(groupOf('b'))
  })

  it('share a path if their own shape and those of the two sections around them match', () => {
    const page = compose('<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul><p>c</p>')
    expect(blockWith(page, 'a').section.group.path).toBe(blockWith(page, 'b').section.group.path)
    expect(blockWith(page, 'a').section.group.path).not.toBe(blockWith(page, 'c').section.group.path)
  })

  it('count images and controls at any depth', () => {
    const { sections } = compose('<div><p><img><input>a</p></div>')
    expect(sections.map(({ images, controls }) => [images, controls])).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ])
  })
})
