import { describe, expect, it } from 'vitest'
import { read, searchResponse } from '../fixtures.ts'

describe('a page without evidence', () => {
  it.each([
    [403, 'blocked'],
    [500, 'blocked'],
    [503, 'blocked'],
    [404, 'error'],
    [200, 'error'],
    [429, 'captcha'],
  ])('has status %i and is %s, never no_ads', (status, expected) => {
    expect(read('<p>Nothing to see</p>', { ...searchResponse, status })).toEqual({ status: expected, ads: [] })
  })

  it.each([
    '<p>Your search - <em>zxqv plonk</em> - did not match any documents.</p>',
    '<p><span><span><span><span><span>Your search - <em>zxqv plonk</em> - did not match</span></span></span></span></span></p>',
    '<div>Your search - <span style="font-weight:bold">zxqv plonk</span> - did not match any documents.</div>',
    '<div role="heading">No results found for <span>"zxqv plonk"</span>.</div>',
    '<div>Es wurden keine mit deiner Suchanfrage <b>„Zxqv plonk“</b> übereinstimmenden Dokumente gefunden.</div>',
    '<div><span>「zxqv plonk」</span>に一致する情報は見つかりませんでした。</div>',
    '<div>找不到和您查询的“<b>zxqv plonk</b>”相符的内容或信息。</div>',
    '<p>Pretraga - <span>zxqv plonk</span> - ne odgovara nijednom dokumentu. <a href="/help">Pomoć</a></p>',
    `<p>${'Ehdotuksia: tarkista oikeinkirjoitus. '.repeat(12)}<span>zxqv plonk</span> ei tuloksia</p>`,
  ])('is no_results if a sentence quotes the search: %s', (sentence) => {
    const html = `<form action="/search"><textarea name="q">zxqv plonk</textarea></form>${sentence}`
    expect(read(html)).toEqual({ status: 'no_results', ads: [] })
  })

  it.each([
    [
      'a form that asks for consent',
      '<form action="https://consent.google.com/save"><p>Results for <b>plonk</b></p></form>',
      'consent',
    ],
    ['a form of an error', '<form><h1>Error while searching <b>plonk</b></h1></form>', 'error'],
    [
      'a page that asks for JavaScript',
      '<form><table><tr><td>Web results for <b>plonk</b></table></form><noscript><a href="/httpservice/retry/enablejs?sei=x">here</a></noscript>',
      'js_shell',
    ],
    ['a link', '<p><a href="/search?q=plonk+b">More results for <b>plonk</b></a></p>', 'error'],
    ['a line of its own', '<div>Loading results<br>plonk</div>', 'error'],
  ])('has the matching status if %s quotes the search', (_, html, status) => {
    const finalUrl = 'https://www.google.com/search?q=plonk'
    expect(read(html, { ...searchResponse, finalUrl })).toEqual({ status, ads: [] })
  })

  it('is an error if it links to other sites, even if a sentence quotes the search', () => {
    const html = `<form action="/search"><input name="q" value="plonk"></form><div>More about <span>plonk</span></div><a href="https://a.example/">a</a>`
    expect(read(html).status).toBe('error')
  })

  it.each([
    [
      'a captcha',
      '<form action="CaptchaRedirect"><img src="/sorry/image?id=1"><input name="captcha"></form>',
      'captcha',
    ],
    ['a consent form from 2020', '<form action="https://consent.google.com/s" method="POST"></form>', 'consent'],
    ['a consent form elsewhere', '<form action="https://consent.google.com.br/save?x=1"></form>', 'consent'],
  ])('has the matching status with %s', (_, html, expected) => {
    expect(read(html, { ...searchResponse, status: 503 })).toEqual({ status: expected, ads: [] })
  })

  it('is an error even if its tabs repeat a query that is a URL', () => {
    const tabs = '<a href="/search?q=https://shop.example/&tbm=isch"><h3>Images</h3></a>'
    expect(read(`<form><input name=q value="https://shop.example/"></form>${tabs}`).status).toBe('error')
  })

  it.each([
    '<div>Your search did not match any documents.</div>',
    '<div>No results found for "zxqv plonk".</div>',
    '<div>Ei tuloksia haulle “zxqv plonk”</div>',
  ])('is no_results if its sentence has no markup, even if it asks for JavaScript: %s', (sentence) => {
    const html = `<noscript><meta content="0;url=/httpservice/retry/enablejs?x"></noscript><form action="/search"><input name="q"></form>${sentence}`
    const response = { ...searchResponse, finalUrl: 'https://www.google.com/search?q=zxqv+plonk' }
    expect(read(html, response)).toEqual({ status: 'no_results', ads: [] })
  })
})
