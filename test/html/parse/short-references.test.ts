import { expect, it } from 'vitest'
import { readMetadata } from '../../../src/format/metadata/metadata.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { textOf } from '../../../src/html/traverse.ts'

const zeros = '0'.repeat(400)

it.each([
  [`a&#x${zeros}41;b`, 'aAb'],
  [`a&#${zeros}65;b`, 'aAb'],
  [`a&#X${zeros}1F600;b`, 'a😀b'],
  [`a&#x${'f'.repeat(400)};b`, 'a\ufffdb'],
  [`a&#${'9'.repeat(400)};b`, 'a\ufffdb'],
  [`a&#${zeros};b`, 'a\ufffdb'],
  [`\0&#x${zeros}41;`, 'A'],
])('reads a reference with hundreds of digits like a short one', (source, text) => {
  for (const options of [{}, { locations: true }, { isXml: true }])
    expect(textOf(parseDocument(`<p>${source}`, 'https://example.com/', options).root)).toBe(text)
  const title = source.startsWith('\0') ? null : parseDocument(`<p title="${source}">`, 'https://example.com/')
  if (title) expect(title.elements.named('p')[0]?.attribs.title).toBe(text)
})

it('reads such a reference in JSON-LD too', () => {
  const data = JSON.stringify({ '@type': 'Article', headline: 'x', author: { name: `Ada &#x${zeros}42; C` } })
  const html = `<script type="application/ld+json">${data.replaceAll('&', '\\u0026')}</script>`
  expect(readMetadata(parseDocument(html, 'https://example.com/')).author).toBe('Ada B C')
})
