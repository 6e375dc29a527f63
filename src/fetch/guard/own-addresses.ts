/** The addresses of this machine's interfaces, which are never valid targets, even if they are public. */

import { networkInterfaces } from 'node:os'

/** Maximum time before an interface's new address is refused. */
const maxAgeMs = 2000

/** Returns a function that lists the addresses. The list may be up to two seconds old. */
export function createOwnAddresses(read = readInterfaces, now = () => performance.now()): () => readonly string[] {
  let addresses: readonly string[] = []
  let readAt = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - readAt >= maxAgeMs) {
      addresses = read()
      readAt = now()
    }
    return addresses
  }
}

function readInterfaces(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address))
}
