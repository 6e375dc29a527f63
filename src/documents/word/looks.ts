/** The properties that decide whether Word text and tables are visible: colors, shading, sizes. @see ECMA-376, part 1, §17.3, §17.4 and §17.7.6 */

import type { RunStyle } from '../converted/flow/inline-writer.ts'
import {
  black,
  type Grounds,
  hexColour,
  isInvisible,
  isOffPage,
  mixed,
  type Rgb,
  tinted,
  white,
} from '../converted/hidden-text.ts'
import { type ColourScheme, drawnColour, type Fill } from '../office/drawings/drawing-colours.ts'
import { isTrue, type XmlAttributes } from '../office/xml/read-xml.ts'
import { childOf, childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'

/** Properties specified for runs. Undefined properties are inherited. */
export interface RunProperties extends Partial<Omit<RunStyle, 'href'>> {
  font?: string
  isHidden?: boolean
  isWebHidden?: boolean
  /** Null for the automatic color, which is always visible. */
  colour?: Rgb | null
  /** Color of a text effect, which replaces the text color. */
  drawn?: { colour: Rgb | null; opacity: number } | null
  hasOutline?: boolean
  highlight?: Fill
  shade?: Fill
  points?: number
  widthScale?: number
  letterSpacing?: number
  /** Height above the baseline, in points. */
  rise?: number
}

export interface ParagraphLook {
  shade?: Fill
  /** True if its lines are too short to show any text. */
  isClipped?: boolean
  isOffPage?: boolean
}

/** True if the element turns its property on, as an element without a value does. */
export function isOn(element: XmlElement | undefined): boolean {
  return element !== undefined && !/^(?:0|false|off)$/i.test(element.attributes['w:val'] ?? '1')
}

export function statedValue(element: XmlElement | undefined): string | null {
  return element?.attributes['w:val'] ?? null
}

export function runProperties(element: XmlElement | undefined, { colours }: WordSetting): RunProperties {
  const run: RunProperties = {}
  for (const child of childrenOf(element)) Object.assign(run, readers.get(child.name)?.(child, colours))
  return run
}

type Reader = (element: XmlElement, colours: ColourScheme) => RunProperties

const effects = ['w:shadow', 'w:emboss', 'w:imprint', 'w14:textOutline', 'w14:shadow', 'w14:glow']

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...effects.map((name): [string, Reader] => [
    name,
    (element) => ({ hasOutline: isOn(element) && childOf(element, 'w14:noFill') === undefined }),
  ]),
  ['w:b', (element) => ({ bold: isOn(element) })],
  ['w:i', (element) => ({ italic: isOn(element) })],
  ['w:strike', (element) => ({ strike: isOn(element) })],
  ['w:dstrike', (element) => ({ strike: isOn(element) })],
  ['w:vertAlign', (element) => ({ raised: raisedBy(statedValue(element)) })],
  ['w:rFonts', ({ attributes }) => (attributes['w:ascii'] ? { font: attributes['w:ascii'] } : {})],
  ['w:vanish', (element) => ({ isHidden: isOn(element) })],
  ['w:specVanish', (element) => (isOn(element) ? { isHidden: true } : {})],
  ['w:webHidden', (element) => ({ isWebHidden: isOn(element) })],
  ['w:color', ({ attributes }, colours) => ({ colour: wordColour(attributes, colours) })],
  ['w14:textFill', (element, colours) => ({ drawn: drawnText(element, colours) })],
  ['w:highlight', (element) => ({ highlight: highlights[statedValue(element) ?? ''] ?? null })],
  ['w:shd', ({ attributes }, colours) => ({ shade: shadeOf(attributes, colours) })],
  ['w:sz', (element) => numbers(element, (n) => ({ points: n / 2 }))],
  ['w:w', (element) => numbers(element, (n) => ({ widthScale: n / 100 }))],
  ['w:spacing', (element) => numbers(element, (n) => ({ letterSpacing: n / 20 }))],
  ['w:position', (element) => numbers(element, (n) => ({ rise: n / 2 }))],
])

function raisedBy(position: string | null): RunStyle['raised'] {
  return position === 'superscript' ? 'sup' : position === 'subscript' ? 'sub' : null
}

function numbers(element: XmlElement, read: (number: number) => RunProperties): RunProperties {
  const number = Number.parseFloat(statedValue(element) ?? '')
  return Number.isNaN(number) ? {} : read(number)
}

function drawnText(element: XmlElement, colours: ColourScheme): RunProperties['drawn'] {
  if (childOf(element, 'w14:noFill')) return { colour: null, opacity: 0 }
  const solid = childOf(element, 'w14:solidFill')
  return solid ? drawnColour(solid, colours) : { colour: null, opacity: 1 }
}

const themeNames: Readonly<Record<string, string>> = {
  ...{ background1: 'bg1', text1: 'tx1', background2: 'bg2', text2: 'tx2', dark1: 'dk1', light1: 'lt1' },
  ...{ dark2: 'dk2', light2: 'lt2', hyperlink: 'hlink', followedHyperlink: 'folHlink' },
}

/** `name`: `color`, or `fill` for a background. Returns null for `auto`. */
export function wordColour(
  attributes: XmlAttributes,
  colours: ColourScheme,
  name: 'color' | 'fill' = 'color',
): Rgb | null {
  const prefix = name === 'fill' ? 'w:themeFill' : 'w:theme'
  const theme = attributes[name === 'fill' ? prefix : 'w:themeColor']
  const stated = hexColour(attributes[`w:${name}`] ?? (name === 'color' ? attributes['w:val'] : undefined))
  if (theme === undefined) return stated
  const colour = colours(themeNames[theme] ?? theme)
  const share = (change: string) => Number.parseInt(attributes[prefix + change] ?? 'ff', 16) / 255
  return colour && tinted(tinted(colour, 1 - share('Tint')), share('Shade') - 1)
}

/** Returns `none` for properties without `w:shd`. */
export function shadeIn(properties: XmlElement | undefined, colours: ColourScheme): Fill {
  const shade = childOf(properties, 'w:shd')
  return shade ? shadeOf(shade.attributes, colours) : 'none'
}

/** Reads `w:shd`. Returns `none` if it is see-through. */
function shadeOf(attributes: XmlAttributes, colours: ColourScheme): Fill {
  const { 'w:val': pattern = 'clear' } = attributes
  const fill = wordColour(attributes, colours, 'fill')
  if (pattern === 'clear' || pattern === 'nil') return fill ?? 'none'
  const share = pattern === 'solid' ? 1 : Number(/^pct(\d+)$/.exec(pattern)?.[1] ?? Number.NaN) / 100
  const stated = { ...attributes, 'w:val': '' }
  return Number.isNaN(share) ? null : mixed(wordColour(stated, colours) ?? black, fill ?? white, share)
}

const highlights: Readonly<Record<string, Fill>> = {
  ...{ none: 'none', white: [255, 255, 255], black: [0, 0, 0], yellow: [255, 255, 0], green: [0, 255, 0] },
  ...{ cyan: [0, 255, 255], magenta: [255, 0, 255], blue: [0, 0, 255], red: [255, 0, 0], darkBlue: [0, 0, 128] },
  ...{ darkCyan: [0, 128, 128], darkGreen: [0, 128, 0], darkMagenta: [128, 0, 128], darkRed: [128, 0, 0] },
  ...{ darkYellow: [128, 128, 0], darkGray: [128, 128, 128], lightGray: [192, 192, 192] },
}

export function groundsOf(fill: Fill | undefined, around: Grounds): Grounds {
  return fill === undefined || fill === 'none' ? around : [fill]
}

const maxRise = 100

/** True if the text of a run is invisible, regardless of its content. `grounds`: background of the run. */
export function isInvisibleRun(look: RunProperties, grounds: Grounds): boolean {
  const { drawn, hasOutline, rise = 0, points, widthScale, letterSpacing } = look
  if (Math.abs(rise) > maxRise) return true
  const { colour = null, opacity = 1 } = hasOutline ? {} : (drawn ?? { colour: look.colour ?? null })
  const own = groundsOf(look.highlight, groundsOf(look.shade, grounds))
  return isInvisible({ colour, opacity, grounds: own, points, widthScale, letterSpacing })
}

/** Page numbers in a table of contents are hidden only in web view. */
export function isWebHiddenText(text: string): boolean {
  return !/^[\s\d.–-]*$|^\s*[ivxlc]+\s*$/i.test(text)
}

export interface WordSetting {
  colours: ColourScheme
  page: { width: number; height: number }
  grounds: Grounds
  /** True if text may be on top of drawings other than the one that contains it. */
  hasDrawings: boolean
}

/** In twips. */
const minLineHeight = 40
/** Maximum distance of text and columns from the page edge. */
export const maxMargin = 4320

export function paragraphLook(properties: XmlElement | undefined, { colours, page }: WordSetting): ParagraphLook {
  const look: ParagraphLook = {}
  for (const { name, attributes } of childrenOf(properties)) {
    if (name === 'w:shd') look.shade = shadeOf(attributes, colours)
    else if (name === 'w:spacing' && attributes['w:lineRule'] !== undefined) {
      look.isClipped = isTooLow(attributes, 'w:line', 'w:lineRule')
    } else if (name === 'w:ind') look.isOffPage ||= isIndentedOff(attributes, page)
    else if (name === 'w:framePr') look.isOffPage ||= isFrameOff(attributes, page)
  }
  return look
}

/** True if an exact height is too small to show any text. */
export function isTooLow(attributes: XmlAttributes, height: string, rule: string): boolean {
  return attributes[rule] === 'exact' && twips(attributes[height]) < minLineHeight
}

const twips = (text: string | undefined) => Number.parseInt(text ?? '0', 10) || 0

function isIndentedOff(attributes: XmlAttributes, { width }: WordSetting['page']): boolean {
  const left = twips(attributes['w:start'] ?? attributes['w:left']) + twips(attributes['w:firstLine'])
  return isOffPage(left, width, width, 0)
}

/** Checks `w:framePr`. */
function isFrameOff(attributes: XmlAttributes, { width, height }: WordSetting['page']): boolean {
  if (isTooLow(attributes, 'w:h', 'w:hRule')) return true
  const { 'w:x': x, 'w:y': y, 'w:w': w, 'w:h': h } = attributes
  return isOffPage(twips(x), twips(w) || width, width, maxMargin) || isOffPage(twips(y), twips(h), height, height)
}

/** Keyed by the name of the part: `wholeTable`, `firstRow`, `band1Horz`. */
export type TableParts = ReadonlyMap<string, { fill: Fill; run: RunProperties }>

const firstRowBit = 0x20

/** True if the style's formatting of first rows applies to a table. `properties`: `w:tblPr`. */
export function hasFirstRow(properties: XmlElement | undefined): boolean {
  const { 'w:firstRow': stated, 'w:val': bits = '04A0' } = childOf(properties, 'w:tblLook')?.attributes ?? {}
  return stated === undefined ? (Number.parseInt(bits, 16) & firstRowBit) !== 0 : isTrue(stated)
}

/** Returns the properties that the style gives to a cell. Bands and columns aren't located, so any cell may have their backgrounds. */
export function lookOfCell(parts: TableParts, isFirstRow: boolean, around: Grounds) {
  const first = isFirstRow ? parts.get('firstRow') : undefined
  const fills = [...parts].flatMap(([name, { fill }]) => (fill === 'none' || name === 'firstRow' ? [] : [fill]))
  const grounds = groundsOf(first?.fill, [...around, ...fills])
  return { run: { ...parts.get('wholeTable')?.run, ...first?.run }, grounds }
}

/** `properties`: `w:tblPr`. */
export function isTableOffPage(properties: XmlElement | undefined, { width, height }: WordSetting['page']): boolean {
  const place = childOf(properties, 'w:tblpPr')?.attributes ?? {}
  const indent = twips(childOf(properties, 'w:tblInd')?.attributes['w:w'])
  return (
    isOffPage(indent, width, width, maxMargin) ||
    isOffPage(twips(place['w:tblpX']), width, width, maxMargin) ||
    isOffPage(twips(place['w:tblpY']), height, height, height)
  )
}
