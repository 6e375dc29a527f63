import { describe, expect, it } from 'vitest'
import {
  clickTarget,
  displayedOrigin,
  findAdRedirect,
  isGoogleHost,
  isOpaqueRedirect,
  landingPage,
  pictureUrl,
} from '../../../src/ads/ad/google-urls.ts'

describe('a URL', () => {
  it.each(['www.google.com', 'google.co.uk', 'maps.google.de', 'www.googleadservices.com', 'ad.doubleclick.net'])(
    'on the host %s belongs to Google',
    (host) => {
      expect(isGoogleHost(host)).toBe(true)
    },
  )

  it.each(['domains.google', 'notgoogle.com', 'google.com.evil.example', 'google.example'])(
    'on the host %s does not belong to Google',
    (host) => {
      expect(isGoogleHost(host)).toBe(false)
    },
  )

  const base = 'https://www.google.com/search?q=x'
  it.each([
    ['https://shop.example/a', 'https://shop.example/a'],
    ['/aclk?sa=l&adurl=https://shop.example/a%3Fb%3D1', 'https://shop.example/a?b=1'],
    ['//www.googleadservices.com/pagead/aclk?adurl=http://shop.example', 'http://shop.example/'],
    ['/url?q=https://shop.example/&sa=U', 'https://shop.example/'],
    ['https://ad.doubleclick.net/ddm/clk/1;2;3?https://shop.example/x', 'https://shop.example/x'],
    ['https://www.google.com/travel/clk?pc=1&pcurl=https://hotel.example/1', 'https://hotel.example/1'],
    ['/aclk?sa=l&adurl=', null],
    ['/aclk?sa=l&adurl=https://play.google.com/store', null],
    ['/goto?url=CAES', null],
    ['/search?q=https://shop.example/', null],
    ['https://www.google.com/shopping/product/1', null],
    ['javascript:void(0)', null],
    ['tel:+15550104466', null],
  ])('%s leads to %s', (href, page) => {
    expect(landingPage(href, base)).toBe(page)
  })

  it('on the host of the result page belongs to Google', () => {
    expect(landingPage('/aclk?adurl=', 'http://127.0.0.1:9100/com/search')).toBeNull()
    expect(landingPage('http://127.0.0.1:9100/com/x', 'http://127.0.0.1:9100/com/search')).toBeNull()
  })

  it('has the same target in all ad redirects for the same offer', () => {
    expect(clickTarget('/aclk?sa=l&ai=D1&sig=a&ctype=5')).toBe(clickTarget('https://www.google.ch/aclk?ai=D1&adurl='))
    expect(clickTarget('/goto?url=CAES1')).not.toBe(clickTarget('/goto?url=CAES2'))
  })

  it.each([
    ["f('https://www.google.com/aclk?sa=L&ai=1')", 'https://www.google.com/aclk?sa=L&ai=1'],
    ['/aclk?ai=2', '/aclk?ai=2'],
    ['//www.googleadservices.com/pagead/aclk?ai=3', '//www.googleadservices.com/pagead/aclk?ai=3'],
    ['https://dev.example/aclk?x=1', null],
    ['/url?sa=t&url=https://dev.example/pagead/aclk?x=1', null],
    ['aclk', null],
  ])('is the ad redirect in the attribute %s: %s', (value, redirect) => {
    expect(findAdRedirect(value)).toBe(redirect)
  })

  it.each([
    ['/goto?url=CAES', true],
    ['https://www.google.com/goto?url=CAES', true],
    ['https://www.google.com/search?q=/goto?', false],
  ])('%s is an opaque redirect: %s', (href, isOpaque) => {
    expect(isOpaqueRedirect(href)).toBe(isOpaque)
  })

  it.each([
    ['www.shop.example › shoes', 'https://www.shop.example/'],
    ['http://shop.example', 'http://shop.example/'],
    ['www.google.com › ads', null],
    [null, null],
  ])('displayed as %s has the origin %s', (displayedUrl, origin) => {
    expect(displayedOrigin(displayedUrl)).toBe(origin)
  })

  it.each([
    ['https://encrypted-tbn0.gstatic.com/shopping?q=tbn:1', 'https://encrypted-tbn0.gstatic.com/shopping?q=tbn:1'],
    ['//img.example/a.png', 'https://img.example/a.png'],
    [' /images/a.png ', 'https://www.google.com/images/a.png'],
    ['http://img.example/a.png', null],
    ['data:image/gif;base64,R0lGOD', null],
    ['/aclk?sa=l&adurl=https://img.example/a.png', null],
    ['/goto?url=CAES', null],
    ['https://googleads.g.doubleclick.net/pagead/1.gif', null],
    ['https://www.googleadservices.com/pagead/conversion/1', null],
    ['https://user:word@img.example/a.png', null],
    ['', null],
  ])('%s is the image URL %s', (src, picture) => expect(pictureUrl(src, base)).toBe(picture))
})
