import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCleanHtml } from '../../../src/format/html/clean-html.ts'
import { parseDocument } from '../../../src/html/parse/parse.ts'
import { sharedChromium } from '../../chromium.ts'
import { savedPage } from '../../needs.ts'
import { type Origin, openOrigin, type Site } from '../../origin.ts'
import { lacksBrowser } from '../../render/open-renderer.ts'
import { drawnHtml } from './drawn-html.ts'
import { breakOutPayloads, namedPayloads } from './payloads.ts'

const purify = savedPage('suites/dompurify/payloads.json')
const payloads = [
  ...namedPayloads.map(([, html]) => html),
  // A few of each kind, because the parser's test covers all of them.
  ...breakOutPayloads.filter((_, index) => index % 75 === 0),
  ...(purify.isMissing
    ? []
    : (JSON.parse(readFileSync(purify.location, 'utf8')) as { payload: string }[])
        .filter((_, index) => index % 4 === 0)
        .map(({ payload }) => payload)),
  ...fc.sample(drawnHtml, { numRuns: 40, seed: 13 }),
].filter((html) => html.length < 20_000)

const cleaned = payloads.map((html, index) => {
  const document = parseDocument(html, 'https://example.com/', { noscript: index % 2 === 0 })
  return formatCleanHtml(document, document.root).html
})

/** The page's policy reports every script and style without blocking it. */
const policy = "script-src 'none'; style-src 'none'; object-src 'none'; base-uri 'none'"
const headers = { 'content-security-policy-report-only': policy }

let origin: Origin
beforeAll(async () => {
  if (lacksBrowser) return
  const site: Site = { '/host': { headers, body: '<!doctype html><body><div id=host>' } }
  cleaned.forEach((body, index) => {
    site[`/${index}`] = { headers, body }
  })
  site['/attack'] = { headers, body: '<img src=x onerror=alert(1)><style>p{}</style><svg><a href="javascript:1">a' }
  origin = await openOrigin(site)
})
afterAll(() => origin?.close())

// Names in a payload shadow the document's own properties: `<img name=createElement>`.
const create = (name: string) => `Document.prototype.createElement.call(document, '${name}')`
const inFrames = `
  window.alert = () => note('alert')
  addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) => note(violatedDirective + ' ' + sample))
  window.judge = (root) => {
    for (const element of root.querySelectorAll('*')) {
      const name = element.localName
      if (element.shadowRoot instanceof ShadowRoot) note('shadow root')
      if (/^(?:script|style|base|object|embed)$/i.test(name)) note(name)
      for (const key of Element.prototype.getAttributeNames.call(element)) {
        if (/^on|^style$|^srcdoc$/i.test(key)) note(name + ' ' + key)
        const value = Element.prototype.getAttribute.call(element, key)
        if (/href$|src$|action$/.test(key) && URL.parse(value, location)?.protocol === 'javascript:') note(name + ' ' + key)
      }
    }
  }
  window.pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  window.openFrame = (url) => {
    const frame = ${create('iframe')}
    if (url) frame.src = url
    host.append(frame)
    return frame
  }`
const loadFrames = (urls: string[]) => `Promise.all(${JSON.stringify(urls)}.map(async (url) => {
  const frame = openFrame(url)
  await Promise.race([new Promise((resolve) => { frame.onload = resolve }), pause(500)])
  if (frame.contentDocument) judge(frame.contentDocument)
  frame.remove()
}))`
const insertAll = (htmls: string[]) => `(async () => {
  for (const html of ${JSON.stringify(htmls)}) {
    const box = ${create('div')}
    host.append(box)
    const put = (text) => {
      box.setHTMLUnsafe(text)
      judge(box)
    }
    box.innerHTML = html
    judge(box)
    put(html)
    put(box.innerHTML)
    put(new DOMParser().parseFromString(html, 'text/html').querySelector('html').innerHTML)
    for (const place of ['template', 'svg', 'math', 'select', 'table', 'noscript', 'title']) put('<' + place + '>' + html)
    const frame = openFrame()
    Document.prototype.write.call(frame.contentDocument, html)
    judge(frame.contentDocument)
    await pause(0)
    frame.remove()
    box.remove()
  }
  await pause(200)
})()`

/** A proxy that doesn't respond, which keeps the pages off the web. */
const proxy = { server: 'http://127.0.0.1:9', bypass: '127.0.0.1' }

/** A page that records every violation, every call to `alert` and every active part in its frames. */
async function openHost(): Promise<{ page: Page; found: string[] }> {
  const page = await (await sharedChromium()).newPage({ proxy })
  const found: string[] = []
  await page.exposeBinding('note', ({ frame }, text: string) => void found.push(`${text} at ${frame.url()}`))
  await page.addInitScript(inFrames)
  await page.goto(`${origin.url}/host`)
  return { page, found }
}

describe.skipIf(lacksBrowser)('clean_html in Chromium', { timeout: 120_000 }, () => {
  it('runs nothing as a document', async () => {
    const { page, found } = await openHost()
    for (let at = 0; at < cleaned.length; at += 40) {
      await page.evaluate(loadFrames(cleaned.slice(at, at + 40).map((_, index) => `/${at + index}`)))
    }
    expect(found).toEqual([])
    await page.evaluate(loadFrames(['/attack']))
    expect(found.length).toBeGreaterThan(2)
    await page.close()
  })

  it('runs nothing as a written fragment, or parsed without scripting and written again', async () => {
    const { page, found } = await openHost()
    await page.evaluate(insertAll(cleaned))
    expect(found).toEqual([])
    await page.evaluate(insertAll(['<img src=x onerror=alert(1)><style>p{}</style>']))
    expect(found.length).toBeGreaterThan(2)
    await page.close()
  })
})
