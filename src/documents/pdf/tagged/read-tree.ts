/** Turns the structure tree of a page into blocks, in the order of the tree. */

import { attempt } from '../../../base/attempt.ts'
import { pictureHtml } from '../../converted/write-html.ts'
import { lineOf } from '../layout/line.ts'
import type { Table } from '../layout/tables/table.ts'
import { charsIn, type Run } from '../page/run.ts'
import { isContent, kindOf, type StructureElement, statedLevel } from '../page/structure-tree.ts'
import type { Block, TextBlock } from '../text/block.ts'
import { codeBlockOf, joinCode } from '../text/code.ts'
import { withoutLeaders } from '../text/contents.ts'
import { noteSign } from '../text/notes.ts'
import { elementLines, statedBreaks } from './element-lines.ts'
import { joinNeighbours, type PartReader, readList } from './element-lists.ts'
import { readTable } from './element-tables.ts'
import { changed, type HeldText, type Piece } from './held-text.ts'

interface TreeContext {
  text: HeldText
  /** Determines blocks by position, for text that isn't in a more specific element. */
  layOut(runs: readonly Run[]): Block[]
  ruled: readonly Table[]
}

/** Returns the blocks of a page, with its notes last; null if its elements would have to be read again and again. */
export function readTree(root: StructureElement, context: TreeContext): Block[] | null {
  const reader = new TreeReader(context)
  const blocks = attempt(() => reader.group(root, 0), EndlessTree)
  return blocks ? [...blocks, ...reader.notes] : null
}

class EndlessTree extends Error {}

/** Each node is read once, or a few times inside lists and tables. */
const maxReadings = 10
const freeReadings = 1000

/** An element tagged as a heading is read as a paragraph if it is longer than this. */
const maxHeadingChars = 400

type Write = (pieces: readonly Piece[]) => Block[]

class TreeReader {
  readonly notes: Block[] = []
  readonly #context: TreeContext
  #readingsLeft: number

  constructor(context: TreeContext) {
    this.#context = context
    this.#readingsLeft = context.text.nodes * maxReadings + freeReadings
  }

  /** Returns the blocks of a section. Text directly in the section is divided into blocks by position. */
  group(element: StructureElement, depth: number): Block[] {
    return this.#flow(element, depth, (pieces) => this.#loose(pieces))
  }

  #loose(pieces: readonly Piece[]): Block[] {
    return [...Map.groupBy(pieces, ({ direction }) => direction).values()].flatMap((own) =>
      this.#context.layOut(own.map(({ run }) => run)),
    )
  }

  /** `write` turns the text between the blocks of an element into blocks. */
  #flow(element: StructureElement, depth: number, write: Write): Block[] {
    const blocks: Block[] = []
    const pictures: Block[] = []
    let open: Piece[] = []
    const isGroup = kindOf(element) === 'group'
    const end = () => {
      if (open.length > 0) blocks.push(...write(open))
      open = []
    }
    for (const child of element.children) {
      if (--this.#readingsLeft < 0) throw new EndlessTree()
      if (isContent(child)) {
        if (child.type === 'content') open.push(...this.#context.text.take(child.id))
        continue
      }
      const kind = kindOf(child)
      if (kind === 'note') this.notes.push(...noteOf(this.#context.text.inline(child)))
      else if (isGroup && this.#isStack(child)) {
        end()
        const parts = child.children.map((part) => this.#context.text.inline({ role: 'Div', children: [part] }))
        const whole = this.#loose(parts.flat())
        blocks.push(...(whole.some((block) => block.kind === 'table') ? whole : parts.flatMap(write)))
      } else if (isInLine(child) && (kind === 'inline' || !isGroup)) open.push(...this.#context.text.inline(child))
      // A figure in a sentence doesn't end the sentence.
      else if ((kind === 'figure' || kind === 'formula') && open.length > 0 && !isGroup)
        pictures.push(...this.#block(child, depth))
      else {
        end()
        // A division in a paragraph or an item is read as one of its paragraphs.
        blocks.push(...(kind === 'group' && !isGroup ? this.#flow(child, depth, write) : this.#block(child, depth)))
      }
    }
    end()
    return joinCode(joinNeighbours([...blocks, ...pictures]))
  }

  /** True for parts one below the other. Chromium tags the parts of a definition list like words. */
  #isStack({ role, children }: StructureElement): boolean {
    const isPart = (child: StructureElement['children'][number]) => !isContent(child) && child.role === 'NonStruct'
    if (role !== 'NonStruct' || children.length < 2 || !children.every(isPart)) return false
    const runs = children.map((part) => this.#context.text.runsOf({ role, children: [part] }))
    return runs.every((own, at) => {
      const [before, first] = [runs[at - 1]?.at(-1), own[0]]
      return at === 0 || (before && first && first.baseline > before.baseline + first.size / 2)
    })
  }

  #block(element: StructureElement, depth: number): Block[] {
    const reader: PartReader = {
      blocks: (part) => this.#flow(part, depth, paragraph),
      group: (part) => this.group(part, depth),
      inline: (part) => this.#context.text.inline(part),
      runsOf: (part) => this.#context.text.runsOf(part),
      ruled: this.#context.ruled,
    }
    switch (kindOf(element)) {
      case 'group':
        return this.group(element, depth + (/^(?:Sect|Part|Art|Chapter)$/.test(element.role) ? 1 : 0))
      case 'heading':
        return heading(reader.inline(element), statedLevel(element) ?? Math.min(6, Math.max(1, depth)))
      case 'list':
        return readList(element, reader)
      case 'item':
        return readList({ role: 'L', children: [element] }, reader)
      case 'contents':
        return readList(element, { ...reader, blocks: (part) => this.#flow(part, depth, contentsItem) })
      case 'table':
        return readTable(element, reader)
      case 'figure':
      case 'formula':
        return this.#figure(element, depth)
      case 'quote':
        return quoted(reader.blocks(element))
      case 'code':
        return codeBlock(reader.inline(element))
      default:
        return this.#flow(element, depth, (pieces) => this.#paragraph(pieces))
    }
  }

  /** If text tagged as a paragraph has gaps between its lines, it isn't one paragraph. It may be a whole page. */
  #paragraph(pieces: readonly Piece[]): Block[] {
    const [block] = paragraph(pieces)
    if (!block) return []
    if (block.lines.every((line) => line.isMonospaced)) return codeBlock(pieces)
    return hasGaps(block) ? this.#loose(pieces) : [block]
  }

  #figure(element: StructureElement, depth: number): Block[] {
    const alt = element.alt ?? element.actualText ?? ''
    const isFormula = kindOf(element) === 'formula'
    const inner = isFormula ? paragraph(this.#context.text.inline(element)) : this.group(element, depth)
    const isShown = pictureHtml(alt) !== '' && (inner.length === 0 || !isFormula)
    return isShown ? [{ kind: 'figure', alt }, ...inner] : inner
  }
}

function isInLine(element: StructureElement): boolean {
  const isOwn = ['inline', 'formula', 'code'].includes(kindOf(element))
  return isOwn && element.children.every((child) => isContent(child) || isInLine(child))
}

function paragraph(pieces: readonly Piece[]): TextBlock[] {
  const lines = elementLines(pieces)
  if (lines.length === 0) return []
  const breaks = statedBreaks(lines)
  return [{ kind: 'text', lines, breaks, indent: 0, isApart: true, level: null, note: null }]
}

function heading(pieces: readonly Piece[], level: number): TextBlock[] {
  const chars = charsIn(pieces.map(({ run }) => run))
  return paragraph(pieces).map((block) => (chars <= maxHeadingChars ? { ...block, level } : block))
}

/** The marker of a note may be as large as its text. */
function noteOf(pieces: readonly Piece[]): TextBlock[] {
  const isSign = (run: Run, at: number) => at === 0 && noteSign.test(run.text.trim())
  return paragraph(changed(pieces, (run, at) => (isSign(run, at) ? { ...run, shift: 1 } : run)))
}

function contentsItem(pieces: readonly Piece[]): TextBlock[] {
  // A page number isn't a note reference.
  return paragraph(changed(pieces, (run) => ({ ...run, shift: 0 }))).map((block) => {
    const lines = block.lines.map(({ runs }) => lineOf(withoutLeaders(runs)))
    return { ...block, lines: lines.filter(({ runs }) => runs.length > 0), breaks: new Set() }
  })
}

function codeBlock(pieces: readonly Piece[]): Block[] {
  const lines = elementLines(pieces)
  return lines.length === 0 ? [] : [codeBlockOf(lines)]
}

const quoted = (blocks: Block[]): Block[] => (blocks.length === 0 ? [] : [{ kind: 'quote', blocks }])

const widestGap = 2.4

function hasGaps({ lines }: TextBlock): boolean {
  return lines.some((line, at) => {
    const before = lines[at - 1]
    return before !== undefined && line.baseline - before.baseline > Math.max(line.size, before.size) * widestGap
  })
}
