import { describe, expect, it } from 'vitest'
import { organic, read } from '../../fixtures.ts'

describe('a text ad', () => {
  const only = (html: string) => {
    const { status, ads } = read(html + organic)
    expect(status).toBe('ok')
    return ads.map(({ title, url, displayed_url, description, advertiser }) => [
      title,
      url,
      displayed_url,
      description,
      advertiser,
    ])
  }

  it('may be a single link', () => {
    const html = `<div><a data-rw="/aclk?ai=1" href="https://shop.example/x"><div><span>Shop</span> <span data-dtld="shop.example">https://www.shop.example</span></div><div role="heading">The title</div><div>What it has to say.</div></a></div>`
    expect(only(html)).toEqual([
      ['The title', 'https://shop.example/x', 'https://www.shop.example', 'What it has to say.', 'Shop'],
    ])
  })

  it('may have an advertiser with a name like a domain', () => {
    const html = `<div><a data-rw="/aclk?ai=1" href="https://www.booking.com/x"><div role="heading">Hotels</div><div><div>Booking.com</div><span>booking.com</span></div></a><div>Find a place to stay.</div></div>`
    expect(only(html)).toEqual([
      ['Hotels', 'https://www.booking.com/x', 'booking.com', 'Find a place to stay.', 'Booking.com'],
    ])
  })

  it('may have its click counter in any attribute', () => {
    for (const name of ['onmousedown', 'data-tu', 'data-arwt', 'data-next-years-name']) {
      const html = `<div><a href="https://a.example/l" ${name}="f('https://www.google.com/aclk?sa=L&ai=1')"><h3>A</h3><div>www.a.example</div></a><div>What A has to say.</div></div>`
      expect(only(html)).toEqual([['A', 'https://a.example/l', 'www.a.example', 'What A has to say.', null]])
    }
  })

  it('may have no separate element around it', () => {
    const one = (name: string) =>
      `<h3><a href="/aclk?ai=${name}&adurl=http://${name}.example/">Ad ${name}</a></h3><cite>www.${name}.example/</cite><p>What ${name} has to say.</p>`
    expect(only(`<div>${one('a')}${one('b')}</div>`)).toEqual([
      ['Ad a', 'http://a.example/', 'www.a.example/', 'What a has to say.', null],
      ['Ad b', 'http://b.example/', 'www.b.example/', 'What b has to say.', null],
    ])
    expect(read(`<div>${one('a')}${one('b')}</div>${organic}`).ads.flatMap((ad) => ad.sitelinks)).toEqual([])
  })

  it('counts twice if the page displays it twice', () => {
    const one = '<div><a href="/aclk?ai=1"><h3>A</h3><div>www.a.example</div></a><div>What A has to say.</div></div>'
    expect(only(one + one)).toHaveLength(2)
  })
})
