import { expect, test } from 'vitest'
import { linksInText, linksInTextMedia } from '../../../src/format/links/text-links.ts'

const linksIn = (text: string, mediaType = 'text/plain') =>
  linksInTextMedia(text, { mediaType, finalUrl: 'https://example.com/docs/a.txt' })
const urlsIn = (text: string, mediaType?: string) => linksIn(text, mediaType).map(({ url }) => url)

test.each([
  ['See https://x.org/a, https://x.org/b. (https://x.org/c) "https://x.org/d"!', ['a', 'b', 'c', 'd']],
  ['https://x.org/a_(b) (see https://x.org/c_(d)) [https://x.org/e]', ['a_(b)', 'c_(d)', 'e']],
  ['<https://x.org/a> **https://x.org/b** https://x.org/c…', ['a', 'b', 'c']],
  ["'https://x.org/a' `https://x.org/b` |https://x.org/c|", ['a', 'b', 'c']],
  ['https://x.org/a,https://x.org/b;HTTPS://X.org/c', ['a', 'b', 'c']],
  ['请看https://x.org/a。或https://x.org/b，谢谢', ['a', 'b']],
  ['https://x.org/a?q=1&b[]=2#f-1', ['a?q=1&b[]=2#f-1']],
  ['https://x.org/a{id} \\url{https://x.org/b}', ['a%7Bid%7D', 'b']],
  ['https://x.org/web/https://y.org/b', ['web/https://y.org/b']],
  ['https://x.org/a https://x.org/a https://x.org/a#b', ['a', 'a#b']],
])('the URLs of %s are %o', (text, paths) => {
  expect(urlsIn(text)).toEqual(paths.map((path) => `https://x.org/${path}`))
})

test.each(['https://', 'http://[bad', 'https:/x.org', 'ftp://x.org/', 'javascript:x', 'x.org', 'https://…'])(
  '%s is no link in a text',
  (text) => {
    expect(urlsIn(text)).toEqual([])
  },
)

test('a fragment of the text itself is left out', () => {
  expect(urlsIn('https://example.com/docs/a.txt#x https://example.com/docs/a.txt')).toEqual([
    'https://example.com/docs/a.txt',
  ])
})

test('JSON: escaped slashes and letters are read', () => {
  const json = String.raw`{"a":"https:\/\/x.org\/a?b=1\u0026c=2","b":["https://x.org/d"],"c":"\"https://x.org/e\"","d":"see\nhttps://x.org/f"}`
  expect(urlsIn(json, 'application/json')).toEqual([
    'https://x.org/a?b=1&c=2',
    'https://x.org/d',
    'https://x.org/e',
    'https://x.org/f',
  ])
})

test('RSS: link elements, enclosures and embedded HTML; no namespaces', () => {
  const rss = `<?xml version="1.0"?>
<!DOCTYPE rss PUBLIC "-//N//DTD//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns="http://purl.org/x" xsi:schemaLocation="http://a.example/ http://b.example/b.xsd">
<channel><link>https://example.com/</link><atom:link href="https://example.com/feed.xml" rel="self"/>
<item><link><![CDATA[https://example.com/1?a=1&b=2]]></link><enclosure url='https://cdn.example.org/1.mp3?x=1&amp;y=2'/>
<description>&lt;a href=&quot;https://other.org/p?a=1&amp;amp;b=2&quot;&gt;x&lt;/a&gt;</description></item></channel></rss>`
  expect(urlsIn(rss, 'application/rss+xml')).toEqual([
    'https://example.com/',
    'https://example.com/feed.xml',
    'https://example.com/1?a=1&b=2',
    'https://cdn.example.org/1.mp3?x=1&y=2',
    'https://other.org/p?a=1&b=2',
  ])
})

test('Markdown: labels, relative targets and definitions; no images, no own fragments', () => {
  const markdown = `# [Home](/ "Title") and [*Docs*](../docs/b_(c).md)
![picture](https://x.org/p.png) [![Badge](https://x.org/badge.svg)](https://x.org/ci) <https://x.org/auto> [mail](mailto:joe@x.org)
[here](#part) [spaces](</a b>) [script](javascript:x) not(a)[link] [ref]
[ref]: https://x.org/ref "Title"
[^1]: https://x.org/note`
  expect(linksIn(markdown, 'text/markdown')).toEqual([
    { url: 'https://example.com/', text: 'Home', internal: true },
    { url: 'https://example.com/docs/b_(c).md', text: 'Docs', internal: true },
    { url: 'https://x.org/ci', text: 'Badge', internal: false },
    { url: 'https://x.org/auto', text: '', internal: false },
    { url: 'mailto:joe@x.org', text: 'mail', internal: null },
    { url: 'https://example.com/a%20b', text: 'spaces', internal: true },
    { url: 'https://x.org/ref', text: '', internal: false },
    { url: 'https://x.org/note', text: '', internal: false },
  ])
})

test('labels are read in other texts too', () => {
  expect(linksInText('see [the *docs*](https://x.org/docs)', 'https://example.com/')).toEqual([
    { url: 'https://x.org/docs', text: 'the docs', internal: false },
  ])
})

test('CSV: a comma ends a cell, but not inside quotes', () => {
  expect(urlsIn('1,https://x.org/a,b\r\n"2","https://x.org/c,d",e', 'text/csv')).toEqual([
    'https://x.org/a',
    'https://x.org/c,d',
  ])
})

test.each([
  ['schemes', 'http://'.repeat(150_000), 0],
  ['one endless URL', `https://x.org/${'a'.repeat(1_000_000)}`, 0],
  ['brackets', `https://x.org/${'('.repeat(500_000)}${')'.repeat(500_000)}`, 0],
  ['punctuation', `https://x.org/a${'.'.repeat(1_000_000)}`, 1],
  ['half labels', '](a'.repeat(300_000), 0],
  ['half targets', '[a](b '.repeat(150_000), 1],
  ['open brackets', '['.repeat(1_000_000), 0],
  ['namespaces', ` <a xmlns="${" xmlns='".repeat(120_000)}`, 0],
  ['entities', '&#104;ttps://x.org/a '.repeat(50_000), 1],
  ['backslashes', '\\'.repeat(1_000_000), 0],
])('a megabyte of %s is read in one pass', (_name, text, count) => {
  expect(urlsIn(text, 'text/markdown')).toHaveLength(count)
  expect(urlsIn(text, 'application/xml').length).toBeLessThanOrEqual(1)
})

test('100,000 URLs are read', () => {
  const text = Array.from({ length: 100_000 }, (_, at) => `https://x.org/${at}`).join('\n')
  expect(urlsIn(text)).toHaveLength(100_000)
})
