import { describe, expect, it } from 'vitest'
import { organic, read, textAd } from '../../fixtures.ts'

const app = (id: string, name: string) => `https://play.google.com/store/apps/details?id=${id}.${name}`
const cardOf = (name: string) =>
  `<div><a data-rw="/aclk?sa=l&ai=${name}&adurl=" href="${app('example', name)}"><img src="x.png" alt=""><div>${name} Tracker</div><div>4.7 (12K)</div></a><a data-rw="/aclk?sa=l&ai=${name}2&adurl=" href="${app('example', name)}">Install</a></div>`

describe('an app card without a heading', () => {
  it('has its name as title, once for all of its links', () => {
    const cards = `<div><div>Ad</div>${cardOf('Habit')}${cardOf('Sleep')}</div>`
    for (const html of [cards, textAd + cards, `<div>${textAd}${cards}</div>`, `<div>${cards}${textAd}</div>`]) {
      const { status, ads } = read(html + organic)
      const apps = ads.filter(({ kind }) => kind === 'app').map(({ title, url }) => [title, url])
      expect([status, apps]).toEqual([
        'ok',
        [
          ['Habit Tracker', null],
          ['Sleep Tracker', null],
        ],
      ])
    }
  })

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
