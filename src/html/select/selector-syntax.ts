/** Checks the syntax of a CSS selector token by token. Stricter than css-what, which accepts `1a`, `[a=]` and `p*`. */

import { parse } from 'css-what'
import { shapeProblem } from './selector-shape.ts'

/** The text isn't a supported CSS selector. The message gives the reason. */
export class SelectorSyntaxError extends Error {
  override readonly name = 'SelectorSyntaxError'
}

/** A valid selector that this service doesn't support. Also rejected inside `:is()`, which drops invalid selectors. */
class SelectorRefusal extends SelectorSyntaxError {}

const maxNesting = 8

const space = String.raw`[ \t\n\r\f]`
// One alternative per character, because hostile names would otherwise take exponential time. The lookbehind handles the space that ends
// `\31 `.
const part = String.raw`(?:[\w\u0080-\uffff-]|\\[^\n\r\f]|(?<=\\[\da-fA-F]{1,6})${space})`
const ident = String.raw`(?:--|-?(?:[a-zA-Z_\u0080-\uffff]|\\[^\n\r\f]))${part}*`
const quoted = String.raw`(?:"(?:[^"\\\n\r\f]|\\[^])*"|'(?:[^'\\\n\r\f]|\\[^])*')`
const value = `(?:${ident}|${quoted})`
const attribute = String.raw`\[${space}*(?:\*?\|)?${ident}${space}*(?:[~|^$*]?=${space}*${value}${space}*(?:[iIsS]${space}*)?)?\]`

const sticky = (pattern: string, flags = 'y') => new RegExp(pattern, flags)

const patterns = {
  separator: sticky(`${space}+|[,>+~]`),
  comment: sticky(String.raw`/\*[^]*?\*/`),
  simple: sticky(`[.#]${ident}|${attribute}`),
  pseudo: sticky(String.raw`:(${ident})(\(?)`),
  close: sticky(String.raw`\)`),
  type: sticky(String.raw`(?:\*\|)?(${ident}|\*)`),
  positionOf: sticky(String.raw`([\w+\- \t\n\r\f]*?${space})of(?![\w\\-])`, 'iy'),
  argumentPart: sticky(String.raw`\\[^]|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|/\*[^]*?\*/|[^]`),
}

/** The content of the parentheses, including the closing one. Null for selectors, which are read like any other part. */
const callPatterns: Record<string, RegExp | null> = {
  selectors: null,
  forgiving: null,
  direction: sticky(String.raw`${space}*${ident}${space}*\)`),
  position: sticky(String.raw`[^()]*\)`),
  languages: sticky(String.raw`${space}*${value}${space}*(?:,${space}*${value}${space}*)*\)`),
}

/** Pseudo-classes that match nothing until a visitor interacts with the page. */
export const untouchedPseudos = (
  'visited hover active host focus focus-within focus-visible target ' +
  'autofill fullscreen modal popover-open picture-in-picture user-valid user-invalid'
).split(' ')

/** The CSS pseudo-classes that can be evaluated on a parsed page. Those of jQuery (`:contains`, `:eq`, `:header`) aren't supported. */
const pseudoClasses = new Map<string, string>(
  Object.entries({
    alone:
      'root scope empty first-child last-child only-child first-of-type last-of-type only-of-type ' +
      'any-link link enabled disabled checked required optional read-only read-write placeholder-shown default open defined ' +
      untouchedPseudos.join(' '),
    selectors: 'not has',
    forgiving: 'is where',
    position: 'nth-child nth-last-child nth-of-type nth-last-of-type',
    languages: 'lang',
    direction: 'dir',
  }).flatMap(([argument, names]) => names.split(' ').map((name) => [name, argument] as const)),
)

/** Other pseudo-classes that browsers support (Chromium 156, November 2026). */
const unanswered = new Set(
  (
    'valid invalid in-range out-of-range indeterminate host-context state has-slotted ' +
    'playing paused muted seeking buffering stalled volume-locked target-current active-view-transition'
  ).split(' '),
)

/** `:nth-child(2 of .x)` becomes `:host-context(.x):nth-child(2)`, because css-what only reads selectors in the latter's argument. */
export const listOfPosition = 'host-context'

/**
 * The selector without comments, without `*|`, which has no effect here, and without invalid selectors in `:is()` and `:where()`.
 * Throws SelectorSyntaxError. Takes linear time. Combinators, empty lists and closing parentheses are left to css-what.
 */
export function normaliseSelector(selector: string): string {
  return normalise(selector, 0)
}

function normalise(selector: string, nesting: number): string {
  let at = 0
  let normal = ''
  let isInCompound = false
  let depth = nesting
  if (depth > maxNesting) throw tooDeep()

  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at
    const match = pattern.exec(selector)
    if (match) at = pattern.lastIndex
    return match
  }

  function keep(text: string, isOfCompound: boolean): void {
    normal += text
    isInCompound = isOfCompound
  }

  /** The comma-separated arguments in the parentheses just opened. */
  function takeArguments(): string[] {
    const parts = ['']
    const open: string[] = []
    for (let match = take(patterns.argumentPart); match; match = take(patterns.argumentPart)) {
      const [part] = match
      const end = closing[part]
      if (part === ')' && open.length === 0) return parts
      if (part === open.at(-1)) open.pop()
      else if (end) open.push(end)
      if (part === ',' && open.length === 0) parts.push('')
      else parts[parts.length - 1] += part
    }
    throw new SelectorSyntaxError('a parenthesis is not closed')
  }

  function keepPseudo(written: string, name: string, isCalled: boolean): void {
    const lower = name.toLowerCase()
    const argument = pseudoClasses.get(lower)
    if (argument === undefined) {
      const Refusal = unanswered.has(lower) ? SelectorRefusal : SelectorSyntaxError
      throw new Refusal(`the pseudo-class :${shown(name)} is not supported`)
    }
    if (isCalled === (argument === 'alone')) {
      throw new SelectorSyntaxError(`the pseudo-class :${name} takes ${isCalled ? 'no' : 'an'} argument`)
    }
    const position = /^nth-(?:last-)?child$/.test(lower) ? take(patterns.positionOf) : null
    if (position) {
      const list = normalise(takeArguments().join(','), depth + 1)
      keep(`:${listOfPosition}(${list}):${lower}(${position[1]?.trim()})`, true)
      return
    }
    if (argument === 'forgiving') {
      const selectors = takeArguments().flatMap((part) => forgive(part, depth + 1))
      keep(selectors.length === 0 ? ':not(*)' : `${written}${selectors.join(', ')})`, true)
      return
    }
    const pattern = callPatterns[argument]
    const call = pattern && take(pattern)
    if (pattern && !call) throw new SelectorSyntaxError(`the argument of :${name} can't be read`)
    if (argument === 'selectors' && ++depth > maxNesting) throw tooDeep()
    keep(written + (call?.[0] ?? ''), argument !== 'selectors')
  }

  const tokens: readonly [pattern: RegExp, act: (match: RegExpExecArray) => void][] = [
    [patterns.separator, ([text]) => keep(text, false)],
    [patterns.comment, () => {}],
    [patterns.simple, ([text]) => keep(text, true)],
    [patterns.pseudo, ([text, name = '', paren]) => keepPseudo(text, name, paren === '(')],
    [
      patterns.close,
      ([text]) => {
        depth--
        keep(text, true)
      },
    ],
    [patterns.type, ([, name = '']) => keep(name, true)],
  ]

  while (at < selector.length) {
    const start = at
    const isOpen = isInCompound
    const token = tokens.find(([pattern, act]) => {
      const match = take(pattern)
      if (match) act(match)
      return match !== null
    })
    // A type selector must come first: `p*`, `[a]b` and `a/**/b` are invalid.
    if (!token || (token[0] === patterns.type && isOpen))
      throw new SelectorSyntaxError(complaint(selector.slice(start)))
  }
  return normal
}

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

function tooDeep(): SelectorRefusal {
  return new SelectorRefusal(`the selector nests parentheses deeper than ${maxNesting} levels`)
}

/** The normal form of one selector in a forgiving list; empty if it is invalid. @see Selectors 4, 4.2 */
function forgive(part: string, nesting: number): string[] {
  try {
    const normal = normalise(part, nesting).trim()
    return shapeProblem(parse(normal)) === null ? [normal] : []
  } catch (error) {
    if (error instanceof SelectorRefusal) throw error
    return []
  }
}

const complaints: readonly [start: RegExp, what: string][] = [
  [/^::/, 'pseudo-elements are not supported'],
  [/^\[[^\]"'=]*\|(?!=)|^\|(?!\|)/, 'namespaces are not supported'],
  [/^\[[^\]"'!]*=\s*[^\s"'\]]/, 'an attribute value that is not an identifier needs quotes'],
]

function complaint(rest: string): string {
  const what = complaints.find(([start]) => start.test(rest))?.[1] ?? 'not a CSS selector'
  return `${what}, at '${shown(rest)}'`
}

function shown(text: string): string {
  return text.slice(0, 40).toWellFormed()
}
