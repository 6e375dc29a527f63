import { describe, expect, it } from 'vitest'
import {
  clickCounterOf,
  createAdLink,
  hasAdMark,
  hasOfferAttributes,
  isAdGroup,
  isCertainAd,
  isDeclaredAd,
} from '../../../../src/ads/page/survey/ad-links.ts'
import { parse, select } from '../../fixtures.ts'

const elementOf = (html: string, selector = 'body > *') => select(parse(`<body>${html}`), selector)
const linkOf = (html: string, clickCounter: string | null = null) => createAdLink(elementOf(html, 'a'), clickCounter, 7)

describe('an ad link', () => {
  it('has its click counter in any attribute', () => {
    const html = `<a href="https://a.example/" data-x="f('/aclk?ai=1')">x</a>`
    expect(clickCounterOf(elementOf(html))).toBe('/aclk?ai=1')
    expect(clickCounterOf(elementOf('<img src="/aclk?ai=1">'))).toBeNull()
  })

  it('has the product’s URL as its target if links lead to it directly', () => {
    const html = '<a href="https://shop.example/p1" data-merchant-id="1">x</a>'
    expect(linkOf(html, '/aclk?ai=1&ctype=5')).toMatchObject({ target: 'https://shop.example/p1', isOffer: true })
  })

  it.each([
    ['<a href="/aclk?ai=T1&sig=x">x</a>', '/aclk?ai=T1&sig=x', 'T1'],
    ['<a href="/goto?url=CAES1">x</a>', null, 'CAES1'],
    ['<a href="https://a.example/">x</a>', null, '#7'],
  ])('%s: has the right target', (html, clickCounter, target) => {
    expect(linkOf(html, clickCounter).target).toBe(target)
  })

  it.each([
    ['an ad redirect', linkOf('<a href="/aclk?ai=1">x</a>', '/aclk?ai=1'), true],
    ['data-pcu', linkOf('<a href="/x" data-pcu="https://a.example/">x</a>'), true],
    ['an ad label in it', linkOf('<a href="/x"><span>Sponsored</span> x</a>'), true],
    ['a group of ads around it', linkOf('<div id="tads"><a href="/x">x</a></div>'), true],
    ['an opaque redirect alone', linkOf('<a href="/goto?url=CAES1">x</a>'), false],
  ])('%s: whether it is certain', (_, link, expected) => {
    expect(isCertainAd(link)).toBe(expected)
  })
})

describe('an offer', () => {
  it('has its numbers on the link or up to two levels above', () => {
    expect(hasOfferAttributes(elementOf('<div data-offer-id="1"><p><a>x</a></p></div>', 'a'))).toBe(true)
    expect(hasOfferAttributes(elementOf('<div data-offer-id="1"><p><b><a>x</a></b></p></div>', 'a'))).toBe(false)
  })
})

describe('a group of ads', () => {
  it.each([
    ['<div id="tads">x</div>', true],
    ['<div data-text-ad="1">x</div>', true],
    ['<div data-ta-slot="0">x</div>', true],
    ['<div role="region" aria-label="Anzeigen">x</div>', true],
    ['<div role="region" aria-label="Adidas">x</div>', false],
    ['<div aria-label="Ads">x</div>', false],
  ])('is %s: %s', (html, expected) => expect(isAdGroup(elementOf(html))).toBe(expected))
})

it.each([
  ['<div data-text-ad>x</div>', true],
  ['<div data-is-ad="1">x</div>', true],
  ['<div data-is-ad="0">x</div>', false],
  ['<div>Ad</div>', false],
])('%s is a declared ad: %s', (html, expected) => expect(isDeclaredAd(elementOf(html))).toBe(expected))

it.each([
  ['<a><span data-dtld="a.example">a.example</span></a>', true],
  ['<a><b>Ad·</b> x</a>', true],
  ['<a>Ad agency</a>', false],
])('%s has an ad mark: %s', (html, expected) => expect(hasAdMark(elementOf(html))).toBe(expected))
