/** Reads the package file of an EPUB: the book's properties, and its chapters in reading order. @see EPUB 3.3, §5 */

import { percentDecoded } from '../../html/absolute-url.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import { brokenDocument, type DocumentMeter } from '../converted/document-meter.ts'
import { type DocumentProperties, languageTagOf } from '../converted/write-html.ts'
import type { Archive } from '../office/archive/archive.ts'
import { entryPath, folderOf } from '../office/archive/archive.ts'
import { childOf, childrenOf, elementsIn, parseXml, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'

export interface EpubPackage {
  properties: DocumentProperties
  chapters: readonly string[]
  /** The chapters that EPUB 2 declares as tables of contents. They may also contain other text. */
  contents: ReadonlySet<string>
  /** True if its chapters are images or vector drawings. */
  isOfImages: boolean
  /** The chapters that aren't part of the linear reading order (`linear="no"`). */
  passedOver: ReadonlySet<string>
  /** Paths of its tables of contents. `nav` is the EPUB 3 form, `ncx` the EPUB 2 form. */
  nav: string | null
  ncx: string | null
}

/** Without a package file, the chapters are all documents of the archive. Throws invalid_response if it has no documents. */
export function readPackage(archive: Archive, meter: DocumentMeter): EpubPackage {
  const path = packagePath(archive)
  const xml = path === null ? null : archive.readText(path)
  const root = xml === null ? undefined : childOf(parseXml(xml), 'opf:package')
  if (path === null || !root) {
    const chapters = archive.names.filter((name) => /\.x?html?$/i.test(name))
    if (chapters.length === 0) throw brokenDocument("it isn't an EPUB")
    meter.broken('the list of chapters')
    const none = new Set<string>()
    return { properties: {}, chapters, isOfImages: false, passedOver: none, contents: none, nav: null, ncx: null }
  }
  return { properties: propertiesOf(childOf(root, 'opf:metadata')), ...partsOf(root, path) }
}

/** Returns the path that the container states or, if it states none, the path of the first package file in the archive. */
function packagePath(archive: Archive): string | null {
  const container = parseXml(archive.readText('META-INF/container.xml') ?? '')
  for (const { attributes } of elementsIn(container, 'container:rootfile')) {
    const path = attributes['full-path']
    if (path !== undefined && archive.names.includes(path)) return path
  }
  return archive.names.find((name) => name.endsWith('.opf')) ?? null
}

const documentTypes = /^(?:application\/xhtml\+xml|text\/(?:html|x-oeb1-document)|image\/svg\+xml)$/

function partsOf(root: XmlElement, packageFile: string): Omit<EpubPackage, 'properties'> {
  const items = new Map<string, string>()
  const fallbacks = new Map<string, string>()
  const images = new Set<string>()
  let nav: string | null = null
  let ncx: string | null = null
  for (const { attributes } of childrenOf(childOf(root, 'opf:manifest'), 'opf:item')) {
    const { id, href = '', 'media-type': type = '', properties = '', fallback } = attributes
    const isContents = /(?:^|\s)nav(?:\s|$)/.test(properties)
    const { path } = resolvePlace(href, packageFile)
    if (isContents) nav ??= path
    if (type === 'application/x-dtbncx+xml') ncx ??= path
    if (id !== undefined && fallback !== undefined) fallbacks.set(id, fallback)
    if (id !== undefined && type.startsWith('image/')) images.add(id)
    if (id !== undefined && documentTypes.test(type) && !isContents) items.set(id, path)
  }
  const guide = childrenOf(childOf(root, 'opf:guide'), 'opf:reference').filter(
    ({ attributes }) => attributes.type === 'toc',
  )
  const contents = new Set(guide.map(({ attributes: { href = '' } }) => resolvePlace(href, packageFile).path))
  const spine = childrenOf(childOf(root, 'opf:spine'), 'opf:itemref')
  const pathsOf = (some: readonly XmlElement[]) =>
    some.flatMap(({ attributes: { idref = '' } }) => items.get(idref) ?? items.get(fallbacks.get(idref) ?? '') ?? [])
  const passedOver = new Set(pathsOf(spine.filter(({ attributes }) => attributes.linear === 'no')))
  const chapters = [...new Set(pathsOf(spine))]
  const isOfImages = spine.some(({ attributes }) => images.has(attributes.idref ?? ''))
  return { chapters, contents, isOfImages, passedOver, nav, ncx }
}

function propertiesOf(metadata: XmlElement | undefined): DocumentProperties {
  const first = (name: string) => collapseAndTrim(xmlText(childOf(metadata, name)))
  const modified = childrenOf(metadata, 'opf:meta').find(({ attributes }) => attributes.property === 'dcterms:modified')
  return {
    title: first('dc:title'),
    author: authorsOf(metadata).join(', '),
    // Descriptions are often HTML.
    description: collapseAndTrim(first('dc:description').replace(/<[^>]{0,1000}>/g, ' ')),
    language: languageTagOf(first('dc:language')),
    publishedAt: xmlText(childrenOf(metadata, 'dc:date').find(isPublication)).trim(),
    modifiedAt: xmlText(modified).trim(),
  }
}

function authorsOf(metadata: XmlElement | undefined): string[] {
  const authors = childrenOf(metadata, 'dc:creator').filter(
    ({ attributes }) => (attributes['opf:role'] ?? 'aut') === 'aut',
  )
  const names = authors.map((one) => collapseAndTrim(xmlText(one)))
  return [...new Set(names)].filter((name) => name !== '').slice(0, maxAuthors)
}

const maxAuthors = 20

/** EPUB 2 allows several dates, each for a different event. */
const isPublication = ({ attributes }: XmlElement) => (attributes['opf:event'] ?? 'publication') === 'publication'

/** Resolves `../notes.xhtml#n1` in `OEBPS/text/c1.xhtml` to `OEBPS/notes.xhtml` and `n1`. The fragment may be empty. */
export function resolvePlace(href: string, file: string): { path: string; fragment: string } {
  const hash = href.indexOf('#')
  const target = percentDecoded(hash === -1 ? href : href.slice(0, hash))
  return {
    path: target === '' ? file : entryPath(folderOf(file), target),
    fragment: hash === -1 ? '' : percentDecoded(href.slice(hash + 1)),
  }
}
