/** Validates a selector that this service looks for in plain pages and the browser in rendered ones: both must support it. */

import { parse, type Selector } from 'css-what'
import { checkSelector } from './selector.ts'
import { normaliseSelector } from './selector-syntax.ts'

/** Null if both can run the selector; otherwise the problem, as the text of a `value_error`. Cheap and safe for any input. */
export function checkAwaitedSelector(selector: string): string | null {
  return checkSelector(selector) ?? (problemOf(parse(normaliseSelector(selector))) || null)
}

/** CSS that this service supports and Chromium doesn't (156, November 2026); otherwise empty. */
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
