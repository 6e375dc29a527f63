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
