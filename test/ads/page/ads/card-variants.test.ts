import { describe, expect, it } from 'vitest'
import { organic, read, textAd } from '../../fixtures.ts'

interface Product {
  name: string
  clipped: string
  price: string
  shop: string
  href: string
}

const products: Product[] = [
  ['Blue mug 0.3 l', 'Blue mug…', '$19.99', 'Cup Shop'],
  ['Teapot of black iron with a strainer', 'Teapot of black ir...', '$120.00', 'Kettles & Co'],
  ['Set of six white espresso cups', 'Set of six whi…', '$34.50', 'Porcelain House'],
].map(([name = '', clipped = '', price = '', shop = ''], at) => {
  return { name, clipped, price, shop, href: `/aclk?sa=l&ai=T${at}&ctype=5` }
})

const hebrew: Product[] = [
  ['ספל כחול 0.3 ליטר', 'ספל כחול…', '₪49.90', 'חנות הספלים'],
  ['קומקום ברזל שחור', 'קומקום ברזל…', '₪120.00', 'בית התה'],
].map(([name = '', clipped = '', price = '', shop = ''], at) => {
  return { name, clipped, price, shop, href: `/aclk?sa=l&ai=H${at}&ctype=5` }
})

const picture = '<img src="x.jpg" alt="">'
/** A card with different elements for its name, price or shop. */
const card =
  (part: (product: Product) => { name?: string; price?: string; shop?: string }, image = picture) =>
  (product: Product) => {
    const own = part(product)
    const name = own.name ?? `<div role="heading">${product.name}</div>`
    return `<div><a href="${product.href}">${image}</a><a href="${product.href}">${name}</a><div>${own.price ?? product.price}</div><div>${own.shop ?? product.shop}</div></div>`
  }

const namedTwice: Record<string, (product: Product) => string> = {
  'clipped and in full in one heading': card(({ name, clipped }) => ({
    name: `<div role="heading"><span aria-hidden="true">${clipped}</span><span class="sr">${name}</span></div>`,
  })),
  'in full and clipped in one heading': card(({ name, clipped }) => ({
    name: `<h3><span>${name}</span><span>${clipped}</span></h3>`,
  })),
  'once for each view, in one heading': card(({ name }) => ({
    name: `<h3><span class="wide">${name}</span><span class="narrow">${name}</span></h3>`,
  })),
  'once for each view, in one line without a heading': card(({ name }) => ({
    name: `<div><span>${name}</span> <span>${name}</span></div>`,
  })),
  'three times in one line': card(({ name, clipped }) => ({
    name: `<div><span>${clipped}</span><span>${name}</span><span>${name}</span></div>`,
  })),
  'in two headings, the first clipped': card(({ name, clipped }) => ({
    name: `<div role="heading">${clipped}</div><div role="heading">${name}</div>`,
  })),
  'in two lines of a heading': card(({ name, clipped }) => ({
    name: `<h3><div>${clipped}</div><div>${name}</div></h3>`,
  })),
  'in two lines, the second clipped': card(({ name, clipped }) => ({
    name: `<div>${name}</div><div>${clipped}</div>`,
  })),
  'clipped, with the full name in the link’s tooltip': card(({ name, clipped }) => ({
    name: `<div title="${name}"><span>${clipped}</span></div>`,
  })),
  'clipped, with an adjacent tooltip': card(({ name, clipped }) => ({
    name: `<div>${clipped}</div><div role="tooltip">${name}</div>`,
  })),
  'clipped, with the full name in hidden text': card(({ name, clipped }) => ({
    name: `<h3>${clipped}</h3><span style="display:none">${name}</span>`,
  })),
  'clipped, with everything in the card’s label': ({ name, clipped, price, shop, href }) =>
    `<div><a href="${href}" aria-label="${name} for ${price} from ${shop}">${picture}<div>${clipped}</div></a><div>${price}</div><div>${shop}</div></div>`,
  'after a screen reader’s label': card(({ name }) => ({
    name: `<div role="heading"><span class="sr">Product: ${name}</span><span>${name}</span></div>`,
  })),
}

const pricedAndSoldTwice: Record<string, (product: Product) => string> = {
  'prices once for each view': card(({ price }) => ({ price: `<span>${price}</span><span>${price}</span>` })),
  'prices after a screen reader’s label': card(({ price }) => ({
    price: `<span class="sr">Current price: ${price}</span><span aria-hidden="true">${price}</span>`,
  })),
  'shops once for each view': card(({ shop }) => ({ shop: `<span>${shop}</span><span>${shop}</span>` })),
  'shops clipped and in full': card(({ shop }) => ({ shop: `<span>${shop.slice(0, 5)}…</span><span>${shop}</span>` })),
  'shops clipped, with the full name in a tooltip': card(({ shop }) => ({
    shop: `<span title="${shop}">${shop.slice(0, 5)}...</span>`,
  })),
  'shops after a screen reader’s label': card(({ shop }) => ({ shop: `<div>From ${shop}</div><div>${shop}</div>` })),
  'ratings once for each view': card(({ shop }) => ({
    shop: `<div><span>4.6</span><span>4.6</span><span>(1K)</span></div><div>4.6 (1K)</div><div>${shop}</div>`,
  })),
}

const arranged: Record<string, (product: Product) => string> = {
  'the price before the name': ({ name, price, shop, href }) =>
    `<div><a href="${href}">${picture}<div>${price}</div><div role="heading">${name}</div></a><div>${shop}</div></div>`,
  'the price before a name without a heading': ({ name, price, shop, href }) =>
    `<div><a href="${href}">${picture}</a><div>${price}</div><a href="${href}"><div>${name}</div></a><div>${shop}</div></div>`,
  'the rating as an image’s label': card(({ shop }) => ({
    shop: `<div><span role="img" aria-label="Rated 4.6 out of 5"></span><span>(1,234)</span></div><div>${shop}</div>`,
  })),
  'two prices, the old one crossed out first': card(({ price }) => ({ price: `<s>$999.00</s> <span>${price}</span>` })),
  'two prices, the old one crossed out below': card(({ price }) => ({
    price: `<div>${price}</div><div><span style="text-decoration:line-through">$999.00</span></div>`,
  })),
  'a badge above the name': ({ name, price, shop, href }) =>
    `<div><div>SALE</div><a href="${href}"><img src="x.jpg" alt="${name}"></a><a href="${href}"><span>${name}</span></a><div>${price}</div><div>${shop}</div></div>`,
  'a delivery note': card(({ shop }) => ({ shop: `<div>Free delivery</div><div>${shop}</div>` })),
  'everything in one link': ({ name, price, shop, href }) =>
    `<a href="${href}">${picture}<div>${name}</div><div>${price}</div><div>${shop}</div></a>`,
}

const shown = (html: string) => {
  const { status, ads } = read(`<div>${html}</div>${organic}`)
  return [status, ...ads.map(({ kind, title, price, advertiser }) => [kind, title, price, advertiser])]
}
const expectedOf = (some: Product[]) => ['ok', ...some.map(({ name, price, shop }) => ['shopping', name, price, shop])]

describe.each(Object.entries({ ...namedTwice, ...pricedAndSoldTwice, ...arranged }))('cards with %s', (_, variant) => {
  it('are read once each, with their full texts', () => {
    expect(shown(`<div>${products.map(variant).join('')}</div>`)).toEqual(expectedOf(products))
  })

  it('give the same result if they have only an opaque link', () => {
    const html = products.map((one, at) => variant({ ...one, href: `/goto?url=CAESo${at}` })).join('')
    const offers = html.replaceAll('<a href', '<a data-offer-id="1" href')
    expect(shown(`<div data-ta-slot="0">${offers}</div>`)).toEqual(expectedOf(products))
  })
})

describe.each(Object.entries(namedTwice))('right-to-left cards with %s', (_, variant) => {
  it('are read once each, with their full texts', () => {
    expect(shown(`<div dir="rtl">${hebrew.map(variant).join('')}</div>`)).toEqual(expectedOf(hebrew))
  })
})

describe('cards', () => {
  const plain = card(() => ({}))
  it.each([
    ['a list', (cards: string[]) => `<ul>${cards.map((one) => `<li>${one}</li>`).join('')}</ul>`],
    [
      'a list of roles',
      (cards: string[]) => `<div role="list">${cards.map((one) => `<div role="listitem">${one}</div>`).join('')}</div>`,
    ],
    ['a table', (cards: string[]) => `<table><tr>${cards.map((one) => `<td>${one}</td>`).join('')}</tr></table>`],
    ['rows', (cards: string[]) => `<table>${cards.map((one) => `<tr><td>${one}</td></tr>`).join('')}</table>`],
  ])('inside %s are read once each', (_, around) => {
    expect(shown(around(products.map(plain)))).toEqual(expectedOf(products))
  })

  it('are read once each with texts in table cells', () => {
    const row = ({ name, price, shop, href }: Product) =>
      `<tr><td><a href="${href}">${picture}</a></td><td><a href="${href}">${name}</a></td><td>${price}</td><td>${shop}</td></tr>`
    expect(shown(`<table>${products.map(row).join('')}</table>`)).toEqual(expectedOf(products))
  })

  it('have no advertiser without a merchant', () => {
    const anonymous = card(() => ({ shop: '' }))
    const noted = card(() => ({ shop: '<div>4.5 (200)</div><div>Free delivery</div>' }))
    const expected = ['ok', ...products.map(({ name, price }) => ['shopping', name, price, null])]
    expect(shown(products.map(anonymous).join(''))).toEqual(expected)
    expect(shown(products.map(noted).join(''))).toEqual(expected)
  })

  it('count once if a carousel repeats them in truncated form', () => {
    const wide = products.map(card(() => ({})))
    const narrow = products.map((one) =>
      card(({ clipped }) => ({ name: `<div>${clipped}</div>` }))({
        ...one,
        href: `${one.href}&v=2`.replace('ai=T', 'ai=N'),
      }),
    )
    expect(shown(`<div>${wide.join('')}</div><div>${narrow.join('')}</div>`)).toEqual(expectedOf(products))
    const [status, ...ads] = shown(`<div>${narrow.join('')}</div><div>${wide.join('')}</div>`)
    expect([status, ...ads]).toEqual(expectedOf(products))
  })

  it('keep their visible name if only the image’s description is longer', () => {
    const [one] = products as [Product]
    const html = card(
      ({ clipped }) => ({ name: `<h4>${clipped}</h4>` }),
      `<img src="x.jpg" alt="${one.name} in a box">`,
    )(one)
    expect(shown(html)).toEqual(expectedOf([{ ...one, name: one.clipped }]))
  })

  it('stay separate if they differ in more than truncation', () => {
    const [one, , two] = products as [Product, Product, Product]
    const cards = [one, { ...two, name: 'Blue mug 0.5 l', price: one.price, shop: one.shop }]
    expect(shown(cards.map(plain).join(''))).toEqual(expectedOf(cards))
  })

  it.each(['Pizza Pizza', 'Bora Bora beach towel', 'New York New York'])(
    'keep a name that repeats a word: %s',
    (name) => {
      const cards = [{ ...(products[0] as Product), name }]
      expect(shown(cards.map(plain).join(''))).toEqual(expectedOf(cards))
    },
  )

  it('next to a text ad do not absorb parts of it', () => {
    const { status, ads } = read(`<div>${textAd}<div>${products.map(plain).join('')}</div></div>${organic}`)
    expect([status, ads.map(({ title }) => title)]).toEqual(['ok', ['A', ...products.map(({ name }) => name)]])
  })
})
