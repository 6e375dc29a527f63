import { describe, expect, it } from 'vitest'
import { read } from '../../fixtures.ts'

const many = (count: number, one: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('')
const ad = (at: number) =>
  `<a href="/aclk?ai=${at}"><h3>Ad ${at}</h3></a><cite>https://w${at}.example</cite><p>What ${at} has to say.</p>`

const result = (at: number) => `<div><a href="https://r${at}.example/"><h3>Result ${at}</h3></a><p>On ${at}.</p></div>`
const inDivs = (levels: number, html: string) => '<div>'.repeat(levels) + html + '</div>'.repeat(levels)
/** One ad, nested `levels` deep, after every 25th of 20,000 results. */
const amongResults = (levels: number, one: (at: number) => string) =>
  many(20_000, (at) => result(at) + (at % 25 === 0 ? inDivs(levels, one(at)) : ''))

/** Without the limits, each page takes three seconds to four minutes (November 2026), which can exceed the test's time limit. */
const hostile: [string, string][] = [
  ['ads side by side in one element', `<div>${many(4000, ad)}</div>`],
  ['nested ads', `${'<div><a href="/aclk?ai=1"><h3>t</h3></a><cite>https://w.example</cite>'.repeat(2000)}`],
  ['endless ad links', many(20_000, (at) => `<a href="/aclk?ai=${at}"><h3>t</h3></a>`)],
  ['endless sitelinks', `<div>${ad(0)}${many(20_000, (at) => `<p><a href="/aclk?ai=${at}">s${at}</a></p>`)}</div>`],
  ['nested places', `${'<div data-cid="1">'.repeat(20_000)}<h3>x</h3>`],
  ['ads among endless results, deep in the page', inDivs(400, amongResults(1, ad))],
  [
    'ad links among results, deep in the page',
    inDivs(
      400,
      amongResults(1, (at) => `<a href="/aclk?ai=${at}">${at}</a>`),
    ),
  ],
  ['ads among results, each deeply nested', amongResults(300, ad)],
  [
    'nested declared ads around all results',
    `${'<div data-text-ad="1">'.repeat(400)}${amongResults(1, (at) => `<a href="/aclk?ai=${at}">${at}</a>`)}`,
  ],
  ['nested displayed URLs in bold', '<b>'.repeat(500) + many(3000, (at) => `<b>www.x${at}.example</b>`)],
  ['script tags that never end', '<script>'.repeat(20_000)],
]

describe('a hostile page', () => {
  it.each(hostile)('is not read completely: %s', (_, html) => {
    const { status, ads } = read(html)
    expect(ads.length).toBeLessThanOrEqual(1000)
    expect(status).not.toBe('ok')
  })

  it('is distinguished from one with many ads, which are all read', () => {
    const page = read(many(60, (at) => `<div>${ad(at)}</div>`))
    expect([page.status, page.ads.length]).toEqual(['ok', 60])
    expect(read(many(60, ad)).ads).toHaveLength(60)
  })
})
