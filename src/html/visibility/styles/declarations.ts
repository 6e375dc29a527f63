/**
 * Reads the declarations in a style that determine whether its element is visible, and replaces custom properties by their values.
 * @see CSS Custom Properties Level 1
 */

import type { Element } from 'domhandler'
import { splitTopLevel } from './colours.ts'
import { computedValue, rewritten } from './computed-values.ts'
import { withoutComments } from './sheet-rules.ts'

/** The style of an element, from its attribute or the cascade; empty if it has no style. */
export type StyleOf = (element: Element) => string

export interface Declaration {
  property: string
  value: string
  isImportant: boolean
}

/** Properties that hide an element, show that it isn't hidden after all, or change what its text means. */
const relevant =
  /^(?:display|visibility|opacity|color|background(?:-color|-image|-clip)?|-webkit-(?:background-clip|text-(?:fill-color|security|stroke(?:-width)?))|mask(?:-image|-size)?|clip(?:-path)?|transform|translate|scale|rotate|text-(?:indent|shadow)|left|top|right|bottom|margin-(?:left|top|right)|position|font-size|(?:max-)?(?:height|width)|overflow(?:-[xy])?|line-height|letter-spacing|content-visibility|contain|filter|zoom|box-shadow|transition(?:-[a-z]+)?|animation(?:-[a-z-]+)?|will-change|flex(?:-grow)?|padding(?:-top|-bottom)?|white-space|text-decoration(?:-line)?)$/

/** Properties with several values, in the order of the values. Logical properties are those of horizontal text from left to right. */
const sides: Record<string, readonly string[]> = {
  ...{ 'inset-inline-start': ['left'], 'inset-inline-end': ['right'], 'inset-block-start': ['top'] },
  ...{ 'inset-block-end': ['bottom'], 'inset-inline': ['left', 'right'], 'inset-block': ['top', 'bottom'] },
  ...{ inset: ['top', 'right', 'bottom', 'left'], 'margin-inline': ['margin-left', 'margin-right'] },
  ...{ margin: ['margin-top', 'margin-right', 'margin-bottom', 'margin-left'], 'margin-block': ['margin-top'] },
  ...{ 'margin-inline-start': ['margin-left'], 'margin-inline-end': ['margin-right'] },
  ...{ 'margin-block-start': ['margin-top'], 'block-size': ['height'], 'inline-size': ['width'] },
  ...{ 'max-block-size': ['max-height'], 'max-inline-size': ['max-width'] },
  ...{ 'overflow-block': ['overflow-y'], 'overflow-inline': ['overflow-x'], '-webkit-clip-path': ['clip-path'] },
  ...{ '-webkit-mask': ['mask'], '-webkit-mask-image': ['mask-image'], '-webkit-mask-size': ['mask-size'] },
}

const fontSize =
  /^(?:[\d.]+(?:[a-z]+|%)|0|(?:calc|min|max|clamp|var)\(.*|(?:xx?-)?(?:small|large)|medium|smaller|larger)$/i

/** Returns a declaration as declarations of the properties that the rules read. */
function longhands(name: string, value: string): readonly (readonly [string, string])[] {
  if (name === 'font') {
    const size = splitTopLevel(value, /[\s/]/).find((part) => fontSize.test(part))
    return size === undefined ? [] : [['font-size', size]]
  }
  const names = Object.hasOwn(sides, name) ? sides[name] : undefined
  if (names === undefined) return relevant.test(name) ? [[name, value]] : []
  if (names.length === 1 && name !== 'margin-block') return [[names[0] as string, value]]
  const values = splitTopLevel(value, /\s/)
  return names.map((side, at) => [side, values[at] ?? values[at - 2] ?? values[0] ?? ''] as const)
}

/** Longer styles are truncated: no page needs them. */
const maxChars = 4000

/** Declarations of relevant and custom properties, in order. */
export function readDeclarations(style: string): Declaration[] {
  const declarations: Declaration[] = []
  for (const text of splitAt(withoutEscapes(withoutComments(style.slice(0, maxChars))))) {
    const colon = text.indexOf(':')
    if (colon === -1) continue
    const property = text.slice(0, colon).trim()
    const name = property.startsWith('--') ? property : property.toLowerCase()
    const written = text.slice(colon + 1).trim()
    const importantAt = written.search(/!\s*important$/i)
    const value = importantAt < 0 ? written : written.slice(0, importantAt).trimEnd()
    if (value === '') continue
    const isImportant = importantAt >= 0
    if (name.startsWith('--')) declarations.push({ property: name, value, isImportant })
    else
      for (const [property, part] of longhands(name, value)) declarations.push({ property, value: part, isImportant })
  }
  return declarations
}

const known = new WeakMap<{ declarations: string }, readonly Declaration[]>()

/** The declarations of a rule, parsed once. */
export function declarationsOf(rule: { declarations: string }): readonly Declaration[] {
  const read = known.get(rule) ?? readDeclarations(rule.declarations)
  known.set(rule, read)
  return read
}

/** The slot that a property belongs to. If two declarations have the same slot, the later one wins. */
export function slotOf(property: string): string {
  return property === 'background-color' ? 'background' : property
}

/** Splits at semicolons outside parentheses and strings: `url(data:image/png;base64,…)`. */
function splitAt(style: string): string[] {
  if (!/[("']/.test(style)) return style.split(';')
  return style.match(/(?:[^;"'(]|"[^"]*"?|'[^']*'?|\((?:[^()"']|"[^"]*"?|'[^']*'?|\([^()]*\)?)*\)?)+/g) ?? []
}

function withoutEscapes(style: string): string {
  if (!style.includes('\\')) return style
  return style.replace(
    /\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi,
    (_, code: string | undefined, char: string | undefined) => {
      const point = Number.parseInt(code ?? '0', 16)
      return char ?? (point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd')
    },
  )
}

/** The style in the form that rules read: computed values, and only the last declaration of each property. */
export function normalised(style: string): string {
  const isPlain = !style.includes('!') && !rewritten.test(style)
  if (isPlain && !isTwice(style, 'display') && !isTwice(style, 'visibility')) return style
  const winners = new Map<string, Declaration>()
  for (const declaration of readDeclarations(style)) {
    const before = winners.get(declaration.property)
    if (!before?.isImportant || declaration.isImportant) winners.set(declaration.property, declaration)
  }
  return [...winners.values()].map(({ property, value }) => `${property}:${computedValue(property, value)}`).join(';')
}

function isTwice(style: string, word: string): boolean {
  return style.indexOf(word, style.indexOf(word) + 1) > style.indexOf(word)
}

export interface Winner extends Declaration {
  weight: readonly number[]
}

interface MatchedRule {
  declarations: readonly Declaration[]
  /** Position of the layer. Important declarations win in the opposite order. */
  rank: number
  specificity: number
  order: number
}

/** The winning declarations, in the order in which they apply: shorthands may precede their longhands. */
export function findWinners(rules: readonly MatchedRule[], own: readonly Declaration[]): ReadonlyMap<string, Winner> {
  const all: Winner[] = []
  for (const { declarations, rank, specificity, order } of rules) {
    for (const declaration of declarations) {
      const weight = declaration.isImportant ? [1, 0, -rank, specificity, order] : [0, 0, rank, specificity, order]
      all.push({ ...declaration, weight })
    }
  }
  for (const declaration of own) all.push({ ...declaration, weight: [declaration.isImportant ? 1 : 0, 1] })
  const winners = new Map<string, Winner>()
  for (const one of all) {
    const slot = slotOf(one.property)
    const before = winners.get(slot)
    if (before && isBefore(one.weight, before.weight)) continue
    // A later declaration goes last, because shorthands precede their longhands.
    winners.delete(slot)
    winners.set(slot, one)
  }
  return winners
}

function isBefore(weight: readonly number[], other: readonly number[]): boolean {
  for (const [at, value] of weight.entries()) if (value !== other[at]) return value < (other[at] ?? 0)
  return false
}

export interface CustomValue {
  value: string
  owner: Element
}

const maxReplaced = 100
const maxNames = 300
const maxReplacedChars = 2000
const reference = /var\(\s*(--[^,()\s]+)\s*/

/** Null if a property has neither a value nor a fallback, refers to itself, or becomes too long. */
export function replaceVariables(
  text: string,
  element: Element,
  find: (name: string, element: Element) => CustomValue | null,
): string | null {
  let left = maxReplaced
  return replace(text, element, [])

  function replace(text: string, element: Element, open: readonly string[]): string | null {
    let replaced = text
    for (let found = reference.exec(replaced); found; found = reference.exec(replaced)) {
      const [start, name = ''] = found
      const end = closingAt(replaced, found.index + 4)
      const fallback = replaced.slice(found.index + start.length, end)
      const custom = left-- > 0 && !open.includes(name) ? find(name, element) : null
      const value =
        (custom && replace(custom.value, custom.owner, [...open, name])) ??
        (fallback.startsWith(',') ? replace(fallback.slice(1).trim(), element, open) : null)
      if (value === null || left < 0) return null
      replaced = replaced.slice(0, found.index) + value + replaced.slice(end + 1)
      if (replaced.length > maxReplacedChars) return null
    }
    return replaced
  }
}

export function namesUsedIn(declarations: string): string[] {
  return readDeclarations(declarations).flatMap(({ property, value }) =>
    property.startsWith('--') || !value.includes('var(') ? [] : (value.match(/--[\w-]+/g) ?? []),
  )
}

/** The names, and those that their values use in turn. */
export function withNamesBehind(used: readonly string[], rules: readonly { declarations: string }[]): Set<string> {
  const names = new Set(used)
  const behind = new Map<string, string[]>()
  for (const { declarations } of names.size > 0 ? rules : [])
    for (const [, name = '', value = ''] of declarations.matchAll(/(--[\w-]+)\s*:([^;]*var\([^;]*)/g))
      behind.set(name, [...(behind.get(name) ?? []), ...(value.match(/--[\w-]+/g) ?? [])].slice(0, maxReplaced))
  for (const name of names) for (const one of behind.get(name) ?? []) if (names.size < maxNames) names.add(one)
  return names
}

function closingAt(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}
