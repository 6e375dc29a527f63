/** Reads the runs of a Word paragraph: text, links, notes, images, equations, text boxes. */

import type { Comments, Notes } from '../converted/comments.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { InlineWriter, plainRun, type RunStyle } from '../converted/flow/inline-writer.ts'
import { symbolOf, textInFont } from '../converted/flow/symbol-font.ts'
import type { DroppedText, Grounds } from '../converted/hidden-text.ts'
import { hyperlinkIn, outsideAddress, pictureHtml } from '../converted/write-html.ts'
import { unreadGraphic, unreadObject } from '../office/drawings/graphic.ts'
import { equationHtml } from '../office/drawings/omml.ts'
import type { Relations } from '../office/parts/relations.ts'
import { childOf, childrenOf, elementsIn, type XmlElement, xmlText } from '../office/xml/xml-tree.ts'
import { boxesIn, isHiddenDrawing, wordsOfDrawing } from './boxes.ts'
import { WordFields } from './fields.ts'
import { isInvisibleRun, isWebHiddenText, type RunProperties, runProperties, statedValue } from './looks.ts'
import type { Numbering } from './numbering.ts'
import type { WordStyles } from './styles.ts'

export type NoteKind = 'footnote' | 'endnote' | 'comment'

export interface WordDocument {
  styles: WordStyles
  numbering: Numbering
  notes: Notes
  comments: Comments
  /** Elements of its notes and comments, keyed by kind and id: `footnote 2`. */
  noteElements: ReadonlyMap<string, NoteElement>
  marks: Map<string, string>
  hidden: DroppedText
  meter: DocumentMeter
  /** Returns the HTML of the chart or diagram that a drawing shows. `relations`: the relations of the part that contains the drawing. */
  graphicHtml(data: XmlElement, relations: Relations): string
  /** Returns the HTML of an embedded document. */
  altChunk(id: string, relations: Relations): string
  /** The first paragraph with a title style. */
  title: string | null
}

export interface NoteElement {
  element: XmlElement
  relations: Relations
  /** Missing for notes, which aren't comments. */
  author?: string
}

/** Reads the blocks of a note or a text box and returns their HTML. `relations`: the relations of the part that contains them. */
type ReadBlocks = (element: XmlElement, relations: Relations, grounds?: Grounds) => string

export interface BlockAround {
  /** Background of the blocks' text. */
  grounds: Grounds
  /** Properties that surround those of the runs. */
  run: RunProperties
}

interface ParagraphAround extends BlockAround {
  /** True if none of its text is visible. */
  isInvisible: boolean
}

type Read = (element: XmlElement, href: string | null) => void

export class RunReader {
  readonly #document: WordDocument
  readonly #relations: Relations
  readonly #readBlocks: ReadBlocks
  readonly #fields = new WordFields()
  #boxes: string[] = []
  #inline: InlineWriter
  #paragraph: ParagraphAround = { run: {}, grounds: [], isInvisible: false }

  constructor(document: WordDocument, relations: Relations, readBlocks: ReadBlocks) {
    this.#document = document
    this.#relations = relations
    this.#readBlocks = readBlocks
    this.#inline = new InlineWriter(document.meter)
  }

  /** Writes the content of a paragraph to `inline`; returns the HTML of the boxes anchored to it. */
  read(paragraph: XmlElement, inline: InlineWriter, around: ParagraphAround): string[] {
    this.#inline = inline
    this.#paragraph = around
    this.#boxes = []
    this.#children(paragraph, null)
    this.#fields.endParagraph()
    return this.#boxes
  }

  #children(element: XmlElement | undefined, href: string | null): void {
    for (const child of childrenOf(element)) this.#elements.get(child.name)?.(child, href)
  }

  readonly #descend: Read = (element, href) => this.#children(element, href)

  /** Elements of a paragraph, except those deleted or moved away by a tracked change. */
  readonly #elements: ReadonlyMap<string, Read> = new Map<string, Read>(
    Object.entries({
      ...Object.fromEntries(descended.map((name) => [name, this.#descend])),
      'w:r': (element, href) => this.#run(element, href),
      'w:sdt': (element, href) => this.#children(childOf(element, 'w:sdtContent'), href),
      'w:fldSimple': (element, href) =>
        this.#children(element, hyperlinkIn(element.attributes['w:instr'] ?? '') ?? href),
      'w:hyperlink': (element, href) => this.#children(element, this.#addressOf(element) ?? href),
      'm:oMath': (element, href) => this.#element(equationHtml(element, false), href),
      'm:oMathPara': (element) => {
        for (const math of childrenOf(element, 'm:oMath')) this.#element(equationHtml(math, true), null)
      },
    }),
  )

  #addressOf({ attributes }: XmlElement): string | null {
    const relation = this.#relations.get(attributes['r:id'] ?? '')
    if (!relation?.isExternal) return null
    const anchor = attributes['w:anchor']
    const isWhole = anchor === undefined || relation.target.includes('#')
    return outsideAddress(isWhole ? relation.target : `${relation.target}#${anchor}`)
  }

  #run(element: XmlElement, around: string | null): void {
    const { styles, hidden } = this.#document
    const own = runProperties(childOf(element, 'w:rPr'), styles.setting)
    const ofStyle = styles.byId(statedValue(childOf(element, 'w:rPr', 'w:rStyle'))).run
    const look = { ...ofStyle, ...own }
    const all = { ...this.#paragraph.run, ...look }
    const isInvisible = this.#paragraph.isInvisible || isInvisibleRun(all, this.#paragraph.grounds)
    const style: RunStyle = { ...plainRun, ...look, href: this.#fields.href ?? around }
    for (const child of childrenOf(element)) {
      const isText = texts.has(child.name)
      const isHidden = all.isHidden || (isText && (isInvisible || (all.isWebHidden && isWebHiddenText(xmlText(child)))))
      if (!isHidden || child.name === 'w:instrText') this.#inRun(child, style, look.font ?? '')
      else if (child.name === 'w:fldChar') this.#fields.change(child)
      else if (!this.#fields.isInstruction) hidden.add(wordsIn(child))
    }
  }

  #inRun(element: XmlElement, style: RunStyle, font: string): void {
    const { name, attributes } = element
    if (name === 'w:fldChar') this.#field(element, style)
    else if (name === 'w:instrText') this.#fields.instruct(xmlText(element))
    else if (this.#fields.isInstruction) return
    else if (name === 'w:t') this.#text(textInFont(font, xmlText(element)), style)
    else if (name === 'w:sym') {
      const code = Number.parseInt(attributes['w:char'] ?? '', 16)
      this.#text(Number.isNaN(code) ? '' : symbolOf(attributes['w:font'] ?? '', code), style)
    } else if (name === 'w:br' && /^(?:page|column)$/.test(attributes['w:type'] ?? '')) {
      // Outside `#text`, because a break isn't the result of a field, and not at the start of a line, where it would indent code.
      if (!this.#inline.isBlank) this.#inline.text(' ', style)
    } else if (name === 'w:br' || name === 'w:cr') this.#inline.lineBreak()
    else if (name === 'w:footnoteReference') this.#note('footnote', element)
    else if (name === 'w:endnoteReference') this.#note('endnote', element)
    else if (name === 'w:commentReference') this.#note('comment', element)
    else if (name === 'w:ruby') this.#ruby(element, style)
    else if (pictures.has(name)) this.#drawing(element, style)
    else if (name === 'w:tab' || name === 'w:ptab') this.#text('\t', style)
    else if (name === 'w:noBreakHyphen') this.#text('\u2011', style)
  }

  #field(element: XmlElement, style: Readonly<RunStyle>): void {
    const own = this.#fields.change(element)
    if (!own || this.#fields.isInstruction) return
    if ('text' in own) this.#text(own.text, style)
    else this.#element(own.html, style.href)
  }

  #text(text: string, style: Readonly<RunStyle>): void {
    if (text !== '') this.#fields.wrote()
    this.#inline.text(text, style)
  }

  #element(html: string, href: string | null): void {
    if (html !== '') this.#fields.wrote()
    this.#inline.element(html, { ...plainRun, href })
  }

  #note(kind: NoteKind, { attributes }: XmlElement): void {
    const { marks, noteElements, comments, notes } = this.#document
    const name = `${kind} ${attributes['w:id'] ?? ''}`
    const note = noteElements.get(name)
    if (note && !marks.has(name)) {
      // A note that refers to itself gets no reference in its own text.
      marks.set(name, '')
      const html = this.#readBlocks(note.element, note.relations)
      marks.set(name, note.author === undefined ? notes.add(html) : comments.mark({ author: note.author, html }, notes))
    }
    this.#element(marks.get(name) ?? '', null)
  }

  /** Writes the phonetic reading in parentheses after the characters that it applies to. */
  #ruby(element: XmlElement, style: Readonly<RunStyle>): void {
    const words = ['w:rubyBase', 'w:rt'].map((name) => wordsIn(childOf(element, name)))
    this.#text(words[1] ? `${words[0]}(${words[1]})` : (words[0] ?? ''), style)
  }

  #drawing(element: XmlElement, style: Readonly<RunStyle>): void {
    const { styles, hidden } = this.#document
    if (isHiddenDrawing(element, styles.setting)) {
      hidden.add(wordsOfDrawing(element))
      return
    }
    const boxes = [...boxesIn(element, this.#paragraph.grounds, styles.setting)]
    const graphics = [...elementsIn(element, 'a:graphicData')]
    const shown = [
      ...boxes.map(({ content, grounds }) => this.#readBlocks(content, this.#relations, grounds)),
      ...graphics.map((data) => this.#document.graphicHtml(data, this.#relations)),
    ].filter((html) => html !== '')
    this.#boxes.push(...shown)
    if (shown.length > 0) return
    const art = [...elementsIn(element, 'v:textpath')].flatMap(({ attributes }) => attributes.string ?? []).join(' ')
    const picture = art === '' ? pictureHtml(altOf(element)) : ''
    if (art !== '') this.#text(art, style)
    else if (picture === '') this.#text(unreadName(element), style)
    else this.#element(picture, style.href)
  }
}

/** Elements that contain the elements of a paragraph. */
const descended = ['w:ins', 'w:moveTo', 'w:smartTag', 'w:customXml', 'w:dir', 'w:bdo']
/** Elements that a run's color or font size can hide. */
const texts = new Set(['w:t', 'w:sym', 'w:ruby'])
const pictures = new Set(['w:drawing', 'w:pict', 'w:object'])

function wordsIn(element: XmlElement | undefined): string {
  if (element?.name === 'w:t') return xmlText(element)
  return [...elementsIn(element, 'w:t')].map(xmlText).join('')
}

function unreadName(element: XmlElement): string {
  const [object] = elementsIn(element, 'o:OLEObject')
  const [control] = elementsIn(element, 'w:control')
  const name = object?.attributes.ProgID ?? control?.attributes['w:name']
  if (name !== undefined) return unreadObject(name)
  const [data] = elementsIn(element, 'a:graphicData')
  return unreadGraphic(data)
}

function altOf(element: XmlElement): string | undefined {
  const described = [...elementsIn(element, 'wp:docPr')].flatMap(({ attributes: { descr, title } }) => [descr, title])
  const alts = childrenOf(element).map(({ attributes }) => attributes.alt)
  return [...described, ...alts].map((text) => text?.trim()).find(Boolean)
}
