import { describe, expect, it } from 'vitest'
import { formatHtml, markdownOf } from '../page.ts'

describe('include_links=false', () => {
  const links: [name: string, html: string, expected: string][] = [
    ['a link', '<p>See <a href="/a" title="More">the page</a>.</p>', 'See the page.'],
    ['a link with marks', '<p><a href="/a">the <b>whole</b> page</a></p>', 'the **whole** page'],
    ['mailto and tel', '<a href="mailto:a@example.com">Write</a> or <a href="tel:1">call</a>', 'Write or call'],
    [
      'a URL as text',
      '<p>https://example.org/a_b and <a href="/a">https://example.org/c</a></p>',
      'https://example.org/a_b and https://example.org/c',
    ],
    ['a heading and its anchor', '<h2 id="x"><a href="/y">Trees</a> <a href="#x">#</a></h2>', '## Trees'],
    ['a card', '<a href="/a"><h3>Oak</h3><p>A tree</p></a>', '### Oak\n\nA tree'],
    ['a card on one line', '<a href="/a"><p>Oak</p><p>A tree</p></a>', 'Oak A tree'],
    ['code', '<p><code><a href="/a">f()</a></code></p>', '`f()`'],
    ['a table', '<table><tr><th>A<th>B<tr><td><a href="/a">1</a><td>2</table>', '| A | B |\n| --- | --- |\n| 1 | 2 |'],
    ['a linked picture', '<a href="/a"><img src="/i.png" alt="Oak"></a>', '![Oak](https://example.com/i.png)'],
    ['a button to share', '<p>Text <a href="https://twitter.com/share?u=1">Tweet</a></p>', 'Text'],
    ['a player with a name', '<iframe src="https://www.youtube.com/embed/1" title="The film"></iframe>', 'The film'],
    ['a player without one', '<p>a</p><iframe src="https://www.youtube.com/embed/1"></iframe>', 'a'],
    [
      'a frame from another site',
      '<iframe src="https://trains.example/t" width="600" height="400" title="Trains"></iframe>',
      'Trains',
    ],
  ]
  it.each(links)('writes only the text of %s', async (_, html, expected) => {
    expect(await markdownOf(html, { markdown: { include_links: false } })).toBe(expected)
  })

  it('keeps footnotes', async () => {
    const html =
      '<p>Text<sup id="fnref1"><a href="#fn1">1</a></sup></p><section class="footnotes"><ol><li id="fn1"><p>A note. <a href="#fnref1">↩</a></p></li></ol></section>'
    const notes = 'Text[^1]\n\n[^1]: A note.'
    expect(await markdownOf(html)).toBe(notes)
    expect(await markdownOf(html, { markdown: { include_links: false } })).toBe(notes)
  })

  it('has no effect on other outputs', async () => {
    const html = '<p><a href="/a">a</a><img src="/i.png" alt=""></p>'
    for (const output of ['clean_html', 'raw_html', 'links'] as const) {
      const without = await formatHtml(html, { output, markdown: { include_links: false, include_images: false } })
      expect(without).toEqual(await formatHtml(html, { output }))
    }
    const page = { mediaType: 'text/markdown' }
    expect(
      await markdownOf('[a](b) ![c](d)', { page, markdown: { include_links: false, include_images: false } }),
    ).toBe('[a](b) ![c](d)')
  })
})

describe('include_images=false', () => {
  const images: [name: string, html: string, expected: string][] = [
    ['a picture', '<p>Text</p><img src="/i.png" alt="Oak">', 'Text'],
    ['an image between words', '<p>one<img src="/i.png">two<img src="/i.png">, three</p>', 'one two, three'],
    ['a linked picture', '<p>Text</p><a href="/a"><img src="/i.png" alt="Oak"></a>', 'Text'],
    [
      'a linked image with words',
      '<a href="/a"><img src="/i.png" alt="Oak"> The oak</a>',
      '[The oak](https://example.com/a)',
    ],
    ['a figure', '<figure><img src="/i.png"><figcaption>An oak</figcaption></figure>', 'An oak'],
    ['an image that a script loads', '<img data-src="/i.png"><noscript><img src="/i.png"></noscript><p>a', 'a'],
    ['a poster', '<video src="/v.mp4" poster="/p.png" title="Film"></video>', '[Film](https://example.com/v.mp4)'],
  ]
  it.each(images)('leaves out %s', async (_, html, expected) => {
    expect(await markdownOf(html, { markdown: { include_images: false } })).toBe(expected)
  })

  it('keeps an image of a formula', async () => {
    const html = '<p>So <img class="tex" alt="x^2" src="/x.png"> holds.</p>'
    expect(await markdownOf(html, { markdown: { include_images: false } })).toBe(await markdownOf(html))
  })

  it('combined with include_links=false leaves only the words', async () => {
    const html = '<p>One <a href="/a"><img src="/i.png" alt="x"> two</a> <img src="/j.png"> three</p>'
    expect(await markdownOf(html, { markdown: { include_links: false, include_images: false } })).toBe('One two three')
  })
})
