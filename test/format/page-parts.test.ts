import { describe, expect, it } from 'vitest'
import { formatHtml } from './page.ts'

const sentence = 'A sentence of the article, long enough to be read as prose and not as a label. '
const prose = `<p>${sentence.repeat(3)}</p>`.repeat(4)

async function read(html: string, mainContent = false) {
  const { content, warnings } = await formatHtml(html, { mainContent })
  return { text: String(content), codes: warnings.map(({ code }) => code) }
}

describe('parts of a page inside other elements', () => {
  it.each([
    [
      'the document in a srcdoc frame',
      '<p>a</p><iframe srcdoc="<h2>Minutes</h2><p>For: nineteen"></iframe>',
      'a\n\n## Minutes\n\nFor: nineteen',
    ],
    [
      'lines of code in a list',
      '<pre class="prettyprint"><ol class="linenums"><li>let a<li>let b</ol></pre>',
      '```\nlet a\nlet b\n```',
    ],
    [
      'a read-only field',
      '<textarea readonly>server {\n  listen 80;\n}</textarea>',
      '```\nserver {\n  listen 80;\n}\n```',
    ],
    [
      'links of a directory listing',
      '<pre><a href="a.iso">a.iso</a>   2026-01-02  10M\n<a href="b.iso">b.iso</a>   2026-01-03  11M</pre>',
      '[a.iso](https://example.com/dir/a.iso) 2026-01-02 10M  \n[b.iso](https://example.com/dir/b.iso) 2026-01-03 11M',
    ],
    [
      'the rest of a sentence behind "Read more"',
      '<p>Warm and<span>…</span><span style="display:none"> dry.</span> <a href="#">Read more</a></p>',
      'Warm and… dry. Read more',
    ],
    ['an AMP image', '<amp-img src="/bay.jpg" alt="The bay"></amp-img>', '![The bay](https://example.com/bay.jpg)'],
    [
      'numbers raised after emphasis, quotes, periods and one another',
      '<p><i>mc</i><sup>2</sup>, m<b><sup>2</sup></b>, <code>x</code><sub>1</sub><sup>2</sup>, “so”<sup>3</sup>, 5.<sup>2</sup>',
      '*mc*<sup>2</sup>, m<sup>2</sup>, `x`<sub>1</sub><sup>2</sup>, “so”<sup>3</sup>, 5.<sup>2</sup>',
    ],
    [
      'an image that a button enlarges, but not an icon',
      '<button><img src="/a.png" alt="Map" width="900"></button><button><img src="/i.png" alt="Menu" width="24"></button>',
      '![Map](https://example.com/a.png)',
    ],
    [
      'a post of a social network',
      '<div class="tweet"><span>Nick</span> <p>I sat for an hour each day for nine years before it happened.</p></div>',
      '> Nick\n>\n> I sat for an hour each day for nine years before it happened.',
    ],
    [
      'the link of an embedded image post',
      '<blockquote class="instagram-media" data-instgrm-permalink="https://i.example/p/1"><p>Bay</p></blockquote>',
      '> Bay\n>\n> [Source](https://i.example/p/1)',
    ],
    [
      'code in lines without a pre',
      '<div class="prism-code language-js"><div class="token-line">f() {</div><div class="token-line">  g()</div></div>',
      '```js\nf() {\n  g()\n```',
    ],
    [
      'code with its language in an attribute',
      '<div class="code-block" data-lang="kotlin">fun f() {\n    g()\n}</div>',
      '```kotlin\nfun f() {\n    g()\n}\n```',
    ],
    [
      'code in a table with one line number',
      '<figure class="highlight sh"><table><tr><td class="gutter"><pre>1</pre><td class="code"><pre>ls</pre></table></figure>',
      '```sh\nls\n```',
    ],
    [
      'code next to line numbers that no class names',
      '<pre><div><i>1</i><b>a</b></div><div><i>2</i><b>  b</b></div></pre><pre><div><i>1</i> <b>a</b></div><div><i>2</i> <b>b</b></div></pre>',
      '```\na\n  b\n```\n\n```\n1 a\n2 b\n```',
    ],
    [
      'headings, tables and lists by role',
      '<div role="heading" aria-level="3">Oak</div><div role="table"><div role="row"><span role="columnheader">a</span><span role="columnheader">b</span></div><div role="row"><span role="cell">1</span><span role="cell">2</span></div></div><div role="list"><div role="listitem">x</div><div role="listitem">y</div></div>',
      '### Oak\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n- x\n- y',
    ],
    [
      'cards by role, which are not a list',
      '<div role="list"><div role="listitem"><h3>Oak</h3><p>Tall</p></div></div>',
      '### Oak\n\nTall',
    ],
    [
      'a drawn formula whose TeX is around it',
      '<p>So <span data-math="x=\\frac{a}{b}"><span class="katex"><span>x=ba</span></span></span>.</p>',
      'So $x=\\frac{a}{b}$.',
    ],
    [
      'notes that their marks open in place',
      '<p>Lost.<sup>1</sup><span class="footnote" style="display:none">See <i>Wells</i>.</span> Gone.<button class="note-open">*</button><span class="note" hidden>Not all.</span></p>',
      'Lost.<sup>1</sup> (See *Wells*.) Gone. (Not all.)',
    ],
    ['JSON sent as HTML', '{"a":"<b>1</b> & 2"}', '{"a":"<b>1</b> & 2"}'],
  ])('are read: %s', async (_, html, markdown) => {
    expect((await read(html)).text).toBe(markdown)
  })

  it('leaves an input field, and code with a few links, unchanged', async () => {
    expect((await read('<p>a</p><textarea>draft</textarea>')).text).toBe('a')
    expect((await read('<pre><a href="/x">f</a>(1)\ng(2)\nh(3)</pre>')).text).toBe('```\nf(1)\ng(2)\nh(3)\n```')
  })

  it.each([
    [
      'of a page of the same site',
      '<iframe src="/chart.html" title="Rain"></iframe>',
      '[Rain](https://example.com/chart.html)',
      'foreign_frame',
    ],
    [
      'of an AMP frame',
      '<amp-iframe src="/chart.html" title="Rain"><p placeholder>Loading</p></amp-iframe>',
      '[Rain](https://example.com/chart.html)',
      'foreign_frame',
    ],
    [
      'of an embedded PDF',
      '<embed src="/report.pdf" type="application/pdf">',
      '[Document](https://example.com/report.pdf)',
      'embedded_document',
    ],
    [
      'of a PDF with a fallback',
      '<object data="/plan.pdf"><a href="/plan.pdf">Plan</a></object>',
      '[Document](https://example.com/plan.pdf)',
      'embedded_document',
    ],
  ])('has the link %s in place, even with main content, and a warning', async (_, frame, link, code) => {
    const { text, codes } = await read(`<main><h1>T</h1>${prose}<div class="box">${frame}</div>${prose}</main>`, true)
    expect(text).toContain(`\n\n${link}\n\n${sentence.slice(0, 20)}`)
    expect(codes).toContain(code)
  })
})

it('a style attribute of a megabyte without a display takes one pass', async () => {
  const style = 'color:red;'.repeat(100_000)
  expect(
    (await read(`<main><h1>Oak</h1><p><span style="${style}">Fire</span><span>place</span></p></main>`)).text,
  ).toContain('Fireplace')
})
