import { expect, it } from 'vitest'
import { readPageFacts } from '../../../src/format/main-content/page-facts.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'

const factsOf = (html: string) => readPageFacts(parseDocument(html, 'https://example.com/a'))

it('reads what a page states about itself', () => {
  const facts =
    factsOf(`<title>The Title</title><meta property="og:title" content="Other title"><meta name="description" content="About x">
    <link rel=canonical href="https://example.org/forum/1"><meta property="og:url" content="https://example.org/2">
    <meta name=generator content="Discourse 3"><body class="topic-page"><a href="/u/members/ann">Ann</a><a href="/">Home</a>
    <meta property="og:type" content=" Article "><div itemtype="https://schema.org/Product">
    <script type="application/ld+json">{"@type": ["NewsArticle"], "author": {"@type": "https://schema.org/Person"}}</script>`)
  expect(facts.url?.href).toBe('https://example.org/forum/1')
  expect(facts.software.trim()).toMatch(/Discourse 3\s+topic-page/)
  expect(facts.links).toEqual([2, 1, 0, 0])
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

it.each([
  ['<meta property="og:url" content="https://example.org/2"><link rel=amphtml href="/amp">', 'https://example.org/2'],
  ['<link rel=alternate hreflang=de href="https://example.org/de/3">', 'https://example.org/de/3'],
  ['<link rel=alternate href="/feed.xml">', undefined],
])('takes the URL of a page from %s, not from the request', (html, url) => {
  expect(factsOf(html).url?.href).toBe(url)
})

it('reads nothing from a page without facts', () => {
  const { title, description, ogType, types } = factsOf('<svg><title>Icon</title></svg>')
  expect([title.size, description.size, ogType, types.size]).toEqual([0, 0, '', 0])
})
