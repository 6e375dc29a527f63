import type { Element } from 'domhandler'
import { expect, it } from 'vitest'
import { collectEmails } from '../../../src/format/emails/emails.ts'
import { formatCleanHtml } from '../../../src/format/html/clean-html.ts'
import { outerHtml } from '../../../src/format/html/serialise.ts'
import { collectLinks } from '../../../src/format/links/links.ts'
import { findMainContent } from '../../../src/format/main-content/main-content.ts'
import { formatMarkdown } from '../../../src/format/markdown/markdown.ts'
import { PageElements } from '../../../src/html/page-elements.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { selectAll } from '../../../src/html/select/select.ts'
import { viewDocument } from '../../../src/html/visibility/page-view.ts'
import { policies } from '../../../src/html/visibility/policies.ts'

const text = '<p>Text that everybody can read, and enough of it.</p>'.repeat(10)
const page = `<title>T</title><!-- comment --><body>${text}
<div hidden id="S:1">streamed</div><script>$RC("B:1","S:1")</script>
<template>inert</template>
<button aria-expanded="false" aria-controls="p">Open</button><div id="p" style="display:none" title="tip">panel</div>
<div style="opacity:0"><h2>Faded</h2>in</div><p style="font-size:1px">tiny</p><p class="sr-only">label</p>
<p><a href="/x" title="tip">link</a> joe@<span style="display:none">not</span>x.org</p><dialog>closed</dialog></body>`

const documentOf = (html: string) => parseDocument(html, 'https://example.com/')
const readers = Object.keys(policies) as (keyof typeof policies)[]

/** Returns which words of the page's hidden parts a reader receives. */
function wordsFor(reader: keyof typeof policies): string[] {
  const document = documentOf(page)
  const html = outerHtml(document.root, viewDocument(document, reader))
  const words = ['comment', 'streamed', 'inert', 'panel', 'Faded', 'tiny', 'label', 'not', 'closed', 'tip']
  return words.filter((word) => new RegExp(`[> "]${word}[ "<]`).test(html))
}

it.each<[keyof typeof policies, string[]]>([
  ['everything', ['comment', 'streamed', 'panel', 'Faded', 'tiny', 'label', 'not', 'closed', 'tip']],
  ['markdown', ['comment', 'streamed', 'panel', 'Faded', 'tip']],
  ['cleanHtml', ['comment', 'streamed', 'panel', 'Faded', 'label', 'tip']],
  ['links', ['comment', 'streamed', 'panel', 'Faded', 'tiny', 'label', 'not', 'closed', 'tip']],
  ['emails', ['comment', 'streamed', 'panel', 'Faded', 'tiny', 'label', 'closed', 'tip']],
  ['model', ['streamed', 'panel', 'Faded']],
  ['renderedModel', ['streamed', 'panel', 'Faded']],
  ['judgedModel', ['streamed', 'panel', 'Faded', 'tiny', 'label', 'not', 'closed']],
])('%s keeps these hidden parts: %j', (reader, words) => {
  expect(wordsFor(reader)).toEqual(words)
})

it('readers do not change the tree', () => {
  const document = documentOf(page)
  const before = outerHtml(document.root)
  for (const reader of readers) {
    const view = viewDocument(document, reader)
    view.hiddenLength(document)
    formatMarkdown(document, [document.root], { view })
    formatCleanHtml(document, document.root, view)
    outerHtml(document.root, view)
    collectLinks(document, [document.root], view)
    collectEmails(document, [document.root], view)
    findMainContent(document, view)
  }
  expect(outerHtml(document.root)).toBe(before)
})

it('an id with spaces is not taken for an id and an attribute', () => {
  const sheet = '<style>[x]{display:none} div .k{display:none}</style>'
  const document = documentOf(`${sheet}<p class="k" id="a x">shown</p><p class="k" id="a" x>hidden</p>`)
  const view = viewDocument(document, 'markdown')
  expect(selectAll(document, 'p').map((element) => view.leavesOut(element))).toEqual([false, true])
})

it('a label for screen readers is kept as text if it has at least 80 characters', () => {
  const document = documentOf(`<p class="sr-only">${'a'.repeat(79)}</p><p class="sr-only">${'a'.repeat(80)}</p>`)
  const view = viewDocument(document, 'markdown')
  expect(selectAll(document, 'p').map((element) => view.leavesOut(element))).toEqual([true, false])
})

it('a page counts as hiding nearly all of its text from nine tenths up', () => {
  const hiding = (chars: number) =>
    viewDocument(
      documentOf(`<script src="a.js"></script><p>${'a'.repeat(20)}</p><p hidden>${'b'.repeat(chars)}</p>`),
      'markdown',
    ).keepsHidden
  expect([hiding(50), hiding(199), hiding(201)]).toEqual([false, false, true])
})

it('a document is analyzed once for all readers', () => {
  const document = documentOf(page)
  const view = viewDocument(document, 'markdown')
  const panel = selectAll(document, '#p')[0] as Element
  expect(view.leavesOut(panel)).toBe(false)
  for (const button of selectAll(document, 'button')) Object.assign(button, { name: 'p', attribs: {} })
  expect(view.by('model').leavesOut(panel)).toBe(false)
  const changed = { ...document, elements: new PageElements(document.root) }
  expect(viewDocument(changed, 'model').leavesOut(panel)).toBe(true)
})

it('main content is found in parts that style sheets hide', () => {
  const hidden = '<style>.menu{display:none}</style><p class="menu">Home</p><p>Text</p><p hidden>Note</p>'
  const document = documentOf(hidden)
  const view = viewDocument(document, 'markdown')
  const left = (of: typeof view) => selectAll(document, 'p').filter((element) => of.leavesOut(element)).length
  expect([left(view), left(view.forMainContent)]).toEqual([2, 1])
})
