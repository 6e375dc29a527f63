/** The fetch engine: loads a page over HTTP. The address policy checks every connection. */

import { ServiceError } from '../base/errors.ts'
import { createKeyedSemaphore, type OpenSharedSemaphore, withShared } from '../base/semaphore.ts'
import { maxRedirects } from '../contract/service-limits.ts'
import type { Warning } from '../contract/warning.ts'
import { parseContentType } from '../page/media-kind.ts'
import type { Page, PageRequest, PageSource } from '../page/page.ts'
import { resolveCharset } from './body/charset.ts'
import { resolveMediaType, statedFileName } from './body/media-type.ts'
import { createGuardedDialer, type GuardedDialerOptions } from './guard/guarded-dialer.ts'
import { createConnectionPool } from './http/connection-pool.ts'
import { createRetrieve, type RetrievedResource } from './retrieve.ts'
import { createRobotsCheck } from './robots.ts'

export interface FetcherOptions extends GuardedDialerOptions {
  userAgent: string
  robots: 'ignore' | 'respect'
  /** Maximum concurrent requests to one host name. One key may use up to three quarters of them. */
  perHostConcurrency: number
  /** Counts the requests to one host for all nodes together. Without it, this process counts its own. */
  openSharedHosts?: OpenSharedSemaphore | undefined
  /** Body size limit in bytes, both before and after decoding. */
  maxBodyBytes: number
}

export interface Fetcher extends PageSource {
  /** Resolves if robots.txt allows the page, or is ignored. Throws any error from the check in robots.ts. */
  permit(request: PageRequest): Promise<void>
}

/**
 * Creates the fetch engine. `load` throws address_refused, target_unreachable, target_blocked, too_many_redirects, response_too_large,
 * invalid_response, overloaded and `signal.reason`. `close` closes all connections.
 * @example
 * const page = await fetcher.load({ url: new URL('https://example.com/'), ...work })
 * page.status // 200
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { policy, userAgent, robots, perHostConcurrency, maxBodyBytes } = options
  const connections = createConnectionPool(createGuardedDialer(options))
  const limits = { permits: perHostConcurrency, perKey: Math.max(1, Math.floor(perHostConcurrency * maxShareOfHost)) }
  const queue = {
    maxWaiting: maxWaitingPerHost,
    refusal: () => new ServiceError('overloaded', 'Too many requests are waiting for this host', { retryAfterS: 2 }),
  }
  const own = createKeyedSemaphore(perHostConcurrency, { perKey: limits.perKey, queue })
  const hosts = withShared(own, options.openSharedHosts?.(limits))
  const retrieve = createRetrieve({ policy, connections, hosts, headers: commonHeaders(userAgent) })
  const checkRobots = robots === 'respect' ? createRobotsCheck(retrieve) : null

  return {
    async load(request) {
      request.signal.throwIfAborted()
      const permit = checkRobots && { permit: (hop: URL) => checkRobots(hop, request) }
      return toPage(request.url.href, await retrieve({ ...request, ...permit, maxBodyBytes, maxRedirects }))
    },
    async permit(request) {
      await checkRobots?.(request.url, request)
    },
    close: () => connections.close(),
  }
}

/** Slow responses for one key must leave room for other keys. */
const maxShareOfHost = 3 / 4
const maxWaitingPerHost = 1000

/** Markdown ranks below HTML, so servers that offer both formats send HTML, which the other outputs need. */
function commonHeaders(userAgent: string): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,application/xml;q=0.9,*/*;q=0.8',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'en,*;q=0.5',
  }
}

async function toPage(url: string, resource: RetrievedResource): Promise<Page> {
  const { url: finalUrl, status, headers, body } = resource
  const contentType = headers['content-type'] ?? null
  const declared = parseContentType(contentType)
  const mediaType = resolveMediaType(declared, body, statedFileName(headers, finalUrl))
  const incomplete = bodyIncomplete(resource)
  const { charset, warnings } = await resolveCharset(body, declared, mediaType)
  return {
    url,
    finalUrl: finalUrl.href,
    status,
    contentType,
    mediaType,
    charset,
    headers,
    body,
    rendered: false,
    complete: incomplete.length === 0,
    warnings: [...incomplete, ...warnings],
  }
}

/** Returns a warning if the body is only part of the page. */
function bodyIncomplete({ status, headers, isCut }: RetrievedResource): Warning[] {
  const cause = isCut
    ? 'The response was incomplete at the time limit'
    : status === 206 && isPart(headers['content-range'] ?? '')
      ? 'The target sent only part of the page'
      : null
  return cause === null ? [] : [{ code: 'body_incomplete', message: `${cause}; the result contains what had arrived` }]
}

function isPart(contentRange: string): boolean {
  const [, first, last, length] = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)/i.exec(contentRange) ?? []
  return Number(first) > 0 || Number(last) + 1 < Number(length)
}
