import { describe, expect, it } from 'vitest'
import { fixtures, read, searchAnswer } from '../fixtures.ts'

describe('a result page', () => {
  it.each(fixtures)('of the fixture $name is read as its author wrote it', ({ html, answer, expected }) => {
    expect(read(html, answer)).toEqual(expected)
  })

  it('gives its number to its ads', () => {
    const { html, answer } = fixtures.find(({ name }) => name === 'text-2021-data-rw') as (typeof fixtures)[0]
    expect(read(html, { ...answer, page: 7 }).ads.map((ad) => ad.page)).toEqual([7, 7])
  })

  it('never gives an address of Google for an ad', () => {
    const urls = fixtures.flatMap(({ html, answer }) =>
      read(html, answer).ads.flatMap((ad) => [ad.url, ...ad.sitelinks.map((link) => link.url)]),
    )
    expect(urls.length).toBeGreaterThan(30)
    expect(urls.filter((url) => url !== null && /google|doubleclick/.test(new URL(url).hostname))).toEqual([])
  })
})

const pagesOfText = fixtures.filter(({ expected }) => expected.ads.some((ad) => ad.kind === 'text'))
const pagesOfAds = fixtures.filter(({ expected }) => expected.status === 'ok')

/** The ads less where they stand: ids name the blocks, and these changes take them away. */
const said = (html: string) => read(html).ads.map(({ block: _, position: __, ...ad }) => ad)

describe('a changed layout', () => {
  const renamings: [string, (html: string) => string][] = [
    ['other class names', (html) => html.replace(/class="[^"]*"/g, 'class="zz9"')],
    ['no class names and ids', (html) => html.replace(/ (?:class|id)="[^"]*"/g, '')],
    ['sections for divs', (html) => html.replace(/<(\/?)div/g, '<$1section')],
    ['no data-text-ad and data-ta-*', (html) => html.replace(/ data-(?:text-ad|ta-[a-z-]+)(?:="[^"]*")?/g, '')],
    ['no data-pcu', (html) => html.replace(/ data-pcu="[^"]*"(?=[^>]*data-rw)/g, '')],
  ]
  describe.each(renamings)('with %s', (_, change) => {
    it.each(pagesOfAds)('changes nothing about $name', ({ html, expected }) => {
      expect(change(html)).toBeTypeOf('string')
      expect(said(change(html))).toEqual(expected.ads.map(({ block: _, position: __, ...ad }) => ad))
    })
  })

  it.each(pagesOfText)('that takes the headings out of $name is noticed', ({ html }) => {
    const bare = html.replace(/ role="heading"/g, '').replace(/<(\/?)h[1-6]/g, '<$1div')
    expect(read(bare).status).toBe('layout_changed')
  })

  it.each(pagesOfText)('that takes the displayed addresses out of $name is noticed', ({ html, expected }) => {
    const shown = expected.ads.flatMap((ad) => ad.displayed_url ?? [])
    const bare = html
      .replace(/<cite[\s\S]*?<\/cite>/g, '')
      .replace(/<span[^>]*>(?:\u202a)?(?:https?:\/\/|www\.|wholesale\.)[^<]*<\/span>/g, '<span></span>')
    for (const address of shown) expect(bare).not.toContain(`>${address}</span>`)
    const page = read(bare)
    expect(page.status).toBe('layout_changed')
    expect(page.ads.length).toBeLessThanOrEqual(expected.ads.length)
  })

  it('that takes one of several headings keeps the other ads, and is noticed', () => {
    const { html } = fixtures.find(({ name }) => name === 'text-2025-group') as (typeof fixtures)[0]
    const page = read(html.replace('<div aria-level="3" role="heading"><span>Whole', '<div><span>Whole'))
    expect(page.status).toBe('layout_changed')
    expect(page.ads.map((ad) => ad.title)).toEqual(['Filters by Quelle'])
  })

  it('that leaves an ad link alone is noticed', () => {
    const html = '<body><form><input name=q value=x></form><a href="/aclk?sa=l&ai=D1">Something new</a></body>'
    expect(read(html)).toEqual({ status: 'layout_changed', ads: [] })
  })
})

describe('an ad', () => {
  const organic =
    '<div><a href="https://organic.example/"><h3>Organic</h3><cite>https://organic.example</cite></a></div>'
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

  it('may be one link as a whole', () => {
    const html = `<div><a data-rw="/aclk?ai=1" href="https://shop.example/x"><div><span>Shop</span> <span data-dtld="shop.example">https://www.shop.example</span></div><div role="heading">The title</div><div>What it has to say.</div></a></div>`
    expect(only(html)).toEqual([
      ['The title', 'https://shop.example/x', 'https://www.shop.example', 'What it has to say.', 'Shop'],
    ])
  })

  it('may have an advertiser whose name reads like an address', () => {
    const html = `<div><a data-rw="/aclk?ai=1" href="https://www.booking.com/x"><div role="heading">Hotels</div><div><div>Booking.com</div><span>booking.com</span></div></a><div>Find a place to stay.</div></div>`
    expect(only(html)).toEqual([
      ['Hotels', 'https://www.booking.com/x', 'booking.com', 'Find a place to stay.', 'Booking.com'],
    ])
  })

  it('may keep its click counter in any attribute', () => {
    for (const name of ['onmousedown', 'data-tu', 'data-arwt', 'data-next-years-name']) {
      const html = `<div><a href="https://a.example/l" ${name}="f('https://www.google.com/aclk?sa=L&ai=1')"><h3>A</h3><div>www.a.example</div></a><div>What A has to say.</div></div>`
      expect(only(html)).toEqual([['A', 'https://a.example/l', 'www.a.example', 'What A has to say.', null]])
    }
  })

  it('needs no element of its own around it', () => {
    const one = (name: string) =>
      `<h3><a href="/aclk?ai=${name}&adurl=http://${name}.example/">Ad ${name}</a></h3><cite>www.${name}.example/</cite><p>What ${name} has to say.</p>`
    expect(only(`<div>${one('a')}${one('b')}</div>`)).toEqual([
      ['Ad a', 'http://a.example/', 'www.a.example/', 'What a has to say.', null],
      ['Ad b', 'http://b.example/', 'www.b.example/', 'What b has to say.', null],
    ])
    expect(read(`<div>${one('a')}${one('b')}</div>${organic}`).ads.flatMap((ad) => ad.sitelinks)).toEqual([])
  })

  it('counts twice when it stands there twice', () => {
    const one = '<div><a href="/aclk?ai=1"><h3>A</h3><div>www.a.example</div></a><div>What A has to say.</div></div>'
    expect(only(one + one)).toHaveLength(2)
  })
})

describe('opaque links', () => {
  const result = (href: string, name: string) =>
    `<div><a href="${href}"><div role="heading" aria-level="3">${name}</div><cite>https://www.${name}.example</cite></a></div>`

  const uncited = (html: string) => html.replace(/cite>/g, 'span>')

  it('are ads where results lead out directly', () => {
    const page = read(uncited(result('/goto?url=CAES1', 'one')) + result('https://www.two.example/', 'two'))
    expect(page.ads.map(({ title, url }) => ({ title, url }))).toEqual([
      { title: 'one', url: 'https://www.one.example/' },
    ])
  })

  it('are results where all links are opaque and nothing marks them', () => {
    const page = read(result('/goto?url=CAES1', 'one') + result('/goto?url=CAES2', 'two'))
    expect(page).toEqual({ status: 'no_ads', ads: [] })
  })

  it('are results where most are opaque, those in cards without an address too', () => {
    const video = (at: number) => `<div><a href="/goto?url=CAESv${at}"><div role="heading">Video ${at}</div></a></div>`
    const html = result('https://www.two.example/', 'two') + result('/goto?url=CAES1', 'one') + video(1) + video(2)
    expect(read(html)).toEqual({ status: 'no_ads', ads: [] })
  })

  it('are results where their address is cited as a result’s is', () => {
    const page = read(result('/goto?url=CAES1', 'one') + result('https://www.two.example/', 'two'))
    expect(page).toEqual({ status: 'no_ads', ads: [] })
  })

  it('of products that nobody paid for are no ads, whatever numbers their tiles carry', () => {
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

  it('of one product are told by the title that they share, each with a token of its own', () => {
    const tile = (at: number) =>
      `<div><a href="/goto?url=CAESi${at}" data-merchant-id="1"><img src="x" alt=""></a><div role="heading"><a href="/goto?url=CAESt${at}" data-merchant-id="1">Shoe ${at}</a></div><div>$${at}9.99</div><div>Shop</div><div data-merchant-id="1"><a href="/goto?url=CAESh${at}"><span>Shoe ${at} in all its length</span><div>$${at}9.99</div><div>Shop</div></a></div></div>`
    const page = read(`<div><h3>Sponsored</h3><div>${tile(1)}${tile(2)}</div></div>${result('/goto?url=CAES1', 'one')}`)
    expect([page.status, page.ads.map(({ title }) => title)]).toEqual(['ok', ['Shoe 1', 'Shoe 2']])
  })

  it('may stand beside the heading in what says of itself to be an ad', () => {
    const ad =
      '<div data-text-ad="1"><div role="heading" aria-level="3">Apple pies</div><span role="text">https://pies.example</span><a href="/goto?url=CAESx">Apple pies</a><div>Fresh pies each day of the week.</div></div>'
    expect(read(ad + result('/goto?url=CAES2', 'two'))).toMatchObject({
      status: 'ok',
      ads: [{ title: 'Apple pies', url: 'https://pies.example/', description: 'Fresh pies each day of the week.' }],
    })
  })

  it('name no page beyond the origin that fits the displayed address', () => {
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

describe('a page with more ads than were read', () => {
  const organic =
    '<div><a href="https://organic.example/"><h3>Organic</h3><cite>https://organic.example</cite></a></div>'
  const ad =
    '<div><a href="/aclk?ai=1"><h3>A</h3><span>https://www.a.example</span></a><div>What A has to say.</div></div>'
  const titles = (html: string) => read(html).ads.map(({ title }) => title)

  it('is noticed when an ad link stands by itself among the results', () => {
    const row = '<div><a href="/aclk?ai=2"><span>Hotels.example</span></a><span>$120</span></div>'
    expect(read(`${ad}${organic}${row}`)).toMatchObject({ status: 'layout_changed', ads: [{ title: 'A' }] })
  })

  it('is noticed when a title holds nothing', () => {
    const page = read(`${ad}${ad.replace('<h3>A</h3>', '<h3></h3>')}${organic}`)
    expect([page.status, page.ads.length]).toEqual(['layout_changed', 1])
  })

  it('is noticed by the label alone, where nothing else marks its links', () => {
    const unmarked = ad.replace('/aclk?ai=1', 'https://www.a.example/')
    for (const label of ['Sponsored results', 'Gesponserte Ergebnisse', 'スポンサー']) {
      const html = `<div><div role="heading"><span>${label}</span></div><div>${unmarked}</div></div>${organic}`
      expect(read(html)).toEqual({ status: 'layout_changed', ads: [] })
    }
  })

  it.each([
    ['a heading of search suggestions', '<div><h3>Ads</h3><a href="/search?q=ads+manager">ads manager</a></div>'],
    ['the name of a site', '<div><a href="https://ads.example/"><div>Sponsored</div><h3>Sponsored</h3></a></div>'],
    ['a word of a result', '<div><a href="https://b.example/"><h3>B</h3></a><p><em>Ad</em></p><p>Ad</p></div>'],
  ])('is not one where the label is %s', (_, html) => {
    expect(read(html + organic).status).toBe('no_ads')
  })

  it('is not one with a result between its ads', () => {
    const html = `<div role="region" aria-label="Ads">${ad}${organic}${ad.replace('<h3>A', '<h3>B')}</div>${organic}`
    expect([read(html).status, titles(html)]).toEqual(['ok', ['A', 'B']])
  })
})

describe('a result', () => {
  const ad =
    '<div><a href="/aclk?ai=1"><h3>A</h3><span>https://www.a.example</span></a><div>What A has to say.</div></div>'

  it.each(['https://play.google.com/store/apps/details?id=x', '/url?q=https://play.google.com/store/apps&sa=U'])(
    'may be a page of Google’s own: %s',
    (href) => {
      const result = `<div><div><a href="${href}"><h3>App</h3></a><cite>https://play.google.com › store › apps</cite></div><div>An app.</div></div>`
      for (const html of [ad + result, result + ad]) {
        expect(read(html)).toMatchObject({ status: 'ok', ads: [{ title: 'A' }] })
      }
      expect(read(result)).toEqual({ status: 'no_ads', ads: [] })
    },
  )

  it('is no ad because its own address reads like a click counter', () => {
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

describe('local service ads', () => {
  const organic =
    '<div><a href="https://organic.example/"><h3>Organic</h3><cite>https://organic.example</cite></a></div>'
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

  it('are not what a single business’s own panel links to', () => {
    expect(read(`<div>${card(1)}</div>${organic}`)).toEqual({ status: 'no_ads', ads: [] })
  })
})

describe('a page without evidence', () => {
  it.each([
    [403, 'blocked'],
    [500, 'blocked'],
    [503, 'blocked'],
    [404, 'error'],
    [200, 'error'],
    [429, 'captcha'],
  ])('with status %i is %s, never free of ads', (status, expected) => {
    expect(read('<p>Nothing to see</p>', { ...searchAnswer, status })).toEqual({ status: expected, ads: [] })
  })

  it.each([
    '<p>Your search - <em>zxqv plonk</em> - did not match any documents.</p>',
    '<p><span><span><span><span><span>Your search - <em>zxqv plonk</em> - did not match</span></span></span></span></span></p>',
    '<div>Your search - <span style="font-weight:bold">zxqv plonk</span> - did not match any documents.</div>',
    '<div role="heading">No results found for <span>"zxqv plonk"</span>.</div>',
    '<div>Es wurden keine mit deiner Suchanfrage <b>„Zxqv plonk“</b> übereinstimmenden Dokumente gefunden.</div>',
    '<div><span>「zxqv plonk」</span>に一致する情報は見つかりませんでした。</div>',
    '<div>找不到和您查询的“<b>zxqv plonk</b>”相符的内容或信息。</div>',
  ])('but a sentence that quotes the search says that nothing was found: %s', (sentence) => {
    const html = `<form action="/search"><textarea name="q">zxqv plonk</textarea></form>${sentence}`
    expect(read(html)).toEqual({ status: 'no_results', ads: [] })
  })

  it('is no page that found nothing where it leads to somebody in a way that is not understood', () => {
    const html = `<form action="/search"><input name="q" value="plonk"></form><div>More about <span>plonk</span></div><a href="https://a.example/">a</a>`
    expect(read(html).status).toBe('error')
  })

  it.each([
    [
      'a captcha',
      '<form action="CaptchaRedirect"><img src="/sorry/image?id=1"><input name="captcha"></form>',
      'captcha',
    ],
    ['a consent form of 2020', '<form action="https://consent.google.com/s" method="POST"></form>', 'consent'],
    ['a consent form elsewhere', '<form action="https://consent.google.com.br/save?x=1"></form>', 'consent'],
  ])('with %s says so', (_, html, expected) => {
    expect(read(html, { ...searchAnswer, status: 503 })).toEqual({ status: expected, ads: [] })
  })

  it('is not taken for results because its tabs repeat a query that is an address', () => {
    const tabs = '<a href="/search?q=https://shop.example/&tbm=isch"><h3>Images</h3></a>'
    expect(read(`<form><input name=q value="https://shop.example/"></form>${tabs}`).status).toBe('error')
  })
})
