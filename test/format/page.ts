/** Pages in the form that engines return, and the markdown fixtures, for format tests. */

import { readdirSync, readFileSync } from 'node:fs'
import { type MarkdownParameters, markdownParametersOf } from '../../src/contract/page-parts.ts'
import type { Output } from '../../src/contract/scrape.ts'
import type { FormatRequest } from '../../src/format/format-request.ts'
import { formatPage } from '../../src/format/formats.ts'
import type { Page } from '../../src/page/page.ts'

export function htmlPage(html: string, differences: Partial<Page> = {}): Page {
  const url = 'https://example.com/dir/page'
  return {
    ...{ url, finalUrl: url, status: 200, contentType: 'text/html; charset=utf-8', mediaType: 'text/html' },
    ...{ charset: 'utf-8', headers: {}, body: new TextEncoder().encode(html), rendered: false, complete: true },
    ...{ warnings: [], ...differences },
  }
}

interface FormatHtmlOptions
  extends Pick<FormatRequest, 'excludeSelector' | 'fragment' | 'frontMatter' | 'extraOutputs'> {
  output?: Output
  markdown?: Partial<MarkdownParameters>
  cssSelector?: string
  mainContent?: boolean
  page?: Partial<Page>
}

export function formatHtml(
  html: string,
  { output = 'markdown', cssSelector, mainContent = false, markdown = {}, page, ...others }: FormatHtmlOptions = {},
) {
  return formatPage(htmlPage(html, page), {
    ...{ output, cssSelector: cssSelector ?? null, mainContent },
    ...{ markdown: markdownParametersOf(markdown), ...others },
  })
}

/** Returns the markdown of the whole body. */
export async function markdownOf(html: string, options: FormatHtmlOptions = {}): Promise<string> {
  return (await formatHtml(html, options)).content as string
}

const folder = new URL('../fixtures/markdown/', import.meta.url)

/** Names of the fixtures, such as `tables/spans`. Each is a page and its markdown, so a new case is two files. */
export const cases = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .sort()
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -'.html'.length))

export function readCase(name: string): { html: string; expected: string } {
  return {
    html: readFileSync(new URL(`${name}.html`, folder), 'utf8'),
    expected: readFileSync(new URL(`${name}.md`, folder), 'utf8').replace(/\n$/, ''),
  }
}
