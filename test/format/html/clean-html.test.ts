import { describe, expect, it } from 'vitest'
import { formatHtml } from '../page.ts'

async function clean(html: string, cssSelector?: string): Promise<string> {
  const asked = { output: 'clean_html' as const, ...(cssSelector === undefined ? {} : { cssSelector }) }
  return (await formatHtml(html, asked)).content as string
}

async function cleanBody(html: string): Promise<string> {
  return (await clean(`<body>${html}</body>`)).replace(/^.*<body>|<\/body>.*$/gs, '')
}

describe('clean_html', () => {
  it('keeps the document: doctype, head, title, metadata, body', async () => {
    const html =
      '<!DOCTYPE html><html lang="en"><head><title>T</title><meta name="author" content="A"></head><body><p>x</p></body></html>'
    expect(await clean(html)).toBe(html)
  })

  const removed: [string, string, string][] = [
    ['scripts', '<p>a</p><script>x()</script><script src="x.js"></script>', '<p>a</p>'],
    ['style elements and attributes', '<style>p{}</style><p style="color:red">a</p>', '<p>a</p>'],
    ['stylesheet links', '<link rel="stylesheet" href="a.css"><link rel="preload" href="b.js">a', 'a'],
    ['event handlers', '<p onclick="x()" ONMOUSEOVER="y()">a</p>', '<p>a</p>'],
    ['comments', 'a<!-- secret -->b', 'ab'],
    ['tracking pixels', 'a<img src="p.gif" width="1" height="1"><img src="https://www.facebook.com/tr?id=1">', 'a'],
    ['inert templates', '<template><p>x</p></template>a', 'a'],
    ['plugins', '<object data="x.swf">y</object><embed src="x.swf">a', 'a'],
    ['script addresses', '<a href=" javascript:x()">a</a><a href="java&#10;script:x()">b</a>', '<a>a</a><a>b</a>'],
    [
      'markup as an address',
      '<a href="data:text/html,x">a</a><iframe src="data:text/html,x"></iframe>',
      '<a>a</a><iframe></iframe>',
    ],
    ['a frame with its own source', '<iframe srcdoc="<script>x()</script>"></iframe>', '<iframe></iframe>'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=javascript:x()">a', 'a'],
  ]
  it.each(removed)('leaves out %s', async (_, html, expected) => {
    expect(await cleanBody(html)).toBe(expected)
  })

  it('makes addresses absolute against the base', async () => {
    const html =
      '<head><base href="/base/"></head><body><a href="a">a</a><img src="b.png" srcset="c.png 1x, d.png 2x"><form action="e"></form><blockquote cite="f"></blockquote><video poster="g.png"></video></body>'
    const body = (await clean(html)).replace(/^.*<body>/s, '')
    expect(body.match(/"https:[^"]*"/g)).toEqual([
      '"https://example.com/base/a"',
      '"https://example.com/base/b.png"',
      '"https://example.com/base/c.png 1x, https://example.com/base/d.png 2x"',
      '"https://example.com/base/e"',
      '"https://example.com/base/f"',
      '"https://example.com/base/g.png"',
    ])
  })

  const sets: [string, string][] = [
    ['a.png 1x, b.png 2x', 'https://example.com/dir/a.png 1x, https://example.com/dir/b.png 2x'],
    ['a.png,\n b.png 2x,', 'https://example.com/dir/a.png, https://example.com/dir/b.png 2x'],
    ['w,h.png 300w,c.png', 'https://example.com/dir/w,h.png 300w, https://example.com/dir/c.png'],
    [', ,', ''],
  ]
  it.each(sets)('reads the srcset %j', async (srcset, expected) => {
    expect(await cleanBody(`<img srcset="${srcset}">`)).toBe(`<img srcset="${expected}">`)
  })

  it('writes text that reads as text', async () => {
    expect(await cleanBody('<p title="&quot;&lt;b&gt;&quot;">a &lt;b&gt; &amp;amp; &nbsp;</p>')).toBe(
      '<p title="&quot;&lt;b&gt;&quot;">a &lt;b&gt; &amp;amp; &nbsp;</p>',
    )
  })

  it('gives each match of a selector, cleaned, on a line of its own', async () => {
    expect(await clean('<ul><li onclick="x()">a</li><li>b<script>y()</script></li></ul>', 'li')).toBe(
      '<li>a</li>\n<li>b</li>',
    )
  })

  it('reads 20,000 nested elements without overflow', async () => {
    expect(await clean(`${'<div>'.repeat(20_000)}x`)).toContain('x')
  })
})
