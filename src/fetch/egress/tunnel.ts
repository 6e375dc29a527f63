/** How bytes go through a CONNECT: both ways between the browser and a checked address, counted, until either side ends. */

import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { EgressAccount } from './session.ts'

/** `early` is what the browser sent behind the head of its request. */
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
  // Its clock runs anew with every byte read or written, so one side's silence is not yet the end.
  origin.setTimeout(idleLimitMs, () => origin.destroy())
  for (const [from, to] of [
    [browser, origin],
    [origin, browser],
  ] as const) {
    from.on('error', () => to.destroy())
    // An end in good order lets the other side have what is still on its way.
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
