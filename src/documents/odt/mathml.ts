/** Extracts the MathML of OpenDocument formulas, without their source in the authoring program's syntax. */

import { escapeHtml } from '../converted/write-html.ts'
import { isXmlElement, type XmlElement, type XmlNode, xmlText } from '../office/xml/xml-tree.ts'

const keptAttributes = ['display', 'linethickness', 'open', 'close', 'separators', 'mathvariant', 'notation']
const maxNodes = 5000
const maxChars = 50_000
const maxAttributeChars = 50

/** Returns the HTML of `math:math`; empty if the element is too large to be a formula. */
export function mathHtml(math: XmlElement): string {
  if (xmlText(math).length > maxChars) return ''
  const budget = { nodes: maxNodes }
  const html = nodeHtml(math, budget)
  return budget.nodes < 0 ? '' : html
}

function nodeHtml(node: XmlNode, budget: { nodes: number }): string {
  if (--budget.nodes < 0) return ''
  if (!isXmlElement(node)) return escapeHtml(node)
  const name = node.name.replace(/^math:/, '')
  if (!/^[a-z]{1,20}$/.test(name) || name === 'annotation') return ''
  const attributes = keptAttributes.flatMap((key) => {
    const value = node.attributes[key] ?? node.attributes[`math:${key}`]
    return value === undefined ? [] : [` ${key}="${escapeHtml(value.slice(0, maxAttributeChars))}"`]
  })
  return `<${name}${attributes.join('')}>${node.children.map((child) => nodeHtml(child, budget)).join('')}</${name}>`
}
