/** Reads web pages that a browser has saved as one file (MHTML), with each frame and style sheet in its place. */

import type { DocumentMeter } from '../converted/document-meter.ts'
import { brokenDocument } from '../converted/refusals.ts'
import { escapeHtml } from '../converted/write-html.ts'
import { type MimePart, parseMime } from '../mail/mime.ts'
import type { EntryContent } from './container.ts'

const maxFrameDepth = 5
const references =
  /<(i?frame|link)\b[^>]{0,2000}?\s(?:src|href)\s*=\s*(?:["']([^"'<>]{1,4000})["']|([^\s"'<>]{1,4000}))[^>]{0,2000}>/gi

/** Returns the HTML that was saved, with the URL of the page. Throws invalid_response if the file contains none. */
export async function openWebPage(
  bytes: Uint8Array,
  meter: DocumentMeter,
  decode: (content: EntryContent) => Promise<string>,
): Promise<EntryContent> {
  const parts = partsOf(parseMime(bytes, () => meter.broken('the end of the file')))
  const named = new Map(parts.toReversed().flatMap((part) => namesOf(part).map((name) => [name, part])))
  const root = parts.find(({ type }) => pageTypes.has(type))
  if (!root) throw brokenDocument('it contains no web page')

  async function htmlOf({ content, contentType, headers }: MimePart, around: readonly MimePart[]): Promise<string> {
    const html = await decode({ name: '', bytes: content(), contentType })
    const written: string[] = []
    let end = 0
    for (const { 0: tag, 1: name = '', 2: quoted, 3: bare = '', index } of html.matchAll(references)) {
      const isLink = name.toLowerCase() === 'link'
      const reference = (quoted ?? bare).replaceAll('&amp;', '&')
      // Some programs don't rewrite references that are relative to the page's URL.
      const resolved = URL.parse(reference, headers.get('content-location'))?.href ?? reference
      const target = named.get(reference) ?? named.get(resolved)
      if (!target || around.includes(target) || around.length > maxFrameDepth) continue
      if (isLink ? target.type !== 'text/css' : !pageTypes.has(target.type)) continue
      const text = await htmlOf(target, [...around, target])
      meter.text(text)
      const base = locationOf(target) ? `<base href="${escapeHtml(locationOf(target) ?? '')}">` : ''
      const frame = `<${name} srcdoc="${escapeHtml(base + text)}">`
      written.push(html.slice(end, index), isLink ? `<style>${text.replaceAll('</', '<\\/')}</style>` : frame)
      end = index + tag.length
    }
    return written.join('') + html.slice(end)
  }
  const html = await htmlOf(root, [root])
  return { name: '', bytes: Buffer.from(html), contentType: 'text/html; charset=utf-8', url: locationOf(root) }
}

const pageTypes = new Set(['text/html', 'application/xhtml+xml'])
const partsOf = (part: MimePart): MimePart[] => (part.parts.length === 0 ? [part] : part.parts.flatMap(partsOf))

function namesOf({ headers }: MimePart): string[] {
  const location = headers.get('content-location') ?? ''
  return [`cid:${headers.get('content-id')?.replace(/^<|>$/g, '')}`, location, URL.parse(location)?.href ?? '']
}

function locationOf({ headers }: MimePart): string | undefined {
  const location = headers.get('content-location') ?? ''
  return /^https?:/i.test(location) && URL.canParse(location) ? location : undefined
}
