/** A loopback server that replaces Google, with a record of requests, and handwritten pages keyed by query and page number. */

import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { type Origin, openOrigin } from '../../origin.ts'

/** Name of a fixture, or HTML with its status. `silence` never responds. */
type Sent = string | { html: string; status: number }

/** Returns the HTML of a handwritten result page. */
export function fixture(name: string): string {
  return readFileSync(new URL(`../../fixtures/google-ads/${name}.html`, import.meta.url), 'utf8')
}

export interface Google extends Origin {
  /** Value for `GLEANER_GOOGLE_URL`. */
  template: string
  /** Headers of each search, in order. */
  headers: IncomingHttpHeaders[]
}

/** Serves the pages of each query in order. Any other page is a 404. */
export async function openGoogle(
  queries: Record<string, Sent[]>,
  { robots = null as string | null } = {},
): Promise<Google> {
  const headers: IncomingHttpHeaders[] = []
  const origin = await openOrigin({
    ...(robots === null ? {} : { '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: robots } }),
    '/com/search': (request, response) => {
      headers.push(request.headers)
      const { searchParams } = new URL(request.url ?? '/', 'http://google.test')
      const sent = queries[searchParams.get('q') ?? '']?.[Number(searchParams.get('start') ?? 0) / 10]
      if (sent === 'silence') return
      const { html, status } =
        typeof sent === 'object' ? sent : { html: sent ? fixture(sent) : '', status: sent ? 200 : 404 }
      response.writeHead(status, { 'content-type': 'text/html; charset=UTF-8' }).end(html)
    },
  })
  return { ...origin, headers, template: `${origin.url}/{domain}` }
}
