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
  const shown = shownHtml(html)
  const stated = headers.refresh ?? metaRefresh(shown)
  const [, delay = '', target = ''] =
    /^\s*(\d{1,5})(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?["']?\s*([^"']*)/i.exec(stated ?? '') ?? []
  if (target === '' || Number(delay) > maxDelayOfStubS) return null
  if (Number(delay) > maxDelayS && (body.byteLength > maxReadBytes || countWords(visibleText(html)) >= maxWordsOfStub))
    return null
  const base = headers.refresh === undefined ? baseOf(shown, url) : url
  const next = URL.parse(target.trim(), base.href)
  if (!next || !/^https?:$/.test(next.protocol) || withoutFragment(next.href) === withoutFragment(url.href)) return null
  return next.href
}

/** The part of a page in which a refresh or a base counts; empty if it has no refresh. */
function shownHtml(html: string): string {
  if (!/http-equiv/i.test(html)) return ''
  return html.replace(/<!--[\s\S]*?-->|<(noscript|script|style|template|textarea|title)\b[\s\S]*?<\/\1\s*>/gi, ' ')
}

function metaRefresh(shown: string): string | null {
  for (const [tag] of shown.matchAll(/<meta\b[^>]{0,4000}>/gi)) {
    if (/\bhttp-equiv\s*=\s*["']?\s*refresh\b/i.test(tag)) return valueIn(tag, contentValue) ?? ''
  }
  return null
}

/** The base that the first `<base href>` states, or else the page's own URL. */
function baseOf(shown: string, url: URL): URL {
  for (const [tag] of shown.matchAll(/<base\s[^>]{0,4000}>/gi)) {
    const href = valueIn(tag, hrefValue)
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

function visibleText(html: string): string {
  return html.replace(/<!--[\s\S]*?-->|<(script|style|head|template)\b[\s\S]*?<\/\1\s*>|<[^>]*>/gi, ' ')
}
