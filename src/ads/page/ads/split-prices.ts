/** Joins prices whose cents are superscript: "$19" and a superscript "99" are $19.99. */

import type { AnyNode } from 'domhandler'
import { isElement, textOf } from '../../../html/traverse.ts'
import { cleanText } from '../../text/clean-text.ts'
import type { TextLine } from '../dom/text-lines.ts'

const maxLevels = 2
const cents = /^(\p{Sc}?)(\p{Nd}{2})(\s*\p{Sc})?$/u
const wholeAmount = /(\p{Nd})(\s?\p{Sc})?$/u

/** The text of the line and of its nodes, with a decimal mark before superscript cents. */
export function joinCents({ nodes, text }: TextLine): { pieces: string[]; text: string } {
  const pieces: string[] = []
  let joined = text
  for (const node of nodes) {
    const piece = cleanText(textOf(node))
    const before = pieces.at(-1)
    const price = before === undefined || !isRaised(node) ? null : withCents(before, piece, text)
    if (before === undefined || price === null) {
      pieces.push(piece)
      continue
    }
    pieces[pieces.length - 1] = price
    for (const gap of ['', ' ']) joined = joined.replace(`${before}${gap}${piece}`, price)
  }
  return { pieces, text: joined }
}

function withCents(before: string, piece: string, line: string): string | null {
  const amount = wholeAmount.exec(before)
  const [all, currencyBefore = '', digits = '', currencyBehind = ''] = cents.exec(piece) ?? []
  if (!amount || all === undefined) return null
  // Superscript digits after an amount that already has cents are a footnote number.
  if (/[.,]\p{Nd}{2}$/u.test(before)) return before
  const currency = (amount[2] ?? currencyBefore) || currencyBehind
  const whole = before.slice(0, before.length - (amount[2]?.length ?? 0))
  // If the currency is next to or before the cents ("19€99"), the price format is 19,99 €.
  if (currency !== '') return `${whole},${digits} ${currency.trim()}`
  const isCurrencyFirst =
    /\p{Sc}|^[A-Z]{2,3}\$?\s/u.test(line.slice(0, line.indexOf(before) + 1)) || /^\P{Nd}*\p{Sc}/u.test(before)
  return `${whole}${isCurrencyFirst ? '.' : ','}${digits}`
}

function isRaised(node: AnyNode): boolean {
  let above = node.parent
  for (let level = 0; level < maxLevels && above && isElement(above); level++, above = above.parent) {
    if (above.name === 'sup' || /vertical-align\s*:\s*(?:super|text-top|top)\b/i.test(above.attribs.style ?? ''))
      return true
  }
  return false
}
