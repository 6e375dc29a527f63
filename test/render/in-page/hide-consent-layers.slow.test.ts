import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lacksBrowser } from '../open-renderer.ts'
import { type DocumentBrowser, importInPage, openDocumentBrowser } from './open-document.ts'

const { hideConsentLayers } = await importInPage('hide-consent-layers.ts')

const article = `<main>${'<p>High water comes twice a day.</p>'.repeat(20)}</main>`
const words = 'We use cookies. <button>Accept</button>'

describe.skipIf(lacksBrowser)('a consent layer', () => {
  let browser: DocumentBrowser
  beforeAll(async () => {
    browser = await openDocumentBrowser()
  })
  afterAll(() => browser[Symbol.asyncDispose]())

  /** Returns the text that is visible afterwards. */
  const textAfter = (body: string): Promise<string> =>
    browser.evaluate(body, '(hideConsentLayers(), document.body.innerText)', { hideConsentLayers })

  it.each([
    ['from a known vendor', `<div id="onetrust-consent-sdk">${words}</div>${article}`],
    ['that is fixed', `<div class="x" style="position:fixed">${words}</div>${article}`],
    ['in an outer element', `<div><div class="x" style="position:sticky">${words}</div></div>${article}`],
    ['that is a dialog', `<dialog open>${words}</dialog>${article}`],
  ])('is hidden: %s', async (_, body) => {
    const text = await textAfter(body)
    expect(text).toContain('High water')
    expect(text).not.toContain('cookies')
  })

  it.each([
    ['is in the text', `<div>${words}</div>${article}`],
    ['asks for nothing', `<div style="position:fixed">We use cookies.</div>${article}`],
    ['is the content itself', `<main style="position:fixed">${words}</main>`],
    ['holds most of the page', `<div id="klaro">${words}${'<p>A recipe for cookies.</p>'.repeat(300)}</div>`],
  ])('is not detected if it %s', async (_, body) => {
    expect(await textAfter(body)).toContain('cookies')
  })

  it.each([
    ['by its attributes', `<div id="klaro">${words}</div>${article.replace('<main>', '<main style="display:none">')}`],
    ['with the whole page', `<script>document.body.style.visibility = 'hidden'</script>${article}`],
    ['by the attribute hidden', `<div id="klaro">${words}</div>${article.replace('<main>', '<main hidden>')}`],
  ])('reveals the content that it had hidden: %s', async (_, body) => {
    expect(await textAfter(body)).toContain('High water')
  })
})
