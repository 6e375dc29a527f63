/** Checks pages against their site's robots.txt, if the operator has chosen `respect`. */

import { LRUCache } from 'lru-cache'
import { ServiceError } from '../base/errors.ts'
import { type Work, workOf } from '../base/work.ts'
import type { Retrieve, RetrieveRequest } from './retrieve.ts'
import { parseRobots, type RobotsRules } from './robots-rules.ts'

/** Throws target_blocked if robots.txt forbids the page or can't be read, and any error from retrieving it. */
type RobotsCheck = (url: URL, request: RobotsRequest) => Promise<void>

type RobotsRequest = Work & Pick<RetrieveRequest, 'checkSite'>

/** Our robot's name in robots.txt. */
const productToken = 'gleaner'

const maxAgeMs = 3_600_000
/** A robots.txt that couldn't be read is requested again after this time. */
const unreadableMaxAgeMs = 60_000
const maxOrigins = 1000
const maxCacheBytes = 16 * 1024 * 1024
const maxBodyBytes = 2 * 1024 * 1024
/** RFC 9309 §2.3.1.2 recommends following at least five redirects. */
const maxRedirects = 5

type RobotsEntry = { rules: RobotsRules } | { problem: string }

/** A 4xx status allows all pages. A 5xx status, or no response, forbids them. @see RFC 9309 §2.3.1 */
export function createRobotsCheck(retrieve: Retrieve): RobotsCheck {
  const cache = new LRUCache<string, RobotsEntry>({
    max: maxOrigins,
    maxSize: maxCacheBytes,
    sizeCalculation: (entry) => 1 + ('rules' in entry ? entry.rules.size : entry.problem.length),
    ttl: maxAgeMs,
  })

  async function read(url: URL, request: RobotsRequest): Promise<RobotsEntry> {
    const { checkSite } = request
    try {
      // The request for robots.txt doesn't include the headers and validators for the page.
      const resource = await retrieve({ ...workOf(request), url, checkSite, maxBodyBytes, maxRedirects })
      request.share.give(resource.body.byteLength)
      if (resource.status >= 500) return { problem: `answered ${resource.status}` }
      const text = resource.status < 300 ? new TextDecoder().decode(resource.body) : ''
      return { rules: parseRobots(text, productToken) }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      if (error.type === 'too_many_redirects') return { rules: parseRobots('', productToken) }
      if (error.type === 'invalid_response' || error.type === 'response_too_large') return { problem: error.message }
      throw error
    }
  }

  async function readAndCache(url: URL, request: RobotsRequest): Promise<RobotsEntry> {
    const entry = await read(new URL('/robots.txt', url), request)
    cache.set(url.origin, entry, 'problem' in entry ? { ttl: unreadableMaxAgeMs } : {})
    return entry
  }

  return async (url, request) => {
    const entry = cache.get(url.origin) ?? (await readAndCache(url, request))
    if ('problem' in entry) {
      const message = `Could not read robots.txt from ${url.host} (${entry.problem}), so no page on that site may be fetched (RFC 9309)`
      throw new ServiceError('target_blocked', message, { next: robotsRespected })
    }
    if (!entry.rules.allows(url.pathname + url.search)) {
      const message = `robots.txt on ${url.host} disallows ${url.pathname}`
      throw new ServiceError('target_blocked', message, { next: robotsRespected })
    }
  }
}

const robotsRespected =
  'This server respects robots.txt (GLEANER_ROBOTS=respect). Try another source for the same content.'
