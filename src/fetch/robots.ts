/** Checks pages against their site's robots.txt, if the operator has chosen `respect`. */

import { LRUCache } from 'lru-cache'
import { ServiceError } from '../base/errors.ts'
import { type Work, workOf } from '../base/work.ts'
import type { Retrieve, RetrieveRequest } from './retrieve.ts'

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

type RobotsEntry = { rules: ReturnType<typeof parseRobots> } | { problem: string }

/**
 * The returned check throws target_blocked if robots.txt forbids the page or can't be read, and any error from retrieving it. A 4xx status
 * allows all pages. A 5xx status, or no response, forbids them. @see RFC 9309 §2.3.1
 */
export function createRobotsCheck(retrieve: Retrieve) {
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

  return async (url: URL, request: RobotsRequest): Promise<void> => {
    const known = cache.get(url.origin)
    const entry = known ?? (await read(new URL('/robots.txt', url), request))
    if (!known) cache.set(url.origin, entry, 'problem' in entry ? { ttl: unreadableMaxAgeMs } : {})
    if ('rules' in entry && entry.rules.allows(url.pathname + url.search)) return
    const message =
      'problem' in entry
        ? `Could not read robots.txt from ${url.host} (${entry.problem}), so no page on that site may be fetched (RFC 9309)`
        : `robots.txt on ${url.host} disallows ${url.pathname}`
    throw new ServiceError('target_blocked', message, { next: robotsRespected })
  }
}

const robotsRespected =
  'This server respects robots.txt (GLEANER_ROBOTS=respect). Try another source for the same content.'

interface RobotsRule {
  allow: boolean
  pattern: string
}

/** RFC 9309 §2.5 requires parsers to read at least this much. */
const maxParsedChars = 512_000

/**
 * Returns the rules of all groups for one product token, or else those for `*`. Matches patterns part by part in linear time, because the
 * text is untrusted.
 * @see RFC 9309
 */
export function parseRobots(text: string, product: string) {
  const specific: RobotsRule[] = []
  const common: RobotsRule[] = []
  let isNamed = false
  let groups: RobotsRule[][] = []
  let isInHeading = false
  for (const line of text.slice(0, maxParsedChars).split(/[\r\n]+/)) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#]*)/i.exec(line) ?? []
    const field = key.toLowerCase()
    if (field === 'user-agent') {
      if (!isInHeading) groups = []
      isInHeading = true
      const token = /^[a-z_-]+|^\*/i.exec(value)?.[0].toLowerCase()
      if (token === '*') groups.push(common)
      else if (token === product.toLowerCase()) {
        groups.push(specific)
        isNamed = true
      }
    } else if (field === 'allow' || field === 'disallow') {
      isInHeading = false
      const pattern = normalisePath(value.trim())
      if (pattern !== '') for (const rules of groups) rules.push({ allow: field === 'allow', pattern })
    }
  }
  const rules = isNamed ? specific : common
  // In bytes of memory. The patterns are slices, so they keep the whole file.
  const size = text.length + 64 * rules.length
  return { size, allows: (path: string) => path === '/robots.txt' || isAllowed(rules, normalisePath(path)) }
}

/** The longest matching pattern decides. If two have the same length, the Allow rule wins. If none matches, the path is allowed. */
function isAllowed(rules: readonly RobotsRule[], path: string): boolean {
  let best: RobotsRule = { allow: true, pattern: '' }
  for (const rule of rules) {
    const { length } = rule.pattern
    const wins = length > best.pattern.length || (length === best.pattern.length && rule.allow)
    if (wins && matches(rule.pattern, path)) best = rule
  }
  return best.allow
}

/** `*` matches any characters, and `$` at the end matches the end of the path. Other patterns match a prefix. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  const first = parts.shift() ?? ''
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = isWhole ? parts.pop() : undefined
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  if (!isWhole) return true
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last)
}

/** Percent-encodes the path with upper-case hexadecimal digits, so that patterns and paths compare as text. */
function normalisePath(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (escaped) => escaped.toUpperCase())
}
