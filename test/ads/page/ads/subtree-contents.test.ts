import { expect, it } from 'vitest'
import { countContents } from '../../../../src/ads/page/ads/ad-units.ts'
import { surveyResultPage } from '../../../../src/ads/page/survey/result-page-survey.ts'
import { organic, parse, select } from '../../fixtures.ts'

it('every element has counts of the titles, links, offers and results inside it', () => {
  const ad = '<div id="ad"><a href="/aclk?ai=1"><h3>A</h3></a></div>'
  const offer = '<div id="offer"><a href="/aclk?ai=2&ctype=5">x</a></div>'
  const document = parse(`<section>${ad}${offer}<div id="result">${organic}</div><p>Text</p></section>`)
  const survey = surveyResultPage(document)
  const contentsOf = countContents(survey, survey.titles)
  const counts = (selector: string) => {
    const contents = contentsOf.get(select(document, selector))
    return contents && [contents.titles.length, contents.links.length, contents.offers, contents.organic]
  }
  expect(counts('#ad')).toEqual([1, 1, 0, 0])
  expect(counts('#offer')).toEqual([0, 0, 1, 0])
  expect(counts('#result')).toEqual([0, 0, 0, 1])
  expect(counts('section')).toEqual([1, 1, 1, 1])
  expect(counts('p')).toBeUndefined()
})

it('an element contains a title if it contains both its heading and its link', () => {
  const document = parse('<h3 id="heading"><a href="/aclk?ai=1">A</a></h3>')
  const survey = surveyResultPage(document)
  const contentsOf = countContents(survey, survey.titles)
  expect(contentsOf.get(select(document, 'a'))?.titles).toHaveLength(1)
})
