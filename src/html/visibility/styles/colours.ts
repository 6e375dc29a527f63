/** Reads colours in all forms of CSS Color 4 and 5, to detect text that has the same colour as its background. */

import { namedColours } from './colour-names.ts'
import { evaluate } from './values.ts'

/** Red, green, blue (0 to 255) and alpha (0 to 1). */
export type Colour = readonly [number, number, number, number]
type Triple = readonly [number, number, number]

const maxChars = 300
const maxDepth = 5

/** Null if the text isn't a colour, or if it is `currentcolor` and `current` is unknown. */
export function readColour(text: string, current: Colour | null = null, depth = 0): Colour | null {
  const written = text.trim().toLowerCase()
  const hex = namedColours.get(written.replace('grey', 'gray')) ?? /^#([0-9a-f]{3,8})$/.exec(written)?.[1]
  if (hex !== undefined) return ofHex(hex)
  if (written === 'currentcolor') return current
  if (written.length > maxChars || depth > maxDepth) return null
  const [, name = '', inner = ''] = /^([a-z-]+)\((.*?)\)?$/s.exec(written) ?? []
  if (name === 'light-dark') return readColour(splitTopLevel(inner, /,/)[0] ?? '', current, depth + 1)
  if (name === 'color-mix') return mix(splitTopLevel(inner, /,/), current, depth)
  const parts = splitTopLevel(inner, /[\s,/]/)
  return parts[0] === 'from' ? relative(parts, inner, current, depth) : readChannels(name, parts)
}

function readChannels(name: string, parts: readonly string[]): Colour | null {
  const space = spaces[name === 'color' ? `color ${parts[0]}` : name.replace(/^(rgb|hsl)a$/, '$1')]
  const channels = name === 'color' ? parts.slice(1) : parts
  if (!space || channels.length < 3 || channels.length > 4) return null
  const numbers = channels.map((part, at) => channel(part, space.whole[at] ?? 1))
  if (numbers.some(Number.isNaN)) return null
  const [red, green, blue] = space.toRgb(numbers.slice(0, 3) as never).map((value) => Math.min(255, Math.max(0, value)))
  return [red as number, green as number, blue as number, Math.min(1, Math.max(0, numbers[3] ?? 1))]
}

/** A channel as a number. `whole` is the value of 100 percent. */
function channel(text: string, whole: number): number {
  if (text === 'none') return 0
  const value = evaluate(text)
  if (value === null) return Number.NaN
  return value.unit === '%' ? (value.value / 100) * whole : value.value
}

/** A relative colour that only changes alpha, such as `rgb(from white r g b / 50%)`. Others are unknown. */
function relative(parts: readonly string[], inner: string, current: Colour | null, depth: number): Colour | null {
  const origin = readColour(parts[1] ?? '', current, depth + 1)
  if (!origin || !/^(?:r g b|h s l|h w b|l a b|l c h)$/.test(parts.slice(2, 5).join(' '))) return null
  const alpha = inner.includes('/') ? channel(parts[5] ?? '', 1) : origin[3]
  return parts[5] === 'alpha' ? origin : Number.isNaN(alpha) ? null : [origin[0], origin[1], origin[2], alpha]
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

interface Space {
  /** The values of 100 percent. */
  whole: readonly number[]
  toRgb(channels: Triple): Triple
}

const decode = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const encode = (value: number) => 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
const times = (matrix: readonly number[], [x, y, z]: Triple): Triple => {
  const row = (at: number) => (matrix[at] ?? 0) * x + (matrix[at + 1] ?? 0) * y + (matrix[at + 2] ?? 0) * z
  return [row(0), row(3), row(6)]
}
const each = ([x, y, z]: Triple, change: (value: number) => number): Triple => [change(x), change(y), change(z)]
const linear = (matrix: readonly number[], channels: Triple): Triple => each(times(matrix, channels), encode)
const polar = ([lightness, chroma, hue]: Triple): Triple => {
  const angle = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
}

// From the sample code of CSS Color 4, each to linear sRGB.
const ofD65 = [3.2409699, -1.5373832, -0.4986108, -0.9692436, 1.8759675, 0.0415551, 0.0556301, -0.203977, 1.0569715]
const ofD50 = [3.1341359, -1.6172864, -0.4906622, -0.9787955, 1.9162543, 0.0334427, 0.0719551, -0.2289768, 1.4053861]
const ofP3 = [1.2249402, -0.2249402, 0, -0.042057, 1.042057, 0, -0.0196376, -0.0786361, 1.0982735]
const of2020 = [1.660491, -0.5876411, -0.0728499, -0.1245505, 1.1328999, -0.0083494, -0.0181508, -0.1005789, 1.1187297]
const ofA98 = [1.3982836, -0.3982836, 0, 0, 1, 0, 0, -0.042939, 1.042939]
const ofProphoto = [2.0343, -0.7275, -0.3068, -0.2288, 1.2317, -0.0029, -0.0086, -0.1533, 1.1619]
const lms = [1, 0.3963378, 0.2158038, 1, -0.1055613, -0.0638542, 1, -0.0894842, -1.2914855]
const ofLms = [4.0767417, -3.3077116, 0.2309699, -1.268438, 2.6097574, -0.3413194, -0.0041961, -0.7034186, 1.7076147]

function ofHsl([hue, saturation, lightness]: Triple): Triple {
  const share = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100)
  const at = (offset: number) => {
    const sector = (((offset + hue / 30) % 12) + 12) % 12
    return 255 * (lightness / 100 - share * Math.max(-1, Math.min(sector - 3, 9 - sector, 1)))
  }
  return [at(0), at(8), at(4)]
}

function ofHwb([hue, white, black]: Triple): Triple {
  const sum = Math.max(100, white + black)
  return each(
    ofHsl([hue, 100, 50]),
    (value) => (value * (100 - Math.min(100, white + black)) + 255 * white) / (white + black > 100 ? sum : 100),
  )
}

function ofLab([lightness, a, b]: Triple): Triple {
  const y = (lightness + 16) / 116
  const [x, z] = [y + a / 500, y - b / 200].map((f) => (f ** 3 > 0.008856 ? f ** 3 : (116 * f - 16) / 903.3))
  return linear(ofD50, [
    0.9642956 * (x as number),
    lightness > 8 ? y ** 3 : lightness / 903.3,
    0.8251046 * (z as number),
  ])
}

const ofOklab = (channels: Triple): Triple =>
  linear(
    ofLms,
    each(times(lms, channels), (value) => value ** 3),
  )
const predefined = (toLinear: (value: number) => number, matrix: readonly number[]): Space => ({
  whole: [1, 1, 1],
  toRgb: (channels) => linear(matrix, each(channels, toLinear)),
})
const same = (value: number) => value

const spaces: Record<string, Space> = {
  rgb: { whole: [255, 255, 255], toRgb: (channels) => channels },
  hsl: { whole: [360, 100, 100], toRgb: ofHsl },
  hwb: { whole: [360, 100, 100], toRgb: ofHwb },
  lab: { whole: [100, 125, 125], toRgb: ofLab },
  lch: { whole: [100, 150, 360], toRgb: (channels) => ofLab(polar(channels)) },
  oklab: { whole: [1, 0.4, 0.4], toRgb: ofOklab },
  oklch: { whole: [1, 0.4, 360], toRgb: (channels) => ofOklab(polar(channels)) },
  'color srgb': { whole: [1, 1, 1], toRgb: (channels) => each(channels, (value) => 255 * value) },
  'color srgb-linear': predefined(same, [1, 0, 0, 0, 1, 0, 0, 0, 1]),
  'color display-p3': predefined(decode, ofP3),
  'color rec2020': predefined(
    (value) => (value < 0.0813 ? value / 4.5 : ((value + 0.0993) / 1.0993) ** (1 / 0.45)),
    of2020,
  ),
  'color a98-rgb': predefined((value) => value ** (563 / 256), ofA98),
  'color prophoto-rgb': predefined((value) => value ** 1.8, ofProphoto),
  'color xyz': predefined(same, ofD65),
  'color xyz-d65': predefined(same, ofD65),
  'color xyz-d50': predefined(same, ofD50),
}

function ofHex(hex: string): Colour | null {
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])
  const [red, green, blue, alpha = 255] = digits.map((pair) => Number.parseInt(pair, 16))
  if (red === undefined || green === undefined || blue === undefined) return null
  return [red, green, blue, alpha / 255]
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

/** Splits at separators outside parentheses, and leaves out empty parts. */
export function splitTopLevel(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const char of text.slice(0, 2000)) {
    if (char === '(') depth++
    else if (char === ')') depth--
    if (depth === 0 && separator.test(char)) {
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
