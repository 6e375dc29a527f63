/** Finds the URL to which a page redirects with a `Refresh` header or a `<meta http-equiv="refresh">`. */

import { isUtf8 } from 'node:buffer'
import { withoutFragment } from '../../html/absolute-url.ts'
import { countWords } from '../../html/count-words.ts'

const maxReadBytes = 16 * 1024
/** A page that refreshes to another URL almost immediately is a redirect. A nearly empty page may take somewhat longer. */
const maxDelayS = 1
const maxDelayOfStubS = 10
const maxWordsOfStub = 50

interface Answer {
  url: URL
  status: number
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** Returns the absolute URL of the target, or null if the page isn't a redirect or redirects to itself. */
export function refreshTarget({ url, status, headers, body }: Answer): string | null {
  const type = headers['content-type'] ?? ''
  if (status < 200 || status > 299 || !/^\s*(?:$|text\/html|application\/xhtml)/i.test(type)) return null
  const read = body.subarray(0, maxReadBytes)
  const html = new TextDecoder(isUtf8(read) ? 'utf-8' : 'latin1').decode(read)
  const { tags, text } = headers.refresh === undefined && !/http-equiv/i.test(html) ? nothing : scan(html)
  const stated = headers.refresh ?? metaRefresh(tags)
  const [, delay = '', target = ''] =
    /^\s*(\d{1,5})(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?["']?\s*([^"']*)/i.exec(stated ?? '') ?? []
  if (target === '' || Number(delay) > maxDelayOfStubS) return null
  if (Number(delay) > maxDelayS && (body.byteLength > maxReadBytes || countWords(text) >= maxWordsOfStub)) return null
  const base = headers.refresh === undefined ? baseOf(tags, url) : url
  const next = URL.parse(target.trim(), base.href)
  if (!next || !/^https?:$/.test(next.protocol) || withoutFragment(next.href) === withoutFragment(url.href)) return null
  return next.href
}

interface Scan {
  /** The start tags of `meta` and `base` in which a refresh or a base counts. */
  tags: string[]
  text: string
}

const nothing: Scan = { tags: [], text: '' }

/** Elements whose content has no refresh and no base. The text in some of them is visible. */
const skipped = ['noscript', 'script', 'style', 'template', 'textarea', 'title']
const visible = new Set(['noscript', 'textarea'])
const endTags = new Map(skipped.map((name) => [name, new RegExp(`</${name}[\\s/>]`, 'gi')]))
const maxTagChars = 4000

/** Reads the tags and the text in one pass, because this runs in the main process and a hostile page would make nested searches slow. */
function scan(html: string): Scan {
  const tags: string[] = []
  let text = ''
  let at = 0
  const skipTo = (end: number, length = 0) => {
    at = end === -1 ? html.length : end + length
  }
  while (at < html.length) {
    const start = html.indexOf('<', at)
    text += ` ${html.slice(at, start === -1 ? undefined : start)}`
    if (start === -1) break
    if (html.startsWith('<!--', start)) {
      skipTo(html.indexOf('-->', start + 4), 3)
      continue
    }
    skipTo(html.indexOf('>', start), 1)
    const tag = html.slice(start, Math.min(at, start + maxTagChars))
    const name = /^<([a-z]+)/i.exec(tag)?.[1]?.toLowerCase() ?? ''
    if (name === 'meta' || name === 'base') tags.push(tag)
    const endTag = endTags.get(name)
    if (!endTag) continue
    const content = at
    endTag.lastIndex = at
    skipTo(endTag.exec(html)?.index ?? -1)
    if (visible.has(name) && at < html.length) text += scan(html.slice(content, at)).text
  }
  return { tags, text }
}

function metaRefresh(tags: readonly string[]): string | null {
  const tag = tags.find((one) => /^<meta\b/i.test(one) && /\bhttp-equiv\s*=\s*(?:["']\s*)?refresh\b/i.test(one))
  return tag === undefined ? null : (valueIn(tag, contentValue) ?? '')
}

/** The base that the first `<base href>` states, or else the page's own URL. */
function baseOf(tags: readonly string[], url: URL): URL {
  for (const tag of tags) {
    const href = /^<base\s/i.test(tag) ? valueIn(tag, hrefValue) : null
    if (href === null) continue
    const base = URL.parse(href, url.href)
    return base && /^https?:$/.test(base.protocol) ? base : url
  }
  return url
}

const value = String.raw`\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))`
const contentValue = new RegExp(`\\bcontent${value}`, 'i')
const hrefValue = new RegExp(`\\shref${value}`, 'i')

function valueIn(tag: string, attribute: RegExp): string | null {
  const [, quoted, single, bare] = attribute.exec(tag) ?? []
  const written = quoted ?? single ?? bare
  return written === undefined ? null : written.replace(/&amp;/gi, '&').replace(/&#0*39;|&apos;/gi, "'")
}
