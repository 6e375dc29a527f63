/** Divides a page's body into blocks of text, and into the sections that hold them, in document order. */

import type { AnyNode, Element, Text } from 'domhandler'
import { isHeadingElement, skippedElements } from '../../document/elements.ts'
import { isInertTemplate } from '../../document/text-runs.ts'
import { isElement, isText, walk } from '../../document/traverse.ts'
import { collapseSpaces } from '../../document/white-space.ts'
import type { PageView } from '../../visibility/page-view.ts'
import { createSection, groupSections, type MainContentSection, type NameCache } from './sections.ts'

/** A run of text that no block element interrupts. */
export interface MainContentBlock {
  /** The block element around it. */
  section: MainContentSection
  nodes: Text[]
  /** White space collapsed. */
  text: string
  /** In lower case, without punctuation. */
  words: string[]
  /** Length of `text`, and the characters of it that stand in links. */
  chars: number
  linked: number
  /** Links that begin in it. */
  links: number
  /** Characters inside `strong`, `em`, `code` and the like. */
  marked: number
}

export interface PageComposition {
  body: Element
  blocks: MainContentBlock[]
  /** Outermost first; the first one is the body. */
  sections: MainContentSection[]
}

const inlineElements = new Set(
  (
    'a abbr acronym audio b bdi bdo big button canvas cite code data del dfn em font i img input ins kbd label map mark meter ' +
    'nobr output picture progress q rp rt ruby s samp small span strike strong sub sup time tt u var video wbr slot'
  ).split(' '),
)
const markElements = new Set('strong b em i code kbd mark u cite dfn'.split(' '))
const controlElements = new Set('input select textarea button'.split(' '))

// Shorter texts in these are requests to enable scripts, and buttons.
const leastNoscript = 601
const leastButton = 41

/** The blocks and sections of a body, without what the view leaves out. */
export function composePage(body: Element, view: PageView): PageComposition {
  const composer = new PageComposer(body, view)
  walk(
    body,
    (node) => composer.enter(node),
    (node) => composer.leave(node),
  )
  return composer.finish()
}

class PageComposer {
  private readonly blocks: MainContentBlock[] = []
  private readonly sections: MainContentSection[] = []
  private readonly cache: NameCache = { purposes: new Map(), shapes: new Map(), numbers: new Map() }
  private readonly body: Element
  private readonly view: PageView
  /** Fallbacks and short labels are kept too. */
  private readonly keepsHidden: boolean
  private section: MainContentSection
  private block: MainContentBlock | null = null
  private linkDepth = 0
  private markDepth = 0
  /** Links that began since the last text, where no block is open. */
  private pendingLinks = 0

  constructor(body: Element, view: PageView) {
    this.body = body
    this.view = view
    this.keepsHidden = view.keepsHidden
    this.section = createSection(body, null, 0, this.cache)
    this.sections.push(this.section)
  }

  /** True when the node's children are to be visited. */
  enter(node: AnyNode): boolean {
    if (isText(node)) {
      if (!this.view.hidesText(node)) this.readText(node)
      return false
    }
    if (!isElement(node)) return isStreamedPart(node)
    const { name } = node
    if (name === 'img') this.section.images++
    if (controlElements.has(name)) this.section.controls++
    if (name === 'br') {
      if (this.block) this.block.text += ' '
      return false
    }
    if (skippedElements.mainContent.has(name)) return this.keepsHidden && name === 'svg'
    if (this.view.leavesOut(node)) return false
    if (!this.keepsHidden) {
      if (name === 'noscript' && lengthUpTo(node, leastNoscript) < leastNoscript) return false
      if (
        name === 'button' &&
        node.attribs['aria-controls'] === undefined &&
        lengthUpTo(node, leastButton) < leastButton
      ) {
        return isHeadingElement(node.parent)
      }
    }
    if (name === 'a') {
      this.linkDepth++
      if (this.block && this.block.section === this.section) this.block.links++
      else this.pendingLinks++
    }
    if (markElements.has(name)) this.markDepth++
    if (!inlineElements.has(name)) {
      this.block = null
      const inner = createSection(node, this.section, this.blocks.length, this.cache)
      this.section.sections++
      this.sections.push(inner)
      this.section = inner
    }
    return true
  }

  leave(node: AnyNode): void {
    if (!isElement(node)) return
    if (node.name === 'a') this.linkDepth--
    if (markElements.has(node.name)) this.markDepth--
    const { section } = this
    if (section.element === node && section.parent) {
      section.last = this.blocks.length
      this.block = null
      this.pendingLinks = 0
      const { parent } = section
      parent.images += section.images
      parent.controls += section.controls
      this.section = parent
    }
  }

  finish(): PageComposition {
    const { body, blocks, sections } = this
    for (const open of sections) if (open.last < 0) open.last = blocks.length
    for (const block of blocks) {
      block.text = collapseSpaces(block.text).trim()
      block.chars = block.text.length
      block.words = block.text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
    }
    groupSections(sections, blocks)
    return { body, blocks, sections }
  }

  private readText(node: Text): void {
    const { data } = node
    const length = collapsedLength(data)
    if (length === 0) {
      if (this.block) this.block.text += ' '
      return
    }
    if (!this.block) {
      this.block = {
        section: this.section,
        nodes: [],
        text: '',
        words: [],
        chars: 0,
        linked: 0,
        links: this.pendingLinks,
        marked: 0,
      }
      this.pendingLinks = 0
      this.blocks.push(this.block)
    }
    this.block.nodes.push(node)
    this.block.text += data
    if (this.linkDepth > 0) this.block.linked += length
    if (this.markDepth > 0) this.block.marked += length
  }
}

/** Whether a node is the content of a template in which a server streams a part. The weights are learned without shadow roots. */
function isStreamedPart({ type, parent }: AnyNode): boolean {
  return type === 'root' && parent !== null && isElement(parent) && isInertTemplate(parent)
}

/** Length of a text whose white space is collapsed and whose ends are trimmed. */
function collapsedLength(text: string): number {
  let length = 0
  let isSpace = true
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    const isWhite = code <= 32 || code === 160
    if (!isWhite) length += isSpace && length > 0 ? 2 : 1
    isSpace = isWhite
  }
  return length
}

/** Length of the text below, counted no further than `limit`. */
function lengthUpTo(element: Element, limit: number): number {
  let length = 0
  walk(element, (node) => {
    if (length >= limit) return false
    if (isText(node)) length += collapsedLength(node.data)
    return !isElement(node) || !skippedElements.mainContent.has(node.name)
  })
  return length
}
