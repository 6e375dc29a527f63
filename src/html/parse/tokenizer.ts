/** Produces tokens for parse5's tree builder by searching, whereas parse5's own tokenizer goes character by character. */

import { Token, type TokenHandler, Tokenizer, TokenizerMode, type TokenizerOptions } from 'parse5'
import type { Attributes } from './nodes.ts'
import { endTagOf, isSpace, type KnownName, maxAttributes, StartTag, TagReader } from './tag-reader.ts'

const { TokenType } = Token

// In a frameset, and in a template after a column, white space is kept but other text isn't.
const sorting = new Set(['frameset', 'col'])

const lessThan = 0x3c
const slash = 0x2f
const exclamation = 0x21

interface TextHandler extends TokenHandler {
  /** Accepts a string if its white space and other characters go to the same place in the tree. Returns false if they might not. */
  onText?(text: string): boolean
  /** Accepts a tag that has the same effect anywhere in the body. Returns false if its effect might differ. */
  onPlainStartTag?(tag: KnownName, attribs: Attributes): boolean
  onPlainEndTag?(tag: KnownName): boolean
}

/**
 * parse5's tokenizer with a fast path for the bulk of nearly every page: runs of text, tags in plain syntax, comments and scripts. The rest
 * goes to parse5's states, from the position where they would reach it, so the tree is parse5's own. The rest includes NUL, doctypes, `<?`,
 * CDATA, non-ASCII letters in names, and constructs cut off by the end of the page. The trees of all 1,841 saved pages are the same. A page
 * takes 1.2 CPU milliseconds on average, and 7.4 with parse5 alone, mostly on strings that grow one character at a time (`npm run bench --
 * parse`, November 2026).
 */
export class SearchingTokenizer extends Tokenizer {
  /** True if there may be places where white space is kept and other text isn't. */
  #sorts = false
  #tags = new TagReader('')
  declare protected readonly handler: TextHandler
  /** True if CDATA sections are text everywhere. */
  readonly #isXml: boolean

  constructor(options: TokenizerOptions, handler: TextHandler, isXml = false) {
    super(options, handler)
    this.#isXml = isXml
  }

  protected override _runParsingLoop(): void {
    const { preprocessor } = this
    // Only parse5's states track positions, and NUL has a different meaning in each of them.
    if (this.options.sourceCodeLocationInfo || preprocessor.html.includes('\0')) {
      super._runParsingLoop()
      return
    }
    if (preprocessor.html.includes('\r')) preprocessor.html = preprocessor.html.replace(/\r\n?/g, '\n')
    // Keeps the whole buffer, because this class holds positions in it.
    preprocessor.bufferWaterline = Number.POSITIVE_INFINITY
    this.#tags = new TagReader(preprocessor.html)
    while (this.active) {
      if (this.#readQuickly(preprocessor.html, preprocessor.pos + 1)) continue
      do this._callState(this._consume())
      while (this.active && this.state > TokenizerMode.PLAINTEXT)
    }
  }

  protected override _leaveAttrName(): void {
    const { attrs } = this.currentToken as Token.TagToken
    if (attrs.length < maxAttributes) super._leaveAttrName()
  }

  protected override emitCurrentTagToken(): void {
    this.#sorts ||= sorting.has((this.currentToken as Token.TagToken).tagName)
    super.emitCurrentTagToken()
  }

  /** Reads one token from `start`. Returns false if it read nothing, so that the states must read it. */
  #readQuickly(html: string, start: number): boolean {
    if (start >= html.length) return false
    this._emitCurrentCharacterToken(null)
    if (this.state !== TokenizerMode.DATA) {
      const end = this.state === TokenizerMode.PLAINTEXT ? html.length : this.#endOfRawText(html, start)
      return end === start ? this.#readTag(html, start) : this.#readText(html, start, end)
    }
    if (html.charCodeAt(start) !== lessThan) {
      const end = html.indexOf('<', start)
      return this.#readText(html, start, end === -1 ? html.length : end)
    }
    if (html.charCodeAt(start + 1) !== exclamation) return this.#readTag(html, start)
    return this.#readComment(html, start) || (this.#isXml && this.#readCharacterData(html, start))
  }

  #readCharacterData(html: string, start: number): boolean {
    if (!html.startsWith(characterData, start)) return false
    const textStart = start + characterData.length
    const found = html.indexOf(']]>', textStart)
    const end = found === -1 ? html.length : found
    this.preprocessor.pos = found === -1 ? end - 1 : end + 2
    this.#emitRuns(html.slice(textStart, end))
    return true
  }

  #readText(html: string, start: number, end: number): boolean {
    this.preprocessor.pos = end - 1
    const text = this.state <= TokenizerMode.RCDATA ? this.#tags.text(start, end) : html.slice(start, end)
    if (this.#sorts) this.#emitRuns(text)
    if (this.#sorts || this.handler.onText?.(text)) return true
    let textStart = 0
    while (isSpace(text.charCodeAt(textStart))) textStart++
    // White space is allowed wherever text is. Only leading white space may need different treatment.
    if (textStart > 0) this.#emitText(text.slice(0, textStart), true)
    if (textStart < text.length) this.#emitText(text.slice(textStart), false)
    return true
  }

  #emitRuns(text: string): void {
    for (const [run] of text.matchAll(/[ \n\t\f]+|[^ \n\t\f]+/g)) this.#emitText(run, isSpace(run.charCodeAt(0)))
  }

  #emitText(chars: string, isSpace: boolean): void {
    if (isSpace) this.handler.onWhitespaceCharacter({ type: TokenType.WHITESPACE_CHARACTER, chars, location: null })
    else this.handler.onCharacter({ type: TokenType.CHARACTER, chars, location: null })
  }

  /** Where the end tag of the open raw-text element starts; otherwise the end of the source. */
  #endOfRawText(html: string, start: number): number {
    const endTag = endPatternOf(this.lastStartTagName)
    endTag.lastIndex = start
    const end = endTag.exec(html)?.index ?? html.length
    if (this.state !== TokenizerMode.SCRIPT_DATA || !html.slice(start, end).includes('<!--')) return end
    return endOfEscapedScript(html, start)
  }

  #readComment(html: string, start: number): boolean {
    const textStart = start + 4
    // `<!-->` and `<!--->` are whole comments.
    if (!html.startsWith('--', start + 2) || html.startsWith('>', textStart) || html.startsWith('->', textStart))
      return false
    commentEnd.lastIndex = textStart
    const end = commentEnd.exec(html)
    if (end === null) return false
    this.preprocessor.pos = commentEnd.lastIndex - 1
    this.handler.onComment({ type: TokenType.COMMENT, data: html.slice(textStart, end.index), location: null })
    return true
  }

  #readTag(html: string, start: number): boolean {
    const isEnd = html.charCodeAt(start + 1) === slash
    const nameStart = isEnd ? start + 2 : start + 1
    if (!isLetter(html.charCodeAt(nameStart))) return false
    const tags = this.#tags
    const known = tags.name(nameStart)
    if (known === null) return false
    const attribs = tags.attributes(tags.end)
    if (attribs === null) return false
    this.preprocessor.pos = tags.end
    this.state = TokenizerMode.DATA
    if (isEnd) {
      if (!this.handler.onPlainEndTag?.(known)) this.handler.onEndTag(endTagOf(known.name, known.tagID))
      return true
    }
    this.lastStartTagName = known.name
    if (this.handler.onPlainStartTag?.(known, attribs)) return true
    this.#sorts ||= sorting.has(known.name)
    this.handler.onStartTag(new StartTag(known, attribs, tags.selfClosing))
    return true
  }
}

const characterData = '<![CDATA['

const endPatterns = new Map<string, RegExp>()

/** `name` is a raw-text element's name. In XML, it may have a prefix of letters. It therefore needs no escaping. */
function endPatternOf(name: string): RegExp {
  const known = endPatterns.get(name) ?? new RegExp(`</${name}[ \\n\\t\\f/>]`, 'gi')
  // Names with prefixes aren't cached: pages choose them, and no page may make the table grow.
  if (!name.includes(':')) endPatterns.set(name, known)
  return known
}

const scriptMark = /<!--|-->|<\/?script[ \n\t\f/>]/gi

/** An end tag counts as text if `<script` follows `<!--`. @see HTML standard, script data double escaped state */
function endOfEscapedScript(html: string, start: number): number {
  let state: 'plain' | 'escaped' | 'double escaped' = 'plain'
  scriptMark.lastIndex = start
  for (let mark = scriptMark.exec(html); mark !== null; mark = scriptMark.exec(html)) {
    if (mark[0] === '-->') state = 'plain'
    else if (mark[0] === '<!--') {
      if (state === 'plain') state = 'escaped'
      // The dashes in `<!--` may also be the dashes of `-->`, as in `<!-->`.
      scriptMark.lastIndex -= 2
    } else if (mark[0][1] !== '/') {
      if (state === 'escaped') state = 'double escaped'
    } else if (state === 'double escaped') state = 'escaped'
    else return mark.index
  }
  return html.length
}

const commentEnd = /--!?>/g

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}
