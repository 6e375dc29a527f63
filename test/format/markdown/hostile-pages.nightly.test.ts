import { describe, expect, it } from 'vitest'
import { markdownOf } from '../page.ts'

describe('hostile pages', () => {
  const pages: [string, string][] = [
    ['2,500 nested dl and dt', `${'<dl><dt>'.repeat(2500)}x`],
    ['1,500 nested foreignObject', `${'<svg><foreignObject>'.repeat(1500)}x<p>y`],
    ['80,000 no-break spaces', `<p>a${'&nbsp;'.repeat(80_000)}x`],
    ['a list of 20,000 items', `<ol>${'<li>x'.repeat(20_000)}</ol>`],
    ['3,000 nested lists', '<ul><li>x'.repeat(3000)],
    ['500 nested quotes around 5,000 paragraphs', '<blockquote>'.repeat(500) + '<p>x'.repeat(5000)],
    ['10,000 cells that each span all rows', `<table>${'<tr><td rowspan=65534>x'.repeat(10_000)}</table>`],
    ['10,000 cells that each span all columns', `<table><tr>${'<td colspan=1000 rowspan=0>x'.repeat(10_000)}</table>`],
    ['a wide row above a long column', `<table><tr>${'<th>x'.repeat(5000)}${'<tr><td>y'.repeat(5000)}</table>`],
    ['1,000 nested tables', '<table><tr><td>x'.repeat(1000)],
    ['3,000 nested b and i', `${'<b><i>'.repeat(3000)}x`],
    ['20,000 bold letters in a row', '<b>x</b>'.repeat(20_000)],
    ['500 links around blocks', `${'<a href=x><div>'.repeat(500)}x`],
    ['100,000 special characters', `<p>x${'*_`[<&\\('.repeat(15_000)}`],
    ['a srcset of 50,000 commas', `x<img srcset="${'a,'.repeat(50_000)}">`],
    ['a srcset with only commas', `x<img srcset="${','.repeat(200_000)}">`],
    ['bold dots against a word', `${`<b>${'.'.repeat(50_000)}x${'.'.repeat(50_000)}</b>y`.repeat(4)}`],
    ['endless JSON-LD types', `<script type="application/ld+json">"@type":${' '.repeat(20_000)}</script>x`.repeat(50)],
    ['100,000 nested div', `${'<div>'.repeat(100_000)}x`],
    ['400 kB of one table', `<table>${'<tr><td>x<td>b<p>c</p>'.repeat(18_000)}</table>`],
    ['a list of 20,000 terms', `<dl>${'<dt>x<dd>b'.repeat(20_000)}</dl>`],
    ['5,000 nested admonitions', '<div class="admonition note">x'.repeat(5000)],
    ['5,000 footnotes', `${'<sup><a href="#fn1">1</a></sup>'.repeat(5000)}${'<p id="fn1">x</p>'.repeat(5000)}`],
    ['5,000 tabs', `<div role=tablist>${'<i role=tab>t</i>'.repeat(5000)}</div>${'<p role=tabpanel>x'.repeat(5000)}`],
    ['10,000 nested mrow', `x<math>${'<mrow>'.repeat(10_000)}<mi>y`],
    ['100,000 lines of Han', `<p>x${'字\n'.repeat(100_000)}`],
    ['10,000 lazy images', `<div>x${'<img alt=a><noscript><img src=b.png></noscript>'.repeat(10_000)}</div>`],
    ['500 nested code', `${'<code>'.repeat(500)}${'<b>x</b>'.repeat(500)}`],
    ['500 nested hidden div', `x${'<div hidden>'.repeat(500)}`],
    ['10,000 items in 400 nested lists', `${'<ul><li>x'.repeat(400)}${'<li>a'.repeat(10_000)}`],
    ['10,000 paragraphs in a class list of 100 kB', `<div class="${'c d '.repeat(25_000)}">${'<p>x'.repeat(10_000)}`],
    [
      'a style of 60,000 custom properties',
      `<style>.a{overflow:hidden;height:0;${Array.from({ length: 60_000 }, (_, n) => `--c${n}:1`).join(';')}}</style>${'<p class=a>x</p>'.repeat(20)}<p>x`,
    ],
    ['1,000 labels of repeated letters', `x${`<svg aria-label="${'a_'.repeat(29)}!"><path/></svg>`.repeat(1000)}`],
    [
      'a tab of 100 kB that 2,000 panels name',
      `<i role=tab id=t>${'x '.repeat(50_000)}</i>${'<p role=tabpanel aria-labelledby=t>x'.repeat(2000)}`,
    ],
  ]
  it.each(pages)('%s are read completely, without overflow', async (_, html) => {
    for (const mainContent of [true, false]) {
      const text = await markdownOf(html, { mainContent })
      expect(text).toContain('x')
      expect(text.length).toBeLessThan(10_000_000)
    }
  })
})
