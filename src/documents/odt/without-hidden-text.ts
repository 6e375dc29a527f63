/** Removes hidden text from OpenDocument files. The rest of the tree keeps its structure. */

import { isOffPage } from '../converted/hidden-text.ts'
import { inherited, isInvisibleText, type OdfProperties, odfGroundsOf, points } from '../office/parts/odf-styles.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import { isXmlElement, type XmlElement, type XmlNode, xmlText } from '../office/xml/xml-tree.ts'
import type { OdfAround, OdfPage, OpenDocument } from './open-document.ts'

/** Removes the hidden parts of the element, and counts them. */
export function visibleOdfText(element: XmlElement, document: OpenDocument, around: OdfAround): XmlElement {
  const own = aroundOf(element, document, around)
  const isInvisible = own.isHidden || isInvisibleText(own.text, own.grounds)
  const children = element.children.flatMap((child): XmlNode[] => {
    if (isXmlElement(child) ? !isHiddenElement(child, document, own.page) : !isInvisible || !/\S/.test(child)) {
      return [isXmlElement(child) ? visibleOdfText(child, document, own) : child]
    }
    document.hidden.add(xmlText(child))
    return []
  })
  return { ...element, children }
}

const families: Readonly<Record<string, OdfProperties>> = {
  'text:section': 'section',
  'table:table': 'table',
  'table:table-row': 'table-row',
  'table:table-cell': 'table-cell',
}

function aroundOf({ name, attributes, children }: XmlElement, { styles }: OpenDocument, around: OdfAround): OdfAround {
  const style = attributes['text:style-name']
  if (name === 'text:p' || name === 'text:h') {
    const properties = styles.of('paragraph', style, 'paragraph')
    const isHidden = around.isHidden || isClipped(properties, around.page) || children.some(hidesParagraph)
    const text = inherited(around.text, styles.of('paragraph', style, 'text'))
    return { ...around, text, grounds: odfGroundsOf(properties, around.grounds), isHidden }
  }
  if (name === 'text:span') return { ...around, text: inherited(around.text, styles.of('text', style, 'text')) }
  const family = families[name]
  if (family) {
    const properties = styles.of(family, attributes['table:style-name'] ?? style, family)
    return { ...around, grounds: odfGroundsOf(properties, around.grounds) }
  }
  const own = name.startsWith('draw:') ? styles.ofShape(attributes, 'text') : undefined
  if (!own) return around
  const grounds = odfGroundsOf(styles.ofShape(attributes, 'graphic') ?? {}, around.shapeGrounds)
  return { ...around, text: inherited(around.text, own), grounds, isHidden: false }
}

const hidesParagraph = (node: XmlNode) =>
  isXmlElement(node) && node.name === 'text:hidden-paragraph' && node.attributes['text:is-hidden'] === 'true'

const minLineHeight = 2
const minLineShare = 0.1

/** True if the lines of a paragraph are too short to show any text, or are outside the page. */
function isClipped(properties: XmlAttributes, { width, margin }: OdfPage): boolean {
  const { 'fo:line-height': height = '', 'fo:margin-left': left, 'fo:text-indent': indent } = properties
  if (/^[\d.]+%$/.test(height) && Number.parseFloat(height) / 100 < minLineShare) return true
  if ((points(height) ?? minLineHeight) < minLineHeight) return true
  return isOffPage((points(left) ?? 0) + (points(indent) ?? 0), width, width, margin)
}

function isHiddenElement({ name, attributes }: XmlElement, { styles }: OpenDocument, page: OdfPage): boolean {
  if (name === 'text:section' || name.startsWith('text:variable-') || name === 'text:user-field-get') {
    const { 'text:display': display, 'text:is-hidden': isHidden } = attributes
    return display === 'none' || (display === 'condition' && isHidden === 'true')
  }
  if (name === 'table:table-row') {
    const row = styles.of('table-row', attributes['table:style-name'], 'table-row')
    const isFlat = (points(row['style:row-height']) ?? minLineHeight) < minLineHeight
    // An optimal height grows with the text.
    const grows = row['style:use-optimal-row-height'] === 'true'
    return /^(?:collapse|filter)$/.test(attributes['table:visibility'] ?? '') || (isFlat && !grows)
  }
  if (!name.startsWith('draw:') && name !== 'dr3d:scene') return false
  if (/^(?:none|printer)$/.test(attributes['draw:display'] ?? '')) return true
  return page.hiddenLayers.has(attributes['draw:layer'] ?? '') || isOutside(attributes, page)
}

const minSize = 2

/** True if a shape is off the page or has no size. */
function isOutside(attributes: XmlAttributes, { width, height, margin }: OdfPage): boolean {
  const [, across, down] =
    /translate\s*\(\s*(-?[\d.]+[a-z]+)[\s,]+(-?[\d.]+[a-z]+)/.exec(attributes['draw:transform'] ?? '') ?? []
  const [x, y] = [points(attributes['svg:x'] ?? across) ?? 0, points(attributes['svg:y'] ?? down) ?? 0]
  const [w, h] = [points(attributes['svg:width']), points(attributes['svg:height'])]
  if (w !== null && h !== null && w < minSize && h < minSize) return true
  return isOffPage(x, w ?? width, width, margin) || isOffPage(y, h ?? height, height, margin === 0 ? 0 : height)
}
