/** Turns the structure tree of a page into blocks, in the order of the tree. */

import { pictureHtml } from '../../converted/picture-html.ts'
import { lineOf } from '../layout/line.ts'
import type { Table } from '../layout/tables/table.ts'
import { kindOf, statedLevel } from '../page/roles.ts'
import type { Run } from '../page/run.ts'
import { isContent, type StructureElement } from '../page/structure-tree.ts'
import type { Block, TextBlock } from '../text/block.ts'
import { codeOf } from '../text/code.ts'
import { withoutLeaders } from '../text/contents.ts'
import { elementLines, statedBreaks } from './element-lines.ts'
import { readList } from './element-lists.ts'
import { readNote, type TaggedNote } from './element-notes.ts'
import { type CellReader, readTable } from './element-tables.ts'
import type { Piece } from './held-text.ts'
import { type InlineContext, inlineText } from './inline-text.ts'
import { joinNeighbours } from './list-neighbours.ts'

interface TreeContext extends InlineContext {
  /** Reads text without a more specific element by its position. */
  layOut(runs: readonly Run[]): Block[]
  /** Ruled tables of the page. */
  ruled: readonly Table[]
}

interface TreeBlocks {
  blocks: Block[]
  notes: TaggedNote[]
}

export function readTree(root: StructureElement, context: TreeContext): TreeBlocks {
  const reader = new TreeReader(context)
  return { blocks: reader.group(root, 0), notes: reader.notes }
}

/** A heading with more text is a paragraph. */
const maxHeadingChars = 400

type Write = (pieces: readonly Piece[]) => Block[]

class TreeReader {
  readonly notes: TaggedNote[] = []
  readonly #context: TreeContext

  constructor(context: TreeContext) {
    this.#context = context
  }

  /** Returns the blocks of a section. Text directly in it is read by its position. */
  group(element: StructureElement, depth: number): Block[] {
    return this.#flow(element, depth, (pieces) => this.#loose(pieces))
  }

  #loose(pieces: readonly Piece[]): Block[] {
    return [...Map.groupBy(pieces, ({ direction }) => direction).values()].flatMap((own) =>
      this.#context.layOut(own.map(({ run }) => run)),
    )
  }

  /** `write` turns the text between the blocks of an element into blocks that belong to that element. */
  #flow(element: StructureElement, depth: number, write: Write): Block[] {
    const blocks: Block[] = []
    const pictures: Block[] = []
    let open: Piece[] = []
    const isGroup = kindOf(element) === 'group'
    const end = () => {
      if (open.length > 0) blocks.push(...write(open).map((block) => withElement(block, element)))
      open = []
    }
    for (const child of withLists(element.children)) {
      if (isContent(child)) {
        if (child.type === 'content') open.push(...this.#context.text.take(child.id))
        continue
      }
      const kind = kindOf(child)
      if (kind === 'note') this.notes.push(...readNote(child, this.#parts(depth)))
      else if (isInLine(child) && (kind === 'inline' || !isGroup)) open.push(...inlineText(child, this.#context))
      // A figure in a sentence doesn't end it.
      else if ((kind === 'figure' || kind === 'formula') && open.length > 0 && !isGroup)
        pictures.push(...this.#block(child, depth))
      else {
        end()
        // A division in a paragraph or an item is read as one of its paragraphs.
        blocks.push(...(kind === 'group' && !isGroup ? this.#flow(child, depth, write) : this.#block(child, depth)))
      }
    }
    end()
    return joinNeighbours([...blocks, ...pictures])
  }

  #block(element: StructureElement, depth: number): Block[] {
    const level = depth + (/^(?:Sect|Part|Art|Chapter)$/.test(element.role) ? 1 : 0)
    switch (kindOf(element)) {
      case 'group':
        return this.group(element, level)
      case 'heading':
        return this.#heading(element, depth)
      case 'list':
        return readList(element, this.#parts(depth))
      case 'contents':
        return this.#contents(element, depth)
      case 'table':
        return readTable(element, this.#tableReader(depth))
      case 'figure':
      case 'formula':
        return this.#figure(element, depth)
      case 'quote':
        return quoted(this.#flow(element, depth, paragraph))
      case 'code':
        return this.#flow(element, depth, codeBlock)
      default:
        return this.#flow(element, depth, (pieces) => this.#paragraph(pieces))
    }
  }

  /** Text tagged as a paragraph but with gaps between its lines isn't one: it may be a whole page. */
  #paragraph(pieces: readonly Piece[]): Block[] {
    const blocks = paragraph(pieces)
    const [only] = blocks
    return only?.kind === 'text' && hasGaps(only) ? this.#loose(pieces) : blocks
  }

  #heading(element: StructureElement, depth: number): Block[] {
    const level = statedLevel(element) ?? Math.min(6, Math.max(1, depth))
    const write: Write = (pieces) =>
      paragraph(pieces).map((block) => (textLength(block) <= maxHeadingChars ? { ...block, level } : block))
    if (!isAroundParagraph(element)) return this.#flow(element, depth, write)
    return write(inlineText(element, this.#context)).map((block) => withElement(block, element))
  }

  #contents(element: StructureElement, depth: number): Block[] {
    const list = element.role === 'TOCI' ? { role: 'TOC', children: [element] } : element
    const write: Write = (pieces) => paragraph(pieces.map(withoutShift)).map(contentsItem)
    return readList(list, { ...this.#parts(depth), blocks: (part) => this.#flow(part, depth, write) })
  }

  #figure(element: StructureElement, depth: number): Block[] {
    const stated = element.alt ?? element.actualText ?? ''
    const alt = pictureHtml(stated) === '' ? '' : stated
    const isFormula = kindOf(element) === 'formula'
    const inner = isFormula ? paragraph(inlineText(element, this.#context)) : this.group(element, depth)
    const isShown =
      alt !== '' && (inner.length === 0 || !(isFormula || inner.some((block) => textOf(block).includes(alt))))
    return isShown ? [{ kind: 'figure', alt }, ...inner] : inner
  }

  #parts(depth: number) {
    return {
      blocks: (part: StructureElement) => this.#flow(part, depth, paragraph),
      inline: (part: StructureElement) => inlineText(part, this.#context),
    }
  }

  #tableReader(depth: number): CellReader {
    const parts = this.#parts(depth)
    return {
      ...parts,
      ruled: this.#context.ruled,
      group: (part) => this.group(part, depth),
      lengthOf: (id) => this.#context.text.lengthOf(id),
      note: (part) => void this.notes.push(...readNote(part, parts)),
    }
  }
}

/** True if an element is inline: it is not a block and contains no blocks. */
function isInLine(element: StructureElement): boolean {
  const kind = kindOf(element)
  if (kind === 'formula' || kind === 'code') return holdsNoBlocks(element)
  return kind === 'inline' && holdsNoBlocks(element)
}

/** True if the only block in an element is a paragraph. In a heading, this paragraph is its text. */
const isAroundParagraph = ({ children: [child, ...others] }: StructureElement): boolean =>
  child !== undefined &&
  others.length === 0 &&
  !isContent(child) &&
  kindOf(child) === 'paragraph' &&
  holdsNoBlocks(child)

/** Consecutive items outside a list form a list. */
function withLists(children: StructureElement['children']): StructureElement['children'] {
  const isItem = (child: (typeof children)[number] | undefined): child is StructureElement =>
    child !== undefined && !isContent(child) && kindOf(child) === 'item'
  if (!children.some(isItem)) return children
  const found: (typeof children)[number][] = []
  for (let at = 0; at < children.length; ) {
    const items: StructureElement[] = []
    for (let child = children[at]; isItem(child); child = children[++at]) items.push(child)
    const child = children[at++]
    if (items.length > 0) found.push({ role: 'L', children: items })
    if (child) found.push(child)
  }
  return found
}

const holdsNoBlocks = ({ children }: StructureElement): boolean =>
  children.every((child) => isContent(child) || isInLine(child))

function paragraph(pieces: readonly Piece[]): TextBlock[] {
  const lines = elementLines(pieces)
  if (lines.length === 0) return []
  const breaks = statedBreaks(lines)
  return [{ kind: 'text', lines, breaks, indent: 0, isApart: true, level: null, note: null }]
}

/** A page number isn't a note reference. */
const withoutShift = ({ run, direction }: Piece): Piece => ({ run: { ...run, shift: 0 }, direction })

function contentsItem(block: TextBlock): TextBlock {
  const lines = block.lines.map(({ runs }) => lineOf(withoutLeaders(runs)))
  return { ...block, lines: lines.filter(({ runs }) => runs.length > 0), breaks: new Set() }
}

const withElement = (block: Block, { id }: StructureElement): Block =>
  block.kind === 'text' && id !== undefined ? { ...block, element: id } : block

function codeBlock(pieces: readonly Piece[]): Block[] {
  const lines = elementLines(pieces)
  return lines.length === 0 ? [] : [{ kind: 'code', text: codeOf(lines) }]
}

const quoted = (blocks: Block[]): Block[] => (blocks.length === 0 ? [] : [{ kind: 'quote', blocks }])

const widestGap = 2.4

function hasGaps({ lines }: TextBlock): boolean {
  return lines.some((line, at) => {
    const before = lines[at - 1]
    return before !== undefined && line.baseline - before.baseline > Math.max(line.size, before.size) * widestGap
  })
}

const textOf = (block: Block) => (block.kind === 'text' ? block.lines.map(({ text }) => text).join(' ') : '')
const textLength = (block: Block) => textOf(block).length
