/** Copies text as people do: from Chromium's selection, and from the pages of PDFs with `pdftotext`. */

import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright'
import type { Copied } from './unseen-quotes.ts'

/** Runs in the browser: the text of visible elements as a selection copies it. */
const copyAll = `(() => {
  const copied = []
  const kinds = { P: 'paragraph', BLOCKQUOTE: 'paragraph', LI: 'item', UL: 'list', OL: 'list', TR: 'row', DD: 'item' }
  for (const element of document.body.querySelectorAll('p, blockquote, li, ul, ol, tr, dd, h1, h2, h3, h4, pre')) {
    if (element.closest('nav, header, footer, aside, [aria-hidden], [hidden]') || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    getSelection().selectAllChildren(element)
    const text = getSelection().toString().trim()
    if (text.length < 20 || text.length > 900) continue
    const kind = kinds[element.localName.toUpperCase()] ?? (element.localName === 'pre' ? 'code' : 'heading')
    copied.push({ kind: kind === 'paragraph' && element.querySelector('sup a') ? 'paragraph with notes' : kind, text })
  }
  return copied
})()`

export const copyPage = (page: Page): Promise<Copied[]> => page.evaluate<Copied[]>(copyAll)

/** Paragraphs of prose on each page, with their line ends. `pdftotext` reads tables in another order. */
export function copyPdf(file: string): Copied[] {
  const pages = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\f')
  return pages.flatMap((text, n) =>
    text
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .filter(
        (part) =>
          part.length <= 900 &&
          part
            .split('\n')
            .slice(0, -1)
            .every((line) => line.length > 40),
      )
      .filter((part) => part.split(/\s+/).length >= 9 && /\p{Ll}{3}/u.test(part))
      .map((part) => ({ kind: 'paragraph of a PDF', text: part, page: n + 1 })),
  )
}
