import { expect, test } from 'vitest'
import { jsonLdFields } from '../../../src/format/metadata/json-ld-fields.ts'

const authorsOf = (...objects: unknown[]) => jsonLdFields(objects).authors.map(({ names }) => names)
const article = (author: unknown) => ({ '@type': 'Article', author })

test.each([
  ['a text', article('Ann'), [['Ann']]],
  ['an object', article({ '@type': 'Person', name: ' Ann \n Lee ' }), [['Ann Lee']]],
  ['several', article([{ name: 'Ann' }, 'Bob', [{ name: 'Eve' }]]), [['Ann', 'Bob', 'Eve']]],
  ['a JSON-LD list', article({ '@list': [{ name: 'Ann' }, 'Bob'] }), [['Ann', 'Bob']]],
  ['a JSON-LD value', article({ name: { '@value': 'Ann' } }), [['Ann']]],
  ['given and family name', article({ givenName: 'Ann', familyName: 'Lee' }), [['Ann Lee']]],
  ['character references', article({ name: 'Tom &amp; J&#233;r&ocirc;me' }), [['Tom & Jérôme']]],
  ['nothing', article({ name: null }), []],
  ['other types', { '@type': { a: 1 }, author: [[{}], 5, null] }, []],
  ['a creator', { '@type': 'Article', creator: 'Ann' }, [['Ann']]],
])('authors are read from %s', (_form, object, names) => {
  expect(authorsOf(object)).toEqual(names)
})

test.each([
  ['in the same graph', { '@graph': [article({ '@id': '#p' }), { '@type': 'Person', '@id': '#p', name: 'Ann' }] }],
  ['before it', [{ '@type': 'Person', '@id': '#p', name: 'Ann' }, article({ '@id': '#p' })]],
  ['as a text', [article('#p'), { '@type': 'Person', '@id': '#p', name: 'Ann' }]],
  ['defined where another refers to it', [article({ '@id': '#p' }), { publisher: { '@id': '#p', name: 'Ann' } }]],
])('an author reference is followed: %s', (_form, objects) => {
  expect(authorsOf(objects)).toEqual([['Ann']])
})

test('circular and dangling references do not yield an author', () => {
  const circle = [
    { '@id': '#a', x: 1, author: { '@id': '#b' } },
    { '@id': '#b', x: 1, author: { '@id': '#a' } },
  ]
  expect(authorsOf(...circle, article({ '@id': '#none' }))).toEqual([])
})

test('searches nested lists, main entities and pages around an article', () => {
  const posting = { '@type': 'BlogPosting', headline: 'H', datePublished: '2024', author: 'Ann' }
  for (const form of [[[posting]], { mainEntity: posting }, { '@graph': [[{ mainEntityOfPage: posting }]] }]) {
    expect(jsonLdFields([form])).toMatchObject({
      headlines: [{ text: 'H', source: 'json_ld:BlogPosting.headline' }],
      authors: [{ names: ['Ann'], source: 'json_ld:BlogPosting.author' }],
      published: [{ text: '2024', source: 'json_ld:BlogPosting.datePublished' }],
    })
  }
})

test('values from articles take precedence', () => {
  const found = jsonLdFields([
    { datePublished: '2024', dateModified: '2025', description: 'Of the page', author: 'Page' },
    {
      '@type': ['http://schema.org/NewsArticle'],
      datePublished: ['2023', ''],
      description: 'Of the article',
      author: 'Ann',
    },
  ])
  expect(found.published.map(({ text }) => text)).toEqual(['2023', '2024'])
  expect(found.modified).toEqual([{ text: '2025', source: 'json_ld:dateModified' }])
  expect(found.descriptions[0]).toEqual({ text: 'Of the article', source: 'json_ld:NewsArticle.description' })
  expect(found.authors.map(({ names }) => names)).toEqual([['Ann'], ['Page']])
})

test('sites and publishers are named, and organizations are recognized', () => {
  const publisher = { '@type': 'NewsMediaOrganization', name: 'The Wire' }
  const found = jsonLdFields([
    { '@type': 'WebSite', name: 'Wire' },
    { ...article(publisher), publisher },
  ])
  expect(found.siteNames).toEqual([{ text: 'Wire', source: 'json_ld:WebSite.name' }])
  expect(found.publishers).toEqual([{ text: 'The Wire', source: 'json_ld:Article.publisher.name' }])
  expect(found.authors).toEqual([{ names: ['The Wire'], areOrganizations: true, source: 'json_ld:Article.author' }])
})

test('hostile objects are read: a list with thousands of references, nested graphs, a million names', () => {
  const names = Array.from({ length: 20_000 }, (_, at) => `Name ${at}`)
  const many = Array.from({ length: 5000 }, () => article({ '@id': '#p' }))
  expect(authorsOf(...many, { '@id': '#p', name: names })[0]?.[0]).toBe('Name 0')
  let deep: unknown = article('Ann')
  for (let level = 0; level < 5000; level++) deep = { '@graph': [deep] }
  expect(authorsOf(deep)).toEqual([['Ann']])
})
