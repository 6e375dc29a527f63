/** The hand-written result pages: each has HTML and the expected status and ads. */

import { readdirSync, readFileSync } from 'node:fs'
import type { Element } from 'domhandler'
import { readResultPage } from '../../src/ads/page/read-result-page.ts'
import type { ParsedResultPage } from '../../src/contract/ads-reading.ts'
import type { Document } from '../../src/html/document.ts'
import { parseDocument } from '../../src/html/parse/parse.ts'
import { selectAll } from '../../src/html/select/select.ts'

interface Fixture {
  name: string
  html: string
  response: { status: number; finalUrl: string; page: number }
  expected: ParsedResultPage
}

const folder = new URL('../fixtures/google-ads/', import.meta.url)

export const fixtures: Fixture[] = readdirSync(folder)
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    const name = file.slice(0, -5)
    const html = readFileSync(new URL(file, folder), 'utf8')
    return { name, html, ...JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) }
  })

/** Returns the fixture with this name. */
export function fixture(name: string): Fixture {
  const found = fixtures.find((one) => one.name === name)
  if (!found) throw new Error(`no such fixture: ${name}`)
  return found
}

/** The first page of a search, received with status 200. */
export const searchResponse = { status: 200, finalUrl: 'https://www.google.com/search?q=x', page: 1 }

export function parse(html: string): Document {
  return parseDocument(html, searchResponse.finalUrl)
}

/** Returns the first match of a selector. */
export function select(document: Document, selector: string): Element {
  const [element] = selectAll(document, selector)
  if (!element) throw new Error(`nothing matches ${selector}`)
  return element
}

export function read(html: string, response: Fixture['response'] = searchResponse): ParsedResultPage {
  return readResultPage(parseDocument(html, response.finalUrl), response)
}

/** An organic result. */
export const organic =
  '<div><a href="https://organic.example/"><h3>Organic</h3><cite>https://organic.example</cite></a></div>'

/** A text ad titled A. */
export const textAd =
  '<div><a href="/aclk?ai=1"><h3>A</h3><span>https://www.a.example</span></a><div>What A has to say.</div></div>'
