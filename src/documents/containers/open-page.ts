/** Opens the files that are read like a page: one entry of a file, a saved web page, a notebook. */

import type { Warning } from '../../contract/warning.ts'
import { decodeBody } from '../../html/parse/decode.ts'
import { documentTypes } from '../../page/document-types.ts'
import type { Page } from '../../page/page.ts'
import type { Converter } from '../converted/converted-document.ts'
import type { DocumentMeter } from '../converted/document-meter.ts'
import { entryNamed, noEntry } from './container.ts'
import { notebookMarkdown } from './notebook.ts'
import { frameHtml, noUrl, openContainer, pageOfEntry, preHtml } from './read-entries.ts'
import { openWebPage } from './web-page.ts'

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
  if (opened.mediaType === mhtml) opened = await pageOfEntry(await webPageIn(opened, meter), opened)
  if (opened.mediaType === ipynb) {
    const body = new TextEncoder().encode(notebookMarkdown(decodeBody(opened)))
    opened = { ...opened, mediaType: 'text/markdown', charset: 'utf-8', body }
  }
  return { page: opened, warnings: meter.cut }
}

export const convertWebPage: Converter = async (page, meter) => {
  const { bytes, url = noUrl } = await webPageIn(page, meter)
  return { properties: {}, html: frameHtml(Buffer.from(bytes).toString(), url, meter), warnings: [], baseUrl: noUrl }
}

/** A notebook within another file, which is shown as markdown source. */
export const convertNotebook: Converter = async (page, meter) => {
  return { properties: {}, html: preHtml(notebookMarkdown(decodeBody(page)), meter), warnings: [] }
}

function webPageIn(page: Page, meter: DocumentMeter) {
  return openWebPage(page.body, meter, async (content) => decodeBody(await pageOfEntry(content, page)))
}
