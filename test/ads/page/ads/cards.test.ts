import { describe, expect, it } from 'vitest'
import { organic, read } from '../../fixtures.ts'

describe('a vehicle', () => {
  it('has its mileage, dealer and location', () => {
    const car = (at: number) =>
      `<div><a href="/aclk?ai=V${at}"><img src="https://img.example/${at}.jpg" alt=""><div>Used</div><div role="heading">2021 Toyota Corolla LE ${at}</div><div>$18,99${at}</div><div>45,123 mi</div><div>Canal Motors</div><div>12 mi · Austin, TX</div></a></div>`
    const { ads } = read(`<div>${car(1)}${car(2)}</div>${organic}`)
    expect(ads.map(({ kind }) => kind)).toEqual(['vehicle', 'vehicle'])
    expect(ads[0]).toMatchObject({
      title: '2021 Toyota Corolla LE 1',
      price: '$18,991',
      advertiser: 'Canal Motors',
      extensions: ['Used', '45,123 mi', '12 mi'],
      image_url: 'https://img.example/1.jpg',
      address: 'Austin, TX',
    })
  })

  it('has kilometers in German', () => {
    const { ads } = read(
      `<div><a href="/aclk?ai=V1"><img src="x" alt=""><div role="heading">VW Golf 1.5 TSI</div><div>18.990 €</div><div>45.123 km</div><div>Autohaus Kanal</div></a></div>${organic}`,
    )
    expect(ads[0]).toMatchObject({ kind: 'vehicle', advertiser: 'Autohaus Kanal', extensions: ['45.123 km'] })
  })
})

describe('a store', () => {
  const store = (at: number, lines: string) =>
    `<div><a href="/aclk?ai=S${at}&adurl=https://cups.example/${at}"><img src="https://img.example/${at}.jpg" alt=""><div role="heading">Cups Canal Street ${at}</div>${lines}</a><a href="https://maps.google.com/?q=x">Directions</a></div>`

  it('has its rating, its address and additional lines', () => {
    const lines = `<div>4.6 ★★★★ (1,234)</div><div>Open ⋅ Closes 9 PM</div><div>0.8 mi · 12 Canal Street</div><div>In stock</div>`
    const { status, ads } = read(`<div>${store(1, lines)}${store(2, lines)}</div>${organic}`)
    expect(status).toBe('ok')
    expect(ads).toHaveLength(2)
    expect(ads[0]).toMatchObject({
      kind: 'store',
      title: 'Cups Canal Street 1',
      url: 'https://cups.example/1',
      description: null,
      rating: 4.6,
      reviews: 1234,
      extensions: ['Open ⋅ Closes 9 PM', '0.8 mi', 'In stock'],
      image_url: 'https://img.example/1.jpg',
      address: '12 Canal Street',
      sitelinks: [],
    })
  })

  it('is read in German', () => {
    const { ads } = read(
      `<div>${store(1, '<div>4,6 (1.234)</div><div>Geöffnet · Schließt um 20:00</div><div>1,2 km · Kanalstraße 12</div>')}</div>${organic}`,
    )
    expect(ads[0]).toMatchObject({ kind: 'store', rating: 4.6, reviews: 1234, address: 'Kanalstraße 12' })
  })
})

it('a text ad without a displayed URL is not a store', () => {
  const { status } = read(
    `<div><a href="/aclk?ai=1"><h3>Open source mugs</h3></a><div>Open source for all of your mugs.</div></div>${organic}`,
  )
  expect(status).toBe('layout_changed')
})

describe('a video', () => {
  it('has its name, page and image', () => {
    const video = (at: number) =>
      `<div><a href="/aclk?ai=W${at}&adurl=https://www.youtube.com/watch%3Fv%3D${at}"><img src="https://i.ytimg.com/vi/${at}/hq.jpg" alt=""><span>0:3${at}</span><div role="heading">How mugs are made ${at}</div><div>Cup Shop · 1.2M views</div></a></div>`
    const { status, ads } = read(`<div>${video(1)}${video(2)}</div>${organic}`)
    expect(status).toBe('ok')
    expect(ads).toHaveLength(2)
    expect(ads[0]).toMatchObject({
      kind: 'video',
      title: 'How mugs are made 1',
      url: 'https://www.youtube.com/watch?v=1',
      extensions: ['0:31', 'Cup Shop · 1.2M views'],
      image_url: 'https://i.ytimg.com/vi/1/hq.jpg',
      price: null,
      rating: null,
    })
  })

  it('is not a product if its image shows a time', () => {
    const html =
      '<div><a href="/aclk?ai=T1&ctype=5"><img src="x" alt=""><h4>Blue mug</h4></a><div>$19.99</div><div>Cup Shop</div><span>0:30</span></div>'
    expect(read(`<div>${html}</div>${organic}`).ads[0]?.kind).toBe('shopping')
  })
})
