import { describe, expect, it } from 'vitest'
import { formatHtml } from './page.ts'

const sentence = 'Words of the article that everyone reads with care and attention, again and again. '.repeat(5)

type Options = Parameters<typeof formatHtml>[1]

/** Returns the markdown from the fragment onwards, or null if the markdown lacks it. */
async function from(fragment: string, html: string, options: Options = {}): Promise<string | null> {
  const { content, fragmentOffset = null } = await formatHtml(html, { fragment, ...options })
  const { content: without } = await formatHtml(html, options)
  expect(content).toBe(without)
  return fragmentOffset === null ? null : String(content).slice(fragmentOffset)
}

describe('the position of a fragment', () => {
  it.each([
    ['a heading', '<p>a<h2 id=x>T</h2><p>b', '## T\n\nb'],
    ['an anchor with a name', '<p>a</p><a name=x></a><h2>T</h2><p>b', '## T\n\nb'],
    ['an empty paragraph', '<p>a<p><a name=x></a></p><script>s</script><div><h2>T</h2></div>', '## T'],
    ['a permalink', '<p>a<h2><a id=x class=anchor href="#x">¶</a>T</h2>', '## T'],
    ['an item', '<ul><li>a<li id=x>b<ul><li>c</ul></ul>', '- b\n  - c'],
    ['a nested item', '<ul><li>a<ul><li>b<li id=x>c</ul></ul>', '  - c'],
    ['a numbered item', '<ol><li>a<li id=x>b</ol>', '2. b'],
    ['a row', '<table><tr><th>A<th>B<tr id=x><td>1<td>2<tr><td>3<td>4</table>', '| 1 | 2 |\n| 3 | 4 |'],
    ['a cell', '<table><tr><th>A<th>B<tr><td>1<td id=x>2</table>', '2 |'],
    ['a link', '<p>a <a id=x href=/y>b</a> c', '[b](https://example.com/y) c'],
    ['bold text', '<p>a <b id=x>b</b> c', '**b** c'],
    ['a part of a word', '<p>foo<span id=x>bar</span>', 'bar'],
    ['a part of a word without spaces', '<p>城市<span id=x>的历史</span>', '的历史'],
    ['a line of code', '<p>a<pre>1\n<span id=x>2</span></pre>', '```\n1\n2\n```'],
    ['an image', '<p>a<p><img id=x src=i.png alt=i>', '![i](https://example.com/dir/i.png)'],
    ['a quote', '<p>a<blockquote id=x>b</blockquote>', '> b'],
    ['a line', '<p>a<hr id=x><p>b', '---\n\nb'],
    ['a term', '<p>a<dl><dt id=x>T<dd>D</dl>', '- **T**: D'],
    ['a note', '<p>a<sup><a href="#fn1">1</a></sup><ol class=footnotes><li id=fn1><p id=x>N</ol>', '[^1]: N'],
    ['text that looks like a list', '<p>a<p id=x>1. b', '1\\. b'],
    ['an alert', '<p>a<div class="admonition note" id=x><p class=admonition-title>Note<p>b</div>', '> b'],
    ['the first of two', '<p>a<p id=x>b<p id=x>c', 'b\n\nc'],
    ['an id rather than a name', '<a name=x>a</a><p id=x>b', 'b'],
  ])('is the start of its target: %s', async (_, html, expected) => {
    expect(await from('x', html)).toBe(expected)
  })

  it.each([
    ['no such name', '<p>a'],
    ['a name of an element other than a', '<p>a<input name=x><p>b'],
    ['hidden text', '<p>a<div id=x hidden>b</div>'],
    ['a script', '<p>a<script id=x>b</script>'],
    ['nothing after it', '<p>a<a id=x></a>'],
  ])('is null: %s', async (_, html) => {
    expect(await from('x', html)).toBeNull()
  })

  it('counts only content that is kept', async () => {
    const page = `<nav id=menu><a href=/a>Menu</a></nav><main id=main><h1>H</h1><p>${sentence}<p>${sentence}</main>`
    expect(await from('main', page, { mainContent: true })).toMatch(/^# H\n/)
    expect(await from('menu', page, { mainContent: true })).toBeNull()
    expect(await from('menu', page)).toMatch(/^\[Menu\]/)
    expect(await from('main', page, { excludeSelector: 'h1' })).toMatch(/^Words/)
    expect(await from('main', page, { excludeSelector: 'main' })).toBeNull()
    expect(await from('main', page, { cssSelector: 'nav, p' })).toMatch(/^Words/)
    expect(await from('menu', page, { cssSelector: 'p' })).toBeNull()
  })

  it('counts front matter', async () => {
    const frontMatter = { url: 'https://example.com/', fetchedAt: '2026-01-01T00:00:00.000Z' }
    expect(await from('x', '<title>T</title><p>a<h2 id=x>b</h2>', { frontMatter })).toBe('## b')
  })

  it('may be in a frame', async () => {
    const content = { html: '<p>a<h2 id=x>Inside</h2>', baseUrl: 'https://example.com/frame', frames: [] }
    const frames = [{ at: '<p>Words<iframe'.length, url: content.baseUrl, content }]
    const page = { rendered: true, frames }
    expect(await from('x', '<p>Words<iframe src="/frame"></iframe>', { page })).toBe('## Inside')
    expect(await from('x', `<p>Words</p><iframe srcdoc="<h2 id=x>Inside</h2>"></iframe>`)).toBe('## Inside')
  })

  it('is known only for markdown', async () => {
    for (const output of ['text', 'clean_html', 'links'] as const) {
      const { fragmentOffset } = await formatHtml('<p id=x>a', { fragment: 'x', output, extraOutputs: ['markdown'] })
      expect(fragmentOffset ?? null).toBeNull()
    }
  })

  it('is found in a page with many elements', async () => {
    const html = `${'<div><p>a</p></div>'.repeat(20_000)}<h2 id=x>T</h2>`
    expect(await from('x', html)).toBe('## T')
  })
})
