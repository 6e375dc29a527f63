/** The chapters of an EPUB as trees. */

import { type AnyNode, type Element, Text } from 'domhandler'
import type { Document } from '../../html/document.ts'
import { parseDocument } from '../../html/parse/parse.ts'
import { isElement, isText } from '../../html/traverse.ts'
import { type PageView, viewDocument } from '../../html/visibility/page-view.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { tooLargeToRead } from '../converted/refusals.ts'
import type { Archive } from '../office/archive/archive.ts'
import { resolvePlace } from './paths.ts'

export interface Chapter {
  path: string
  body: Element
  /** The parts hidden by the chapter's own styles and the book's style sheets. */
  view: PageView
  linked: readonly string[]
}

const maxChars = 48 * 1024 * 1024

/** Returns the chapters that can be read; the meter reports the others. Throws invalid_response for a book that is too long. */
export function readChapters(archive: Archive, paths: readonly string[], meter: DocumentMeter): Chapter[] {
  const chapters: Chapter[] = []
  const sheets = new Map<string, string>()
  let chars = 0
  for (const path of paths) {
    const source = archive.statedText(path)
    if (source === null) continue
    chars += source.length
    if (chars > maxChars) throw tooLargeToRead(`its chapters together have more than ${maxChars} characters`)
    const chapter = meter.part(path, () => {
      // URLs remain as written, because `epub:/` isn't a real base URL.
      const document = parseDocument(source, 'epub:/', { noscript: true, isXml: true })
      const body = bodyOf(document.root.children)
      if (!body) return null
      // The text of drawings is usually left out, but a whole page may be a drawing.
      if (body.children.every((one) => (isElement(one) ? one.name === 'svg' : !isText(one) || !one.data.trim())))
        for (const one of document.elements.all) one.name = { svg: 'div', text: 'p' }[one.name] ?? one.name
      insertSheets(document, path, archive, sheets)
      const links = document.elements.named('a').flatMap(({ attribs: { href } }) => href ?? [])
      const linked = links.map((href) => resolvePlace(href, path).path)
      return { path, body, view: viewDocument(document, 'book'), linked }
    })
    if (chapter) chapters.push(chapter)
  }
  return chapters
}

const maxSheets = 500
const maxSheetChars = 1_000_000

/** Inlines the style sheets that a chapter links to. `known`: the book's style sheets, keyed by path. */
function insertSheets({ elements }: Document, path: string, archive: Archive, known: Map<string, string>): void {
  for (const element of elements.all) {
    const { rel = '', href = '' } = element.attribs
    if (element.name !== 'link' || !/^\s*stylesheet\s*$/i.test(rel)) continue
    const place = resolvePlace(href, path).path
    if (known.size > maxSheets && !known.has(place)) continue
    const css = known.get(place) ?? archive.readText(place)?.slice(0, maxSheetChars) ?? ''
    known.set(place, css)
    element.name = 'style'
    const text = new Text(css)
    text.parent = element
    element.children = [text]
  }
}

function bodyOf(nodes: readonly AnyNode[]): Element | null {
  for (const node of nodes) {
    if (!isElement(node)) continue
    if (node.name === 'body') return node
    const found = node.name === 'html' ? bodyOf(node.children) : null
    if (found) return found
  }
  return null
}
