import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/base/json-value.ts'
import { checkFields } from '../../../src/format/fields/check-fields.ts'
import { extract } from './extract.ts'

/** Matches every descendant of every element, for this number of levels. */
const stars = (levels: number): JsonObject =>
  levels === 0 ? { text: '' } : { all: { selector: '*', type: 'list', output: { ...stars(levels - 1), text: '' } } }

async function failure(html: string, rules: JsonObject): Promise<string> {
  expect(checkFields(rules)).toBeNull()
  return extract(html, rules).then(
    () => 'none',
    (error) => error.type,
  )
}

const nested = `${'<div>'.repeat(300)}x${'</div>'.repeat(300)}`

describe('rules that multiply a page', () => {
  it('fail with value_error at the step limit', async () => {
    expect(await failure(nested, stars(4))).toBe('value_error')
  })

  it('fail with response_too_large at the character limit', async () => {
    const html = `${'<div>'.repeat(300)}${'word '.repeat(10_000)}${'</div>'.repeat(300)}`
    expect(await failure(html, stars(1))).toBe('response_too_large')
  })

  it('do not produce a table with mostly missing cells', async () => {
    const wide = `<table><tr>${'<td colspan=1000>x'.repeat(25)}${'<tr><td>y'.repeat(10_000)}</table>`
    expect(await failure(wide, { t: { selector: 'table', type: 'table' } })).toBe('response_too_large')
  })

  it('name 20,000 columns with the same text in linear time', async () => {
    const wide = `<table><tr>${'<th>a'.repeat(20_000)}<tr><td>y</table>`
    const { t } = (await extract(wide, { t: { selector: 'table', type: 'table' } })) as { t: [Record<string, unknown>] }
    expect(Object.keys(t[0])).toHaveLength(20_000)
  })

  it('return a result for a hundred :has() on many elements, or are refused for their steps', async () => {
    const has = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`f${n}`, `div:has(~ q.z${n}):not(:has(p ~ b), a ~ p) ~ :not(.n${n})`]),
    )
    expect(await failure('<div><p>x</p></div>'.repeat(200), has)).toBe('selector_not_matched')
    expect(await failure('<div><p>x</p></div>'.repeat(30_000), has)).toBe('value_error')
  })
})
