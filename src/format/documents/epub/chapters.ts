/** The chapters of an EPUB as trees. */

import type { AnyNode, Element } from 'domhandler'
import { parseDocument } from '../../../document/parse/parse.ts'
import { isElement } from '../../../document/traverse.ts'
import type { Archive } from '../archive/archive.ts'
import { tooLargeToRead } from '../converted/refusals.ts'

export interface Chapter {
  path: string
  body: Element
}

const maxChars = 48 * 1024 * 1024

/** Those that have a body. Throws invalid_response for a book that is too long, or a chapter that is too complex. */
export function readChapters(archive: Archive, paths: readonly string[]): Chapter[] {
  const chapters: Chapter[] = []
  let chars = 0
  for (const path of paths) {
    const source = archive.readText(path)
    if (source === null) continue
    chars += source.length
    if (chars > maxChars) throw tooLargeToRead(`its chapters have more than ${maxChars} characters`)
    // Without a document around them, addresses stay as they are written.
    const { root } = parseDocument(source, 'epub:/', { noscript: true, isXml: true })
    const body = bodyOf(root.children)
    if (body) chapters.push({ path, body })
  }
  return chapters
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
