/** Real origins for tests of a caller's own headers and cookies, and the ways a page can make requests. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

interface Visit {
  path: string
  method: string
  /** The caller's secrets that the request contained. */
  secrets: string[]
  headers: IncomingMessage['headers']
}

export interface NotedOrigin extends AsyncDisposable {
  url: string
  visits: Visit[]
  /** The visits to a path, regardless of the query. */
  of(path: string): Visit[]
}

type Page = string | ((request: IncomingMessage, response: ServerResponse) => void)

export const canary = 'canary-7d3a'

/** A URL at which `from` redirects to `to`. It has no query, because submitting a form there would replace one. */
export function redirect(from: string, to: string, status = 302): string {
  return `${from}/to/${status}/${encodeURIComponent(to)}`
}

/** Serves pages by path, and redirects from `redirect`. Any other path is an empty script that every origin may read. */
export async function openNotedOrigin(pages: () => Record<string, Page>, host = '127.0.0.1'): Promise<NotedOrigin> {
  const visits: Visit[] = []
  const sockets = new Set<Socket>()
  const note = ({ url = '', method = '', headers }: IncomingMessage) => {
    const secrets = ['x-key', 'cookie'].filter((name) => String(headers[name]).includes(canary))
    const others = JSON.stringify({ ...headers, 'x-key': '', cookie: '' }).includes(canary) ? ['elsewhere'] : []
    visits.push({ path: url, method, secrets: [...secrets, ...others], headers })
  }
  const server = createServer((request, response) => {
    note(request)
    const { pathname } = new URL(request.url ?? '', 'http://origin')
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', 'x-page')
    response.setHeader('cache-control', 'no-store').setHeader('referrer-policy', 'unsafe-url')
    const page = pages()[pathname]
    if (typeof page === 'function') return page(request, response)
    if (page !== undefined) return response.setHeader('content-type', 'text/html').end(page)
    const [, status, to = ''] = /^\/to\/(\d+)\/(.+)$/.exec(pathname) ?? []
    if (!status) return response.setHeader('content-type', 'text/javascript').end('1')
    response.writeHead(Number(status), { location: decodeURIComponent(to) }).end()
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    note(request)
    socket.destroy()
  })
  server.on('connection', (socket: Socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    visits,
    of: (path) => visits.filter((visit) => visit.path.split('?')[0] === path),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A page's requests by name, as markup or as script statements. */
export const ways: Record<string, { html?: (to: string) => string; script?: (to: string) => string }> = {
  script: { html: (to) => `<script src="${to}"></script>` },
  module: { html: (to) => `<script type="module" src="${to}"></script>` },
  modulepreload: { html: (to) => `<link rel="modulepreload" href="${to}">` },
  import: { script: (to) => `import('${to}').catch(() => {})` },
  stylesheet: { html: (to) => `<link rel="stylesheet" href="${to}">` },
  'css-import': { html: (to) => `<style>@import "${to}";</style>` },
  prefetch: { html: (to) => `<link rel="prefetch" href="${to}">` },
  preload: { html: (to) => `<link rel="preload" as="fetch" crossorigin href="${to}">` },
  object: { html: (to) => `<object data="${to}"></object>` },
  iframe: { html: (to) => `<iframe src="${to}"></iframe>` },
  'iframe-script': { html: (to) => `<iframe srcdoc="<script>location = '${to}'</script>"></iframe>` },
  'srcdoc-script': { html: (to) => `<iframe srcdoc="<script src='${to}'></script>"></iframe>` },
  'form-get': { html: (to) => form('get', to) },
  'form-post': { html: (to) => form('post', to) },
  fetch: { script: (to) => read(to) },
  'fetch-no-cors': { script: (to) => read(to, `mode: 'no-cors'`) },
  'fetch-post': { script: (to) => read(to, `mode: 'no-cors', method: 'POST', body: 'a'`) },
  'fetch-credentials': { script: (to) => read(to, `mode: 'no-cors', credentials: 'include'`) },
  'fetch-keepalive': { script: (to) => read(to, `mode: 'no-cors', keepalive: true`) },
  preflight: { script: (to) => read(to, `headers: { 'x-page': 'a' }`) },
  xhr: { script: (to) => `{ const request = new XMLHttpRequest(); request.open('GET', '${to}'); request.send() }` },
  beacon: { script: (to) => `navigator.sendBeacon('${to}', 'a')` },
  eventsource: { script: (to) => `new EventSource('${to}').onerror = ({ target }) => target.close()` },
  'worker-fetch': { script: (to) => inWorker(read(to, `mode: 'no-cors'`)) },
  'worker-import': { script: (to) => inWorker(`importScripts('${to}')`) },
  'nested-worker': { script: (to) => inWorker(inWorker(read(to, `mode: 'no-cors'`))) },
}

/** Requests that are not paused, or that the engine skips. They are sent without the caller's fields, or not at all. */
export const waysWithout: typeof ways = {
  img: { html: (to) => `<img src="${to}">` },
  font: {
    html: (to) => `<style>@font-face { font-family: f; src: url(${to}) }</style><p style="font-family: f">x</p>`,
  },
  video: { html: (to) => `<video src="${to}" autoplay muted></video>` },
  websocket: { script: (to) => `new WebSocket('${to}'.replace('http', 'ws'))` },
  'service-worker': {
    script: (to) => `navigator.serviceWorker.register('/service-worker.js?' + encodeURIComponent('${to}'))`,
  },
  ping: {
    html: (to) => `<a id="ping" href="#x" ping="${to}">x</a>`,
    script: () => `document.querySelector('#ping').click()`,
  },
}

function form(method: string, to: string): string {
  const name = `${method}-${to.replace(/\W/g, '')}`
  return `<iframe name="${name}"></iframe><form method="${method}" action="${to}" target="${name}"><input name="a"></form>
<script>document.forms[document.forms.length - 1].submit()</script>`
}

function read(to: string, init = ''): string {
  return `fetch('${to}', { ${init} }).then((response) => response.text()).catch(() => {})`
}

function inWorker(script: string): string {
  return `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(script)}])))`
}

/** A page that makes every kind of request, each to the URL that `to` builds from its name. */
export function pageOf(all: typeof ways, tos: readonly ((name: string) => string)[]): string {
  const attempts = tos.flatMap((to) => Object.entries(all).map(([name, way]) => ({ way, to: to(name) })))
  const scripts = attempts.map(({ way, to }) => way.script?.(to)).filter((script) => script)
  return `<!doctype html><title>ways</title>${attempts.map(({ way, to }) => way.html?.(to) ?? '').join('\n')}
<script>${scripts.map((script) => `try { ${script} } catch {}`).join('\n')}</script>`
}
