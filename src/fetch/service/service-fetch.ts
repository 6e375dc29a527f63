/** A `fetch` for services that the server's owner has chosen. The address policy doesn't apply, since callers can't set the URL. */

import { Agent, ProxyAgent, Response, fetch as undiciFetch } from 'undici'
import { tooLarge } from '../body/read-body.ts'

export type ServiceFetch = ReturnType<typeof createServiceFetch>

export interface ServiceFetchOptions {
  /** Outgoing proxy with its credentials, or null. A service on this machine is called directly. */
  proxyUrl: string | null
  maxBytes: number
}

/** Limit on the decoded body of a response with an error status. */
const maxErrorBytes = 64 * 1024

// A model may take a long time to send its first byte, so only the caller's signal limits a response's duration.
const agentOptions = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } }

/**
 * Ignores the environment's proxy variables. Doesn't follow redirects, because a key must go only where its owner sends it. Reading a body
 * that exceeds its limit throws response_too_large.
 */
export function createServiceFetch({ proxyUrl, maxBytes }: ServiceFetchOptions) {
  const direct = new Agent(agentOptions)
  const proxied = proxyUrl === null ? null : new ProxyAgent({ ...agentOptions, uri: proxyUrl, proxyTunnel: true })
  const fetchService = async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const dispatcher = proxied && !thisMachine.test(url.hostname) ? proxied : direct
    const response = await undiciFetch(url, { ...(init as object), redirect: 'error', dispatcher })
    return limited(response, response.ok ? maxBytes : maxErrorBytes)
  }
  return {
    fetch: fetchService as typeof globalThis.fetch,
    async close(): Promise<void> {
      await Promise.all([direct.destroy(), proxied?.destroy()])
    },
  }
}

/** The same response with a body that ends in an error once it exceeds the limit. */
function limited(response: Response, maxBytes: number): Response {
  if (!response.body) return response
  let leftBytes = maxBytes
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      leftBytes -= chunk.byteLength
      if (leftBytes < 0) throw tooLarge(maxBytes)
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counter), response)
}

const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
