import { describe, expect, it } from 'vitest'
import { formatDocument } from '../format-document.ts'
import { expectHidden, expectVisible, secret, seen } from '../hidden-text.ts'
import { type EpubParts, epubBook, xhtml } from './epub-book.ts'

const p = (style: string) => `<p style="${style}">${secret}</p>`
const withSheet = (css: string): EpubParts => ({
  files: {
    'OEBPS/text/c1.xhtml': xhtml(`<p>${seen}</p><p class="x">${secret}</p>`).replace(
      '<script/>',
      '<link rel="stylesheet" type="text/css" href="../styles/book.css"/>',
    ),
    'OEBPS/styles/book.css': css,
  },
})
const inHead = (css: string): EpubParts => ({
  files: {
    'OEBPS/text/c1.xhtml': xhtml(`<p>${seen}</p><p class="x">${secret}</p>`).replace(
      '<script/>',
      `<style>${css}</style>`,
    ),
  },
})
const aside = (more: EpubParts = {}): EpubParts => ({
  manifest: '<item id="x" href="text/x.xhtml" media-type="application/xhtml+xml"/>',
  spine: '<itemref idref="x" linear="no"/>',
  ...more,
  files: { 'OEBPS/text/x.xhtml': xhtml(`<p>${secret}</p>`), ...more.files },
})

const hidden: Readonly<Record<string, readonly [body: string, parts?: EpubParts]>> = {
  'display: none': [p('display:none')],
  'visibility: hidden': [p('visibility:hidden')],
  'opacity: 0': [p('opacity:0')],
  'white on white': [p('color:#fefefe')],
  'the colour of a background': [p('color:#123;background:#123')],
  'a point': [p('font-size:1px')],
  'off the page': [p('position:absolute;left:-9999px')],
  'an indent off the page': [p('text-indent:-9999px')],
  'the hidden attribute': [`<p hidden="hidden">${secret}</p>`],
  'a style sheet in the chapter': ['', inHead('.x { display: none }')],
  'a style sheet of the book': ['', withSheet('.x { color: white }')],
  'a chapter outside the linear reading order': ['', aside()],
  'a note without a reference': [`<aside epub:type="footnote" hidden="hidden">${secret}</aside>`],
  'a hidden body': [
    '',
    { files: { 'OEBPS/text/c2.xhtml': xhtml(secret).replace('<body', '<body style="display:none"') } },
  ],
}

const visible: Readonly<Record<string, readonly [body: string, parts?: EpubParts]>> = {
  'white on a dark background': [p('color:white;background:#123')],
  'light grey': [p('color:#ccc')],
  'a style sheet for another reading system': ['', withSheet('@media amzn-mobi { .x { display: none } }')],
  'a style sheet for paper': ['', withSheet('@media print { .x { display: none } }')],
  'a chapter that a link leads to': [`<a href="x.xhtml">More</a>`, aside()],
  'a chapter in the table of contents': [
    '',
    aside({
      manifest:
        '<item id="x" href="text/x.xhtml" media-type="application/xhtml+xml"/>' +
        '<item id="toc" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
      files: { 'OEBPS/nav.xhtml': xhtml('<nav epub:type="toc"><ol><li><a href="text/x.xhtml">X</a></li></ol></nav>') },
    }),
  ],
  'a hidden note with a reference': [
    `<p>A<a epub:type="noteref" href="#n">1</a></p><aside epub:type="footnote" id="n" style="display:none"><p>${secret}</p></aside>`,
  ],
}

describe('hidden text in an EPUB', () => {
  it.each(Object.entries(hidden))('is dropped: %s', async (_, [body, parts]) => {
    await expectHidden('epub', epubBook([`<p>${seen}</p>${body}`, '<p>More</p>'], parts))
  })

  it.each(Object.entries(visible))('does not include visible text: %s', async (_, [body, parts]) => {
    await expectVisible('epub', epubBook([`<p>${seen}</p>${body}`], parts))
  })

  it('leaves no references in a hidden chapter', async () => {
    const { content } = await formatDocument('epub', epubBook([`<p>${seen}</p>`], aside()))
    expect(content).toBe(seen)
  })
})
