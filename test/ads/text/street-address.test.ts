import { expect, it } from 'vitest'
import { isLikelyAddress, isStreetAddress, isTown } from '../../../src/ads/page/ads/business-addresses.ts'

it.each([
  '91 Borough High Street',
  '1600 Amphitheatre Pkwy, Mountain View, CA',
  'Louise-Schroeder-Straße 29',
  'Moorweidenstr. 34, Hamburg',
  'Lindenhof 12, Hamburg',
  '22 Avenue Faidherbe, Les Lilas',
  'PARIS · 9 rue du Faubourg Poissonnière',
  'Via Roma 12, Milano',
  'Calle de Alcalá 45',
  'Rua Augusta 1500',
  'ul. Długa 7',
  'Kalverstraat 92',
  'Drottninggatan 5',
  '東京都千代田区丸の内1丁目9番1号',
  '南京东路 100 号',
  '세종대로 110',
  'ул. Ленина, 5',
  'شارع الملك فهد 12',
])('%s is a street address', (text) => {
  expect(isStreetAddress(text)).toBe(true)
  expect(isLikelyAddress(text)).toBe(true)
})

it.each([
  '10 Best Domain Hosting',
  '30-day returns',
  'Free by 3/29',
  '4.9 (141)',
  'Open 24 hours',
  '10+ years in business',
  '$19.99 per street',
  'Save 20% on Main Street',
  'Blue mug 0.3 l',
  'Dentist',
])('%s is not a street address', (text) => expect(isStreetAddress(text)).toBe(false))

it.each([
  ['53 Brockenhurst Gardens', true],
  ['53 Brockenhurst', true],
  ['C. de Alcalá, 12', true],
  ['R. Augusta, 1578', true],
  ['5 stars', false],
  ['4.9 (141)', false],
  ['Free', false],
])('on a place’s card, %s may be the address: %s', (text, is) => expect(isLikelyAddress(text)).toBe(is))

it.each([
  ['Austin, TX', true],
  ['Austin, TX 78701', true],
  ['London, SE1 1XX', true],
  ['Mugs, cups', false],
  ['Austin', false],
])('%s is a town: %s', (text, is) => expect(isTown(text)).toBe(is))
