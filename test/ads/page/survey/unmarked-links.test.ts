import { describe, expect, it } from 'vitest'
import { read, textAd } from '../../fixtures.ts'

describe('opaque links', () => {
  const result = (href: string, name: string) =>
    `<div><a href="${href}"><div role="heading" aria-level="3">${name}</div><cite>https://www.${name}.example</cite></a></div>`

  const uncited = (html: string) => html.replace(/cite>/g, 'span>')

  it('are ads if results have direct links', () => {
    const page = read(uncited(result('/goto?url=CAES1', 'one')) + result('https://www.two.example/', 'two'))
    expect(page.ads.map(({ title, url }) => ({ title, url }))).toEqual([
      { title: 'one', url: 'https://www.one.example/' },
    ])
  })

  it('are results if all links are opaque and unmarked', () => {
    const page = read(result('/goto?url=CAES1', 'one') + result('/goto?url=CAES2', 'two'))
    expect(page).toEqual({ status: 'no_ads', ads: [] })
  })

  it('are results if most are opaque, even in cards without a URL', () => {
    const video = (at: number) => `<div><a href="/goto?url=CAESv${at}"><div role="heading">Video ${at}</div></a></div>`
    const html = result('https://www.two.example/', 'two') + result('/goto?url=CAES1', 'one') + video(1) + video(2)
    expect(read(html)).toEqual({ status: 'no_ads', ads: [] })
  })

  it('are results if their URL is cited like a result’s', () => {
    const page = read(result('/goto?url=CAES1', 'one') + result('https://www.two.example/', 'two'))
    expect(page).toEqual({ status: 'no_ads', ads: [] })
  })

  it('are not ads on products without an ad label, even if their tiles have offer attributes', () => {
    const tile = (at: number) =>
      `<div data-merchant-id="${at}" data-offer-id="${at}"><a href="/goto?url=CAESp${at}"><img src="x" alt="Shoe ${at}"><div role="heading">Shoe ${at}</div><div>$${at}9.99</div><div>Shop ${at}</div></a></div>`
    const results = result('/goto?url=CAES1', 'one') + result('/goto?url=CAES2', 'two')
    const grid = (label: string) => `${results}<div><div>${label}</div><div>${tile(1)}${tile(2)}</div></div>`
    expect(read(grid('Popular products'))).toEqual({ status: 'no_ads', ads: [] })
    expect(read(grid('Sponsored')).ads.map(({ title, price }) => [title, price])).toEqual([
      ['Shoe 1', '$19.99'],
      ['Shoe 2', '$29.99'],
    ])
  })

  it('are grouped by their common title for one product', () => {
    const tile = (at: number) =>
      `<div><a href="/goto?url=CAESi${at}" data-merchant-id="1"><img src="x" alt=""></a><div role="heading"><a href="/goto?url=CAESt${at}" data-merchant-id="1">Shoe ${at}</a></div><div>$${at}9.99</div><div>Shop</div><div data-merchant-id="1"><a href="/goto?url=CAESh${at}"><span>Shoe ${at} in all its length</span><div>$${at}9.99</div><div>Shop</div></a></div></div>`
    const page = read(`<div><h3>Sponsored</h3><div>${tile(1)}${tile(2)}</div></div>${result('/goto?url=CAES1', 'one')}`)
    expect([page.status, page.ads.map(({ title }) => title)]).toEqual(['ok', ['Shoe 1', 'Shoe 2']])
  })

  it('may be next to the heading of a declared ad', () => {
    const ad =
      '<div data-text-ad="1"><div role="heading" aria-level="3">Apple pies</div><span role="text">https://pies.example</span><a href="/goto?url=CAESx">Apple pies</a><div>Fresh pies each day of the week.</div></div>'
    expect(read(ad + result('/goto?url=CAES2', 'two'))).toMatchObject({
      status: 'ok',
      ads: [{ title: 'Apple pies', url: 'https://pies.example/', description: 'Fresh pies each day of the week.' }],
    })
  })

  it('lead to the preconnect origin that fits the displayed URL', () => {
    const html = result('/goto?url=CAES1', 'one').replace(
      '<a ',
      '<a data-pcu="https://count.example/,https://www.two.example/" ',
    )
    expect(read(html).ads[0]?.url).toBe('https://www.one.example/')
    const fitting = result('/goto?url=CAES1', 'one').replace(
      '<a ',
      '<a data-pcu="https://count.example/,https://m.one.example/" ',
    )
    expect(read(fitting).ads[0]?.url).toBe('https://m.one.example/')
  })
})

describe('a result', () => {
  it.each(['https://play.google.com/store/apps/details?id=x', '/url?q=https://play.google.com/store/apps&sa=U'])(
    'can be a Google page: %s',
    (href) => {
      const result = `<div><div><a href="${href}"><h3>App</h3></a><cite>https://play.google.com › store › apps</cite></div><div>An app.</div></div>`
      for (const html of [textAd + result, result + textAd]) {
        expect(read(html)).toMatchObject({ status: 'ok', ads: [{ title: 'A' }] })
      }
      expect(read(result)).toEqual({ status: 'no_ads', ads: [] })
    },
  )

  it('is not an ad even if its own URL looks like a click counter', () => {
    const result = (attributes: string) =>
      `<div><a ${attributes}><h3>Redirects explained</h3><cite>https://dev.example</cite></a></div>`
    for (const attributes of [
      'href="https://dev.example/aclk?x=1"',
      'href="https://dev.example/" ping="/url?sa=t&amp;url=https://dev.example/pagead/aclk?x=1"',
    ]) {
      expect(read(result(attributes))).toEqual({ status: 'no_ads', ads: [] })
    }
  })
})
