/** Returns the markdown of a page or of parts of it. */

import type { AnyNode, Element, ParentNode } from 'domhandler'
import { type MarkdownParameters, markdownParametersOf } from '../../contract/page-parts.ts'
import { resolveUrl } from '../../html/absolute-url.ts'
import { CharacterBudget } from '../../html/character-budget.ts'
import type { Document } from '../../html/document.ts'
import { isElement, isText, textOf, walk } from '../../html/traverse.ts'
import { findForeignFrames } from '../../html/visibility/foreign-frames.ts'
import { findIconNames, type IconNames } from '../../html/visibility/icon-names.ts'
import { isConcealing, type PageView, viewDocument } from '../../html/visibility/page-view.ts'
import { createGapTest, findTextStyles } from '../../html/visibility/word-gaps.ts'
import { isBlank } from '../../html/white-space.ts'
import { countItem } from './elements/lists.ts'
import { pageOfMark, silentMark } from './elements/page-mark.ts'
import { fragmentMark, type MarkedNodes } from './fragment.ts'
import { ruleFor } from './rules.ts'
import { PageSurvey } from './survey/page-survey.ts'
import type { MarkdownRule, OpenTable, RuleContext } from './syntax/markdown-rule.ts'
import { MarkdownWriter } from './writer.ts'

/**
 * Returns the markdown of the roots, one part for each root that isn't empty, without line breaks at either end. A root doesn't repeat
 * images from earlier roots. `hiddenLength` is the number of characters left out because they are hidden. Throws response_too_large.
 * @example
 * const document = parseDocument('<p>A <b>bold</b> word', 'https://example.com/')
 * formatMarkdown(document, [document.root]).parts // ['A **bold** word']
 */
export function formatMarkdown(document: Document, roots: readonly ParentNode[], options: MarkdownOptions = {}) {
  const converter = new MarkdownConverter(document, options)
  const pages = options.marksPages ? pagesOf(document, roots) : null
  const parts: string[] = []
  for (const root of roots) {
    const markdown = converter.convert(root)
    const start = pages?.get(root as AnyNode)
    if (markdown !== '') parts.push(start ? `${silentMark(start)}\n\n${markdown}` : markdown)
  }
  return { parts, hiddenLength: converter.hiddenLength }
}

/** Returns the page on which each root begins, where a mark precedes it. */
function pagesOf(document: Document, roots: readonly ParentNode[]): Map<AnyNode, string> {
  const wanted = new Set<AnyNode>(roots as readonly AnyNode[])
  const pages = new Map<AnyNode, string>()
  let page: string | null = null
  walk(document.root, (node) => {
    if (page !== null && wanted.has(node)) pages.set(node, page)
    if (isElement(node)) page = pageOfMark(node) ?? page
    return true
  })
  return pages
}

export interface MarkdownOptions {
  /** Elements and text nodes to leave out, along with everything below them. */
  removed?: ReadonlySet<AnyNode>
  /** The page as its reader sees it. By default, the reader is a visitor. */
  view?: PageView
  /** Parameters of the operation. The operation's defaults are used if undefined. */
  parameters?: MarkdownParameters | undefined
  /** Writes `fragmentMark` before the first of these nodes that is kept. */
  marked?: MarkedNodes | undefined
  /** Also converts the text of `noscript` and SVG, for pages that show nothing until their scripts have run. */
  keepsFallbacks?: boolean
  /** Marks where each page of a document begins, even if the mark must not be shown. `takePageStarts` removes those marks. */
  marksPages?: boolean
}

const foldedClass = /(?:^|\s)callout-content(?:\s|$)/

// In the constructor, this function would keep a page's tree alive through minor garbage collections, which would take three times as long.
function resolverFor(document: Document): RuleContext['resolveUrl'] {
  return (written) => resolveUrl(document, written)
}

/**
 * Applies the rules to the tree. Turndown passes each rule its element's content as one string, and trims, joins and searches that
 * string at every level. This converter collects content only for elements whose rule changes it, counts white space instead of
 * searching for it, and visits each node once. Its time is linear in the size of the page, at any depth.
 */
class MarkdownConverter implements RuleContext {
  readonly document: Document
  readonly resolveUrl: RuleContext['resolveUrl']
  readonly survey: PageSurvey
  readonly foreignFrames: RuleContext['foreignFrames']
  readonly textStyles: RuleContext['textStyles']
  readonly inside = { link: 0, heading: 0, cell: 0, strong: 0, emphasis: 0, strike: 0, quote: 0, item: 0, note: 0 }
  readonly lists: RuleContext['lists'] = []
  readonly tables: OpenTable[] = []
  readonly definitionLists = new Set<Element>()
  readonly kindsOfTitles = new Map<Element, string>()
  readonly kindsOfAdmonitions = new Map<Element, string>()
  readonly classHints: RuleContext['classHints'] = new Map()
  readonly written: RuleContext['written'] = new Set()
  readonly view: PageView
  readonly parameters: MarkdownParameters
  readonly keepsFallbacks: boolean
  readonly marksPages: boolean
  output: MarkdownWriter
  /** Number of characters left out because they are hidden. */
  hiddenLength = 0
  readonly #budget: CharacterBudget
  /** True for a node that needs a space after it. */
  readonly #hasGapAfter: (node: AnyNode) => boolean
  readonly #iconNames: IconNames
  readonly #marked: MarkedNodes | undefined
  private readonly removed: ReadonlySet<AnyNode> | undefined
  private readonly open: { element: Element; rule: MarkdownRule; hasFrame: boolean }[] = []

  constructor(document: Document, options: MarkdownOptions) {
    const { removed, marked, view = viewDocument(document, 'markdown'), marksPages = false } = options
    this.document = document
    this.resolveUrl = resolverFor(document)
    this.survey = new PageSurvey(document)
    this.foreignFrames = findForeignFrames(document)
    this.textStyles = findTextStyles(document.elements)
    this.view = view
    this.parameters = options.parameters ?? markdownParametersOf({})
    this.keepsFallbacks = options.keepsFallbacks ?? view.keepsHidden
    this.marksPages = marksPages
    this.#budget = new CharacterBudget(document)
    this.output = new MarkdownWriter(this.inside, this.#budget)
    this.#hasGapAfter = createGapTest(document.elements)
    this.#iconNames = findIconNames(document.elements, view)
    this.#marked = marked
    this.removed = removed
  }

  /** Returns the markdown of a root, without line breaks at either end. Doesn't repeat images from earlier roots. */
  convert(root: ParentNode): string {
    this.output = new MarkdownWriter(this.inside, this.#budget)
    let node = root as AnyNode
    // The same as `walk`, but without callbacks.
    do {
      const isEntered = this.enter(node, node === root)
      const child = isEntered ? (node as ParentNode).children[0] : undefined
      if (child) {
        node = child
        continue
      }
      if (isEntered) this.leave(node)
      while (node !== root && !node.next) {
        node = node.parent as AnyNode
        this.leave(node)
      }
      node = node.next && node !== root ? node.next : (root as AnyNode)
    } while (node !== root)
    return this.output.toString()
  }

  /** Returns true if the node's children should be visited. */
  private enter(node: AnyNode, isRoot: boolean): boolean {
    if (isText(node)) {
      if (this.removed?.has(node) || this.#iconNames.inside.has(node.parent as Element)) return false
      if (this.view.hidesText(node)) this.hiddenLength += node.data.trim().length
      else if (this.textStyles.keepsBreaks?.(node)) {
        this.#mark(node)
        for (const line of node.data.split(/(?<=\n)/)) {
          this.output.text(line)
          if (line.endsWith('\n')) this.output.hardBreak()
        }
      }
      // Most text begins with a letter.
      else if (!(node.data.charCodeAt(0) > 32) && isBlank(node.data)) this.output.whiteSpace(node.data)
      else {
        this.#mark(node)
        this.output.text(node.data)
      }
      this.#separate(node)
      return false
    }
    if (!isElement(node)) return node.type === 'root'
    if (!this.removed?.has(node)) this.#writeName(this.#iconNames.before.get(node))
    if (!isRoot && this.isLeftOut(node)) return false
    const rule = ruleFor(node, this, isRoot)
    if (rule.display === 'none') return false
    if (rule.display === 'break') {
      this.output.hardBreak()
      return false
    }
    if (rule.leaf) {
      const text = rule.leaf(node, this)
      if (text !== null) {
        if (text !== '') this.#mark(node)
        this.output.appendLeaf(text, rule)
        rule.close?.(node, this)
        this.#separate(node)
        return false
      }
    }
    this.output.breakBefore(rule)
    rule.open?.(node, this)
    const hasFrame = rule.replacement !== undefined || rule.delimiter !== undefined
    if (hasFrame) this.output.openFrame(rule)
    if (rule.scope) this.inside[rule.scope]++
    this.open.push({ element: node, rule, hasFrame })
    this.#writeName(this.#iconNames.inside.get(node))
    return true
  }

  private leave(node: AnyNode): void {
    const opened = this.open.at(-1)
    if (opened?.element !== node) return
    this.open.pop()
    const { element, rule, hasFrame } = opened
    if (rule.scope) this.inside[rule.scope]--
    if (hasFrame) this.output.closeFrame(element, this)
    this.output.breakAfter(rule)
    rule.close?.(element, this)
    this.#separate(element)
  }

  #separate(node: AnyNode): void {
    if (this.#hasGapAfter(node)) this.output.breakWord()
  }

  /** An icon needs no spaces around it, but its name does. */
  #writeName(name: string | undefined): void {
    if (name !== undefined) this.output.text(` ${name} `)
  }

  #mark(node: AnyNode): void {
    const marked = this.#marked
    if (!marked || marked.left === 0 || !marked.nodes.has(node)) return
    marked.left--
    this.output.text(` ${fragmentMark} `)
  }

  private isLeftOut(element: Element): boolean {
    if (this.removed?.has(element)) {
      // Only the title remains of the path to a page. It isn't the fourth of anything.
      if (!this.output.isAtStart) countItem(element, this)
      return true
    }
    const rule = this.view.hidingRule(element)
    if (rule === null) return false
    if (!isConcealing(rule)) return true
    // All tab panels are content, even closed ones. The same is true of Obsidian's collapsed callouts.
    const isPanel = this.survey.tabs.panels.has(element) || foldedClass.test(element.attribs.class ?? '')
    if (this.view.policy.keepsPanels && isPanel) return false
    this.hiddenLength += textOf(element).length
    return true
  }
}
