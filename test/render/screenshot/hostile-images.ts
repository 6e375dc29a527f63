/** Pages whose screenshots attack a browser: they never stop moving or growing, or need more memory than a machine has. */

import { deflateSync } from 'node:zlib'
import { chunk, drawPng } from '../../operations/rendering/draw-png.ts'
import type { Site, SiteResponse } from '../../origin.ts'

const page = (body: string) => ({ body: `<!doctype html><title>Hostile</title><p>here</p>${body}` })
const script = (code: string) => page(`<script>${code}</script>`)
const many = (count: number, element: string) => element.repeat(count)
const file = (type: string, body: string | Buffer): SiteResponse => ({ headers: { 'content-type': type }, body })

/** Sends the same bytes until the client disconnects. */
function endless(type: string, start: Buffer, part: Buffer): Site[string] {
  return (_, response) => {
    response.writeHead(200, { 'content-type': type }).write(start)
    const send = () => {
      while (!response.destroyed && response.write(part));
    }
    response.on('drain', send)
    send()
  }
}

/** A PNG of one bit per pixel whose size in memory is a thousand times that of its file, with this many frames (APNG 1.0). */
function bombPng(side: number, frames = 1): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side))
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames, 0)
  let sequence = 0
  const frame = () => {
    const fields = Buffer.alloc(26)
    for (const [at, value] of [sequence++, side, side].entries()) fields.writeUInt32BE(value, at * 4)
    fields.writeUInt16BE(1, 20)
    fields.writeUInt16BE(100, 22)
    return chunk('fcTL', fields)
  }
  const laterFrames = Array.from({ length: frames - 1 }, () => {
    const control = frame()
    const number = Buffer.alloc(4)
    number.writeUInt32BE(sequence++)
    return Buffer.concat([control, chunk('fdAT', Buffer.concat([number, pixels]))])
  })
  const first = frames > 1 ? [chunk('acTL', control), frame()] : []
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const parts = [chunk('IHDR', header), ...first, chunk('IDAT', pixels), ...laterFrames, chunk('IEND', Buffer.of())]
  return Buffer.concat([signature, ...parts])
}

/** Each level uses the one below ten times. */
const nestedSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><defs><circle id="l0" r="5"/>${Array.from(
  { length: 7 },
  (_, n) => `<g id="l${n + 1}">${many(10, `<use href="#l${n}" x="1"/>`)}</g>`,
).join('')}</defs><use href="#l7"/></svg>`
const noiseSvg = `<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"><filter id="f"><feTurbulence baseFrequency=".9" numOctaves="20"/><feGaussianBlur stdDeviation="900"/></filter><rect width="20000" height="20000" filter="url(#f)"/></svg>`
const css = (styles: string, body: string) => page(`<style>${styles}</style>${body}`)
const moving = '@keyframes a { 0% { transform: rotate(0) } 99% { transform: rotate(9turn); margin: 20px } }'

/** By path. The bench and the nightly test load each. */
export const hostileImages: Site = {
  '/canvas-huge': script(
    `const c = document.body.appendChild(document.createElement('canvas')); c.width = c.height = 32767; c.getContext('2d').fillRect(0, 0, 32767, 32767)`,
  ),
  '/canvas-many': script(
    `for (let i = 0; i < 300; i++) { const c = document.body.appendChild(document.createElement('canvas')); c.width = c.height = 3000; c.getContext('2d').fillRect(0, 0, 3000, 3000) }`,
  ),
  '/canvas-busy': script(
    `const c = document.body.appendChild(document.createElement('canvas')); c.width = c.height = 4000; const x = c.getContext('2d'); const f = () => { for (let i = 0; i < 50; i++) x.drawImage(c, 1, 1); requestAnimationFrame(f) }; f()`,
  ),
  '/webgl-many': script(
    `for (let i = 0; i < 64; i++) { const c = document.body.appendChild(document.createElement('canvas')); c.width = c.height = 2000; const g = c.getContext('webgl'); g?.clear(g.COLOR_BUFFER_BIT) }`,
  ),
  '/high': css('div { height: 100000px; background: linear-gradient(red, blue) }', '<div></div>'),
  '/high-text': page(many(20_000, '<p>An oak is a tree that grows in a forest.</p>')),
  '/wide': css(
    'div { width: 10000000px; height: 10000000px; background: repeating-conic-gradient(red 0 .01deg, blue 0 .02deg) }',
    '<div></div>',
  ),
  '/animated': css(
    `${moving} i { display: inline-block; width: 9px; height: 9px; animation: a 1s infinite }`,
    many(5000, '<i>x</i>'),
  ),
  '/animated-again': script(
    `const again = () => { const a = document.body.animate([{ opacity: 0 }, { marginTop: '9px' }], { duration: 1000 }); a.onfinish = a.oncancel = again }; for (let i = 0; i < 50; i++) again()`,
  ),
  '/transitions': css(
    'p { transition: all 1s }',
    "<script>setInterval(() => { document.querySelector('p').style.margin = Math.random() * 99 + 'px' }, 1)</script>",
  ),
  '/frames-loop': script(
    `const f = () => { document.body.style.paddingTop = Math.random() * 500 + 'px'; requestAnimationFrame(f) }; f()`,
  ),
  '/view-transitions': script(`setInterval(() => document.startViewTransition(() => new Promise(() => {})), 50)`),
  '/png-bomb': page('<img src="/bomb.png" width="100">'),
  '/bomb.png': file('image/png', bombPng(30_000)),
  '/png-bombs': page(Array.from({ length: 40 }, (_, n) => `<img src="/bomb2.png?${n}" width="900">`).join('')),
  '/bomb2.png': file('image/png', bombPng(8000)),
  '/svg-nested': page('<img src="/nested.svg">'),
  '/nested.svg': file('image/svg+xml', nestedSvg),
  '/svg-noise': page('<img src="/noise.svg">'),
  '/noise.svg': file('image/svg+xml', noiseSvg),
  '/apng': page('<img src="/frames.png" width="500">'),
  '/frames.png': file('image/png', bombPng(4000, 300)),
  '/fonts-never': css(
    Array.from(
      { length: 30 },
      (_, n) => `@font-face { font-family: f${n}; src: url(/never?${n}) } .f${n} { font-family: f${n} }`,
    ).join(''),
    Array.from({ length: 30 }, (_, n) => `<p class="f${n}">text</p>`).join(''),
  ),
  '/never': () => {},
  '/font-broken': css('@font-face { font-family: broken; src: url(/font-endless) } p { font-family: broken }', ''),
  '/font-endless': endless('font/ttf', Buffer.from([0, 1, 0, 0, 0, 9]), Buffer.alloc(65_536)),
  '/image-endless': page('<img src="/endless.png" width="100">'),
  '/endless.png': endless('image/png', drawPng('x', 100, 100).subarray(0, 60), Buffer.alloc(65_536)),
  '/sheet-endless': page('<link rel="stylesheet" href="/endless.css">'),
  '/endless.css': endless('text/css', Buffer.from('p { color: red }'), Buffer.from('.a { color: red }\n'.repeat(4000))),
  '/images-never': page(Array.from({ length: 500 }, (_, n) => `<img src="/never?i${n}" width="9">`).join('')),
  '/grows': script(
    `addEventListener('scroll', () => document.body.insertAdjacentHTML('beforeend', '<div style="height: 2000px">more</div>'.repeat(3)))`,
  ),
  '/lazy-endless': script(
    `let n = 0; const see = new IntersectionObserver((all) => { for (const { isIntersecting } of all) if (isIntersecting) add() }); function add() { for (let i = 0; i < 20; i++) { const image = document.createElement('img'); image.src = '/small.png?' + n++; image.width = image.height = 300; document.body.append(image); see.observe(image) } } add()`,
  ),
  '/small.png': file('image/png', drawPng('small', 100, 100)),
  '/scroll-fight': css(
    'div { height: 9000px }',
    '<div></div><script>onscroll = () => scrollTo(0, Math.random() * 9000)</script>',
  ),
  '/fixed': css('i { position: fixed; inset: 0; background: #f001 }', many(10_000, '<i>fixed</i>')),
  '/shadows': css(
    'i { display: block; width: 500px; height: 500px; box-shadow: 0 0 3000px 900px red; text-shadow: 0 0 900px blue }',
    many(500, '<i>shadow</i>'),
  ),
  '/filters': css(
    'div { filter: blur(500px) drop-shadow(0 0 900px red); padding: 1px; min-height: 5000px }',
    `${many(60, '<div>')}here`,
  ),
  '/backdrops': css('i { position: fixed; inset: 0; backdrop-filter: blur(200px) }', many(300, '<i></i>')),
  '/layers': css(
    `${moving} i { position: absolute; width: 3000px; height: 3000px; will-change: transform; transform: translateZ(1px); background: #0f01 }`,
    many(3000, '<i></i>'),
  ),
  '/big-letters': css(
    'p { font-size: 90000px; letter-spacing: 90000px; -webkit-text-stroke: 9000px red }',
    many(20, '<p>Oak</p>'),
  ),
  '/nested-frames': page(many(3, '<iframe src="/nested-frames" width="900" height="900"></iframe>')),
  '/dialogs': script(
    `for (let i = 0; i < 2000; i++) { const d = document.body.appendChild(document.createElement('dialog')); d.textContent = i; d.showModal() }`,
  ),
  '/pop-ups': script(
    `for (let i = 0; i < 3; i++) open('/pop-ups?' + i); setInterval(() => print(), 1); onbeforeunload = () => 'stay'`,
  ),
}

/** Paths of pages: not of the images, fonts and sheets that they load. */
export const hostileImagePaths = Object.entries(hostileImages)
  .filter(([, found]) => typeof found === 'object' && !found.headers)
  .map(([path]) => path)
