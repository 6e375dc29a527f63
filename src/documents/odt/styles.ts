/** The styles of an OpenDocument text, including properties inherited from parent styles. @see OpenDocument 1.3, part 3, §16 */

import { isCodeStyle, type NamedStyle, namedStyle } from '../converted/flow/style-names.ts'
import { OdfStyles } from '../office/parts/odf-styles.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import { childOf, type XmlElement } from '../office/xml/xml-tree.ts'

/** The appearance of text. Properties that the style doesn't set are undefined. */
export interface TextLook {
  bold?: boolean
  italic?: boolean
  strike?: boolean
  raised?: 'sup' | 'sub' | null
  code?: boolean
}

interface OdtStyle {
  named: NamedStyle | null
  /** Outline level, starting at 1; 0 removes an inherited level. */
  outline: number | null
  look: TextLook
  /** The formatting that an author applied directly, which is stored as an automatic style for this place only. */
  ownLook: TextLook
}

export class OdtStyles extends OdfStyles {
  readonly #automatic = new Set<XmlElement>()
  readonly #resolved = new Map<string, OdtStyle>()

  /** Adds a style that the program created for directly applied formatting. */
  addAutomatic(element: XmlElement): void {
    this.add(element)
    this.#automatic.add(element)
  }

  find(family: 'paragraph' | 'text', name: string | undefined): OdtStyle {
    const key = `${family} ${name}`
    const known = this.#resolved.get(key)
    if (known) return known
    const chain = this.chain(family, name)
    const shared = chain.filter((element) => !this.#automatic.has(element))
    const [first] = chain
    const look = lookOf(this.of(family, name, 'text'))
    if (family === 'text' && chain.some((element) => isCodeStyle(titleOf(element)))) look.code = true
    // Some programs use the names of LibreOffice's styles without defining them.
    const unknown = chain.length === 0 ? namedStyle(plainName(name ?? '')) : null
    const style: OdtStyle = {
      named: family === 'paragraph' ? (firstOf(shared, namedBy) ?? unknown) : null,
      outline: wholeNumber(this.stated(family, name, 'style:default-outline-level')),
      look,
      ownLook:
        first && this.#automatic.has(first) ? lookOf(childOf(first, 'style:text-properties')?.attributes ?? {}) : {},
    }
    this.#resolved.set(key, style)
    return style
  }
}

function firstOf<T>(elements: readonly XmlElement[], read: (element: XmlElement) => T | null): T | null {
  for (const element of elements) {
    const found = read(element)
    if (found !== null) return found
  }
  return null
}

function titleOf({ attributes }: XmlElement): string {
  return attributes['style:display-name'] ?? plainName(attributes['style:name'] ?? '')
}

const namedBy = (element: XmlElement) => namedStyle(titleOf(element))

const plainName = (name: string) => name.replace(/_([\da-f]{2})_/gi, hexChar)

const hexChar = (_: string, code: string) => String.fromCharCode(Number.parseInt(code, 16))

export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function lookOf(attributes: XmlAttributes): TextLook {
  const look: TextLook = {}
  const weight = attributes['fo:font-weight']
  if (weight !== undefined) look.bold = weight === 'bold' || Number(weight) >= 600
  const slope = attributes['fo:font-style']
  if (slope !== undefined) look.italic = slope !== 'normal'
  const line = attributes['style:text-line-through-style'] ?? attributes['style:text-line-through-type']
  if (line !== undefined) look.strike = line !== 'none'
  const position = attributes['style:text-position']
  if (position !== undefined) look.raised = raisedBy(position)
  return look
}

/** Accepts `super 58%` and `-33% 58%`. */
function raisedBy(position: string): 'sup' | 'sub' | null {
  const [place = ''] = position.split(' ')
  if (place === 'super' || place === 'sub') return place === 'super' ? 'sup' : 'sub'
  const percent = Number.parseFloat(place)
  if (!percent) return null
  return percent > 0 ? 'sup' : 'sub'
}

/** Returns the language of text with these properties; null if they don't specify a language. */
export function declaredLanguage({ 'fo:language': language, 'fo:country': country }: XmlAttributes): string | null {
  if (!language || language === 'none' || language === 'zxx') return null
  return country && country !== 'none' ? `${language}-${country}` : language
}
