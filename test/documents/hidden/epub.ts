/** Five ways to hide a sentence in an EPUB, and EPUBs in which it only looks hidden. */

import { type EpubParts, epubBook } from '../epub/epub-book.ts'
import { casesOf, type HiddenTextCase } from './hidden-case.ts'

const { hidden, visible } = casesOf('epub')

const xhtml = (head: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Travel</title>${head}</head><body>${body}</body></html>`

/** A book with one chapter. `head` and `content` are the children of its head and body. */
const book = (head: string, content: string, parts: EpubParts = {}) =>
  epubBook([''], {
    ...parts,
    files: { 'OEBPS/text/c1.xhtml': xhtml(head, content), ...parts.files },
  })

const sheet = (rules: string) => `<style type="text/css">${rules}</style>`

/** A book with notes as its second chapter, outside the linear reading order. */
function withNotes(chapter: string, content: string): Uint8Array {
  const opf =
    '<?xml version="1.0" encoding="UTF-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">travel</dc:identifier><dc:title>Travel</dc:title><dc:language>en</dc:language></metadata>' +
    '<manifest><item id="c1" href="text/c1.xhtml" media-type="application/xhtml+xml"/><item id="notes" href="text/notes.xhtml" media-type="application/xhtml+xml"/></manifest>' +
    '<spine><itemref idref="c1"/><itemref idref="notes" linear="no"/></spine></package>'
  return book('', chapter, {
    files: { 'OEBPS/book.opf': opf, 'OEBPS/text/notes.xhtml': xhtml('', content) },
  })
}

export const epubCases: readonly HiddenTextCase[] = [
  hidden('display:none in a style attribute', (plain, other) =>
    book('', `<p>${plain}</p><p style="display:none">${other}</p>`),
  ),
  hidden('moved off the screen by a style sheet in the head', (plain, other) =>
    book(sheet('.note { position: absolute; left: -9999px }'), `<p>${plain}</p><p class="note">${other}</p>`),
  ),
  hidden('display:none in a linked style sheet', (plain, other) =>
    book(
      '<link rel="stylesheet" type="text/css" href="../css/book.css"/>',
      `<p>${plain}</p><div class="note"><p>${other}</p></div>`,
      {
        manifest: '<item id="css" href="css/book.css" media-type="text/css"/>',
        files: { 'OEBPS/css/book.css': 'p { margin: 0 }\n.note { display: none }\n' },
      },
    ),
  ),
  hidden('the hidden attribute', (plain, other) => book('', `<p>${plain}</p><p hidden="hidden">${other}</p>`)),
  hidden('a non-linear chapter that nothing links to', (plain, other) =>
    withNotes(`<p>${plain}</p>`, `<p>${other}</p>`),
  ),
  visible('a style attribute that overrides display:none', (plain, other) =>
    book(sheet('.note { display: none }'), `<p>${plain}</p><p class="note" style="display:block">${other}</p>`),
  ),
  visible('text that only print styles hide', (plain, other) =>
    book(sheet('@media print { .note { display: none } }'), `<p>${plain}</p><p class="note">${other}</p>`),
  ),
  visible('a note in a non-linear chapter that the text links to', (plain, other) =>
    withNotes(
      `<p>${plain}<a epub:type="noteref" href="notes.xhtml#n1">1</a></p>`,
      `<aside epub:type="footnote" id="n1"><p>${other}</p></aside>`,
    ),
  ),
  visible('white text on a dark body', (plain, other) =>
    book(
      sheet('body { background: #203040; color: #eee } .note { color: #fff }'),
      `<p>${plain}</p><p class="note">${other}</p>`,
    ),
  ),
]
