import { expect, test } from 'vitest'
import { linksInTextMedia } from '../../../src/format/links/text-links.ts'

const linksIn = (text: string, mediaType = 'text/plain') =>
  linksInTextMedia(text, { mediaType, finalUrl: 'https://example.com/docs/a.txt' })
const urlsIn = (text: string, mediaType?: string) => linksIn(text, mediaType).map(({ url }) => url)

test.each([
  ['See https://x.org/a, https://x.org/b. (https://x.org/c) "https://x.org/d"!', ['a', 'b', 'c', 'd']],
  ['https://x.org/a_(b) (see https://x.org/c_(d)) [https://x.org/e]', ['a_(b)', 'c_(d)', 'e']],
  ['<https://x.org/a> **https://x.org/b** https://x.org/c…', ['a', 'b', 'c']],
  ["'https://x.org/a' `https://x.org/b` |https://x.org/c|", ['a', 'b', 'c']],
  [
    "https://x.org/I'm-a 'see https://x.org/b' {'c': 'https://x.org/c','d':1} https://x.org/d's",
    ["I'm-a", 'b', 'c', 'd'],
  ],
  ["https://x.org's https://x.org/e'", ['', 'e']],
  ['｜https://x.org/a｜https://x.org/b', ['a', 'b']],
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
  '%s is not a link in a text',
  (text) => {
    expect(urlsIn(text)).toEqual([])
  },
)

test('a same-page fragment in a text is left out', () => {
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

test('RSS: link elements, enclosures and embedded HTML, without namespaces', () => {
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

test('Markdown: labels, relative targets and definitions, but not images or same-page fragments', () => {
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

test('a target in angle brackets is a single link, even with spaces', () => {
  const markdown = '[p](<https://p.example/a b>) ![i](<https://p.example/i j.png>) [r]\n\n[r]: <https://p.example/c d>'
  expect(urlsIn(markdown, 'text/markdown')).toEqual(['https://p.example/a%20b', 'https://p.example/c%20d'])
  expect(urlsIn(markdown)).toEqual(['https://p.example/a%20b', 'https://p.example/c%20d'])
  expect(urlsIn('<https://p.example/a b> ](<https://p.example/c', 'text/markdown')).toEqual([
    'https://p.example/a',
    'https://p.example/c',
  ])
})

test('HTML inside Markdown: relative links with their text', () => {
  const markdown = `<p align="center"><a class='x' href="/guide">The guide</a> <a href='https://p.example/a b'><img src="/i.png"></a></p>
<a href=../up>up</a>.
<area href="map?a=1&amp;b=2"> <a name="href"> <a href="#own"> <a href>`
  expect(linksIn(markdown, 'text/markdown')).toEqual([
    { url: 'https://example.com/guide', text: 'The guide', internal: true },
    { url: 'https://p.example/a%20b', text: '', internal: false },
    { url: 'https://example.com/up', text: 'up', internal: true },
    { url: 'https://example.com/docs/map?a=1&b=2', text: '', internal: true },
  ])
})

test('RSS: relative links of items, and of HTML in them', () => {
  const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>a/b</title><link>/</link>
<item><title>Home</title><link>/1?a=1&amp;b=2</link><guid isPermaLink="false">no/link</guid><slash:comments>5</slash:comments>
<description><![CDATA[<p>x<br><a href="/in-cdata">y</a> https://x.org/bare]]></description></item>
<item><link>
  <![CDATA[posts/2.html]]>
</link><enclosure url="2.mp3"/><comments>/2#c</comments>
<content:encoded>&lt;a href="../escaped"&gt;z&lt;/a&gt;</content:encoded></item>
<item><link>Home</link><link>www.x.org</link><link/></item></channel></rss>`
  expect(urlsIn(rss, 'application/rss+xml')).toEqual(
    ['/', '/1?a=1&b=2', '/in-cdata', 'https://x.org/bare', '/docs/posts/2.html', '/docs/2.mp3', '/2#c', '/escaped'].map(
      (path) => new URL(path, 'https://example.com/').href,
    ),
  )
})

test('Atom: links are relative to the xml:base of the feed', () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/">
<link href="/rel" rel="alternate"/><link rel="self" href="feed.atom" />
<entry><link href="one"/><content type="xhtml"><div><a href="two.">2</a></div></content><author><uri>../joe</uri></author></entry></feed>`
  expect(urlsIn(atom, 'application/atom+xml')).toEqual([
    'https://example.com/rel',
    'https://example.com/blog/feed.atom',
    'https://example.com/blog/one',
    'https://example.com/blog/two.',
    'https://example.com/joe',
  ])
})

test('Atom: an entry, a content and an element in it may have their own xml:base', () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/x/"><link href="home"/>
<entry xml:base="2024/"><link href="one"/><content type="html" xml:base='https://b.example/c/'>&lt;a href="d">d&lt;/a></content><link href="two"/></entry>
<link href="three" xml:base="/y/"/><link href="four"/>
<entry><content type="xhtml"><div xml:base="deep/"><p><a href="e">e</a></p><a href="f">f</a></div><p><a href="g">g</a></p></content></entry></feed>`
  expect(urlsIn(atom, 'application/atom+xml')).toEqual([
    'https://a.example/x/home',
    'https://a.example/x/2024/one',
    'https://b.example/c/d',
    'https://a.example/x/2024/two',
    'https://a.example/y/three',
    'https://a.example/x/four',
    'https://a.example/x/deep/e',
    'https://a.example/x/deep/f',
    'https://a.example/x/g',
  ])
})

test('sitemaps and OPML: relative URLs, and languages', () => {
  const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc> /a </loc><xhtml:link rel="alternate" hreflang="de" href="/de/a"/><priority>0.5</priority></url></urlset>`
  expect(urlsIn(sitemap, 'application/xml')).toEqual(['https://example.com/a', 'https://example.com/de/a'])
  const opml = '<opml version="2.0"><body><outline text="x" xmlUrl="/feed.xml" htmlUrl="https://x.org/"/></body></opml>'
  expect(urlsIn(opml, 'text/x-opml')).toEqual(['https://example.com/feed.xml', 'https://x.org/'])
})

test('JSON Feed: its URLs, including relative ones, but not its version', () => {
  const feed = String.raw`{"version": "https:\/\/jsonfeed.org\/version\/1.1", "title": "x", "home_page_url": "/", "feed_url": "/feed.json",
"items": [{"id": "1", "url": "posts/1", "external_url": "https://x.org/a b", "content_html": "<a href=\"/in\">x</a> https://x.org/bare",
"attachments": [{"url": "/1.mp3", "mime_type": "audio/mpeg"}]}, {"id": "2", "url": "/2", "title": "cut`
  const expected = [
    'https://example.com/',
    'https://example.com/feed.json',
    'https://example.com/docs/posts/1',
    'https://x.org/a%20b',
    'https://example.com/in',
    'https://x.org/bare',
    'https://example.com/1.mp3',
    'https://example.com/2',
  ]
  expect(urlsIn(feed, 'application/feed+json')).toEqual(expected)
  expect(urlsIn(feed, 'application/json')).toEqual(expected)
  expect(urlsIn('{"url": "/no", "version": "https://x.org/1"}', 'application/json')).toEqual(['https://x.org/1'])
})

test.each([
  ['a tag that is not closed', '<rss><link>https://x.org/a</link><item <link>https://x.org/b</link>'],
  ['an open quote', `<rss><link>https://x.org/a</link><a href="https://x.org/b <c>y</c>`],
  ['an open comment', '<rss><link>https://x.org/a</link><!-- https://x.org/b'],
  ['an open CDATA section', '<rss><link>https://x.org/a</link><![CDATA[ https://x.org/b'],
  ['end tags without start tags', '</x></y><rss><link>https://x.org/a</link></z></z></z><link>https://x.org/b</link>'],
  ['a comment, an instruction and an entity', '<?x href="https://x.org/a"?><rss><!-- https://x.org/b --></rss>'],
  ['attributes without quotes', '<rss><enclosure url=https://x.org/a><x a=https://x.org/b y="z"></rss>'],
  ['URLs in angle brackets', '<https://x.org/a> <https://x.org/b>'],
])('no URL is lost in XML with %s', (_name, xml) => {
  expect(urlsIn(xml, 'application/xml')).toEqual(['https://x.org/a', 'https://x.org/b'])
})

test.each(['http://.x.org/', 'http://-x.org/', 'https://joe@.x.org/'])('%s has no host', (text) => {
  expect(urlsIn(text)).toEqual([])
})

test('labels are also read in other texts', () => {
  expect(
    linksInTextMedia('see [the *docs*](https://x.org/docs)', {
      mediaType: 'text/plain',
      finalUrl: 'https://example.com/',
    }),
  ).toEqual([{ url: 'https://x.org/docs', text: 'the docs', internal: false }])
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
  ['open tags', '<a href="'.repeat(110_000), 0],
  ['elements', `<rss>${'<a>'.repeat(160_000)}${'</b>'.repeat(120_000)}`, 0],
  ['bases', `<rss>${'<a xml:base="/a/">'.repeat(55_000)}`, 0],
  ['relative bases', `<rss>${'<a xml:base="a/">'.repeat(55_000)}`, 0],
  ['comments', `<rss>${'<!--'.repeat(250_000)}`, 0],
  ['open sections', `<rss>${'<![CDATA['.repeat(110_000)}`, 0],
  ['code spans', '` <a href=x> '.repeat(80_000), 1],
  ['backslashes', '\\'.repeat(1_000_000), 0],
])('a megabyte of %s is read in one pass', (_name, text, count) => {
  expect(urlsIn(text, 'text/markdown')).toHaveLength(count)
  expect(urlsIn(text, 'application/xml').length).toBeLessThanOrEqual(1)
})

test('a megabyte of members of a JSON Feed is read in one pass', () => {
  const feed = '{"version":"https://jsonfeed.org/version/1","url":"\\'.repeat(20_000)
  expect(urlsIn(feed, 'application/json')).toHaveLength(2)
})

test('a feed with 150,000 URLs in one text is read, and one URL beyond the maximum length is left out', () => {
  const text = Array.from({ length: 150_000 }, (_, at) => `https://x.org/${at}`).join(' ')
  const feed = `<rss><link>https://x.org/${'a'.repeat(9000)}</link><title>${text}</title><link>https://x.org/end</link></rss>`
  expect(urlsIn(feed, 'application/rss+xml')).toHaveLength(150_001)
})

test('100,000 URLs are read', () => {
  const text = Array.from({ length: 100_000 }, (_, at) => `https://x.org/${at}`).join('\n')
  expect(urlsIn(text)).toHaveLength(100_000)
})
