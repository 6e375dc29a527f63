import { describe, expect, it } from 'vitest'
import { inReadingOrder } from '../../../src/documents/slides/shape-places.ts'
import { outputOf } from '../format-document.ts'
import { openDocument } from '../hostile/office-files.ts'
import { presentationOf, shape } from './presentation.ts'

type Item = readonly [name: string, x?: number, y?: number, width?: number, height?: number]

const ordered = (...items: Item[]) =>
  inReadingOrder(items, ([, x, y, width = 2, height = 2]) => {
    return x === undefined || y === undefined ? null : { x, y, width, height }
  })
    .map(([name]) => name)
    .join(' ')

describe('shapes', () => {
  it('are read from top to bottom and from left to right', () => {
    expect(ordered(['below', 0, 3], ['above', 0, 0])).toBe('above below')
    expect(ordered(['right', 3, 1], ['left', 0, 0])).toBe('left right')
  })

  it('in columns are read by column if that is closer to their painting order, else by row', () => {
    const [a, b] = [['a', 0, 0] as const, ['b', 3, 0] as const]
    const [c, d] = [['c', 0, 3] as const, ['d', 3, 3] as const]
    expect(ordered(a, c, b, d)).toBe('a c b d')
    expect(ordered(c, d, a, b)).toBe('a c b d')
    expect(ordered(a, b, c, d)).toBe('a b c d')
  })

  it('in columns may be below and above shapes across all columns', () => {
    const columns: Item[] = [
      ['left text', 0, 6],
      ['right text', 3, 6],
      ['left head', 0, 3],
      ['right head', 3, 3],
    ]
    expect(ordered(['foot', 0, 9, 5], ...columns, ['head', 0, 0, 5])).toBe(
      'head left head left text right head right text foot',
    )
  })

  it('keep their order if they overlap, or if the edges of their boxes do', () => {
    expect(ordered(['b', 1, 1], ['a', 0, 0])).toBe('b a')
    expect(ordered(['b', 0, 1.8], ['a', 0, 0])).toBe('a b')
  })

  it('without a position, or around others, stay behind the shape before them', () => {
    expect(ordered(['first'], ['b', 0, 3], ['of b'], ['a', 0, 0])).toBe('first a b of b')
    expect(ordered(['ground', 0, 0, 9, 9], ['b', 1, 4], ['a', 1, 1])).toBe('ground a b')
  })
})

it('a slide of PPTX is in reading order, also in its groups', async () => {
  const place = (x: number, y: number) =>
    `<a:xfrm><a:off x="${x}00000" y="${y}00000"/><a:ext cx="3000000" cy="400000"/></a:xfrm>`
  const placed = (text: string, x: number, y: number, type?: string) =>
    shape(text, type === undefined ? {} : { type }).replace('<p:txBody>', `<p:spPr>${place(x, y)}</p:spPr><p:txBody>`)
  const group = `<p:grpSp><p:grpSpPr/>${placed('Group low', 3, 30)}${placed('Group high', 3, 20)}</p:grpSp>`
  const shapes = placed('Last', 3, 40) + group + placed('T', 3, 1, 'title')
  expect(await outputOf('pptx', presentationOf([{ shapes }]))).toBe('## T\n\nGroup high\n\nGroup low\n\nLast')
})

it('a slide of ODP is in reading order, also in its groups', async () => {
  const placed = (text: string, x: number, y: number, role = '') =>
    `<draw:frame svg:x="${x}cm" svg:y="${y}cm" svg:width="5cm" svg:height="1cm" ${role}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`
  const group = `<draw:g>${placed('Group low', 1, 6)}${placed('Group high', 1, 4)}</draw:g>`
  const shapes = placed('Last', 1, 9) + group + placed('T', 1, 1, 'presentation:class="title"')
  const body = openDocument('odp', `<office:presentation><draw:page>${shapes}</draw:page></office:presentation>`)
  expect(await outputOf('odp', body)).toBe('## T\n\nGroup high\n\nGroup low\n\nLast')
})
