import { describe, expect, it } from 'vitest'
import type { FieldValue } from '../../../src/format/fields/field-values.ts'
import { extract } from './extract.ts'

async function tableOf(html: string, selector = 'table'): Promise<FieldValue | undefined> {
  const content = await extract(`<h1>x</h1>${html}`, { rows: { selector, type: 'table' }, title: 'h1' })
  return (content as Record<string, FieldValue>).rows
}

describe('a table', () => {
  it.each([
    [
      'with thead, row headers and spans',
      `<table><caption>Sizes</caption><thead><tr><th></th><th>EU</th><th>US</th></tr></thead>
       <tbody><tr><th rowspan=2>Men</th><td>40</td><td>7</td></tr><tr><td colspan=2>sold <b>out</b></td></tr></tbody>
       <tfoot><tr><th>Women</th><td>38</td></tr></tfoot></table>`,
      [
        { column_1: 'Men', EU: '40', US: '7' },
        { column_1: 'Men', EU: 'sold out', US: 'sold out' },
        { column_1: 'Women', EU: '38', US: null },
      ],
    ],
    [
      'with headers in its first row',
      '<table><tr><th>Name<th>Price<tr><td>Boot<td>12<br>€',
      [{ Name: 'Boot', Price: '12 €' }],
    ],
    [
      'with bold headers',
      '<table><tr><td><b>Name</b><td> <strong>Price</strong><tr><td>Boot<td>12',
      [{ Name: 'Boot', Price: '12' }],
    ],
    [
      'without headers',
      '<table><tr><td>a<td>b<tr><td>c',
      [
        ['a', 'b'],
        ['c', null],
      ],
    ],
    [
      'of names and values',
      '<table><tr><th>Weight<td>2 kg<tr><th>Sole<td>Rubber',
      [
        ['Weight', '2 kg'],
        ['Sole', 'Rubber'],
      ],
    ],
    [
      'with a title above names and values',
      '<table><tr><th colspan=2>Boot<tr><th>Weight<td>2 kg<tr><th>Sole<td>Rubber',
      [
        ['Boot', 'Boot'],
        ['Weight', '2 kg'],
        ['Sole', 'Rubber'],
      ],
    ],
    [
      'with two rows of headers',
      `<table><thead><tr><th rowspan=2>Year<th colspan=2>Sales</tr><tr><th>Q1<th>Q2</thead><tr><td>2025<td>1<td>2`,
      [{ Year: '2025', 'Sales Q1': '1', 'Sales Q2': '2' }],
    ],
    [
      'with a title over its headers',
      '<table><tr><th colspan=2>Sales<tr><th>Q1<th>Q2<tr><td>1<td>2',
      [{ Q1: '1', Q2: '2' }],
    ],
    [
      'with headers of the same text',
      '<table><tr><th>Price<th>Price<th>Price_2<th>Price<tr><td>1<td>2<td>3<td>4',
      [{ Price: '1', Price_2: '2', Price_2_2: '3', Price_3: '4' }],
    ],
    ['with a cell beyond the headers', '<table><tr><th>A<tr><td>1<td>2', [{ A: '1', column_2: '2' }]],
    ['with empty rows and cells', '<table><tr><th>A<th>B<tr><td><td><tr><td><td>2', [{ A: '', B: '2' }]],
    ['with only headers', '<table><tr><th>A<th>B', []],
    [
      'with hidden rows and columns',
      `<table><tr><th>A<th hidden>B<th>C<tr><td>1<td hidden>2<td>3<tr style="display:none"><td>4<td>5<td>6`,
      [{ A: '1', C: '3' }],
    ],
    ['in a table', '<table><tr><th>A<th>B<tr><td>1<td><table><tr><td>x<td>y</table>', [{ A: '1', B: 'x y' }]],
    ['that has no rows', '<table></table>', []],
  ])('%s', async (_, html, expected) => {
    expect(await tableOf(html)).toEqual(expected)
  })

  it('is found in a match, or from a match on one of its sections', async () => {
    const html = '<div><p>text<table><tbody><tr><td>a</table></div>'
    expect(await tableOf(html, 'div')).toEqual([['a']])
    expect(await tableOf(html, 'tbody')).toEqual([['a']])
    expect(await tableOf(html, 'h1')).toEqual([])
  })

  it('keeps a header __proto__ as a name', async () => {
    expect(JSON.stringify(await tableOf('<table><tr><th>__proto__<th>a<tr><td>1<td>2'))).toBe(
      '[{"__proto__":"1","a":"2"}]',
    )
  })

  it('is found in each match of a list', async () => {
    const html = '<div><table><tr><td>a</table></div><div></div>'
    const rules = { all: { selector: 'div', type: 'list', output: { rows: { selector: 'table', type: 'table' } } } }
    expect(await extract(html, rules)).toEqual({ all: [{ rows: [['a']] }, { rows: [] }] })
  })
})
