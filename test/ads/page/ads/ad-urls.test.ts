import { describe, expect, it } from 'vitest'
import { landingUrlOf, trackingUrlOf } from '../../../../src/ads/page/ads/ad-urls.ts'
import { clickCounterOf, createAdLink } from '../../../../src/ads/page/survey/ad-links.ts'
import { parse, searchResponse, select } from '../../fixtures.ts'

const base = searchResponse.finalUrl
function linkOf(attributes: string) {
  const element = select(parse(`<a ${attributes}>x</a>`), 'a')
  return createAdLink(element, clickCounterOf(element), 1)
}

describe('the landing page of an ad', () => {
  it.each([
    ['its own URL', 'href="https://shop.example/x" data-rw="/aclk?ai=1"', null, 'https://shop.example/x'],
    ['its redirect’s parameter', 'href="/aclk?ai=1&adurl=https://shop.example/y"', null, 'https://shop.example/y'],
    [
      'another redirect of the link',
      'href="#" data-tu="/aclk?ai=1&adurl=https://a.example/"',
      null,
      'https://a.example/',
    ],
    ['the only preconnect site', 'href="/aclk?ai=1" data-pcu="https://a.example/"', null, 'https://a.example/'],
    [
      'the preconnect site of the displayed URL, with https',
      'href="/aclk?ai=1" data-pcu="https://count.example/,http://m.shop.example/,https://m.shop.example/"',
      'www.shop.example › x',
      'https://m.shop.example/',
    ],
    ['the displayed URL’s origin', 'href="/goto?url=CAES"', 'www.shop.example › x', 'https://www.shop.example/'],
  ])('is %s', (_, attributes, displayedUrl, url) => {
    expect(landingUrlOf(linkOf(attributes), displayedUrl, base)).toBe(url)
  })

  it.each([
    [
      'several preconnect sites and no displayed URL',
      'href="/aclk?ai=1" data-pcu="https://a.example/,https://b.example/"',
    ],
    ['a click counter without a landing page', 'href="/aclk?ai=1"'],
    ['a preconnect site of Google', 'href="/aclk?ai=1" data-pcu="https://www.googleadservices.com/"'],
  ])('is unknown with %s', (_, attributes) => {
    expect(landingUrlOf(linkOf(attributes), null, base)).toBeNull()
  })

  it('is not guessed from the displayed URL if the link is not opaque', () => {
    expect(landingUrlOf(linkOf('href="/aclk?ai=1"'), 'www.shop.example', base)).toBeNull()
  })
})

it('the tracking URL is the absolute URL of the click counter', () => {
  expect(trackingUrlOf(linkOf('href="/aclk?ai=1"'), base)).toBe('https://www.google.com/aclk?ai=1')
  expect(trackingUrlOf(linkOf('href="https://a.example/" data-pcu="https://a.example/"'), base)).toBeNull()
})
