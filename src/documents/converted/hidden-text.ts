/** Detects hidden text by the same rules for every format: text that is too small, transparent, or the same color as its background. */

import { hiddenTextRemoved, runningTextRemoved, type Warning } from '../../contract/warning.ts'

/** Each channel is from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Possible backgrounds of the text; null for an unknown one, such as an image. Text that is legible on any of them counts as visible. */
export type Grounds = readonly (Rgb | null)[]

export const white: Rgb = [255, 255, 255]
export const black: Rgb = [0, 0, 0]

/** Returns the RGB components of `#FFF` or `fffffe`, each from 0 to 255. Null for `auto` and other text. */
export function hexColour(text: string | undefined): Rgb | null {
  const digits = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(text?.trim() ?? '')?.[1]
  if (digits === undefined) return null
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? [])
  const [red = 0, green = 0, blue = 0] = pairs.map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

interface SeenLook {
  /** Null if unknown, or if the program automatically picks a visible color. */
  colour?: Rgb | null
  /** From 0 (fully transparent) to 1. */
  opacity?: number
  grounds?: Grounds
  points?: number | null | undefined
  /** Width of the letters as a multiple of their normal width. */
  widthScale?: number | undefined
  /** Extra space between letters, in points. */
  letterSpacing?: number | undefined
}

export const minPoints = 2
const minWidthScale = 0.1
/** Letters are about half an em wide, so they overlap if the spacing is tighter. */
const minLetterSpacing = -0.4
const minOpacity = 0.05
const usualPoints = 12

/** Returns true if text with this look is unreadable. Unknown properties are assumed not to hide it. */
export function isInvisible({
  colour,
  opacity = 1,
  grounds,
  points,
  widthScale = 1,
  letterSpacing = 0,
}: SeenLook): boolean {
  if (opacity < minOpacity || widthScale < minWidthScale) return true
  if (points !== undefined && points !== null && points < minPoints) return true
  if (letterSpacing < (points ?? usualPoints) * minLetterSpacing) return true
  if (!colour || !grounds || grounds.length === 0) return false
  return grounds.every((ground) => ground !== null && isSameColour(mixed(colour, ground, opacity), ground))
}

const minContrast = 1.12
/** Yellow on white has almost no contrast in brightness, but is still visible. */
const maxChannelDistance = 40

/** True if a reader can't distinguish the two colors. @see WCAG 2.2, contrast ratio */
function isSameColour(one: Rgb, other: Rgb): boolean {
  const distances = one.map((channel, i) => Math.abs(channel - (other[i] ?? 0)))
  if (Math.max(...distances) > maxChannelDistance) return false
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05) < minContrast
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Lays one color over another. `share` is the opacity of the upper color. */
export function mixed(colour: Rgb, below: Rgb, share: number): Rgb {
  const mix = (at: 0 | 1 | 2) => colour[at] * share + below[at] * (1 - share)
  return [mix(0), mix(1), mix(2)]
}

/** Lightens for a positive tint and darkens for a negative one, as Office does, but per channel. Office changes HSL lightness instead. */
export function tinted(colour: Rgb, tint: number): Rgb {
  return tint < 0 ? mixed(colour, black, 1 + tint) : mixed(white, colour, tint)
}

/** True if an object is certainly off the page. All lengths use the same unit. `margin`: maximum distance of the origin from the edge. */
export function isOffPage(at: number, length: number, size: number, margin: number): boolean {
  return at + length <= -margin || at >= size
}

/** Counts text that is left out: what the document hides, and its headers and footers. */
export class DroppedText {
  #chars = 0
  #sheets = 0
  readonly #running: string[] = []

  add(text: string): void {
    this.#chars += text.trim().length
  }

  addSheet(): void {
    this.#sheets++
  }

  /** Adds a line of a header or footer. */
  addRunning(line: string): void {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text !== '') this.#running.push(text)
  }

  get warnings(): Warning[] {
    const sheets: Warning = { code: 'hidden_text_removed', message: 'Hidden sheets were left out' }
    const hidden = this.#sheets === 0 ? hiddenTextRemoved(this.#chars) : [sheets]
    return [...hidden, ...runningTextRemoved(this.#running)]
  }
}
