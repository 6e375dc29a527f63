/** The addresses of this machine's interfaces: never a target, also where they are public. */

import { networkInterfaces } from 'node:os'

/** An address that an interface gains is refused after so long at most. */
const maxAgeMs = 2000

/** Returns the addresses as they are now, or were up to two seconds ago. */
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
