import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Origin, openOrigin, type Site } from '../origin.ts'
import { htmlOf, lacksBrowser, sharedRenderer } from './open-renderer.ts'
import { holdsWords } from './page-kinds/page-kinds.ts'

const app = '<div id="app">Loading…</div>'
const script = (code: string) => `<script>${code}</script>`
/** Splits the word in two, so that it isn't found in the source. */
const put = `app.textContent = 'arri' + 'ved'`
const get = (ms: number) => `fetch('/say?ms=${ms}').then(r => r.text())`
const workerOf = (code: string) => `URL.createObjectURL(new Blob([${code}]))`
const fetching = (ms: number, deliver: string) =>
  `"fetch('" + location.origin + "/say?ms=${ms}').then(r => r.text()).then(text => ${deliver})"`

/** Content that depends on the display, browser storage, other threads or a feed, not on the clock or the page's requests. */
const bodies: Record<string, string> = {
  'animation frames that check their time': script(
    `let first; const step = now => { first ??= now; if (now - first > 1500) ${put}; else requestAnimationFrame(step) }; requestAnimationFrame(step)`,
  ),
  'a hundred animation frames': script(
    `let n = 0; const step = () => { if (++n === 100) ${put}; else requestAnimationFrame(step) }; requestAnimationFrame(step)`,
  ),
  'the end of a transition': `<style>b { opacity: 0; transition: opacity 3s } b.on { opacity: 1 }</style><b id="b">b</b>${script(
    `b.ontransitionend = () => { ${put} }; requestAnimationFrame(() => requestAnimationFrame(() => b.classList.add('on')))`,
  )}`,
  'the end of an animation': `<style>@keyframes k { from { opacity: 0 } } b { animation: k 3s }</style><b id="b">b</b>${script(
    `b.onanimationend = () => { ${put} }`,
  )}`,
  'an animation that is awaited': script(
    `app.animate([{ opacity: 0 }, { opacity: 1 }], 3000).finished.then(() => { ${put} })`,
  ),
  'a timer that a slow response starts': script(
    `app.textContent = 'Results'; ${get(1200)}.then(text => setTimeout(() => { app.textContent = text }, 2200))`,
  ),
  'a timer of six seconds': script(`setTimeout(() => { ${put} }, 6000)`),
  'a script that reads the clock until a second has passed': script(
    `setTimeout(() => { const t = performance.now(); while (performance.now() - t < 500); const d = Date.now(); while (Date.now() - d < 500); ${put} })`,
  ),
  'a request of a worker': script(
    `new Worker(${workerOf(fetching(1500, 'postMessage(text)'))}).onmessage = ({ data }) => { app.textContent = data }`,
  ),
  'a store of the browser': script(
    `const asked = indexedDB.open('d', 1); asked.onupgradeneeded = () => asked.result.createObjectStore('s').put('arri' + 'ved', 'k'); asked.onsuccess = () => { asked.result.transaction('s').objectStore('s').get('k').onsuccess = ({ target }) => { app.textContent = target.result } }`,
  ),
  'an event stream that begins with a comment': script(
    `new EventSource('/events?ms=1200').onmessage = ({ data }) => { app.textContent = data }`,
  ),
  'an event stream that is silent for a long time': script(
    `new EventSource('/events?ms=2500').onmessage = ({ data }) => { app.textContent = data }`,
  ),
  'a poll that reports its progress': script(
    `const begun = Date.now(); let n = 0; const timer = setInterval(() => fetch('/say').then(() => { if (Date.now() - begun > 2500) { clearInterval(timer); ${put} } else app.textContent = 'Working ' + ++n + '%' }), 150)`,
  ),
  'a list that is read page by page': script(
    `(async () => { for (let n = 0; n < 12; n++) await fetch('/say?page=' + n); app.textContent = await (${get(700)}) })()`,
  ),
  'a closed shadow root': script(
    `const root = app.attachShadow({ mode: 'closed' }); if (!app.shadowRoot && root.mode === 'closed') root.innerHTML = 'arri' + 'ved'`,
  ),
  'an object that holds a document': '<object data="/inner" width="300" height="200"></object>',
  'a frame from another site that never arrives': script(
    `fetch('/stranger').then(r => r.text()).then(url => { const frame = document.createElement('iframe'); frame.src = url; document.body.append(frame); ${put} })`,
  ),
  'a download that starts automatically': script(`${put}; location.href = '/file.zip'`),
  'a response without a document': script(`${put}; location.href = '/nothing'`),
}

const query = (url = '') => new URL(url, 'http://origin').searchParams
const site: Site = {
  ...Object.fromEntries(
    Object.values(bodies).map((body, at) => [
      `/${at}`,
      { body: `<!DOCTYPE html><title>T</title>${body.startsWith('<object') ? '' : app}${body}` },
    ]),
  ),
  '/say': ({ url }, response) => {
    setTimeout(() => response.end('arrived'), Number(query(url).get('ms')))
  },
  '/events': ({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n')
    setTimeout(() => response.write('data: arrived\n\n'), Number(query(url).get('ms')))
  },
  '/inner': { body: script(`document.write('<p>arri' + 'ved')`) },
  '/never': () => {},
  '/file.zip': { headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' }, body: 'PK' },
  '/nothing': { status: 204 },
  '/to-json': { body: script(`location.href = '/json'`) },
  '/json': { headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
  '/silent': { body: `${app}<p>arrived</p>${script(`new EventSource('/events?ms=60000')`)}` },
  '/idle-feed': { body: `<p>Loading docks are open.</p>${script(`new EventSource('/events?ms=60000')`)}` },
}

let origin: Origin
let stranger: Origin
const rendering = sharedRenderer()
beforeAll(async () => {
  stranger = await openOrigin({ '/': () => {} })
  origin = await openOrigin({ ...site, '/stranger': { body: stranger.url } })
})
afterAll(async () => {
  await origin.close()
  await stranger.close()
})

describe.skipIf(lacksBrowser)('late content', () => {
  it.concurrent.each(Object.keys(bodies).map((name, at) => [name, at]))('is waited for: %s', async (_, at) => {
    const page = await rendering.load(`${origin.url}/${at}`)
    expect({ ...page, holds: holdsWords(htmlOf(page), ['arrived']) }).toMatchObject({
      ...{ holds: true, complete: true, rendered: true, status: 200, finalUrl: `${origin.url}/${at}`, warnings: [] },
    })
  })

  it.concurrent('is named in a warning if it does not arrive and the page says that it is loading', async () => {
    const page = await rendering.load(`${origin.url}/silent`, { timeoutMs: 10_000 })
    expect(page.complete).toBe(false)
    expect(page.warnings[0]?.message).toContain('a feed that has not sent anything yet')
  })

  it.concurrent('is not waited for if the page does not say that it is loading', async () => {
    const page = await rendering.load(`${origin.url}/idle-feed`, { timeoutMs: 15_000 })
    expect(page).toMatchObject({ complete: true, warnings: [] })
  })

  it.concurrent('is the document that a script navigated to, even if that is not HTML', async () => {
    const page = await rendering.load(`${origin.url}/to-json`)
    expect([page.url, page.finalUrl, page.mediaType, htmlOf(page)]).toEqual([
      `${origin.url}/to-json`,
      `${origin.url}/json`,
      'application/json',
      '{"a":1}',
    ])
  })
})
