/** What a document states of itself: title, author, dates. */

import type { Archive } from '../archive/archive.ts'
import type { DocumentProperties } from '../converted/write-html.ts'
import { childOf, parseXml, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import { relatedPart, relationsOf } from './relations.ts'

/** Of Office Open XML. @see ECMA-376, part 2, §8 */
export function officeProperties(archive: Archive): DocumentProperties {
  const part = relatedPart(relationsOf(archive), 'core-properties') ?? 'docProps/core.xml'
  const properties = childOf(parseXml(archive.readText(part) ?? ''), 'cp:coreProperties')
  return {
    title: titleOf(properties),
    author: stated(properties, 'dc:creator'),
    description: stated(properties, 'dc:description', 'dc:subject'),
    language: languageOf(properties),
    publishedAt: dateOf(properties, 'dcterms:created'),
    modifiedAt: dateOf(properties, 'dcterms:modified'),
  }
}

/** Of OpenDocument. @see OpenDocument 1.3, part 3, §4.3 */
export function openDocumentProperties(archive: Archive): DocumentProperties {
  const properties = childOf(parseXml(archive.readText('meta.xml') ?? ''), 'office:document-meta', 'office:meta')
  return {
    title: titleOf(properties),
    author: stated(properties, 'meta:initial-creator', 'dc:creator'),
    description: stated(properties, 'dc:description', 'dc:subject'),
    language: languageOf(properties),
    publishedAt: dateOf(properties, 'meta:creation-date'),
    modifiedAt: dateOf(properties, 'dc:date'),
  }
}

/** What programs write where nobody has named the document. */
const placeholders =
  /^(?:powerpoint[- ]pr\S+|untitled\S*|presentation ?\d*|slide 1|document ?\d*|book ?\d*|workbook ?\d*)$/i

function titleOf(properties: XmlElement | undefined): string | null {
  const title = stated(properties, 'dc:title')
  return title !== null && placeholders.test(title) ? null : title
}

function stated(properties: XmlElement | undefined, ...names: string[]): string | null {
  for (const name of names) {
    const text = xmlText(childOf(properties, name)).replace(/\s+/g, ' ').trim()
    if (text !== '') return text
  }
  return null
}

function languageOf(properties: XmlElement | undefined): string | null {
  const language = stated(properties, 'dc:language')
  return language !== null && /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(language) ? language : null
}

function dateOf(properties: XmlElement | undefined, name: string): string | null {
  const date = stated(properties, name)
  return date !== null && /^\d{4}-\d\d-\d\d/.test(date) && !Number.isNaN(Date.parse(date)) ? date : null
}
