/** Reads the declarations in a style that determine whether its element is visible. */

import { withoutComments } from './sheet-rules.ts'

export interface Declaration {
  property: string
  value: string
  isImportant: boolean
}

/** Properties that hide an element, or show that it isn't hidden after all. */
const relevant =
  /^(?:display|visibility|opacity|color|background(?:-color|-image|-clip)?|-webkit-(?:background-clip|text-fill-color|text-security|mask(?:-image)?)|mask(?:-image)?|clip(?:-path)?|transform|translate|scale|rotate|text-indent|left|top|right|bottom|inset(?:-inline(?:-start)?)?|margin-(?:left|top|right)|position|font(?:-size)?|(?:max-)?(?:height|width)|overflow(?:-[xy])?|line-height|letter-spacing|content-visibility|filter|zoom|transition(?:-property)?|animation(?:-name)?|will-change|flex(?:-grow)?|padding(?:-top|-bottom)?)$/

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
    if (!name.startsWith('--') && !relevant.test(name)) continue
    const written = text.slice(colon + 1).trim()
    const importantAt = written.search(/!\s*important$/i)
    const value = importantAt < 0 ? written : written.slice(0, importantAt).trimEnd()
    if (value !== '') declarations.push({ property: name, value, isImportant: importantAt >= 0 })
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
  if (property === 'background-color') return 'background'
  return property === 'animation-name' ? 'animation' : property
}

/** Splits at semicolons outside parentheses and strings: `url(data:image/png;base64,…)`. */
function splitAt(style: string): string[] {
  if (!/[("']/.test(style)) return style.split(';')
  return style.match(/(?:[^;"'(]|"[^"]*"?|'[^']*'?|\((?:[^()"']|"[^"]*"?|'[^']*'?|\([^()]*\)?)*\)?)+/g) ?? []
}

export function withoutEscapes(style: string): string {
  if (!style.includes('\\')) return style
  return style.replace(
    /\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi,
    (_, code: string | undefined, char: string | undefined) => {
      const point = Number.parseInt(code ?? '0', 16)
      return char ?? (point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd')
    },
  )
}

/** The style in the form that rules read: without escapes or comments, and with only the last declaration of each property. */
export function normalised(style: string): string {
  if (!/[\\!]|\/\*/.test(style) && !isTwice(style, 'display') && !isTwice(style, 'visibility')) return style
  const winners = new Map<string, Declaration>()
  for (const declaration of readDeclarations(style)) {
    const before = winners.get(declaration.property)
    if (!before?.isImportant || declaration.isImportant) winners.set(declaration.property, declaration)
  }
  return [...winners.values()].map(({ property, value }) => `${property}:${value}`).join(';')
}

function isTwice(style: string, word: string): boolean {
  return style.indexOf(word, style.indexOf(word) + 1) > style.indexOf(word)
}
