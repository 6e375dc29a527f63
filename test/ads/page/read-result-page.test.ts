import { describe, expect, it } from 'vitest'
import type { Ad } from '../../../src/ads/ad/ad.ts'
import { fixture, fixtures, read } from '../fixtures.ts'

describe('a result page', () => {
  it.each(fixtures)('is read as expected: $name', ({ html, response, expected }) => {
    expect(read(html, response)).toEqual(expected)
  })

  it('passes its number to its ads', () => {
    const { html, response } = fixture('text-2021-data-rw')
    expect(read(html, { ...response, page: 7 }).ads.map((ad) => ad.page)).toEqual([7, 7])
  })

  it('never has a Google URL as an ad’s landing page', () => {
    const urls = fixtures.flatMap(({ html, response }) =>
      read(html, response).ads.flatMap((ad) => [ad.url, ...ad.sitelinks.map((link) => link.url)]),
    )
    expect(urls.length).toBeGreaterThan(30)
    expect(urls.filter((url) => url !== null && /google|doubleclick/.test(new URL(url).hostname))).toEqual([])
  })
})

const pagesOfText = fixtures.filter(({ expected }) => expected.ads.some((ad) => ad.kind === 'text'))
const pagesOfAds = fixtures.filter(({ expected }) => expected.status === 'ok')

/** The ads without their block and position, because blocks depend on ids that some changes remove. */
const unplaced = (ads: Ad[]) => ads.map(({ block: _, position: __, ...ad }) => ad)

describe('a layout change', () => {
  const renamings: [string, (html: string) => string][] = [
    ['other class names', (html) => html.replace(/class="[^"]*"/g, 'class="zz9"')],
    ['no class names and ids', (html) => html.replace(/ (?:class|id)="[^"]*"/g, '')],
    ['sections instead of divs', (html) => html.replace(/<(\/?)div/g, '<$1section')],
    ['no data-text-ad and data-ta-*', (html) => html.replace(/ data-(?:text-ad|ta-[a-z-]+)(?:="[^"]*")?/g, '')],
    ['no data-pcu', (html) => html.replace(/ data-pcu="[^"]*"(?=[^>]*data-rw)/g, '')],
  ]
  describe.each(renamings)('to %s', (_, change) => {
    it.each(pagesOfAds)('changes nothing about $name', ({ html, expected }) => {
      expect(unplaced(read(change(html)).ads)).toEqual(unplaced(expected.ads))
    })
  })

  it.each(pagesOfText)('is layout_changed if it removes the headings of $name', ({ html }) => {
    const bare = html.replace(/ role="heading"/g, '').replace(/<(\/?)h[1-6]/g, '<$1div')
    expect(read(bare).status).toBe('layout_changed')
  })

  it.each(pagesOfText)('is layout_changed if it removes the displayed URLs of $name', ({ html, expected }) => {
    const shown = expected.ads.flatMap((ad) => ad.displayed_url ?? [])
    const bare = html
      .replace(/<cite[\s\S]*?<\/cite>/g, '')
      .replace(/<span[^>]*>(?:\u202a)?(?:https?:\/\/|www\.|wholesale\.)[^<]*<\/span>/g, '<span></span>')
    for (const displayedUrl of shown) expect(bare).not.toContain(`>${displayedUrl}</span>`)
    const page = read(bare)
    expect(page.status).toBe('layout_changed')
    expect(page.ads.length).toBeLessThanOrEqual(expected.ads.length)
  })

  it('is layout_changed and keeps the other ads if it removes one of several headings', () => {
    const { html } = fixture('text-2025-group')
    const page = read(html.replace('<div aria-level="3" role="heading"><span>Whole', '<div><span>Whole'))
    expect(page.status).toBe('layout_changed')
    expect(page.ads.map((ad) => ad.title)).toEqual(['Filters by Quelle'])
  })

  it('is layout_changed if it leaves only an ad link', () => {
    const html = '<body><form><input name=q value=x></form><a href="/aclk?sa=l&ai=D1">Something new</a></body>'
    expect(read(html)).toEqual({
      status: 'layout_changed',
      ads: [],
      unread: ['"Something new"'],
    })
  })
})
