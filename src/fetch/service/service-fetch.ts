/** A `fetch` for services that the server's owner has chosen. The address policy doesn't apply, since callers can't set the URL. */

import { Agent, ProxyAgent, fetch as undiciFetch } from 'undici'

export interface ServiceFetch {
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

export interface ServiceFetchOptions {
  /** Outgoing proxy with its credentials, or null. A service on this machine is called directly. */
  proxyUrl: string | null
}

// A model may take a long time to send its first byte, so only the caller's signal limits a response's duration.
const agentOptions = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } }

/** Ignores the environment's proxy variables. Doesn't follow redirects, because a key must go only where its owner sends it. */
export function createServiceFetch({ proxyUrl }: ServiceFetchOptions): ServiceFetch {
  const direct = new Agent(agentOptions)
  const proxied = proxyUrl === null ? null : new ProxyAgent({ ...agentOptions, uri: proxyUrl, proxyTunnel: true })
  const fetchService = (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const dispatcher = proxied && !isThisMachine(url.hostname) ? proxied : direct
    return undiciFetch(url, { ...(init as object), redirect: 'error', dispatcher })
  }
  return {
    fetch: fetchService as typeof globalThis.fetch,
    async close() {
      await Promise.all([direct.destroy(), proxied?.destroy()])
    },
  }
}

function isThisMachine(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
