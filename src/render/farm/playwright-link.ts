/** A line to a browser by a Playwright server: the browser's DevTools session that Playwright passes on carries those of its pages. */

import { type CDPSession, chromium } from 'playwright'
import { type FarmAddress, withoutSecrets } from './farm-address.ts'
import { FarmError } from './farm-error.ts'
import { type FarmLink, type LinkRequest, linkLimitMs } from './farm-link.ts'
import { mergeLaunchOptions } from './launch-options.ts'
import { createMessagePipe } from './message-pipe.ts'
import { createNestedSessions, type SendToBrowser } from './nested-sessions.ts'

const parameter = 'launch-options'
const events = [
  ...['Target.receivedMessageFromTarget', 'Target.detachedFromTarget'],
  ...['Target.targetCreated', 'Target.targetInfoChanged'],
] as const

/**
 * A server that runs with `--unsafe` starts the browser by our flags; another one leaves them out. Options of the address
 * (`?launch-options={…}`) are kept. Throws FarmError.
 */
export async function openPlaywrightLink(address: FarmAddress, { flags }: LinkRequest): Promise<FarmLink> {
  const server = new URL(address.url)
  server.protocol = /^(wss|https):$/.test(server.protocol) ? 'wss:' : 'ws:'
  const given = server.searchParams.get(parameter)
  server.searchParams.delete(parameter)
  const options = { headless: true, ...mergeLaunchOptions(given, flags) }
  const headers = { ...address.headers, 'x-playwright-launch-options': JSON.stringify(options) }
  let session: CDPSession | null = null
  const closing = Promise.withResolvers<void>()
  const browser = await chromium.connect(server.href, { headers, timeout: linkLimitMs }).catch((error: Error) => {
    throw explain(error, address)
  })
  browser.on('disconnected', () => closing.resolve())
  const close = async () => {
    // A browser that is shared forgets our pages with the session that has opened them.
    await session?.detach().catch(() => {})
    await browser.close().catch(() => {})
    closing.resolve()
  }
  try {
    session = await browser.newBrowserCDPSession()
  } catch (error) {
    await close()
    throw explain(error as Error, address)
  }
  // The names of commands are data here, which the type of `send` lists.
  const sendToBrowser = session.send.bind(session) as SendToBrowser
  const nested = createNestedSessions(sendToBrowser, (message) => pipe.receive(message))
  const pipe = createMessagePipe(nested.send)
  for (const name of events) session.on(name, (params: object) => nested.receive(name, params))
  return { pipe, kind: 'Playwright', closed: closing.promise, close }
}

function explain(error: Error, address: FarmAddress): FarmError {
  const [, theirs, own] = /server version: v([\d.]+)[\s\S]*client version: v([\d.]+)/.exec(error.message) ?? []
  if (theirs !== undefined) {
    const words = `The Playwright server ${address.name} has version ${theirs}, Gleaner has ${own}: they must be of one version`
    return new FarmError(words, { isRefusal: true })
  }
  const why = withoutSecrets(error.message, address)
  return new FarmError(`The Playwright server ${address.name} gave no browser: ${why}`)
}
