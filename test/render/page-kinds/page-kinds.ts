/** Pages that load their content in different ways, for tests and the benchmark. */

import type { IncomingMessage, ServerResponse } from 'node:http'

export interface PageKind {
  name: string
  path: string
  /** Words in the text of the complete page. The first one appears last. */
  words: string[]
  /** False for a page that never completes and gets a warning. */
  canComplete: boolean
  /** Part of the warning: the work that was still in progress. */
  pending: string
}

const filler = `<nav><a href="/">Home</a> <a href="/about">About</a></nav>${'<p>Some words that were there from the start.</p>'.repeat(40)}`

/** A complete document around a body. Scripts and servers assemble the words, so they aren't in the source. */
const html = (body: string) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Kind</title></head><body>${filler}${body}</body></html>`

const loading = '<div id="app">Loading…</div>'
const script = (code: string) => `<script>${code}</script>`
const show = 'text => { app.textContent = text }'
const say = (word: string, ms: number) => `/say?word=${word}&ms=${ms}`
export const get = (word: string, ms: number) => `fetch('${say(word, ms)}').then(r => r.text())`
/** Splits the word in two, so that it isn't found in the source. */
export const split = (word: string) => `'${word.slice(0, 3)}' + '${word.slice(3)}'`

/** The response: a document, or a function that sends it. */
interface KindDefinition {
  name: string
  words: string[]
  canComplete?: boolean
  pending?: string
  serve: string | ((request: IncomingMessage, response: ServerResponse) => void)
}

const lateImage = '<img src="/dot.gif" alt="" onload="app.textContent = \'pic\' + \'torial\'">'

export const kindDefinitions: Record<string, KindDefinition> = {
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
    name: 'XMLHttpRequest and an image that was waited for',
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
    name: 'a list that fills up when scrolled',
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
    name: 'many requests to one URL after a message',
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
    name: 'a rewritten document',
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
    name: 'a clock that never stops',
    words: ['valerian'],
    serve: html(
      `${loading}<p id="time"></p>${script(`setInterval(() => { time.textContent = Date.now() }, 50); ${get('valerian', 100)}.then(${show})`)}`,
    ),
  },
  hanging: {
    name: 'a request that is never answered',
    words: ['wormwood'],
    canComplete: false,
    pending: '/never',
    serve: html(loading + script(`fetch('/never'); setTimeout(() => { app.textContent = ${split('wormwood')} }, 300)`)),
  },
  growing: {
    name: 'an endlessly growing document',
    words: ['yarrow'],
    canComplete: false,
    pending: 'scripts that keep changing',
    serve: html(
      `<p>yar<b></b>row</p><p>yarrow</p><ul id="list"></ul>${script(`setInterval(() => list.append(document.createElement('li')), 50)`)}`,
    ),
  },
}

/** All kinds. `inner` is only used inside another page. */
export const pageKinds: PageKind[] = Object.entries(kindDefinitions)
  .filter(([key]) => key !== 'inner')
  .map(([key, { name, words, canComplete = true, pending = '' }]) => ({
    ...{ name, path: `/kinds/${key}`, words, canComplete, pending },
  }))

/** True if the text of an HTML document, without scripts, contains every word. */
export function holdsWords(document: string, words: readonly string[]): boolean {
  const text = document.replace(/<script\b[\s\S]*?<\/script>/g, ' ').replace(/<!--[\s\S]*?-->|<[^>]*>/g, '')
  return words.every((word) => text.includes(word))
}
