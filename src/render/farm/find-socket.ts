/** Finds the WebSocket on which a farm's browser speaks DevTools. */

import { Agent, request } from 'undici'
import { type FarmAddress, FarmError, failureCode, socketUrl, versionUrl } from './farm-address.ts'

const limitMs = 5000
const maxAnswerBytes = 1024 * 1024
/** The server's owner chose the address, so the address policy doesn't apply. */
const dispatcher = new Agent({ pipelining: 0, connect: { timeout: limitMs }, maxResponseSize: maxAnswerBytes })

/**
 * Returns a ws or wss URL unchanged if it has a path. Otherwise requests `/json/version`, where Chromium and browserless give the URL of
 * their socket. If they give none, returns a ws or wss URL unchanged. Throws FarmError.
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

/** Doesn't follow redirects, because they could send a token elsewhere. */
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
