import { describe, expect, it } from 'vitest'
import { readMetadata } from '../../../src/format/metadata/metadata.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'

const read = (html: string) => readMetadata(parseDocument(html, 'https://www.example.com/a/b'))
const ld = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const many = (text: string, count = 20_000) => text.repeat(count)
const home = '<title>Home</title><h1>Home</h1>'

describe('a hostile page', () => {
  it.each([
    ['metas', many('<meta name="author" content="www.a.b/c">', 100_000), null],
    ['names in one property', `<meta property="${many('og:title ')}author" content="x">`, null],
    ['a long name', `<meta name="author" content="${many('a@', 500_000)}(">`, expect.any(String)],
    ['separators in the title', `<title>${many(' - ', 100_000)}</title><h1>${many(' - ', 100_000)}</h1>`, null],
    [
      'links to authors',
      many('<h1>x</h1><a rel="author">Jane Doe</a><time datetime="2024-05-01">x</time>'),
      'Jane Doe',
    ],
    ['nested bylines', `${home}${many('<div class="byline author">')}By Jane Doe`, null],
    ['words of a byline', `${home}<p class="byline">${many('By ', 300_000)}</p>`, null],
    ['properties of items', many('<div itemprop="author datePublished">Jane Doe</div>'), 'Jane Doe'],
    ['class names', `${home}${many(`<p class="${many('author-', 50)}x">J</p>`)}`, null],
    [
      'references',
      ld(Array.from({ length: 20_000 }, (_, at) => ({ '@id': `#${at}`, x: 1, author: `#${at + 1}` }))),
      null,
    ],
    [
      'circular references',
      ld([
        { '@id': '#a', author: { '@id': '#b' } },
        { '@id': '#b', author: { '@id': '#a' } },
      ]),
      null,
    ],
  ])('is read within its limits: endless %s', (_what, html, author) => {
    expect(read(html).author).toEqual(author)
  })

  it('never uses names from the page as object keys', () => {
    const found = read(ld({ '@type': '__proto__', headline: 'H', author: { name: '__proto__' } }))
    expect(Object.keys(found.sources)).toEqual(['author'])
    expect(({} as Record<string, unknown>).title).toBeUndefined()
  })
})
