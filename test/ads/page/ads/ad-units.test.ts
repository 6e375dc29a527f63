import { describe, expect, it } from 'vitest'
import { findAdUnits } from '../../../../src/ads/page/ads/ad-units.ts'
import { surveyResultPage } from '../../../../src/ads/page/survey/result-page-survey.ts'
import { organic, parse, textAd } from '../../fixtures.ts'

function unitsOf(html: string) {
  const { units, untitledUrls } = findAdUnits(surveyResultPage(parse(html)), () => false)
  return {
    units: units.map(({ root, displayedUrls }) => [
      root.attribs.id ?? root.name,
      ...displayedUrls.map(({ text }) => text),
    ]),
    untitled: untitledUrls.map(({ text }) => text),
  }
}
const titled = '<a href="/aclk?ai=1"><h3>A</h3></a>'

describe('an ad unit', () => {
  it('is the largest element with one title and its displayed URL', () => {
    const html = `<div id="o"><div id="i">${titled}<cite>www.a.example</cite></div><p>Text</p></div>${organic}`
    expect(unitsOf(`<main>${html}</main>`)).toEqual({ units: [['o', 'www.a.example']], untitled: [] })
  })

  it('ends before another ad, and before a landmark', () => {
    const other = textAd.replace('<h3>A', '<h3>B').replace('www.a', 'www.b')
    expect(unitsOf(`<main>${textAd}${other}</main>`).units).toEqual([
      ['div', 'https://www.a.example'],
      ['div', 'https://www.b.example'],
    ])
  })

  it('has the displayed URL once per occurrence in the ad', () => {
    expect(unitsOf(`<div id="o">${titled}<cite>www.a.example</cite><cite>www.a.example</cite></div>`).units).toEqual([
      ['o', 'www.a.example', 'www.a.example'],
    ])
  })

  it('has the more certain of two texts that look like a URL', () => {
    const html = `<div id="o">${titled}<span>Booking.com</span><span>https://www.booking.com</span></div>`
    expect(unitsOf(html).units).toEqual([['o', 'https://www.booking.com']])
  })

  it('may have no displayed URL', () => {
    expect(unitsOf(`<div id="o">${titled}</div>${organic}`).units).toEqual([['o']])
  })
})

describe('a displayed URL', () => {
  it('is untitled next to an ad link without a title', () => {
    const html = `<div><a href="/aclk?ai=2">x</a><cite>www.b.example</cite></div>`
    expect(unitsOf(`<main>${textAd}${html}</main>`).untitled).toEqual(['www.b.example'])
  })

  it('does not belong to an ad if it is part of a result', () => {
    expect(unitsOf(`<main>${textAd}${organic}</main>`).units).toEqual([['div', 'https://www.a.example']])
  })

  it('does not belong to an ad if it is a bare domain far from the title', () => {
    const far = `${'<div>'.repeat(9)}<span>shop.com</span>${'</div>'.repeat(9)}`
    expect(unitsOf(`<div id="o">${titled}${far}</div>`)).toEqual({ units: [['o']], untitled: [] })
  })
})
