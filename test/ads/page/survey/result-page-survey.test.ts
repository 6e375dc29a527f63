import { describe, expect, it } from 'vitest'
import { surveyResultPage } from '../../../../src/ads/page/survey/result-page-survey.ts'
import { organic, parse, textAd } from '../../fixtures.ts'

const survey = (html: string) => surveyResultPage(parse(html))

describe('the survey of a result page', () => {
  it('lists ad links, titles, displayed URLs and organic links in document order', () => {
    const { links, titles, displayedUrls, organic: results, isTruncated } = survey(textAd + organic)
    expect(links.map(({ clickCounter }) => clickCounter)).toEqual(['/aclk?ai=1'])
    expect(titles.map(({ link }) => link)).toEqual(links)
    expect(displayedUrls.map(({ text }) => text)).toEqual(['https://www.a.example', 'https://organic.example'])
    expect(results.map(({ hasHeading }) => hasHeading)).toEqual([true])
    expect(isTruncated).toBe(false)
  })

  it('assigns the click counter of a hidden link to the next link', () => {
    const [link] = survey('<a hidden href="/aclk?ai=1"></a> <a href="https://a.example/"><h3>A</h3></a>').links
    expect([link?.clickCounter, link?.element.attribs.href]).toEqual(['/aclk?ai=1', 'https://a.example/'])
  })

  it('assigns the click counter of an empty link to the next link', () => {
    const [link, ...rest] = survey('<a href="/aclk?ai=1"></a><a href="https://a.example/"><h3>A</h3></a>').links
    expect([link?.clickCounter, link?.element.attribs.href]).toEqual(['/aclk?ai=1', 'https://a.example/'])
    expect(rest).toEqual([])
  })

  it('finds the title of a declared ad next to its link', () => {
    const { titles } = survey('<div data-text-ad><h3>A</h3><a href="/aclk?ai=1">more</a></div>')
    expect(titles.map(({ link }) => link.clickCounter)).toEqual(['/aclk?ai=1'])
  })

  it('lists ad labels outside links and dialogs', () => {
    const html =
      '<p>Ad</p><a href="/x"><b>Ad</b></a><div role="dialog"><p>Ad</p></div><script>Ad</script><p>Ad agency</p>'
    expect(survey(html).labels).toHaveLength(1)
  })

  it('stops at the limits and reports it', () => {
    const { links, titles, isTruncated } = survey('<a href="/aclk?ai=1"><h3>A</h3></a>'.repeat(900))
    expect([links.length, titles.length, isTruncated]).toEqual([800, 300, true])
  })
})
