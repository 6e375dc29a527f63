/** Office colors: theme colors by name, and fills of drawings. @see ECMA-376, part 1, §20.1.2.3 and §20.1.8 */

import { black, hexColour, type Rgb, tinted, white } from '../../converted/hidden-text.ts'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-tree.ts'

/** Returns the color with a name such as `bg1`, `dk2` or `accent1`; null if the theme doesn't have it. */
export type ColourScheme = (name: string) => Rgb | null

/** Default mapping of names to theme colors, used unless a document overrides it. */
const usualMap: Readonly<Record<string, string>> = { bg1: 'lt1', tx1: 'dk1', bg2: 'lt2', tx2: 'dk2' }

/** `theme`: the tree of the part. `map`: attributes of `p:clrMap`. */
export function readColourScheme(theme: XmlElement, map: Readonly<Record<string, string>> = {}): ColourScheme {
  const colours = new Map<string, Rgb | null>([
    ['lt1', white],
    ['dk1', black],
  ])
  const scheme = childOf(theme, 'a:theme', 'a:themeElements', 'a:clrScheme')
  for (const element of childrenOf(scheme)) {
    colours.set(element.name.replace(/^a:/, ''), drawnColour(element, () => null).colour)
  }
  return (name) => colours.get(map[name] ?? usualMap[name] ?? name) ?? null
}

/** Returns the color in a fill, style reference or theme entry. */
export function drawnColour(
  around: XmlElement | undefined,
  scheme: ColourScheme,
): { colour: Rgb | null; opacity: number } {
  const [element] = childrenOf(around)
  if (!element) return { colour: null, opacity: 1 }
  let colour = readers[element.name.replace(/^(?:a|w14):/, '')]?.(element, scheme) ?? null
  let opacity = 1
  for (const change of childrenOf(element)) {
    const share = percent(change.attributes.val ?? change.attributes['w14:val'])
    const name = change.name.replace(/^(?:a|w14):/, '')
    // Word's own effects specify the transparency of a color, whereas drawings specify its opacity.
    if (name === 'alpha') opacity = change.name === 'w14:alpha' ? 1 - share : share
    else if (name === 'alphaMod') opacity *= share
    else colour = colour && (changes[name]?.(colour, share) ?? null)
  }
  return { colour, opacity }
}

/** Accepts `50%` and `50000`. */
function percent(text: string | undefined): number {
  const value = Number.parseFloat(text ?? '')
  return (text?.endsWith('%') ? value / 100 : value / 100_000) || 0
}

type ColourReader = (element: XmlElement, scheme: ColourScheme) => Rgb | null

const statedValue = ({ attributes }: XmlElement) => attributes.val ?? attributes['w14:val'] ?? ''

const readers: Readonly<Record<string, ColourReader>> = {
  srgbClr: (element) => hexColour(statedValue(element)),
  schemeClr: (element, scheme) => scheme(statedValue(element)),
  sysClr: (element) => hexColour(element.attributes.lastClr) ?? (/text/i.test(statedValue(element)) ? black : white),
  prstClr: (element) => (statedValue(element) === 'black' ? black : statedValue(element) === 'white' ? white : null),
  scrgbClr: ({ attributes: { r, g, b } }) => [percent(r) * 255, percent(g) * 255, percent(b) * 255],
}

/** Other modifications, such as a change of hue, make the color unknown. */
const changes: Readonly<Record<string, (colour: Rgb, share: number) => Rgb>> = {
  lumMod: (colour, share) => tinted(colour, share - 1),
  lumOff: ([red, green, blue], share) => [red + 255 * share, green + 255 * share, blue + 255 * share],
  shade: (colour, share) => tinted(colour, share - 1),
  tint: (colour, share) => tinted(colour, 1 - share),
  satMod: (colour) => colour,
}

/** The fill of a shape: null if it is unknown, as for an image; `none` if the shape is see-through. */
export type Fill = Rgb | 'none' | null

/** `properties`: the parent of the fill, such as `p:spPr`. Returns undefined if no fill is specified. */
export function statedFill(properties: XmlElement | undefined, scheme: ColourScheme): Fill | undefined {
  for (const child of childrenOf(properties)) {
    if (child.name === 'a:noFill') return 'none'
    if (/^a:(?:gradFill|blipFill|pattFill|grpFill)$/.test(child.name)) return null
    if (child.name === 'a:solidFill') return fillOf(drawnColour(child, scheme))
  }
  return undefined
}

/** `properties`: `p:spPr`. `style`: `p:style`, used if the properties don't specify a fill. */
export function shapeFill(
  properties: XmlElement | undefined,
  style: XmlElement | undefined,
  scheme: ColourScheme,
): Fill {
  const stated = statedFill(properties, scheme)
  if (stated !== undefined) return stated
  const reference = childOf(style, 'a:fillRef')
  const { idx = '0' } = reference?.attributes ?? {}
  // In all common themes, the first fill style is a solid color and the others are gradients.
  if (idx === '0') return 'none'
  return idx === '1' ? fillOf(drawnColour(reference, scheme)) : null
}

function fillOf({ colour, opacity }: ReturnType<typeof drawnColour>): Fill {
  if (opacity < 0.05) return 'none'
  return opacity > 0.95 ? colour : null
}
