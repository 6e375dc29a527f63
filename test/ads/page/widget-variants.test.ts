import { describe, expect, it } from 'vitest'
import { organic, read, textAd } from '../fixtures.ts'
import { withoutNames } from './field-score.ts'

const picture = '<img src="https://encrypted-tbn0.gstatic.com/x" alt="">'
const counter = (name: string, rest = '') => `/aclk?sa=l&amp;ai=D${name}${rest}&amp;adurl=`
const page = (html: string) => `<div role="main"><div><div>${html}</div>${organic}</div></div>`
const dollars = (at: number) => `$${at}9.99`

const offers = ['Blue mug 0.3 l', 'Teapot of black iron', 'Six white cups'].map((name, at) => {
  return { name, price: dollars(at + 1), shop: `Shop ${at + 1}`, at: at + 1 }
})
type Offer = (typeof offers)[number]

const below = ({ price, shop }: Offer) => `<div>${price}</div><div>${shop}</div>`
const cards: Record<string, (offer: Offer) => string> = {
  'with one link for all': (one) =>
    `<div><a href="${counter(`T${one.at}`, '&amp;ctype=5')}">${picture}<div>${one.name}</div>${below(one)}</a></div>`,
  'with a link for the image and one for the name': (one) => {
    const href = counter(`T${one.at}`, '&amp;ctype=5')
    return `<div><a href="${href}">${picture}</a><a href="${href}"><h4>${one.name}</h4></a>${below(one)}</div>`
  },
  'with an empty link over the card, with a complete label': (one) =>
    `<div><a href="${counter(`T${one.at}`, '&amp;ctype=5')}" aria-label="${one.name} for ${one.price} from ${one.shop}"></a>${picture}<div role="heading">${one.name}</div>${below(one)}</div>`,
  'with the offer’s attributes': (one) =>
    `<div><a data-offer-id="${one.at}" data-merchant-id="7" href="${counter(`T${one.at}`)}">${picture}<div>${one.name}</div>${below(one)}</a></div>`,
  'with opaque links': (one) =>
    `<div><a data-offer-id="${one.at}" href="/goto?url=CAES${one.at}">${picture}<div>${one.name}</div>${below(one)}</a></div>`,
  'with counted direct links': (one) =>
    `<div><a data-rw="${counter(`T${one.at}`, '&amp;ctype=5')}" href="https://shop${one.at}.example/p">${picture}<div>${one.name}</div>${below(one)}</a></div>`,
  'with an image loaded by a script': (one) =>
    `<div><a href="${counter(`T${one.at}`, '&amp;ctype=5')}"><img data-src="https://x.example/p.jpg" alt=""><div>${one.name}</div>${below(one)}</a></div>`,
}

const carousels: Record<string, (tiles: string[]) => string> = {
  'side by side': (tiles) => `<div>${tiles.join('')}</div>`,
  'in a list': (tiles) => `<ul>${tiles.map((tile) => `<li>${tile}</li>`).join('')}</ul>`,
  'in a carousel with buttons and "View all"': (tiles) =>
    `<div><div><span>Sponsored</span></div><g-scrolling-carousel><div role="list">${tiles.map((tile) => `<div role="listitem">${tile}</div>`).join('')}</div><div role="button" aria-label="Next"></div></g-scrolling-carousel><a href="${counter('all', '&amp;ctype=107')}"><span>View all</span></a></div>`,
  'below a heading that is a link': (tiles) =>
    `<div><div><a href="${counter('head')}"><h3>Shop for mugs</h3></a></div><div>${tiles.join('')}</div></div>`,
  'in a right-hand rail': (tiles) => `<div role="complementary"><h2>Ads</h2>${tiles.join('')}</div>`,
  'below a text ad': (tiles) => `<div>${textAd}</div><div>${tiles.join('')}</div>`,
  'repeated hidden in a lightbox': (tiles) =>
    `<div>${tiles.join('')}</div><div style="display:none">${tiles.join('')}</div>`,
  'repeated visibly in a lightbox': (tiles) => `<div>${tiles.join('')}</div><g-lightbox>${tiles.join('')}</g-lightbox>`,
  'in ten wrappers': (tiles) => `${'<div>'.repeat(10)}${tiles.join('')}${'</div>'.repeat(10)}`,
}

const stays = ['Ribeira House', 'Casa do Rio'].map((name, at) => ({ name, price: dollars(at + 5), at }))
const hotel = ({ name, price, at }: (typeof stays)[number]) =>
  `<div role="listitem"><a href="${counter(`H${at}`)}https://stay.example/hotels/${at}">${picture}<div role="heading">${name}</div><div>${price}</div><div>Stay.example</div><div>4-star hotel</div></a></div>`

const declared = (html: string) => `<div data-text-ad="1">${html}</div>`
const business = (name: string, paid: string) =>
  `<div ${paid}><a data-cid="${name.length}" role="button"><div>${paid ? '<span>Sponsored</span>' : ''}<div role="heading">${name}</div><div>4.9 · Bicycle shop</div><div>12 Canal Street</div></div></a></div>`

/** The page's content, and its ads by kind and title. */
const widgets: Record<string, [html: string, ads: [kind: string, title: string | null][]]> = {
  'a call ad': [
    declared(
      `<a data-rw="${counter('c')}" href="tel:+15550104466"><span>Ad·</span><div role="heading">Call (555) 010-4466 - Quick Locksmiths</div></a><div>Locked out? We come.</div>`,
    ),
    [['call', 'Call (555) 010-4466 - Quick Locksmiths']],
  ],
  'an app ad': [
    declared(
      `<a data-rw="${counter('a')}" href="https://play.google.com/store/apps/details?id=x.y">${picture}<div role="heading">Streaks: Habit Tracker</div><div>4.7 · Free</div></a><div>One small habit at a time.</div><a href="${counter('i')}"><div>Install</div></a>`,
    ),
    [['app', 'Streaks: Habit Tracker']],
  ],
  'businesses, one of which has paid': [
    `<div><h3>Places</h3>${business('Spoke & Wheel', 'data-is-ad="1"')}${business('Uncle Bob’s Bikes', '')}</div>`,
    [['local', 'Spoke & Wheel']],
  ],
  'businesses that have not paid': [`<div><h3>Places</h3>${business('Bob', '')}${business('Ann', '')}</div>`, []],
  'hotels with links': [
    `<div><span>Sponsored</span><div role="list">${stays.map(hotel).join('')}</div></div>`,
    stays.map(({ name }) => ['hotel', name]),
  ],
  'hotels with Google’s links': [
    `<div><h2>Hotels</h2>${stays.map(({ name, price }) => `<a href="https://www.google.com/travel/hotels/entity/${name.length}">${picture}<div role="heading">${name}</div><div>${price}</div></a>`).join('')}<a href="/travel/search?q=porto">View hotels</a></div>`,
    [],
  ],
  'hotels with Google’s counted links': [
    `<div><h2>Hotels</h2>${stays.map(({ name, at }) => `<a data-rw="${counter(`g${at}`)}https://www.google.com/travel/hotels" href="https://www.google.com/travel/hotels/entity/${at}"><div role="heading">${name}</div></a>`).join('')}</div>`,
    [],
  ],
  'hotels without links': [
    `<div><span>Sponsored</span>${stays.map(({ name, price }) => `<div>${picture}<div>${name}</div><div>${price}</div></div>`).join('')}</div>`,
    [],
  ],
  'flights with Google’s links': [
    `<div><span>Sponsored</span><div><a data-rw="${counter('f')}https://www.google.com/travel/flights" href="https://www.google.com/travel/flights?q=rome"><h3>Flights to Rome</h3></a><div>from $120</div></div></div>`,
    [],
  ],
  'flights without links': [
    '<div><h3>Flights to Rome</h3><table><tr><td>ITA</td><td>2 h 40</td><td>$120</td></tr></table></div>',
    [],
  ],
  'a flights form': [
    '<div><span>Sponsored</span><form action="https://www.google.com/travel/flights"><input name="q"><button>Search flights</button></form></div>',
    [],
  ],
  'an app’s card that leads nowhere': [
    `<div><div>${picture}<div role="heading">Streaks</div><div>4.7 ★</div></div><div role="button">Install</div></div>`,
    [],
  ],
  '"why this ad" as a bubble': [
    '<div><span><a href="javascript:void(0)"></a><div>This ad is based on your search.</div></span></div>',
    [],
  ],
  '"why this ad" as a dialog': [
    '<div><div role="button" aria-label="Why this ad?"></div><div role="dialog"><div>Sponsored</div><a href="https://adssettings.google.com/">My Ad Center</a><a href="https://advertiser.example/" data-pcu="https://advertiser.example/">advertiser.example</a></div></div>',
    [],
  ],
  'account buttons': [
    '<div><a href="https://accounts.google.com/ServiceLogin" data-pcu="https://accounts.google.com/">Sign in</a><a href="https://myaccount.google.com/" data-rw="x">Account</a></div>',
    [],
  ],
  'Google’s own hints': [
    `<div id="taw"><a data-rw="${counter('k')}https://support.google.com/" href="https://support.google.com/websearch">Learn more about results</a></div>`,
    [],
  ],
  'empty slots': [
    '<div id="tads"><div data-ta-slot="0"><div data-text-ad="1"></div></div></div><div id="bottomads"></div><div data-pla="1"></div><div role="region" aria-label="Ads"><h1>Ads</h1></div>',
    [],
  ],
  'a label without an ad': ['<div><div><span>Sponsored</span></div></div>', []],
}

const shown = (html: string) => {
  const { status, ads } = read(html)
  return [status, ...ads.map(({ kind, title }) => [kind, title])]
}

describe.each<[string, (html: string) => string]>([
  ['unchanged', (html) => html],
  ['without class names and ids', withoutNames],
])('on pages %s', (_, change) => {
  const sold = offers.map(({ name }) => ['shopping', name])

  describe.each(Object.entries(cards))('cards %s', (_, card) => {
    it.each(Object.entries(carousels))('%s are read once each', (name, carousel) => {
      const html = change(page(carousel(offers.map(card))))
      expect(shown(html)).toEqual(['ok', ...(name === 'below a text ad' ? [['text', 'A']] : []), ...sold])
    })
  })

  it.each(Object.entries(widgets))('%s: reads every ad but nothing else', (_, [html, ads]) => {
    expect(shown(change(page(html)))).toEqual([ads.length > 0 ? 'ok' : 'no_ads', ...ads])
  })

  it.each(Object.entries(widgets))('%s next to a text ad: reads every ad without an alarm', (_, [html, ads]) => {
    const [status, ...others] = shown(change(page(`${textAd}<div>${html}</div>`)))
    expect([status, ...others.filter(([, title]) => title !== 'A')]).toEqual(['ok', ...ads])
    expect(others).toHaveLength(ads.length + 1)
  })
})
