/** Reads colours in the forms of CSS Color 4 and 5, to detect text that has the same colour as its background, and the edges of letters. */

import { converter, parse } from 'culori'
import { evaluate } from './values.ts'

/** Red, green, blue (0 to 255) and alpha (0 to 1). */
export type Colour = readonly [number, number, number, number]

const maxChars = 300
const maxDepth = 5
const toRgb = converter('rgb')

/** Null if the text isn't a colour, or if it is `currentcolor` and `current` is unknown. */
export function readColour(text: string, current: Colour | null = null, depth = 0): Colour | null {
  const written = text.trim().toLowerCase()
  if (written === 'currentcolor') return current
  if (written === '' || written.length > maxChars || depth > maxDepth) return null
  const [, name = '', inner = ''] = /^([a-z-]+)\((.*?)\)?$/s.exec(written) ?? []
  if (name === 'light-dark') return readColour(splitTopLevel(inner, /,/)[0] ?? '', current, depth + 1)
  if (name === 'color-mix') return mix(splitTopLevel(inner, /,/), current, depth)
  if (inner.startsWith('from ')) return relative(inner, current, depth)
  const colour = toRgb(parseColour(systemColours[written] ?? written))
  if (!colour) return null
  const [red, green, blue] = [colour.r, colour.g, colour.b].map((value) => 255 * within01(value))
  return [red as number, green as number, blue as number, within01(colour.alpha ?? 1)]
}

/** culori throws a TypeError for other values with a slash and a unit, such as `url(/5x)`. */
function parseColour(written: string): ReturnType<typeof parse> {
  try {
    return parse(written)
  } catch {
    return undefined
  }
}

const within01 = (value: number) => Math.min(1, Math.max(0, value || 0))
const systemColours: Record<string, string> = { canvas: 'white', canvastext: 'black' }

/** A relative colour that only changes alpha, such as `rgb(from white r g b / 50%)`. Others are unknown. */
function relative(inner: string, current: Colour | null, depth: number): Colour | null {
  const [, from = '', ...channels] = splitTopLevel(inner, /[\s/]/)
  const origin = readColour(from, current, depth + 1)
  if (!origin || !/^(?:r g b|h s l|h w b|l a b|l c h)$/.test(channels.slice(0, 3).join(' '))) return null
  const alpha = readColour(`rgb(0 0 0 / ${channels[3] ?? '1'})`)?.[3]
  return alpha === undefined ? null : [origin[0], origin[1], origin[2], inner.includes('/') ? alpha : origin[3]]
}

/** Mixes in sRGB regardless of the colour space, since equal colours mix equally in all of them. */
function mix([, ...written]: readonly string[], current: Colour | null, depth: number): Colour | null {
  const parts = written.map((part) => {
    const [, share] = /(?:^|\s)([\d.]+)%(?:\s|$)/.exec(part) ?? []
    const colour = readColour(part.replace(/(?:^|\s)[\d.]+%(?=\s|$)/, ''), current, depth + 1)
    return { colour, share: share === undefined ? null : Number(share) / 100 }
  })
  const [one, other] = parts
  if (!one?.colour || !other?.colour || parts.length > 2) return null
  const first = one.share ?? 1 - (other.share ?? 0.5)
  const second = other.share ?? 1 - first
  const weights = [(first * one.colour[3]) / (first + second), (second * other.colour[3]) / (first + second)] as const
  const alpha = weights[0] + weights[1]
  const at = (index: 0 | 1 | 2) =>
    ((one.colour?.[index] ?? 0) * weights[0] + (other.colour?.[index] ?? 0) * weights[1]) / (alpha || 1)
  const mixed = [at(0), at(1), at(2), alpha * Math.min(1, first + second)] as const
  return mixed.some(Number.isNaN) ? null : mixed
}

/** The colour of a background. Null if it is an image or unknown, `keep` if the background behind it shows through. */
export function readBackground(text: string, current: Colour | null = null): Colour | 'keep' | null {
  const written = text.trim().toLowerCase()
  if (written === '' || /^(?:none|transparent|initial|unset)$/.test(written)) return 'keep'
  if (/url\(|image|var\(|inherit/.test(written)) return null
  const isGradient = /gradient\(/.test(written)
  const parts = isGradient
    ? splitTopLevel(written.replace(/[a-z-]*gradient\(|\)$/g, ' '), /[\s,]/)
    : splitTopLevel(written, /\s/)
  const colours = parts.map((part) => readColour(part, current)).filter((colour) => colour !== null)
  const [first] = colours
  if (first === undefined) return isGradient ? null : 'keep'
  if (!colours.every((colour) => isSame(colour, first))) return null
  return first[3] < 0.1 ? 'keep' : first[3] > 0.95 ? first : null
}

/** Splits at separators outside parentheses, brackets and strings, and leaves out empty parts. */
export function splitTopLevel(text: string, separator: RegExp, maxChars = 2000): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  let quote = ''
  for (const char of text.slice(0, maxChars)) {
    const isOutside = quote === ''
    const isQuote = isOutside ? char === '"' || char === "'" : char === quote
    if (isQuote && !part.endsWith('\\')) quote = isOutside ? char : ''
    if (isOutside && (char === '(' || char === '[')) depth++
    else if (isOutside && (char === ')' || char === ']')) depth--
    if (isOutside && depth === 0 && separator.test(char)) {
      parts.push(part.trim())
      part = ''
    } else part += char
  }
  return [...parts, part.trim()].filter((one) => one !== '')
}

/** True if a visitor can't distinguish the two colours. */
export function isSame(one: Colour, other: Colour): boolean {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]) < 12
}

/** True for a style that a script uses to fade or move the element into view. The element is content even though it starts invisible. */
export function isMoving(style: string): boolean {
  return /transform|transition|animation|will-change|filter/i.test(style)
}

const black: Colour = [0, 0, 0, 1]
export const whiteColour: Colour = [255, 255, 255, 1]
const maxEdgePx = 10

/** The colour of the outline of letters, or of a shadow so near that it shows them; null if they have neither. */
export function edgeColour(style: string): Colour | null {
  const [, kind, value = ''] = /(?<![\w-])(text-shadow|-webkit-text-stroke)(?:-width)?\s*:\s*([^;]+)/i.exec(style) ?? []
  if (kind === undefined) return null
  const parts = splitTopLevel(splitTopLevel(value, /,/)[0] ?? '', /\s/)
  const lengths = parts.flatMap((part) => evaluate(part)?.value ?? [])
  if (lengths.length === 0 || lengths.some((px) => Math.abs(px) > maxEdgePx)) return null
  if (!kind.endsWith('shadow') && lengths[0] === 0) return null
  return parts.map((part) => readColour(part)).find((colour) => colour !== null) ?? black
}

/** True if letters have an edge that shows on white. Their fill doesn't matter. */
export function hasVisibleEdge(style: string): boolean {
  const colour = edgeColour(style)
  return colour !== null && colour[3] > 0.3 && !isSame(colour, whiteColour)
}
