/** Text → tree, once per request: cheerio's own nodes (domhandler), built by parse5 within bounds that hostile pages can't pass. */

import type { Document as Tree } from 'domhandler'
import { html as names, Parser, type ParserOptions, type Token } from 'parse5'
import type { Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'
import { ServiceError } from '../../errors.ts'
import type { HiddenMarks } from '../../page.ts'
import type { Document } from '../document.ts'
import { isElement, walk } from '../traverse.ts'
import { insertMarks, MarkedAdapter } from './hidden-marks.ts'
import { SearchingTokenizer } from './tokenizer.ts'
import { BoundedAdapter } from './tree-adapter.ts'

export interface ParseOptions {
  /** Keep `sourceCodeLocation` on nodes. Costs about a third more time. */
  locations?: boolean
  /** Read `<noscript>` as content: right for pages whose scripts did not run. */
  noscript?: boolean
  /** What the browser knows to be hidden, by its place in the source. */
  hidden?: HiddenMarks | undefined
  /** Asked once, when the page is known to hold much text: whether its beginning, as it stands then, is all that is needed. */
  isEnough?: ((beginning: Document) => boolean) | undefined
}

/** Chromium's own limit on depth; past it elements become leaves of the last level. */
export const maxDepth = 512

/** Throws invalid_response when the page is too complex to read. */
export function parseDocument(source: string, url: string, options: ParseOptions = {}): Document {
  const { hidden, isEnough } = options
  const marked = hidden && new MarkedAdapter(hidden)
  const treeAdapter = marked ?? new BoundedAdapter()
  const parser = new BoundedParser({
    treeAdapter,
    scriptingEnabled: !(options.noscript ?? true),
    sourceCodeLocationInfo: options.locations ?? false,
  })
  const root = parser.document
  if (isEnough) {
    treeAdapter.onMuchText = () => {
      const beginning = { root, url, baseUrl: url, source, hasMuchText: true, hidden: null }
      if (isEnough(beginning)) parser.tokenizer.active = false
    }
  }
  parser.tokenizer.write(marked ? insertMarks(source, marked) : source, true)
  const baseUrl = treeAdapter.hasBase ? baseUrlOf(root, url) : url
  return { root, url, baseUrl, source, hasMuchText: treeAdapter.hasMuchText, hidden: marked?.nodes ?? null }
}

/** Every link would be as long: 1 MB of them with a base of 20,000 characters took 20 CPU seconds and 400 MB. */
const maxBaseLength = 4096

/** `<base href>` counts once, the first one, when it is http(s) and not too long. @see HTML standard, document base URL */
function baseUrlOf(root: Tree, url: string): string {
  let href: string | undefined
  walk(root, (node) => {
    if (href === undefined && isElement(node) && node.name === 'base') href = node.attribs.href
    return href === undefined
  })
  const base = href === undefined ? null : URL.parse(href, url)
  return base && /^https?:$/.test(base.protocol) && base.href.length <= maxBaseLength ? base.href : url
}

// Their text is not markup: they must be open while it is read, however deep they stand.
const rawText = new Set<number>([
  names.TAG_ID.SCRIPT,
  names.TAG_ID.STYLE,
  names.TAG_ID.TITLE,
  names.TAG_ID.TEXTAREA,
  names.TAG_ID.XMP,
  names.TAG_ID.IFRAME,
  names.TAG_ID.NOEMBED,
  names.TAG_ID.NOFRAMES,
  names.TAG_ID.NOSCRIPT,
  names.TAG_ID.PLAINTEXT,
])

/**
 * parse5 with a bound on depth and on attributes.
 * Measured without them: 20,000 nested `div` cost 13 CPU seconds, 50,000 attributes on a tag 18.
 */
class BoundedParser extends Parser<Htmlparser2TreeAdapterMap> {
  constructor(options?: ParserOptions<Htmlparser2TreeAdapterMap>, ...rest: never[]) {
    super(options, ...rest)
    this.tokenizer = new SearchingTokenizer(this.options, this)
  }

  override _insertElement(token: Token.TagToken, namespace: names.NS): void {
    const isDeep = this.openElements.stackTop >= maxDepth && !rawText.has(token.tagID)
    if (isDeep) this._appendElement(token, namespace)
    else super._insertElement(token, namespace)
  }

  override _insertTemplate(token: Token.TagToken): void {
    if (this.openElements.stackTop >= maxDepth) {
      throw new ServiceError('invalid_response', `The page is too complex to read: nested deeper than ${maxDepth}`)
    }
    super._insertTemplate(token)
  }
}
