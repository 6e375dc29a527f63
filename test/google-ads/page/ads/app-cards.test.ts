import { describe, expect, it } from 'vitest'
import { organic, read, textAd } from '../../fixtures.ts'

const app = (id: string, name: string) => `https://play.google.com/store/apps/details?id=${id}.${name}`
const cardOf = (name: string) =>
  `<div><a data-rw="/aclk?sa=l&ai=${name}&adurl=" href="${app('example', name)}"><img src="x.png" alt=""><div>${name} Tracker</div><div>4.7 (12K)</div></a><a data-rw="/aclk?sa=l&ai=${name}2&adurl=" href="${app('example', name)}">Install</a></div>`

describe('a card of an app without a heading', () => {
  it('has its name as its title, once for all its links', () => {
    for (const before of ['', textAd]) {
      const { status, ads } = read(`${before}<div><div>Ad</div>${cardOf('Habit')}${cardOf('Sleep')}</div>${organic}`)
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

  it('is no ad where nobody paid for its link', () => {
    const html = `<div><a href="${app('example', 'Habit')}"><div>Habit Tracker</div><div>4.7</div></a></div>${organic}`
    expect(read(html)).toEqual({ status: 'no_ads', ads: [] })
  })
})
