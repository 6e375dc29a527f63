import { describe, expect, it } from 'vitest'
import { findAnchors } from '../../../../src/format/markdown/survey/page-anchors.ts'
import { findTabs } from '../../../../src/format/markdown/survey/page-survey.ts'
import { parseDocument } from '../../../../src/html/parse/parse.ts'
import { textOf } from '../../../../src/html/traverse.ts'

function pairsOf(html: string): [string, string][] {
  const { panels } = findTabs(findAnchors(parseDocument(html, 'https://example.com/')))
  return [...panels].map(([panel, tab]) => [tab, textOf(panel)])
}

describe('a tab and its panel', () => {
  it.each([
    ['aria-controls', '<b role=tab aria-controls=p>A</b><p role=tabpanel id=p>a'],
    ['data-bs-target', '<b role=tab data-bs-target="#p">A</b><p role=tabpanel id=p>a'],
    ['the link in the tab', '<ul><li role=tab><a href="#p">A</a></li></ul><div class="tab-pane" id=p>a</div>'],
    ['radio buttons', '<div class="tabbed-set"><input type=radio><label>A</label><div>a</div></div>'],
  ])('are paired by %s', (_, html) => {
    expect(pairsOf(html)).toEqual([['A', 'a']])
  })

  it('are paired by order if their numbers match', () => {
    const tabs = '<div role=tablist><b role=tab>A</b><b role=tab>B</b></div>'
    expect(pairsOf(`<div>${tabs}<p role=tabpanel>a<p role=tabpanel>b</div>`)).toEqual([
      ['A', 'a'],
      ['B', 'b'],
    ])
    expect(pairsOf(`<div>${tabs}<p role=tabpanel>a</div>`)).toEqual([])
  })

  it('are not paired twice, or with a tab without text', () => {
    expect(pairsOf('<b role=tab aria-controls=p></b><p role=tabpanel id=p>a')).toEqual([])
    const two = '<b role=tab aria-controls=p>A</b><b role=tab aria-controls=p>B</b><p role=tabpanel id=p>a'
    expect(pairsOf(two)).toEqual([['A', 'a']])
  })
})
