/** The ways in which pages get their content, each on a loopback server: what the tests expect and the bench measures. */

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'

export interface PageKind {
  name: string
  path: string
  /** Words that stand in the text of the complete page; the first comes last. */
  words: string[]
  /** False where completion is impossible: the page must say so. */
  canComplete: boolean
}

export interface KindsOrigin extends AsyncDisposable {
  url: string
  /** Sockets and requests that are open. */
  connections(): number
}

const filler = `<nav><a href="/">Home</a> <a href="/about">About</a></nav>${'<p>Some words that were there from the start.</p>'.repeat(40)}`

/** A whole document around a body. The words never stand in its source: scripts and servers put them together. */
const html = (body: string) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Kind</title></head><body>${filler}${body}</body></html>`

const loading = '<div id="app">Loading…</div>'
const script = (code: string) => `<script>${code}</script>`
const show = 'text => { app.textContent = text }'
const say = (word: string, ms: number) => `/say?word=${word}&ms=${ms}`
const get = (word: string, ms: number) => `fetch('${say(word, ms)}').then(r => r.text())`
/** The word in two pieces, so that no one finds it in the source. */
const split = (word: string) => `'${word.slice(0, 3)}' + '${word.slice(3)}'`

type Serve = (request: IncomingMessage, response: ServerResponse) => void

interface Definition {
  name: string
  words: string[]
  canComplete?: boolean
  serve: string | Serve
}

const lateImage = '<img src="/dot.gif" alt="" onload="app.textContent = \'pic\' + \'torial\'">'

const definitions: Record<string, Definition> = {
  static: { name: 'nothing but HTML', words: ['evergreen'], serve: html('<p>evergreen</p>') },
  fetch50: {
    name: 'data after 50 ms',
    words: ['apricot'],
    serve: html(loading + script(`${get('apricot', 50)}.then(${show})`)),
  },
  fetch300: {
    name: 'data after 300 ms',
    words: ['blueberry'],
    serve: html(loading + script(`${get('blueberry', 300)}.then(${show})`)),
  },
  fetch1500: {
    name: 'data after 1,500 ms',
    words: ['cranberry'],
    serve: html(loading + script(`${get('cranberry', 1500)}.then(${show})`)),
  },
  timer1500: {
    name: 'a timer of 1,500 ms',
    words: ['dandelion'],
    serve: html(loading + script(`setTimeout(() => { app.textContent = ${split('dandelion')} }, 1500)`)),
  },
  chain: {
    name: 'chained requests',
    words: ['elderberry', 'chestnut'],
    serve: html(
      loading +
        script(
          `${get('chestnut', 100)}.then(a => setTimeout(() => ${get('elderberry', 150)}.then(b => { app.textContent = a + ' ' + b }), 200))`,
        ),
    ),
  },
  xhr: {
    name: 'XMLHttpRequest and a picture that was waited for',
    words: ['pictorial', 'farmhouse'],
    serve: html(
      `${loading}<div id="two"></div>${lateImage}${script(`const x = new XMLHttpRequest(); x.open('GET', '${say('farmhouse', 80)}'); x.onload = () => { two.textContent = x.responseText }; x.send()`)}`,
    ),
  },
  hydration: {
    name: 'hydration by a module',
    words: ['gooseberry'],
    serve: html(`<div id="app"><button>0</button></div><script type="module" src="/hydrate.js"></script>`),
  },
  route: {
    name: 'client-side routing',
    words: ['hazelnut'],
    serve: html(
      loading +
        script(
          `setTimeout(() => { history.pushState({}, '', '/kinds/route/inner'); ${get('hazelnut', 100)}.then(${show}) }, 100)`,
        ),
    ),
  },
  lazy: {
    name: 'a list that fills as it is scrolled',
    words: ['lastentry', 'entry-99'],
    serve: html(
      `<ul id="list"></ul><div id="end">more</div>${script(`
        let n = 0
        const watcher = new IntersectionObserver(([entry]) => {
          if (!entry.isIntersecting) return
          watcher.unobserve(end)
          ${get('x', 30)}.then(() => {
            for (let i = 0; i < 25; i++) { const li = document.createElement('li'); li.style.height = '80px'; li.textContent = 'entry-' + n++; list.append(li) }
            if (n < 100) watcher.observe(end)
            else end.textContent = ${split('lastentry')}
          })
        })
        watcher.observe(end)`)}`,
    ),
  },
  polling: {
    name: 'infinite polling',
    words: ['juniper'],
    serve: html(loading + script(`setInterval(() => ${get('juniper', 10)}.then(${show}), 100)`)),
  },
  pollReady: {
    name: 'polling until it is ready',
    words: ['kumquat'],
    serve: html(
      loading +
        script(
          `const job = Math.random(); const timer = setInterval(() => fetch('/ready?job=' + job).then(r => r.text()).then(text => { if (text) { clearInterval(timer); app.textContent = text } }), 100)`,
        ),
    ),
  },
  socket: {
    name: 'a WebSocket feed',
    words: ['lavender', 'message-1'],
    serve: html(
      `<ul id="list"></ul>${script(`const s = new WebSocket('ws://' + location.host + '/feed'); s.onmessage = ({ data }) => { const li = document.createElement('li'); li.textContent = data; list.append(li) }`)}`,
    ),
  },
  events: {
    name: 'server-sent events',
    words: ['marigold'],
    serve: html(loading + script(`new EventSource('/events').onmessage = ({ data }) => { app.textContent = data }`)),
  },
  questions: {
    name: 'many questions to one address after a message',
    words: ['zinnia'],
    serve: html(
      loading +
        script(`
          const ask = (word, ms) => fetch('/ask', { method: 'POST', body: JSON.stringify({ word, ms }) }).then(r => r.text())
          new EventSource('/events').onmessage = () => {
            for (let n = 0; n < 11; n++) ask('part' + n, 10)
            ask(${split('zinnia')}, 1500).then(${show})
          }`),
    ),
  },
  streaming: {
    name: 'streamed server rendering',
    words: ['nasturtium', 'foremost'],
    serve: (_, response) => {
      response.write(html('<div id="slot">Loading…</div>').replace('</body></html>', '<p>foremost</p>'))
      setTimeout(() => {
        response.end(
          `<div hidden id="S:1"><p>nastur<!-- -->tium</p></div>${script(`slot.replaceWith(...document.getElementById('S:1').childNodes)`)}</body></html>`,
        )
      }, 400)
    },
  },
  shadow: {
    name: 'shadow DOM',
    words: ['oleander', 'slotted'],
    serve: html(
      `<my-card><b slot="head">slotted</b></my-card>${script(`customElements.define('my-card', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<h2><slot name="head"></slot></h2><p id="in"></p>'; ${get('oleander', 60)}.then(text => { root.getElementById('in').textContent = text }) } })`)}`,
    ),
  },
  iframe: {
    name: 'a same-origin iframe',
    words: ['peppermint'],
    serve: html('<iframe src="/kinds/inner" width="400" height="200"></iframe>'),
  },
  inner: {
    name: 'the page of the iframe',
    words: ['peppermint'],
    serve: html(loading + script(`${get('peppermint', 100)}.then(${show})`)),
  },
  scroll: {
    name: 'a page that listens for scrolling',
    words: ['tangerine'],
    serve: html(
      `<div style="height: 3000px"></div><p id="app">more</p>${script(`addEventListener('scroll', () => { if (scrollY + innerHeight > document.documentElement.scrollHeight - 50) ${get('tangerine', 50)}.then(${show}) })`)}`,
    ),
  },
  meta: {
    name: 'a meta redirect',
    words: ['apricot'],
    serve: html('<meta http-equiv="refresh" content="1;url=/kinds/fetch50">'),
  },
  leave: {
    name: 'a script redirect',
    words: ['apricot'],
    serve: html(script(`setTimeout(() => location.replace('/kinds/fetch50'), 50)`)),
  },
  write: {
    name: 'document.write',
    words: ['quince'],
    serve: html(`${script(`document.write('<p>' + ${split('quince')} + '</p>')`)}<p>after</p>`),
  },
  rewrite: {
    name: 'a document written anew',
    words: ['rosemary'],
    serve: html(
      script(
        `onload = () => { document.open(); document.write('<p>' + ${split('rosemary')} + '</p>'); document.close() }`,
      ),
    ),
  },
  worker: {
    name: 'a worker',
    words: ['saffron'],
    serve: html(loading + script(`new Worker('/worker.js').onmessage = ({ data }) => { app.textContent = data }`)),
  },
  frames: {
    name: 'animation frames',
    words: ['tarragon'],
    serve: html(
      loading +
        script(
          `let n = 0; const step = () => { app.textContent = 'frame ' + ++n; if (n < 15) requestAnimationFrame(step); else app.textContent = ${split('tarragon')} }; step()`,
        ),
    ),
  },
  clock: {
    name: 'a clock that never stands',
    words: ['valerian'],
    serve: html(
      `${loading}<p id="time"></p>${script(`setInterval(() => { time.textContent = Date.now() }, 50); ${get('valerian', 100)}.then(${show})`)}`,
    ),
  },
  hanging: {
    name: 'a request that is never answered',
    words: ['wormwood'],
    canComplete: false,
    serve: html(loading + script(`fetch('/never'); setTimeout(() => { app.textContent = ${split('wormwood')} }, 300)`)),
  },
  growing: {
    name: 'a document that grows without end',
    words: ['yarrow'],
    canComplete: false,
    serve: html(
      `<p>yar<b></b>row</p><p>yarrow</p><ul id="list"></ul>${script(`setInterval(() => list.append(document.createElement('li')), 50)`)}`,
    ),
  },
}

/** Every kind; `inner` is only part of another one. */
export const pageKinds: PageKind[] = Object.entries(definitions)
  .filter(([key]) => key !== 'inner')
  .map(([key, { name, words, canComplete = true }]) => ({ name, path: `/kinds/${key}`, words, canComplete }))

const readyAfterMs = 1200

/** Serves all of them on a free port. */
export async function openKinds(): Promise<KindsOrigin> {
  const jobs = new Map<string, number>()
  const others: Record<string, (url: URL, response: ServerResponse, request: IncomingMessage) => void> = {
    '/ask': async (_, response, request) => {
      let body = ''
      for await (const chunk of request) body += chunk
      const { word, ms } = JSON.parse(body)
      setTimeout(() => response.end(word), ms)
    },
    '/say': ({ searchParams }, response) => {
      setTimeout(() => response.end(searchParams.get('word')), Number(searchParams.get('ms')))
    },
    '/ready': ({ searchParams }, response) => {
      const job = searchParams.get('job') ?? ''
      const begun = jobs.get(job) ?? performance.now()
      jobs.set(job, begun)
      response.end(performance.now() - begun > readyAfterMs ? 'kumquat' : '')
    },
    '/never': () => {},
    '/dot.gif': (_, response) => {
      response.writeHead(200, { 'content-type': 'image/gif' })
      response.end(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'))
    },
    '/events': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      setTimeout(() => response.write('data: marigold\n\n'), 200)
    },
    '/hydrate.js': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end(
        `const text = await ${get('gooseberry', 40)}; document.querySelector('#app button').textContent = text`,
      )
    },
    '/worker.js': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end(`setTimeout(() => postMessage(${split('saffron')}), 200)`)
    },
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://origin')
    const other = others[url.pathname]
    if (other) return other(url, response, request)
    const definition = definitions[/^\/kinds\/(\w+)/.exec(url.pathname)?.[1] ?? '']
    response.writeHead(definition ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    if (typeof definition?.serve === 'function') definition.serve(request, response)
    else response.end(definition?.serve ?? '<p>not found</p>')
  })
  const sockets = new Set<Duplex>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (request, socket) => feed(request, socket, ['message-1', 'message-2', 'lavender']))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Accepts a WebSocket and sends short texts, one every 150 ms. @see RFC 6455 */
function feed(request: IncomingMessage, socket: Duplex, texts: string[]): void {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64')
  socket.on('error', () => socket.destroy())
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  for (const [at, text] of texts.entries()) {
    setTimeout(
      () => {
        if (!socket.destroyed) socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]))
      },
      150 * (at + 1),
    )
  }
}

/** Whether the text of an HTML document, scripts left out, holds every word. */
export function holdsWords(document: string, words: readonly string[]): boolean {
  const text = document.replace(/<script\b[\s\S]*?<\/script>/g, ' ').replace(/<!--[\s\S]*?-->|<[^>]*>/g, '')
  return words.every((word) => text.includes(word))
}
