/** Parses the selectors of style sheets, and computes their specificity. */

import { parse, type Selector } from 'css-what'
import type { Element } from 'domhandler'
import type { PageElements } from '../../page-elements.ts'
import { combinators, isAttributeMatch } from '../../select/match.ts'

export interface CompiledSelector {
  tokens: Selector[]
  /** Specificity of ids, classes and names, as one number. */
  specificity: number
}

const maxSelectorChars = 1000

/**
 * The selectors of a list that can match elements. Excludes pseudo-elements, unreadable selectors, and selectors that require a class or id
 * that the page doesn't have.
 */
export function compileSelectors(list: string, elements: PageElements): CompiledSelector[] {
  if (list.length > maxSelectorChars) return []
  try {
    return parse(list)
      .filter((tokens) => tokens.every((token) => mayMatch(token, elements)))
      .map((tokens) => ({ tokens, specificity: specificityOf(tokens) }))
  } catch {
    return []
  }
}

function mayMatch(token: Selector, elements: PageElements): boolean {
  if (token.type === 'attribute') {
    if (token.action === 'not') return true
    return isName(token) ? elements.byWord.has(token.value) : elements.having(token.name.toLowerCase()).length > 0
  }
  return token.type !== 'pseudo-element' && token.type !== 'column-combinator'
}

/** `.name` or `#name`, case-sensitive. */
function isName({ name, action, ignoreCase }: Extract<Selector, { type: 'attribute' }>): boolean {
  if (ignoreCase === true) return false
  return (name === 'class' && action === 'element') || (name === 'id' && action === 'equals')
}

function specificityOf(tokens: readonly Selector[]): number {
  let sum = 0
  for (const token of tokens) {
    if (token.type === 'tag') sum += 1
    else if (token.type === 'attribute') sum += token.name === 'id' && token.action === 'equals' ? 1e6 : 1e3
    else if (token.type === 'pseudo') {
      const inner = Array.isArray(token.data) ? Math.max(0, ...token.data.map(specificityOf)) : 0
      sum += token.name === 'where' ? 0 : /^(?:is|not|has|matches|-webkit-any)$/.test(token.name) ? inner : 1e3
    }
  }
  return sum
}

/** True if the element's name, id and classes match the last compound. The result is the same for all elements that share them. */
export function fitsNames(element: Element, { tokens }: CompiledSelector): boolean {
  for (let at = tokens.length - 1; at >= 0; at--) {
    const token = tokens[at] as Selector
    if (combinators.has(token.type)) return true
    if (token.type === 'tag' && element.name !== token.name.toLowerCase()) return false
    const isName = token.type === 'attribute' && (token.name === 'class' || token.name === 'id')
    if (isName && !isAttributeMatch(element, token)) return false
  }
  return true
}
