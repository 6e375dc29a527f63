import { describe, expect, it } from 'vitest'
import { read } from '../../fixtures.ts'

const ad =
  '<div><a href="/aclk?ai=1"><h3>A</h3><span>https://www.a.example</span></a><div>What A has to say.</div></div>'
const result = (name: string) =>
  `<div><a href="https://${name}.example/"><h3>${name}</h3><cite>https://${name}.example</cite></a></div>`
const group = `<div>${'abcdef'.replace(/./g, result)}</div>`
const resultPage = `<div>${group}${result('g')}</div>`
const blocksOf = (html: string) => read(html).ads.map(({ block, position }) => [block, position])

describe('the block of an ad', () => {
  it.each([
    ['an id', `${result('one')}<div id="tads">${ad}</div>`, 'top'],
    ['a slot number', `<div data-ta-slot="3">${ad}</div>${result('one')}`, 'bottom'],
    ['an aside', `<aside>${ad}</aside>${result('one')}`, 'right'],
    ['its position before the first result', ad + result('one'), 'top'],
    ['its position between results', result('one') + ad + result('two'), 'middle'],
    ['its position after the last result', result('one') + ad, 'bottom'],
    ['a column other than the results’', `<div><div role="main">${result('one')}</div></div><div>${ad}</div>`, 'right'],
    ['a cell other than the results’', `<table><tr><td>${result('one')}</td><td>${ad}</td></tr></table>`, 'right'],
    ['the cell of the results', `<table><tr><td>${result('one')}${ad}</td><td>Map</td></tr></table>`, 'bottom'],
    ['the end of a result page followed by another one', `${resultPage}${ad}${resultPage}`, 'bottom'],
    ['its position between groups of results', `<div>${group}${ad}${group}</div>`, 'middle'],
    ['the column of the results', `<div><div role="main">${result('one')}</div>${ad}</div>`, 'bottom'],
  ])('follows from %s', (_, html, block) => {
    expect(blocksOf(html)).toEqual([[block, 1]])
  })

  it('counts positions from 1', () => {
    expect(blocksOf(ad + ad + result('one') + ad)).toEqual([
      ['top', 1],
      ['top', 2],
      ['bottom', 1],
    ])
  })
})
