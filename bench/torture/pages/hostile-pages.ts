/** Pages that attack the service through its browser, by making it report or hold too much, or work endlessly. */

import type { Site } from '../../../test/origin.ts'

export interface HostilePage {
  name: string
  /** True for pages that take gigabytes or tens of seconds. Only `npm run bench -- torture` runs them. */
  isHeavy: boolean
  reply: Site[string]
}

const document = (body: string) => ({ body: `<!DOCTYPE html><title>Hostile</title><p>here</p>${body}` })

/** Code that is available in every page: a string of a given size in bytes, and a loop that continues across tasks. */
const tools = `
  const mb = (n) => 'x'.repeat(n * 1048576)
  const forever = (step) => setInterval(() => { for (let i = 0; i < 50; i++) step() }, 0)
  const add = (name, values = {}) => document.head.append(Object.assign(document.createElement(name), values))
`
const script = (code: string, body = '') => document(`${body}<script>{ ${tools}; ${code} }</script>`)

const light = (name: string, reply: Site[string]): HostilePage => ({ name, isHeavy: false, reply })
const heavy = (name: string, reply: Site[string]): HostilePage => ({ name, isHeavy: true, reply })

/** Pages that make the browser report data to this process: URLs, titles, results, events. */
const reports: HostilePage[] = [
  heavy(
    'scripts in data: URLs of 19 MB',
    script(`let n = 0; setInterval(() => add('script', { src: 'data:text/javascript,//' + mb(19) + n++ }), 20)`),
  ),
  light(
    'scripts in data: URLs of 1 MB',
    script(`let n = 0; setInterval(() => add('script', { src: 'data:text/javascript,//' + mb(1) + n++ }), 1)`),
  ),
  light('fetches of data: URLs', script(`let n = 0; forever(() => fetch('data:,' + mb(1) + n++))`)),
  light(
    'images in data: URLs',
    script(`let n = 0; forever(() => { new Image().src = 'data:image/png,' + mb(1) + n++ })`),
  ),
  light(
    'style sheets in data: URLs',
    script(`let n = 0; forever(() => add('link', { rel: 'stylesheet', href: 'data:text/css,/*' + mb(1) + n++ }))`),
  ),
  light('modules in data: URLs', script(`let n = 0; forever(() => import('data:text/javascript,//' + mb(1) + n++))`)),
  light(
    'a script in a long data: URL that fetches: it is in the stack of every request',
    script(
      `add('script', { src: 'data:text/javascript,function f(n){ n ? f(n - 1) : fetch("/missing?" + Math.random()) }; setInterval(() => { for (let i = 0; i < 50; i++) f(40) }, 0) //' + mb(1) })`,
    ),
  ),
  light('URLs of 2 MB', script(`let n = 0; setInterval(() => history.pushState({}, '', '?' + mb(1.9) + n++), 5)`)),
  light(
    'a URL of 2 MB, which every request then contains',
    script(`history.pushState({}, '', '?' + mb(1.9)); let n = 0; forever(() => fetch('/missing?' + n++))`),
  ),
  light('fragments of 1 MB', script(`let n = 0; setInterval(() => { location.hash = mb(1) + n++ }, 1)`)),
  light(
    'states of 10 MB in the history',
    script(`setInterval(() => history.pushState(mb(10), '', '?' + Math.random()), 1)`),
  ),
  light(
    'requests for 100,000 long URLs',
    script(`let n = 0; forever(() => fetch('/missing?' + 'x'.repeat(100000) + n++))`),
  ),
  light(
    'bodies of 20 MB',
    script(`let n = 0; setInterval(() => fetch('/missing?' + n++, { method: 'POST', body: mb(20) }), 20)`),
  ),
  light('beacons', script(`let n = 0; forever(() => navigator.sendBeacon('/missing?' + n++, 'x'.repeat(60000)))`)),
  light('a title of 100 MB', script(`setInterval(() => { document.title = mb(100) + Math.random() }, 50)`)),
  light(
    'titles without end',
    script(
      `let n = 0; setInterval(() => { for (let i = 0; i < 1000; i++) document.title = 'x'.repeat(4000) + n++ }, 0)`,
    ),
  ),
  light('console messages of 10 MB', script(`forever(() => console.log(mb(10), { a: mb(1) }))`)),
  light(
    'errors with messages of 100 MB',
    script(`setInterval(() => { throw new Error(mb(100)) }, 20); setInterval(() => Promise.reject(mb(50)), 20)`),
  ),
  light(
    'dialogs with 50 MB of text',
    script(`setInterval(() => { alert(mb(50)); confirm(mb(50)); prompt(mb(50), mb(50)) }, 1)`),
  ),
  light(
    'shared workers that are only claimed to exist, with names of 100 MB',
    script(
      `const text = mb(100); setInterval(() => document.dispatchEvent(new CustomEvent('gleaner:shared-worker', { detail: text })), 5)`,
    ),
  ),
  light(
    'a million listeners for scrolling',
    script(`for (let i = 0; i < 1e6; i++) addEventListener('scroll', () => i)`, '<div style="height: 9000px">x</div>'),
  ),
  light(
    'names of objects of 100 MB',
    script(
      `const name = mb(100)
      for (const each of [window, document, Window.prototype, Document.prototype, HTMLDocument.prototype]) {
        try { Object.defineProperty(each, Symbol.toStringTag, { value: name }) } catch {}
        try { Object.defineProperty(each, 'constructor', { value: { name } }) } catch {}
      }`,
      '<div style="height: 9000px" onscroll="1">x</div>',
    ),
  ),
  light(
    'built-in functions that answer with 100 MB',
    script(`const text = mb(100)
      for (const each of [Element, Document, Node, Location, Window, String, Array, Object, HTMLElement, Range, XMLSerializer]) {
        for (const name of Object.getOwnPropertyNames(each.prototype ?? {})) {
          try { Object.defineProperty(each.prototype, name, { get: () => text, configurable: true }) } catch {}
        }
      }
      JSON.stringify = () => text`),
  ),
  light(
    'a doctype, an attribute and a comment of 100 MB',
    script(
      `document.doctype.remove(); document.prepend(document.implementation.createDocumentType('x'.repeat(1e8), '', '')); document.body.title = mb(100); document.body.append(new Comment(mb(100)))`,
    ),
  ),
  light(
    'a base URL of 2 MB',
    script(`add('base', { href: '/' + mb(1.9) + '/' }); let n = 0; forever(() => fetch('x' + n++))`),
  ),
  light('response headers of 200 kB', (_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x-${n}`, 'x'.repeat(10_000)])),
    })
    response.end(
      `<p>here</p><script>setInterval(() => { for (let i = 0; i < 50; i++) fetch('?' + Math.random()) }, 0)</script>`,
    )
  }),
]

/** Pages that open windows, frames, workers, connections or downloads. */
const openings: HostilePage[] = [
  light(
    'windows opened through frames whose functions are untouched',
    script(
      `forever(() => { const f = document.createElement('iframe'); document.body.append(f); f.contentWindow?.open('about:blank'); const a = document.createElement('a'); a.target = '_blank'; a.href = '/missing'; a.click(); f.remove() })`,
    ),
  ),
  light(
    '100,000 frames',
    script(`for (let i = 0; i < 1e5; i++) document.body.append(document.createElement('iframe'))`),
  ),
  light(
    'frames that come and go',
    script(
      `forever(() => { const f = document.createElement('iframe'); f.srcdoc = '<p>x'; document.body.append(f); f.remove() })`,
    ),
  ),
  light(
    'frames with documents of 20 MB',
    script(
      `setInterval(() => { const f = document.createElement('iframe'); f.srcdoc = mb(20); document.body.append(f) }, 10)`,
    ),
  ),
  light(
    'frames in frames',
    script(
      `let at = window; for (let i = 0; i < 500; i++) { const f = at.document.createElement('iframe'); at.document.body.append(f); at = f.contentWindow }`,
    ),
  ),
  light(
    '5,000 workers',
    script(
      `for (let i = 0; i < 5000; i++) new Worker('data:text/javascript,setInterval(() => fetch("data:,x"), 0)//' + i)`,
    ),
  ),
  light(
    'workers in workers',
    script(
      `new Worker(URL.createObjectURL(new Blob(['const me = location.href; setInterval(() => new Worker(me), 50)'])))`,
    ),
  ),
  light(
    'shared workers',
    script(`let n = 0; forever(() => new SharedWorker('data:text/javascript,//' + n++, 'w' + n))`),
  ),
  light('sockets', script(`let n = 0; forever(() => new WebSocket(location.href.replace('http', 'ws') + '?' + n++))`)),
  light('event streams', script(`let n = 0; forever(() => new EventSource('/missing?' + n++))`)),
  light('an event stream at full speed', (request, response) => {
    if (!request.url?.includes('stream'))
      return void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<p>here</p><script>new EventSource('?stream').onmessage = () => {}</script>`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => response.writableLength < 1e6 && response.write('data: x\n\n'.repeat(5000)), 1)
    response.on('close', () => clearInterval(timer))
  }),
  light('messages of 10 MB to itself', script(`onmessage = () => {}; forever(() => postMessage(mb(10), '*'))`)),
  light(
    'downloads of 10 MB',
    script(
      `forever(() => { const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob([mb(10)])); a.download = 'x'; a.click() })`,
    ),
  ),
  light(
    'steps back and forth',
    script(
      `for (let i = 0; i < 40; i++) history.pushState(i, '', '?' + i); forever(() => history.go(Math.random() < 0.5 ? -1 : 1))`,
    ),
  ),
  light('a refresh that never ends', document(`<meta http-equiv="refresh" content="0;url=?${'x'.repeat(1000)}">`)),
  light('redirects to URLs of 60 kB', (request, response) => {
    response
      .writeHead(302, { location: `?${'x'.repeat(60_000)}${(request.url?.length ?? 0) % 7}${Math.random()}` })
      .end()
  }),
  light(
    'names in a store of the browser',
    script(
      `let n = 0; forever(() => { try { localStorage['k' + n++] = mb(0.2) } catch {}; document.cookie = 'k' + n + '=' + 'x'.repeat(4000); indexedDB.open('d' + n) })`,
    ),
  ),
]

/** Pages that hold memory in their process and document. */
const holdings: HostilePage[] = [
  light('an ArrayBuffer of 1 GB', script(`window.kept = [new Uint8Array(2 ** 30).fill(1)]`)),
  heavy(
    'ArrayBuffers without end',
    script(`window.kept = []; setInterval(() => kept.push(new Uint8Array(2 ** 28).fill(1)), 10)`),
  ),
  light('a WebAssembly memory of 4 GB', script(`new WebAssembly.Memory({ initial: 65536 })`)),
  light(
    'a canvas of 1 GB',
    script(
      `const c = document.createElement('canvas'); c.width = c.height = 16384; c.getContext('2d').fillRect(0, 0, 9, 9); document.body.title = c.toDataURL()`,
    ),
  ),
  heavy(
    '10 million elements',
    script(
      `const f = document.createDocumentFragment(); for (let i = 0; i < 1e7; i++) f.append(document.createElement('p')); document.body.append(f)`,
    ),
  ),
  heavy('a document of 500 MB', script(`document.body.append(mb(250)); document.body.append(mb(250))`)),
  light('a document of 15 MB in Chinese', script(`document.body.append('\\u4e2d'.repeat(15e6))`)),
  light(
    '100,000 style sheets',
    script(`for (let i = 0; i < 1e5; i++) add('style', { textContent: 'p { color: red }' })`),
  ),
  light(
    'a document that is written without end',
    script(`setInterval(() => { for (let i = 0; i < 1000; i++) document.write('<p>' + 'x'.repeat(1000)) }, 0)`),
  ),
  light(
    'marks and measures without end',
    script(
      `let n = 0; setInterval(() => { for (let i = 0; i < 5000; i++) performance.mark('x'.repeat(1000) + n++) }, 0)`,
    ),
  ),
]

export const hostilePages: readonly HostilePage[] = [...reports, ...openings, ...holdings]

/** Returns the path at which the site of hostile pages serves this page. */
export function pathOf({ name }: HostilePage): string {
  return `/${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
}
