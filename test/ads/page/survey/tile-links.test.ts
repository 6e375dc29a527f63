import { describe, expect, it } from 'vitest'
import { surveyResultPage } from '../../../../src/ads/page/survey/result-page-survey.ts'
import { organic, parse } from '../../fixtures.ts'

const linksOf = (html: string) => surveyResultPage(parse(html + organic)).links

describe('the link of a tile', () => {
  const card = (middle: string) =>
    `<div><img src="x" alt=""><div><a href="/aclk?ai=1"><div role="heading">Shoe</div></a>${middle}</div></div>`

  it('has a title above its price, and an image', () => {
    expect(linksOf(card('<div>$19.99</div>')).map(({ isTile }) => isTile)).toEqual([true])
  })

  it.each([
    ['a displayed URL below its title', card('<div>www.a.example</div><div>$19.99</div>')],
    ['no image', card('<div>$19.99</div>').replace(/<img[^>]*>/, '')],
  ])('does not have %s', (_, html) => {
    expect(linksOf(html).map(({ isTile }) => isTile)).toEqual([false])
  })
})

it('opaque links in a tile with one title have the same target', () => {
  const tile = (at: number) =>
    `<div><a href="/goto?url=CAESi${at}" data-merchant-id="1"><img src="x" alt=""></a><div role="heading"><a href="/goto?url=CAESt${at}" data-merchant-id="1">Shoe ${at}</a></div><div>$${at}9.99</div></div>`
  const targets = linksOf(`<div><p>Sponsored</p><div>${tile(1)}${tile(2)}</div></div>`).map(({ target }) => target)
  expect(targets).toHaveLength(4)
  expect([targets[0] === targets[1], targets[2] === targets[3], targets[0] === targets[2]]).toEqual([true, true, false])
})
