import { describe, expect, it } from 'vitest'
import { purposes } from '../../../src/document/class-names.ts'
import { levelsTo, levelsToTag } from '../../../src/format/main-content/sections.ts'
import { blockWith, compose } from './compose.ts'

describe('sections', () => {
  it('hold the blocks from the first up to the last', () => {
    const { sections } = compose('<div><p>a</p><p>b</p></div><p>c</p>')
    expect(sections.map(({ element, first, last }) => [element.name, first, last])).toEqual([
      ['body', 0, 3],
      ['div', 0, 2],
      ['p', 0, 1],
      ['p', 1, 2],
      ['p', 2, 3],
    ])
  })

  it('know how many levels up an element of a purpose or a tag is', () => {
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

  it('form groups of siblings with one tag and one class, whatever digits the class has', () => {
    const page = compose(
      '<div class="card-1">aa</div><div class="card-2"><a href="/x">bb</a></div><div>c</div><p>d</p>',
    )
    const { group, indexInGroup } = blockWith(page, 'bb').section
    expect(group).toMatchObject({ chars: 4, linked: 2 })
    expect([group.members.length, indexInGroup]).toEqual([2, 1])
    expect(blockWith(page, 'c').section.group.members).toHaveLength(1)
  })

  it('share a path where they and two sections around them have one shape', () => {
    const page = compose('<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul><p>c</p>')
    expect(blockWith(page, 'a').section.path).toBe(blockWith(page, 'b').section.path)
    expect(blockWith(page, 'a').section.path).not.toBe(blockWith(page, 'c').section.path)
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
