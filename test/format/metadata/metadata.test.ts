import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { metadata } from '../../../src/contract/metadata.ts'
import { emptyMetadata, readMetadata, readTitle } from '../../../src/format/metadata/metadata.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/metadata/${name}`, import.meta.url), 'utf8')
const read = (html: string, url = 'https://www.example.com/a/b') => readMetadata(parseDocument(html, url))
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test("an article's metadata is read, even after an image in the head that makes the parser begin the body", () => {
  // Compared as JSON, because an own key `__proto__` must survive.
  expect(JSON.stringify(read(fixture('article.html')))).toBe(JSON.stringify(JSON.parse(fixture('article.json'))))
})

test('metadata matches the contract and survives a structured clone', () => {
  const found = read(fixture('article.html'))
  expect(metadata.parse(found)).toEqual(found)
  expect(JSON.stringify(structuredClone(found))).toBe(JSON.stringify(found))
  expect(({} as Record<string, unknown>).evil).toBeUndefined()
})

test('a page without metadata or a body returns nulls and empty lists', () => {
  const nothing = {
    ...{ title: null, description: null, canonical: null, language: null, author: null, published_at: null },
    ...{ modified_at: null, sources: {} },
    ...{ site_name: null, favicon: null, open_graph: {}, twitter: {}, json_ld: [], alternates: [] },
  }
  expect(read('')).toEqual(nothing)
  expect(emptyMetadata()).toEqual(nothing)
})

test.each([
  ['the first that is not empty', '<title></title><title> A  b </title><title>C</title>', 'A b'],
  ['not that of an image', '<svg><title>Icon</title></svg><meta property="og:title" content="Og">', 'Og'],
  ['its own before Open Graph', '<meta property="og:title" content="Og"><title>Own</title>', 'Own'],
  ['its own if Open Graph’s is empty', '<title>Own</title><meta property="og:title" content="">', 'Own'],
  ['with entities', '<title>A &amp; B &lt;i&gt;</title>', 'A & B <i>'],
  ['Twitter’s as a last resort', '<meta name="twitter:title" content="T">', 'T'],
])('the title is %s', (_name, html, title) => {
  expect(read(html).title).toBe(title)
  expect(readTitle(parseDocument(html, 'https://www.example.com/'))).toBe(title)
})

test.each([
  ['<html lang="de">', 'de'],
  ['<html lang=""><meta http-equiv="Content-Language" content="fr, en">', 'fr'],
  ['<meta property="og:locale" content="pt_BR">', 'pt-BR'],
  ['<html xml:lang="it">', 'it'],
  ['<div lang="es">', null],
])('the language of %s is %s', (html, language) => {
  expect(read(html).language).toBe(language)
})

test.each([
  ['<link rel="canonical" href="/c?a=1">', 'https://www.example.com/c?a=1'],
  ['<link rel="CANONICAL nofollow" href="https://other.org/">', 'https://other.org/'],
  ['<link rel="canonical" href=""><link rel="canonical" href="/second">', 'https://www.example.com/second'],
  ['<base href="https://b.example/x/"><link rel="canonical" href="c">', 'https://b.example/x/c'],
  ['<link rel="canonical" href="javascript:1">', null],
  ['<link rel="canonical" href="mailto:a@b.org">', null],
  ['<link rel="canonical" href="https://[bad">', null],
])('%s is canonical %s', (html, canonical) => {
  expect(read(html).canonical).toBe(canonical)
})

test.each([
  ['<link rel="icon" href="/i.svg"><link rel="shortcut icon" href="/i.ico">', 'https://www.example.com/i.svg'],
  ['<link rel="apple-touch-icon" href="/t.png">', 'https://www.example.com/t.png'],
  ['<link rel="apple-touch-icon" href="/t.png"><link rel="icon" href="/i.png">', 'https://www.example.com/i.png'],
  ['<link rel="icon" href="data:,">', null],
  ['<link rel="mask-icon" href="/m.svg">', null],
])('the favicon of %s is %s', (html, favicon) => {
  expect(read(html).favicon).toBe(favicon)
})

test.each([
  ['<meta name="author" content="Jane">', 'Jane'],
  ['<meta property="article:author" content="https://facebook.com/jane">', null],
  ['<meta property="article:author" content="Jane">', 'Jane'],
  ['<meta name="author" content=""><meta name="dc.creator" content="Joe">', 'Joe'],
  ['<meta name="citation_author" content="A"><meta name="citation_author" content="B">', 'A, B'],
  [ld({ '@type': 'Article', author: { '@type': 'Person', name: 'Ann' } }), 'Ann'],
  [ld({ '@type': 'Article', author: [{ name: 'Ann' }, 'Bob', { name: 'Ann' }] }), 'Ann, Bob'],
  [
    ld({
      '@graph': [
        { '@type': 'WebSite', name: 'Site' },
        { '@type': ['NewsArticle'], author: 'Eve' },
      ],
    }),
    'Eve',
  ],
  [ld({ '@type': 'Article', author: { name: null } }), null],
])('the author of %s is %s', (html, author) => {
  expect(read(html).author).toBe(author)
})

test.each([
  ['<meta property="article:published_time" content="2024-05-01T10:00:00Z">', '2024-05-01T10:00:00Z'],
  ['<meta name="pubdate" content="Wed, 01 May 2024 10:00:00 GMT">', '2024-05-01T10:00:00.000Z'],
  [ld({ '@type': 'NewsArticle', datePublished: '2024-05-01T10:00:00+02:00' }), '2024-05-01T10:00:00+02:00'],
  ['<meta itemprop="datePublished" content="2024-05-01">', '2024-05-01'],
  ['<span itemprop="datePublished">May 1, 2024</span>', '2024-05-01'],
  ['<time datetime="2024-05-01">May</time>', null],
  ['<meta name="date" content="soon">', null],
])('the date of %s is %s', (html, date) => {
  expect(read(html).published_at).toBe(date)
})

test('only properties with a known prefix become keys', () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'og',
    'og:',
    ':x',
    'unknown:x',
    'hasOwnProperty',
    'Twitter:Site',
  ]
  const found = read(names.map((name) => `<meta property="${name}" content="1">`).join(''))
  expect(found.open_graph).toEqual({})
  expect(found.twitter).toEqual({ 'twitter:site': '1' })
})

test('repeated properties become lists, and empty ones are left out', () => {
  const one = '<meta property="og:image" content="1">'
  expect(read(`${one}<meta property="OG:Image" content=""><meta name="og:image" content="2">`).open_graph).toEqual({
    'og:image': ['1', '2'],
  })
})

test('JSON-LD is read without values of the wrong type', () => {
  const wrong = [
    { '@graph': 1 },
    { '@graph': [null, 1, 'x'] },
    { '@type': { a: 1 }, author: [[{}]], datePublished: { a: 1 }, name: 5 },
  ]
  const found = read(ld(wrong))
  expect([found.author, found.published_at, found.json_ld.length]).toEqual([null, null, 3])
})

test('a hostile head is read: 100,000 metas, long values, endless JSON-LD wrappers', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `<meta property="og:image" content="${at}">`).join('')
  expect(read(many).open_graph['og:image']).toHaveLength(100_000)
  expect(read(`<title>${' '.repeat(1_000_000)}x</title>`).title).toBe('x')
  expect(
    read(`<script type="application/ld+json">${'//'.repeat(500_000)}{"a":1}${' */'.repeat(300_000)}</script>`).json_ld,
  ).toEqual([])
})

test('templates, and alternates that are scripts or styles, are not read', () => {
  const found = read(
    '<template><title>T</title><link rel="canonical" href="/t"></template><link rel="alternate stylesheet" href="a.css"><link rel="alternate" hreflang="x-default" href="android-app://x/y">',
  )
  expect([found.title, found.canonical]).toEqual([null, null])
  expect(found.alternates).toEqual([{ url: 'android-app://x/y', hreflang: 'x-default', type: null, title: null }])
})

test.each([
  [
    'in the footer of a blog post',
    '<footer><span class="author vcard">Author <a>Hanna Riedl</a></span> <time class="entry-date published" datetime="2021-05-14T09:20:00Z">May 14</time></footer>',
    ['Hanna Riedl', '2021-05-14T09:20:00Z'],
  ],
  [
    'in microdata whose text is only a time',
    '<p itemprop="author">R. Tamhane</p><abbr itemprop="datePublished" title="2017-02-12T06:10:00Z">6:10 AM</abbr>',
    ['R. Tamhane', '2017-02-12T06:10:00Z'],
  ],
  [
    'of several posts, which count for none of them',
    '<p class="author vcard">Ann Lee</p><p class="author vcard">Bo Berg</p><abbr class="published" title="2017-02-12">a</abbr><abbr class="published" title="2018-02-12">b</abbr>',
    [null, null],
  ],
])('the author and date are read %s', (_name, html, expected) => {
  const { author, published_at } = read(`<article>${html}</article>`)
  expect([author, published_at]).toEqual(expected)
})

test('the exact date of an article takes priority over the year or month of its issue', () => {
  const dates = (issue: string, day: string) =>
    read(`<meta name="citation_publication_date" content="${issue}"><meta name="dc.date" content="${day}">`)
      .published_at
  expect([dates('2024/12', '2024-03-05'), dates('2018', '2018-01-02'), dates('2023/12', '2024-03-05')]).toEqual([
    ...['2024-03-05', '2018-01-02', '2023-12'],
  ])
})
