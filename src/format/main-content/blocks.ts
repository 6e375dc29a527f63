/** Divides a page's body into blocks of text and the sections that hold them, in document order. */

import type { AnyNode, Element, ParentNode, Text } from 'domhandler'
import { isHeadingElement, skippedElements } from '../../html/elements.ts'
import { isElement, isText, walk } from '../../html/traverse.ts'
import type { PageView } from '../../html/visibility/page-view.ts'
import { type BlockSums, sumBlocks } from './block-sums.ts'
import { type MainContentSection, SectionMaker } from './sections.ts'
import { codeAt, lengthInLetters, type StatedWords, TextCounts } from './text-counts.ts'

/** A run of text uninterrupted by block elements. */
export interface MainContentBlock {
  section: MainContentSection
  /** Index of its first text node among the page's text nodes. Its text nodes end where those of the next block begin. */
  firstText: number
  /** With white space collapsed. */
  text: string
  words: number
  /** Length of `text` in letters, and how much of it is in links. @see TextCounts */
  chars: number
  linked: number
  links: number
  /** Characters inside `strong`, `em`, `code` and similar elements. */
  marked: number
}

export interface PageComposition {
  body: Element
  blocks: MainContentBlock[]
  counts: TextCounts
  sums: BlockSums
  texts: Text[]
  /** Outermost first; the first one is the body. */
  sections: MainContentSection[]
  /** Exclusive upper bound of the path numbers. */
  pathCount: number
}

// Flags that say how an element is handled, by tag name. They are combined so that each element needs only one look-up.
const inline = 1
const mark = 2
const control = 4
const skipped = 8
const picture = 16
const lineBreak = 32
const link = 64
/** The element's text is kept only if it is long. */
const fallback = 128

const elementsOf: readonly [number, Iterable<string>][] = [
  [
    inline,
    (
      'a abbr acronym audio b bdi bdo big button canvas cite code data del dfn em font i img input ins kbd label map mark meter ' +
      'nobr output picture progress q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var video wbr slot ' +
      'math maction menclose merror mfenced mfrac mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace ' +
      'msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics annotation annotation-xml ' +
      'mjx-container mjx-assistive-mml'
    ).split(' '),
  ],
  [mark, 'strong b em i code kbd mark u cite dfn'.split(' ')],
  [control, 'input select textarea button'.split(' ')],
  [skipped, skippedElements.mainContent],
  [picture, ['img']],
  [lineBreak, ['br']],
  [link, ['a']],
  [fallback, ['noscript', 'button']],
]
const kindOfName = new Map<string, number>()
for (const [kind, names] of elementsOf) {
  for (const name of names) kindOfName.set(name, (kindOfName.get(name) ?? 0) | kind)
}

const [space, tilde] = [' ', '~'].map((character) => character.charCodeAt(0)) as [number, number]

// Shorter text in a fallback element is a button label or a request to enable scripts.
const minNoscript = 601
const minButton = 41

/** Returns the blocks and sections of a body, without the parts that the view leaves out. Counts the words in `stated`. */
export function composePage(body: Element, view: PageView, stated: StatedWords): PageComposition {
  return new PageComposer(body, view, stated).compose()
}

class PageComposer {
  private readonly blocks: MainContentBlock[] = []
  private readonly texts: Text[] = []
  private readonly maker = new SectionMaker()
  private readonly body: Element
  private readonly view: PageView
  private readonly stated: StatedWords
  /** True to keep fallbacks and short labels too. */
  private readonly keepsHidden: boolean
  private section: MainContentSection
  private block: MainContentBlock | null = null
  private linkDepth = 0
  private markDepth = 0
  /** Links opened since the last run of text while no block was open. */
  private pendingLinks = 0

  constructor(body: Element, view: PageView, stated: StatedWords) {
    this.body = body
    this.view = view
    this.stated = stated
    this.keepsHidden = view.keepsHidden
    this.section = this.maker.create(body, null, 0)
  }

  compose(): PageComposition {
    // Walks arrays of children. Following sibling pointers is slower, since each node must be loaded before the next.
    const around: ParentNode[] = []
    const next: number[] = []
    let parent: ParentNode = this.body
    let n = 0
    while (true) {
      const node = parent.children[n++]
      if (node !== undefined) {
        const inside = this.enter(node)
        if (inside === null) continue
        around.push(parent)
        next.push(n)
        parent = inside
        n = 0
        continue
      }
      const outer = around.pop()
      if (outer === undefined) return this.finish()
      if (isElement(parent)) this.leave(parent)
      parent = outer
      n = next.pop() as number
    }
  }

  /** Returns the node itself if its content should be visited. */
  private enter(node: AnyNode): ParentNode | null {
    if (isText(node)) {
      if (!this.view.hidesText(node)) this.readText(node)
      return null
    }
    return isElement(node) && this.begin(node) ? node : null
  }

  /** Returns true if the element's content should be visited. */
  private begin(element: Element): boolean {
    const kind = kindOfName.get(element.name) ?? 0
    if (kind & picture) this.section.images++
    if (kind & control) this.section.controls++
    if (kind & lineBreak) {
      if (this.block) this.block.text += ' '
      return false
    }
    if (kind & skipped) return this.keepsHidden && element.name === 'svg'
    if (this.view.hidingRule(element) !== null) return false
    if (kind & fallback && !this.keepsHidden) {
      if (element.name === 'noscript') {
        if (lengthUpTo(element, minNoscript) < minNoscript) return false
      } else if (element.attribs['aria-controls'] === undefined && lengthUpTo(element, minButton) < minButton) {
        return isHeadingElement(element.parent)
      }
    }
    if (kind & link) {
      this.linkDepth++
      if (this.block && this.block.section === this.section) this.block.links++
      else this.pendingLinks++
    }
    if (kind & mark) this.markDepth++
    // A custom element or Word's smart tag in `p` is part of a sentence, because HTML allows no blocks there.
    const isInSentence = this.section.element.name === 'p' && /[-:]/.test(element.name)
    if (!(kind & inline) && !isInSentence) {
      this.block = null
      this.section = this.maker.create(element, this.section, this.blocks.length)
    }
    return true
  }

  private leave(element: Element): void {
    const { section } = this
    if (section.element === element && section.parent) {
      section.last = this.blocks.length
      this.block = null
      this.pendingLinks = 0
      const { parent } = section
      parent.images += section.images
      parent.controls += section.controls
      this.section = parent
      return
    }
    const kind = kindOfName.get(element.name) ?? 0
    if (kind & link) this.linkDepth--
    if (kind & mark) this.markDepth--
  }

  private finish(): PageComposition {
    const { body, blocks, texts, maker } = this
    this.section.last = blocks.length
    const counts = new TextCounts(blocks.length, this.stated)
    for (let n = 0; n < blocks.length; n++) {
      const block = blocks[n] as MainContentBlock
      block.text = counts.read(block.text, n)
      block.chars = counts.chars[n] as number
      block.words = counts.words[n] as number
    }
    const sums = sumBlocks(blocks)
    maker.finish(sums)
    return { body, blocks, counts, sums, texts, sections: maker.sections, pathCount: maker.pathCount }
  }

  private readText(node: Text): void {
    const { data } = node
    const code = codeAt(data, 0)
    if (!(code > space && code <= tilde) && data.trim() === '') {
      if (this.block) this.block.text += ' '
      return
    }
    if (!this.block) {
      this.block = {
        section: this.section,
        firstText: this.texts.length,
        text: data,
        words: 0,
        chars: 0,
        linked: 0,
        links: this.pendingLinks,
        marked: 0,
      }
      this.pendingLinks = 0
      this.blocks.push(this.block)
    } else this.block.text += data
    this.texts.push(node)
    if (this.linkDepth === 0 && this.markDepth === 0) return
    const length = lengthInLetters(data)
    if (this.linkDepth > 0) this.block.linked += length
    if (this.markDepth > 0) this.block.marked += length
  }
}

function lengthUpTo(element: Element, limit: number): number {
  let length = 0
  walk(element, (node) => {
    if (length >= limit) return false
    if (isText(node)) length += lengthInLetters(node.data)
    return !isElement(node) || !skippedElements.mainContent.has(node.name)
  })
  return length
}
