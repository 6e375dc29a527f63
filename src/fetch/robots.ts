/** Does the site's robots.txt let us read this page? Asked only where the operator set `respect`. */

import { LRUCache } from 'lru-cache'
import { ServiceError } from '../errors.ts'
import type { Retrieve } from './retrieve.ts'
import { parseRobots, type RobotsRules } from './robots-rules.ts'

/** Throws target_blocked when robots.txt forbids the page or can't be read; unreachable and refused hosts as they are. */
export type RobotsCheck = (url: URL, signal: AbortSignal, deadlineAt: number) => Promise<void>

/** Our name in robots.txt. */
const productToken = 'gleaner'

const keptMs = 3_600_000
/** A site that could not answer is asked again sooner. */
const unreadableKeptMs = 60_000
const maxOrigins = 1000
/** Of the rules of all origins together. */
const maxKeptBytes = 16 * 1024 * 1024
const maxBodyBytes = 2 * 1024 * 1024
/** RFC 9309 §2.3.1.2 asks for at least five. */
const maxRedirects = 5

type Entry = { rules: RobotsRules } | { problem: string }

/** @see RFC 9309 §2.3.1: 4xx means that all is allowed; 5xx and no answer mean that nothing is. */
export function createRobotsCheck(retrieve: Retrieve): RobotsCheck {
  const known = new LRUCache<string, Entry>({
    max: maxOrigins,
    maxSize: maxKeptBytes,
    sizeCalculation: (entry) => 1 + ('rules' in entry ? entry.rules.size : entry.problem.length),
    ttl: keptMs,
  })

  async function read(url: URL, signal: AbortSignal, deadlineAt: number): Promise<Entry> {
    try {
      const resource = await retrieve({ url, signal, deadlineAt, maxBodyBytes, maxRedirects })
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

  async function remember(url: URL, signal: AbortSignal, deadlineAt: number): Promise<Entry> {
    const entry = await read(new URL('/robots.txt', url), signal, deadlineAt)
    known.set(url.origin, entry, 'problem' in entry ? { ttl: unreadableKeptMs } : {})
    return entry
  }

  return async (url, signal, deadlineAt) => {
    const entry = known.get(url.origin) ?? (await remember(url, signal, deadlineAt))
    if ('problem' in entry) {
      const message = `robots.txt of ${url.host} could not be read (${entry.problem}), which forbids all pages (RFC 9309)`
      throw new ServiceError('target_blocked', message)
    }
    if (!entry.rules.allows(url.pathname + url.search)) {
      throw new ServiceError('target_blocked', `robots.txt of ${url.host} forbids ${url.pathname}`)
    }
  }
}
