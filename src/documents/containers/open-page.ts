/** Opens the files that are read like a page: one entry of a file, a saved web page, a notebook. */

import { stripVTControlCharacters } from 'node:util'
import { isJsonObject } from '../../base/json-value.ts'
import type { Warning } from '../../contract/warning.ts'
import { decodeBody } from '../../html/parse/parse.ts'
import { documentTypes } from '../../page/document-types.ts'
import type { Page } from '../../page/page.ts'
import type { Converter } from '../converted/converted-document.ts'
import { brokenDocument, type DocumentMeter } from '../converted/document-meter.ts'
import { escapeHtml } from '../converted/write-html.ts'
import { type MimePart, parseMime } from '../mail/mime.ts'
import { type EntryContent, entryNamed, noEntry } from './container.ts'
import { frameHtml, noUrl, openContainer, pageOfEntry, preHtml } from './read-entries.ts'

const { eml, msg, zip, warc, wacz, mhtml, ipynb } = documentTypes
const containers = new Set<string>([eml, msg, zip, warc, wacz])

export interface OpenedPage {
  page: Page
  /** Says which parts of the file around the page are damaged. */
  warnings: Warning[]
}

/** `openFile` has the description. */
export async function openPageIn(page: Page, entry: string | undefined, meter: DocumentMeter): Promise<OpenedPage> {
  let opened = page
  if (entry !== undefined) {
    if (!containers.has(page.mediaType)) throw noEntry(`The content is ${page.mediaType}, which has no entries`)
    const { entries, unlisted = [] } = await openContainer(page, meter, async () => '')
    opened = await pageOfEntry(await entryNamed([...entries, ...unlisted], entry).read(), page)
  }
  if (opened.mediaType === mhtml) opened = await pageOfEntry(await openWebPage(opened, meter), opened)
  if (opened.mediaType === ipynb) {
    const body = new TextEncoder().encode(notebookMarkdown(decodeBody(opened)))
    opened = { ...opened, mediaType: 'text/markdown', charset: 'utf-8', body }
  }
  return { page: opened, warnings: meter.cut }
}

export const convertWebPage: Converter = async (page, meter) => {
  const { bytes, url = noUrl } = await openWebPage(page, meter)
  return { properties: {}, html: frameHtml(Buffer.from(bytes).toString(), url, meter), warnings: [], baseUrl: noUrl }
}

/** A notebook within another file, which is shown as markdown source. */
export const convertNotebook: Converter = async (page, meter) => {
  return { properties: {}, html: preHtml(notebookMarkdown(decodeBody(page)), meter), warnings: [] }
}

/** Returns markdown. Throws invalid_response for text that isn't a notebook. */
export function notebookMarkdown(text: string): string {
  const notebook = objectIn(parsed(text))
  const { language_info: info, kernelspec } = objectIn(notebook.metadata)
  const language = textIn(objectIn(info).name ?? objectIn(kernelspec).language).replace(/[^\w+#.-]/g, '')
  // Up to version 3, cells were in worksheets, headings were cells, and code was an input.
  const blocks = [notebook, ...listIn(notebook.worksheets).map(objectIn)]
    .flatMap(({ cells }) => listIn(cells).map(objectIn))
    .flatMap(({ cell_type: type, source, input, level, outputs }) => {
      const words = textIn(source ?? input)
      if (type === 'markdown') return [words.trim()]
      if (type === 'heading') return [`${'#'.repeat(Math.min(6, Number(level) || 1))} ${words.trim()}`]
      const results = listIn(outputs).map(objectIn).flatMap(outputBlocks)
      return [fenced(words, type === 'code' ? language : ''), ...results]
    })
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw brokenDocument("it isn't valid JSON", cause)
  }
}

const objectIn = (value: unknown) => (isJsonObject(value) ? value : {})
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textIn = (value: unknown) => (Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '')

function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return text.trim() === '' ? '' : `${fence}${language}\n${text.replace(/\n+$/, '')}\n${fence}`
}

function outputBlocks(output: Record<string, unknown>): string[] {
  const { ename, evalue, traceback } = output
  const error = ename ? listIn(traceback).join('\n') || `${ename}: ${evalue}` : ''
  // Up to version 3, the forms of an output were its own fields.
  const data = output.data === undefined ? output : objectIn(output.data)
  const forms = ['text/plain', 'text', 'text/latex', 'latex', 'text/html', 'html']
  const words = error || (forms.map((type) => textIn(data[type])).find(Boolean) ?? '')
  const image = Object.keys(data).find((type) => /^image\/|^(?:png|jpeg|svg)$/.test(type))
  // A carriage return overwrites the line, as progress bars do.
  const shown = stripVTControlCharacters(words)
    .replace(/\r\n/g, '\n')
    .replace(/^.*\r(?!$)/gm, '')
  return [textIn(data['text/markdown']).trim() || fenced(shown), image ? `*[Image: ${image}]*` : '']
}

const maxFrameDepth = 5
const references =
  /<(i?frame|link)\b[^>]{0,2000}?\s(?:src|href)\s*=\s*(?:["']([^"'<>]{1,4000})["']|([^\s"'<>]{1,4000}))[^>]{0,2000}>/gi

/** Returns the HTML that was saved, with the URL of the page. Throws invalid_response if the file contains none. */
async function openWebPage(page: Page, meter: DocumentMeter): Promise<EntryContent> {
  const parts = partsOf(parseMime(page.body, () => meter.broken('the end of the file')))
  const named = new Map(parts.toReversed().flatMap((part) => namesOf(part).map((name) => [name, part])))
  const root = parts.find(({ type }) => pageTypes.has(type))
  if (!root) throw brokenDocument('it contains no web page')

  async function htmlOf({ content, contentType, headers }: MimePart, around: readonly MimePart[]): Promise<string> {
    const html = decodeBody(await pageOfEntry({ name: '', bytes: content(), contentType }, page))
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
