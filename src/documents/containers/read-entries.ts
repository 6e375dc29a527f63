/** Converts files that contain others to HTML: the table of their entries, and then the entries that can be read. */

import { ServiceError } from '../../base/errors.ts'
import type { Warning } from '../../contract/warning.ts'
import { resolveCharset } from '../../fetch/body/charset.ts'
import { resolveMediaType } from '../../fetch/body/media-type.ts'
import { decodeBody } from '../../html/parse/decode.ts'
import { parseContentType } from '../../page/content-type.ts'
import { documentTypes, isConvertible } from '../../page/document-types.ts'
import { isHtml, isTextMedia } from '../../page/media-kind.ts'
import type { Page } from '../../page/page.ts'
import type { Converter } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { noText } from '../converted/refusals.ts'
import { textHtml } from '../converted/text-html.ts'
import { escapeHtml } from '../converted/write-html.ts'
import { flowedRuns } from '../mail/flowed.ts'
import { type Container, distinctlyNamed, type EntryContent, type ReadText, rowsHtml } from './container.ts'

/** Documents in documents in documents are read up to this depth. */
const maxDepth = 5

export const convertContainer: Converter = async (page, meter, { comments, convert, depth = 0 }) => {
  const warnings: Warning[] = []

  /** Returns null for an entry that isn't read. An entry that can't be read must not cost the others. */
  async function htmlOf(name: string, read: () => EntryContent | Promise<EntryContent>): Promise<string | null> {
    try {
      const content = await read()
      return await pageHtml(name, await pageOfEntry(content, page), content.name === '')
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      meter.unread(name, error.message)
      return null
    }
  }

  async function pageHtml(name: string, entry: Page, isBody: boolean): Promise<string | null> {
    const { mediaType, finalUrl } = entry
    if (!isHtml(mediaType) && !isConvertible(mediaType) && !isTextMedia(mediaType)) return null
    const number = isBody ? 0 : meter.takeEntry()
    if (number === null || depth >= maxDepth) {
      meter.unread(name, number === null ? 'too many entries' : 'nested too deeply')
      return null
    }
    if (isHtml(mediaType)) return frameHtml(decodeBody(entry), finalUrl, meter)
    if (!isConvertible(mediaType) || !convert)
      return isBody ? bodyHtml(entry, meter) : preHtml(decodeBody(entry), meter)
    const converted = await convert(entry, meter, { comments, convert, depth: depth + 1, includesPage: () => true })
    warnings.push(...converted.warnings.map(({ code, message }) => ({ code, message: `${name}: ${message}` })))
    // Notes of several documents have the same names.
    return converted.html.replace(/ (id="|href="#)/g, ` $1e${number}-`)
  }

  const readText: ReadText = async (content) => (await htmlOf('the text of the message', () => content)) ?? ''
  const container = await openContainer(page, meter, readText)
  const { properties, columns, entries, isRead } = container
  let html =
    container.html +
    rowsHtml(
      columns,
      entries.map(({ name, cells }) => [name, ...cells]),
      meter,
    )
  for (const [at, entry] of isRead ? entries.entries() : []) {
    if (meter.stops(`entry ${at} of ${entries.length}`)) break
    const content = await htmlOf(entry.name, entry.read)
    if (content !== null) html += `<h2>${escapeHtml(entry.name)}</h2>${content}`
  }
  return { properties, html, warnings: [...noText(html), ...warnings], baseUrl: noUrl }
}

/** Opens a message or an archive. `readText` reads the text of a message. Throws invalid_response. */
export async function openContainer(page: Page, meter: DocumentMeter, readText: ReadText): Promise<Container> {
  const { body, mediaType } = page
  if (mediaType === documentTypes.warc) return (await import('./warc.ts')).openWarc(body, meter)
  if (mediaType === documentTypes.wacz) return (await import('./warc.ts')).openWacz(body, meter)
  const container = await openNamed()
  return { ...container, entries: distinctlyNamed(container.entries) }

  async function openNamed(): Promise<Container> {
    if (mediaType === documentTypes.zip) return (await import('./zip.ts')).openZip(body, meter)
    if (mediaType === documentTypes.msg) return (await import('./outlook.ts')).openOutlook(body, meter, readText)
    return (await import('./message.ts')).openMessage(body, meter, readText)
  }
}

/** URL for an entry without a URL, so that its relative links lead nowhere. */
export const noUrl = 'about:blank'

/** Returns an entry as if it had been fetched. */
export async function pageOfEntry(content: EntryContent, around: Page): Promise<Page> {
  const { name, bytes, contentType, url = noUrl, status = 200 } = content
  const declared = parseContentType(contentType)
  const body = new Uint8Array(bytes)
  const mediaType = resolveMediaType(declared, body, name)
  return {
    ...{ ...around, finalUrl: url, status, contentType: contentType ?? mediaType, mediaType, headers: {}, body },
    ...{ rendered: false, isGiven: true, embedded: null },
    ...(await resolveCharset(body, declared, mediaType)),
  }
}

/** Keeps links of an HTML page relative to its own URL, and its styles and names to itself. */
export function frameHtml(html: string, url: string, meter: DocumentMeter): string {
  const source = url === noUrl ? html : `<base href="${escapeHtml(url)}">${html}`
  meter.text(source)
  return `<iframe srcdoc="${escapeHtml(source)}"></iframe>`
}

export function preHtml(text: string, meter: DocumentMeter): string {
  meter.text(text)
  return `<pre>${escapeHtml(text)}</pre>`
}

function bodyHtml(entry: Page, meter: DocumentMeter): string {
  const text = decodeBody(entry).replace(/\r\n?/g, '\n')
  const runs = flowedRuns(text, entry.contentType) ?? [{ depth: 0, text }]
  return runs
    .map(
      ({ depth, text }) =>
        `${'<blockquote>'.repeat(depth)}${paragraphsHtml(text, meter)}${'</blockquote>'.repeat(depth)}`,
    )
    .join('')
}

function paragraphsHtml(text: string, meter: DocumentMeter): string {
  const paragraphs = text.split(/\n\s*\n/).filter((one) => one.trim() !== '')
  return paragraphs.map((one) => `<p>${textHtml(one.trim(), meter)}</p>`).join('')
}
