import { describe, expect, it } from 'vitest'
import { cellText, tableOf } from '../../../../src/playground/results/table.ts'

describe('a list', () => {
  it('is shown as a table with a column for every field of any object', () => {
    const records = [{ url: 'https://a.example/', text: 'A' }, { url: 'mailto:x@b.example', later: [1] }, 'plain', null]
    expect(tableOf(records)).toEqual({
      columns: ['url', 'text', 'later', 'value'],
      rows: [
        ['https://a.example/', 'A', undefined, undefined],
        ['mailto:x@b.example', undefined, [1], undefined],
        [undefined, undefined, undefined, 'plain'],
        [undefined, undefined, undefined, null],
      ],
    })
  })

  it('has an empty cell if an object lacks the field, even a field named constructor', () => {
    expect(tableOf([{ constructor: 'x' }, {}])?.rows).toEqual([['x'], [undefined]])
  })

  it('is the only value shown as a table', () => {
    expect([tableOf({}), tableOf('text'), tableOf(null)]).toEqual([null, null, null])
  })

  it('shows nested data as JSON, and nothing for null', () => {
    expect([null, undefined, 1, false, 'a', { b: [1] }].map(cellText)).toEqual(['', '', '1', 'false', 'a', '{"b":[1]}'])
  })
})
