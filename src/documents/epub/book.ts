/** An EPUB as trees: its chapters, and the links, notes and headings of the whole book. */

import type { AnyNode, Element } from 'domhandler'
import { isHeadingElement } from '../../html/elements.ts'
import { closest, isElement, isText, textOf } from '../../html/traverse.ts'
import { collapseAndTrim } from '../../html/white-space.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import type { Archive } from '../office/archive/archive.ts'
import { type Chapter, readChapters } from './chapters.ts'
import { type ContentsEntry, readContents } from './contents.ts'
import { type BookLink, type BookLinks, readLinks } from './links.ts'
import { type BookNote, numberNotes } from './notes.ts'
import type { EpubPackage } from './package.ts'

export interface Book {
  chapters: readonly Chapter[]
  links: ReadonlyMap<Element, BookLink>
  /** Keyed by the element that is a note or that starts one. */
  notes: ReadonlyMap<Element, BookNote>
  /** Heading levels, keyed by the paragraphs that are headings according to the table of contents. */
  headings: ReadonlyMap<Element, number>
  hidden: DroppedText
  meter: DocumentMeter
}

/** Throws invalid_response for a book that is too long, or a chapter that is too complex. */
export function openBook(archive: Archive, stated: EpubPackage, meter: DocumentMeter): Book {
  const isContents = ({ path, body }: Chapter) => stated.contents.has(path) && unlinkedChars(body) < maxOwnChars
  const all = readChapters(archive, stated.chapters, meter).filter((chapter) => !isContents(chapter))
  const contents = readContents(archive, stated)
  const [passedOver, linear] = [true, false].map((is) => all.filter(({ path }) => stated.passedOver.has(path) === is))
  const reached = new Set([
    ...contents.map(({ place }) => place.slice(0, place.lastIndexOf('#'))),
    ...(linear ?? []).flatMap(({ linked }) => linked),
  ])
  const left = new Set(passedOver?.filter(({ path }) => !reached.has(path)))
  const hidden = new DroppedText()
  for (const { body } of left) hidden.add(textOf(body))
  const chapters = all.filter((chapter) => !left.has(chapter))
  const read = readLinks(chapters)
  const { links } = read
  return {
    chapters,
    links,
    notes: numberNotes(read.inner, links),
    headings: findHeadings(contents, read),
    hidden,
    meter,
  }
}

/** A table of contents has at most this many characters that aren't links. */
const maxOwnChars = 200

const unlinkedChars = (node: AnyNode): number => {
  if (!isElement(node)) return isText(node) ? node.data.trim().length : 0
  return node.name === 'a' ? 0 : node.children.reduce((sum, child) => sum + unlinkedChars(child), 0)
}

/** Returns heading levels by paragraph. An entry's level goes to the paragraph that contains its target or, if none does, the next one. */
function findHeadings(entries: readonly ContentsEntry[], { places, paragraphs }: BookLinks): Map<Element, number> {
  const headings = new Map<Element, number>()
  for (const { text, place, level } of entries) {
    const start = places.get(place)
    if (!start || closest(start.element, isHeadingElement) !== null) continue
    const around = closest(start.element, (one) => one === paragraphs[start.paragraphs - 1])
    const paragraph = around ?? paragraphs[start.paragraphs]
    if (!paragraph || isHeadingElement(paragraph) || headings.has(paragraph)) continue
    const words = collapseAndTrim(textOf(paragraph))
    if (words.toLowerCase() === text.toLowerCase()) headings.set(paragraph, Math.min(level, 6))
  }
  return headings
}
