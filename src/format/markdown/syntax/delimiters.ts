/** Places emphasis delimiters near punctuation, which can prevent them from opening or closing. @see CommonMark 6.2 */

import type { AnyNode, Element } from 'domhandler'
import { isElement, isText } from '../../../html/traverse.ts'
import { mayEndInUrl } from './escape.ts'

interface DelimiterPlace {
  delimiter: string
  /** Characters before and after it; empty at white space and at the start or end of a line. */
  before: string
  after: string
  /** True if more text with the same emphasis precedes or follows. Delimiters between punctuation could belong to either part. */
  isNestedBefore?: boolean
  isNestedAfter?: boolean
}

/**
 * Splits content into text that delimiters can enclose and punctuation that must stay outside: `“a”` after a letter → `“`, `a`, `”`. The
 * `core` is empty if delimiters wouldn't work anywhere.
 */
export function splitForDelimiters(content: string, place: DelimiterPlace) {
  const isStar = place.delimiter[0] === '*'
  const mustOpen = isWord(place.before) || (place.isNestedBefore === true && place.before !== '')
  const mustClose = isWord(place.after) || (place.isNestedAfter === true && place.after !== '')
  let before = mustOpen ? (opening.exec(content.slice(0, maxPunctuation))?.[0] ?? '') : ''
  const end = mustClose ? closing : before ? closingOf(before.length) : null
  const after = end ? endOutside(content, before.length, end) : ''
  // Brackets around all of the content stay together.
  if (before === '' && pairs.includes(content.charAt(0) + after.charAt(0))) before = content.charAt(0)
  const core = content.slice(before.length, content.length - after.length)
  const [first, last] = isStar ? [core.replace(ownAtStart, ''), core.replace(ownAtEnd, '')] : [core, core]
  const opens = !mustOpen || (before !== '' && !place.isNestedBefore) || !isPunctuation.test(first.slice(0, 1))
  const closes = !mustClose || (after !== '' && !place.isNestedAfter) || !isPunctuation.test(last.slice(-1))
  return opens && closes && core.trim() === core ? { before, core, after } : { before: '', core: '', after: '' }
}

/** Returns the punctuation at the end, unless it belongs to a link, code, a URL or a character reference. */
function endOutside(content: string, from: number, end: RegExp): string {
  if (endsInMarkup.test(content.slice(-300)) || mayEndInUrl(content)) return ''
  let start = Math.max(from, content.length - maxPunctuation)
  // A backslash belongs to the character after it.
  while (start > from && content[start - 1] === '\\' && content.length - start < 2 * maxPunctuation) start--
  const closings = end.exec(content.slice(start))?.[0] ?? ''
  const isReference = closings[0] === ';' && reference.test(content.slice(0, -closings.length).slice(-4))
  const found = isReference ? closings.slice(1) : closings
  return content.slice(-400).includes('](') ? found.slice(found.lastIndexOf(')') + 1) : found
}

/** True for emphasis with nested emphasis at its beginning or end and also within words. The asterisks would be ambiguous. */
export function isIntricate(content: string): boolean {
  return ownAtEdge.test(content) && ownWithinWord.test(content.slice(1, -1))
}
const ownAtEdge = /^\*|(?<!\\)\*$/
const ownWithinWord = /[^\s\\*]\*+[^\s*]/

/** True for a letter or a digit, and for a tilde, which `marked` doesn't treat as punctuation next to delimiters. */
export function isWord(char: string): boolean {
  return wordChar.test(char)
}

const wordChar = /^[\p{L}\p{N}~]$/u
const isPunctuation = /^[\p{P}\p{S}]$/u
// Delimiters of nested emphasis at either end, which form one run with the outer delimiters.
const ownAtStart = /^\*{1,3}/
const ownAtEnd = /(?<!\\)\*{1,3}$/
// A longer run of punctuation is taken for a drawing. Searching from each of its characters would take quadratic time.
const maxPunctuation = 8
const opening = /^(?:\\[!-/:-@[-`{-~]|[-+=.,:;%@#$^/"'”’»“‘«„¿¡{（［【「『《〈(…–—])+/
const reference = /&(?:lt|#9[13])$/
// An escaped backtick is not matched, because code may end with a backslash.
const closing = /(?<!\\)(?:\\[!-/:-@[-_{-~]|[-+=.,:;!?%@#$^/"'…。，：；！？、»”’)}）］】」』》〉–—])+$/
const pairs = ['()', '“”', '‘’', '""', '«»', '（）', '［］', '【】', '「」', '『』', '《》', '〈〉']
const endsInMarkup = /\]\(\S*(?: "(?:[^"\\]|\\.)*")?\)$|`$/

/** Matches no more closing brackets and quotes than were opened. */
function closingOf(count: number): RegExp {
  return new RegExp(`(?<!\\\\)(?:\\\\[\\])"']|[)"'”’»\\]}）］】」』》〉]){1,${count}}$`)
}

// Elements that end the line or are separate from it.
const blocks = new Set(
  (
    'address article aside blockquote body br center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hgroup hr legend li main menu nav ol p pre search section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)
const struck = new Set(['del', 's', 'strike'])
const marked = new Set('a code b strong i em kbd img sup sub samp tt var dfn q'.split(' '))

/** Returns the character after an element on its line: `*` for delimiters, links, images; `\` for a line break; empty at block ends. */
export function charAfter(element: Element): string {
  let node: AnyNode = element
  for (let level = 0; !node.next && level < 4; level++) {
    const { parent }: AnyNode = node
    if (!parent || !isElement(parent)) return ''
    if (parent.name === 'a' || parent.name === 'code') return '*'
    if (struck.has(parent.name)) return '~'
    if (blocks.has(parent.name)) return ''
    node = parent
  }
  let next = node.next
  for (let level = 0; next && level < 8; level++) {
    if (isText(next) && next.data.trim() === '' && next.next && isElement(next.next) && next.next.name === 'br')
      return '\\'
    if (isText(next) && next.data !== '') return String.fromCodePoint(next.data.codePointAt(0) ?? 32)
    if (!isElement(next)) next = next.next
    else if (next.name === 'br') return '\\'
    else if (struck.has(next.name)) return '~'
    else if (marked.has(next.name)) return '*'
    else if (blocks.has(next.name)) return ''
    else next = next.children[0] ?? next.next
  }
  return ''
}
