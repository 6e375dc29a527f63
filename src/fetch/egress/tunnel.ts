/** Joins the browser and an origin after a CONNECT. Passes and counts bytes in both directions until either side closes. */

import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { EgressAccount } from './session.ts'

/** `early` holds the bytes that the browser sent right after the request head. */
export function joinSockets(
  browser: Duplex,
  origin: Socket,
  { early, account, idleLimitMs }: { early: Buffer; account: EgressAccount; idleLimitMs: number },
): void {
  if (browser.destroyed) {
    origin.destroy()
    return
  }
  account.own(browser)
  account.own(origin)
  // The timer restarts whenever bytes are read or written, so the tunnel stays open if only one side is silent.
  origin.setTimeout(idleLimitMs, () => origin.destroy())
  for (const [from, to] of [
    [browser, origin],
    [origin, browser],
  ] as const) {
    from.on('error', () => to.destroy())
    // After a graceful close, the other side still receives the buffered bytes.
    from.once('close', () => (from.readableEnded ? to.end() : to.destroy()))
    from.on('data', (chunk: Buffer) => account.count(chunk.length))
  }
  browser.write('HTTP/1.1 200 Connection established\r\n\r\n')
  if (early.length > 0) {
    account.count(early.length)
    origin.write(early)
  }
  browser.pipe(origin)
  origin.pipe(browser)
}
