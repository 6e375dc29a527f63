/** Converts a Word document (DOCX) to HTML, as a reader sees it with all changes accepted. Decodes no images and fetches nothing. */

import { isUtf8 } from 'node:buffer'
import { parseDocument } from '../../html/parse/parse.ts'
import { viewDocument } from '../../html/visibility/page-view.ts'
import { decodeText, encodingNamed } from '../../page/encodings.ts'
import { startsAsZip } from '../../page/zip-directory.ts'
import { Comments, Notes } from '../converted/comments.ts'
import type { Converter } from '../converted/converted-document.ts'
import { type DocumentMeter, noText } from '../converted/document-meter.ts'
import { DroppedText, white } from '../converted/hidden-text.ts'
import { textHtml } from '../converted/write-html.ts'
import { chapterHtml } from '../epub/write-chapter.ts'
import { type MimePart, parseMime } from '../mail/mime.ts'
import { type Archive, openArchive } from '../office/archive/archive.ts'
import { readColourScheme } from '../office/drawings/drawing-colours.ts'
import { graphicHtml, graphicId } from '../office/drawings/graphic.ts'
import { officeProperties } from '../office/parts/properties.ts'
import { type Relations, relatedPart, relatedText, relationsOf } from '../office/parts/relations.ts'
import { decodeXml } from '../office/xml/read-xml.ts'
import {
  childOf,
  childrenOf,
  eachChildOf,
  elementsIn,
  isXmlElement,
  parseXml,
  type XmlElement,
  xmlText,
} from '../office/xml/xml-tree.ts'
import { BodyReader } from './body-reader.ts'
import { countDrawings, hasBackdrop } from './boxes.ts'
import { isOn, type WordSetting, wordColour } from './looks.ts'
import { Numbering } from './numbering.ts'
import type { NoteElement, NoteKind, WordDocument } from './run-reader.ts'
import { readWordStyles } from './styles.ts'

/** Throws invalid_response if the document is broken, locked or too complex. */
export const convertDocx: Converter = async ({ body }, meter, { comments = new Comments(meter) }) => {
  const shared = { meter, comments, hidden: new DroppedText(), notes: new Notes() }
  const { archive, document, html } = readWord(body, shared, 0)
  const content = html + document.notes.end()
  const properties = officeProperties(archive, { title: document.title, language: document.styles.language })
  return { properties, html: content, warnings: [...noText(content), ...document.hidden.warnings] }
}

type Shared = Pick<WordDocument, 'meter' | 'hidden' | 'notes' | 'comments'>

/** `depth`: the number of documents that embed this one. */
function readWord(body: Uint8Array, shared: Shared, depth: number) {
  const { meter, hidden } = shared
  const archive = openArchive(body, meter)
  const part = relatedPart(relationsOf(archive), 'officeDocument') ?? 'word/document.xml'
  const xml = archive.requiredText(part)
  const relations = relationsOf(archive, part)
  const textOf = (type: string) => relatedText(archive, relations, type, `word/${type}.xml`)
  const kinds = ['footnote', 'endnote', 'comment'] as const
  const notes = kinds.flatMap((kind) => notesIn(archive, relations, kind))
  const noteElements = new Map(notes)
  shared.comments.found(notes.filter(([, { author }]) => author !== undefined).length)
  const styles = readWordStyles(textOf('styles'), settingOf(archive, relations, xml))
  /** HTML by path, because several drawings may show the same part. */
  const graphics = new Map<string, string>()
  const document: WordDocument = {
    ...{ ...shared, styles, noteElements, marks: new Map(), title: null },
    graphicHtml(data, related) {
      const path = related.get(graphicId(data) ?? '')?.target ?? ''
      const html = graphics.get(path) ?? graphicHtml(data, { archive, relations: related, meter })
      graphics.set(path, html)
      meter.html(html)
      return html
    },
    altChunk(id, related) {
      const path = related.get(id)?.target ?? id
      const html = meter.part(path, () => {
        const content = archive.read(path)
        if (!content || !startsAsZip(content)) return content && altChunkHtml(content, hidden, meter)
        return depth < maxDepth ? readWord(content, shared, depth + 1).html : ''
      })
      return html ?? ''
    },
    numbering: new Numbering(textOf('numbering'), (style) => styles.byId(style).numId),
  }
  const reader = new BodyReader(document, relations)
  eachChildOf(xml, 'w:body', (element) => reader.block(element))
  const used = xml.matchAll(/<w:(?:header|footer)Reference\b[^<>]{0,200}?\br:id="([^"]*)"/g)
  for (const id of new Set(Array.from(used, ([, one = '']) => one))) {
    const { type, target } = relations.get(id) ?? {}
    if (!target || (type !== 'header' && type !== 'footer')) continue
    for (const line of elementsIn(parseXml(archive.readText(target) ?? ''), 'w:p')) hidden.addRunning(ownText(line))
  }
  return { archive, document, html: reader.end() }
}

/** The visible text of a paragraph, without the text of text boxes. */
function ownText({ children }: XmlElement): string {
  const texts = children.map((child) => {
    if (!isXmlElement(child) || child.name === 'w:p' || isOn(childOf(child, 'w:rPr', 'w:vanish'))) return ''
    return child.name === 'w:t' ? xmlText(child) : ownText(child)
  })
  return texts.join('')
}

/** Documents that are merged in this way embed each other only once. */
const maxDepth = 1

function settingOf(archive: Archive, relations: Relations, xml: string): WordSetting {
  const read = (type: string, usual: string) => archive.readText(relatedPart(relations, type) ?? usual) ?? ''
  const settings = childOf(parseXml(read('settings', 'word/settings.xml')), 'w:settings')
  const names = childOf(settings, 'w:clrSchemeMapping')?.attributes ?? {}
  const map = Object.entries(names).map(([name, stands]) => [
    name.replace(/^w:t?/, (start) => (start === 'w:t' ? 'tx' : '')),
    stands.replace(/^(dark|light)/, (word) => (word === 'dark' ? 'dk' : 'lt')),
  ])
  const colours = readColourScheme(parseXml(read('theme', 'word/theme/theme1.xml')), Object.fromEntries(map))
  const [background] = elementsIn(parseXml(/<w:background\b[^>]{0,500}>/.exec(xml)?.[0] ?? ''), 'w:background')
  const paper =
    isOn(childOf(settings, 'w:displayBackgroundShape')) && background
      ? wordColour(background.attributes, colours)
      : white
  const headers = [...relations.values()].filter(({ type }) => type === 'header')
  const isBacked = hasBackdrop(xml) || headers.some(({ target }) => hasBackdrop(archive.readText(target) ?? ''))
  const largest = (name: string) =>
    [...xml.matchAll(/<w:pgSz\b[^>]{0,500}>/g)].reduce((most, [tag]) => {
      return Math.max(most, Number(new RegExp(`\\bw:${name}="(\\d+)"`).exec(tag)?.[1] ?? 0))
    }, 0)
  return {
    colours,
    page: { width: largest('w') || usualPage, height: largest('h') || usualPage },
    grounds: isBacked ? [paper, null] : [paper],
    hasDrawings: countDrawings(xml) > 1,
  }
}

/** The longer side of A4, in twips. */
const usualPage = 16_838

function notesIn(archive: Archive, relations: Relations, kind: NoteKind): [string, NoteElement][] {
  const usual = `word/${kind}s.xml`
  const list = childOf(parseXml(relatedText(archive, relations, `${kind}s`, usual)), `w:${kind}s`)
  const ofNotes = relationsOf(archive, relatedPart(relations, `${kind}s`) ?? usual)
  // Note separators are stored as notes of other types.
  return childrenOf(list, `w:${kind}`)
    .filter(({ attributes }) => (attributes['w:type'] ?? 'normal') === 'normal')
    .map((element) => {
      const author = kind === 'comment' ? { author: element.attributes['w:author'] ?? '' } : {}
      return [`${kind} ${element.attributes['w:id'] ?? ''}`, { element, relations: ofNotes, ...author }]
    })
}

/** Returns the HTML of the embedded text; empty for binary content. */
function altChunkHtml(content: Uint8Array, hidden: DroppedText, meter: DocumentMeter): string {
  const isMessage = /^\s*(?:mime-version|content-type):/im.test(
    Buffer.from(content.subarray(0, 2000)).toString('latin1'),
  )
  const part = isMessage ? htmlPartOf(parseMime(content)) : undefined
  const text = decoded(Buffer.from(isMessage ? (part?.content() ?? '') : content), part?.contentType ?? '')
  if (text.includes('\0') || text.startsWith('{\\rtf')) return ''
  if (!/<\w/.test(text)) return text.replace(/[^\r\n]+/g, (line) => `<p>${textHtml(line.trim(), meter)}</p>`)
  const document = parseDocument(text, 'word:/', { noscript: true })
  const body = document.elements.named('body')[0]
  if (!body) return ''
  const none = { links: new Map(), notes: new Map(), headings: new Map() }
  const chapter = { path: '', body, view: viewDocument(document, 'book'), linked: [] }
  return chapterHtml(chapter, { ...none, chapters: [chapter], hidden, meter })
}

/** Decodes as UTF-8 if the text is valid, or else as `contentType` or the text itself says. */
function decoded(bytes: Buffer, contentType: string): string {
  const source = bytes.toString('latin1')
  if (isUtf8(bytes) || /^(?:\xff\xfe|\xfe\xff)/.test(source)) return decodeXml(bytes)
  const encoding = encodingNamed(/charset\s*=[\s"']*([\w-]+)/i.exec(contentType + source)?.[1] ?? '')
  return decodeText(bytes, encoding ?? 'windows-1252')
}

function htmlPartOf(part: MimePart): MimePart | undefined {
  return part.type === 'text/html' ? part : part.parts.flatMap((one) => htmlPartOf(one) ?? [])[0]
}
