/** A session of Selenium Grid 4: opened by WebDriver's protocol for its DevTools connection alone. */

import { type FarmAddress, httpUrl, socketUrl, withoutSecrets } from './farm-address.ts'
import { FarmError } from './farm-error.ts'
import type { LinkRequest } from './farm-link.ts'
import { askFarm, textAt } from './farm-request.ts'

export interface SeleniumSession {
  /** Of its DevTools connection. */
  socket: URL
  /** Ends the session and its browser. Never rejects. */
  end(): Promise<void>
}

/** A grid queues a request for a session while it is full; there is no use in waiting longer than a page may take. */
const sessionLimitMs = 20_000

/** Throws FarmError. @see https://www.w3.org/TR/webdriver2/#new-session */
export async function openSeleniumSession(
  address: FarmAddress,
  { flags }: Pick<LinkRequest, 'flags'>,
): Promise<SeleniumSession> {
  const at = (path: string) => httpUrl(address, `${address.url.pathname.replace(/\/+$/, '')}${path}`)
  const capabilities = { alwaysMatch: { browserName: 'chrome', 'goog:chromeOptions': { args: flags } } }
  const { status, body } = await askFarm(address, at('/session'), {
    ...{ method: 'POST', body: { capabilities }, limitMs: sessionLimitMs },
  }).catch((error: Error) => {
    throw new FarmError(`The grid ${address.name} gave no session: ${withoutSecrets(error.message, address)}`)
  })
  const id = textAt(body, 'value', 'sessionId')
  if (id === null) {
    const why = withoutSecrets(textAt(body, 'value', 'message') ?? 'no WebDriver answer', address)
    throw new FarmError(`The grid ${address.name} gave no session: ${status} ${why}`)
  }
  const end = async () => {
    await askFarm(address, at(`/session/${encodeURIComponent(id)}`), { method: 'DELETE' }).catch(() => {})
  }
  const named = textAt(body, 'value', 'capabilities', 'se:cdp')
  if (named === null) {
    await end()
    const words = `The grid ${address.name} offers no DevTools connection (se:cdp): it must be Selenium Grid 4 with Chrome, Chromium or Edge`
    throw new FarmError(words, { isRefusal: true })
  }
  return { socket: socketUrl(address, named), end }
}
