/** Is this a CSS selector that can be run? Judged before any fetch. */

import { compile } from 'css-select'
import { parse, type Selector } from 'css-what'
import type { AnyNode, Element } from 'domhandler'
import { compileNth, positionPseudos } from './nth.ts'

const maxLength = 1000
const maxCompounds = 20
const maxNesting = 8

/**
 * Null wh`selectAll` can run the selector, else what is wrong with it, in the words of a `value_error`.
 * Cheap and safe on any text: nesting is counted before the recursive parser sees it (`:is(` × 5,000 overflows it).
 */
export function checkSelector(selector: string): string | null {
  const problem = problemOf(selector)
  return problem === null ? null : `Value error, ${problem}`
}

function problemOf(selector: string): string | null {
  if (selector.trim() === '') return 'the selector is blank'
  if (selector.length > maxLength) return `the selector is longer than ${maxLength} characters`
  if (nestingOf(selector) > maxNesting) return `the selector nests parentheses deeper than ${maxNesting} levels`
  try {
    const parsed = parse(selector)
    const problem = shapeProblem(parsed) ?? (selector.includes('\\') ? null : nameProblem(parsed))
    if (problem) return problem
    compile<AnyNode, Element>(parsed, { pseudos: positionPseudos() })
    return null
  } catch (error) {
    return `not a CSS selector that can be used: ${error instanceof Error ? error.message.slice(0, 200) : 'syntax error'}`
  }
}

/** Deepest level of parentheses, quoted and escaped ones left out. */
function nestingOf(selector: string): number {
  let depth = 0
  let deepest = 0
  let quote = ''
  for (let i = 0; i < selector.length; i++) {
    const char = selector.charAt(i)
    if (char === '\\') i++
    else if (quote) quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '(') deepest = Math.max(deepest, ++depth)
    else if (char === ')') depth--
  }
  return deepest
}

const combinators = new Set<string>(['descendant', 'child', 'sibling', 'adjacent', 'parent', 'column-combinator'])
const takesSelector = new Set(['has', 'is', 'not', 'where', 'matches'])

/** What css-what lets through and CSS does not, and what costs too much. */
function shapeProblem(selectors: Selector[][]): string | null {
  let compounds = 0

  function judge(list: Selector[][], isRelative: boolean, isInHas: boolean): string | null {
    if (list.length === 0) return 'the selector is blank'
    for (const tokens of list) {
      if (combinators.has(tokens.at(-1)?.type ?? 'descendant')) return 'the selector ends with a combinator'
      if (combinators.has(tokens[0]?.type ?? '') && !isRelative) return 'the selector starts with a combinator'
      compounds += 1 + tokens.filter(({ type }) => combinators.has(type)).length
      for (const token of tokens) {
        const problem = judgeToken(token, isInHas)
        if (problem) return problem
      }
    }
    return compounds > maxCompounds ? `the selector has more than ${maxCompounds} compounds` : null
  }

  function judgeToken(token: Selector, isInHas: boolean): string | null {
    if (token.type === 'parent' || token.type === 'column-combinator') return 'the selector has an unknown combinator'
    if (token.type !== 'pseudo') return null
    if (token.name.startsWith('nth-')) compileNth(String(token.data ?? ''))
    if (!Array.isArray(token.data)) return null
    if (!takesSelector.has(token.name)) return `the pseudo-class :${token.name} takes no selector`
    const isHas = token.name === 'has'
    if (isHas && isInHas) return 'the selector nests :has inside :has'
    return judge(token.data, isHas, isInHas || isHas)
  }

  return judge(selectors, false, false)
}

const name = /^(?:--|-?[a-zA-Z_\u0080-\uffff])[\w\u0080-\uffff-]*$/

/** css-what takes any character as the first of a name: `@media`, `a..b`, `(a`. An escape may well make such a name. */
function nameProblem(selectors: Selector[][]): string | null {
  for (const token of selectors.flat()) {
    const found = nameOf(token)
    if (found !== null && !name.test(found)) return `the selector has no valid name at '${found.slice(0, 40)}'`
    const inner = token.type === 'pseudo' && Array.isArray(token.data) ? nameProblem(token.data) : null
    if (inner) return inner
  }
  return null
}

function nameOf(token: Selector): string | null {
  if (token.type === 'tag' || token.type === 'pseudo') return token.name
  if (token.type !== 'attribute') return null
  // `.a` and `#a` are told from `[class~=a]` by css-what's "quirks".
  return token.ignoreCase === 'quirks' ? token.value : token.name
}
