/** Decodes a page, and parses it into a tree of cheerio's nodes (domhandler), once per request. parse5 builds it within limits for hostile pages. */

import { randomBytes } from 'node:crypto'
import { type ChildNode, type Element, isComment, isText, type ParentNode, type Text } from 'domhandler'
import type { html } from 'parse5'
import { isHttp } from '../../base/url-schemes.ts'
import { decodeText, encodingNamed } from '../../page/encodings.ts'
import type { FramedDocument, HiddenMarks, Page } from '../../page/page.ts'
import type { Document, HiddenNodes } from '../document.ts'
import { PageElements } from '../page-elements.ts'
import { type Attributes, createAttributes } from './nodes.ts'
import { BoundedAdapter } from './tree-adapter.ts'
import { BoundedParser } from './tree-builder.ts'

export interface ParseOptions {
  /** Set `sourceCodeLocation` on nodes. Parsing then takes about a third longer. */
  locations?: boolean
  /** Read `<noscript>` as content, which is correct for pages whose scripts did not run. */
  noscript?: boolean
  /** Nodes that the browser reported as hidden, by position in the source. */
  hidden?: HiddenMarks | undefined
  /** The page's frames as the browser read them, by position in the source. */
  frames?: readonly FramedDocument[] | undefined
  /** The page is XHTML, with XML tags. It is still parsed into an HTML tree, so nothing is lost if it isn't well-formed. */
  isXml?: boolean
  /** Maximum number of nodes, if lower than the limit for the page's length. */
  maxNodes?: number
  /** Called once, as soon as the page is known to have a lot of text. Returns true if only the part parsed so far is needed. */
  isEnough?: ((beginning: Document) => boolean) | undefined
}

/**
 * Parses HTML as browsers do. Links are resolved against `url`, or against `<base>`. Throws invalid_response if the page is too complex.
 * @example
 * const document = parseDocument('<p>Hello', 'https://example.com/')
 * document.elements.named('p').length // 1
 */
export function parseDocument(received: string, url: string, options: ParseOptions = {}): Document {
  const source = withShortReferences(received)
  const { hidden, frames, maxNodes, isEnough } = options
  const isMarked = hidden !== undefined || (frames !== undefined && frames.length > 0)
  const marked = isMarked ? new MarkedAdapter({ hidden, frames }, source.length, maxNodes) : null
  const treeAdapter = marked ?? new BoundedAdapter(source.length, maxNodes)
  const parser = new BoundedParser({
    treeAdapter,
    scriptingEnabled: !(options.noscript ?? true),
    sourceCodeLocationInfo: options.locations ?? false,
    isXml: options.isXml ?? false,
  })
  const root = parser.document
  if (isEnough) {
    treeAdapter.onMuchText = () => {
      const elements = new PageElements(root)
      const beginning = {
        ...{ root, elements, url, baseUrl: url, knownUrls: new Map(), source, hasMuchText: true, hidden: null },
        ...{ frameElements: treeAdapter.frames, frames: null, framedChars: 0 },
      }
      if (isEnough(beginning)) parser.tokenizer.active = false
    }
  }
  parser.tokenizer.write(marked ? insertMarks(source, marked) : source, true)
  treeAdapter.nameFrames()
  const elements = new PageElements(root, treeAdapter.isInOrder ? treeAdapter.elements : null)
  const { hasBase, hasMuchText } = treeAdapter
  const baseUrl = hasBase ? baseUrlOf(elements, url) : url
  return {
    ...{ root, elements, url, baseUrl, knownUrls: new Map(), source, hasMuchText, hidden: marked?.hiddenNodes ?? null },
    frameElements: treeAdapter.frames,
    frames: frames ? (marked?.framed ?? new Map()) : null,
    framedChars: 0,
  }
}

const longReference = /&#(?:[xX]([0-9a-fA-F]{200,})|([0-9]{200,}))/g

/**
 * Shortens character references that are hundreds of digits long, because the decoder would throw on them. A reference outside the Unicode
 * range stays outside it.
 */
export function withShortReferences(text: string): string {
  return text.replace(longReference, (_, hexadecimal?: string, decimal = '') =>
    hexadecimal === undefined ? `&#${short(decimal)}` : `&#x${short(hexadecimal)}`,
  )
}

function short(number: string): string {
  const value = number.replace(/^0+/, '')
  return value.length > 8 ? '99999999' : value.padStart(1, '0')
}

/** Every resolved link is at least as long as the base. 1 MB of links with a base of 20,000 characters took 20 CPU seconds and 400 MB. */
const maxBaseLength = 4096

/** Only the first `<base href>` counts, if it is http(s) and not too long. @see HTML standard, document base URL */
function baseUrlOf(elements: PageElements, url: string): string {
  const href = elements.all.find(({ name, attribs }) => name === 'base' && attribs.href !== undefined)?.attribs.href
  const base = href === undefined ? null : URL.parse(href, url)
  return isHttp(base) && base.href.length <= maxBaseLength ? base.href : url
}

/** The source with an attribute in the start tag of each hidden element and each frame, and comments around each hidden text node. */
function insertMarks(source: string, { marks, name }: MarkedAdapter): string {
  const { elements = [], texts = [] } = marks.hidden ?? {}
  const insertions = [
    ...elements.map((at) => ({ at, mark: ` ${name}=""` })),
    ...texts.map((at, n) => ({ at, mark: n % 2 ? `<!--/${name}-->` : `<!--${name}-->` })),
    ...(marks.frames ?? []).map(({ at }, n) => ({ at, mark: ` ${name}="${n}"` })),
  ]
  const parts: string[] = []
  let from = 0
  // Attribute marks go inside a tag, text marks after it. Marks at the same position are in the order of the lists.
  for (const { at, mark } of insertions.sort((a, b) => a.at - b.at)) {
    parts.push(source.slice(from, at), mark)
    from = at
  }
  return parts.join('') + source.slice(from)
}

/** Builds the same tree as it would without the marks, and records the nodes that they mark. */
class MarkedAdapter extends BoundedAdapter {
  /** Positions in the source of the parts that a browser found hidden, and of the frames that it read. */
  readonly marks: Pick<ParseOptions, 'hidden' | 'frames'>
  /** Random, so that no page can contain it. */
  readonly name = `gleaner-${randomBytes(16).toString('hex')}`
  /** Null if no browser has determined what is hidden. */
  readonly hiddenNodes: HiddenNodes | null
  readonly framed = new Map<Element, FramedDocument>()
  readonly #elements = new Set<Element>()
  readonly #texts = new Set<Text>()
  #isHiding = false

  constructor(marks: MarkedAdapter['marks'], sourceLength: number, maxNodes?: number) {
    super(sourceLength, maxNodes)
    this.marks = marks
    const { hidden } = marks
    this.hiddenNodes = hidden ? { elements: this.#elements, texts: this.#texts, keepsText: hidden.keepsText } : null
  }

  override createElementWith(name: string, namespace: html.NS, attribs: Attributes): Element {
    const mark = attribs[this.name]
    if (mark === undefined) return super.createElementWith(name, namespace, attribs)
    const own = Object.assign(createAttributes(), attribs)
    delete own[this.name]
    const element = super.createElementWith(name, namespace, own)
    const framed = mark === '' ? undefined : this.marks.frames?.[Number(mark)]
    if (framed) this.framed.set(element, framed)
    else this.#elements.add(element)
    return element
  }

  override appendChild(parent: ParentNode, child: ChildNode): void {
    const isMark = isComment(child) && (child.data === this.name || child.data === `/${this.name}`)
    if (isMark) this.#isHiding = child.data === this.name
    else super.appendChild(parent, child)
  }

  override insertText(parent: ParentNode, text: string): void {
    const last = parent.children.at(-1)
    if (last && isText(last) && this.#texts.has(last) === this.#isHiding) {
      last.data += text
      return
    }
    const added = this.createTextNode(text)
    if (this.#isHiding) this.#texts.add(added)
    super.appendChild(parent, added)
  }
}

/** Text without a byte order mark. Invalid bytes become U+FFFD. An unknown encoding name means UTF-8. */
export function decodeBody({ body, charset }: Pick<Page, 'body' | 'charset'>): string {
  return decodeText(body, encodingNamed(charset) ?? 'utf-8')
}
