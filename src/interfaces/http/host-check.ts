/**
 * Checks Host, Origin and Sec-Fetch-Site on every route. A page in a user's browser must not control this service via DNS rebinding, from
 * another site, or from another port of the same machine.
 */

import type { IncomingMessage } from 'node:http'
import { hostname } from 'node:os'
import { ServiceError } from '../../base/errors.ts'
import { isHttp } from '../../base/url-schemes.ts'

export interface HostCheckOptions {
  host: string
  /** Host names from GLEANER_ALLOWED_HOSTS, with or without a port. `*` allows all. */
  allowedHosts: readonly string[]
  /** URL of the service for its clients, or null. Requests for its host may come from any site, because they need a key. */
  publicUrl?: string | null
  /** True if a reverse proxy's `X-Forwarded-Host` is trusted. */
  trustProxy: boolean
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** True if only this machine can reach the address or name. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** True if the address stands for all of the machine's network interfaces. */
export function isEveryInterface(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Returns the names that are allowed without GLEANER_ALLOWED_HOSTS. In containers, services reach each other by their names. */
function ownNames(host: string, allowedHosts: readonly string[]): string[] {
  if (isLoopback(host)) return [...loopbackNames, host]
  return isEveryInterface(host) && allowedHosts.length === 0 ? [...loopbackNames, 'gleaner', hostname()] : []
}

/** Sent by browsers if no page from another origin caused the request. @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header */
const ownSites = new Set(['same-origin', 'none'])

/**
 * Returns a function that throws forbidden_origin for a foreign Host, Origin or Sec-Fetch-Site, and bad_request for more than one Host
 * header. `isPage` is true for a page that people may open through a link on another site.
 */
export function createHostCheck({ host, allowedHosts, trustProxy, publicUrl = null }: HostCheckOptions) {
  const offered = publicUrl === null ? null : new URL(publicUrl)
  const listed = new Set(allowedHosts.map((name) => name.toLowerCase()))
  const own = [...ownNames(host, allowedHosts), ...(offered ? [offered.host] : [])]
  const allowed = new Set([...own.map((name) => name.toLowerCase()), ...listed])
  const isAllowed = (authority: string | undefined) => allowed.has('*') || isAmong(allowed, authority)

  return (request: IncomingMessage, isPage = false): void => {
    const { headers, headersDistinct, url = '' } = request
    if ((headersDistinct.host?.length ?? 0) > 1)
      throw new ServiceError('bad_request', 'The request has more than one Host header')
    const target = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
    if (target !== undefined && !isAllowed(target)) {
      throw refused('The request target names a host that is not allowed', withoutPort(target))
    }
    const named = requestedHost(request, trustProxy)
    if (!isAllowed(named)) throw refused('The Host header names a host that is not allowed', withoutPort(named))
    if (offered !== null && URL.parse(`${offered.protocol}//${named}`)?.host === offered.host) return
    const origin = headers.origin === undefined ? null : URL.parse(headers.origin)
    if (origin !== null && isAmong(listed, origin.host)) return
    if (headers.origin !== undefined && !isSameHost(origin, named)) {
      throw refused('The Origin header names a site that is not allowed', origin?.host)
    }
    const site = headers['sec-fetch-site']
    if (site !== undefined && !ownSites.has(String(site)) && !(isPage && isNavigation(request))) {
      throw new ServiceError('forbidden_origin', 'The request comes from a page on another site (Sec-Fetch-Site)')
    }
  }
}

export function requestedHost({ headers }: IncomingMessage, trustProxy: boolean): string | undefined {
  const forwarded = trustProxy ? headers['x-forwarded-host'] : undefined
  return forwarded === undefined ? headers.host : String(forwarded).split(',')[0]?.trim()
}

/** The error states the value that would allow the host, unless the Host header doesn't contain a host name. */
function refused(message: string, authority: string | undefined): ServiceError {
  const value = hostPattern.exec(authority?.toLowerCase() ?? '')?.[0]
  const next = `To allow it, add ${value} to the setting GLEANER_ALLOWED_HOSTS.`
  return new ServiceError('forbidden_origin', message, value === undefined ? {} : { next })
}

const withoutPort = (authority = '') => authority.replace(/:\d+$/, '')

/** An authority: a host name or IP address, with or without a port. */
const hostPattern = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/

/** True if a person opens the page in a tab (not in a frame) without sending data. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
}

/** True if the names contain the host of an authority, with or without its port. */
function isAmong(names: ReadonlySet<string>, authority: string | undefined): boolean {
  const name = hostPattern.exec(authority?.toLowerCase() ?? '')
  return name !== null && (names.has(name[0]) || names.has(name[1] ?? ''))
}

/** True if the origin has the host and port of the request. Ignores the scheme, because a reverse proxy may terminate TLS. */
function isSameHost(origin: URL | null, named: string | undefined): boolean {
  if (!isHttp(origin)) return false
  return URL.parse(`${origin.protocol}//${named}`)?.host === origin.host
}
