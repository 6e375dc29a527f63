/** The headers and cookies of a caller's own in what a page requests: where they go, and with which of the browser's they are joined. */

import type { OwnFields } from '../../html/page.ts'
import type { PageSession } from '../browser/devtools-connection.ts'
import { followOriginFrames } from './origin-frames.ts'

export interface OwnRequests {
  /** Whether responses to requests of the caller's own are paused too. */
  readonly hasReferer: boolean
  /**
   * All headers of a paused request, in place of the browser's; null where it goes as it is. They go to their origin alone, with its
   * documents and with what those request: a page of another origin can't make use of them.
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

/** A redirected request is paused anew, with the headers that the browser gave it. */
export function createOwnRequests(session: PageSession, mainFrameId: string, own: OwnFields): OwnRequests {
  const frames = followOriginFrames(session, mainFrameId, own.origin)

  /** As browsers send a cookie of `SameSite=Lax`: also when a page of another site leads the visitor here, and with nothing else of that page. */
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

/** The caller's headers in place of the browser's of the same names, and its cookies behind those that sites have set. */
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
