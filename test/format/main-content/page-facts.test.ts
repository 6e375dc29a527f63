import { expect, it } from 'vitest'
import { readPageFacts } from '../../../src/format/main-content/page-facts.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'

const factsOf = (html: string) => readPageFacts(parseDocument(html, 'https://example.com/a'))

it('reads what a page states about itself', () => {
  const facts =
    factsOf(`<title>The Title</title><meta property="og:title" content="Other title"><meta name="description" content="About x">
    <meta property="og:type" content=" Article "><div itemtype="https://schema.org/Product">
    <script type="application/ld+json">{"@type": ["NewsArticle"], "author": {"@type": "https://schema.org/Person"}}</script>`)
  expect(facts.url?.href).toBe('https://example.com/a')
  expect([...facts.title]).toEqual(['the', 'title', 'other'])
  expect([...facts.description]).toEqual(['about', 'x'])
  expect(facts.ogType).toBe('article')
  expect([...facts.types]).toEqual(['product', 'newsarticle', 'person'])
})

it('reads long texts in JSON-LD', () => {
  const text = 'A kettle with a narrow spout, which pours slowly and exactly where you look, <br>even for 1 l.\\n'
  const { data } = factsOf(`<script type="application/ld+json">{"name": "Short", "description": "${text}"}</script>`)
  expect([...data].slice(0, 3)).toEqual(['a', 'kettle', 'with'])
  expect([data.has('br'), data.has('n'), data.has('short')]).toEqual([false, false, false])
})

it('reads nothing from a page without facts', () => {
  const { title, description, ogType, types } = factsOf('<svg><title>Icon</title></svg>')
  expect([title.size, description.size, ogType, types.size]).toEqual([0, 0, '', 0])
})
