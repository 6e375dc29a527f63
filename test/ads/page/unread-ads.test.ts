import { describe, expect, it } from 'vitest'
import { organic, read, textAd } from '../fixtures.ts'

describe('an unread ad', () => {
  const titles = (html: string) => read(html).ads.map(({ title }) => title)

  it('is a lone ad link among the results', () => {
    const row = '<div><a href="/aclk?ai=2"><span>Hotels.example</span></a><span>$120</span></div>'
    expect(read(`${textAd}${organic}${row}`)).toMatchObject({ status: 'layout_changed', ads: [{ title: 'A' }] })
  })

  it('may have an empty title', () => {
    const page = read(`${textAd}${textAd.replace('<h3>A</h3>', '<h3></h3>')}${organic}`)
    expect([page.status, page.ads.length]).toEqual(['layout_changed', 1])
  })

  it('may follow an ad label, even if its links are unmarked', () => {
    const unmarked = textAd.replace('/aclk?ai=1', 'https://www.a.example/')
    for (const label of ['Sponsored results', 'Gesponserte Ergebnisse', 'スポンサー']) {
      const html = `<div><div role="heading"><span>${label}</span></div><div>${unmarked}</div></div>${organic}`
      expect(read(html)).toMatchObject({ status: 'layout_changed', ads: [] })
    }
  })

  it.each([
    ['a heading of search suggestions', '<div><h3>Ads</h3><a href="/search?q=ads+manager">ads manager</a></div>'],
    ['the name of a site', '<div><a href="https://ads.example/"><div>Sponsored</div><h3>Sponsored</h3></a></div>'],
    ['a word in a result', '<div><a href="https://b.example/"><h3>B</h3></a><p><em>Ad</em></p><p>Ad</p></div>'],
  ])('is not %s', (_, html) => {
    expect(read(html + organic).status).toBe('no_ads')
  })

  it('is not a result between ads', () => {
    const html = `<div role="region" aria-label="Ads">${textAd}${organic}${textAd.replace('<h3>A', '<h3>B')}</div>${organic}`
    expect([read(html).status, titles(html)]).toEqual(['ok', ['A', 'B']])
  })

  const flights = 'https://www.google.com/travel/flights?q=rome'
  it.each([
    [
      'a flights widget',
      `<div><a data-rw="/aclk?ai=9&adurl=${flights}" href="${flights}"><h3>Flights to Rome</h3></a></div>`,
    ],
    [
      'an account button',
      '<div id="taw"><a href="https://accounts.google.com/ServiceLogin" data-pcu>Sign in</a></div>',
    ],
    [
      '"why this ad"',
      `<div><a data-pcu="x" href="https://adssettings.google.com/whythisad?x=1">Why this ad?</a></div>`,
    ],
    [
      'an app card that leads nowhere',
      '<div><a href="#" data-pcu><img src="https://play-lh.googleusercontent.com/x" alt=""></a><a href="#" data-pcu=""><div role="heading">Streaks</div></a><a href="#" data-pcu=""><div>Install</div></a></div>',
    ],
    [
      'a flight box without ads',
      `<div data-text-ad="1"><h3>Flights</h3><a href="${flights}"><div>Lufthansa</div><div>€120</div></a></div>`,
    ],
    [
      'a hotel box without ads',
      '<div id="tads"><div data-text-ad="1"><div><a href="/travel/search?q=rome"><div>Hotel Roma</div><div>€90</div></a></div></div></div>',
    ],
    ['a slot with an empty link', '<div id="tads"><div><a href="/aclk?ai=9"></a></div></div>'],
    [
      'a slot with an empty link and an empty image',
      '<div><a data-rw="/aclk?ai=9" href="https://x.example/"><img src="data:image/gif;base64,R0lGOD" alt=""></a></div>',
    ],
    ['an empty slot', '<div data-text-ad="1"></div><div id="tads"><div data-ta-slot="0"></div></div>'],
    ['a label above results', '<div><div><span>Sponsored</span></div><div></div>RESULT</div>'],
  ])('is not %s', (_, html) => {
    const page = html.replace('RESULT', organic)
    expect(read(page + organic)).toEqual({ status: 'no_ads', ads: [] })
    expect([read(`${textAd}${page}${organic}`).status, titles(`${textAd}${page}${organic}`)]).toEqual(['ok', ['A']])
  })

  it.each([
    ['with text', '<div><a href="/aclk?ai=9"><div>Shoes.example</div></a></div>'],
    ['with an image', '<div><a href="/aclk?ai=9"><img src="https://x.example/p.jpg" alt=""></a></div>'],
    ['without text, over a card', '<div><a href="/aclk?ai=9"></a><div><div>Shoes.example</div></div></div>'],
    ['without text, next to a direct link', '<div><p><a href="/aclk?ai=9"></a></p><p>Shoes.example</p></div>'],
    ['to the page itself, with sites to connect to', '<a href="#" data-pcu="https://shoes.example/">Shoes</a>'],
  ])('is a lone ad link %s', (_, html) => {
    expect(read(html + organic)).toMatchObject({ status: 'layout_changed', ads: [] })
  })

  it('is not the last tile of a carousel, "View all"', () => {
    const tile = (at: number) =>
      `<div><a href="/aclk?ai=T${at}&ctype=5"><img src="x" alt=""></a><div role="heading">Shoe ${at}</div><div>$${at}9.99</div><div>Shop</div></div>`
    const all = '<div><a href="/aclk?ai=V&ctype=5"><span>View all</span></a></div>'
    const { status, ads } = read(`<div>${tile(1)}${tile(2)}${all}</div>${organic}`)
    expect([status, ads.length]).toEqual(['ok', 2])
  })

  it('is not a URL repeated in a note', () => {
    const note = '<div id="tads"><div>Paid for by A</div><span>https://www.a.example</span></div>'
    expect(read(`${textAd}${note}${organic}`).status).toBe('ok')
  })

  const declared = (title: string, extra = '') =>
    `<div data-text-ad="1"><a data-rw="/aclk?ai=9" href="https://www.b.example/">${title}<span>https://www.b.example</span></a><div>Half price on all running shoes until Sunday, with free returns.</div>${extra}</div>`

  it.each([
    ['with a heading of Google’s below its text', declared('<div>B</div>', '<h4>People also search for</h4>'), []],
    ['with headings only in its sitelinks', declared('<div>B</div>', '<h3><a href="/aclk?ai=10">Sale</a></h3>'), []],
    [
      'without a displayed URL, above one with a displayed URL',
      `<ol><li><h3><a href="/aclk?ai=2">B</a></h3><div>What B says.</div></li><li>${textAd}</li></ol>`,
      ['B', 'A'],
    ],
    [
      'whose neighbour in the group has sitelinks with headings',
      `<div>${declared('<div>B</div>')}${textAd.replace('What A', '<h3><a href="/aclk?ai=3">Sale</a></h3>What A')}</div>`,
      ['A'],
    ],
  ])('may be an ad %s', (_, html, expected) => {
    const page = read(`<div id="tads">${html}</div>${organic}`)
    expect([page.status, page.ads.map(({ title }) => title)]).toEqual(['layout_changed', expected])
  })

  const store = encodeURIComponent('https://play.google.com/store/apps/details?id=example.steps')
  it.each([
    'Ad · App Store',
    'Ad · Google Play',
    'Anzeige · App Store',
    'Annonce · Google Play',
    'Хвалба · Google Play',
    '広告 • App Store',
  ])('is not an app ad with the label %j that was read', (label) => {
    for (const link of [
      'href="/aclk?ai=1"',
      'href="/goto?url=CAES1" data-pcu="https://apps.apple.com/"',
      `href="/aclk?ai=1&adurl=${store}"`,
    ]) {
      for (const html of [
        `<div data-text-ad="1"><a ${link}><div role="heading">Steps</div><div>${label}</div></a><div>Counts every step.</div></div>`,
        `<div data-text-ad="1"><div><span>${label}</span></div><a ${link}><div role="heading">Steps</div></a><div>Counts every step.</div></div>`,
      ]) {
        expect(read(`<div id="tads">${html}</div>${organic}`), html).toMatchObject({
          status: 'ok',
          ads: [{ kind: 'app', title: 'Steps', displayed_url: null, description: 'Counts every step.' }],
        })
      }
    }
  })

  it('is an ad that mentions a store only in its text', () => {
    const html = '<div data-text-ad="1"><a href="/aclk?ai=1"><h3>Steps</h3></a><div>Get it on Google Play.</div></div>'
    expect(read(`<div id="tads">${html}</div>${organic}`)).toMatchObject({ status: 'layout_changed' })
  })

  it('may be a card without a price next to offers that were read', () => {
    const card = (at: number, price: string) =>
      `<div><a data-rw="/aclk?ai=W${at}" href="https://tours.example/${at}"><img src="x" alt=""><div>Boat tour ${at}</div>${price}</a></div>`
    const html = `<div role="list">${card(1, '<div>€45</div><div>Sailaway</div>')}${card(2, '<div>€60</div><div>Sailaway</div>')}CARD</div>${organic}`
    expect(read(html.replace('CARD', card(3, '<div>Sailaway</div>'))).status).toBe('layout_changed')
    expect(read(html.replace('CARD', '<a href="/aclk?ai=W4"><span>View all</span></a>'))).toMatchObject({
      status: 'ok',
      ads: [{ title: 'Boat tour 1' }, { title: 'Boat tour 2' }],
    })
  })
})
