import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { findSoftFailure } from '../../../src/html/failures/soft-failure.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { viewDocument } from '../../../src/html/visibility/page-view.ts'
import { htmlPage } from '../../format/page.ts'
import { savedPage } from '../../needs.ts'

const { location: sets, isMissing } = savedPage('quality/data/')
const fixtures = new URL('../../fixtures/', import.meta.url)
/** A URL that reveals nothing, for pages whose URL is unknown. */
const anyUrl = 'https://www.example.com/p/12345'

function codeOf(html: string, url: string): string | null {
  const document = parseDocument(html, url)
  return findSoftFailure(document, htmlPage(html, { url, finalUrl: url }), viewDocument(document, 'markdown'))
}

test.skipIf(isMissing)('no saved page of real content is a soft failure', { timeout: 600_000 }, () => {
  const found: string[] = []
  let count = 0
  for (const set of readdirSync(sets)) {
    const { pages } = JSON.parse(readFileSync(new URL(`${set}/truth.json`, sets), 'utf8'))
    for (const file of readdirSync(new URL(`${set}/pages/`, sets))) {
      const { url } = pages[file.replace('.html.gz', '')] ?? {}
      const html = gunzipSync(readFileSync(new URL(`${set}/pages/${file}`, sets))).toString()
      const code = codeOf(html, URL.canParse(url) ? url : anyUrl)
      if (code !== null) found.push(`${set}/${file}: ${code}`)
      count++
    }
  }
  expect(found).toEqual([])
  expect(count).toBeGreaterThan(1800)
})

test('no fixture of real content is a soft failure', () => {
  const found = ['main-content', 'markdown', 'links', 'images', 'emails', 'metadata'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, fixtures), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => `${folder}/${name}`)
      .filter((path) => codeOf(readFileSync(new URL(path, fixtures), 'utf8'), anyUrl) !== null),
  )
  expect(found).toEqual([])
})
