import { expect, test } from 'vitest'
import { ObjectFile } from '../../../../src/documents/pdf/objects/object-file.ts'
import { readStructure } from '../../../../src/documents/pdf/objects/read-structure.ts'
import type { PageContent } from '../../../../src/documents/pdf/page/page-content.ts'
import type { StructureElement } from '../../../../src/documents/pdf/page/structure-tree.ts'
import { HeldText } from '../../../../src/documents/pdf/tagged/held-text.ts'
import { readTree } from '../../../../src/documents/pdf/tagged/read-tree.ts'
import { contentIds } from '../../../../src/documents/pdf/tagged/tagging.ts'
import { at, element, paragraph, taggedMarkdown, two } from '../tagged-markdown.ts'
import { type TaggedElement, taggedPdf } from '../tagged-pdf.ts'

/** A paragraph inside this many lists. */
function nested(depth: number, inner: TaggedElement): TaggedElement {
  return depth === 0 ? inner : element('L', element('LI', element('LBody', nested(depth - 1, inner))))
}

test('the first item of nested lists continues on the next page, and is read once at each of 60 levels', async () => {
  const text = element('P', at('The item starts here', 72, 700), at('and ends on the next page.', 72, 80, { page: 1 }))
  const markdown = await taggedMarkdown({ tree: [...two, nested(60, text)] })
  expect(markdown).toContain('The item starts here')
  expect(markdown.match(/and ends on the next page\./g)).toHaveLength(1)
})

test('further items follow the rest of an item that continues on their page', async () => {
  const first = element('LI', element('LBody', at('The first item', 92, 700), at('ends here.', 92, 80, { page: 1 })))
  const second = element('LI', element('LBody', at('The second item', 92, 100, { page: 1 })))
  const markdown = await taggedMarkdown({ tree: [...two, element('L', first, second)] })
  expect(markdown).toMatch(/- The first item[\s\S]*ends here\.\n\n- The second item$/)
})

test('a tree whose elements are read again and again is given up', () => {
  let tree: StructureElement = { role: 'P', children: [{ type: 'content', id: 'a' }] }
  const text = new HeldText(tree, [[]], new Map())
  for (let level = 0; level < 60; level++) tree = { role: 'Div', children: [tree, tree] }
  const context = { text, layOut: () => [], ruled: [] }
  expect(readTree(tree, context)).toBeNull()
})

test('the structure is given up when it takes too much of the time', () => {
  const tree = Array.from({ length: 1000 }, (_, at) => paragraph(`Paragraph ${at}`, 20))
  const file = new ObjectFile(taggedPdf({ tree }))
  expect(readStructure(file, { isHalfOver: false })?.size).toBe(1)
  expect(readStructure(file, { isHalfOver: true })).toBeNull()
})

test('200,000 contents under 200 nested elements are all found', () => {
  const children = Array.from({ length: 200_000 }, (_, at) => ({ type: 'content', id: String(at) }) as const)
  let tree: StructureElement = { role: 'P', children }
  for (let level = 0; level < 200; level++) tree = { role: 'Div', children: [tree] }
  expect(contentIds({ tree } as PageContent).size).toBe(200_000)
})
