import { describe, expect, it } from 'vitest'
import { formatHtml } from './page.ts'

const sentence = 'A sentence of the article, long enough to be read as prose and not as a label. '
const prose = `<p>${sentence.repeat(3)}</p>`.repeat(4)

const mainOf = async (html: string) => String((await formatHtml(html, { mainContent: true })).content)
const wholeOf = async (html: string) => String((await formatHtml(html, { mainContent: false })).content)

describe('the heading of a page', () => {
  it.each([
    ['a byline', '<div class="byline">By <a href="/a/jane">Jane Doe</a> | <time>4 March 2026</time></div>'],
    [
      'a share bar',
      '<ul class="share"><li><a href="https://x.com/s">X</a></li><li><a href="https://f.com/s">F</a></li></ul>',
    ],
    ['breadcrumbs', '<nav class="crumbs"><a href="/">Home</a> › <a href="/n">News</a></nav>'],
  ])('is kept with %s between it and the text', async (_, between) => {
    const html = `<title>Site</title><header><a href="/">Site</a></header><div class="head"><h1>Annual fees</h1>${between}</div>${prose}`
    expect(await mainOf(html)).toMatch(/^# Annual fees\n/)
  })

  it('is kept with its subtitle', async () => {
    const dek = '<p class="article__standfirst">Why the town raised its fees for the first time in ten years.</p>'
    const html = `<title>S</title><header><h1>Annual fees</h1>${dek}<div class="by">By Jane</div></header><main>${prose}</main>`
    expect(await mainOf(html)).toContain('# Annual fees\n\nWhy the town raised its fees')
  })

  it('is not the site name that links to the home page', async () => {
    const html = `<title>S</title><div class="top"><h1><a href="/">The Herald</a></h1><a href="/x">News</a></div><main><h2>Fees</h2>${prose}</main>`
    expect(await mainOf(html)).not.toContain('The Herald')
  })
})

describe('words that a page displays separately', () => {
  it.each([
    ['in a flex box', '<div style="display:flex"><span>Beds</span><span>3</span></div>', 'Beds 3'],
    [
      'by a class in its style sheet',
      '<style>.l{display:block}</style><p><b class=l>When</b>14 January</p>',
      '**When** 14 January',
    ],
    [
      'by a rule for screens',
      '<style>@media (min-width:10px){.g{display:grid}}</style><div class=g><b>Wo</b><i>hier</i></div>',
      '**Wo** *hier*',
    ],
    [
      'by badges in its style sheet',
      '<style>.b{display:inline-block}</style><p><span class=b>New</span><span class=b>in stock</span></p>',
      'New in stock',
    ],
    [
      'in a link that is a flex box',
      '<style>.hut{display:flex}</style><a class=hut href="https://e.com/"><b>Lake</b><span>far</span></a>',
      '[**Lake** far](https://e.com/)',
    ],
    ['as a label and a figure', '<div><span>Baths</span><span>2</span></div>', 'Baths 2'],
    ['as a label and a price', '<div><span>Fee</span><span>€85</span></div>', 'Fee €85'],
    ['as a figure and its name', '<div><b>3</b><span>Beds</span></div>', '**3** Beds'],
    ['as a number and its name', '<div><span>1,204</span><span>members</span></div>', '1,204 members'],
    [
      'by utility classes of badges',
      '<div><span class="inline-flex px-2">MIT</span><span class="inline-flex px-2">Version 4.0</span></div>',
      'MIT Version 4.0',
    ],
    ['by a utility class of their box', '<p class="lg:flex gap-2"><b>in</b><i>stock</i></p>', '**in** *stock*'],
    [
      'by a utility class of one of them',
      '<div class="flex"><span class="mr-2">in</span><span>stock</span></div>',
      'in stock',
    ],
    [
      'by dots between them',
      '<div style="display:flex"><span>Soup</span><span class="dots"></span><span>4.50</span></div>',
      'Soup 4.50',
    ],
    ['by dots between texts', '<div style="display:flex">Tea<i class="dots"></i>3.20</div>', 'Tea 3.20'],
    ['by a button', '<h1>Welcome<button>Edit</button></h1>', '# Welcome Edit'],
    ['by a badge', '<p>Widget<span class="badge-new">new</span></p>', 'Widget new'],
    ['by a utility class of a label', '<p><b class="d-block">when</b>noon</p>', '**when** noon'],
    [
      'beside icons',
      '<p style="display:flex"><span><svg></svg><b>Sat</b></span><span><svg></svg><b>noon</b></span></p>',
      '**Sat** **noon**',
    ],
  ])('are separated %s', async (_, html, markdown) => {
    expect(await wholeOf(html)).toBe(markdown)
  })

  it.each([
    ['a part of a word', '<p>with<b>out</b> and <span>in</span><span>side</span></p>', 'with**out** and inside'],
    ['a formula', '<p>CO<sub>2</sub> and H<sub>2</sub>O</p>', 'CO<sub>2</sub> and H<sub>2</sub>O'],
    ['a name in two styles', '<p><span>i</span><span>Phone</span></p>', 'iPhone'],
    ['a word around an empty element', '<p>with<span id="x"></span>out</p>', 'without'],
    ['a surname', '<p><b>Mc</b>Donald</p>', '**Mc**Donald'],
    ['a drop cap', '<p><span>T</span><span>he museum</span></p>', 'The museum'],
    ['an ordinal', '<p><span>3</span><span>rd</span> and <span>21</span><sup>st</sup></p>', '3rd and 21st'],
    ['a number and its unit', '<p><span>5</span><span>km</span> <span>4</span><span>G</span></p>', '5km 4G'],
    ['a price', '<p>$<span>12</span><sup>99</sup> <span>US</span><span>$5</span></p>', '$12<sup>99</sup> US$5'],
    ['a logo', '<p class="flex"><span>open</span><span>street</span></p>', 'openstreet'],
    [
      'a box that a sheet makes inline',
      '<style>.flex{display:inline}</style><p class="flex gap-2"><span>a part of w</span><span>ord</span></p>',
      'a part of word',
    ],
    ['letters in boxes', '<p><i style="display:inline-block">a</i><i style="display:inline-block">b</i></p>', '*ab*'],
    ['code', '<pre><span>let</span><span>2</span></pre>', '```\nlet2\n```'],
  ])('are joined in %s', async (_, html, markdown) => {
    expect(await wholeOf(html)).toBe(markdown)
  })
})

describe('facts without text', () => {
  const cellOf = async (cell: string) => {
    const markdown = await wholeOf(`<table><tr><th>Name</th><th>Value</th></tr><tr><td>a</td>${cell}</tr></table>`)
    return /\| a \| ?(.*?) ?\|$/m.exec(markdown)?.[1]
  }

  it.each([
    ['a named image', '<td><span role="img" aria-label="Yes"></span></td>', 'Yes'],
    ['a titled drawing', '<td><svg><title>Not included</title><path d="M0 0"/></svg></td>', 'Not included'],
    ['a title', '<td><i class="fa fa-check" title="Yes"></i></td>', 'Yes'],
    [
      'a text for screen readers',
      '<td><i class="fa fa-x" aria-hidden="true"></i><span class="sr-only">No</span></td>',
      'No',
    ],
    [
      'the same, hidden by a sheet',
      '<style>.sr-only{position:absolute;clip:rect(0,0,0,0);width:1px;height:1px;overflow:hidden}</style><td><i class=f></i><span class="sr-only">No</span></td>',
      'No',
    ],
    ['a checked box', '<td><input type="checkbox" checked disabled></td>', '\\[x]'],
    ['a box drawn by an icon font', '<td><i class="fa fa-check-square-o" aria-hidden="true"></i></td>', '☑'],
    ['an empty box drawn by an icon font', '<td><i class="bi bi-square"></i> later</td>', '☐ later'],
    ['a check mark', '<td><i class="fas fa-check-circle text-success"></i></td>', '✓'],
    ['a check mark of WordPress', '<td><span class="dashicons dashicons-yes-alt"></span></td>', '✓'],
    ['a check mark of Bootstrap', '<td><i class="bi bi-check2"></i></td>', '✓'],
    ['a drawn check mark', '<td><svg class="lucide lucide-check"><path d="M1 1"></path></svg></td>', '✓'],
    ['a cross', '<td><i class="bi bi-x-lg" aria-hidden="true"></i></td>', '✗'],
    ['a cross before words', '<td><i class="fa fa-times"></i> Support</td>', '✗ Support'],
    ['a rating in stars', '<td><span aria-label="4.6 out of 5 stars">★★★★☆</span></td>', '4.6 out of 5 stars'],
    ['a name on the cell', '<td aria-label="Suitable" class="ok"></td>', 'Suitable'],
  ])('are labelled by a cell: %s', async (_, cell, text) => {
    expect(await cellOf(cell)).toBe(text)
  })

  it.each([
    [
      'with a cross that removes an item',
      '<ul><li>One <a href="https://example.com/x"><i class="fa fa-times"></i></a></li></ul>',
      '- One',
    ],
    [
      'with a cross that a visitor can click',
      '<ul><li>One <span onclick="x()"><i class="fa fa-times"></i></span></li></ul>',
      '- One',
    ],
    [
      'with a cross in an element named after removing',
      '<ul><li>One <span class="tag-remove"><i class="fa fa-times"></i></span></li></ul>',
      '- One',
    ],
    [
      'with a filled square or circle',
      '<ul><li><i class="mdi mdi-checkbox-blank-circle"></i> One</li><li><i class="bi bi-square-fill"></i> Two</li></ul>',
      '- One\n- Two',
    ],
    ['with a cross that closes a menu', '<ul><li><i class="fa fa-times"></i></li><li>One</li></ul>', '- One'],
    ['next to the same word', '<p>Yes <svg aria-label="yes"></svg></p>', 'Yes'],
    ['that are decoration', '<p>Text<svg aria-hidden="true"><title>Arrow</title></svg></p>', 'Text'],
    [
      'of a link',
      '<p><a href="https://example.com/s">Share<svg><title>Facebook</title></svg></a></p>',
      '[Share](https://example.com/s)',
    ],
    ['with a box outside of lists and tables', '<p><i class="fa fa-square"></i> Text</p>', 'Text'],
    [
      'with a box of a link',
      '<ul><li><a href="https://example.com/a"><i class="fa fa-square-o"></i> All</a></li></ul>',
      '- [All](https://example.com/a)',
    ],
    ['of an abbreviation', '<p><abbr title="Cascading Style Sheets">CSS</abbr></p>', 'CSS'],
  ])('are not labelled %s', async (_, html, markdown) => {
    expect(await wholeOf(html)).toBe(markdown)
  })

  it.each([
    ['<a href="tel:+49-30-1"><i class="fa fa-phone"></i></a>', '[+49-30-1](tel:+49-30-1)'],
    ['<a href="mailto:joe@x.org?subject=Hi"><svg></svg></a>', '[joe@x.org](mailto:joe@x.org?subject=Hi)'],
    ['<a href="tel:+41%2031%2012"><i class="fa fa-phone"></i></a>', '[+41 31 12](tel:+41%2031%2012)'],
    ['<a href="mailto:joe%40x.org"><svg></svg></a>', '[joe@x.org](mailto:joe%40x.org)'],
    ['<a href="mailto:joe@x.org"><svg></svg></a> joe@x.org', 'joe@x.org'],
    [
      '<a href="tel:+4930123456"><svg></svg></a> <a href="tel:+4930123456">(030) 123-456</a>',
      '[(030) 123-456](tel:+4930123456)',
    ],
    ['<a href="mailto:follow these words"><svg></svg></a>', 'Text'],
    ['<a href="tel:follow these words"><svg></svg></a>', 'Text'],
    ['<a href="mailto:joe@x.org">Joe</a>', '[Joe](mailto:joe@x.org)'],
    ['<a href="https://x.org/"><i class="fa fa-phone"></i></a>', 'Text'],
  ])('that link to an address show it: %s', async (html, markdown) => {
    expect(await wholeOf(`<p>Text</p><p>${html}</p>`)).toBe(markdown === 'Text' ? 'Text' : `Text\n\n${markdown}`)
  })

  it('are found in linear time next to a long text, as icons and as links', { timeout: 5000 }, async () => {
    const html = `<ul><li>${'word '.repeat(200_000)}${'<i class="fa fa-check"></i>'.repeat(5000)}</li></ul>`
    expect(await wholeOf(html)).toContain('✓')
    const link = '<a href="tel:+4930123"><svg></svg></a>'
    expect(await wholeOf(`<p>${'word '.repeat(100_000)}${link.repeat(20_000)}</p>`)).toContain('+4930123')
  })
})
