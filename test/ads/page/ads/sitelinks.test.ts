import { describe, expect, it } from 'vitest'
import { organic, read } from '../../fixtures.ts'

const sitelinksOf = (items: string) => {
  const html = `<div><div><a href="/aclk?ai=1"><h3>A</h3><span>https://www.a.example</span></a><div>What A has to say.</div></div><ul>${items}</ul></div>`
  return read(html + organic).ads[0]?.sitelinks
}
const sitelink = (at: number, title: string, below = '') =>
  `<li><a href="/aclk?ai=s${at}&adurl=https://www.a.example/${at}">${title}</a>${below}</li>`

describe('the sitelinks of an ad', () => {
  it('have a title, a landing page and a description', () => {
    expect(sitelinksOf(sitelink(1, 'Prices', '<div>All that it costs.</div>') + sitelink(2, 'Contact'))).toEqual([
      { title: 'Prices', url: 'https://www.a.example/1', description: 'All that it costs.' },
      { title: 'Contact', url: 'https://www.a.example/2', description: null },
    ])
  })

  it('may have a description inside the link', () => {
    expect(sitelinksOf(sitelink(1, '<div>Prices</div><div>All that it costs.</div>'))).toMatchObject([
      { title: 'Prices', description: 'All that it costs.' },
    ])
  })

  it('are listed once per title, and never with the ad’s own title', () => {
    expect(sitelinksOf(sitelink(1, 'Prices') + sitelink(2, 'Prices') + sitelink(3, 'A'))).toHaveLength(1)
  })

  it('exclude phone numbers, and prices as descriptions', () => {
    const items = `<li><a href="tel:+442079460123">Call us</a></li>${sitelink(1, '020 7946 0123')}${sitelink(2, 'Sale', '<div>$9.99</div>')}`
    expect(sitelinksOf(items)).toMatchObject([{ title: 'Sale', description: null }])
  })
})
