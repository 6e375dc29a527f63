import { describe, expect, it } from 'vitest'
import { findLabelledGroups } from '../../../../src/ads/page/survey/ad-links.ts'
import { parse, select } from '../../fixtures.ts'

const groupsOf = (html: string) => findLabelledGroups([select(parse(html), '#label')]).map(({ attribs }) => attribs.id)
const label = '<span id="label">Sponsored</span>'
const link = '<a href="https://a.example/">a</a>'

describe('the group of a label', () => {
  it('is the smallest element around the label with a link', () => {
    expect(groupsOf(`<div id="o"><div id="i"><p>${label}</p>${link}</div>${link}</div>`)).toEqual(['i'])
  })

  it.each([
    ['another line comes first', `<div id="o"><p>Results</p><p>${label}</p>${link}</div>`],
    ['the label is inside the link', `<div id="o"><a href="https://a.example/">${label}</a></div>`],
    ['the only link leads nowhere', `<div id="o">${label}<a href="#">x</a></div>`],
    ['the link is more than 12 levels up', `<div>${'<div>'.repeat(12)}${label}${'</div>'.repeat(12)}${link}</div>`],
  ])('does not exist if %s', (_, html) => expect(groupsOf(html)).toEqual([]))
})
