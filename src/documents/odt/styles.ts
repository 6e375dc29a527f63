/** The styles of an OpenDocument text, including properties inherited from parent styles. @see OpenDocument 1.3, part 3, §16 */

import { isCodeStyle, type NamedStyle, namedStyle } from '../converted/flow/style-names.ts'
import { childOf, childrenOf, type XmlElement } from '../office/xml/xml-tree.ts'

/** The appearance of text; properties that the style doesn't set are undefined. */
export interface TextLook {
  bold?: boolean
  italic?: boolean
  strike?: boolean
  raised?: 'sup' | 'sub' | null
  code?: boolean
  isHidden?: boolean
}

interface OdtStyle {
  named: NamedStyle | null
  /** Outline level, starting at 1; 0 removes an inherited level. */
  outline: number | null
  /** An empty string removes an inherited list style. */
  listStyle: string | null
  look: TextLook
  /** The formatting that an author applied directly, stored as an automatic style for this place only. */
  ownLook: TextLook
}

type StyleFamily = 'paragraph' | 'text'

const noStyle: OdtStyle = { named: null, outline: null, listStyle: null, look: {}, ownLook: {} }
const maxChain = 30

interface StatedStyle {
  element: XmlElement
  isAutomatic: boolean
}

export class OdtStyles {
  readonly #stated = new Map<string, StatedStyle>()
  readonly #resolved = new Map<string, OdtStyle>()

  /** `element`: `style:style`. */
  add(element: XmlElement, isAutomatic: boolean): void {
    const { 'style:name': name, 'style:family': family } = element.attributes
    const key = `${family} ${name}`
    if (name !== undefined && (isAutomatic || !this.#stated.has(key))) this.#stated.set(key, { element, isAutomatic })
  }

  find(family: StyleFamily, name: string | undefined): OdtStyle {
    if (name === undefined) return noStyle
    const key = `${family} ${name}`
    const known = this.#resolved.get(key)
    if (known) return known
    const style = this.#resolve(family, name)
    this.#resolved.set(key, style)
    return style
  }

  /** Stops at `maxChain` if the chain of parents is a cycle. */
  #resolve(family: StyleFamily, name: string): OdtStyle {
    const style: OdtStyle = { ...noStyle }
    let next: string | undefined = name
    for (let steps = 0; next !== undefined && steps < maxChain; steps++) {
      const stated = this.#stated.get(`${family} ${next}`)
      if (!stated) break
      const { attributes } = stated.element
      const title = attributes['style:display-name'] ?? next.replace(/_([\da-f]{2})_/gi, hexChar)
      style.named ??= family === 'paragraph' && !stated.isAutomatic ? namedStyle(title) : null
      style.outline ??= wholeNumber(attributes['style:default-outline-level'])
      style.listStyle ??= attributes['style:list-style-name'] ?? null
      const look = lookOf(stated.element)
      if (family === 'text' && isCodeStyle(title)) look.code = true
      if (steps === 0 && stated.isAutomatic) style.ownLook = look
      style.look = { ...look, ...style.look }
      next = attributes['style:parent-style-name']
    }
    return style
  }
}

const hexChar = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))

export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function lookOf(style: XmlElement): TextLook {
  const attributes = childOf(style, 'style:text-properties')?.attributes
  const look: TextLook = {}
  if (!attributes) return look
  const weight = attributes['fo:font-weight']
  if (weight !== undefined) look.bold = weight === 'bold' || Number(weight) >= 600
  const slope = attributes['fo:font-style']
  if (slope !== undefined) look.italic = slope !== 'normal'
  const line = attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type']
  if (line !== undefined) look.strike = line !== 'none'
  const position = attributes['style:text-position']
  if (position !== undefined) look.raised = raisedBy(position)
  const display = attributes['text:display']
  if (display !== undefined) look.isHidden = display === 'none'
  return look
}

/** `super 58%`, `-33% 58%`. */
function raisedBy(position: string): 'sup' | 'sub' | null {
  const [place = ''] = position.split(' ')
  if (place === 'super' || place === 'sub') return place === 'super' ? 'sup' : 'sub'
  const percent = Number.parseFloat(place)
  if (!percent) return null
  return percent > 0 ? 'sup' : 'sub'
}

/** Returns the language of the text from the default paragraph style; null if it specifies none. */
export function defaultLanguage(styles: XmlElement | undefined): string | null {
  for (const style of childrenOf(styles, 'style:default-style')) {
    if (style.attributes['style:family'] !== 'paragraph') continue
    const { 'fo:language': language, 'fo:country': country } = childOf(style, 'style:text-properties')?.attributes ?? {}
    if (!language || language === 'none' || language === 'zxx') return null
    return country && country !== 'none' ? `${language}-${country}` : language
  }
  return null
}
