/** `fetch` for the client of a service that the server's owner has chosen: no address policy, since no page and no caller names its address. */

import { Agent, ProxyAgent, fetch as undiciFetch } from 'undici'

export interface ServiceFetch {
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

export interface ServiceFetchOptions {
  /** Outgoing proxy with its credentials, or null. A service on this machine is asked directly. */
  proxyUrl: string | null
}

// An answer may think for long before its first byte; the caller's signal is the clock.
const patience = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } }

/** Proxy variables of the environment do not count, and no redirect is followed: a key goes only where its owner sent it. */
export function createServiceFetch({ proxyUrl }: ServiceFetchOptions): ServiceFetch {
  const direct = new Agent(patience)
  const proxied = proxyUrl === null ? null : new ProxyAgent({ ...patience, uri: proxyUrl, proxyTunnel: true })
  return {
    fetch: ((input: string | URL | Request, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const dispatcher = proxied && !isHere(url.hostname) ? proxied : direct
      return undiciFetch(url, { ...(init as object), redirect: 'error', dispatcher })
    }) as unknown as typeof globalThis.fetch,
    async close() {
      await Promise.all([direct.destroy(), proxied?.destroy()])
    },
  }
}

function isHere(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
