import { describe, expect, it } from 'vitest'
import { organic, read } from '../fixtures.ts'
import { withoutNames } from './field-score.ts'

/** A text ad, which each variant renders in different markup. */
interface Advert {
  title: string
  host: string
  shown: string
  text: string
  /** The click counter. */
  counter: string
}

const adverts: Advert[] = [
  [
    'Running Shoes Sale - Free Returns',
    'fleet.example',
    'https://www.fleet.example › sale',
    'Light shoes for long roads.',
  ],
  [
    'Trail Runners by Sohle & Sohn',
    'sohle.example',
    'https://outlet.sohle.example',
    'Last year’s models, this year’s miles.',
  ],
].map(([title = '', host = '', shown = '', text = ''], at) => {
  return { title, host, shown, text, counter: `https://www.google.com/aclk?sa=L&amp;ai=DC${at}&amp;adurl=` }
})

const escaped = (text: string) => text.replaceAll('&', '&amp;')
const direct = ({ host }: Advert) => `https://www.${host}/landing`
const heading = ({ title }: Advert) => `<div role="heading" aria-level="3"><span>${escaped(title)}</span></div>`
const shownUrl = ({ shown }: Advert) => `<span>${shown}</span>`
const said = ({ text }: Advert) => `<div><div>${text}</div></div>`

/** An ad in the markup of 2021, with replaceable parts. */
const advert =
  (part: (ad: Advert) => { link?: string; heading?: string; shown?: string; text?: string; more?: string }) =>
  (ad: Advert) => {
    const own = part(ad)
    const link = own.link ?? `data-rw="${ad.counter}" href="${direct(ad)}"`
    return `<div><div><a ${link}>${own.shown ?? shownUrl(ad)}${own.heading ?? heading(ad)}</a></div>${own.text ?? said(ad)}${own.more ?? ''}</div>`
  }
const plain = advert(() => ({}))
const results = `<div><a href="https://www.runners.example/guide"><h3>How to choose shoes</h3><cite>https://www.runners.example › guide</cite></a><div>Start with your foot.</div></div>${organic}`
const main = (html: string) => `<div role="main"><div>${html}</div></div>`
const above = (html: string) => main(`<div>${html}</div>${results}`)

/** Two ads above two results. */
const forms: Record<string, (ad: Advert) => string> = {
  'without a container': plain,
  'with data-text-ad': (ad) => `<div data-text-ad="1">${plain(ad)}</div>`,
  'with a label in each': (ad) => `<div><span>Sponsored</span>${plain(ad)}</div>`,
  'with a label before the displayed URL, in its line': advert(({ shown }) => ({
    shown: `<div><span>Ad<span>·</span></span><span>${shown}</span></div>`,
  })),
  'with a label in the displayed URL’s element': advert(({ shown }) => ({ shown: `<span>Annonce · ${shown}</span>` })),
  'with the advertiser’s name': advert(({ shown, host }) => ({
    shown: `<div><span>${host.split('.')[0]}</span></div><div><span>${shown}</span></div>`,
  })),
  'with the click counter in href': advert(({ counter, host }) => ({
    link: `href="${counter}https://www.${host}/landing"`,
  })),
  'with the click counter in data-arwt': advert((ad) => ({ link: `data-arwt="${ad.counter}" href="${direct(ad)}"` })),
  'with the click counter in data-tu': advert((ad) => ({ link: `data-tu="${ad.counter}" href="${direct(ad)}"` })),
  'with the click counter in ping': advert((ad) => ({ link: `ping="${ad.counter}" href="${direct(ad)}"` })),
  'with the click counter in a script of the link': advert((ad) => ({
    link: `onmousedown="this.href='${ad.counter}'" href="${direct(ad)}"`,
  })),
  'with a relative click counter': advert((ad) => ({
    link: `data-rw="${ad.counter.replace('https://www.google.com', '')}" href="${direct(ad)}"`,
  })),
  'with an opaque link and the sites to connect to': advert(({ host, counter }) => ({
    link: `href="/goto?url=CAES${counter.slice(-12, -10)}" data-pcu="https://ads.counter.example/,https://www.${host}/"`,
  })),
  'with an opaque link and nothing else': advert(({ host }) => ({ link: `href="/goto?url=CAES${host}"` })),
  'with an h3 around the link': (ad) =>
    `<div><h3><a href="${ad.counter}${direct(ad)}">${escaped(ad.title)}</a></h3><div>${shownUrl(ad)}</div>${said(ad)}</div>`,
  'with an h3 in the link': advert(({ title }) => ({ heading: `<h3>${escaped(title)}</h3>` })),
  'with a span as heading': advert(({ title }) => ({ heading: `<span role="heading">${escaped(title)}</span>` })),
  'with a second-level heading': advert(({ title }) => ({ heading: `<h2>${escaped(title)}</h2>` })),
  'with the title in pieces': advert(({ title }) => ({
    heading: `<h3>${escaped(title)
      .split(' ')
      .map((word, at) => (at % 2 ? `<b>${word}</b>` : `<em>${word}</em>`))
      .join(' ')}</h3>`,
  })),
  'with a hidden counted link before the direct one': (ad) =>
    `<div><div><a style="display:none" href="${ad.counter}"></a><a href="${direct(ad)}"><h3>${escaped(ad.title)}</h3><div>${shownUrl(ad)}</div></a></div>${said(ad)}</div>`,
  'with an empty counted link before the direct one': (ad) =>
    `<div><div><a href="${ad.counter}"></a><a href="${direct(ad)}"><h3>${escaped(ad.title)}</h3><div>${shownUrl(ad)}</div></a></div>${said(ad)}</div>`,
  'with the displayed URL below the title': (ad) =>
    `<div><a data-rw="${ad.counter}" href="${direct(ad)}">${heading(ad)}${shownUrl(ad)}</a>${said(ad)}</div>`,
  'with the displayed URL outside the link': (ad) =>
    `<div><a data-rw="${ad.counter}" href="${direct(ad)}">${heading(ad)}</a><div>${shownUrl(ad)}</div>${said(ad)}</div>`,
  'with the displayed URL in a cite': advert(({ shown }) => ({ shown: `<cite>${shown}</cite>` })),
  'with the displayed URL in pieces': advert(({ shown }) => ({
    shown: `<span data-dtld="x">${shown.replace(/www\.|outlet\./, (part) => `<b>${part}</b>`)}</span>`,
  })),
  'with the displayed URL twice, for screen readers too': advert(({ shown }) => ({
    shown: `<span style="display:none">${shown}</span><div><span>${shown}</span></div>`,
  })),
  'with sitelinks as headings': advert((ad) => ({
    more: ['Women', 'Men']
      .map(
        (name) =>
          `<div><h3><a data-rw="${ad.counter}${name}" href="${direct(ad)}/${name}">${name}</a></h3><div>All sizes for ${name}.</div></div>`,
      )
      .join(''),
  })),
  'with sitelinks in a list': advert((ad) => ({
    more: `<ul><li><a data-rw="${ad.counter}w" href="${direct(ad)}/w">Women</a></li><li><a data-rw="${ad.counter}m" href="${direct(ad)}/m">Men</a></li></ul>`,
  })),
  'with sitelinks in a table': advert((ad) => ({
    more: `<table><tr><td><a href="${ad.counter}${direct(ad)}/w">Women</a></td><td><a href="${ad.counter}${direct(ad)}/m">Men</a></td></tr></table>`,
  })),
  'with a rating in between': advert(() => ({
    more: '<div><span>4.6</span><span role="img" aria-label="Rated 4.6 out of 5"></span><span>(1,234)</span></div>',
  })),
  'with a phone number next to the displayed URL': (ad) =>
    `<div><a data-rw="${ad.counter}" href="${direct(ad)}">${shownUrl(ad)}${heading(ad)}</a><span>(020) 7946 0123</span>${said(ad)}</div>`,
  'with a dialog inside': advert(({ shown }) => ({
    more: `<div role="dialog"><div>${shown}</div><div role="heading">My Ad Center</div><a href="https://adssettings.google.com/x">Why this ad?</a></div>`,
  })),
  'with comments in between': (ad) =>
    `<!--a-->${plain(ad).replaceAll('</div>', '</div><!-- <a href="/aclk?ai=9"> -->')}`,
  'with ten wrappers around each': (ad) => `${'<div>'.repeat(10)}${plain(ad)}${'</div>'.repeat(10)}`,
  'with a favicon and an image': advert(({ shown }) => ({
    shown: `<span><img src="data:," alt=""></span><span>${shown}</span>`,
    more: '<div><img src="https://encrypted-tbn0.gstatic.com/x" alt=""></div>',
  })),
  'as sections': (ad) =>
    `<section>${plain(ad).replaceAll('<div', '<section').replaceAll('</div', '</section')}</section>`,
  'as custom elements': (ad) =>
    `<g-card>${plain(ad).replaceAll('<div', '<g-block').replaceAll('</div', '</g-block').replaceAll('<g-block role="heading"', '<g-block role="heading"')}</g-card>`,
}

const groups: Record<string, (ads: string[]) => string> = {
  'in #tads': (ads) => above(`<div id="tads" aria-label="Ads" role="region">${ads.join('')}</div>`),
  'below one label for the group': (ads) =>
    above(`<div><div role="heading"><span>Sponsored results</span></div>${ads.join('')}</div>`),
  'above a button that hides them': (ads) =>
    above(`${ads.join('')}<div role="button" tabindex="0"><span>Hide sponsored results</span></div>`),
  'in an ordered list': (ads) => above(`<ol>${ads.map((ad) => `<li>${ad}</li>`).join('')}</ol>`),
  'in a table': (ads) => above(`<table>${ads.map((ad) => `<tr><td>${ad}</td></tr>`).join('')}</table>`),
  'in sections': (ads) => above(ads.map((ad) => `<section><article>${ad}</article></section>`).join('')),
  'side by side in one element with the results': (ads) => main(ads.join('') + results),
  'with empty slots before and after': (ads) =>
    above(`<div data-text-ad="1"></div><div id="tads"></div>${ads.join('')}<div data-ta-slot="3"></div>`),
  'with parts filled in by a script': (ads) =>
    above(`<div aria-hidden="true"><div></div></div><template>${ads.join('')}</template>${ads.join('')}`),
  'with a hidden copy for another view': (ads) =>
    above(`<div>${ads.join('')}</div><div style="display:none">${ads.join('')}</div>`),
  'on a right-to-left page': (ads) => `<html dir="rtl"><body>${above(ads.join(''))}</body></html>`,
  'below a heading of search suggestions': (ads) =>
    above(`<div><h3>Ads</h3><a href="/search?q=shoe+ads">shoe ads</a></div>${ads.join('')}`),
}

const places: [string, (ads: string) => string, string][] = [
  ['only below the results', (ads) => main(`${results}<div>${ads}</div>`), 'bottom'],
  ['between the results', (ads) => main(`${results}<div>${ads}</div>${results}`), 'middle'],
  ['next to the results', (ads) => `${main(results)}<div role="complementary">${ads}</div>`, 'right'],
  [
    'in another cell of the results’ row',
    (ads) => `<table><tr><td>${results}</td><td>${ads}</td></tr></table>`,
    'right',
  ],
  ['above the results', above, 'top'],
]

const labels =
  'Anzeige Annonce Anuncio Annuncio Patrocinado Gesponsord Reklama Реклама 広告 광고 广告 โฆษณา إعلان מודעה विज्ञापन'

const shown = (html: string) => {
  const { status, ads } = read(html)
  return [
    status,
    ...ads.map(({ kind, title, displayed_url, description, url }) => [
      kind,
      title,
      displayed_url,
      description,
      URL.parse(url ?? '')?.hostname.replace(/^(?:www|outlet)\./, ''),
    ]),
  ]
}
const expected = (status: string, text: (ad: Advert) => string | null = (ad) => ad.text) => [
  status,
  ...adverts.map((ad) => ['text', ad.title, ad.shown, text(ad), ad.host]),
]

const bareness: [string, (html: string) => string][] = [
  ['unchanged', (html) => html],
  ['without class names and ids', withoutNames],
]

describe.each(bareness)('text ads %s', (_, change) => {
  it.each(Object.entries(forms))('%s are read once each', (name, form) => {
    const html = above(adverts.map(form).join(''))
    expect([name, ...shown(change(html))]).toEqual([name, ...expected('ok')])
  })

  it.each(Object.entries(groups))('%s are read once each', (_, group) => {
    expect(shown(change(group(adverts.map(plain))))).toEqual(expected('ok'))
  })

  it.each(places)('%s have their block', (_, place, block) => {
    const html = change(place(adverts.map(plain).join('')))
    expect(shown(html)).toEqual(expected('ok'))
    expect(read(html).ads.map((ad) => [ad.block, ad.position])).toEqual([
      [block, 1],
      [block, 2],
    ])
  })

  it.each(labels.split(' '))('are read once each with the label %s', (label) => {
    const html = above(adverts.map((ad) => `<div><div><span>${label}</span></div>${plain(ad)}</div>`).join(''))
    expect(shown(change(html))).toEqual(expected('ok'))
  })

  it('are read once each on the page for old phones', () => {
    const lite = ({ title, host, counter, shown: url, text }: Advert) =>
      `<div><div><a href="${counter}https://www.${host}/"><h3>${escaped(title)}</h3></a><span>Ad</span> <span>${url}</span><br>${text}</div></div>`
    const result = (name: string) =>
      `<div><a href="/url?q=https://${name}.example/&amp;sa=U"><h3><div>${name}</div></h3><div>${name}.example</div></a></div>`
    const html = `${adverts.map(lite).join('')}${['one', 'two', 'three'].map(result).join('')}`
    expect(shown(change(html))).toEqual(expected('ok'))
  })

  it('raise an alarm instead of no_ads without displayed URLs', () => {
    const html = above(adverts.map(advert(() => ({ shown: '' }))).join(''))
    expect(read(change(html))).toMatchObject({
      status: 'layout_changed',
      ads: adverts.map(({ title }) => ({ title, displayed_url: null })),
    })
  })

  it('are not mistaken for a notice about why ads are shown', () => {
    const why = '<div><a data-pcu href="https://adssettings.google.com/whythisad">Why this ad?</a></div>'
    const suggestions = '<div><h3>Ads</h3><a href="/search?q=ads">ads manager</a></div>'
    const slots = '<div id="tads"></div><div id="bottomads"></div><div data-text-ad="1"></div>'
    expect(read(change(above(why + suggestions + slots)))).toEqual({ status: 'no_ads', ads: [] })
  })
})
