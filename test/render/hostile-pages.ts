/** Pages that attack a browser by blocking it, flooding it or filling its memory. */

import type { Site } from '../origin.ts'

const script = (code: string) => ({ body: `<!DOCTYPE html><title>Hostile</title><p>here</p><script>${code}</script>` })
const endless = 'for (;;) {}'

/** By path. */
export const hostilePages: Site = {
  '/busy-at-once': script(endless),
  '/busy-later': script(`setTimeout(() => { ${endless} }, 50)`),
  '/busy-microtasks': script('const again = () => Promise.resolve().then(again); again()'),
  '/busy-frames': script(
    'const f = () => { const t = Date.now(); while (Date.now() - t < 200); requestAnimationFrame(f) }; f()',
  ),
  '/busy-timers': script('for (let i = 0; i < 1000; i++) setInterval(() => { document.title = Math.random() }, 0)'),
  '/busy-regex': script(`setTimeout(() => /^(a+)+$/.test('a'.repeat(40) + 'b'), 20)`),
  '/busy-worker': script(`for (let i = 0; i < 8; i++) new Worker('data:text/javascript,for(;;){}')`),
  '/busy-unload': script(`onbeforeunload = () => 'stay'; onpagehide = onunload = () => { ${endless} }`),
  '/busy-observer': script(
    'new MutationObserver(() => { document.body.dataset.n = Math.random() }).observe(document, { subtree: true, attributes: true }); document.body.dataset.n = 0',
  ),
  '/busy-frame': { body: '<p>here</p><iframe src="/busy-later" width="300" height="300"></iframe>' },
  '/alert': script(`for (;;) alert('x')`),
  '/confirm-prompt': script(`setInterval(() => { confirm('x'); prompt('y') }, 1)`),
  '/print': script('setInterval(() => print(), 1)'),
  '/pop-ups': script(`for (let i = 0; i < 500; i++) open('/pop-ups?' + i); setInterval(() => open('about:blank'), 1)`),
  '/push-state': script(`let n = 0; for (;;) history.pushState({}, '', '?' + n++)`),
  '/push-state-later': script(
    `let n = 0; setInterval(() => { for (let i = 0; i < 1000; i++) history.pushState({}, '', '?' + n++) }, 0)`,
  ),
  '/hash-storm': script(`let n = 0; setInterval(() => { for (let i = 0; i < 500; i++) location.hash = n++ }, 0)`),
  '/reload-storm': script('location.reload()'),
  '/redirect-storm': script(`location.href = '/redirect-storm?' + Math.random()`),
  '/big-array': script('window.kept = []; for (let i = 0; i < 16; i++) kept.push(new Uint8Array(64 << 20).fill(1))'),
  '/big-heap': script(`window.kept = []; for (;;) kept.push({ a: new Array(1000).fill(Math.random()) })`),
  '/big-string': script(`let s = 'x'.repeat(1 << 20); document.body.textContent = s.repeat(400)`),
  '/endless-elements': script(`for (;;) document.body.append(document.createElement('p'))`),
  '/endless-elements-later': script(
    `setInterval(() => { for (let i = 0; i < 5000; i++) document.body.append(document.createElement('p')) }, 0)`,
  ),
  '/endless-frames': script(
    `setInterval(() => { const f = document.createElement('iframe'); f.srcdoc = '<p>x'; document.body.append(f) }, 0)`,
  ),
  '/deep': script(
    `let at = document.body; for (let i = 0; i < 20000; i++) at = at.appendChild(document.createElement('div'))`,
  ),
  '/endless-stream': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('<p>more and more</p>'.repeat(5000)), 5)
    response.on('close', () => clearInterval(timer))
  },
  '/drip': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('<'), 100)
    response.on('close', () => clearInterval(timer))
  },
  '/download-storm': script(
    `setInterval(() => { const a = document.createElement('a'); a.href = 'data:application/zip,x'; a.download = 'x'; a.click() }, 1)`,
  ),
  '/debugger': script('for (;;) { debugger }'),
}
