import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../open-renderer.ts'
import { type DocumentBrowser, importInPage, openDocumentBrowser } from './open-document.ts'

const { saysLoading } = await importInPage('activity.ts')

describe.skipIf(lacksBrowser)('a page', () => {
  let browser: DocumentBrowser
  beforeAll(async () => {
    browser = await openDocumentBrowser()
  })
  afterAll(() => browser[Symbol.asyncDispose]())

  const says = (body: string) => browser.evaluate(body, 'saysLoading()', { saysLoading })

  it.each([
    ['a word', '<p>Menu</p><div>Loading…</div>'],
    ['a word with what is loading', '<p>Menu</p><div>Loading your results...</div>'],
    ['a word with a number', '<p>Menu</p><div>Processing 45 %</div>'],
    ['other languages', '<p>Menu</p><div>Bitte warten</div>'],
    ['a mark for screen readers', '<p>Menu</p><div aria-busy="true">Results</div>'],
    [
      'a refresh to another page soon',
      '<meta http-equiv="Refresh" content="5; url=https://example.com/"><p>We have moved</p>',
    ],
    ['no text at all', '<div id="root"></div><script>let text</script>'],
  ])('says that it is loading: %s', async (_, body) => {
    expect(await says(body)).toBe(true)
  })

  it.each([
    ['text', '<p>Harbour</p>'],
    ['a word in a sentence', '<p>Loading docks are open until six.</p>'],
    ['a word that is hidden', '<p>Harbour</p><div style="display:none">Loading…</div>'],
    ['a word that is transparent', '<p>Harbour</p><div style="opacity:0">Loading…</div>'],
    ['a word in a script', '<p>Harbour</p><script>// Loading…</script>'],
    ['a mark that is hidden', '<p>Harbour</p><div aria-busy="true" hidden>Results</div>'],
    ['a refresh of the same page', '<meta http-equiv="refresh" content="5"><p>We have moved</p>'],
    ['a late refresh', '<meta http-equiv="refresh" content="300; url=https://example.com/"><p>Harbour</p>'],
    [
      'a refresh after a long text',
      `<meta http-equiv="refresh" content="5; url=https://example.com/"><p>${'word '.repeat(60)}</p>`,
    ],
    ['nothing but an image', '<img alt="">'],
  ])('does not say that it is loading: %s', async (_, body) => {
    expect(await says(body)).toBe(false)
  })

  it('has something to show in a shadow tree', async () => {
    const attach = `document.querySelector('div').attachShadow({ mode: 'open' })`
    expect(await browser.evaluate('<div></div>', `(${attach}, saysLoading())`, { saysLoading })).toBe(false)
  })
})
