import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/base/errors.ts'
import { explainFailure, LoadFailed, mayBeHtml, NotHtml } from '../../src/render/render-page.ts'
import { openTab } from '../../src/render/tab/tab.ts'
import { openScriptedBrowser, openScriptedEgress } from './scripted-browser.ts'

const url = 'http://a.example/'

/** A tab whose main frame has followed these URLs as a redirect chain until the proxy refused a request. */
async function openFailedTab(urls: readonly string[], refusal: ServiceError | null = null) {
  const { running, pages } = openScriptedBrowser()
  const egress = openScriptedEgress()
  const session = { ...egress.openSession(), reasonFor: () => refusal }
  const tab = await openTab(running, { ...egress, openSession: () => session })
  for (const [at, url] of urls.entries()) {
    const redirect = at > 0 ? { redirectResponse: {} } : {}
    const event = { requestId: '1', type: 'Document', frameId: 'main', request: { url }, ...redirect }
    pages[0]?.emit('Network.requestWillBeSent', event)
  }
  return { tab, show: (url: string) => pages[0]?.emit('Page.frameNavigated', { frame: { id: 'main', url } }) }
}

describe('a failure', () => {
  it('is unchanged if it is a network error or any other error', async () => {
    const { tab } = await openFailedTab([url])
    for (const error of [new LoadFailed('net::ERR_CONNECTION_RESET'), new Error('other')]) {
      expect(explainFailure(error, tab, url)).toBe(error)
    }
  })

  it("is the guard's refusal, and names the redirect that led to it", async () => {
    const refusal = new ServiceError('address_refused', 'it is private', { param: 'url' })
    const direct = await openFailedTab([url], refusal)
    expect(explainFailure(new LoadFailed('net::ERR_FAILED'), direct.tab, url)).toBe(refusal)
    const redirected = await openFailedTab([url, 'http://10.0.0.1/x'], refusal)
    expect(explainFailure(new LoadFailed('net::ERR_FAILED'), redirected.tab, url)).toMatchObject({
      ...{ type: 'address_refused', cause: refusal },
      message: 'A redirect to http://10.0.0.1 was refused: it is private',
    })
  })

  it('is unchanged if the guard merely could not reach the host', async () => {
    const { tab } = await openFailedTab([url], new ServiceError('target_unreachable', 'refused'))
    const error = new LoadFailed('net::ERR_TUNNEL_CONNECTION_FAILED')
    expect(explainFailure(error, tab, url)).toBe(error)
  })
})

describe('a document that is not HTML', () => {
  it('has the URL that scripts navigated to', async () => {
    const { tab, show } = await openFailedTab(['http://a.example/data.json'])
    expect(new NotHtml(tab.traffic).ledTo).toBeNull()
    for (const shown of [url, 'http://a.example/data.json']) show(shown)
    expect(new NotHtml(tab.traffic).ledTo).toBe('http://a.example/data.json')
  })
})

it.each([
  ['text/html', true],
  ['TEXT/HTML; charset=utf-8', true],
  [' application/xhtml+xml ', true],
  ['', true],
  [undefined, true],
  ['text/plain', false],
  ['application/json; profile="text/html"', false],
])('a document of the type %j may be HTML: %s', (contentType, expected) => {
  expect(mayBeHtml(contentType)).toBe(expected)
})
