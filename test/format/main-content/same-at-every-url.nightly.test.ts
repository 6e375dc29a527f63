import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { findMainContent } from '../../../src/format/main-content/main-content.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { viewDocument } from '../../../src/html/visibility/page-view.ts'
import { savedPage } from '../../needs.ts'

const { location, isMissing } = savedPage('quality/data/wcxb-dev/')
const pagesTested = 300

const urls = [
  ...[
    'https://example.com/',
    'https://example.com/2024/03/17/a-day-at-the-sea/',
    'https://docs.example.com/guide/setup.html',
  ],
  ...['https://forum.example.com/showthread.php?t=1234', 'https://shop.example.com/products/item-77'],
  ...[
    'https://example.com/category/lamps?page=2',
    'https://example.com/recipes/bean-stew',
    'https://example.com/search?q=sea',
  ],
  ...['https://news.example.com/story', 'https://example.com/services/about-us'],
]

it.skipIf(isMissing)('a page has the same main content at ten URLs', { timeout: 900_000 }, () => {
  const { pages } = JSON.parse(readFileSync(new URL('truth.json', location), 'utf8'))
  const different: string[] = []
  const ids = Object.keys(pages).slice(0, pagesTested)
  for (const id of ids) {
    const html = gunzipSync(readFileSync(new URL(`pages/${id}.html.gz`, location))).toString('utf8')
    const document = parseDocument(html, 'https://example.com/')
    const kept = urls.map((url) => {
      const atUrl = { ...document, url, baseUrl: url }
      return JSON.stringify(findMainContent(atUrl, viewDocument(atUrl, 'markdown')).analysis?.kept)
    })
    if (new Set(kept).size > 1) different.push(id)
  }
  expect(ids).toHaveLength(pagesTested)
  expect(different).toEqual([])
})
