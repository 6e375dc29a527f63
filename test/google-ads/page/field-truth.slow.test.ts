import { describe, expect, it } from 'vitest'
import { savedPage } from '../../needs.ts'
import { describeFigures, type ScoredField, scoreFields, shareOf, withoutNames } from './field-score.ts'

const { location: folder, isMissing } = savedPage('google-ads/')

const bars: [ScoredField, number][] = [
  ['kind', 0.99],
  ['block', 0.98],
  ['old_price', 0.98],
  ['rating', 0.98],
  ['reviews', 0.98],
  ['extensions', 0.98],
  ['image_url', 0.98],
  ['address', 0.98],
  ['price', 0.98],
  ['advertiser', 0.98],
]

describe.skipIf(isMissing).each<[string, (html: string) => string]>([
  ['as they are', (html) => html],
  ['without class names and ids', withoutNames],
])('the ads of saved result pages %s', (_, change) => {
  const { figures, faults } = isMissing ? { figures: undefined, faults: [] } : scoreFields(folder, change)

  it.each(bars)('have the %s that a person reads', (field, bar) => {
    if (!figures) throw new Error('nothing was read')
    const list = faults.filter((line) => line.includes(` | ${field} `)).join('\n')
    expect(shareOf(figures[field]), `${describeFigures(figures[field])}\n${list}`).toBeGreaterThanOrEqual(bar)
  })
})
