/** Writes short text from an OpenDocument, such as a slide or chart title, on one line. */

import { isXmlElement, type XmlElement, type XmlNode } from '../office/xml/xml-tree.ts'

export function textLine(element: XmlElement | undefined): string {
  return element ? wordsOf(element).replace(/\s+/g, ' ').trim() : ''
}

const notWords = new Set(['svg:title', 'svg:desc', 'office:annotation', 'text:note', 'text:number'])

function wordsOf(node: XmlNode): string {
  if (!isXmlElement(node)) return node
  if (notWords.has(node.name)) return ''
  const words = node.children.map(wordsOf).join('')
  return /^text:(?:p|h|s|tab|line-break)$/.test(node.name) ? `${words} ` : words
}
