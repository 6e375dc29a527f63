/** Checks the syntax of a CSS selector token by token. Stricter than css-what, which accepts `1a`, `[a=]` and `p*`. */

/** The text is no supported CSS selector; the message says what is wrong with it. */
export class SelectorSyntaxError extends Error {
  override readonly name = 'SelectorSyntaxError'
}

const maxNesting = 8

const space = String.raw`[ \t\n\r\f]`
// One alternative for each character, else hostile names cost exponential time; the lookbehind is the blank that ends `\31 `.
const part = String.raw`(?:[\w\u0080-\uffff-]|\\[^\n\r\f]|(?<=\\[\da-fA-F]{1,6})${space})`
const ident = String.raw`(?:--|-?(?:[a-zA-Z_\u0080-\uffff]|\\[^\n\r\f]))${part}*`
const quoted = String.raw`(?:"(?:[^"\\\n\r\f]|\\[^])*"|'(?:[^'\\\n\r\f]|\\[^])*')`
const value = `(?:${ident}|${quoted})`
const attribute = String.raw`\[${space}*\|?${ident}${space}*(?:[~|^$*]?=${space}*${value}${space}*(?:[iIsS]${space}*)?)?\]`

const sticky = (pattern: string) => new RegExp(pattern, 'y')

const patterns = {
  separator: sticky(`${space}+|[,>+~]`),
  comment: sticky(String.raw`/\*[^]*?\*/`),
  simple: sticky(`[.#]${ident}|${attribute}`),
  pseudo: sticky(String.raw`:(${ident})(\(?)`),
  close: sticky(String.raw`\)`),
  type: sticky(String.raw`(?:\*\|)?(${ident}|\*)`),
}

/** What stands in the parentheses, with the closing one; null where selectors do, which are read like the rest. */
const callPatterns: Record<string, RegExp | null> = {
  selectors: null,
  position: sticky(String.raw`[^()]*\)`),
  languages: sticky(String.raw`${space}*${value}${space}*(?:,${space}*${value}${space}*)*\)`),
}

/** The pseudo-classes of CSS that a parsed page can answer; those of jQuery (`:contains`, `:eq`, `:header`) are none. */
const pseudoClasses = new Map<string, string>(
  Object.entries({
    alone:
      'root scope empty first-child last-child only-child first-of-type last-of-type only-of-type ' +
      'any-link link visited hover active enabled disabled checked required optional',
    selectors: 'is where not has',
    position: 'nth-child nth-last-child nth-of-type nth-last-of-type',
    languages: 'lang',
  }).flatMap(([argument, names]) => names.split(' ').map((name) => [name, argument] as const)),
)

/**
 * The selector without its comments and its `*|`, which mean nothing here. Throws SelectorSyntaxError.
 * Linear in its length; combinators, empty lists and closing parentheses are left to css-what.
 */
export function normaliseSelector(selector: string): string {
  let at = 0
  let normal = ''
  let isInCompound = false
  let depth = 0

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

  function keepPseudo(written: string, name: string, isCalled: boolean): void {
    const argument = pseudoClasses.get(name.toLowerCase())
    if (argument === undefined) throw new SelectorSyntaxError(`the pseudo-class :${shown(name)} is not supported`)
    if (isCalled === (argument === 'alone')) {
      throw new SelectorSyntaxError(`the pseudo-class :${name} takes ${isCalled ? 'no' : 'an'} argument`)
    }
    const pattern = callPatterns[argument]
    const call = pattern && take(pattern)
    if (pattern && !call) throw new SelectorSyntaxError(`the argument of :${name} can't be read`)
    if (argument === 'selectors' && ++depth > maxNesting) {
      throw new SelectorSyntaxError(`the selector nests parentheses deeper than ${maxNesting} levels`)
    }
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
    // A type stands first: `p*`, `[a]b` and `a/**/b` are none.
    if (!token || (token[0] === patterns.type && isOpen))
      throw new SelectorSyntaxError(complaint(selector.slice(start)))
  }
  return normal
}

const complaints: readonly [start: RegExp, what: string][] = [
  [/^::/, 'pseudo-elements are not supported'],
  [/^\[[^\]"'=]*\|(?!=)|^\|(?!\|)/, 'namespaces are not supported'],
  [/^\[[^\]"'!]*=\s*[^\s"'\]]/, 'an attribute value that is no name needs quotes'],
]

function complaint(rest: string): string {
  const what = complaints.find(([start]) => start.test(rest))?.[1] ?? 'not a CSS selector'
  return `${what}, at '${shown(rest)}'`
}

function shown(text: string): string {
  return text.slice(0, 40).toWellFormed()
}
