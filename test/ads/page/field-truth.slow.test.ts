import { beforeAll, describe, expect, it } from 'vitest'
import { savedPage } from '../../needs.ts'
import {
  describeFigures,
  type FieldScore,
  type ScoredField,
  scoreFields,
  shareOf,
  withoutNames,
} from './field-score.ts'

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

/** Turns headings and blocks into sections with roles, and drops class names and ids. */
function withOtherElements(html: string): string {
  const headings = withoutNames(html).replace(/<h([1-6])\b/gi, '<div role="heading" aria-level="$1"')
  return headings.replace(/<div\b/gi, '<section').replace(/<\/(?:div|h[1-6])>/gi, '</section>')
}

describe.skipIf(isMissing).each<[string, (html: string) => string]>([
  ['unchanged', (html) => html],
  ['without class names and ids', withoutNames],
  ['with white space between all tags', (html) => html.replace(/>(?=<)/g, '>\n ')],
  ['with other elements for headings and blocks', withOtherElements],
])('the ads of saved result pages %s', (_, change) => {
  let score: FieldScore

  beforeAll(() => {
    score = scoreFields(folder, change)
  })

  it.each(bars)('have the same %s that a person read', (field, bar) => {
    const figures = score.figures[field]
    const list = score.faults.filter((line) => line.includes(` | ${field} `)).join('\n')
    expect(shareOf(figures), `${describeFigures(figures)}\n${list}`).toBeGreaterThanOrEqual(bar)
  })
})
