/** Reads the text of inline elements: links, code, note references, and text that reads differently from what is drawn. */

import type { Run } from '../page/run.ts'
import { isContent, kindOf, type StructureElement } from '../page/structure-tree.ts'
import { noteSign } from '../text/notes.ts'
import type { HeldText, Piece } from './held-text.ts'

export interface InlineContext {
  text: HeldText
  /** URLs of link annotations, by annotation id. */
  hrefs: ReadonlyMap<string, string>
}

export function inlineText(element: StructureElement, context: InlineContext): Piece[] {
  const pieces = element.children.flatMap((child): Piece[] => {
    if (!isContent(child)) return inlineText(child, context)
    return child.type === 'content' ? context.text.take(child.id) : []
  })
  return readAs(element, pieces, context)
}

function readAs(element: StructureElement, pieces: Piece[], { hrefs }: InlineContext): Piece[] {
  const { role, actualText } = element
  if (role === 'Code') return changed(pieces, (run) => ({ ...run, font: { ...run.font, isMonospaced: true } }))
  if (role === 'Link') {
    const href = hrefOf(element, hrefs)
    return href === null ? pieces : changed(pieces, (run) => (run.href === null ? { ...run, href } : run))
  }
  // Typst tags a note reference as a label with a link.
  if (
    role === 'Reference' ||
    (role === 'Lbl' && element.children.some((child) => !isContent(child) && child.role === 'Link'))
  )
    return changed(pieces, (run) => (noteSign.test(run.text.trim()) ? { ...run, shift: 1 } : run))
  if (kindOf(element) === 'formula') return changed(pieces, (run) => ({ ...run, isFormula: true }))
  const isText = kindOf(element) === 'inline' && actualText !== undefined && isAsLong(actualText, pieces)
  return isText ? replaced(pieces, actualText) : pieces
}

export const changed = (pieces: readonly Piece[], change: (run: Run, at: number) => Run): Piece[] =>
  pieces.map(({ run, direction }, at) => ({ run: change(run, at), direction }))

function hrefOf(element: StructureElement, hrefs: ReadonlyMap<string, string>): string | null {
  for (const child of element.children) {
    if (!isContent(child)) continue
    const href = hrefs.get(child.id)
    if (href !== undefined) return href
  }
  return null
}

/** True if the actual text is about as long as the drawn text. Otherwise, it may be a note about that text rather than the text itself. */
function isAsLong(actualText: string, pieces: readonly Piece[]): boolean {
  const drawn = pieces
    .map(({ run }) => run.text)
    .join('')
    .trim().length
  const stated = actualText.trim().length
  return stated > 0 && stated * 2 >= drawn && stated <= drawn * 4 + 20
}

function replaced(pieces: readonly Piece[], actualText: string): Piece[] {
  const [first] = pieces
  if (!first) return []
  const { run, direction } = first
  const inLine = pieces.filter((piece) => Math.abs(piece.run.baseline - run.baseline) < run.size * 0.5)
  const right = Math.max(...inLine.map((piece) => piece.run.right))
  const [start, end] = [run.text.startsWith(' ') ? ' ' : '', pieces.at(-1)?.run.text.endsWith(' ') ? ' ' : '']
  return [{ run: { ...run, text: start + actualText.replace(/\s+/g, ' ').trim() + end, right }, direction }]
}
