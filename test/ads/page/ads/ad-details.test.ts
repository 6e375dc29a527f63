import { describe, expect, it } from 'vitest'
import type { Ad } from '../../../../src/ads/ad/ad.ts'
import { organic, read } from '../../fixtures.ts'

const tileHtml = (inside: string, at = 1) =>
  `<div><a href="/aclk?sa=l&ai=T${at}&ctype=5"><img src="data:image/gif;base64,R0lGOD" alt=""><h4>Blue mug ${at}</h4></a><div>$19.99</div><div>Cup Shop</div>${inside}</div>`
const textHtml = (below: string, header = '') =>
  `<div><a href="/aclk?ai=1">${header}<h3>Blue mugs</h3><span>https://www.cups.example</span></a>${below}</div>`

const firstOf = (html: string): Ad => {
  const [ad] = read(`<div>${html}</div>${organic}`).ads
  if (!ad) throw new Error('No ad was read')
  return ad
}
const tile = (inside: string) => firstOf(tileHtml(inside))
const textAd = (below: string, header = '') =>
  firstOf(textHtml(`<div>Mugs in all colours of blue.</div>${below}`, header))
const stars = (label: string) => `<span role="img" aria-label="${label}"><span></span></span>`

describe('the rating', () => {
  it.each<[string, string, number | null, number | null]>([
    ['label of an image', `<div>${stars('Rated 4.6 out of 5,')}</div>`, 4.6, null],
    ['label and adjacent count', `<div>${stars('Rated 4.6 out of 5,')}<span>(1.2K)</span></div>`, 4.6, 1200],
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
    ['number and star characters', '<div>4,6 ★★★★ (1.234)</div>', 4.6, 1234],
    ['number above its count', '<div>4,6</div><div>1.234 Rezensionen</div>', 4.6, 1234],
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
  ])('is read from a text ad as in %s', (_, html, rating, reviews) => {
    expect(textAd(html)).toMatchObject({ rating, reviews, description: 'Mugs in all colours of blue.' })
  })

  it('is read for an app from stars at the start of its line', () => {
    const app = firstOf(
      `<div><a href="https://play.google.com/store/apps/details?id=cups" data-rw="/aclk?ai=1"><h3>Cup Collector</h3></a><div>${stars('Rated 4.6 out of 5,')}<span>(12K)</span> · Free</div><div>Collect cups of all the world.</div></div>`,
    )
    expect(app).toMatchObject({
      kind: 'app',
      rating: 4.6,
      reviews: 12000,
      description: 'Collect cups of all the world.',
    })
  })

  it('is null if the advertiser rates itself', () => {
    expect(firstOf(textHtml('<div>Rated 4.8 out of 5 by 2,000 customers.</div>')).rating).toBeNull()
    expect(textAd('<div>Over 2,000 reviews.</div>')).toMatchObject({ rating: null, reviews: null })
  })

  it('is the rating of the ad, not a number in its name', () => {
    const named = firstOf(
      '<div><a href="/aclk?ai=1&ctype=5"><img src="x" alt="Notebook 4.5 stars"><h4>Notebook 4.5 stars</h4></a><div>$19.99</div><div>Cup Shop</div></div>',
    )
    expect(named.rating).toBeNull()
    const labelled = firstOf(
      '<div><a href="/aclk?ai=1&ctype=5" aria-label="Notebook 4.5 stars for $19.99 from Cup Shop. Rated 3.6 out of 5, 12 reviews"><img src="x" alt=""><h4>Notebook 4.5 stars</h4></a><div>$19.99</div><div>Cup Shop</div></div>',
    )
    expect(labelled).toMatchObject({ rating: 3.6, reviews: 12 })
  })
})

describe('the extensions', () => {
  it('are the additional lines of a tile, without duplicates', () => {
    const html =
      '<div>Sale</div><div>Free by 3/29</div><div>30-day returns</div><div>Free by 3/29</div><div><span>Well made</span> · </div><div>(12)</div><div>-20%</div>'
    expect(tile(html).extensions).toEqual(['Sale', 'Free by 3/29', '30-day returns', 'Well made', '-20%'])
  })

  it('may follow the rating of a tile', () => {
    const html = `<div>4.6 ${stars('Rated 4.6 out of 5')} (1.2K) · Free delivery · 30-day returns</div>`
    expect(tile(html)).toMatchObject({ rating: 4.6, reviews: 1200, extensions: ['Free delivery', '30-day returns'] })
  })

  it('exclude visits and counts with an unknown abbreviation', () => {
    const html = `<div>Free delivery</div><div>You visited this page 3 times</div><div>${stars('Rated 4.6 out of 5')}</div><div>(1.2 xyz)</div>`
    expect(tile(html).extensions).toEqual(['Free delivery'])
  })

  it('exclude price comparison services, and the shop and name of a tile', () => {
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
      'a promotion with an icon',
      '<div><a href="/aclk?ai=2"><svg></svg><span>Black Friday</span><span> · 20% off mugs</span></a></div>',
      ['Black Friday · 20% off mugs'],
    ],
    [
      'a promotion in bold by style',
      '<div><a href="/aclk?ai=2"><span style="font-weight:bold">20% off mugs</span> · Code MUG20</a></div>',
      ['20% off mugs · Code MUG20'],
    ],
    ['opening hours', '<div>Open today · 8 am – 8 pm</div>', []],
    ['a rating', `<div>4.6 ★★★★ (12)</div>`, []],
    ['callouts after a rating', `<div>4.6 ★★★★ (12) · Free delivery</div>`, ['Free delivery']],
    ['followers', '<div>1.756.346 Follower · auf Google+</div>', []],
  ])('of a text ad: %s', (_, html, extensions) => {
    expect(textAd(html)).toMatchObject({ extensions, sitelinks: [], description: 'Mugs in all colours of blue.' })
  })
})

describe('the image', () => {
  const picture = (html: string) =>
    firstOf(`<div><a href="/aclk?ai=1&ctype=5">${html}<h4>Blue mug</h4></a><div>$19.99</div><div>Cup Shop</div></div>`)
      .image_url
  const mug = 'https://encrypted-tbn0.gstatic.com/shopping?q=tbn:1'

  it.each<[string, string, string | null]>([
    ['src', `<img src="${mug}">`, mug],
    ['an attribute that a script loads from', `<img src="data:image/gif;base64,R0lGOD" data-src="${mug}">`, mug],
    ['a hidden lazy image', `<img style="display:none" data-src="${mug}">`, mug],
    ['srcset', `<img src="data:image/gif;base64,R0lGOD" srcset="${mug} 1x, ${mug}2 2x">`, `${mug}2`],
    ['a background', `<img src="data:,"><div style="background-image:url('${mug}')"></div>`, mug],
    ['the image after an icon', `<img src="https://www.cups.example/i.png" width="16"><img src="${mug}">`, mug],
    ['the image after an icon of Google’s', `<img src="https://www.gstatic.com/sign.png"><img src="${mug}">`, mug],
    ['the page itself, which is null', '<img src="data:image/jpeg;base64,AAAA">', null],
    ['no https', '<img src="http://www.cups.example/a.jpg">', null],
    ['a view counter, which is null', '<img src="https://googleads.g.doubleclick.net/pagead/1.gif">', null],
    ['a click', '<img src="https://www.google.com/aclk?ai=1">', null],
    ['nothing', '<img src="">', null],
  ])('of a tile is read from %s', (_, html, url) => expect(picture(html)).toBe(url))

  it('is not the icon of a text ad or an image in a dialog', () => {
    const header = '<img src="https://encrypted-tbn0.gstatic.com/favicon-tbn?q=1">'
    expect(textAd('<div role="dialog"><img src="https://a.example/x.png"></div>', header).image_url).toBeNull()
    expect(textAd(`<a href="/aclk?ai=1"><img src="${mug}"></a>`, header).image_url).toBe(mug)
  })
})

describe('the address', () => {
  it.each<[string, string, string | null]>([
    [
      'a separate link',
      '<div><a href="/aclk?ai=2"><span></span></a></div><div><a href="/aclk?ai=2">Louise-Schroeder-Straße 29</a></div>',
      'Louise-Schroeder-Straße 29',
    ],
    [
      'a link with an icon',
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
      '<div><a href="/aclk?ai=2"> <span> </span> <span>St Denis · 20 adresses à proximité</span></a></div>',
      'St Denis · 20 adresses à proximité',
    ],
    ['a sitelink', '<div><a href="/aclk?ai=2">10 Best Mugs</a></div>', null],
    ['a phone number', '<div><a href="tel:+18883599292"><span></span><span>Call (888) 359-9292</span></a></div>', null],
  ])('of a text ad: %s', (_, html, address) => {
    const ad = textAd(html)
    expect(ad.address).toBe(address)
    if (address !== null) expect(ad.sitelinks).toEqual([])
  })

  it('is found among the lines of a local business', () => {
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

it('only the first lines of a long card are read', () => {
  const lines = Array.from({ length: 2000 }, (_, at) => `<div aria-label="Rated 4.${at} of 5">${at} was $1 was</div>`)
  const ad = tile(`<div>4.6 (12)</div>${lines.join('')}`)
  expect(ad).toMatchObject({ title: 'Blue mug 1', price: '$19.99', rating: 4.6, reviews: 12 })
  expect(ad.extensions.length).toBeLessThanOrEqual(20)
})
