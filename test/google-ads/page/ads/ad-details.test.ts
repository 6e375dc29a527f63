import { describe, expect, it } from 'vitest'
import type { Ad } from '../../../../src/google-ads/ad.ts'
import { organic, read } from '../../fixtures.ts'

const tileHtml = (inside: string, at = 1) =>
  `<div><a href="/aclk?sa=l&ai=T${at}&ctype=5"><img src="data:image/gif;base64,R0lGOD" alt=""><h4>Blue mug ${at}</h4></a><div>$19.99</div><div>Cup Shop</div>${inside}</div>`
const textHtml = (below: string, header = '') =>
  `<div><a href="/aclk?ai=1">${header}<h3>Blue mugs</h3><span>https://www.cups.example</span></a>${below}</div>`

const firstOf = (html: string): Ad => {
  const [ad] = read(`<div>${html}</div>${organic}`).ads
  if (!ad) throw new Error('no ad was read')
  return ad
}
const tile = (inside: string) => firstOf(tileHtml(inside))
const textAd = (below: string, header = '') =>
  firstOf(textHtml(`<div>Mugs in all colours of blue.</div>${below}`, header))
const stars = (label: string) => `<span role="img" aria-label="${label}"><span></span></span>`

describe('the rating', () => {
  it.each<[string, string, number | null, number | null]>([
    ['label of a picture', `<div>${stars('Rated 4.6 out of 5,')}</div>`, 4.6, null],
    ['label and count beside', `<div>${stars('Rated 4.6 out of 5,')}<span>(1.2K)</span></div>`, 4.6, 1200],
    ['label and count below', `<div>${stars('Note : 4,5 sur 5')}</div><div>(2k+)</div>`, 4.5, 2000],
    [
      'label and labelled count',
      `<div>${stars('Rated 4.2 out of 5,')}<span aria-label="(110) total reviews">(110)</span></div>`,
      4.2,
      110,
    ],
    ['label with the count', `<div>${stars('Rated 4.9 out of 5, 141 user reviews')}</div>`, 4.9, 141],
    ['text of an image', '<div><img src="s.png" alt="Bewertung: 4,6 von 5 Sternen">(12)</div>', 4.6, 12],
    ['number and stars', `<div>4.7<g-review-stars>${stars('Rated 4.5 out of 5')}</g-review-stars>(63)</div>`, 4.7, 63],
    ['number and signs', '<div>4,6 ★★★★ (1.234)</div>', 4.6, 1234],
    ['number alone above its count', '<div>4,6</div><div>1.234 Rezensionen</div>', 4.6, 1234],
    ['scale of ten', '<div>8,4/10 (352)</div>', 4.2, 352],
    ['scale of ten in a label', `<div>${stars('Rated 8.4 out of 10')}</div>`, 4.2, null],
    ['Japanese', '<div>評価 4.6（1,234 件）</div>', 4.6, 1234],
    ['Arabic', `<div>${stars('التقييم ٤٫٦ من ٥')}<span>(١٬٢٣٤)</span></div>`, 4.6, 1234],
    ['Thai', `<div>${stars('คะแนน 4.6 จาก 5')}<span>(12)</span></div>`, 4.6, 12],
    ['no rating', '<div>4.5 l</div><div>2 of 5 colours</div>', null, null],
  ])('of a tile is read from %s', (_, html, rating, reviews) => {
    expect(tile(html)).toMatchObject({ rating, reviews, advertiser: 'Cup Shop' })
  })

  it.each<[string, string, number | null, number | null]>([
    [
      '2014',
      '<div>4,6<span class="stars"></span> <a href="/shopping/seller?q=x">Bewertung</a> für cups.example</div>',
      4.6,
      null,
    ],
    [
      '2020',
      `<div>${stars('Rated 4.5 out of 5,')} <a href="https://www.google.com/shopping/ratings/x">Rating</a> for cups.example: 4.6 - 352 reviews</div>`,
      4.6,
      352,
    ],
    [
      '2020, lite',
      `<div><span aria-hidden="true">4,8</span>${stars('Classificado como 4.8 entre 5')} classificação do anunciante</div>`,
      4.8,
      null,
    ],
    [
      '2023',
      `<div><a href="https://www.google.com/shopping/ratings/x">Rating</a> for cups.example</div><div><span>4.7</span>${stars('Rated 4.7 out of 5,')}<span>(288)</span></div>`,
      4.7,
      288,
    ],
  ])('of a text ad is read as in %s', (_, html, rating, reviews) => {
    expect(textAd(html)).toMatchObject({ rating, reviews, description: 'Mugs in all colours of blue.' })
  })

  it('is none where the advertiser rates itself', () => {
    expect(firstOf(textHtml('<div>Rated 4.8 out of 5 by 2,000 customers.</div>')).rating).toBeNull()
    expect(textAd('<div>Over 2,000 reviews.</div>')).toMatchObject({ rating: null, reviews: null })
  })

  it('is that of the ad, not of its name', () => {
    const named = firstOf(
      '<div><a href="/aclk?ai=1&ctype=5"><img src="x" alt="Notebook 4.5 stars"><h4>Notebook 4.5 stars</h4></a><div>$19.99</div><div>Cup Shop</div></div>',
    )
    expect(named.rating).toBeNull()
  })
})

describe('the extensions', () => {
  it('of a tile are its further lines, each once', () => {
    const html =
      '<div>Sale</div><div>Free by 3/29</div><div>30-day returns</div><div>Free by 3/29</div><div><span>Well made</span> · </div><div>(12)</div>'
    expect(tile(html).extensions).toEqual(['Sale', 'Free by 3/29', '30-day returns', 'Well made'])
  })

  it('of a tile are neither visits nor a count in a short form that is not known', () => {
    const html = `<div>Free delivery</div><div>You visited this page 3 times</div><div>${stars('Rated 4.6 out of 5')}</div><div>(1.2 xyz)</div>`
    expect(tile(html).extensions).toEqual(['Free delivery'])
  })

  it('of a tile are not the services that compare prices, its shop or its name', () => {
    const html =
      '<a href="https://compare.example/"><div>By Compare</div></a><div>Blue mug 1</div><div>From Cup Shop</div><div>Cup Sh...</div>'
    expect(tile(html).extensions).toEqual([])
  })

  it.each<[string, string, string[]]>([
    [
      'callouts',
      '<div>Free delivery · Open day and night · Real reviews</div>',
      ['Free delivery', 'Open day and night', 'Real reviews'],
    ],
    [
      'a structured snippet',
      '<div>Catégories: Travaux, Auto, Trésorerie…</div>',
      ['Catégories: Travaux, Auto, Trésorerie…'],
    ],
    ['a snippet in Japanese', '<div>スタイル：マグ、カップ、皿</div>', ['スタイル：マグ、カップ、皿']],
    [
      'a promotion',
      '<div><a href="/aclk?ai=2"><span></span><div><b>End of season</b> · Up to 20% off mugs</div></a></div>',
      ['End of season · Up to 20% off mugs'],
    ],
    [
      'a promotion with a sign',
      '<div><a href="/aclk?ai=2"><svg></svg><span>Black Friday</span><span> · 20% off mugs</span></a></div>',
      ['Black Friday · 20% off mugs'],
    ],
    [
      'a promotion in bold by its style',
      '<div><a href="/aclk?ai=2"><span style="font-weight:bold">20% off mugs</span> · Code MUG20</a></div>',
      ['20% off mugs · Code MUG20'],
    ],
    ['opening hours', '<div>Open today · 8 am – 8 pm</div>', []],
    ['a rating', `<div>4.6 ★★★★ (12)</div>`, []],
    ['followers', '<div>1.756.346 Follower · auf Google+</div>', []],
  ])('of a text ad: %s', (_, html, extensions) => {
    expect(textAd(html)).toMatchObject({ extensions, sitelinks: [], description: 'Mugs in all colours of blue.' })
  })
})

describe('the picture', () => {
  const picture = (html: string) =>
    firstOf(`<div><a href="/aclk?ai=1&ctype=5">${html}<h4>Blue mug</h4></a><div>$19.99</div><div>Cup Shop</div></div>`)
      .image_url
  const mug = 'https://encrypted-tbn0.gstatic.com/shopping?q=tbn:1'

  it.each<[string, string, string | null]>([
    ['src', `<img src="${mug}">`, mug],
    ['an attribute that a script loads from', `<img src="data:image/gif;base64,R0lGOD" data-src="${mug}">`, mug],
    ['a hidden image that is loaded later', `<img style="display:none" data-src="${mug}">`, mug],
    ['srcset', `<img src="data:image/gif;base64,R0lGOD" srcset="${mug} 1x, ${mug}2 2x">`, `${mug}2`],
    ['a background', `<img src="data:,"><div style="background-image:url('${mug}')"></div>`, mug],
    ['the image behind an icon', `<img src="https://www.cups.example/i.png" width="16"><img src="${mug}">`, mug],
    ['the image behind a sign of Google’s', `<img src="https://www.gstatic.com/sign.png"><img src="${mug}">`, mug],
    ['the page itself', '<img src="data:image/jpeg;base64,AAAA">', null],
    ['no https', '<img src="http://www.cups.example/a.jpg">', null],
    ['a count of views', '<img src="https://googleads.g.doubleclick.net/pagead/1.gif">', null],
    ['a click', '<img src="https://www.google.com/aclk?ai=1">', null],
    ['nothing', '<img src="">', null],
  ])('of a tile is read from %s', (_, html, url) => expect(picture(html)).toBe(url))

  it('of a text ad is neither its icon nor one of a dialog', () => {
    const header = '<img src="https://encrypted-tbn0.gstatic.com/favicon-tbn?q=1">'
    expect(textAd('<div role="dialog"><img src="https://a.example/x.png"></div>', header).image_url).toBeNull()
    expect(textAd(`<a href="/aclk?ai=1"><img src="${mug}"></a>`, header).image_url).toBe(mug)
  })
})

describe('the address', () => {
  it.each<[string, string, string | null]>([
    [
      'a link of its own',
      '<div><a href="/aclk?ai=2"><span></span></a></div><div><a href="/aclk?ai=2">Louise-Schroeder-Straße 29</a></div>',
      'Louise-Schroeder-Straße 29',
    ],
    [
      'a link with a sign',
      '<div><a href="/aclk?ai=2"><span></span><span>Soi Phumichit, กรุงเทพมหานคร</span></a></div>',
      'Soi Phumichit, กรุงเทพมหานคร',
    ],
    [
      'a link that opens a map',
      '<div><a href="#"><span></span><span>PARIS · 9 rue du Faubourg Poissonnière</span></a></div>',
      'PARIS · 9 rue du Faubourg Poissonnière',
    ],
    ['a link to a map', '<div><a href="https://maps.google.com/?q=x">Marylebone</a></div>', 'Marylebone'],
    [
      'places nearby',
      '<div><a href="/aclk?ai=2"><span></span><span>St Denis · 20 adresses à proximité</span></a></div>',
      'St Denis · 20 adresses à proximité',
    ],
    ['a sitelink', '<div><a href="/aclk?ai=2">10 Best Mugs</a></div>', null],
    ['a telephone', '<div><a href="tel:+18883599292"><span></span><span>Call (888) 359-9292</span></a></div>', null],
  ])('of a text ad: %s', (_, html, address) => {
    const ad = textAd(html)
    expect(ad.address).toBe(address)
    if (address !== null) expect(ad.sitelinks).toEqual([])
  })

  it('of a local business is the part of its lines', () => {
    const card = (lines: string) =>
      read(`<div data-is-ad="1"><div role="heading">Canal Cups</div>${lines}</div>${organic}`).ads[0]?.address
    expect(
      card('<div>4.9 (141) · Potter</div><div>53 Brockenhurst Gardens</div><div>Closed · Opens 9 am Mon</div>'),
    ).toBe('53 Brockenhurst Gardens')
    expect(card('<div>Potter · Lindenhof 12, Hamburg</div>')).toBe('Lindenhof 12, Hamburg')
    expect(card('<div>10+ years in business · Austin, TX</div>')).toBe('Austin, TX')
    expect(card('<div>Open 24 hours · (555) 010-2233</div>')).toBeNull()
  })
})

describe('a vehicle', () => {
  it('has its mileage, its dealer and its place', () => {
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

  it('has kilometres in German', () => {
    const { ads } = read(
      `<div><a href="/aclk?ai=V1"><img src="x" alt=""><div role="heading">VW Golf 1.5 TSI</div><div>18.990 €</div><div>45.123 km</div><div>Autohaus Kanal</div></a></div>${organic}`,
    )
    expect(ads[0]).toMatchObject({ kind: 'vehicle', advertiser: 'Autohaus Kanal', extensions: ['45.123 km'] })
  })
})

describe('a store', () => {
  const store = (at: number, lines: string) =>
    `<div><a href="/aclk?ai=S${at}&adurl=https://cups.example/${at}"><img src="https://img.example/${at}.jpg" alt=""><div role="heading">Cups Canal Street ${at}</div>${lines}</a><a href="https://maps.google.com/?q=x">Directions</a></div>`

  it('has its rating, its address and what else its card says', () => {
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

it('a text ad without a displayed URL is no store', () => {
  const { status } = read(
    `<div><a href="/aclk?ai=1"><h3>Open source mugs</h3></a><div>Open source for all of your mugs.</div></div>${organic}`,
  )
  expect(status).toBe('layout_changed')
})

describe('a video', () => {
  it('has its name, its page and its picture', () => {
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

  it('is no product whose picture has a time', () => {
    expect(tile('<span>0:30</span>').kind).toBe('shopping')
  })
})
