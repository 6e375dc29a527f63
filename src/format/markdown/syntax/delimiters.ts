/** Where may `**` stand? Punctuation at the edge of a word would keep it from opening or closing. @see CommonMark 6.2 */

import type { AnyNode, Element } from 'domhandler'
import { isElement, isText } from '../../../document/traverse.ts'

export interface Split {
  before: string
  core: string
  after: string
}

/**
 * Content cut into what delimiters can hold (`core`) and the punctuation that has to stand outside them.
 * `core` is empty when no delimiters would hold.
 */
export function splitForDelimiters(content: string, charBefore: string, charAfter: string): Split {
  let before = isWord.test(charBefore) ? (opening.exec(content)?.[0] ?? '') : ''
  const end = isWord.test(charAfter) ? closing : before ? closingOf(before.length) : null
  const after = endsInMarkup.test(content.slice(-300))
    ? ''
    : (end?.exec(content.slice(before.length).slice(-longest))?.[0] ?? '')
  // Brackets around all of it go together.
  if (before === '' && pairs.includes(content.charAt(0) + after.charAt(0))) before = content.charAt(0)
  const core = content.slice(before.length, content.length - after.length)
  const opens = before !== '' || !isWord.test(charBefore) || !isMark.test(core.slice(0, 1))
  const closes = after !== '' || !isWord.test(charAfter) || !isMark.test(core.slice(-1))
  return opens && closes && core.trim() === core ? { before, core, after } : { before: '', core: '', after: '' }
}

const isWord = /^[\p{L}\p{N}]$/u
const isMark = /^[\p{P}\p{S}]$/u
// A longer run is a drawing, and searching for one from every character would cost its length squared.
const longest = 8
const opening = /^[("'“‘«„¿¡{（［【「『《〈]{1,8}/
const closing = /(?<!\\)[.,:;!?…。，：；！？、»”’"')}）］】」』》〉%]+$/
const pairs = ['()', '“”', '‘’', '""', '«»', '（）', '［］', '【】', '「」', '『』', '《》', '〈〉']
const endsInMarkup = /\]\(\S*\)$|`$/

/** As many brackets and quotes at the end as were opened at the start. */
function closingOf(count: number): RegExp {
  return new RegExp(`[)"'”’»\\]}）］】」』》〉]{1,${count}}$`)
}

// What is written as it is, and what stands between marks of its own.
const plain = new Set(['span', 'font', 'u', 'mark', 'small', 'ins', 'bdi', 'abbr', 'time'])
const marked = new Set(['a', 'code', 'b', 'strong', 'i', 'em', 'del', 's', 'kbd', 'img', 'sup', 'sub'])

/** The character that will follow an element in its line; empty where a block ends. */
export function charAfter(element: Element): string {
  let node: AnyNode = element
  for (let level = 0; !node.next && level < 4; level++) {
    const { parent }: AnyNode = node
    if (!parent || !isElement(parent)) return ''
    if (parent.name === 'a' || parent.name === 'code') return '*'
    if (!plain.has(parent.name) && !marked.has(parent.name)) return ''
    node = parent
  }
  let next = node.next
  for (let level = 0; next && isElement(next) && level < 4; level++) {
    if (marked.has(next.name)) return '*'
    if (!plain.has(next.name)) return ''
    next = next.children[0] ?? null
  }
  return next && isText(next) ? String.fromCodePoint(next.data.codePointAt(0) ?? 32) : ''
}
