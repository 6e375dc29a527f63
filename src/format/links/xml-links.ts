/** Finds links in XML, even malformed XML: all absolute URLs, and in feeds and sitemaps also relative ones. */

import { readEscapes, withoutVocabulary } from '../../html/plain-text.ts'
import { maxUrlLength } from '../../html/typed-urls.ts'
import { linksInMarkup } from './markup-links.ts'
import { bareUrls, type LinkMatch } from './urls-in-text.ts'

/** Returns URLs in document order. `xml:base` isn't listed: relative URLs of a feed are resolved against it. */
export function linksInXml(xml: string, url: string): LinkMatch[] {
  const reader = new XmlLinks(withoutVocabulary(xml), url)
  reader.read()
  return reader.links
}

// Atom, all versions of RSS, sitemaps and OPML.
const feedRoot = /<(?:[\w.-]+:)?(?:feed|rss|RDF|urlset|sitemapindex|opml)[\s>]/

// XML values can't contain `<`. Otherwise, a text full of unclosed quotes would be read to its end from each tag.
const tag = /<(\/?)([A-Za-z_][\w.:-]*)(\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?(\/?)>/y
const attribute = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Attributes that hold a URL, by element name without prefix. */
const urlAttributes: Record<string, string[]> = {
  a: ['href'],
  area: ['href'],
  link: ['href'],
  enclosure: ['url'],
  source: ['url'],
  content: ['url', 'src'],
  player: ['url'],
  generator: ['uri'],
  outline: ['xmlUrl', 'htmlUrl', 'url'],
}

/** Elements whose text is a URL, in RSS, Atom person elements and sitemaps. */
const urlElements = new Set(['link', 'loc', 'uri', 'comments', 'commentRss'])

// Doesn't match words, numbers (`slash:comments`), hosts without a scheme, or words attached to a URL.
const urlText =
  /^(?:https?:|(?!.*:\/\/)(?:\.{0,2}\/|\?|[^\s./?#:]+\/|[\w-]+\.(?:html?|php|aspx?|jsp|xml)\b))[^\s<>"]*$/i

class XmlLinks {
  readonly links: LinkMatch[] = []
  readonly #xml: string
  readonly #isFeed: boolean
  /** Open elements that have an `xml:base`, innermost last. */
  readonly #bases: { depth: number; url: string }[]
  #depth = 0
  /** Name of the element whose start tag was the last tag. */
  #open = ''

  constructor(xml: string, url: string) {
    this.#xml = xml
    this.#isFeed = feedRoot.test(xml.slice(0, 10_000))
    this.#bases = [{ depth: 0, url }]
  }

  read(): void {
    let textStart = 0
    let hasComments = true
    for (let at = this.#xml.indexOf('<'); at >= 0; ) {
      const isComment = hasComments && this.#xml.startsWith('<!--', at)
      const commentEnd = isComment ? this.#xml.indexOf('-->', at + 4) : -1
      if (isComment && commentEnd < 0) hasComments = false
      tag.lastIndex = at
      const match = commentEnd < 0 ? tag.exec(this.#xml) : null
      let end = at + 1
      if (match || commentEnd >= 0 || this.#xml.startsWith('<![CDATA[', at)) {
        this.#readText(this.#xml.slice(textStart, at))
        if (match) {
          end = tag.lastIndex
          this.#readTag(match)
        } else if (commentEnd >= 0) {
          end = commentEnd + 3
          this.#push(bareUrls(readEscapes(this.#xml.slice(at, end))))
        } else {
          const close = this.#xml.indexOf(']]>', at)
          end = close < 0 ? this.#xml.length : close + 3
          this.#readText(this.#xml.slice(at + 9, close < 0 ? end : close))
        }
        textStart = end
      }
      at = this.#xml.indexOf('<', end)
    }
    this.#readText(this.#xml.slice(textStart))
  }

  #readTag([, slash, name = '', attributes = '', emptySlash]: RegExpExecArray): void {
    const element = name.slice(name.indexOf(':') + 1)
    if (slash) {
      this.#open = ''
      this.#depth--
      this.#close()
      return
    }
    this.#depth++
    this.#readAttributes(element, attributes)
    this.#open = element
    if (emptySlash || attributes.endsWith('/')) {
      this.#open = ''
      this.#depth--
      this.#close()
    }
  }

  #close(): void {
    while (this.#bases.length > 1 && (this.#bases.at(-1)?.depth ?? 0) > this.#depth) this.#bases.pop()
  }

  #readAttributes(element: string, text: string): void {
    const [, double, single] = /\sxml:base\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text) ?? []
    const base = double ?? single
    const url = base === undefined ? null : URL.parse(readEscapes(base.trim()), this.#base)
    if (url) this.#bases.push({ depth: this.#depth, url: url.href })
    let end = 0
    for (const { index, 0: whole, 1: name = '', 2: double, 3: single } of text.matchAll(attribute)) {
      this.#push(bareUrls(readEscapes(text.slice(end, index))))
      end = index + whole.length
      const value = readEscapes((double ?? single ?? '').trim())
      if (name === 'xml:base') continue
      if (this.#isFeed && urlAttributes[element]?.includes(name)) this.#add(value)
      else this.#push(bareUrls(value))
    }
    this.#push(bareUrls(readEscapes(text.slice(end))))
  }

  #readText(raw: string): void {
    if (!/\S/.test(raw)) return
    const text = readEscapes(raw)
    const written = text.trim()
    if (!this.#isFeed) this.#push(bareUrls(text))
    else if (urlElements.has(this.#open) && written.length <= maxUrlLength && urlText.test(written)) this.#add(written)
    else this.#push(linksInMarkup(text))
  }

  #add(href: string): void {
    if (href !== '' && href.length <= maxUrlLength)
      this.#push([{ at: 0, href: href.replaceAll('&amp;', '&'), text: '' }])
  }

  get #base(): string {
    return this.#bases.at(-1)?.url ?? ''
  }

  #push(links: readonly LinkMatch[]): void {
    for (const link of links) this.links.push({ ...link, base: this.#base })
  }
}
