/** Converts PowerPoint presentations to HTML: each visible slide under its title, with its notes. @see ECMA-376, part 1, §19 */

import { Comments, Notes } from '../converted/comments.ts'
import type { Converter } from '../converted/converted-document.ts'
import { DocumentMeter } from '../converted/document-meter.ts'
import { DroppedText } from '../converted/hidden-text.ts'
import { type Archive, openArchive } from '../office/archive/archive.ts'
import { readColourScheme } from '../office/drawings/drawing-colours.ts'
import { officeProperties } from '../office/parts/properties.ts'
import { relatedPart, relationsOf } from '../office/parts/relations.ts'
import type { XmlAttributes } from '../office/xml/read-xml.ts'
import { childOf, elementsIn, parseXml, type XmlElement } from '../office/xml/xml-tree.ts'
import { createInherited, placedShapes, placeholderOf, wordsOfShapes } from './shapes.ts'
import { slideGrounds } from './slide-looks.ts'
import { convertedDeck, type DeckSlide, notesHtml, type SlideContext, slideContent } from './slide-shapes.ts'
import { createSlideComments } from './slide-text.ts'

/** Leaves out hidden slides and shapes. Throws invalid_response if the presentation is broken, locked or too large. */
export const convertPptx: Converter = async ({ body }, meter, { includesPage, comments = new Comments(meter) }) => {
  const archive = openArchive(body, meter)
  const path = relatedPart(relationsOf(archive), 'officeDocument') ?? 'ppt/presentation.xml'
  const presentation = parseXml(archive.requiredText(path))
  const relations = relationsOf(archive, path)
  const hidden = new DroppedText()
  const notes = new Notes()
  const commentsOf = createSlideComments(archive, relations, { comments, notes, meter })
  const lookOf = createLooks(archive, childOf(presentation, 'p:presentation'), { hidden, commentsOf })
  const slides: DeckSlide[] = []
  const known = new Set<string>()
  let number = 0
  for (const [i, { attributes }] of [...elementsIn(presentation, 'p:sldId')].entries()) {
    const slidePath = relations.get(attributes['r:id'] ?? '')?.target ?? `ppt/slides/slide${i + 1}.xml`
    if (known.has(slidePath)) continue
    known.add(slidePath)
    const part = { path: slidePath, number: number + 1, isIncluded: includesPage(number + 1) }
    // A slide that isn't chosen may be broken.
    const own = part.isIncluded ? meter : new DocumentMeter()
    const slide = own.part(`slide ${part.number}`, () => readSlide(archive, part, lookOf, meter))
    if (slide === 'hidden') continue
    number++
    if (slide) slides.push({ ...slide, number })
  }
  const properties = officeProperties(archive, { title: slides[0]?.title })
  return { properties, pageCount: number, ...convertedDeck(slides, { hidden, notes, meter }) }
}

interface SlidePart {
  path: string
  number: number
  isIncluded: boolean
}

function readSlide(archive: Archive, { path, number, isIncluded }: SlidePart, lookOf: LookOf, meter: DocumentMeter) {
  const slide = childOf(partOf(archive, path), 'p:sld')
  const tree = childOf(slide, 'p:cSld', 'p:spTree')
  if (!slide || !tree) return null
  const isHidden = /^(?:0|false)$/.test(slide.attributes.show ?? '')
  if (!isHidden && !isIncluded) return null
  const relations = relationsOf(archive, path)
  const look = lookOf(relatedPart(relations, 'slideLayout'), slide)
  if (isHidden) {
    look.hidden.add(wordsOfShapes(tree))
    return 'hidden'
  }
  const commentMarks = look.commentsOf(relations)
  const content = slideContent(tree, { ...look, archive, relations, meter, commentMarks })
  const notesPath = relatedPart(relations, 'notesSlide')
  const notes =
    notesPath && meter.part(`the notes of slide ${number}`, () => readNotes(archive, notesPath, look, meter))
  return { ...content, notes: notes ?? '' }
}

function readNotes(archive: Archive, path: string, look: SlideLook, meter: DocumentMeter): string | null {
  const tree = childOf(partOf(archive, path), 'p:notes', 'p:cSld', 'p:spTree')
  if (!tree) return null
  const size = { width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY }
  const inherited = createInherited()
  return notesHtml(tree, { ...look, inherited, size, relations: relationsOf(archive, path), meter })
}

interface Shared {
  hidden: DroppedText
  commentsOf: ReturnType<typeof createSlideComments>
}

type SlideLook = Omit<SlideContext, 'archive' | 'relations' | 'meter' | 'commentMarks'> & Shared
type LookOf = (layout: string | null, slide: XmlElement) => SlideLook

/** Returns the properties that slides inherit. Layouts are shared, so each is read only once. */
function createLooks(archive: Archive, presentation: XmlElement | undefined, shared: Shared): LookOf {
  const known = new Map<string | null, ReturnType<typeof readLayout>>()
  const { cx = '9144000', cy = '6858000' } = childOf(presentation, 'p:sldSz')?.attributes ?? {}
  const defaults = childOf(presentation, 'p:defaultTextStyle')
  function readLayout(path: string | null) {
    const masterPath = path === null ? null : relatedPart(relationsOf(archive, path), 'slideMaster')
    const themePath = masterPath === null ? null : relatedPart(relationsOf(archive, masterPath), 'theme')
    const [layout, master] = [partOf(archive, path), partOf(archive, masterPath)]
    const inherited = createInherited(layout, master, defaults)
    const parts = [childOf(layout, 'p:sldLayout'), childOf(master, 'p:sldMaster')]
    const theme = partOf(archive, themePath)
    const trees = parts.toReversed().flatMap((part) => childOf(part, 'p:cSld', 'p:spTree') ?? [])
    const lookOf = (map: XmlAttributes | undefined) => {
      const scheme = readColourScheme(theme, map)
      const placed = trees.flatMap((tree) => placedShapes(tree, { scheme, inherited }))
      return { inherited, scheme, below: placed.filter(({ shape }) => placeholderOf(shape).type === null) }
    }
    return { parts, lookOf, usual: lookOf(mapOf(parts[0]) ?? childOf(parts[1], 'p:clrMap')?.attributes) }
  }
  return (path, slide) => {
    const { parts, lookOf, usual } = known.get(path) ?? readLayout(path)
    known.set(path, { parts, lookOf, usual })
    const map = mapOf(slide)
    const look = map ? lookOf(map) : usual
    return {
      ...{ ...look, ...shared, size: { width: Number(cx), height: Number(cy) } },
      page: slideGrounds([slide, ...parts], look.scheme),
      isAnimated: !elementsIn(childOf(slide, 'p:timing'), 'p:spTgt').next().done,
    }
  }
}

function mapOf(part: XmlElement | undefined): XmlAttributes | undefined {
  return childOf(part, 'p:clrMapOvr', 'a:overrideClrMapping')?.attributes
}

/** Returns the tree of a part; empty without a path, or if the part is missing. */
function partOf(archive: Archive, path: string | null): XmlElement {
  return parseXml((path && archive.readText(path)) || '')
}
