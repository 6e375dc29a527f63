/** Reads the text of inline elements: links, code, note references, and text that is drawn differently from how it reads. */

import { kindOf } from '../page/roles.ts'
import type { Run } from '../page/run.ts'
import { isContent, type StructureElement } from '../page/structure-tree.ts'
import type { HeldText, Piece } from './held-text.ts'

export interface InlineContext {
  text: HeldText
  /** URLs of link annotations, by annotation id. */
  hrefs: ReadonlyMap<string, string>
}

const sign = /^(?:\d{1,3}|[*†‡§‖¶]{1,3}|[a-z]|[ivx]{1,5})$/

/** Returns the pieces of an element and its descendants as text to read. */
export function inlineText(element: StructureElement, context: InlineContext): Piece[] {
  const pieces = element.children.flatMap((child): Piece[] => {
    if (!isContent(child)) return inlineText(child, context)
    return child.type === 'content' ? context.text.take(child.id) : []
  })
  return readAs(element, pieces, context)
}

function readAs(element: StructureElement, own: Piece[], { hrefs }: InlineContext): Piece[] {
  const { role, alt, actualText } = element
  let pieces = own
  if (role === 'Code') return changed(pieces, (run) => ({ ...run, font: { ...run.font, isMonospaced: true } }))
  if (role === 'Link') {
    const href = hrefOf(element, hrefs)
    return href === null ? pieces : changed(pieces, (run) => (run.href === null ? { ...run, href } : run))
  }
  if (role === 'Reference') return changed(pieces, (run) => (sign.test(run.text.trim()) ? { ...run, shift: 1 } : run))
  if (kindOf(element) === 'formula') pieces = changed(pieces, (run) => ({ ...run, isFormula: true }))
  const isText = kindOf(element) === 'inline' || kindOf(element) === 'formula'
  if (!isText || pieces.length === 0) return pieces
  if (actualText !== undefined && isAsLong(actualText, pieces)) return replaced(pieces, actualText)
  return alt !== undefined && standsFor(alt, pieces) ? replaced(pieces, alt) : pieces
}

const changed = (pieces: readonly Piece[], change: (run: Run) => Run): Piece[] =>
  pieces.map(({ run, direction }) => ({ run: change(run), direction }))

function hrefOf(element: StructureElement, hrefs: ReadonlyMap<string, string>): string | null {
  for (const child of element.children) {
    if (!isContent(child)) continue
    const href = hrefs.get(child.id)
    if (href !== undefined) return href
  }
  return null
}

/** True if an actual text has about as many letters as the drawn text, and so isn't a remark. */
function isAsLong(actualText: string, pieces: readonly Piece[]): boolean {
  const drawn = textOf(pieces).trim().length
  const stated = actualText.trim().length
  return stated > 0 && stated * 2 >= drawn && stated <= drawn * 4 + 20
}

const textOf = (pieces: readonly Piece[]) => pieces.map(({ run }) => run.text).join('')

/** True if an alternative text can replace what is drawn, because it contains most of the drawn letters, unlike a description. */
function standsFor(alt: string, pieces: readonly Piece[]): boolean {
  const drawn = lettersOf(textOf(pieces))
  const stated = lettersOf(alt)
  if (stated.length === 0 || stated.length > drawn.length * 3 + 40) return false
  const left = new Map<string, number>()
  for (const letter of stated) left.set(letter, (left.get(letter) ?? 0) + 1)
  let found = 0
  for (const letter of drawn) {
    const count = left.get(letter) ?? 0
    if (count > 0) found++
    left.set(letter, count - 1)
  }
  return found >= drawn.length * 0.8
}

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]/gu) ?? []

/** Puts the text in the first piece, and extends that piece over the others on its line. */
function replaced(pieces: readonly Piece[], alt: string): Piece[] {
  const [first] = pieces
  if (!first) return []
  const { run, direction } = first
  const inLine = pieces.filter((piece) => Math.abs(piece.run.baseline - run.baseline) < run.size * 0.5)
  const left = Math.min(...inLine.map((piece) => piece.run.left))
  const right = Math.max(...inLine.map((piece) => piece.run.right))
  const ends = run.text.startsWith(' ') ? ' ' : ''
  const text = ends + alt.replace(/\s+/g, ' ').trim() + (pieces.at(-1)?.run.text.endsWith(' ') ? ' ' : '')
  return [{ run: { ...run, text, left, right }, direction }]
}
