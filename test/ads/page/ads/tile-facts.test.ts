import { expect, it } from 'vitest'
import {
  isCondition,
  isDistance,
  isDuration,
  isHours,
  isMileage,
  isTileFact,
} from '../../../../src/ads/page/ads/tile-facts.ts'

it.each([
  ['45,123 mi', 'mileage'],
  ['45.123 km', 'mileage'],
  ['12k miles', 'mileage'],
  ['45 123 км', 'mileage'],
  ['0.8 mi', 'distance'],
  ['1,2 km entfernt', 'distance'],
  ['12 miles away', 'distance'],
  ['300 m', 'distance'],
  ['Open ⋅ Closes 9 PM', 'hours'],
  ['Open now', 'hours'],
  ['Opens 9 am Mon', 'hours'],
  ['Closed · Opens 9 am', 'hours'],
  ["Ouvert aujourd'hui · 08:00 – 20:00", 'hours'],
  ['Geöffnet', 'hours'],
  ['0:45', 'duration'],
  ['1:02:45', 'duration'],
  ['Used', 'condition'],
  ['Certified pre-owned', 'condition'],
  ['Gebraucht', 'condition'],
  ['Open source tools', 'none'],
  ['Open Door Mugs', 'none'],
  ['Miles & Sons', 'none'],
  ['Cup Shop', 'none'],
  ['Used Cars of Austin', 'none'],
])('%s is a fact of the kind %s', (line, kind) => {
  const kinds = {
    mileage: isMileage,
    distance: isDistance,
    hours: isHours,
    duration: isDuration,
    condition: isCondition,
  }
  expect(Object.entries(kinds).flatMap(([name, is]) => (is(line) ? [name] : []))).toEqual(kind === 'none' ? [] : [kind])
  expect(isTileFact(line)).toBe(kind !== 'none')
})

it.each(['4-star hotel', 'Hotel 3 estrellas', '4 つ星'])('%s is the class of a hotel', (line) => {
  expect(isTileFact(line)).toBe(true)
})
