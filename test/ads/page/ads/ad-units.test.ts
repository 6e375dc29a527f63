import { describe, expect, it } from 'vitest'
import { findAdUnits } from '../../../../src/ads/page/ads/ad-units.ts'
import { surveyResultPage } from '../../../../src/ads/page/survey/result-page-survey.ts'
import { organic, parse, read, textAd } from '../../fixtures.ts'

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
})

const app = (id: string, name: string) => `https://play.google.com/store/apps/details?id=${id}.${name}`
const cardOf = (name: string) =>
  `<div><a data-rw="/aclk?sa=l&ai=${name}&adurl=" href="${app('example', name)}"><img src="x.png" alt=""><div>${name} Tracker</div><div>4.7 (12K)</div></a><a data-rw="/aclk?sa=l&ai=${name}2&adurl=" href="${app('example', name)}">Install</a></div>`

describe('a link to an app', () => {
  it('is part of the declared ad that contains it', () => {
    const html = `<div data-text-ad="1">${textAd}${cardOf('Habit')}</div>${organic}`
    expect(read(html)).toMatchObject({ status: 'ok', ads: [{ kind: 'text', title: 'A' }] })
    expect(read(html).ads).toHaveLength(1)
  })

  it('is not a sitelink to an app or a phone number', () => {
    const sitelink = (href: string, name: string) =>
      `<div><h3><a data-rw="/aclk?ai=${name}" href="${href}">${name}</a></h3><div>All that ${name} is for.</div></div>`
    const inAd = (below: string) => `<div>${textAd.replace(/<\/div>$/, `${below}</div>`)}</div>${organic}`
    const { status, ads } = read(inAd(sitelink('https://www.a.example/s', 'Shops') + sitelink(app('a', 'b'), 'App')))
    expect([status, ads.length, ads[0]?.sitelinks.map(({ title }) => title)]).toEqual(['ok', 1, ['Shops', 'App']])
    const call = '<div><a data-rw="/aclk?ai=C" href="tel:+15550109900">Call (555) 010-9900</a></div>'
    expect(read(inAd(call))).toMatchObject({ status: 'ok', ads: [{ kind: 'text', phone: '(555) 010-9900' }] })
  })

  it('is not an ad if its link is unpaid', () => {
    const html = `<div><a href="${app('example', 'Habit')}"><div>Habit Tracker</div><div>4.7</div></a></div>${organic}`
    expect(read(html)).toEqual({ status: 'no_ads', ads: [] })
  })
})
