/** Reads the document properties of Office Open XML and OpenDocument files. */

import { type DocumentProperties, languageTagOf } from '../../converted/write-html.ts'
import type { Archive } from '../archive/archive.ts'
import { childOf, parseXml, type XmlElement, xmlText } from '../xml/xml-tree.ts'
import { relatedPart, relationsOf } from './relations.ts'

/** `usual`: values for properties that the document doesn't declare. @see ECMA-376, part 2, §8; OpenDocument 1.3, part 3, §4.3 */
export function officeProperties(archive: Archive, usual: DocumentProperties = {}): DocumentProperties {
  const isOpenDocument = archive.names.includes('content.xml')
  const properties = isOpenDocument
    ? childOf(parseXml(archive.readText('meta.xml') ?? ''), 'office:document-meta', 'office:meta')
    : childOf(parseXml(coreProperties(archive) ?? ''), 'cp:coreProperties')
  const title = stated(properties, 'dc:title')
  return {
    title: title !== null && !placeholders.test(title) ? title : (usual.title ?? null),
    author: stated(properties, 'meta:initial-creator', 'dc:creator'),
    description: stated(properties, 'dc:description', 'dc:subject'),
    language: languageTagOf(stated(properties, 'dc:language')) ?? usual.language ?? null,
    publishedAt: stated(properties, 'dcterms:created', 'meta:creation-date'),
    modifiedAt: stated(properties, 'dcterms:modified', 'dc:date'),
  }
}

function coreProperties(archive: Archive): string | null {
  return archive.readText(relatedPart(relationsOf(archive), 'core-properties') ?? 'docProps/core.xml')
}

/** Titles that programs write if the author doesn't set one. */
const placeholders =
  /^(?:powerpoint[- ]pr\S+|untitled\S*|presentation ?\d*|slide 1|document ?\d*|book ?\d*|workbook ?\d*)$/i

function stated(properties: XmlElement | undefined, ...names: string[]): string | null {
  for (const name of names) {
    const text = xmlText(childOf(properties, name)).replace(/\s+/g, ' ').trim()
    if (text !== '') return text
  }
  return null
}
