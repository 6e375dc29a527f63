/** parse5's tree builder with depth limits, and with fast paths for most of a page: text and plain elements in its body. */

import type { Element, Document as Tree } from 'domhandler'
import { html as names, Parser, type ParserOptions, type Token, TokenizerMode } from 'parse5'
import type { Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'
import { ServiceError } from '../../base/errors.ts'
import type { Attributes } from './nodes.ts'
import { endTagOf, type KnownName, StartTag } from './tag-reader.ts'
import { SearchingTokenizer } from './tokenizer.ts'
import type { BoundedAdapter } from './tree-adapter.ts'

/** Chromium's own depth limit. Elements nested deeper become leaves at the last level. */
export const maxDepth = 512

const { TAG_ID } = names

// The text of these elements isn't markup, so they must be open at any depth while it is read.
const rawText = new Set(idsOf('SCRIPT STYLE TITLE TEXTAREA XMP IFRAME NOEMBED NOFRAMES NOSCRIPT PLAINTEXT'))

// The numeric values of insertion modes, which parse5 doesn't export: in body, in caption, in cell, in template; text, in select.
const inBody = 6
const inCell = 14
const bodyModes = new Set([inBody, 10, inCell, 17])
const plainModes = new Set([7, 15, 16])

// The effects of a start tag in the body. Tags with other effects are left to parse5.
const closesParagraph = 1
const isInline = 2
const isVoid = 3
const isFormatting = 4
const isHeading = 5
const isItem = 6
const startTags = new Uint8Array(256)
// The effects of an end tag that matches and closes the current element.
const closesElement = 1
const closesFormatting = 2
const endTags = new Uint8Array(256)

const setAll = (table: Uint8Array, value: number, names: string) => {
  for (const id of idsOf(names)) table[id] = value
}
const blocks =
  'DL OL UL DIV DIR NAV MAIN MENU ASIDE CENTER FIGURE FOOTER HEADER HGROUP DIALOG DETAILS ADDRESS ARTICLE SEARCH SECTION SUMMARY ' +
  'FIELDSET BLOCKQUOTE FIGCAPTION'
setAll(startTags, closesParagraph, `P ${blocks}`)
setAll(startTags, isInline, 'UNKNOWN SPAN LABEL SUB SUP VAR')
setAll(startTags, isVoid, 'BR IMG WBR')
setAll(startTags, isFormatting, 'A B I S U EM TT BIG CODE FONT SMALL STRIKE STRONG')
setAll(startTags, isHeading, 'H1 H2 H3 H4 H5 H6')
setAll(startTags, isItem, 'LI DD DT')
const lists = new Set(idsOf('UL OL DL'))
setAll(endTags, closesElement, `${blocks} UNKNOWN SPAN LABEL SUB SUP VAR P LI DD DT H1 H2 H3 H4 H5 H6 PRE BUTTON`)
setAll(endTags, closesFormatting, 'A B I S U EM TT BIG CODE FONT SMALL STRIKE STRONG')

type OpenElements = Parser<Htmlparser2TreeAdapterMap>['openElements']

// The stack of open elements, which parse5 doesn't export.
const OpenElementStack = new Parser<Htmlparser2TreeAdapterMap>().openElements.constructor as new (
  ...args: [Tree, BoundedAdapter, BoundedParser]
) => OpenElements

/**
 * A subclass, because replacing a function on an instance kept its tree alive through young-generation garbage collections. That cost a
 * tenth of the time spent on a page.
 */
class ParagraphCountingStack extends OpenElementStack {
  /** Number of open `p` elements. If it is 0, there is nothing to close. */
  openParagraphs = 0

  // parse5 calls this for nearly every block element, but only to look for a `p`. It would walk up to the root if no `p` is open.
  override hasInButtonScope(tag: names.TAG_ID): boolean {
    return this.openParagraphs > 0 && super.hasInButtonScope(tag)
  }
}

type BoundedParserOptions = ParserOptions<Htmlparser2TreeAdapterMap> & { isXml?: boolean }

/** parse5 with a depth limit. Without the limit, 20,000 nested `div` elements cost 13 CPU seconds. */
export class BoundedParser extends Parser<Htmlparser2TreeAdapterMap> {
  declare readonly treeAdapter: BoundedAdapter
  declare openElements: ParagraphCountingStack
  /** How to read XML tags, whose prefixes denote namespaces and which can all be empty; null in HTML. */
  readonly #xml: XmlTags | null

  constructor({ isXml = false, ...options }: BoundedParserOptions = {}, ...rest: never[]) {
    super(options, ...rest)
    this.#xml = isXml ? new XmlTags() : null
    this.tokenizer = new SearchingTokenizer(this.options, this, isXml)
    this.openElements = new ParagraphCountingStack(this.document, this.treeAdapter, this)
  }

  /** Handles text in a body element or a text-only element. Returns false if white space might need a different place from other text. */
  onText(text: string): boolean {
    if (this.skipNextNewLine || this.tokenizer.inForeignNode) return false
    const isInBody = bodyModes.has(this.insertionMode)
    if (!isInBody && !plainModes.has(this.insertionMode)) return false
    if (isInBody) {
      this._reconstructActiveFormattingElements()
      if (this.framesetOk && notSpace.test(text)) this.framesetOk = false
    }
    this.treeAdapter.insertText(this.openElements.currentTmplContentOrNode, text)
    return true
  }

  onPlainStartTag({ name, tagID }: Pick<KnownName, 'name' | 'tagID'>, attribs: Attributes): boolean {
    const kind = startTags[tagID] as number
    if (kind === 0 || this.#xml !== null || !this.#isInBody() || (kind >= isFormatting && !this.#isUsual(kind, tagID)))
      return false
    this.skipNextNewLine = false
    if (kind === closesParagraph || kind >= isHeading) {
      if (this.openElements.hasInButtonScope(TAG_ID.P)) this._closePElement()
    } else this._reconstructActiveFormattingElements()
    const element = this.treeAdapter.createElementWith(name, names.NS.HTML, attribs)
    this.treeAdapter.appendChild(this.openElements.currentTmplContentOrNode, element)
    if (kind === isVoid || kind === isItem) this.framesetOk = false
    if (kind !== isVoid && this.openElements.stackTop < maxDepth) this.openElements.push(element, tagID)
    if (kind === isFormatting)
      this.activeFormattingElements.pushElement(element, new StartTag({ name, tagID }, attribs, false))
    return true
  }

  /** False if the tag also closes an element other than a paragraph, or if the tree is too deep for it. */
  #isUsual(kind: number, tagID: number): boolean {
    const { openElements } = this
    const { currentTagId = TAG_ID.UNKNOWN } = openElements
    if (kind === isItem) return lists.has(currentTagId)
    if (kind === isHeading) return openElements.openParagraphs === 0 && startTags[currentTagId] !== isHeading
    if (openElements.stackTop >= maxDepth) return false
    return tagID !== TAG_ID.A || this.activeFormattingElements.getElementEntryInScopeWithTagName('a') === null
  }

  onPlainEndTag({ name, tagID }: KnownName): boolean {
    const kind = endTags[tagID]
    const { openElements } = this
    if (kind === 0 || this.#xml !== null || openElements.currentTagId !== tagID || !this.#isInBody()) return false
    const current = openElements.current as Element
    if (current.name !== name) return false
    if (kind === closesFormatting) {
      const { entries } = this.activeFormattingElements
      const [last] = entries
      if (last === undefined || (last as { element?: Element }).element !== current) return false
      entries.shift()
    }
    this.skipNextNewLine = false
    openElements.pop()
    return true
  }

  override onStartTag(token: Token.TagToken): void {
    const before = this.openElements.current
    this.#xml?.begin(token)
    super.onStartTag(token)
    const { current } = this.openElements
    // In HTML, only void, SVG and MathML elements can be self-closing. They are already closed.
    if (this.#xml === null || !token.selfClosing || current === before) return
    if (this.openElements.currentTagId !== token.tagID || (current as Element).name !== token.tagName) return
    super.onEndTag(endTagOf(token.tagName, token.tagID))
    this.tokenizer.state = TokenizerMode.DATA
  }

  override onEndTag(token: Token.TagToken): void {
    this.#xml?.end(token)
    // In HTML, `</br>` starts another `br`.
    if (this.#xml === null || token.tagName !== 'br') super.onEndTag(token)
  }

  #isInBody(): boolean {
    return (this.insertionMode === inBody || this.insertionMode === inCell) && !this.currentNotInHTML
  }

  override onItemPush(node: Element, tid: number, isTop: boolean): void {
    if (tid === TAG_ID.P) this.openElements.openParagraphs++
    if (this.currentNotInHTML || node.namespace !== names.NS.HTML) super.onItemPush(node, tid, isTop)
  }

  override onItemPop(node: Element, isTop: boolean): void {
    if (node.name === 'p') this.openElements.openParagraphs--
    const isBetweenHtml = !this.currentNotInHTML && (this.openElements.current as Element)?.namespace === names.NS.HTML
    if (!isBetweenHtml || this.options.sourceCodeLocationInfo) super.onItemPop(node, isTop)
  }

  override _insertElement(token: Token.TagToken, namespace: names.NS): void {
    if (this.openElements.stackTop >= maxDepth && !rawText.has(token.tagID)) {
      this._appendElement(token, namespace)
      return
    }
    const element = this.#createElement(token, namespace)
    this._attachElementToTree(element, token.location)
    this.openElements.push(element, token.tagID)
  }

  override _appendElement(token: Token.TagToken, namespace: names.NS): void {
    this._attachElementToTree(this.#createElement(token, namespace), token.location)
  }

  /** Inserts a node before a table or into a template's content, rather than after the last node created. */
  override _fosterParentElement(element: Element): void {
    this.treeAdapter.isInOrder = false
    super._fosterParentElement(element)
  }

  override _insertTemplate(token: Token.TagToken): void {
    if (this.openElements.stackTop >= maxDepth) {
      throw new ServiceError('invalid_response', `The page is too complex to read: nested deeper than ${maxDepth}`)
    }
    super._insertTemplate(token)
  }

  /** For foreign elements, parse5 has renamed attributes in the token's list. */
  #createElement(token: Token.TagToken, namespace: names.NS): Element {
    return namespace === names.NS.HTML && token instanceof StartTag
      ? this.treeAdapter.createElementWith(token.tagName, namespace, token.attribs)
      : this.treeAdapter.createElement(token.tagName, namespace, token.attrs)
  }
}

function idsOf(elements: string): number[] {
  return elements.split(' ').map((name) => TAG_ID[name as keyof typeof TAG_ID])
}

const notSpace = /[^ \n\t\f]/
const namespaces = new Set<string>([names.NS.HTML, names.NS.SVG, names.NS.MATHML])

/** Removes the prefixes for the HTML, SVG and MathML namespaces from tag names in XHTML. */
class XmlTags {
  /** Prefixes from all declarations read so far, regardless of scope, because no real page uses one prefix for two namespaces. */
  readonly #prefixes = new Set<string>()

  begin(tag: Token.TagToken): void {
    for (const { name, value } of tag.attrs) {
      const prefix = /^xmlns:([a-z][\w-]{0,30})$/.exec(name)?.[1]
      if (prefix !== undefined && namespaces.has(value.trim())) this.#prefixes.add(prefix)
    }
    this.end(tag)
  }

  end(tag: Token.TagToken): void {
    const colon = tag.tagName.indexOf(':')
    if (colon === -1 || !this.#prefixes.has(tag.tagName.slice(0, colon))) return
    tag.tagName = tag.tagName.slice(colon + 1)
    tag.tagID = names.getTagID(tag.tagName)
  }
}
