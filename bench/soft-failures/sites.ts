/** Serves pages on loopback under their host names, which this process resolves to loopback. */

import dns from 'node:dns/promises'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { openLoopback } from '../../test/origin.ts'
import type { SitePage } from './soft-case.ts'

type ServedPage = SitePage & { files?: Readonly<Record<string, string>> }

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

interface Sites {
  /** Returns the page's requested URL, with http and the server's port. */
  urlOf(page: SitePage): string
  close(): Promise<void>
}

/** True for names in the top-level domain that all cases use (RFC 2606). Other names aren't resolved until the sites are closed. */
const isLocal = (host: string) => host.endsWith('.example')

/** Serves all pages, their redirects and files from one port. Throws an Error if two pages have the same URL. */
export async function openSites(pages: readonly ServedPage[]): Promise<Sites> {
  const answers = new Map<string, Answer>()
  let port = ''
  const server = createServer(({ headers, url = '/' }, response) => {
    const found = answers.get(`${headers.host?.replace(/:\d+$/, '')}${url}`)
    response
      .writeHead(found?.status ?? 404, { 'content-type': 'text/html; charset=utf-8', ...found?.headers })
      .end(found?.body ?? '<p>not found</p>')
  })
  const { url, close } = await openLoopback(server)
  port = new URL(url).port
  for (const page of pages) addAnswers(answers, page, port)
  const restore = resolveToLoopback()
  return {
    urlOf: ({ requestedUrl }) => local(new URL(requestedUrl), port),
    async close() {
      restore()
      await close()
    },
  }
}

function addAnswers(answers: Map<string, Answer>, page: ServedPage, port: string): void {
  const add = ({ hostname, pathname, search }: URL, answer: Answer) => {
    const key = hostname + pathname + search
    if (answers.has(key)) throw new Error(`${page.id}: another page has the URL ${key}`)
    answers.set(key, answer)
  }
  const hops = hopsOf(page)
  for (const [n, hop] of hops.entries()) {
    const next = hops[n + 1]
    if (next) add(hop, { status: 302, headers: { location: local(next, port) }, body: '' })
    else add(hop, { status: page.status, headers: { ...page.headers }, body: withLocalLinks(page.html, hops, port) })
  }
  for (const [path, body] of Object.entries(page.files ?? {})) {
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
    add(new URL(path, hops.at(-1)), { status: 200, headers: { 'content-type': type }, body })
  }
}

function hopsOf({ requestedUrl, redirects = [] }: SitePage): URL[] {
  const hops = [new URL(requestedUrl)]
  for (const redirect of redirects) hops.push(new URL(redirect, hops.at(-1)))
  return hops
}

const local = ({ hostname, pathname, search }: URL, port: string) => `http://${hostname}:${port}${pathname}${search}`

/** Points links and forms for the page's own hosts to the server. */
function withLocalLinks(html: string, hops: readonly URL[], port: string): string {
  const hosts = new Set(hops.map(({ hostname }) => hostname))
  return html.replace(/\bhttps?:\/\/([\w.-]+)(?::\d+)?/g, (origin, host) =>
    hosts.has(host) ? `http://${host}:${port}` : origin,
  )
}

/** Replaces the system's resolver in this process. Returns a function that restores it. */
function resolveToLoopback(): () => void {
  const { lookup } = dns
  const replaced = async (host: string) => {
    if (isLocal(host)) return [{ address: '127.0.0.1', family: 4 }]
    throw Object.assign(new Error(`${host} is not a host of these cases`), { code: 'ENOTFOUND' })
  }
  const set = (resolver: unknown) => {
    Object.assign(dns, { lookup: resolver })
    syncBuiltinESMExports()
  }
  set(replaced)
  return () => set(lookup)
}
