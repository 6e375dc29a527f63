import { expect, it } from 'vitest'
import { appOrCall, createAdLink, isAppCard } from '../../../../src/ads/page/survey/ad-links.ts'
import { parse, select } from '../../fixtures.ts'

const store = 'https://play.google.com/store/apps/details?id=x.y'
const linkOf = (attributes: string, inside = '') =>
  createAdLink(select(parse(`<a ${attributes}>${inside}</a>`), 'a'), null, 0)

it.each([
  [`href="${store}"`, 'app'],
  ['href="https://apps.apple.com/us/app/x/id1"', 'app'],
  [`href="#" data-rw="/aclk?ai=1&adurl=${encodeURIComponent(store)}"`, 'app'],
  ['href="tel:+15550104466"', 'call'],
  ['href="https://www.a.example/?from=play.google.com/store/apps"', null],
  ['href="https://play.google.com/about/"', null],
])('the link %s leads to the kind %s', (attributes, kind) => expect(appOrCall(linkOf(attributes))).toBe(kind))

it.each([
  [`href="${store}"`, '<img src="x"><div>Streaks</div><div>4.7</div>', true],
  [`href="${store}"`, '<div>Streaks</div><div>4.7</div>', false],
  [`href="${store}"`, '<img src="x">Get the app', false],
  ['href="https://www.a.example/"', '<img src="x"><div>Streaks</div><div>4.7</div>', false],
])('the link %s around %s: whether it is an app card', (attributes, inside, is) =>
  expect(isAppCard(linkOf(attributes, inside))).toBe(is),
)
