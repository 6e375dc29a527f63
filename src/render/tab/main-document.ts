/** Tracks the documents that the main frame loads and shows. */

import type { PageSession } from '../browser/devtools-connection.ts'

export interface MainDocument {
  /** Response for the current document, or for the first one while it is loading. Null before the headers arrive. */
  readonly response: MainResponse | null
  /** The reason why the document was cut off after its headers (`net::ERR_…`), or null. */
  readonly failure: string | null
  /** Decoded bytes of the document so far. */
  readonly receivedBytes: number
  readonly count: number
  /** Number of times in a row that the main frame has shown the same URL again. */
  readonly reloads: number
  /** The last URL that the main frame requested, after redirects. Empty before the first request. */
  readonly url: string
}

interface MainResponse {
  url: string
  status: number
  /** Headers by lower-case name. Repeated headers are joined by `, `. */
  headers: Record<string, string>
}

/** Starts tracking now. `Network` and `Page` must be enabled on the session. */
export function followMainDocument(session: PageSession, mainFrameId: string): MainDocument {
  let shown: MainResponse | null = null
  let arriving: MainResponse | null = null
  let requestId = ''
  let shownUrl = ''
  let shownLoaderId = ''
  const document = {
    ...{ failure: null as string | null, receivedBytes: 0, count: 0, reloads: 0, url: '' },
    get response(): MainResponse | null {
      return document.count === 0 ? arriving : shown
    },
  }

  session.on('Network.requestWillBeSent', (event) => {
    if (event.type !== 'Document' || event.frameId !== mainFrameId) return
    requestId = event.requestId
    document.url = event.request.url
    document.receivedBytes = 0
    document.failure = null
  })
  session.on('Network.responseReceived', (event) => {
    if (event.requestId !== requestId || event.type !== 'Document') return
    const { url, status, headers } = event.response
    const response = { url, status, headers: readHeaders(headers) }
    if (event.loaderId === shownLoaderId) shown = response
    else arriving = response
  })
  session.on('Network.dataReceived', (event) => {
    if (event.requestId === requestId) document.receivedBytes += event.dataLength
  })
  session.on('Network.loadingFailed', ({ errorText, canceled, ...event }) => {
    if (event.requestId !== requestId) return
    // After a download or a 204, the previous document stays.
    arriving = null
    if (!canceled && errorText !== 'net::ERR_ABORTED') document.failure = errorText
    else if (document.count > 0) document.url = shownUrl
  })
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== mainFrameId) return
    document.count++
    shown = arriving ?? shown
    arriving = null
    shownLoaderId = frame.loaderId
    document.reloads = frame.url === shownUrl ? document.reloads + 1 : 0
    shownUrl = frame.url
  })
  return document
}

/** DevTools joins repeated fields with newlines. */
function readHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.replaceAll('\n', ', ')]),
  )
}
