/** Validates a selector that both this service (in plain pages) and the browser (in rendered pages) must support. */

import { parse, type Selector } from 'css-what'
import { checkSelector } from './selector.ts'
import { normaliseSelector } from './selector-syntax.ts'

/** Null if both can run the selector; otherwise the problem, as the text of a `value_error`. Fast and safe for any input. */
export function checkAwaitedSelector(selector: string): string | null {
  return checkSelector(selector) ?? (problemOf(parse(normaliseSelector(selector))) || null)
}

/** The CSS in a selector that this service supports but Chromium doesn't (156, November 2026); empty if all of it is supported. */
function problemOf(list: readonly Selector[][]): string {
  return list.flat().map(problemOfToken).find(Boolean) ?? ''
}

function problemOfToken(token: Selector): string {
  if (token.type === 'attribute') {
    return token.ignoreCase === false ? 'Value error, browsers do not support the attribute flag s' : ''
  }
  if (token.type !== 'pseudo') return ''
  if (Array.isArray(token.data)) return problemOf(token.data)
  const isRangeList = token.name === 'lang' && /["',]/.test(token.data ?? '')
  return isRangeList ? 'Value error, browsers support :lang with a single unquoted language only' : ''
}
