import { describe, expect, it } from 'vitest'
import { judge, original } from '../../../bench/ads-mutations/judge.ts'
import { mutate } from '../../../bench/ads-mutations/mutations.ts'
import { readSavedPages } from '../../../bench/ads-mutations/saved-pages.ts'
import { organic, read, textAd } from '../fixtures.ts'

const pages = readSavedPages()

/** Changes per page. `npm run bench -- ads-mutations` tries 2,000 in total. */
const mutationsOfPage = 4
const seed = 7

describe.skipIf(pages.length === 0).each(pages)('the saved result page $file', (page) => {
  it('raises no alarm when unchanged, and has no false or undetected ads after changes', { timeout: 120_000 }, () => {
    const given = original(page)
    expect(judge(page.html, given)).toMatchObject({
      status: page.status,
      falseAds: [],
      googleAddresses: [],
      silent: [],
    })
    for (let at = 0; at < mutationsOfPage; at++) {
      const { html, steps } = mutate(page.html, seed, pages.indexOf(page) + at * pages.length)
      const { falseAds, googleAddresses, silent } = judge(html, given)
      expect({ steps, falseAds, googleAddresses, silent }).toEqual({
        steps,
        falseAds: [],
        googleAddresses: [],
        silent: [],
      })
    }
  })
})

describe('the judge of changed result pages', () => {
  const page = {
    file: 'x',
    status: 'ok',
    titles: ['A'],
    html: textAd + organic,
    response: { status: 200, finalUrl: 'https://www.google.com/search?q=x', page: 1 },
  }

  it('generates the same changes from the same seed', () => {
    expect(mutate(page.html, 1, 2)).toEqual(mutate(page.html, 1, 2))
    expect(mutate(page.html, 1, 2)).not.toEqual(mutate(page.html, 1, 3))
  })

  it('detects an ad that no advertiser paid for', () => {
    const changed = page.html
      .replace('<h3>Organic</h3>', '<h3>Organic</h3><span data-x="/aclk?ai=1"></span>')
      .replace('href="https://organic.example/"', 'href="/aclk?ai=5"')
    expect(read(changed).ads.map(({ title }) => title)).toEqual(['A', 'Organic'])
    expect(judge(changed, original(page)).falseAds).toEqual([expect.stringContaining('Organic')])
  })

  it('distinguishes paid parts of a page from results', () => {
    const { payments } = original(page)
    expect(payments.paidTexts.some((text) => text.includes('whatahastosay'))).toBe(true)
    expect([...payments.resultTitles]).toEqual(['organic'])
  })
})
