import { describe, expect, it } from 'vitest'
import { organic, read } from '../../fixtures.ts'

describe('local service ads', () => {
  const card = (at: number) =>
    `<div><a href="https://www.google.com/localservices/prolist?src=2&amp;spp=P${at}"><div>Plumber ${at}</div><div>4.${at} ★ (120)</div></a><a href="https://www.google.com/localservices/profile?spp=P${at}">020 7946 012${at}</a></div>`
  const more = '<a href="https://www.google.com/localservices/prolist?q=plumber">More plumbers</a>'

  it('are read card by card', () => {
    const page = read(`<div><div>Sponsored</div><div>${card(1)}${card(2)}</div>${more}</div>${organic}`)
    expect(page.status).toBe('ok')
    expect(page.ads.map(({ kind, block, title, phone, url }) => [kind, block, title, phone, url])).toEqual([
      ['local', 'local', 'Plumber 1', '020 7946 0121', null],
      ['local', 'local', 'Plumber 2', '020 7946 0122', null],
    ])
  })

  it('exclude links in a single business’s own panel', () => {
    expect(read(`<div>${card(1)}</div>${organic}`)).toEqual({ status: 'no_ads', ads: [] })
  })
})
