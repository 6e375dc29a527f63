/** Delimiters of emphasis beside punctuation, which can keep them from opening or closing. @see CommonMark 6.2 */

import type { AnyNode, Element } from 'domhandler'
import { isElement, isText } from '../../../document/traverse.ts'

interface DelimiterSplit {
  before: string
  /** Stands between the delimiters; empty when they would not hold anywhere. */
  core: string
  after: string
}

/**
 * Content split into what delimiters can hold and the punctuation that must stand outside: `“a”` after a letter → `“`, `a`, `”`.
 * The characters before and after are empty at white space and at the ends of a line.
 */
export function splitForDelimiters(content: string, charBefore: string, charAfter: string): DelimiterSplit {
  let before = isWord.test(charBefore) ? (opening.exec(content)?.[0] ?? '') : ''
  const end = isWord.test(charAfter) ? closing : before ? closingOf(before.length) : null
  const after = endsInMarkup.test(content.slice(-300))
    ? ''
    : (end?.exec(content.slice(before.length).slice(-mostPunctuation))?.[0] ?? '')
  // Brackets around the whole content stay together.
  if (before === '' && pairs.includes(content.charAt(0) + after.charAt(0))) before = content.charAt(0)
  const core = content.slice(before.length, content.length - after.length)
  const opens = before !== '' || !isWord.test(charBefore) || !isPunctuation.test(core.slice(0, 1))
  const closes = after !== '' || !isWord.test(charAfter) || !isPunctuation.test(core.slice(-1))
  return opens && closes && core.trim() === core ? { before, core, after } : { before: '', core: '', after: '' }
}

const isWord = /^[\p{L}\p{N}]$/u
const isPunctuation = /^[\p{P}\p{S}]$/u
// A longer run is a drawing, and the search from each of its characters would cost the square of its length.
const mostPunctuation = 8
const opening = /^[("'“‘«„¿¡{（［【「『《〈]{1,8}/
const closing = /(?<!\\)[.,:;!?…。，：；！？、»”’"')}）］】」』》〉%]+$/
const pairs = ['()', '“”', '‘’', '""', '«»', '（）', '［］', '【】', '「」', '『』', '《》', '〈〉']
const endsInMarkup = /\]\(\S*\)$|`$/

/** Matches at most as many closing brackets and quotes as were opened. */
function closingOf(count: number): RegExp {
  return new RegExp(`[)"'”’»\\]}）］】」』》〉]{1,${count}}$`)
}

// Elements whose content is written without delimiters, and those with.
const plain = new Set(['span', 'font', 'u', 'mark', 'small', 'ins', 'bdi', 'abbr', 'time'])
const marked = new Set(['a', 'code', 'b', 'strong', 'i', 'em', 'del', 's', 'kbd', 'img', 'sup', 'sub'])

/** The character that will follow an element on its line: `*` for delimiters, links and images; empty where a block begins or ends. */
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
