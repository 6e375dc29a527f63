/** Reads CSS colours well enough to detect text that has the same colour as its background. */

/** Red, green, blue (0 to 255) and alpha (0 to 1). */
export type Colour = readonly [number, number, number, number]

const named: Record<string, string> = {
  ...{
    white: '#fff',
    black: '#000',
    red: '#f00',
    lime: '#0f0',
    blue: '#00f',
    yellow: '#ff0',
    cyan: '#0ff',
    magenta: '#f0f',
  },
  ...{ silver: '#c0c0c0', gray: '#808080', grey: '#808080', green: '#008000', navy: '#000080', teal: '#008080' },
  ...{ maroon: '#800000', purple: '#800080', olive: '#808000', orange: '#ffa500', snow: '#fffafa', ivory: '#fffff0' },
  ...{ whitesmoke: '#f5f5f5', ghostwhite: '#f8f8ff', floralwhite: '#fffaf0', transparent: '#0000' },
}

/** Null if the text isn't a colour in one of these forms. */
export function readColour(text: string): Colour | null {
  const written = text.trim().toLowerCase()
  const hex = /^#([0-9a-f]{3,8})$/.exec(named[written] ?? written)?.[1]
  if (hex) return ofHex(hex)
  const [, inner] = /^rgba?\(([^)]*)\)$/.exec(written) ?? []
  if (inner === undefined) return null
  const [first = '', second = '', third = '', alpha = '1'] = inner.split(/[\s,/]+/).filter((part) => part !== '')
  const channel = (part: string) =>
    part.endsWith('%') ? (Number.parseFloat(part) / 100) * 255 : Number.parseFloat(part)
  const colour = [channel(first), channel(second), channel(third), share(alpha)] as const
  return colour.some(Number.isNaN) ? null : colour
}

function share(text: string): number {
  return text.endsWith('%') ? Number.parseFloat(text) / 100 : Number.parseFloat(text)
}

function ofHex(hex: string): Colour | null {
  const digits = hex.length <= 4 ? [...hex].map((digit) => digit + digit) : (hex.match(/../g) ?? [])
  const [red, green, blue, alpha = 255] = digits.map((pair) => Number.parseInt(pair, 16))
  if (red === undefined || green === undefined || blue === undefined) return null
  return [red, green, blue, alpha / 255]
}

/** The colour of a background. Null if it is an image or unknown, `keep` if the background behind it shows through. */
export function readBackground(text: string): Colour | 'keep' | null {
  const written = text.trim().toLowerCase()
  if (written === '' || /^(?:none|transparent|initial|unset)$/.test(written)) return 'keep'
  if (/url\(|image|var\(|inherit|currentcolor/.test(written)) return null
  const colours: Colour[] = (written.match(/#[0-9a-f]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)|\b[a-z]+\b/g) ?? []).flatMap(
    (part) => {
      const colour = readColour(part)
      return colour ? [colour] : []
    },
  )
  const [first] = colours
  if (first === undefined) return /gradient/.test(written) ? null : 'keep'
  if (!colours.every((colour) => isSame(colour, first))) return null
  return first[3] < 0.1 ? 'keep' : first[3] > 0.95 ? first : null
}

/** True if a visitor can't distinguish the two colours. */
export function isSame(one: Colour, other: Colour): boolean {
  return Math.abs(one[0] - other[0]) + Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]) < 12
}
