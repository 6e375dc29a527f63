/** Checks Host and Origin on every route, so that a page in somebody's browser can't reach this service by DNS rebinding. */

import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../errors.ts'

export interface HostCheckOptions {
  /** IP address or name that the service listens on. */
  host: string
  /** Names from GLEANER_ALLOWED_HOSTS, with or without a port; `*` for all. */
  allowedHosts: readonly string[]
  /** Whether `X-Forwarded-Host` of a reverse proxy counts. */
  trustProxy: boolean
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Whether only this machine reaches the address or name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Returns a check that throws forbidden_origin for a foreign Host or Origin, and bad_request for two Host headers. */
export function createHostCheck({
  host,
  allowedHosts,
  trustProxy,
}: HostCheckOptions): (request: IncomingMessage) => void {
  const own = isLoopback(host) ? [...loopbackNames, host] : []
  const allowed = new Set([...own, ...allowedHosts].map((name) => name.toLowerCase()))
  const isAllowed = (authority: string | undefined) => {
    if (allowed.has('*')) return true
    const name = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.exec(authority?.toLowerCase() ?? '')
    return name !== null && (allowed.has(name[0]) || allowed.has(name[1] ?? ''))
  }

  return ({ headers, headersDistinct, url = '' }) => {
    if ((headersDistinct.host?.length ?? 0) > 1)
      throw new ServiceError('bad_request', 'There is more than one Host header')
    const target = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
    if (target !== undefined && !isAllowed(target)) {
      throw new ServiceError('forbidden_origin', 'The request target names a host that is not allowed')
    }
    const forwarded = trustProxy ? headers['x-forwarded-host'] : undefined
    const named = forwarded === undefined ? headers.host : String(forwarded).split(',')[0]?.trim()
    if (!isAllowed(named))
      throw new ServiceError('forbidden_origin', 'The Host header names a host that is not allowed')
    if (headers.origin !== undefined && !isAllowed(URL.parse(headers.origin)?.host)) {
      throw new ServiceError('forbidden_origin', 'The Origin header names a site that is not allowed')
    }
  }
}
