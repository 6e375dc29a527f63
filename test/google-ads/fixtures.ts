/** The hand-written result pages: HTML and what must be read from it, side by side. */

import { readdirSync, readFileSync } from 'node:fs'
import { parseDocument } from '../../src/document/parse/parse.ts'
import { type ReadPage, readResultPage } from '../../src/google-ads/page/read-result-page.ts'

export interface Fixture {
  name: string
  html: string
  answer: { status: number; finalUrl: string; page: number }
  expected: ReadPage
}

const folder = new URL('../fixtures/google-ads/', import.meta.url)

export const fixtures: Fixture[] = readdirSync(folder)
  .filter((file) => file.endsWith('.html'))
  .map((file) => {
    const name = file.slice(0, -5)
    const html = readFileSync(new URL(file, folder), 'utf8')
    return { name, html, ...JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) }
  })

export function read(html: string, answer: Fixture['answer'] = searchAnswer): ReadPage {
  return readResultPage(parseDocument(html, answer.finalUrl), answer)
}

export const searchAnswer = { status: 200, finalUrl: 'https://www.google.com/search?q=x', page: 1 }
