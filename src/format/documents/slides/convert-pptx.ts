/** Presentations of PowerPoint → HTML: each shown slide under its title, with its notes. @see ECMA-376, part 1, §19 */

import type { Page } from '../../../page.ts'
import { type Archive, openArchive, requiredText } from '../archive/archive.ts'
import type { ConvertedDocument } from '../converted/converted-document.ts'
import { createHtmlMeter } from '../converted/html-meter.ts'
import { htmlDocument } from '../converted/write-html.ts'
import { officeProperties } from '../parts/properties.ts'
import { type Relations, relatedPart, relatedTree, relationsOf } from '../parts/relations.ts'
import { childOf, elementsIn, parseXml, type XmlElement } from '../xml/xml-tree.ts'
import { type DeckSlide, deckHtml, deckWarnings } from './deck.ts'
import { createInheritedMarks, type InheritedMarks } from './placeholders.ts'
import { notesHtml, slideContent } from './slide-shapes.ts'

/** Slides and shapes that are hidden are left out. Throws invalid_response for a presentation that is broken, locked or too large. */
export async function convertPptx({ body }: Page): Promise<ConvertedDocument> {
  const archive = openArchive(body)
  const path = relatedPart(relationsOf(archive), 'officeDocument') ?? 'ppt/presentation.xml'
  const presentation = parseXml(requiredText(archive, path))
  const relations = relationsOf(archive, path)
  const marksOf = createMarks(archive)
  const slides: DeckSlide[] = []
  const known = new Set<string>()
  const meter = createHtmlMeter()
  for (const [i, { attributes }] of [...elementsIn(presentation, 'p:sldId')].entries()) {
    const slidePath = relations.get(attributes['r:id'] ?? '')?.target
    if (slidePath === undefined || known.has(slidePath)) continue
    known.add(slidePath)
    const slide = readSlide(archive, slidePath, marksOf)
    if (!slide) continue
    meter(slide.html + slide.notes)
    slides.push({ ...slide, number: i + 1 })
  }
  const properties = officeProperties(archive)
  const title = properties.title ?? slides[0]?.title
  return { html: htmlDocument({ ...properties, title }, deckHtml(slides)), warnings: deckWarnings(slides) }
}

function readSlide(archive: Archive, path: string, marksOf: (layout: string | null) => InheritedMarks) {
  const slide = childOf(partOf(archive, path), 'p:sld')
  const tree = childOf(slide, 'p:cSld', 'p:spTree')
  if (!tree || /^(?:0|false)$/.test(slide?.attributes.show ?? '')) return null
  const relations = relationsOf(archive, path)
  const content = slideContent(tree, {
    relations,
    marks: marksOf(relatedPart(relations, 'slideLayout')),
    partOf: (id) => relatedTree(archive, relations, id),
  })
  return { ...content, notes: readNotes(archive, relations) }
}

function readNotes(archive: Archive, relations: Relations): string {
  const path = relatedPart(relations, 'notesSlide')
  const part = path === null ? null : partOf(archive, path)
  return path !== null && part ? notesHtml(part, relationsOf(archive, path)) : ''
}

/** Many slides have one layout: each is read once. */
function createMarks(archive: Archive): (layout: string | null) => InheritedMarks {
  const known = new Map<string | null, InheritedMarks>()
  return (layout) => {
    const found = known.get(layout)
    if (found) return found
    const master = layout === null ? null : relatedPart(relationsOf(archive, layout), 'slideMaster')
    const marks = createInheritedMarks(
      layout === null ? null : partOf(archive, layout),
      master === null ? null : partOf(archive, master),
    )
    known.set(layout, marks)
    return marks
  }
}

function partOf(archive: Archive, path: string): XmlElement | null {
  const text = archive.readText(path)
  return text === null ? null : parseXml(text)
}
