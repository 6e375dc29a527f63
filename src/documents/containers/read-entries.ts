/** Converts files that contain others to HTML: the table of their entries, and then the entries that can be read. */

import { isUtf8 } from 'node:buffer'
import { ServiceError } from '../../base/errors.ts'
import type { Warning } from '../../contract/warning.ts'
import { resolveCharset } from '../../fetch/body/charset.ts'
import { resolveMediaType } from '../../fetch/body/media-type.ts'
import { decodeBody } from '../../html/parse/parse.ts'
import { documentTypes, isConvertible } from '../../page/document-types.ts'
import { isHtml, isTextMedia, parseContentType } from '../../page/media-kind.ts'
import type { Page } from '../../page/page.ts'
import { type ZipEntry, zipEntries } from '../../page/zip-directory.ts'
import type { Converter } from '../converted/converted-document.ts'
import { brokenDocument, type DocumentMeter, noText, tooLargeToRead } from '../converted/document-meter.ts'
import { escapeHtml, textHtml } from '../converted/write-html.ts'
import { archiveLimits, unpack } from '../office/archive/archive.ts'
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
  const rows = entries.map(({ name, cells }) => [name, ...cells])
  let html = container.html + rowsHtml(columns, rows, meter)
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
  if (mediaType === documentTypes.warc || mediaType === documentTypes.wacz)
    return (await import('./warc.ts')).openWebArchive(page, meter)
  let container: Container
  if (mediaType === documentTypes.zip) container = openZip(body, meter)
  else if (mediaType === documentTypes.msg)
    container = await (await import('./message.ts')).openOutlook(body, meter, readText)
  else container = await (await import('./message.ts')).openMessage(body, meter, readText)
  return { ...container, entries: distinctlyNamed(container.entries) }
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
  const quoted = (depth: number, html: string) =>
    `${'<blockquote>'.repeat(depth)}${html}${'</blockquote>'.repeat(depth)}`
  return flowedRuns(text, entry.contentType)
    .map((run) => quoted(run.depth, paragraphsHtml(run.text, meter)))
    .join('')
}

function paragraphsHtml(text: string, meter: DocumentMeter): string {
  const paragraphs = text.split(/\n\s*\n/).filter((one) => one.trim() !== '')
  const html = ({ text, gaps }: AlignedText) =>
    isTable(text.split('\n'), gaps) ? `<pre>${textHtml(text, meter)}</pre>` : `<p>${textHtml(text.trim(), meter)}</p>`
  return paragraphs.map((one) => alignedTexts(one).map(html).join('').replaceAll('</p><p>', '<br>')).join('')
}

/** Consecutive lines, and what `gapsIn` returns if all of them have it in common. */
type AlignedText = { text: string; gaps: readonly number[] }

/** Splits a paragraph where lines begin or end whose columns are aligned by spaces or tabs. Leaves signatures whole. */
function alignedTexts(paragraph: string): AlignedText[] {
  if (/^\s*--\s*\n/.test(paragraph)) return [{ text: paragraph, gaps: [] }]
  const blocks: AlignedText[] = []
  for (const line of paragraph.split('\n')) {
    const [last, own, isRule] = [blocks.at(-1), gapsIn(line), /^[-=_+|\s]+$/.test(line)]
    const gaps = last?.gaps.filter((at) => isRule || own.includes(at)) ?? []
    if (last && (gaps.length > 0 || last.gaps.length + own.length === 0))
      Object.assign(last, { gaps, text: `${last.text}\n${line}` })
    else blocks.push({ text: line, gaps: own })
  }
  return blocks
}

/** Returns the columns after the first word and its bullet at which two spaces begin, and -1, -2, … for tabs. */
function gapsIn(line: string): number[] {
  // Longer lines are not rows of a table.
  if (line.length > 300 || !/ {2}|\t/.test(line)) return []
  const start = /^[\s>]*(?:[-*+•–]|\w{1,3}[.)])?\s*/.exec(line)?.[0].length ?? 0
  const found = [...line.trimEnd().matchAll(/ (?= )|\t/g)].filter(({ index }) => index > start)
  return found.map(({ 0: gap, index }, at) => (gap === '\t' ? -1 - at : index))
}

/** False for two spaces after sentences, and for labels such as `Date:  today`, which need no columns. */
function isTable(lines: readonly string[], gaps: readonly number[]): boolean {
  const gutters = gaps.filter((at, order) => gaps[order - 1] !== at - 1).length
  if (gutters === 0 || lines.length < 2 || lines.length + gutters < 4) return false
  return lines.some((line) => /\S(?: {3,}|\t\s*)\S/.test(line)) && !lines.every((line) => /:(?: {2}|\t)/.test(line))
}

const maxQuoteDepth = 10

/**
 * Splits text into runs of the same depth of quotation, and joins the lines that a mail program has broken softly. Lines end with a line
 * feed. Text that isn't `format=flowed` is one run. @see RFC 3676
 * @example
 * flowedRuns('> one \n> two\nthree', 'text/plain; format=flowed') // [{ depth: 1, text: 'one two' }, { depth: 0, text: 'three' }]
 */
function flowedRuns(text: string, contentType: string | null): { depth: number; text: string }[] {
  if (!/;\s*format\s*=\s*"?flowed\b/i.test(contentType ?? '')) return [{ depth: 0, text }]
  const deletesSpace = /;\s*delsp\s*=\s*"?yes\b/i.test(contentType ?? '')
  const runs: { depth: number; text: string }[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    const quotes = /^>*/.exec(line)?.[0].length ?? 0
    const depth = Math.min(quotes, maxQuoteDepth)
    const content = line.slice(quotes).replace(/^ /, '')
    // The separator of a signature ends with a space, but isn't broken softly.
    const isSignature = content === '-- '
    const isSoft = content.endsWith(' ') && !isSignature
    const words = isSoft && deletesSpace ? content.slice(0, -1) : content
    const run = runs.at(-1)
    if (run?.depth === depth) run.text += isOpen && !isSignature ? words : `\n${words}`
    else runs.push({ depth, text: words })
    isOpen = isSoft
  }
  return runs
}

/** Throws invalid_response for an archive without a directory or with too many entries. */
function openZip(bytes: Uint8Array, meter: DocumentMeter): Container {
  const { entries, isWhole } = zipEntries(bytes, archiveLimits.entries)
  if (entries.length > archiveLimits.entries) throw tooLargeToRead(`it has more than ${archiveLimits.entries} entries`)
  if (!isWhole && entries.length === 0) throw brokenDocument('its archive has no entries; it may be truncated')
  if (!isWhole) meter.broken('the end of the file')
  const named = entries.map((entry) => ({ ...entry, name: nameOf(entry) })).filter(({ name }) => !name.endsWith('/'))
  const files = named.map(({ name, ...entry }) => {
    const read = () => {
      const { content, fault } = unpack(bytes, entry, archiveLimits, meter.unpacking)
      if (!content) throw brokenDocument(fault ?? 'an entry is empty')
      if (fault !== null) meter.broken(name)
      return { name, bytes: content, contentType: null }
    }
    return { name, cells: [entry.isEncrypted ? 'encrypted' : (entry.bytes ?? '')], read }
  })
  return { properties: {}, html: '', columns: ['File', 'Bytes'], entries: files, isRead: true }
}

const maxNameBytes = 2000
const codePage437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** Old programs write names in code page 437. Windows programs write backslashes. */
function nameOf({ nameBytes }: ZipEntry): string {
  const bytes = Buffer.from(nameBytes.subarray(0, maxNameBytes))
  const old = () =>
    bytes.toString('latin1').replace(/[\x80-\xff]/g, (char) => codePage437[char.charCodeAt(0) - 128] ?? '')
  return (isUtf8(bytes) ? bytes.toString() : old()).replaceAll('\\', '/').replace(/\p{Cc}/gu, '\ufffd')
}
