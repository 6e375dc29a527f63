import { describe, expect, it } from 'vitest'
import { readMetadata } from '../../../src/format/metadata/metadata.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'

const read = (html: string, url = 'https://www.example.com/a/b') => readMetadata(parseDocument(html, url))
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const meta = (name: string, content: string) => `<meta name="${name}" content="${content.replaceAll('"', '&quot;')}">`

describe('the author', () => {
  it.each([
    ['<meta itemprop="author" content="Jane Doe">', 'Jane Doe', 'itemprop:author'],
    ['<meta property="dc:creator foaf:name" content="Jane Doe">', 'Jane Doe', 'dc:creator'],
    [meta('branch:deeplink:authorName1', 'Jane Doe'), 'Jane Doe', 'branch:deeplink:authorname1'],
    [meta('cXenseParse:author', 'Jane Doe'), 'Jane Doe', 'cxenseparse:author'],
    [meta('byl', 'By Jane Doe'), 'Jane Doe', 'byl'],
    [meta('author', 'jane@example.com (Jane Doe)'), 'Jane Doe', 'author'],
    [meta('author', 'www.facebook.com/janedoe'), null, undefined],
    [meta('author', 'https://example.com/jane'), null, undefined],
    [meta('author', 'example.com'), null, undefined],
    [meta('author', '{{ author }}'), null, undefined],
    [meta('author', '<?= author ?>'), null, undefined],
    [meta('author', '@janedoe'), null, undefined],
    [meta('author', 'jane@example.com'), null, undefined],
    [meta('author', 'Unknown') + meta('dc.creator', 'Jane Doe'), 'Jane Doe', 'dc.creator'],
    [
      `${meta('author', 'Condé Nast')}<meta property="article:author" content="Emma Grey Ellis">`,
      'Emma Grey Ellis',
      'article:author',
    ],
    [
      meta('author', 'Example') + ld({ '@type': 'Article', author: { '@type': 'Person', name: 'Ann' } }),
      'Ann',
      'json_ld:Article.author',
    ],
    [
      ld({ '@type': 'NewsArticle', author: { '@type': 'Organization', name: 'Wire' } }) + meta('byl', 'Jane Doe'),
      'Jane Doe',
      'byl',
    ],
    [
      ld({ '@type': 'NewsArticle', author: { '@type': 'Organization', name: 'Wire' } }),
      'Wire',
      'json_ld:NewsArticle.author',
    ],
  ])('of %s is %s', (html, author, source) => {
    const found = read(html)
    expect([found.author, found.sources.author]).toEqual([author, source])
  })
})

describe('the site name', () => {
  it.each([
    ['<title>Home - Example</title>', 'Example', 'title'],
    ['<title>Example | News of the world</title>', 'Example', 'title'],
    ['<title>Cats - Dogs</title>', null, undefined],
    [ld({ '@type': 'Article', publisher: { name: 'The Wire' } }), 'The Wire', 'json_ld:Article.publisher.name'],
    ['<meta property="og:site_name twitter:title" content="Wire">', 'Wire', 'og:site_name'],
    [
      '<meta property="og:site_name" content="{{site.name}}"><meta name="application-name" content="Example">',
      'Example',
      'application-name',
    ],
    ['<meta name="apple-mobile-web-app-title" content="Wire">', 'Wire', 'apple-mobile-web-app-title'],
  ])('of %s is %s', (html, name, source) => {
    const found = read(html)
    expect([found.site_name, found.sources.site_name]).toEqual([name, source])
  })

  it.each([
    ['https://www.bbc.co.uk/x', 'A headline - BBC News', 'BBC News'],
    ['https://www.newyorker.com/x', 'A headline | The New Yorker', 'The New Yorker'],
    ['https://en.wikipedia.org/x', 'Oak - Wikipedia', 'Wikipedia'],
    ['https://wagwalking.com/x', 'Insurance for pets | Wag!', 'Wag!'],
    ['https://www.sportsdirect.com/x', 'A headline | Sports', null],
    ['https://example.org/x', 'A headline | Section', null],
  ])('at %s with the title "%s" is %s', (url, title, name) => {
    expect(read(`<title>${title}</title>`, url).site_name).toBe(name)
  })
})

describe('the title', () => {
  it.each([
    ['<title>Own | Wire</title><h1>Own</h1>', 'Own | Wire', 'title'],
    [
      '<title>Written for engines | Wire</title><meta property="og:title" content="What it says"><h1>What it says</h1>',
      'What it says',
      'og:title',
    ],
    [
      `<title>Written for engines</title>${ld({ '@type': 'Article', headline: 'What it says' })}<h1>What it says</h1>`,
      'What it says',
      'json_ld:Article.headline',
    ],
    [
      '<title>The spacecraft ends its mission as it flings itself into a comet</title><h1>An ode to the spacecraft as it flings itself into a comet</h1>',
      'An ode to the spacecraft as it flings itself into a comet',
      'h1',
    ],
    ['<title>Own title</title><h1>Wire</h1>', 'Own title', 'title'],
    ['<title>Own title</title><meta property="og:title" content="Another">', 'Own title', 'title'],
    ['<meta name="twitter:title" content="T">', 'T', 'twitter:title'],
    [ld({ '@type': 'Article', headline: 'Tom &amp; Jerry' }), 'Tom & Jerry', 'json_ld:Article.headline'],
  ])('of %s is %s', (html, title, source) => {
    const found = read(html)
    expect([found.title, found.sources.title]).toEqual([title, source])
  })
})

describe('the other fields', () => {
  it('state their sources', () => {
    const found = read(
      `${ld({ '@type': 'NewsArticle', description: 'D', datePublished: '2024-05-01', dateModified: '2024-05-02' })}<meta name="language" content="pt_BR">`,
    )
    expect(found).toMatchObject({
      description: 'D',
      published_at: '2024-05-01',
      modified_at: '2024-05-02',
      language: 'pt-BR',
    })
    expect(found.sources).toEqual({
      description: 'json_ld:NewsArticle.description',
      published_at: 'json_ld:NewsArticle.datePublished',
      modified_at: 'json_ld:NewsArticle.dateModified',
    })
  })

  it.each([
    [
      '<meta property="article:modified_time" content="2024-05-02T08:00:00Z">',
      '2024-05-02T08:00:00Z',
      'article:modified_time',
    ],
    ['<meta property="og:updated_time" content="1714637000">', '2024-05-02T08:03:20.000Z', 'og:updated_time'],
    ['<span itemprop="dateModified" content="2024-05-02">May</span>', '2024-05-02', 'itemprop:dateModified'],
    ['<meta name="last-modified" content="lately">', null, undefined],
  ])('the modification date of %s is %s', (html, date, source) => {
    const found = read(html)
    expect([found.modified_at, found.sources.modified_at]).toEqual([date, source])
  })

  it('ignores a language given as a word', () => {
    expect(read('<meta name="language" content="English (US)">').language).toBeNull()
  })
})
