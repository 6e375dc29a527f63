/** Validates a CSS selector before anything is fetched: its syntax and its length. */

import { parse, type Selector } from 'css-what'
import { combinators, parseNth, pseudoClasses, splitNth } from './match.ts'

const maxLength = 1000

const space = String.raw`[ \t\n\r\f]`
// One alternative per character, because hostile names would otherwise take exponential time. The lookbehind handles the space that ends
// `\31 `.
const part = String.raw`(?:[\w\u0080-\uffff-]|\\[^\n\r\f]|(?<=\\[\da-f]{1,6})${space})`
const ident = String.raw`(?:--|-?(?:[a-z_\u0080-\uffff]|\\[^\n\r\f]))${part}*`
const quoted = String.raw`(?:"(?:[^"\\\n\r\f]|\\[^])*"|'(?:[^'\\\n\r\f]|\\[^])*')`
const value = `[~|^$*]?=${space}*(?:${ident}|${quoted})${space}*(?:i${space}*)?`
const attribute = String.raw`\[${space}*${ident}${space}*(?:${value})?\]`

/** css-what accepts more: `1a`, `[a=]`, `p*`. */
const token = new RegExp(
  String.raw`(?<gap>(?:${space}|[,>+~]|:(?!nth-)${ident}\()+)|[.#]${ident}|${attribute}|:nth-[a-z-]+\([^()]*\)|:${ident}|\)|(?<type>${ident}|\*)`,
  'iy',
)

/** Pseudo-classes that match nothing until a visitor interacts with the page. */
const untouched = /^(?:visited|hover|active|focus(?:-within|-visible)?|target)$/

/**
 * Returns null if `selectAll` can run the selector, otherwise the problem with it, worded as a `value_error`. Safe on any text.
 * @example
 * checkSelector('main > p') // null
 * checkSelector(' ') // 'Value error, the selector is blank'
 */
export function checkSelector(selector: string): string | null {
  const problem = selectorProblem(selector)
  return problem === null ? null : `Value error, ${problem}`
}

/** The same problem, worded as part of a sentence. */
export function selectorProblem(selector: string): string | null {
  if (selector.trim() === '') return 'the selector is blank'
  if (selector.length > maxLength) return `the selector is longer than ${maxLength} characters`
  const problem = tokenProblem(selector)
  if (problem) return problem
  try {
    return problemOfList(parse(selector))
  } catch (error) {
    return `not a usable CSS selector: ${error instanceof Error ? error.message.slice(0, 200) : 'syntax error'}`
  }
}

function tokenProblem(selector: string): string | null {
  let isInCompound = false
  for (let at = 0; at < selector.length; at = token.lastIndex) {
    token.lastIndex = at
    const groups = token.exec(selector)?.groups
    // A type selector must come first: `p*` and `[a]b` are invalid.
    if (!groups || (groups.type !== undefined && isInCompound)) {
      const rest = selector.slice(at)
      return `${complaints.find(([start]) => start.test(rest))?.[1]}, at '${shown(rest)}'`
    }
    isInCompound = groups.gap === undefined
  }
  return null
}

const complaints: readonly [start: RegExp, what: string][] = [
  [/^::/, 'pseudo-elements are not supported'],
  [/^\[[^\]"'=]*\|(?!=)|^\|(?!\|)/, 'namespaces are not supported'],
  [/^\[[^\]"'!]*=\s*[^\s"'\]]/, 'an attribute value that is not an identifier needs quotes'],
  [/^/, 'not a CSS selector'],
]

function shown(text: string): string {
  return text.slice(0, 40).toWellFormed()
}

function problemOfList(list: readonly Selector[][], isInHas = false, isRelative = false): string | null {
  for (const tokens of list) {
    if (combinators.has(tokens.at(-1)?.type ?? 'descendant')) return 'the selector ends with a combinator'
    if (combinators.has(tokens[0]?.type ?? '') && !isRelative) return 'the selector starts with a combinator'
    for (const one of tokens) {
      const problem = one.type === 'pseudo' ? problemOfPseudo(one, isInHas) : null
      if (problem) return problem
    }
  }
  return null
}

function problemOfPseudo({ name, data }: Extract<Selector, { type: 'pseudo' }>, isInHas: boolean): string | null {
  const takesSelectors = /^(?:is|where|not|has)$/.test(name)
  if (!takesSelectors && !pseudoClasses.has(name) && !untouched.test(name))
    return `the pseudo-class :${shown(name)} is not supported`
  const isCalled = data !== null
  if (isCalled !== (takesSelectors || name.startsWith('nth-') || name === 'lang'))
    return `the pseudo-class :${name} takes ${isCalled ? 'no' : 'an'} argument`
  if (Array.isArray(data)) {
    const isHas = name === 'has'
    return isHas && isInHas ? 'the selector nests :has inside :has' : problemOfList(data, isHas || isInHas, isHas)
  }
  const [nth, counted] = splitNth(data ?? '')
  if (counted !== undefined && /^nth-(?:last-)?child$/.test(name) && parseNth(nth)) return selectorProblem(counted)
  const isUnreadable = isCalled && (name === 'lang' ? !/^\s*[\w-]+\s*$/.test(data) : parseNth(data) === null)
  return isUnreadable ? `the argument of :${name} can't be read` : null
}
