import { describe, expect, it } from 'vitest'
import { clickTarget, isGoogleHost, landingPage } from '../../src/google-ads/google-urls.ts'
import { addressRank, isAdLabel, phoneIn, priceOf } from '../../src/google-ads/shapes.ts'

describe('a displayed address', () => {
  it.each([
    ['https://www.atlassian.com › jira-software › official', 3],
    ['http://www.marceltech.com', 3],
    ['https://www.example.co.jp › メンズ › 腕時計', 3],
    ['www.booking.com/Hotels', 2],
    ['10meilleurssitesdecredit.fr/Credit-Perso/Meilleur-Taux', 2],
    ['www.президент.рф/', 2],
    ['www.wow.com/Electric+Bikes+From+China', 2],
    ['Fnac.com', 1],
    ['Node.js', 0],
    ['e.g.', 0],
    ['4.5', 0],
    ['Pay $2.99 today.', 0],
    ['Up to 50% off.Free shipping', 0],
  ])('%s has rank %i', (text, rank) => {
    expect(addressRank(text)).toBe(rank)
  })
})

describe('a price', () => {
  it.each([
    ['$1,034.98', '$1,034.98'],
    ['EUR9.99', 'EUR9.99'],
    ['99,99 €', '99,99 €'],
    ['54,00 €90 €', '54,00 €'],
    ['THB\u00a07,600', 'THB\u00a07,600'],
    ['ab CHF 12.98', 'CHF 12.98'],
    ["CHF 1'290.00", "CHF 1'290.00"],
    ['¥12,800', '¥12,800'],
    ['12,800円', '12,800円'],
    ['₩1,200,000', '₩1,200,000'],
    ['1 290 kr', '1 290 kr'],
    ['R$ 49,90', 'R$ 49,90'],
    ['١٬٢٩٠ ر.س', '١٬٢٩٠ ر.س'],
    ['$499.00/mo', '$499.00'],
    ['Free shipping', null],
    ['4.8 (63)', null],
    ['From $2.99 at the world\u2019s first registrar', null],
  ])('in %s is %s', (text, price) => {
    expect(priceOf(text)).toBe(price)
  })
})

describe('a telephone number', () => {
  it.each([
    ['(866) 991-2631', '(866) 991-2631'],
    ['Call +44 20 7946 0123 now', '+44 20 7946 0123'],
    ['085 055 0247', '085 055 0247'],
    ['De 5 001 € à 21 500 €', null],
    ['1000000', null],
    ['2018-2019', null],
  ])('in %s is %s', (text, phone) => {
    expect(phoneIn(text)).toBe(phone)
  })
})

describe('a label', () => {
  it.each(['Ad·', 'Anzeige', 'Annonce ·', 'Sponsored results', 'スポンサー', '광고', '廣告', 'إعلان مُموَّل', 'โฆษณา'])(
    'is %s',
    (text) => {
      expect(isAdLabel(text)).toBe(true)
    },
  )

  it.each(['Adidas', 'Ad agency', 'GoDaddy', ''])('is not "%s"', (text) => {
    expect(isAdLabel(text)).toBe(false)
  })
})

describe('an address', () => {
  it.each(['www.google.com', 'google.co.uk', 'maps.google.de', 'www.googleadservices.com', 'ad.doubleclick.net'])(
    'of %s is Google\u2019s',
    (host) => {
      expect(isGoogleHost(host)).toBe(true)
    },
  )

  it.each(['domains.google', 'notgoogle.com', 'google.com.evil.example', 'google.example'])('of %s is not', (host) => {
    expect(isGoogleHost(host)).toBe(false)
  })

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

  it('of a page served elsewhere makes that origin Google\u2019s', () => {
    expect(landingPage('/aclk?adurl=', 'http://127.0.0.1:9100/com/search')).toBeNull()
    expect(landingPage('http://127.0.0.1:9100/com/x', 'http://127.0.0.1:9100/com/search')).toBeNull()
  })

  it('of two links to one offer has one target', () => {
    expect(clickTarget('/aclk?sa=l&ai=D1&sig=a&ctype=5')).toBe(clickTarget('https://www.google.ch/aclk?ai=D1&adurl='))
    expect(clickTarget('/goto?url=CAES1')).not.toBe(clickTarget('/goto?url=CAES2'))
  })
})
