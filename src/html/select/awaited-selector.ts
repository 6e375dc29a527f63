/** Validates a selector that is looked for in plain pages here and in rendered ones by the browser: both have to know it. */

import { parse, type Selector } from 'css-what'
import { checkSelector } from './selector.ts'
import { normaliseSelector } from './selector-syntax.ts'

/** Null when both can run the selector, else what is wrong with it, in the words of a `value_error`. Cheap and safe on any text. */
export function checkAwaitedSelector(selector: string): string | null {
  return checkSelector(selector) ?? (problemOf(parse(normaliseSelector(selector))) || null)
}

/** What this service knows of CSS and Chromium does not (156, November 2026); empty for nothing. */
function problemOf(list: readonly Selector[][]): string {
  return list.flat().map(problemOfToken).find(Boolean) ?? ''
}

function problemOfToken(token: Selector): string {
  if (token.type === 'attribute') {
    return token.ignoreCase === false ? 'Value error, browsers do not support the flag s of an attribute' : ''
  }
  if (token.type !== 'pseudo') return ''
  if (Array.isArray(token.data)) return problemOf(token.data)
  const isRangeList = token.name === 'lang' && /["',]/.test(token.data ?? '')
  return isRangeList ? 'Value error, browsers support :lang with one language alone, without quotes' : ''
}
