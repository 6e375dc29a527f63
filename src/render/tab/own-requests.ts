/** Decides which of a page's requests get the caller's own headers and cookies, and merges them with the browser's. */

import type { OwnFields } from '../../page/page.ts'
import type { PageSession } from '../browser/devtools-connection.ts'
import { followOriginFrames } from './origin-frames.ts'

export interface OwnRequests {
  /** True if responses to the caller's own requests are paused too. */
  readonly hasReferer: boolean
  /**
   * Returns all headers for a paused request, which replace the browser's, or null to change nothing. The caller's fields go only to
   * their origin, in requests for or from its documents, so a page of another origin can't use them.
   */
  headersFor(paused: PausedRequest): Promise<HeaderEntry[] | null>
}

export interface PausedRequest {
  frameId: string
  networkId?: string | undefined
  resourceType: string
  request: { url: string; method: string; headers: Readonly<Record<string, string>> }
}

interface HeaderEntry {
  name: string
  value: string
}

/** A redirected request is paused again, with the browser's original headers. */
export function createOwnRequests(session: PageSession, mainFrameId: string, own: OwnFields): OwnRequests {
  const frames = followOriginFrames(session, mainFrameId, own.origin)

  /** As with a `SameSite=Lax` cookie, navigation from another site's page gets the fields, but other requests by that page don't. */
  async function isOurs({ frameId, resourceType, request }: PausedRequest): Promise<boolean> {
    const sender = headerOf(request.headers, 'origin')
    if (sender !== undefined && sender !== own.origin) return false
    const isVisit = resourceType === 'Document' && frameId === mainFrameId
    if (isVisit && ['GET', 'HEAD'].includes(request.method)) return true
    return frames.areOf(frameId)
  }

  return {
    hasReferer: headerOf(own.headers, 'referer') !== undefined,
    async headersFor(paused) {
      const { frameId, networkId, resourceType, request } = paused
      if (resourceType === 'Document') frames.follow({ frameId, networkId, url: request.url })
      const isThere = URL.parse(request.url)?.origin === own.origin
      return isThere && (await isOurs(paused)) ? joinHeaders(request.headers, own) : null
    },
  }
}

function headerOf(headers: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]
}

/** The caller's headers replace the browser's headers with the same names. The caller's cookies follow those that sites have set. */
function joinHeaders(given: Readonly<Record<string, string>>, { headers, cookies }: OwnFields): HeaderEntry[] {
  const cookie = joinCookies(headerOf(given, 'cookie'), cookies)
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  const kept = Object.entries(given).filter(
    ([name]) => !names.has(name.toLowerCase()) && name.toLowerCase() !== 'cookie',
  )
  const added = Object.entries(cookie === '' ? headers : { ...headers, Cookie: cookie })
  return [...kept, ...added].map(([name, value]) => ({ name, value }))
}

function joinCookies(set: string | undefined, cookies: OwnFields['cookies']): string {
  const before = set === undefined || set === '' ? [] : set.split('; ')
  const names = new Set(before.map((pair) => pair.split('=', 1)[0]))
  const added = Object.entries(cookies).filter(([name]) => !names.has(name))
  return [...before, ...added.map(([name, value]) => `${name}=${value}`)].join('; ')
}
