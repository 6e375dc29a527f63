import type { Element } from 'domhandler'
import { describe, expect, it } from 'vitest'
import { findFootnotes, isBackName } from '../../../../src/format/markdown/survey/footnotes.ts'
import { findAnchors } from '../../../../src/format/markdown/survey/page-anchors.ts'
import { parseDocument } from '../../../../src/html/parse/parse.ts'
import { textOf } from '../../../../src/html/traverse.ts'

const footnotesOf = (html: string) => findFootnotes(findAnchors(parseDocument(html, 'https://example.com/page')))
const texts = (map: ReadonlyMap<Element, string>) => [...map].map(([element, label]) => [textOf(element), label])

describe('footnotes', () => {
  it('consist of a numbered link and the element it names', () => {
    const { marks, notes, lists } = footnotesOf(
      '<p>a<sup><a href="#fn1">[1]</a></sup></p><ol><li id="fn1">Note. <a href="#fnref1">↩</a></li></ol>',
    )
    expect(texts(marks)).toEqual([['[1]', '1']])
    expect(texts(notes)).toEqual([['Note. ↩', '1']])
    expect(lists.size).toBe(1)
  })

  it('may use a symbol as the mark if the link is superscript or declares itself a mark', () => {
    expect(texts(footnotesOf('a<sup><a href="#fn1">*</a></sup><p id="fn1">Note').marks)).toEqual([['*', '*']])
    expect(texts(footnotesOf('a<a role="doc-noteref" href="#x">b</a><p id="x">Note').marks)).toEqual([['b', 'b']])
    expect(footnotesOf('a<a href="#fn1">b</a><p id="fn1">Note').marks.size).toBe(0)
  })

  it.each([
    ['a link to another page', '<a href="/other#fn1">1</a><p id="fn1">Note'],
    ['a link to a section', '<a href="#section-1">1</a><p id="section-1">Text'],
    ['a link back', '<a id="fnref1" href="#fnref1">1</a>'],
    ['a link inside its own note', '<p id="fn1"><a href="#fn1">1</a> Note'],
    ['a link to nothing', '<a href="#fn1">1</a>'],
  ])('are not %s', (_, html) => {
    expect(footnotesOf(html).notes.size).toBe(0)
  })

  it('have one note per label', () => {
    const html = '<a href="#fn1">1</a><a href="#fn2">1</a><p id="fn1">One<p id="fn2">Two'
    expect(texts(footnotesOf(html).notes)).toEqual([['One', '1']])
  })

  it('include the text after a heading that only introduces them', () => {
    const { notes, labels } = footnotesOf('<a href="#fn1">1</a><h4 id="fn1">1</h4><div>Note</div>')
    expect(texts(notes)).toEqual([['Note', '1']])
    expect([...labels].map(textOf)).toEqual(['1'])
  })

  it("are found through Word's backlinks", () => {
    const html = '<a href="#_ftn1" name="_ftnref1">[1]</a><p><a href="#_ftnref1">[1]</a> Note'
    expect(texts(footnotesOf(html).notes)).toEqual([['[1] Note', '1']])
  })
})

it('ids of marks are distinguished from ids of notes', () => {
  expect(['fnref1', 'cite_ref-2', 'footnote-ref-3', 'back'].every(isBackName)).toBe(true)
  expect(['fn1', 'cite_note-2', 'ref-3', 'note'].some(isBackName)).toBe(false)
})
