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
  const stated = headers.refresh ?? metaRefresh(html)
  const [, delay = '', target = ''] =
    /^\s*(\d{1,5})(?:\.\d*)?\s*[;,]?\s*(?:url\s*=\s*)?["']?\s*([^"']*)/i.exec(stated ?? '') ?? []
  if (target === '' || Number(delay) > maxDelayOfStubS) return null
  if (Number(delay) > maxDelayS && (body.byteLength > maxReadBytes || countWords(visibleText(html)) >= maxWordsOfStub))
    return null
  const base = headers.refresh === undefined ? /<base\b[^>]{0,4000}?\shref\s*=\s*["']?\s*([^"'\s>]+)/i.exec(html) : null
  const next = URL.parse(target.trim(), URL.parse(base?.[1] ?? '', url.href)?.href)
  if (!next || !/^https?:$/.test(next.protocol) || withoutFragment(next.href) === withoutFragment(url.href)) return null
  return next.href
}

function metaRefresh(html: string): string | null {
  if (!/http-equiv/i.test(html)) return null
  const shown = html.replace(
    /<!--[\s\S]*?-->|<(noscript|script|style|template|textarea|title)\b[\s\S]*?<\/\1\s*>/gi,
    ' ',
  )
  for (const [tag] of shown.matchAll(/<meta\b[^>]{0,4000}>/gi)) {
    if (!/\bhttp-equiv\s*=\s*["']?\s*refresh\b/i.test(tag)) continue
    const [, quoted, single, bare] = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag) ?? []
    return (quoted ?? single ?? bare ?? '').replace(/&amp;/gi, '&').replace(/&#0*39;|&apos;/gi, "'")
  }
  return null
}

function visibleText(html: string): string {
  return html.replace(/<!--[\s\S]*?-->|<(script|style|head|template)\b[\s\S]*?<\/\1\s*>|<[^>]*>/gi, ' ')
}
