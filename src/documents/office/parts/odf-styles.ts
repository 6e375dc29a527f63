/** OpenDocument styles as attributes, including inherited ones, and tests for styles that hide text. @see OpenDocument 1.3, part 3, §16 */

import { type Grounds, hexColour, isInvisible } from '../../converted/hidden-text.ts'
import type { XmlAttributes } from '../xml/read-xml.ts'
import { childOf, elementsIn, type XmlElement } from '../xml/xml-tree.ts'

/** `text` is `style:text-properties`. */
export type OdfProperties =
  | ('text' | 'paragraph' | 'graphic' | 'section' | 'drawing-page' | 'page-layout')
  | ('table' | 'table-row' | 'table-column' | 'table-cell')

const maxChain = 30
const none: XmlAttributes = {}

export class OdfStyles {
  /** Names of number formats that display nothing for text. */
  readonly emptyFormats = new Set<string>()
  readonly #stated = new Map<string, XmlElement>()
  readonly #known = new Map<string, XmlAttributes>()

  /** Adds a style or a default. If several have the same name, the last one wins. */
  add(element: XmlElement): void {
    const { 'style:name': name = '', 'style:family': family } = element.attributes
    if (/^style:(?:default-)?style$/.test(element.name)) this.#stated.set(`${family} ${name}`, element)
    const isOfText = element.name === 'number:text-style'
    if (isOfText && elementsIn(element, 'number:text-content').next().done) this.emptyFormats.add(name)
  }

  chain(family: string, name: string | undefined): XmlElement[] {
    const chain: XmlElement[] = []
    for (let next = name; next !== undefined && chain.length < maxChain; ) {
      const style = this.#stated.get(`${family} ${next}`)
      if (!style) break
      chain.push(style)
      next = style.attributes['style:parent-style-name']
    }
    return chain
  }

  of(family: string, name: string | undefined, properties: OdfProperties): XmlAttributes {
    const key = `${family} ${name} ${properties}`
    const known = this.#known.get(key)
    if (known) return known
    const chain = this.chain(family, name).map((style) => statedProperties(style, properties))
    const all = chain.reverse().reduce(inherited, none)
    this.#known.set(key, all)
    return all
  }

  /** Returns the properties of a shape, which has a style for drawings or for presentations. Undefined without a style. */
  ofShape(shape: XmlAttributes, properties: OdfProperties): XmlAttributes | undefined {
    const { 'draw:style-name': graphic, 'presentation:style-name': presentation } = shape
    if (graphic !== undefined) return this.of('graphic', graphic, properties)
    return presentation === undefined ? undefined : this.of('presentation', presentation, properties)
  }

  /** Returns an attribute from the first style in the chain that sets it. */
  stated(family: string, name: string | undefined, attribute: string): string | undefined {
    return this.chain(family, name).find((style) => style.attributes[attribute] !== undefined)?.attributes[attribute]
  }

  /** True if conditions may replace this style with another. */
  hasConditions(family: string, name: string | undefined): boolean {
    return this.chain(family, name).some((style) => childOf(style, 'style:map'))
  }

  /** Returns the properties that apply unless a style overrides them. */
  defaultOf(family: string, properties: OdfProperties): XmlAttributes {
    return statedProperties(this.#stated.get(`${family} `), properties)
  }
}

export function statedProperties(style: XmlElement | undefined, properties: OdfProperties): XmlAttributes {
  const element = childOf(style, `style:${properties}-properties`)
  const image = childOf(element, 'style:background-image')?.attributes['xlink:href']
  return image ? { ...element?.attributes, image } : (element?.attributes ?? none)
}

/** A percentage font size is relative to the inherited size. */
export function inherited(around: XmlAttributes, own: XmlAttributes): XmlAttributes {
  const size = own['fo:font-size']
  const all = { ...around, ...own }
  // An explicit color overrides the automatic color and its opacity.
  if (own['fo:color'] !== undefined) Object.assign(all, { [chosenColour]: 'false', [opacityOfText]: '100%' }, own)
  if (size?.endsWith('%')) {
    all['fo:font-size'] = `${(points(around['fo:font-size']) ?? usualPoints) * (Number.parseFloat(size) / 100)}pt`
  }
  return all
}

const chosenColour = 'style:use-window-font-color'
const opacityOfText = 'loext:opacity'
const usualPoints = 12
const pointsPerUnit: Readonly<Record<string, number>> = { pt: 1, in: 72, cm: 28.35, mm: 2.835, pc: 12, px: 0.75 }

/** Converts a length such as `0.5cm` to points; null if it isn't a length. */
export function points(length: string | undefined): number | null {
  const [, number, unit = ''] = /^\s*(-?[\d.]+)(pt|in|cm|mm|pc|px)\s*$/.exec(length ?? '') ?? []
  return number === undefined ? null : Number(number) * (pointsPerUnit[unit] ?? 1)
}

const share = (text: string | undefined) => (text?.endsWith('%') ? Number.parseFloat(text) / 100 : undefined)
const maxRise = 10

/** True if text with these `style:text-properties` is invisible. */
export function isInvisibleText(text: XmlAttributes, grounds: Grounds): boolean {
  if (text['text:display'] === 'none') return true
  const [rise = 0, raised = 1] = (text['style:text-position'] ?? '').split(' ').map(share)
  if (Math.abs(rise) > maxRise) return true
  const size = points(text['fo:font-size'])
  const { 'fo:color': colour, 'fo:text-shadow': shadow = 'none' } = text
  const isDrawn = text['style:text-outline'] === 'true' || shadow !== 'none'
  const isChosen = text[chosenColour] === 'true' || colour === undefined
  return isInvisible({
    colour: isDrawn || isChosen ? null : hexColour(colour),
    // LibreOffice doesn't specify an opacity for automatic colors.
    opacity: isChosen ? 1 : colour === 'transparent' ? 0 : (share(text[opacityOfText]) ?? 1),
    grounds: odfGroundsOf(text, grounds),
    points: (size ?? usualPoints) * raised,
    widthScale: share(text['style:text-scale']),
    letterSpacing: points(text['fo:letter-spacing']) ?? undefined,
  })
}

/** Returns the background of an element with these properties. If they don't set one, returns the background around it. */
export function odfGroundsOf(properties: XmlAttributes, around: Grounds): Grounds {
  const { image, 'fo:background-color': background = 'transparent', 'draw:fill': fill } = properties
  if (image !== undefined) return [null]
  const opacity = share(properties['draw:opacity']) ?? 1
  if (fill !== undefined && fill !== 'none' && opacity > 0.05) {
    const isSolid = fill === 'solid' && opacity > 0.95
    return [isSolid ? hexColour(properties['draw:fill-color']) : null]
  }
  return background === 'transparent' ? around : [hexColour(background)]
}
