/**
 * Restores right-to-left text, which pdf.js reverses character by character. The letters of ligature glyphs, such as lam-alef, are put back
 * in order, and mirrored brackets are flipped.
 */

import type { TextItem } from './text-runs.ts'
import type { OperatorNumbers, Operators } from './vector-rules.ts'

const letter = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{M}]/u
const letters = new RegExp(letter, 'gu')

/** Combining marks are drawn next to their letters, and pdf.js may see a gap there. */
const blankBeforeMark = / (?=\p{M})/gu

/** Returns the items with their text in reading order. Text that doesn't match the drawing stays unchanged. */
export function inLogicalOrder(
  items: readonly TextItem[],
  operators: Operators | null,
  ops: OperatorNumbers,
): readonly TextItem[] {
  if (!items.some(isRightToLeft)) return items
  const glyphs = operators ? glyphsOf(operators, ops) : []
  const hasLigatures = glyphs.some(isLigature)
  let next = 0
  return items.map((item) => {
    if (!('str' in item)) return item
    const from = next
    for (let open = solid(item.str).length; open > 0 && next < glyphs.length; next++) {
      open -= solid(glyphs[next] ?? '').length
    }
    if (!isRightToLeft(item)) return item
    const own = hasLigatures ? glyphs.slice(from, next) : []
    const str = own.some(isLigature) ? withLigatures(item.str, own) : item.str
    return { ...item, str: withBrackets(str.replace(blankBeforeMark, '')) }
  })
}

const isRightToLeft = (item: TextItem) => 'str' in item && item.dir === 'rtl'
const isLigature = (glyph: string) => glyph.length > 1 && letter.test(glyph)

/** Leaves out the spaces that pdf.js adds to right-to-left text, and the characters that it omits from that text. */
const solid = (text: string) => text.replace(/[\s<>]+/g, '')

function glyphsOf({ fnArray, argsArray }: Operators, ops: OperatorNumbers): string[] {
  return fnArray.flatMap((operator, at) => {
    if (operator !== ops.showText) return []
    const [shown] = argsArray[at] as [readonly ({ unicode?: string } | number | null)[]]
    return shown.flatMap((glyph) => (glyph !== null && typeof glyph === 'object' ? (glyph.unicode ?? []) : []))
  })
}

/** Uses the letters of the glyphs, from last to first, if they match the text. */
function withLigatures(text: string, glyphs: readonly string[]): string {
  const lettersOf = (chars: string): readonly string[] => chars.match(letters) ?? []
  const own = glyphs.toReversed().flatMap(lettersOf)
  const turned = glyphs.flatMap(lettersOf).reverse()
  if (lettersOf(text).join('') !== turned.join('')) return text
  let at = 0
  return text.replace(letters, (char) => own[at++] ?? char)
}

const mirrored: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' }

/** If brackets close before they open, they were drawn for the other direction. */
function withBrackets(text: string): string {
  const turned = text.replace(/[()[\]{}]/g, (sign) => mirrored[sign] ?? sign)
  return pairsOf(turned) > pairsOf(text) ? turned : text
}

const pairsOf = (text: string) => text.match(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}/g)?.length ?? 0
