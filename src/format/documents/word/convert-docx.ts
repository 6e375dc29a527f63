/** A Word document (DOCX) → HTML: what a reader sees of it with all changes accepted. Pictures are not decoded, nothing outside is fetched. */

import type { Page } from '../../../page.ts'
import { type Archive, openArchive, requiredText } from '../archive/archive.ts'
import type { ConvertedDocument } from '../converted/converted-document.ts'
import { createHtmlMeter } from '../converted/html-meter.ts'
import { noText } from '../converted/no-text.ts'
import { htmlDocument } from '../converted/write-html.ts'
import { graphicHtml, graphicId } from '../drawings/graphic.ts'
import { Notes } from '../flow/notes.ts'
import { officeProperties } from '../parts/properties.ts'
import { type Relations, relatedPart, relatedTree, relationsOf } from '../parts/relations.ts'
import { childOf, childrenOf, eachChildOf, parseXml } from '../xml/xml-tree.ts'
import { BodyReader, type NoteElement, type WordDocument } from './body-reader.ts'
import { readNumbering } from './numbering.ts'
import { readWordStyles } from './styles.ts'

/** Throws invalid_response for a document that is broken, locked or too complex. */
export async function convertDocx({ body }: Page): Promise<ConvertedDocument> {
  const archive = openArchive(body)
  const part = relatedPart(relationsOf(archive), 'officeDocument') ?? 'word/document.xml'
  const xml = requiredText(archive, part)
  const relations = relationsOf(archive, part)
  const document = openWord(archive, relations)
  const reader = new BodyReader(document, relations)
  eachChildOf(xml, 'w:body', (element) => reader.block(element))
  const content = reader.end() + document.notes.end()
  const properties = officeProperties(archive)
  const title = properties.title ?? document.title
  const language = properties.language ?? document.styles.language
  return { html: htmlDocument({ ...properties, title, language }, content), warnings: noText(content) }
}

function openWord(archive: Archive, relations: Relations): WordDocument {
  const readPart = (type: string) => {
    const part = relatedPart(relations, type) ?? `word/${type}.xml`
    return { part, xml: archive.readText(part) }
  }
  const styles = readWordStyles(readPart('styles').xml)
  const meter = createHtmlMeter()
  /** By path: many drawings may show one part. */
  const graphics = new Map<string, string>()
  return {
    styles,
    graphicHtml(data, related) {
      const path = related.get(graphicId(data) ?? '')?.target ?? ''
      const html = graphics.get(path) ?? graphicHtml(data, (id) => relatedTree(archive, related, id))
      graphics.set(path, html)
      meter(html)
      return html
    },
    numbering: readNumbering(readPart('numbering').xml, (style) => styles.byId(style).numbering?.numId ?? null),
    notes: new Notes(),
    noteElements: new Map([
      ...notesIn(archive, 'footnote', readPart('footnotes')),
      ...notesIn(archive, 'endnote', readPart('endnotes')),
    ]),
    marks: new Map(),
    title: null,
  }
}

function notesIn(
  archive: Archive,
  kind: 'footnote' | 'endnote',
  { part, xml }: { part: string; xml: string | null },
): [string, NoteElement][] {
  if (xml === null) return []
  const relations = relationsOf(archive, part)
  const notes = childrenOf(childOf(parseXml(xml), `w:${kind}s`), `w:${kind}`)
  // Separators are notes of another type.
  return notes
    .filter(({ attributes }) => (attributes['w:type'] ?? 'normal') === 'normal')
    .map((element) => [`${kind} ${element.attributes['w:id'] ?? ''}`, { element, relations }])
}
