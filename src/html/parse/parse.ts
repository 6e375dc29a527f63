/** Parses text into a tree of cheerio's nodes (domhandler), once per request. parse5 builds it within limits for hostile pages. */

import { isHttp } from '../../base/url-schemes.ts'
import type { FramedDocument, HiddenMarks } from '../../page/page.ts'
import type { Document } from '../document.ts'
import { PageElements } from '../page-elements.ts'
import { insertMarks, MarkedAdapter } from './hidden-marks.ts'
import { withShortReferences } from './short-references.ts'
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

/** Every resolved link is at least as long as the base. 1 MB of links with a base of 20,000 characters took 20 CPU seconds and 400 MB. */
const maxBaseLength = 4096

/** Only the first `<base href>` counts, if it is http(s) and not too long. @see HTML standard, document base URL */
function baseUrlOf(elements: PageElements, url: string): string {
  const href = elements.all.find(({ name, attribs }) => name === 'base' && attribs.href !== undefined)?.attribs.href
  const base = href === undefined ? null : URL.parse(href, url)
  return isHttp(base) && base.href.length <= maxBaseLength ? base.href : url
}
