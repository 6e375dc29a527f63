/** Finds the WebSocket on which a farm's browser speaks DevTools. */

import { Agent, request } from 'undici'
import { type FarmAddress, FarmError, failureCode, socketUrl, versionUrl } from './farm-address.ts'

const limitMs = 5000
const maxAnswerBytes = 1024 * 1024
/** The server's owner has chosen the address, so no address policy applies. */
const dispatcher = new Agent({ pipelining: 0, connect: { timeout: limitMs }, maxResponseSize: maxAnswerBytes })

/**
 * A ws or wss URL with a path is the socket itself. Any other farm is asked at `/json/version`, where Chromium and browserless name
 * their socket. If nothing is named there, a ws or wss URL is the socket itself. Throws FarmError.
 */
export async function findSocket(address: FarmAddress): Promise<URL> {
  const { url, name } = address
  const isSocket = /^wss?:$/.test(url.protocol)
  if (isSocket && url.pathname !== '/') return url
  let named: string | null
  try {
    named = await askForSocket(address)
  } catch (error) {
    throw new FarmError(`The browser farm ${name} can't be reached: ${failureCode(error)}`, { cause: error })
  }
  if (named === null && !isSocket) throw new FarmError(`${name} is not a DevTools endpoint`)
  return socketUrl(address, named ?? '/')
}

/** Follows no redirects, because they could send a token elsewhere. */
async function askForSocket(address: FarmAddress): Promise<string | null> {
  const { headers } = address
  const response = await request(versionUrl(address), { dispatcher, headers, signal: AbortSignal.timeout(limitMs) })
  const text = await response.body.text()
  try {
    const { webSocketDebuggerUrl: named } = JSON.parse(text)
    return typeof named === 'string' && URL.canParse(named) ? named : null
  } catch {
    return null
  }
}
